/** Tests of what a program allows. */
@NullMarked
package io.gulliver.domain.program;

import org.jspecify.annotations.NullMarked;
