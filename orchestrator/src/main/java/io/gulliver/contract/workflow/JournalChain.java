package io.gulliver.contract.workflow;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * One hash over a run of journal events, each folded into that of all before it. The workflow folds what it journals,
 * the store folds what it holds; they agree when no event is missing, doubled or another one under the same number.
 */
public final class JournalChain {
    private byte[] hash = new byte[0];

    /** Folds in the next event. */
    public JournalChain add(JournalEntry entry) {
        StepRun step = entry.step();
        CommandOutcome command = entry.command();
        return add(
                entry.seq(),
                entry.at(),
                entry.event(),
                step == null ? null : step.key().toString(),
                step == null ? null : step.state().name(),
                command == null ? null : command.commandId());
    }

    /** Folds in the next event, as a row of the journal has it. */
    public JournalChain add(
            long seq,
            Instant at,
            String event,
            @Nullable String step,
            @Nullable String state,
            @Nullable String command) {
        MessageDigest digest = sha256();
        digest.update(hash);
        // Milliseconds: all that the engine's clock gives, and less than any store keeps.
        for (Object part : new @Nullable Object[] {seq, at.toEpochMilli(), event, step, state, command}) {
            digest.update((part == null ? "-" : part.toString()).getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
        }
        hash = digest.digest();
        return this;
    }

    /** In hexadecimal; empty before the first event. */
    public String hash() {
        return HexFormat.of().formatHex(hash);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
