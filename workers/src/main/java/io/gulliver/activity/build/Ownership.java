package io.gulliver.activity.build;

import io.gulliver.contract.activity.StepCall;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * How an object of an outside system says whose it is: the run and the step in its description field.
 *
 * <p>Never made from an attempt or a generation, so that a repeated or resumed step finds its own object again.
 */
final class Ownership {
    private static final String MARK = "Gulliver ";

    private Ownership() {}

    /** The description that a step's object carries. */
    static String of(StepCall call) {
        return MARK + call.migration().value() + " " + call.step();
    }

    /** Whether an object was made by this very step of this run. */
    static boolean isOurs(@Nullable String description, StepCall call) {
        return of(call).equals(description);
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
