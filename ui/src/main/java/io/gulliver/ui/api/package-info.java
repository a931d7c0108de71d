/** The REST API, version 1. */
@NullMarked
package io.gulliver.ui.api;

import org.jspecify.annotations.NullMarked;
