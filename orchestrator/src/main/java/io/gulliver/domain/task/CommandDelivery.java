package io.gulliver.domain.task;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When a command comes too late to be followed without asking its person again. */
public final class CommandDelivery {
    /** A command that no migration heard for so long goes back to its person: the world has moved on. */
    public static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    private CommandDelivery() {}

    /** Why a command that is heard now is out of date; empty when it is not. */
    public static Optional<String> outdated(Instant recordedAt, Instant now) {
        Duration age = Duration.between(recordedAt, now);
        if (age.compareTo(LONGEST_WAIT) > 0) {
            return Optional.of(
                    "It was given " + age.toMinutes() + " minutes ago, and the migration could not hear it before.");
        }
        if (age.negated().compareTo(LONGEST_WAIT) > 0) {
            return Optional.of("It was given at " + recordedAt + ", a time that is yet to come: the machine's clock was"
                    + " set back, so nobody knows how long it waited.");
        }
        return Optional.empty();
    }
}
