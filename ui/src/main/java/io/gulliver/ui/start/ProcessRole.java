package io.gulliver.ui.start;

/** What a process does. */
public enum ProcessRole {
    /** Pages and API. */
    WEB,
    /** Workflow workers and the store's chores. */
    WORKFLOWS,
    /** Step activities, for one zone. */
    WORKERS;

    /** Whether the role touches the store. */
    public boolean usesStore() {
        return this != WORKERS;
    }
}
