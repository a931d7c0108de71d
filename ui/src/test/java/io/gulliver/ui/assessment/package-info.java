/** What the assessment writes, without a server. */
@NullMarked
package io.gulliver.ui.assessment;

import org.jspecify.annotations.NullMarked;
