/** Tests of the store's own chores. */
@NullMarked
package io.gulliver.control;

import org.jspecify.annotations.NullMarked;
