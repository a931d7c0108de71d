/** Builds what a database lands on: volumes, host objects, partitions, storage groups, network cards, prepared servers. */
@NullMarked
package io.gulliver.activity.build;

import org.jspecify.annotations.NullMarked;
