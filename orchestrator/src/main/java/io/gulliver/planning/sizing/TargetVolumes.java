package io.gulliver.planning.sizing;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The volumes of a server by what lies on them, as a run would make them: as many as the program's policy names, each as large
 * as all that land there ask for or as the policy says in its place.
 *
 * @param server its name
 * @param data volumes for data, temporary space and undo, and for the recovery area where it has none of its own; null while nobody named them or nothing is sized
 * @param redo volumes for online redo logs; null as above
 * @param recovery volumes for the recovery area alone; null as above, and where it lies with the data
 * @param others databases that land there too, by name
 */
public record TargetVolumes(
        String server,
        @Nullable Use data,
        @Nullable Use redo,
        @Nullable Use recovery,
        List<String> others) {
    public TargetVolumes {
        others = List.copyOf(others);
    }

    /**
     * Volumes of one size.
     *
     * @param count how many, at least one
     * @param eachGib size of each, GiB
     */
    public record Use(int count, double eachGib) {
        /** All of them together, GiB. */
        public double gib() {
            return count * eachGib;
        }
    }
}
