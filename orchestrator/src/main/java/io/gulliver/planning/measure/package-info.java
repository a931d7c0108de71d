/** What a run says of rates and times, for the plan of those that come after it. Pure. */
@NullMarked
package io.gulliver.planning.measure;

import org.jspecify.annotations.NullMarked;
