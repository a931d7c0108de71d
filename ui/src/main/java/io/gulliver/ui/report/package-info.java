/** The status report of a program: one page for those who decide, on the screen and on paper. */
@NullMarked
package io.gulliver.ui.report;

import org.jspecify.annotations.NullMarked;
