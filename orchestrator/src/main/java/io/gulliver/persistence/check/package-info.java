/** What tuning checks found, run by run, and what people waived. */
@NullMarked
package io.gulliver.persistence.check;

import org.jspecify.annotations.NullMarked;
