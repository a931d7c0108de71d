package io.gulliver.planning.sizing;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a target database is built with, and what its server would be alone.
 *
 * @param bound its figures
 * @param memory of a guest that holds it alone, or null while it cannot be sized
 * @param missing what stands against a sizing, in words
 * @param refusals limits of guest, z/VM and machine that its figures are beyond, so that nobody can build it; empty else
 * @param prepared whether its servers are built by a playbook, so that huge pages for it are there
 */
public record SizedTarget(
        BoundSizing bound,
        @Nullable MemorySizing memory,
        List<String> missing,
        List<String> refusals,
        boolean prepared) {
    public SizedTarget {
        missing = List.copyOf(missing);
        refusals = List.copyOf(refusals);
    }
}
