/** The five questions of a program manager, answered for one database and for all of them. Pure. */
@NullMarked
package io.gulliver.assessment.question;

import org.jspecify.annotations.NullMarked;
