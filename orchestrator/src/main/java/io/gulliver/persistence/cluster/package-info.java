/** Clusters that people built and registered. */
@NullMarked
package io.gulliver.persistence.cluster;

import org.jspecify.annotations.NullMarked;
