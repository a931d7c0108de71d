package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.activity.FailureTranslation;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.FailureKind;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults;
import io.gulliver.lab.oracle.LabOracle;
import io.gulliver.testing.MatrixSlice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What goes wrong at a customer, at each step of the outage: the step goes on once it is over, or tells a person in the
 * words that are written here what it met and what to do; then the run comes to its end with equal rows, or goes back and
 * opens the source exactly as it was.
 *
 * <p>What a step may say is written by fault, from Oracle's error messages and {@code docs/domain}, whatever the code says.
 */
@Tag("store")
class OutageFaultsTest {
    private static final String SERVICE = "orders";
    private static final String SOURCE = MigrationBench.SOURCE_SYSTEM;
    private static final String TARGET = MigrationBench.TARGET_SYSTEM;

    /** Who administers each side; the target is no more than SYSTEM's, as a customer gives it. */
    private static final String ADMIN = "GULLIVER_ADM";

    /** So often does a step begin again before it counts as one that never goes on. */
    private static final int MOST = 6;

    /** What goes wrong. */
    enum Fault {
        SOURCE_RESTARTS(true),
        TARGET_RESTARTS(false),
        SOURCE_DOWN(true),
        TARGET_DOWN(false),
        SOURCE_LISTENER(true),
        TARGET_LISTENER(false),
        SOURCE_LOCKED(true),
        TARGET_LOCKED(false),
        SOURCE_PASSWORD(true),
        MOVER_LOCKED(true),
        WORKER_LOST_WITHIN(true),
        WORKER_LOST_AFTER(true);

        private final boolean source;

        Fault(boolean source) {
            this.source = source;
        }

        String host() {
            return source ? MigrationBench.SOURCE : MigrationBench.TARGET;
        }

        String service() {
            return source ? SERVICE : "CRM";
        }

        boolean restarts() {
            return this == SOURCE_RESTARTS || this == TARGET_RESTARTS || this == SOURCE_DOWN || this == TARGET_DOWN;
        }

        boolean losesWorker() {
            return this == WORKER_LOST_WITHIN || this == WORKER_LOST_AFTER;
        }

        void strikes(MigrationBench bench) {
            switch (this) {
                case SOURCE_RESTARTS, TARGET_RESTARTS -> bench.oracle.restart(host(), service());
                case SOURCE_DOWN, TARGET_DOWN -> bench.oracle.shut(host(), service());
                case SOURCE_LISTENER, TARGET_LISTENER -> bench.oracle.stopListener(host());
                case SOURCE_LOCKED -> account(bench, ADMIN, "LOCKED");
                case TARGET_LOCKED -> account(bench, "SYSTEM", "LOCKED");
                case MOVER_LOCKED -> account(bench, "MOVER", "LOCKED");
                case SOURCE_PASSWORD -> secret(bench, "'changed' || digest");
                default -> {}
            }
        }

        void ends(MigrationBench bench) {
            switch (this) {
                case SOURCE_DOWN, TARGET_DOWN -> bench.oracle.restart(host(), service());
                case SOURCE_LISTENER, TARGET_LISTENER -> bench.oracle.startListener(host());
                case SOURCE_LOCKED -> account(bench, ADMIN, "OPEN");
                case TARGET_LOCKED -> account(bench, "SYSTEM", "OPEN");
                case MOVER_LOCKED -> account(bench, "MOVER", "OPEN");
                case SOURCE_PASSWORD -> secret(bench, "substring(digest, 8)");
                default -> {}
            }
        }

        private void account(MigrationBench bench, String user, String status) {
            bench.oracle.disturb(
                    host(),
                    service(),
                    "update DBA_USERS set account_status = '" + status + "' where username = '" + user + "'");
        }

        private void secret(MigrationBench bench, String digest) {
            bench.oracle.disturb(
                    host(),
                    service(),
                    "update LAB$SECRETS set digest = " + digest + ", failures = 0 where username = '" + ADMIN + "'");
        }
    }

    /**
     * What a step may tell of a fault.
     *
     * @param code of the failure
     * @param says what its message has: the code of Oracle, or the thing that is wrong
     * @param advises what its advice has
     */
    private record Told(FailureCode code, String says, String advises) {
        boolean fits(StepFailure failure) {
            return failure.code().equals(code.name())
                    && Pattern.compile(says, Pattern.DOTALL)
                            .matcher(failure.message())
                            .find()
                    && Pattern.compile(advises)
                            .matcher(String.valueOf(failure.advice()))
                            .find();
        }
    }

