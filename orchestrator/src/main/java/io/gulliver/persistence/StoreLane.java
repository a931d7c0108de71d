package io.gulliver.persistence;

/**
 * On whose behalf a thread uses the store. Each lane has connections of its own, so that pages, however many are read,
 * leave the engine's side its connections: journal, outbox, granter.
 */
public enum StoreLane {
    /** What carries migrations, and every thread that says nothing. */
    ENGINE,
    /** Pages and API: requests of people and programs, and live streams. */
    PAGES;

    private static final ThreadLocal<StoreLane> CURRENT = new ThreadLocal<>();

    static StoreLane current() {
        StoreLane lane = CURRENT.get();
        return lane == null ? ENGINE : lane;
    }

    /**
     * Has this thread use the lane from now on; a transaction that is open keeps its connection.
     *
     * @return the lane until now, to be entered again at the end
     */
    public StoreLane enter() {
        StoreLane before = current();
        if (this == ENGINE) {
            CURRENT.remove();
        } else {
            CURRENT.set(this);
        }
        return before;
    }

    /** The work, done in this lane. */
    public Runnable around(Runnable work) {
        return () -> {
            StoreLane before = enter();
            try {
                work.run();
            } finally {
                before.enter();
            }
        };
    }
}
