package io.gulliver.activity.build;

import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * How an object of an outside system says whose it is: the run and the step in its description field.
 *
 * <p>Never made from an attempt, so that a repeated or resumed step finds its own object again. What a run makes after it
 * was taken over says its generation too ({@code #2}): an engine of a lower one that comes back finds that it must leave
 * the object alone.
 */
final class ResourceOwner {
    private static final String MARK = "Gulliver ";
    private static final String GENERATION = " #";

    private ResourceOwner() {}

    /** The description that a step's object carries. */
    static String of(StepCall call) {
        return call.generation() > 1 ? ofStep(call) + GENERATION + call.generation() : ofStep(call);
    }

    /** The same without the generation: for files on a host, where the job that writes them is fenced itself. */
    static String ofStep(StepCall call) {
        return MARK + call.migration().value() + " " + call.step();
    }

    /**
     * Whether an object was made by this very step of this run, whatever its generation.
     *
     * @throws StepFailedException GENERATION_SUPERSEDED when a newer generation than the call's made it
     */
    static boolean isOurs(@Nullable String description, StepCall call) {
        String base = ofStep(call);
        if (description == null || !description.startsWith(base)) {
            return false;
        }
        String rest = description.substring(base.length());
        if (rest.isEmpty()) {
            return true;
        }
        if (!rest.matches(GENERATION + "[0-9]{1,9}")) {
            return false;
        }
        int maker = Integer.parseInt(rest.substring(GENERATION.length()));
        if (maker > call.generation()) {
            throw new StepFailedException(
                    FailureCode.GENERATION_SUPERSEDED,
                    "The object of step " + call.step() + " of " + call.migration() + " was made by generation " + maker
                            + " of the run (\"" + description + "\"), so generation " + call.generation()
                            + " must leave it alone.",
                    "Nothing: the newer engine goes on.");
        }
        return true;
    }

    /** Whether an object was made by any run of this program. */
    static boolean isOfProgram(@Nullable String description, StepCall call) {
        return description != null && description.startsWith(MARK + call.program() + "/");
    }

    /** Whether an object was made by any step of this run. */
    static boolean isOfRun(@Nullable String description, StepCall call) {
        return description != null
                && description.startsWith(MARK + call.migration().value() + " ");
    }

    /**
     * A job's name on a host: the same for each attempt of a round.
     *
     * @param verb what the job does, {@code [a-z]+}
     */
    static String job(StepCall call, String verb) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest((call.migration().value() + "/" + call.step()).getBytes(StandardCharsets.UTF_8));
            return verb + "-" + HexFormat.of().formatHex(hash, 0, 12) + "-" + call.round();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
