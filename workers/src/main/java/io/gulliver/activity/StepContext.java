package io.gulliver.activity;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.Progress;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What an action may use while it works: progress, evidence, the call log, and a way to wait that ends when told to. */
public interface StepContext {
    /** Says how far it is; shown while the step runs. */
    void progress(Progress progress);

    /** Keeps evidence, secrets blanked. */
    EvidenceRef evidence(String name, String kind, String text);

    /** Keeps evidence byte for byte; the caller vouches that it holds no secret. */
    EvidenceRef evidence(String name, String kind, byte[] content);

    /** Keeps what is new of a job's output, secrets blanked, while the step waits for the job; never fails. */
    default void watched(JobOutput output) {
        // what is no step waits for no job
    }

    /** Records a call to an outside system under this step; secrets are blanked. */
    void called(
            String system,
            String operation,
            @Nullable String object,
            String status,
            Duration took,
            @Nullable String message);

    /** As {@link #called}, for a call that is described already; migration and step are filled in. */
    void called(OuterCall call);

    /**
     * Waits until the condition holds or the time is over, asking every {@code period}.
     *
     * @return whether it held
     * @throws StepFailedException WORKER_LOST when this worker is told to stop or the watch is called off
     */
    boolean waitFor(BooleanSupplier condition, Duration period, Duration atMost);

    /** How much longer this call may work, at least a second: no statement of it takes more. */
    Duration timeLeft();

    /**
     * Has this done once, on another thread, when the call is called off: ends what the call is stuck in.
     *
     * @return takes it back
     */
    Runnable whenCalledOff(Runnable end);

    /** Whether the watch was called off or the worker is stopping. */
    boolean cancelled();
}
