/** What people have to do, those first that hold up most. */
@NullMarked
package io.gulliver.ui.tasks;

import org.jspecify.annotations.NullMarked;
