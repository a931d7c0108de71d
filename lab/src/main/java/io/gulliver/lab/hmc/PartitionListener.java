package io.gulliver.lab.hmc;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Hears when a partition of the lab comes up or goes down, so that a lab host can be switched on and off.
 *
 * <p>Called on the lab's timer thread, one event after another, never under a simulator's lock. After a restart of the
 * lab, {@code started} is told again for every partition that is up.
 */
public interface PartitionListener {

    /** The partition reached {@code active}; {@code properties} as the HMC's API shows them. */
    void started(String partitionName, JsonNode properties);

    /** The partition no longer runs. */
    void stopped(String partitionName, JsonNode properties);

    /** Properties of a partition that runs have changed; its operating system takes up what it is told to. */
    default void changed(String partitionName, JsonNode properties) {
        // nobody lives in this partition
    }

    /**
     * Whether a system that can be loaded lies on a volume; a partition that loads another ends {@code terminated}. Asked under
     * the console's lock: it is answered from what is known.
     *
     * @param volumeUuid by which an array knows the volume
     */
    default boolean boots(String volumeUuid) {
        return true;
    }

    /**
     * Loads a partition from a server. Asked under the console's lock.
     *
     * @param properties as the console keeps them, with the password
     * @return why it could not be loaded, or empty
     */
    default Optional<String> unloadable(JsonNode properties) {
        return Optional.of("No server can be reached");
    }

    /** For a lab without hosts. */
    static PartitionListener none() {
        return new PartitionListener() {
            @Override
            public void started(String partitionName, JsonNode properties) {
                // nobody lives in this partition
            }

            @Override
            public void stopped(String partitionName, JsonNode properties) {
                // nobody lives in this partition
            }
        };
    }
}
