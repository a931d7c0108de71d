/** Pages as PDF. */
@NullMarked
package io.gulliver.ui.paper;

import org.jspecify.annotations.NullMarked;
