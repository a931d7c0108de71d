/** Which services a process that uses the store has, and of what they are made. */
@NullMarked
package io.gulliver.service.wiring;

import org.jspecify.annotations.NullMarked;
