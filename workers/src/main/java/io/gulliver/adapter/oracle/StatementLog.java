package io.gulliver.adapter.oracle;

import java.time.Duration;

/** Hears of every statement sent to a database; whoever keeps the log of outer calls implements it. */
@FunctionalInterface
public interface StatementLog {

    /** A log that keeps nothing. */
    StatementLog NONE = call -> {};

    /**
     * One call, told after its end. Secrets are already blanked by value.
     *
     * @param system the system's name in the landscape
     * @param operation {@code connect}, {@code query} or {@code execute}
     * @param statement name in the statement catalogue; empty for {@code connect}
     * @param outcome {@code ok}, {@code ok, rows: 12}, or the message of the failure
     * @param duration from sending to the last row
     */
    record Call(String system, String operation, String statement, String outcome, Duration duration) {}

    /** Takes note of one call; must neither fail nor wait. */
    void called(Call call);
}
