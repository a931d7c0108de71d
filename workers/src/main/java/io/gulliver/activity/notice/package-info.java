/** Tells people outside of the pages, by the ways that the operator named. */
@NullMarked
package io.gulliver.activity.notice;

import org.jspecify.annotations.NullMarked;
