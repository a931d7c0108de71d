/** Oracle over JDBC: the statement catalogue and its error classes. */
@NullMarked
package io.gulliver.adapter.oracle;

import org.jspecify.annotations.NullMarked;
