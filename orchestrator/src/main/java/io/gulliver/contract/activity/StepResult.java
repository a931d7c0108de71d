package io.gulliver.contract.activity;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an action answered.
 *
 * @param finished false when a remote job still runs (after START, or an AWAIT whose patience ended)
 * @param outputs small typed values, as the action declares them
 * @param job name of the remote job, or null
 * @param progress how far it is, or null
 * @param evidence what was rendered, logged or reported
 * @param message one line for people: what was seen, or null
 * @param call {@link StepCall#identity} of the call that this answers, set by who took it from the engine; null before
 */
public record StepResult(
        boolean finished,
        Map<String, Object> outputs,
        @Nullable String job,
        @Nullable Progress progress,
        List<EvidenceRef> evidence,
        @Nullable String message,
        @Nullable String call) {
    public StepResult {
        outputs = outputs == null ? Map.of() : outputs;
        evidence = evidence == null ? List.of() : List.copyOf(evidence);
    }

    /** What an action answers; which call it was is added on the way out. */
    public StepResult(
            boolean finished,
            Map<String, Object> outputs,
            @Nullable String job,
            @Nullable Progress progress,
            List<EvidenceRef> evidence,
            @Nullable String message) {
        this(finished, outputs, job, progress, evidence, message, null);
    }

    /** The same, as the answer to that call. */
    public StepResult answering(StepCall answered) {
        return new StepResult(finished, outputs, job, progress, evidence, message, answered.identity());
    }

    public static StepResult done(Map<String, Object> outputs, String message) {
        return new StepResult(true, outputs, null, null, List.of(), message);
    }

    public static StepResult started(String job, Map<String, Object> outputs, String message) {
        return new StepResult(false, outputs, job, null, List.of(), message);
    }

    public static StepResult running(String job, Progress progress) {
        return new StepResult(false, Map.of(), job, progress, List.of(), null);
    }
}