    /** ORA-03113: whoever was logged on lost the session [Database Error Messages]. */
    private static final Told SESSION_LOST = new Told(FailureCode.TEMPORARILY_UNAVAILABLE, "ORA-03113", "alert log");

    /** ORA-12514: an instance that does not run is not registered with its listener. */
    private static final Told NOT_REGISTERED = new Told(FailureCode.UNREACHABLE, "ORA-12514", "started");

    /** docs/domain/cutover.md, A fence that survives a restart: the restriction of sessions and services do not. */
    private static final Told SOURCE_OPEN = new Told(
            FailureCode.CHECK_FAILED,
            "^Source " + SOURCE + " is not quiet: sessions are not restricted",
            "close the source again");

    private static final Told TARGET_OPEN = new Told(
            FailureCode.CHECK_FAILED,
            "^Database " + TARGET + " is not fenced: sessions are not restricted",
            "Put the fence up again");

    /** SQL*Plus of a host ends with its instance; what it had done stays done. */
    private static final Told PROGRAM_LOST = new Told(
            FailureCode.JOB_FAILED,
            "SQL\\*Plus for " + TARGET + " on blefuscu ended .*ORA-(03113|01034|12514)",
            "retry");

    private static final Map<Fault, List<Told>> TABLE = Map.ofEntries(
            Map.entry(Fault.SOURCE_RESTARTS, List.of(SESSION_LOST, SOURCE_OPEN)),
            Map.entry(Fault.TARGET_RESTARTS, List.of(SESSION_LOST, TARGET_OPEN, PROGRAM_LOST)),
            Map.entry(Fault.SOURCE_DOWN, List.of(SESSION_LOST, NOT_REGISTERED, SOURCE_OPEN)),
            Map.entry(Fault.TARGET_DOWN, List.of(SESSION_LOST, NOT_REGISTERED, TARGET_OPEN, PROGRAM_LOST)),
            Map.entry(
                    Fault.SOURCE_LISTENER,
                    List.of(new Told(FailureCode.UNREACHABLE, SOURCE + ", connect: ORA-12541", "Start the listener"))),
            Map.entry(
                    Fault.TARGET_LISTENER,
                    List.of(new Told(FailureCode.UNREACHABLE, TARGET + ", connect: ORA-12541", "Start the listener"))),
            Map.entry(
                    Fault.SOURCE_LOCKED,
                    List.of(new Told(FailureCode.LOGON_REFUSED, SOURCE + ", connect: ORA-28000", "ACCOUNT UNLOCK"))),
            Map.entry(
                    Fault.TARGET_LOCKED,
                    List.of(
                            new Told(FailureCode.LOGON_REFUSED, TARGET + ", connect: ORA-28000", "ACCOUNT UNLOCK"),
                            new Told(FailureCode.JOB_FAILED, "SQL\\*Plus for " + TARGET + ".*ORA-28000", "retry"))),
            Map.entry(
                    Fault.SOURCE_PASSWORD,
                    List.of(new Told(
                            FailureCode.LOGON_REFUSED,
                            SOURCE + ", connect: ORA-01017",
                            "user and password reference"))),
            Map.entry(
                    Fault.MOVER_LOCKED,
                    List.of(new Told(FailureCode.JOB_FAILED, "expdp on lilliput ended .*ORA-28000", "ACCOUNT UNLOCK"))),
            Map.entry(Fault.WORKER_LOST_WITHIN, List.of()),
            Map.entry(Fault.WORKER_LOST_AFTER, List.of()));

    /** How a run ends after the fault. */
    enum Ending {
        GOES_ON,
        GOES_BACK
    }

    /**
     * One case.
     *
     * @param during the fault strikes while the step's job works, not before the step
     */
    record Case(String playbook, Fault fault, String step, boolean during, Ending ending) {
        String name() {
            return playbook + ":" + fault + (during ? "-during-" : "-before-") + step + ":" + ending;
        }

        @Override
        public String toString() {
            return name();
        }
    }

    /** Stands for all steps, one after the other in one run. */
    private static final String EVERY = "every-step";

