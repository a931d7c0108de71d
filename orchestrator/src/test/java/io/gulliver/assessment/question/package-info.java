/** Tests of the five questions. */
@NullMarked
package io.gulliver.assessment.question;

import org.jspecify.annotations.NullMarked;
