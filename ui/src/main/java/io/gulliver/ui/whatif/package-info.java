/** What-if: the pure decisions on figures that somebody types or pastes, for the API and for a page. */
@NullMarked
package io.gulliver.ui.whatif;

import org.jspecify.annotations.NullMarked;
