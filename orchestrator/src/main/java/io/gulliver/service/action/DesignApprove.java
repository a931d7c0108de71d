package io.gulliver.service.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.build.BuildApproval;
import io.gulliver.domain.build.DesignLine;
import io.gulliver.domain.migration.MigrationId;
import java.util.List;
import java.util.Map;

/**
 * {@code design.approve}: keeps the design that a gate let pass as approved for the server, so that the same design asks nobody
 * again.
 *
 * <p>Inputs: {@code name} of the server, {@code hash} and {@code lines} of the design, {@code gate} (step at which a person
 * approved it).
 */
public final class DesignApprove implements ControlAction {
    private final SizingAccept.Words words;
    private final Book book;

    /** Keeps approved designs. */
    @FunctionalInterface
    public interface Book {
        BuildApproval approved(
                MigrationId run,
                String program,
                String server,
                String hash,
                List<DesignLine> lines,
                String reason,
                String by);
    }

    public DesignApprove(SizingAccept.Words words, Book book) {
        this.words = words;
        this.book = book;
    }

    @Override
    public String name() {
        return "design.approve";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        return switch (call.operation()) {
            case RUN, START -> keep(call);
            case AWAIT, STOP, UNDO -> StepResult.done(Map.of(), "What was approved stays approved");
            case EVALUATE -> StepResult.done(Map.of(), "Would keep the design as approved");
        };
    }

    private StepResult keep(StepCall call) {
        if (!(call.inputs().get("name") instanceof String server)
                || !(call.inputs().get("hash") instanceof String hash)
                || !(call.inputs().get("gate") instanceof String gate)) {
            throw new Refused(FailureCode.INPUT_INVALID.with(
                    "Step " + call.step() + " does not know which design was approved, of what, or where",
                    "Give name, hash, lines and gate in the playbook"));
        }
        SizingAccept.Acceptance word = words.last(call.migration(), gate)
                .orElseThrow(() -> new Refused(FailureCode.INPUT_INVALID.with(
                        "Nobody spoke at step " + gate + " of " + call.migration(),
                        "Name the gate at which the design is approved in the playbook")));
        BuildApproval kept = book.approved(
                call.migration(),
                call.program(),
                server,
                hash,
                DesignBuild.lines(call.inputs().get("lines")),
                word.reason(),
                word.by());
        return StepResult.done(
                Map.of(), "Design " + hash.substring(0, Math.min(12, hash.length())) + " is approved by " + kept.by());
    }
}
