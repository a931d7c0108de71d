package io.gulliver.activity.systems;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.SessionLabel;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.domain.migration.MigrationId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whose a session of a database is, run and generation, in its client identifier: {@code gulliver:} + 16 hexadecimal
 * digits of the run's hash + {@code #} + generation. A call of an engine that was taken over finds the sessions of the
 * newer one there, its SQL*Plus jobs of hours among them, and leaves the database alone.
 */
public final class SessionFence {
    private static final String MARK = "gulliver:";
    private static final Pattern IDENTIFIER = Pattern.compile("gulliver:[0-9a-f]{16}#([0-9]{1,9})");

    private SessionFence() {}

    /** The client identifier of every session of a call. */
    public static String identifier(StepCall call) {
        return ofRun(call.migration()) + "#" + call.generation();
    }

    static SessionLabel label(StepCall call) {
        return new SessionLabel("Gulliver " + call.migration().value(), String.valueOf(call.step()), identifier(call));
    }

    /**
     * Looks whether a newer generation of the call's run is at work in the database.
     *
     * @param database as people know it
     * @throws StepFailedException GENERATION_SUPERSEDED when one is
     */
    static void requireNewest(OracleClient client, String database, StepCall call) {
        for (OracleRow session : client.query("run-sessions", Map.of("run", ofRun(call.migration()) + "#%"))) {
            String identifier = session.text("CLIENT_IDENTIFIER");
            if (generation(identifier) > call.generation()) {
                throw new StepFailedException(
                        FailureCode.GENERATION_SUPERSEDED,
                        "Step " + call.step() + " of " + call.migration()
                                + ": a session of a newer generation works in "
                                + database + " (CLIENT_IDENTIFIER " + identifier + "), so generation "
                                + call.generation() + " must not any more.",
                        "Nothing: the newer engine goes on.");
            }
        }
    }

    private static int generation(@Nullable String identifier) {
        Matcher parts = IDENTIFIER.matcher(identifier == null ? "" : identifier);
        return parts.matches() ? Integer.parseInt(parts.group(1)) : 0;
    }

    private static String ofRun(MigrationId run) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(run.value().getBytes(StandardCharsets.UTF_8));
            return MARK + HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
