package io.gulliver.assessment.comparison;

/** What is known of the rows of one table. */
public enum TableState {
    /** Same number of rows and same fingerprint. */
    EQUAL,
    /** Something differs. */
    DIFFERENT,
    /** Equal; without a key a difference could not have been traced to a row. */
    EQUAL_WITHOUT_KEY,
    /** Equal as far as policies of the tables let us see; rows or values may be hidden on either side. */
    FILTERED,
    /** Same number of rows; no column can be compared by content. */
    UNSUPPORTED_TYPE,
    /** Same number of rows; too large for a fingerprint. */
    NOT_COMPARED,
    /** Left out by a rule: it has no rows of its own that a crossing carries. */
    EXCLUDED
}
