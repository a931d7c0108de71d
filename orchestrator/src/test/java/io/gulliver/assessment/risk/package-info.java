/** Tests of the rules that raise risks. */
@NullMarked
package io.gulliver.assessment.risk;

import org.jspecify.annotations.NullMarked;