    private static final List<String> PLAYBOOKS = List.of("data-pump", "data-pump-link");

    /** Differs of two comparisons alone; the first of them is a boundary like it. */
    private static final String SECOND_LOOK = "content-again";

    private static final List<String> WITH_JOBS = List.of(
            "export", "checksum", "transfer", "import", "rights", "around-done", "compile", "statistics", "content");

    static Stream<Case> cases() {
        List<Case> chosen = new ArrayList<>();
        for (Fault fault : Fault.values()) {
            List<Case> all = new ArrayList<>();
            for (String playbook : PLAYBOOKS) {
                all.add(new Case(playbook, fault, EVERY, false, Ending.GOES_ON));
                for (String step : MigrationBench.outage(playbook)) {
                    if (step.equals(SECOND_LOOK)) {
                        continue;
                    }
                    for (Ending ending : Ending.values()) {
                        all.add(new Case(playbook, fault, step, false, ending));
                        if (WITH_JOBS.contains(step) && !fault.losesWorker()) {
                            all.add(new Case(playbook, fault, step, true, ending));
                        }
                    }
                }
            }
            chosen.addAll(MatrixSlice.of("outage-faults " + fault, all, Case::name, 1));
        }
        return chosen.stream();
    }

    @Test
    void theOutageHasTheBoundariesThatAreTried() {
        assertThat(MigrationBench.outage("data-pump"))
                .containsExactly(
                        "source-state",
                        "quiesce",
                        "read-only",
                        "point",
                        "export",
                        "checksum",
                        "transfer",
                        "import",
                        "rights",
                        "grants",
                        "grants-given",
                        "around-done",
                        "compile",
                        "statistics",
                        "source-still-quiet",
                        "lock-accounts",
                        "fence-again",
                        "dictionary",
                        "content",
                        SECOND_LOOK,
                        "pre-open",
                        "level-0-before",
                        "drop-start",
                        "open");
        assertThat(MigrationBench.outage("data-pump-link"))
                .isEqualTo(MigrationBench.outage("data-pump").stream()
                        .filter(step ->
                                !List.of("export", "checksum", "transfer").contains(step))
                        .toList());
    }

    @TempDir
    Path root;

    private MigrationBench bench;
    private Case tried;
    private boolean stands;

    /** Where the fault has struck. */
    private final Set<String> struck = new TreeSet<>();

