/** The whole product beside the whole lab, as processes, through public addresses alone. */
@NullMarked
package io.gulliver.whole;

import org.jspecify.annotations.NullMarked;
