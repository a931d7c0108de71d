/** Tests of the collection window. */
@NullMarked
package io.gulliver.assessment.window;

import org.jspecify.annotations.NullMarked;
