package io.gulliver.service.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.persistence.hostkey.HostKeyStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * {@code host.pin-key}: from now on every login of every run to a server wants the host key that its console has shown.
 *
 * <p>Only the run that builds the server may say so, under the name {@code server:NAME}; undoing it, as when the server is taken
 * down, forgets the key. Inputs: {@code host}, {@code keys}.
 */
public final class PinHostKey implements ControlAction {
    private static final String SERVER = "server:";
    private static final String FINGERPRINT = "SHA256:[A-Za-z0-9+/]{43}";

    private final HostKeyStore keys;
    private final Predicate<MigrationId> holds;

    /** @param holds whether a run still stands for what it built: it is there and was not rolled back */
    public PinHostKey(HostKeyStore keys, Predicate<MigrationId> holds) {
        this.keys = keys;
        this.holds = holds;
    }

    /** Whether a run stands for what it has built, or may yet: it was not rolled back or given up. */
    public static boolean stands(Migration run) {
        return run.mode() != RunMode.ENDED || run.outcome() == RunOutcome.COMPLETED;
    }

    @Override
    public String name() {
        return "host.pin-key";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        String host = String.valueOf(call.inputs().get("host"));
        return switch (call.operation()) {
            case RUN, START, AWAIT -> pin(call, host);
            case STOP -> StepResult.done(Map.of(), "Nothing runs");
            case UNDO -> {
                requireOwn(call, host);
                yield StepResult.done(
                        Map.of(),
                        keys.forget(call.program(), host, call.migration())
                                ? "The host key of " + host + " is forgotten"
                                : "No host key of " + host + " was kept by this run");
            }
            case EVALUATE ->
                StepResult.done(
                        Map.of(), "Would want of " + host + " from then on the host key that its console shows");
        };
    }

    private StepResult pin(StepCall call, String host) {
        requireOwn(call, host);
        List<String> shown = call.inputs().get("keys") instanceof List<?> given
                ? given.stream().map(String::valueOf).toList()
                : List.of();
        if (shown.isEmpty() || !shown.stream().allMatch(key -> key.matches(FINGERPRINT))) {
            throw new Refused(FailureCode.INPUT_INVALID.with(
                    "Step " + call.step() + ": " + shown + " are no host keys of " + host,
                    "Wanted are fingerprints, SHA256: and 43 characters each; correct the playbook"));
        }
        Optional<MigrationId> other = keys.keep(call.program(), host, shown, call.migration(), holds);
        if (other.isPresent()) {
            throw new Refused(FailureCode.NAME_TAKEN.with(
                    "The host key of " + host + " is that of the server that run " + other.get() + " built",
                    "Roll that run back where it can be. A run that is completed keeps the key of its server: give"
                            + " another server another name"));
        }
        return StepResult.done(Map.of(), "Every login to " + host + " wants the host key that its console has shown");
    }

    private static void requireOwn(StepCall call, String host) {
        if (!call.database().equals(SERVER + host)) {
            throw new Refused(FailureCode.INPUT_INVALID.with(
                    "Step " + call.step() + " names host " + host + ", but this run builds " + call.database(),
                    "Only the run that builds a server says which host key it has; correct the playbook"));
        }
    }
}
