/** The statement catalogue, judged from outside. */
@NullMarked
package io.gulliver.statements;

import org.jspecify.annotations.NullMarked;
