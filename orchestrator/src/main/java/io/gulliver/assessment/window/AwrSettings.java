package io.gulliver.assessment.window;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How AWR of one database is set, and whether that is enough to size by.
 *
 * @param interval between two snapshots; zero means that none is taken
 * @param retention how long they are kept
 */
public record AwrSettings(Duration interval, Duration retention) {
    /** An interval day to second as a database writes it: {@code +00008 00:00:00.0}. */
    private static final Pattern INTERVAL =
            Pattern.compile("\\+?(\\d{1,9}) (\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\.\\d*)?");

    /** Longer than this AWR keeps for ever, and says so with a number of days that no history has. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /** Reads both as {@code DBA_HIST_WR_CONTROL} writes them; empty when either is no interval. */
    public static Optional<AwrSettings> read(String interval, String retention) {
        return duration(interval).flatMap(between -> duration(retention).map(kept -> new AwrSettings(between, kept)));
    }

    private static final Pattern SAID = Pattern.compile(
            "(?s).*?(?:a snapshot every (\\d{1,9}) min|no snapshot is taken), kept (?:for (\\d{1,9}) days|for ever).*");

    /** Reads what {@link #words} says, wherever in a sentence it stands; empty when it says nothing of the kind. */
    public static Optional<AwrSettings> said(String text) {
        Matcher said = SAID.matcher(text);
        if (!said.matches()) {
            return Optional.empty();
        }
        String minutes = said.group(1);
        String days = said.group(2);
        return Optional.of(new AwrSettings(
                minutes == null ? Duration.ZERO : Duration.ofMinutes(Long.parseLong(minutes)),
                days == null ? FOR_EVER : Duration.ofDays(Long.parseLong(days))));
    }

    private static Optional<Duration> duration(String text) {
        Matcher parts = INTERVAL.matcher(text.strip());
        return parts.matches()
                ? Optional.of(Duration.ofDays(Long.parseLong(parts.group(1)))
                        .plusHours(Long.parseLong(parts.group(2)))
                        .plusMinutes(Long.parseLong(parts.group(3)))
                        .plusSeconds(Long.parseLong(parts.group(4))))
                : Optional.empty();
    }

    /** Whether snapshots are taken, often enough, and kept for so many days. */
    public boolean enough(int days) {
        return taken()
                && interval.toMinutes() <= CollectionPolicy.LONGEST_INTERVAL
                && retention.compareTo(Duration.ofDays(days)) >= 0;
    }

    private boolean taken() {
        return !interval.isZero() && interval.compareTo(FOR_EVER) < 0;
    }

    /** {@code a snapshot every 60 min, kept for 8 days}. */
    public String words() {
        return (taken() ? "a snapshot every " + interval.toMinutes() + " min" : "no snapshot is taken")
                + (retention.compareTo(FOR_EVER) >= 0
                        ? ", kept for ever"
                        : ", kept for " + retention.toDays() + " days");
    }

    /**
     * The block that a DBA runs to keep enough; what is set better than needed stays.
     *
     * @param days wanted
     */
    public String proposal(int days) {
        long minutes = Math.max(retention.toMinutes(), Duration.ofDays(days).toMinutes());
        long between = taken()
                ? Math.min(interval.toMinutes(), CollectionPolicy.LONGEST_INTERVAL)
                : CollectionPolicy.LONGEST_INTERVAL;
        return proposal(minutes, between);
    }

    /** The same where nobody knows how it is set. */
    public static String proposalFor(int days) {
        return proposal(Duration.ofDays(days).toMinutes(), CollectionPolicy.LONGEST_INTERVAL);
    }

    private static String proposal(long retentionMinutes, long intervalMinutes) {
        return "BEGIN DBMS_WORKLOAD_REPOSITORY.MODIFY_SNAPSHOT_SETTINGS(retention => " + retentionMinutes
                + ", interval => " + intervalMinutes + "); END;";
    }
}
