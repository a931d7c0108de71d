/** The outside systems as actions use them: by the names of the landscape, with every call in the run's call log. */
@NullMarked
package io.gulliver.activity.systems;

import org.jspecify.annotations.NullMarked;
