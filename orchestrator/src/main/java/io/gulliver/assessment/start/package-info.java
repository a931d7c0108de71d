/** Whether a production run may start as somebody asks for it, and what two people may agree to all the same. */
@NullMarked
package io.gulliver.assessment.start;

import org.jspecify.annotations.NullMarked;
