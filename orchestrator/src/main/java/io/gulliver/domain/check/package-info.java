/** What tuning checks find, and what a person lets pass for a while. */
@NullMarked
package io.gulliver.domain.check;

import org.jspecify.annotations.NullMarked;
