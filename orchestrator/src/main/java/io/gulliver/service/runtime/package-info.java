/** What a process with a store does by itself: hands runs to its engine, delivers, sweeps and seals, writes the call log. */
@NullMarked
package io.gulliver.service.runtime;

import org.jspecify.annotations.NullMarked;
