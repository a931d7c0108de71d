package io.gulliver.planning.inputs;

import io.gulliver.domain.estate.Confidence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One part of a sizing: memory, CPU, storage or network.
 *
 * @param sizing the figures with their derivations, or null when something is missing
 * @param confidence of the weakest figure that went in
 * @param missing what stands against a sizing, or would sharpen it
 * @param assumptions what was taken because nobody knows better
 */
public record Part<T>(@Nullable T sizing, Confidence confidence, List<Gap> missing, List<String> assumptions) {
    public Part {
        missing = List.copyOf(missing);
        assumptions = List.copyOf(assumptions);
    }

    /** Whether there are figures. */
    public boolean sized() {
        return sizing != null;
    }
}
