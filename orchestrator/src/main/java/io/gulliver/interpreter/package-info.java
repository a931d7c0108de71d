/** The pure state machine of a migration: events in, effects out. */
@NullMarked
package io.gulliver.interpreter;

import org.jspecify.annotations.NullMarked;
