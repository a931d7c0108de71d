/** Turns what was seen of the access to databases into one request to those who must open, grant and switch on. */
@NullMarked
package io.gulliver.assessment.access;

import org.jspecify.annotations.NullMarked;
