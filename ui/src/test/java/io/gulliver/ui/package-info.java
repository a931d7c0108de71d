/** Pages, security and words of the face, on real stores and an invented estate. */
@NullMarked
package io.gulliver.ui;

import org.jspecify.annotations.NullMarked;
