/** Tests of the actions that need the store. */
@NullMarked
package io.gulliver.service.action;

import org.jspecify.annotations.NullMarked;
