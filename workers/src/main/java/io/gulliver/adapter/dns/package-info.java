/** What name servers answer. */
@NullMarked
package io.gulliver.adapter.dns;

import org.jspecify.annotations.NullMarked;
