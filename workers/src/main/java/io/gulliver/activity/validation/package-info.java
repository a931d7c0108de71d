/** Actions that compare source and target. */
@NullMarked
package io.gulliver.activity.validation;

import org.jspecify.annotations.NullMarked;
