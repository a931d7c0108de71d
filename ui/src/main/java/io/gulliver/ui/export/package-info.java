/** What pages show, as files for other programs. */
@NullMarked
package io.gulliver.ui.export;

import org.jspecify.annotations.NullMarked;
