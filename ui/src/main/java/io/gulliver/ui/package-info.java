/** The face: pages, REST API and security. */
@NullMarked
package io.gulliver.ui;

import org.jspecify.annotations.NullMarked;
