/** The five questions of a program manager, on a page and in a PDF of the same template. */
@NullMarked
package io.gulliver.ui.assessment;

import org.jspecify.annotations.NullMarked;
