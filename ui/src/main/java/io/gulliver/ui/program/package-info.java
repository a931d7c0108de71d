/** The page that says whether the program is on plan. */
@NullMarked
package io.gulliver.ui.program;

import org.jspecify.annotations.NullMarked;
