/** The API of the whole server over HTTP: what it refuses and how it says so. */
@NullMarked
package io.gulliver.ui.api;

import org.jspecify.annotations.NullMarked;
