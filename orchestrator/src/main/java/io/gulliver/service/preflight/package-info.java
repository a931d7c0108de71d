/** What is missing before a first real migration: seen to in settings, store and engine, for pages, API and doctor alike. */
@NullMarked
package io.gulliver.service.preflight;

import org.jspecify.annotations.NullMarked;
