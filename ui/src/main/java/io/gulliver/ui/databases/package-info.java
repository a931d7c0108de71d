/** The grid: one row a database, one cell a stage. */
@NullMarked
package io.gulliver.ui.databases;

import org.jspecify.annotations.NullMarked;
