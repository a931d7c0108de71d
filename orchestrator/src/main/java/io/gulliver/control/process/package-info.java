/** How this process starts others: with what they need to know, and nothing of what it knows itself. */
@NullMarked
package io.gulliver.control.process;

import org.jspecify.annotations.NullMarked;
