/** The pure state machine of a migration: events in, commands out. */
@NullMarked
package io.gulliver.interpreter;

import org.jspecify.annotations.NullMarked;
