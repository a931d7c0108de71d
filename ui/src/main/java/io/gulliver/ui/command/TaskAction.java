package io.gulliver.ui.command;

import java.util.Locale;

/** What can be done to many tasks at once, each on its own. */
public enum TaskAction {
    /** Takes those that nobody has. */
    CLAIM,
    /** Gives one's own back to their queues. */
    RELEASE,
    /** Has the failed steps of tasks that need attention tried again. */
    RETRY;

    /** How many tasks one order may name. */
    public static final int MOST = 1_000;

    /** As forms and {@code messages.properties} have it: {@code claim}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
