/** Actions that make the target database and move data with Data Pump. */
@NullMarked
package io.gulliver.activity.movement;

import org.jspecify.annotations.NullMarked;
