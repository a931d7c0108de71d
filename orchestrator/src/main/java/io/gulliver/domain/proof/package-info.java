/** What of the product has met the real thing: parts that could be proven, and what was seen of them. */
@NullMarked
package io.gulliver.domain.proof;

import org.jspecify.annotations.NullMarked;
