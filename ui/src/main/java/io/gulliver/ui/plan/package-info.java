/** The plan: waves and databases on a date axis, and the same facts as a table. */
@NullMarked
package io.gulliver.ui.plan;

import org.jspecify.annotations.NullMarked;
