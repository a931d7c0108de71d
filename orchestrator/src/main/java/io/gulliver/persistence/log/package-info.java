/** What remote jobs of steps print: in packed chunks with an index of lines and words. */
@NullMarked
package io.gulliver.persistence.log;

import org.jspecify.annotations.NullMarked;
