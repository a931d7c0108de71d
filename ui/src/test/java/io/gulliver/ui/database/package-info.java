/** Tests of what-if. */
@NullMarked
package io.gulliver.ui.database;

import org.jspecify.annotations.NullMarked;
