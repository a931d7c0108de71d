/** What is brought in of databases and their surroundings: inventory, evidence, connections, collection windows, tried access and sampled sessions. */
@NullMarked
package io.gulliver.service.collection;

import org.jspecify.annotations.NullMarked;
