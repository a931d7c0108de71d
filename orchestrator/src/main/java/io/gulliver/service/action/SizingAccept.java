package io.gulliver.service.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.planning.sizing.BuildSizes;
import java.util.Map;
import java.util.Optional;

/**
 * {@code sizing.accept}: keeps the figures that a gate let pass as the accepted sizing of the database, so that servers and
 * containers that it shares are built by them.
 *
 * <p>Inputs: {@code sizes} (figures by their keys), {@code gate} (step at which a person accepted them).
 */
public final class SizingAccept implements ControlAction {
    private final Words words;
    private final Book book;

    /**
     * What a person said at a step.
     *
     * @param by who
     * @param reason in their words, empty where none was asked for
     */
    public record Acceptance(String by, String reason) {}

    /** Who spoke last at a step of a run. */
    @FunctionalInterface
    public interface Words {
        Optional<Acceptance> last(MigrationId migration, String step);
    }

    /** Keeps accepted figures. */
    @FunctionalInterface
    public interface Book {
        void accept(String program, String database, BuildSizes sizes, String reason, String by);
    }

    public SizingAccept(Words words, Book book) {
        this.words = words;
        this.book = book;
    }

    @Override
    public String name() {
        return "sizing.accept";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        return switch (call.operation()) {
            case RUN, START -> keep(call);
            case AWAIT, STOP, UNDO -> StepResult.done(Map.of(), "What was accepted stays until somebody accepts anew");
            case EVALUATE -> StepResult.done(Map.of(), "Would keep the sizing as accepted");
        };
    }

    private StepResult keep(StepCall call) {
        if (!(call.inputs().get("sizes") instanceof Map<?, ?> content)
                || !(call.inputs().get("gate") instanceof String gate)) {
            throw new Refused(FailureCode.INPUT_INVALID.with(
                    "Step " + call.step() + " does not know which sizing was accepted, or where",
                    "Give sizes and gate in the playbook"));
        }
        Acceptance word = words.last(call.migration(), gate)
                .orElseThrow(() -> new Refused(FailureCode.INPUT_INVALID.with(
                        "Nobody spoke at step " + gate + " of " + call.migration(),
                        "Name the gate at which the sizing is accepted in the playbook")));
        String said =
                "At step " + gate + " of " + call.migration() + (word.reason().isBlank() ? "" : ": " + word.reason());
        book.accept(
                call.program(),
                call.database(),
                BuildSizes.of(content),
                said.length() > 1000 ? said.substring(0, 1000) : said,
                word.by());
        return StepResult.done(Map.of(), "Accepted by " + word.by());
    }
}
