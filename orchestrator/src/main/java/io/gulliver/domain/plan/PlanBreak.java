package io.gulliver.domain.plan;

/**
 * Something that was typed or agreed and does not hold with the planned dates.
 *
 * @param kind what
 * @param words which dates, in one sentence
 */
public record PlanBreak(Kind kind, String words) {
    /** What can be broken. */
    public enum Kind {
        /** Users are in after the latest day of the inventory. */
        LATEST,
        /** Users out is typed for before the earliest day of the inventory. */
        EARLIEST,
        /** Members of a move group stand in several waves, are typed for different dates, or one of them has no date. */
        MOVE_GROUP,
        /** Users out is typed for a time at which the stages before are not through. */
        NOT_READY,
        /** A step is due so long before users out that what it needs is not done by then. */
        LEAD_TIME,
        /** Users out is typed into a freeze. */
        FREEZE,
        /** Users out is typed into working hours, or no time between them is as long as the outage. */
        WORKING_HOURS
    }
}
