package io.gulliver.persistence.view;

/** How far a human command is. */
public enum CommandState {
    /** Stored; not yet accepted by the migration. On pages: recorded, being delivered. */
    RECORDED,
    /** A first approval of two: kept, and delivered with the second. */
    AWAITING_SECOND,
    /** Accepted by the migration; the outcome is not known yet. */
    DELIVERED,
    /** The engine's history holds it and its effect. */
    APPLIED,
    /** The engine's history holds that the migration did not take it. */
    REFUSED,
    /** Never reached the migration in time, or was lost with an engine: its person must give it again. */
    RETURNED
}
