package io.gulliver.domain.notice;

/** What people are told of. */
public enum NoticeKind {
    /** A step needs attention, or a run as a whole. */
    INCIDENT,
    /** The last start of an outage that still fits into its window has passed, and the outage has not begun. */
    MISSED_START,
    /** A gate waits for its decision. */
    DECISION,
    /** A gate of four eyes was approved once, and waits for another person who approves the same. */
    SECOND_APPROVAL,
    /** A task is open for longer than it was estimated. */
    OVERDUE,
    /** A message that was written before, from a run to those whom its night concerns. */
    MESSAGE
}
