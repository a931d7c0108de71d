/** What carries a word to people outside of the pages. */
@NullMarked
package io.gulliver.contract.notice;

import org.jspecify.annotations.NullMarked;