    private final List<StepFailure> told = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        if (bench != null) {
            bench.close();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void theRunGoesOnOrBackWhateverHappens(Case one) throws Exception {
        tried = one;
        bench = new MigrationBench(root, MigrationBench.spec(), "SYSTEM", one.playbook());
        bench.fact("inventory.criticality", 1);
        List<String> fence = bench.oracle.fence(MigrationBench.SOURCE, SERVICE);
        List<String> people = bench.oracle.people(MigrationBench.SOURCE, SERVICE);
        SortedMap<String, LabOracle.TableContent> rows = bench.oracle.content(MigrationBench.SOURCE, SERVICE);
        bench.doing = this::brought;
        if (one.ending() == Ending.GOES_ON) {
            bench.runTo("open");
            assertThat(struck).isNotEmpty();
            assertThat(bench.oracle.content(MigrationBench.TARGET, "CRM")).isEqualTo(rows);
            assertThat(bench.outputs.get("content")).containsEntry("tables_different", 0);
        } else {
            bench.runBefore(one.step());
            meets(bench.step(one.step()));
            assertThat(struck).isNotEmpty();
            goBack();
            assertThat(bench.oracle.fence(MigrationBench.SOURCE, SERVICE)).isEqualTo(fence);
            assertThat(bench.oracle.people(MigrationBench.SOURCE, SERVICE)).isEqualTo(people);
            assertThat(bench.oracle.content(MigrationBench.SOURCE, SERVICE)).isEqualTo(rows);
            assertThat(bench.oracle.services(MigrationBench.TARGET)).isEmpty();
        }
    }

    /** The step fails, or ends, while the fault stands: nobody retries it, a person rolls back. */
    private void meets(PlanStep step) {
        boolean open = step.pointOfNoReturn();
        StepCall call = bench.next(step.id());
        if (!open) {
            bench.begun(call);
        }
        try {
            first(call, open);
        } catch (RuntimeException e) {
            judged(call, FailureTranslation.described("Step " + call.step(), e));
        }
    }

    /** Every step that was begun is undone, newest first; an undo that fails is tried again, as the engine and people do. */
    private void goBack() {
        for (StepCall call : bench.begun()) {
            StepCall undo = MigrationBench.with(call, Operation.UNDO, null, 0);
            retried(call, () -> bench.action(undo).undo(undo, bench.context));
        }
        end();
    }

    private <T> T retried(StepCall call, Supplier<T> act) {
        for (int attempt = 1; attempt < MOST; attempt++) {
            try {
                return act.get();
            } catch (RuntimeException e) {
                judged(call, FailureTranslation.described("Step " + call.step(), e));
                mend(call);
            }
        }
        return act.get();
    }

    /** Whether the fault is to strike at this step now: once before it, or once while its job works. */
    private boolean here(StepCall call, boolean during) {
        String step = call.step().step();
        return (tried.step().equals(EVERY) || tried.step().equals(step) && tried.during() == during)
                && !struck.contains(where(step, during));
    }

    private static String where(String step, boolean during) {
        return (during ? "during " : "before ") + step;
    }

    private void strike(StepCall call, boolean during) {
        struck.add(where(call.step().step(), during));
        stands = true;
        tried.fault().strikes(bench);
    }

    private void end() {
        if (stands) {
            stands = false;
            tried.fault().ends(bench);
        }
    }

    /** The first calls of a step, up to what the fault makes of them. */
    private void first(StepCall call, boolean withoutActing) {
        if (here(call, false)) {
            strike(call, false);
        }
        if (withoutActing) {
            return;
        }
        if (call.operation() == Operation.START) {
            StepResult started = started(call);
            if (!started.finished()) {
                watched(call, started);
            }
        } else {
            ran(call);
        }
    }

    /** What the engine does with a step until it is done; a person mends what it tells. */
    private Map<String, Object> brought(StepCall first) {
        StepCall call = first;
        bench.begun(call);
        StepResult started = null;
        for (int attempt = 1; attempt <= MOST; attempt++) {
            try {
                if (here(call, false)) {
                    strike(call, false);
                }
                if (call.operation() != Operation.START) {
                    return done(ran(call));
                }
                if (started == null) {
                    StepResult answer = started(call);
                    if (answer.finished()) {
                        return done(answer.outputs());
                    }
                    started = answer;
                }
                return done(watched(call, started));
            } catch (RuntimeException e) {
                StepFailure failure = FailureTranslation.described("Step " + call.step(), e);
                judged(call, failure);
                mend(call);
                boolean over = failure.code().equals(FailureCode.JOB_FAILED.name())
                        || failure.code().equals(FailureCode.JOB_VANISHED.name())
                        || failure.kind() == FailureKind.REQUEST && started == null;
                boolean detached = call.operation() == Operation.START;
                if (over || failure.kind() != FailureKind.TRANSIENT && !detached) {
                    call = MigrationBench.ofRound(call, call.round() + 1);
                    bench.begun(call);
                    started = null;
                    if (bench.step(call.step().step()).rerun() == PlanStep.Rerun.AFTER_UNDO) {
                        StepCall undo = MigrationBench.with(call, Operation.UNDO, null, 0);
                        retried(call, () -> bench.action(undo).undo(undo, bench.context));
                    }
                }
            }
        }
        throw new AssertionError(tried + ": step " + call.step() + " never goes on; it told " + told);
    }

    private Map<String, Object> done(Map<String, Object> outputs) {
        end();
        return outputs;
    }

    /** Thrown by the lost worker's own thread: nothing of ours catches it. */
    private static final class WorkerLost extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** A worker that is lost after so many calls to outer systems; what they did is done. */
    private MigrationBench.Context losing() {
        int after = tried.fault() == Fault.WORKER_LOST_AFTER
                ? Integer.MAX_VALUE
                : 2 + new Random(tried.name().hashCode()).nextInt(10);
        return new MigrationBench.Context() {
            @Override
            public void called(OuterCall made) {
                super.called(made);
                if (calls.size() >= after) {
                    throw new WorkerLost();
                }
            }
        };
    }

    private MigrationBench.Context worker(StepCall call) {
        return tried.fault().losesWorker() && stands ? losing() : bench.context;
    }

    /** The answer of a worker that is lost never arrives: another one gets the same call. */
    private <T> T survived(StepCall call, java.util.function.Function<MigrationBench.Context, T> act) {
        MigrationBench.Context first = worker(call);
        if (first == bench.context) {
            return act.apply(first);
        }
        try {
            act.apply(first);
        } catch (WorkerLost lost) {
            // as it should be
        }
        end();
        return act.apply(bench.context);
    }

    private Map<String, Object> ran(StepCall call) {
        return survived(call, context -> bench.action(call).run(call, context)).outputs();
    }

    private StepResult started(StepCall call) {
        boolean held = WITH_JOBS.contains(call.step().step()) && !tried.fault().losesWorker() && here(call, true);
        if (held) {
            hold(call);
        }
        int before = jobs(call);
        StepResult started = survived(call, context -> bench.action(call).start(call, context));
        if (held) {
            if (!started.finished()) {
                awaitWork(call, before);
            }
            strike(call, true);
            bench.lab.faults().clear();
        }
        return started;
    }

    private static final Map<String, String> HELD = Map.of(
            "export", "expdp",
            "import", "impdp",
            "compile", "recompile-invalid",
            "statistics", "gather-schema-statistics",
            "content", "table-row-hash");

    /** The work of the step lasts until the fault has struck. */
    private void hold(StepCall call) {
        String what = HELD.get(call.step().step());
        if (what == null) {
            return;
        }
        boolean export = what.equals("expdp");
        if (export || what.equals("impdp")) {
            bench.lab.faults().arm(export ? SOURCE : TARGET, what, FaultKind.NEVER_ENDS, 1);
        } else {
            bench.lab.faults().arm(new Faults.Fault(TARGET, what, FaultKind.TAKES_LONG, 0, 1, Duration.ofSeconds(2)));
        }
    }

    /** How many jobs of Data Pump were started that a step like this one starts. */
    private int jobs(StepCall call) {
        String what = String.valueOf(HELD.get(call.step().step()));
        return bench.lab
                .ledger()
                .entries(what.equals("expdp") ? SOURCE : TARGET, what + "-start")
                .size();
    }

    private void awaitWork(StepCall call, int before) {
        String what = String.valueOf(HELD.get(call.step().step()));
        if (what.equals("expdp") || what.equals("impdp")) {
            await().atMost(Duration.ofSeconds(30)).until(() -> jobs(call) > before);
        } else if (!what.equals("null") && !what.equals("table-row-hash")) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> bench.lab.faults().armed().isEmpty());
        }
    }

    private Map<String, Object> watched(StepCall call, StepResult started) {
        for (int watch = 0; watch < 40; watch++) {
            StepCall look = MigrationBench.watching(call, started, stands ? 2 : 20);
            StepResult seen = survived(call, context -> bench.action(look).await(look, context));
            if (seen.finished()) {
                Map<String, Object> all = new LinkedHashMap<>(started.outputs());
                all.putAll(seen.outputs());
                return all;
            }
            end();
        }
        throw new AssertionError(tried + ": step " + call.step() + " does not end");
    }

    /** Every failure says in the words of the table what a person reads, of the fault that stands or has struck. */
    private void judged(StepCall call, StepFailure failure) {
        told.add(failure);
        assertThat(struck)
                .as(tried + ": step " + call.step() + " fails before anything went wrong: " + failure)
                .isNotEmpty();
        assertThat(failure.message())
                .as("told by step " + call.step())
                .doesNotContain("Exception", "\tat ", "null")
                .containsPattern(MigrationBench.SOURCE + "|" + MigrationBench.TARGET);
        assertThat(TABLE.get(tried.fault()))
                .as(tried + ": step " + call.step() + " told " + failure)
                .anyMatch(one -> one.fits(failure));
    }

    /** The fault ends, and whoever is told that a fence is down puts it up again. */
    private void mend(StepCall call) {
        end();
        StepFailure last = told.get(told.size() - 1);
        if (SOURCE_OPEN.fits(last)) {
            again("quiesce");
        } else if (TARGET_OPEN.fits(last)) {
            again("fence");
        }
    }

    private void again(String step) {
        StepCall call = bench.call(step, 1);
        bench.action(call).run(call, bench.context);
    }
}
