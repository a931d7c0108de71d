/** What a process needs to start: its settings, its data directory, its engine, and words when one of them is wrong. */
@NullMarked
package io.gulliver.ui.start;

import org.jspecify.annotations.NullMarked;
