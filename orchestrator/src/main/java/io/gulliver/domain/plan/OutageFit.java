package io.gulliver.domain.plan;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An outage beside the window that was agreed for it.
 *
 * @param outage predicted, rehearsed, running or actual, or null while nobody knows it
 * @param window agreed, or null while nothing was agreed
 */
public record OutageFit(@Nullable Duration outage, @Nullable Duration window) {
    /** Whether the outage is longer than what was agreed. */
    public boolean over() {
        return outage != null && window != null && outage.compareTo(window) > 0;
    }
}
