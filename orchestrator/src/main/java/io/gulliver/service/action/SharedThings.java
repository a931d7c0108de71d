package io.gulliver.service.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.RolePolicy;
import io.gulliver.domain.people.Speaker;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.command.CommandStore;
import io.gulliver.persistence.command.NewCommand;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.shared.CallOrder;
import io.gulliver.persistence.shared.SharedStore;
import io.gulliver.persistence.shared.SharedThing;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.planning.method.TopologyProposal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
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
    /** So long after the end of its run a thing may still be marked as being removed: back-off and tries of that undo. */
    private static final Duration UNDO_ENDS = Duration.ofMinutes(10);

    private static final Speaker GULLIVER = new Speaker("Gulliver", "gulliver", Set.of(RolePolicy.MIGRATION_MANAGER));

    private final SharedStore things;
    private final MigrationStore migrations;
    private final PlaybookStore playbooks;
    private final CommandStore commands;
    private final Consumer<Migration> carrier;
    private final Facts facts;
    private final Clock clock;

    /** Keeps what a build needs to know, under the name that stands for a database in its run. */
    @FunctionalInterface
    public interface Facts {
        void record(String program, String database, Map<String, Object> values, String source);
    }

    /** @param carrier hands a run whose row is there to the engine; one that it does not take waits for a chore */
    public SharedThings(
            SharedStore things,
            MigrationStore migrations,
            PlaybookStore playbooks,
            CommandStore commands,
            Consumer<Migration> carrier,
            Facts facts,
            Clock clock) {
        this.things = things;
        this.migrations = migrations;
        this.playbooks = playbooks;
        this.commands = commands;
        this.carrier = carrier;
        this.facts = facts;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "shared.acquire";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        String kind = CallInputs.text(call, "kind");
        String name = CallInputs.text(call, "name");
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

    /** The only call that makes a migration a user, or has a thing built: a watch writes nothing. */
    private StepResult acquire(StepCall call, String kind, String name) {
        SharedThing thing = use(call, kind, name);
        Build build = new Build(call);
        MigrationId before = thing.run();
        if (before != null && over(migrations.require(before))) {
            // Its run left nothing, or somebody has cleared up and asks again; what is left after all is refused by
            // name.
            thing = things.removed(call.program(), kind, name, before, build);
        } else {
            thing = things.build(call.program(), kind, name, build);
        }
        build.carry();
        String now = build.run != null && thing.run() != null ? " is being built" : " is shared";
        return StepResult.started(kind + "/" + name, Map.of("built", build.run != null), kind + " " + name + now);
    }

    /**
     * Makes the migration a user. A database lands once: its new run takes the place of one that was aborted, which would
     * otherwise count as landing there for ever.
     */
    private SharedThing use(StepCall call, String kind, String name) {
        SharedThing thing = things.use(call.program(), kind, name, call.migration(), asked(call), clock.instant());
        if (!thing.users().contains(call.migration())) {
            throw new Refused(FailureCode.GENERATION_SUPERSEDED.with(
                    call.migration() + " has let go of " + kind + " " + name + " after this was asked",
                    "Nothing to do: the answer is of a call that the engine has given up"));
        }
        for (MigrationId user : thing.users()) {
            if (!user.equals(call.migration())
                    && migrations.require(user).database().equals(call.database())
                    && aborted(user)) {
                thing = things.letGo(call.program(), kind, name, user, CallOrder.LAST, clock.instant());
            }
        }
        return thing;
    }

    private static CallOrder asked(StepCall call) {
        return new CallOrder(call.generation(), call.attempt());
    }

    private boolean aborted(MigrationId run) {
        return migrations.require(run).outcome() == RunOutcome.ABORTED;
    }

    /** Ended without leaving the thing ready. */
    private static boolean over(Migration run) {
        return run.mode() == RunMode.ENDED && run.outcome() != RunOutcome.COMPLETED;
    }

    /** Makes the run that builds a thing; the request id makes sure that there is one, whoever asks first. */
    private final class Build implements Function<SharedThing, MigrationId> {
        private final StepCall call;
        private @Nullable Migration run;

        Build(StepCall call) {
            this.call = call;
        }

        @Override
        public MigrationId apply(SharedThing thing) {
            String database = thing.kind() + ":" + thing.name();
            Object known = call.inputs().getOrDefault("facts", Map.of());
            if (known instanceof Map<?, ?> values) {
                Map<String, Object> named = new TreeMap<>();
                values.forEach((key, value) -> named.put(String.valueOf(key), value));
                facts.record(call.program(), database, named, "landing of " + call.database());
            }
            run = migrations.create(new NewMigration(
                    "shared/" + call.program() + "/" + database + "/" + thing.builds() + "/" + call.purpose(),
                    call.program(),
                    database,
                    call.purpose(),
                    newestApproved(call).hash(),
                    null,
                    false,
                    null,
                    null,
                    GULLIVER.name()));
            return run.id();
        }

        /** Hands the run to the engine, once its row is there to stay. */
        void carry() {
            if (run != null) {
                carrier.accept(run);
            }
        }
    }

    private PlaybookRow newestApproved(StepCall call) {
        String playbook = CallInputs.text(call, "playbook");
        if (playbook.equals(TopologyProposal.AUTO)) {
            String thing = CallInputs.text(call, "kind") + " " + CallInputs.text(call, "name");
            throw new Refused(FailureCode.INPUT_INVALID.with(
                    "Nothing decides whether " + thing + " is a partition or a guest of z/VM: the policy leaves its"
                            + " playbook open, no landing or inventory line says it, and nothing is proposed for it",
                    "Read the tab 'Methods' of a database that lands there for why. Name an HMC or a Feilong server in the"
                            + " landscape, say the kind of target in a landing, or name the playbook in the policy"
                            + " (shared." + CallInputs.text(call, "kind") + "." + CallInputs.text(call, "name")
                            + ".playbook); then retry the step"));
        }
        return playbooks.list().stream()
                .filter(row -> row.name().equals(playbook) && row.approvedBy() != null)
                .findFirst()
                .orElseThrow(() -> new Refused(FailureCode.INPUT_INVALID.with(
                        "Step " + call.step() + ": there is no approved playbook '" + playbook + "'",
                        "Approve one, or correct the step's input 'playbook'")));
    }

    /** Looks, and writes nothing: a watch that the engine has given up may go on for a while. */
    private StepResult watch(StepCall call, String kind, String name, Patience patience) {
        SharedThing[] seen = new SharedThing[1];
        @Nullable Migration[] run = new Migration[1];
        boolean settled = patience.until(
                () -> {
                    SharedThing thing = things.find(call.program(), kind, name)
                            .filter(known -> known.users().contains(call.migration()))
                            .orElseThrow(() -> again(kind, name, call.migration() + " does not land there any more"));
                    seen[0] = thing;
                    MigrationId id = thing.run();
                    if (id == null) {
                        throw again(kind, name, "nobody builds it");
                    }
                    Migration at = migrations.require(id);
                    run[0] = at;
                    return thing.removing() ? leftBehind(at) : at.mode() == RunMode.ENDED || ready(at);
                },
                Math.max(1, call.patienceSeconds()));
        Migration at = run[0];
        if (!settled || at == null) {
            return StepResult.running(kind + "/" + name, progress(kind, name, seen[0].removing() ? null : at));
        }
        if (seen[0].removing() || over(at)) {
            throw again(
                    kind, name, "its run " + at.id() + " ended " + at.outcome() + " and left it unfinished or removed");
        }
        return StepResult.done(Map.of("run", at.id().value()), kind + " " + name + " is ready");
    }

    /** Said as a job that has failed, so that a retry asks for another build in place of watching this one again. */
    private static Refused again(String kind, String name, String cause) {
        return new Refused(FailureCode.JOB_FAILED.with(
                kind + " " + name + ": " + cause,
                "Clear up what its run left, if it left anything, then retry: it is built anew"));
    }

    /** Whoever had it removed would long have said that it is gone, had that undo not been skipped. */
    private boolean leftBehind(Migration run) {
        Instant ended = run.endedAt();
        return over(run) && ended != null && ended.plus(UNDO_ENDS).isBefore(clock.instant());
    }

    /** Built, and held for those who land there. */
    private boolean ready(Migration run) {
        return migrations
                .step(run.id(), StepKey.of(SharedHold.STEP))
                .map(row -> row.run().state())
                .filter(state -> state == StepState.AWAITING || state == StepState.DONE)
                .isPresent();
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
        SharedThing thing = things.letGo(call.program(), kind, name, call.migration(), asked(call), clock.instant());
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
        Build build = new Build(call);
        SharedThing now = things.removed(call.program(), kind, name, run, build);
        build.carry();
        return StepResult.done(
                Map.of(),
                kind + " " + name
                        + (now.users().isEmpty()
                                ? " is removed: nobody lands there any more"
                                : " was removed, and is built anew for " + now.users()));
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
}
