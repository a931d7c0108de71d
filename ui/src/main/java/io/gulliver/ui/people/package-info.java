/** Who may log in, what each person may do where, and the tokens by which programs call in their names. */
@NullMarked
package io.gulliver.ui.people;

import org.jspecify.annotations.NullMarked;
