package io.gulliver.control.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.command.CommandStore;
import io.gulliver.persistence.command.NewCommand;
import io.gulliver.persistence.command.RolePolicy;
import io.gulliver.persistence.command.Speaker;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.migration.NewMigration;
import io.gulliver.persistence.migration.StepRow;
import io.gulliver.persistence.playbook.PlaybookRow;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.shared.SharedStore;
import io.gulliver.persistence.shared.SharedThing;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code shared.acquire}: asks for a server, container database and the like, which is built by a run of its own, and
 * lets go of it on roll back; the last one to let go rolls that run back.
 *
 * <p>Inputs: {@code kind}, {@code name}, {@code playbook} (its newest approved version builds the thing), {@code facts}
 * (map; what the build needs to know). Outputs: {@code run} (the building run's id), {@code built} (this migration was
 * the first). The building playbook ends with a step {@value SharedHold#STEP} of action {@code shared.hold}, which keeps
 * the run open, so that it can be rolled back, until all who land there are across. See docs/decisions/2026-11-21-shared-things-have-runs-of-their-own.md.
 */
public final class SharedThings implements ControlAction {
    /** Longest wait of an undo for the thing's own roll back, in seconds; then the undo is tried again. */
    private static final int UNDO_SECONDS = 40;

    private static final Speaker GULLIVER = new Speaker("Gulliver", "gulliver", Set.of(RolePolicy.MIGRATION_MANAGER));

    private final SharedStore things;
    private final MigrationStore migrations;
    private final PlaybookStore playbooks;
    private final CommandStore commands;
    private final Function<NewMigration, Migration> starter;
    private final Facts facts;
    private final Clock clock;

    /** Keeps what a build needs to know, under the name that stands for a database in its run. */
    @FunctionalInterface
    public interface Facts {
        void record(String program, String database, Map<String, Object> values, String source);
    }

    public SharedThings(
            SharedStore things,
            MigrationStore migrations,
            PlaybookStore playbooks,
            CommandStore commands,
            Function<NewMigration, Migration> starter,
            Facts facts,
            Clock clock) {
        this.things = things;
        this.migrations = migrations;
        this.playbooks = playbooks;
        this.commands = commands;
        this.starter = starter;
        this.facts = facts;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "shared.acquire";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        String kind = text(call, "kind");
        String name = text(call, "name");
        return switch (call.operation()) {
            case RUN, START -> acquire(call, kind, name);
            case AWAIT -> watch(call, kind, name, patience);
            case STOP ->
                StepResult.done(Map.of(), "The build of " + kind + " " + name + " is the program's and goes on");
            case UNDO -> letGo(call, kind, name, patience);
            case EVALUATE -> {
                newestApproved(call);
                yield StepResult.done(
                        Map.of(),
                        things.find(call.program(), kind, name)
                                .filter(thing -> thing.run() != null)
                                .map(thing -> "Would use " + kind + " " + name + ", built by " + thing.run())
                                .orElse("Would build " + kind + " " + name));
            }
        };
    }

    private StepResult acquire(StepCall call, String kind, String name) {
        SharedThing thing = use(call, kind, name);
        MigrationId before = thing.run();
        if (before != null && aborted(before)) {
            // Asked again after the abort, so somebody has cleared up; what is left after all is refused by its name.
            thing = things.removed(call.program(), kind, name, before);
        }
        if (thing.run() != null || thing.removing()) {
            return StepResult.started(kind + "/" + name, Map.of("built", false), kind + " " + name + " is shared");
        }
        boolean first = build(call, thing);
        return StepResult.started(kind + "/" + name, Map.of("built", first), kind + " " + name + " is being built");
    }

    /**
     * Makes the migration a user. A database lands once: its new run takes the place of one that was aborted, which would
     * otherwise count as landing there for ever.
     */
    private SharedThing use(StepCall call, String kind, String name) {
        SharedThing thing = things.use(call.program(), kind, name, call.migration(), clock.instant());
        for (MigrationId user : thing.users()) {
            if (!user.equals(call.migration())
                    && migrations.require(user).database().equals(call.database())
                    && aborted(user)) {
                thing = things.letGo(call.program(), kind, name, user);
            }
        }
        return thing;
    }

    private boolean aborted(MigrationId run) {
        return migrations.require(run).outcome() == RunOutcome.ABORTED;
    }

    /** Starts the run that builds the thing; the request id makes sure that there is one, whoever asks first. */
    private boolean build(StepCall call, SharedThing thing) {
        PlaybookRow playbook = newestApproved(call);
        String database = thing.kind() + ":" + thing.name();
        Object known = call.inputs().getOrDefault("facts", Map.of());
        if (known instanceof Map<?, ?> values) {
            Map<String, Object> named = new java.util.TreeMap<>();
            values.forEach((key, value) -> named.put(String.valueOf(key), value));
            facts.record(call.program(), database, named, "landing of " + call.database());
        }
        Migration run = starter.apply(new NewMigration(
                "shared/" + call.program() + "/" + database + "/" + thing.builds() + "/" + call.purpose(),
                call.program(),
                database,
                call.purpose(),
                playbook.hash(),
                null,
                false,
                null,
                null,
                GULLIVER.name()));
        SharedThing noted = things.builtBy(call.program(), thing.kind(), thing.name(), run.id());
        return run.id().equals(noted.run());
    }

    private PlaybookRow newestApproved(StepCall call) {
        String playbook = text(call, "playbook");
        return playbooks.list().stream()
                .filter(row -> row.name().equals(playbook) && row.approvedBy() != null)
                .findFirst()
                .orElseThrow(() -> new Refused(FailureCode.INPUT_INVALID.with(
                        "Step " + call.step() + ": there is no approved playbook '" + playbook + "'",
                        "Approve one, or correct the step's input 'playbook'")));
    }

    private StepResult watch(StepCall call, String kind, String name, Patience patience) {
        SharedThing[] seen = new SharedThing[1];
        @Nullable Migration[] run = new Migration[1];
        patience.until(
                () -> {
                    seen[0] = current(call, kind, name);
                    MigrationId id = seen[0].run();
                    run[0] = id == null ? null : migrations.require(id);
                    return run[0] != null && !seen[0].removing() && (run[0].mode() == RunMode.ENDED || ready(run[0]));
                },
                Math.max(1, call.patienceSeconds()));
        Migration at = run[0];
        if (at == null || seen[0].removing() || at.mode() != RunMode.ENDED && !ready(at)) {
            return StepResult.running(kind + "/" + name, progress(kind, name, at));
        }
        if (at.mode() != RunMode.ENDED || at.outcome() == RunOutcome.COMPLETED) {
            return StepResult.done(Map.of("run", at.id().value()), kind + " " + name + " is ready");
        }
        // Said as a job that has failed, so that a retry asks for another build in place of watching this one again.
        throw new Refused(FailureCode.JOB_FAILED.with(
                kind + " " + name + ": its run " + at.id() + " ended " + at.outcome() + " and left it unfinished",
                "Clear up what run " + at.id() + " left, then retry: it is built anew"));
    }

    /** Built, and held for those who land there. */
    private boolean ready(Migration run) {
        return migrations.steps(run.id()).stream()
                .anyMatch(row -> row.run().key().step().equals(SharedHold.STEP)
                        && (row.run().state() == StepState.AWAITING || row.run().state() == StepState.DONE));
    }

    /** The thing as it is; one that was taken away is built again for those who still want it. */
    private SharedThing current(StepCall call, String kind, String name) {
        SharedThing thing = use(call, kind, name);
        MigrationId run = thing.run();
        if (run != null) {
            Migration at = migrations.require(run);
            if (at.mode() == RunMode.ENDED && at.outcome() == RunOutcome.ROLLED_BACK) {
                thing = things.removed(call.program(), kind, name, run);
            }
        }
        if (thing.run() == null && !thing.removing()) {
            build(call, thing);
            thing = things.find(call.program(), kind, name).orElseThrow();
        }
        return thing;
    }

    private Progress progress(String kind, String name, @Nullable Migration run) {
        if (run == null) {
            return new Progress(0, null, "steps", null, kind + " " + name + " is being cleared up before it is built");
        }
        List<StepRow> steps = migrations.steps(run.id());
        long done = steps.stream().filter(row -> row.run().state().satisfies()).count();
        boolean attention = steps.stream()
                .anyMatch(row ->
                        row.run().state() == StepState.PARKED || row.run().state() == StepState.UNDO_PARKED);
        String text =
                kind + " " + name + " is being built by " + run.id() + (attention ? ", which needs attention" : "");
        return new Progress(done, (double) steps.size(), "steps", null, text);
    }

    private StepResult letGo(StepCall call, String kind, String name, Patience patience) {
        if (things.find(call.program(), kind, name).isEmpty()) {
            return StepResult.done(Map.of(), "Nothing to let go of");
        }
        SharedThing thing = things.letGo(call.program(), kind, name, call.migration());
        MigrationId run = thing.run();
        if (!thing.removing() || run == null) {
            return StepResult.done(
                    Map.of(), kind + " " + name + " stays: " + thing.users().size() + " more land there");
        }
        rollBack(call, kind, name, run);
        boolean gone = patience.until(() -> migrations.require(run).mode() == RunMode.ENDED, UNDO_SECONDS);
        if (!gone) {
            throw new Refused(FailureCode.TEMPORARILY_UNAVAILABLE.with(
                    kind + " " + name + " is still being removed by run " + run,
                    "See that run; this step looks again by itself"));
        }
        if (aborted(run)) {
            throw new Refused(FailureCode.STATE_CONFLICT.with(
                    kind + " " + name + ": its run " + run + " was aborted, and what it had built is still there",
                    "Remove by hand what run " + run + " left, then skip this undo with a reason"));
        }
        things.removed(call.program(), kind, name, run);
        return StepResult.done(Map.of(), kind + " " + name + " is removed: nobody lands there any more");
    }

    private void rollBack(StepCall call, String kind, String name, MigrationId run) {
        Migration at = migrations.require(run);
        if (at.mode() == RunMode.ENDED && at.outcome() != RunOutcome.COMPLETED) {
            return;
        }
        String reason =
                "Nobody lands on " + kind + " " + name + " any more, after the roll back of " + call.migration();
        try {
            commands.record(new NewCommand(
                    run,
                    new CommandOrder(
                            "shared/" + run.value() + "/roll-back",
                            Verb.ROLL_BACK,
                            null,
                            null,
                            null,
                            reason,
                            GULLIVER.name(),
                            Map.of()),
                    null,
                    GULLIVER));
        } catch (RefusedException e) {
            throw new Refused(FailureCode.STATE_CONFLICT.with(
                    kind + " " + name + " cannot be removed: " + e.getMessage(), "See run " + run));
        }
    }

    private static String text(StepCall call, String input) {
        Object value = call.inputs().get(input);
        if (value instanceof String text && !text.isBlank()) {
            return text;
        }
        throw new Refused(FailureCode.INPUT_INVALID.with(
                "Step " + call.step() + ": input '" + input + "' is missing", "Correct the playbook"));
    }
}
