/** The house as rules: which room may touch which. */
@NullMarked
package io.gulliver.architecture;

import org.jspecify.annotations.NullMarked;
