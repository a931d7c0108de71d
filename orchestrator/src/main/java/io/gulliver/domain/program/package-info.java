/** Programs and the people and policies that belong to them. */
@NullMarked
package io.gulliver.domain.program;

import org.jspecify.annotations.NullMarked;
