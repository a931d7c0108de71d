package io.gulliver.lab.feilong;

import tools.jackson.databind.JsonNode;

/**
 * Hears when a guest of the lab's z/VM has booted or goes down, so that a lab host can be switched on and off.
 *
 * <p>Called on the lab's timer thread, one event after another, never under the simulator's lock. After a restart of the
 * lab, {@code started} is told again for every guest that is up.
 */
public interface GuestListener {

    /**
     * The guest's operating system has come up, which is some time after its start was answered.
     *
     * @param definition {@code userid}, {@code cpus}, {@code memory} in MiB, {@code image}, {@code host-name} that it was deployed
     *     with, {@code interfaces} as they were asked for, and whether an image starts here for the first time, {@code first}
     */
    void started(String userid, JsonNode definition);

    /** Processors or memory (MiB) of a guest that runs have changed, and its operating system has taken part. */
    default void resized(String userid, int cpus, int memoryMib) {
        // nobody lives in this guest
    }

    /** The guest no longer runs. */
    void stopped(String userid);

    /**
     * Whether a system that can be loaded lies on the volume from which a guest without a boot disk of its own loads.
     * Asked under the simulator's lock: it is answered from what is known.
     *
     * @param targetWwpn the array's port, 16 hex digits
     * @param lun 16 hex digits
     */
    default boolean boots(String targetWwpn, String lun) {
        return true;
    }

    /** For a lab without hosts. */
    static GuestListener none() {
        return new GuestListener() {
            @Override
            public void started(String userid, JsonNode definition) {
                // nobody lives in this guest
            }

            @Override
            public void stopped(String userid) {
                // nobody lives in this guest
            }
        };
    }
}
