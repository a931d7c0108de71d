/** Tests of the rules of commands and gates. */
@NullMarked
package io.gulliver.domain.task;

import org.jspecify.annotations.NullMarked;
