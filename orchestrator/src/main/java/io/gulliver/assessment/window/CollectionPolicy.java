package io.gulliver.assessment.window;

/**
 * What a program says of collecting load: {@code collection: {days: 35, month_end: true, sample_minutes: 10}}, and the
 * parameter {@code diagnostics_pack: licensed}, by which live discovery reads AWR too, for all databases or for one.
 *
 * @param days how long the window is, 7 to 400
 * @param monthEnd whether the last day of a month must be among them
 * @param sampleMinutes between two samples of sessions, 1 to 1440
 * @param diagnosticsPack whether the program says that the Diagnostics Pack is licensed; only then AWR is read
 * @param sizingWaits whether a database is sized only when its window has closed, or all was seen before
 * @param looksByPlan whether live discovery begins by itself on the date that the plan says, before any other run
 */
public record CollectionPolicy(
        int days,
        boolean monthEnd,
        int sampleMinutes,
        boolean diagnosticsPack,
        boolean sizingWaits,
        boolean looksByPlan) {
    /** Of which sizing waits for the end, and which begins by the plan. */
    public CollectionPolicy(int days, boolean monthEnd, int sampleMinutes, boolean diagnosticsPack) {
        this(days, monthEnd, sampleMinutes, diagnosticsPack, true, true);
    }

    /** Four weeks and a month-end fit into it wherever it begins but for the first days of a month. */
    public static final int DAYS = 35;

    /** Minutes between two samples of sessions. */
    public static final int SAMPLE_MINUTES = 10;

    /**
     * Longest interval between AWR snapshots by which load can be read, in minutes (MON-AWR-01 of
     * {@code docs/domain/discovery.md}).
     */
    public static final int LONGEST_INTERVAL = 60;

    public CollectionPolicy {
        if (days < 7 || days > 400) {
            throw new IllegalArgumentException(
                    "Collection window of " + days + " days: wanted 7 to 400 in policy.collection.days");
        }
        if (sampleMinutes < 1 || sampleMinutes > 1440) {
            throw new IllegalArgumentException("A sample every " + sampleMinutes
                    + " minutes: wanted 1 to 1440 in policy.collection.sample_minutes");
        }
    }

    /** The same with another word on the Diagnostics Pack. */
    public CollectionPolicy with(boolean licensed) {
        return new CollectionPolicy(days, monthEnd, sampleMinutes, licensed, sizingWaits, looksByPlan);
    }
}
