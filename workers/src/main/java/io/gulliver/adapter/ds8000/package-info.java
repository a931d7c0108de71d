/** The IBM DS8000 REST API: storage units, their pools, volumes, hosts and copies. */
@NullMarked
package io.gulliver.adapter.ds8000;

import org.jspecify.annotations.NullMarked;
