/** Who did what, in a record that shows tampering. */
@NullMarked
package io.gulliver.ui.audit;

import org.jspecify.annotations.NullMarked;
