package io.gulliver.service.migration;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.migration.MigrationStore.BegunStep;
import io.gulliver.playbook.ActionCatalogue;
import io.gulliver.playbook.ActionDeclaration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What Gulliver made at outer systems, for whom, and what is left over there: by the journal, not by asking the systems. */
public class MadeThings {
    private final MigrationStore migrations;
    private final SortedMap<String, ActionDeclaration.Makes> makers = new TreeMap<>();

    public MadeThings(MigrationStore migrations, ActionCatalogue actions) {
        this.migrations = migrations;
        actions.actions().values().forEach(action -> {
            if (action.makes() != null) {
                makers.put(action.name(), action.makes());
            }
        });
    }

    /** Where something stands. */
    public enum State {
        /** It stands, for a run that goes on or ended well. */
        STANDS,
        /** It is being made or taken away, or nobody saw how that ended. */
        UNSURE,
        /** Its run ended without it: was given up, or rolled back while the undo of this was left to somebody. */
        LEFT_OVER
    }

    /**
     * One thing.
     *
     * @param system name of the system, or of the host
     * @param kind of object in people's words
     * @param name by which the system knows it
     * @param database that its run is for, or {@code kind:name} of a shared thing
     * @param migration its run
     * @param step that made it
     * @param title of the step
     * @param since when its making began
     * @param state where it stands
     */
    public record Made(
            String system,
            String kind,
            String name,
            String database,
            MigrationId migration,
            StepKey step,
            String title,
            @Nullable Instant since,
            State state) {}

    /** All that was not undone, by system, kind and name. */
    public List<Made> list(String program) {
        List<Made> made = new ArrayList<>();
        for (BegunStep begun : migrations.begun(program, makers.keySet())) {
            ActionDeclaration.Makes makes =
                    makers.get(String.valueOf(begun.step().action()));
            Map<String, Object> inputs = begun.step().run().inputs();
            Map<String, Object> outputs = begun.step().run().outputs();
            Object name = inputs.containsKey(makes.name()) ? inputs.get(makes.name()) : outputs.get(makes.name());
            if (inputs.get(makes.system()) == null || name == null) {
                continue; // it ended before it knew what to make
            }
            made.add(new Made(
                    inputs.get(makes.system()).toString(),
                    makes.kind(),
                    name.toString(),
                    begun.database(),
                    begun.step().migration(),
                    begun.step().run().key(),
                    begun.step().title(),
                    begun.step().run().startedAt(),
                    state(begun.step().run().state(), begun.outcome())));
        }
        made.sort(Comparator.comparing(Made::system).thenComparing(Made::kind).thenComparing(Made::name));
        return List.copyOf(made);
    }

    static State state(StepState step, @Nullable RunOutcome run) {
        if (run == RunOutcome.ROLLED_BACK || run == RunOutcome.ABORTED) {
            return State.LEFT_OVER;
        }
        return step == StepState.DONE ? State.STANDS : State.UNSURE;
    }
}
