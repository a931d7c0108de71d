/** Secrets: references to them, who may use which where, finding them at the moment of use, and blanking them in text. */
@NullMarked
package io.gulliver.secret;

import org.jspecify.annotations.NullMarked;
