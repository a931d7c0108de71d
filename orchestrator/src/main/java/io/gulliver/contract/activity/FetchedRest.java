package io.gulliver.contract.activity;

import org.jspecify.annotations.Nullable;

/**
 * What came of asking for more of a job's output. The output itself is in the store.
 *
 * @param bytes of the job's output that were kept now; 0 when none
 * @param left bytes that are on the host alone, as it was seen now
 * @param failure why no more came, in the words of a step; no secret; null when nothing went wrong
 */
public record FetchedRest(long bytes, long left, @Nullable StepFailure failure) {
    /** Nothing came. */
    public static FetchedRest failed(StepFailure failure) {
        return new FetchedRest(0, 0, failure);
    }
}
