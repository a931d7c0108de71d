/** What a task asks and shows. */
@NullMarked
package io.gulliver.ui.tasks;

import org.jspecify.annotations.NullMarked;
