/** Rules that raise and close risks from what is known. Pure. */
@NullMarked
package io.gulliver.assessment.risk;

import org.jspecify.annotations.NullMarked;
