/** Tests of the actions that need the store. */
@NullMarked
package io.gulliver.control.action;

import org.jspecify.annotations.NullMarked;
