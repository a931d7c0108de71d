/** Runs steps in a worker: takes each call to its action once, records what it did, and speaks with the server. */
@NullMarked
package io.gulliver.activity.runtime;

import org.jspecify.annotations.NullMarked;
