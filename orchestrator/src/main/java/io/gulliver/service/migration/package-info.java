/** Runs of databases: start and preparation of their steps, delivery of what people decide, scarce things, and the repair of what fell behind. */
@NullMarked
package io.gulliver.service.migration;

import org.jspecify.annotations.NullMarked;
