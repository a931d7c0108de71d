package io.gulliver.activity.check;

import io.gulliver.contract.activity.CheckedSystem;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.SystemActivities;
import io.gulliver.contract.activity.SystemCheck;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Tests each system once for every run that asks: whoever reaches the engine can start a run again from its recorded
 * input, and a second log-on that nobody asked for may lock an account. Remembers runs for longer than their input lives.
 */
public final class SystemActivitiesOnce implements SystemActivities {
    static final Duration REMEMBERED = Duration.ofMinutes(10);

    private final SystemActivities checks;
    private final Supplier<String> run;
    private final Clock clock;
    private final Map<String, Instant> begun = new LinkedHashMap<>();

    /** @param run workflow id of the call that the thread carries */
    public SystemActivitiesOnce(SystemActivities checks, Supplier<String> run, Clock clock) {
        this.checks = checks;
        this.run = run;
        this.clock = clock;
    }

    @Override
    public CheckedSystem check(SystemCheck check) {
        return isFirst(run.get())
                ? checks.check(check)
                : CheckedSystem.bad(FailureCode.REQUEST_REFUSED.with(
                        "The test of " + check.name() + " was begun before, so it is not begun again.",
                        "Test again. If nobody asked for this test, look who else can reach the engine."));
    }

    private synchronized boolean isFirst(String workflowId) {
        Instant now = clock.instant();
        begun.values().removeIf(at -> at.plus(REMEMBERED).isBefore(now));
        return begun.putIfAbsent(workflowId, now) == null;
    }
}
