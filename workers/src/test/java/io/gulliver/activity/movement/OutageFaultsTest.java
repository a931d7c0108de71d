package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.activity.FailureTranslation;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.lab.oracle.LabOracle;
import io.gulliver.lab.ssh.LabHost;
import io.gulliver.testing.MatrixSlice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Function;
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
        TARGET_PASSWORD(false),
        MOVER_LOCKED(true),
        SOURCE_AREA_FULL(true),
        TARGET_AREA_FULL(false),
        SOURCE_STAGING(true),
        TARGET_STAGING(false),
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

        /** Whether who administers the side cannot log on to it while it stands. */
        boolean keepsOut() {
            return switch (this) {
                case SOURCE_DOWN,
                        TARGET_DOWN,
                        SOURCE_LISTENER,
                        TARGET_LISTENER,
                        SOURCE_LOCKED,
                        TARGET_LOCKED,
                        SOURCE_PASSWORD,
                        TARGET_PASSWORD,
                        SOURCE_AREA_FULL,
                        TARGET_AREA_FULL -> true;
                default -> false;
            };
        }

        /** Whether it keeps out every user, not one. */
        private boolean everyone() {
            return switch (this) {
                case SOURCE_LOCKED, TARGET_LOCKED, SOURCE_PASSWORD, TARGET_PASSWORD -> false;
                default -> keepsOut();
            };
        }

        /** Whether the step is one that cannot be done while this stands, by what the playbook gives it. */
        boolean hinders(StepCall call) {
            String step = call.step().step();
            boolean overLink = step.equals("import") && call.inputs().containsKey("network_link");
            if (keepsOut()) {
                // The link to the source is the migration user's, not the administrator's.
                return logsOn(call).contains(host()) || overLink && source && everyone();
            }
            return switch (this) {
                case MOVER_LOCKED -> step.equals("export") || overLink;
                case SOURCE_STAGING -> step.equals("export");
                case TARGET_STAGING -> step.equals("transfer");
                default -> false;
            };
        }

        void strikes(MigrationBench bench) {
            switch (this) {
                case SOURCE_RESTARTS, TARGET_RESTARTS -> bench.oracle.restart(host(), service());
                case SOURCE_DOWN, TARGET_DOWN -> bench.oracle.shut(host(), service());
                case SOURCE_LISTENER, TARGET_LISTENER -> bench.oracle.stopListener(host());
                case SOURCE_LOCKED -> account(bench, ADMIN, "LOCKED");
                case TARGET_LOCKED -> account(bench, "SYSTEM", "LOCKED");
                case MOVER_LOCKED -> account(bench, "MOVER", "LOCKED");
                case SOURCE_PASSWORD, TARGET_PASSWORD -> secret(bench, "'changed' || digest");
                case SOURCE_AREA_FULL, TARGET_AREA_FULL -> area(bench, "space_used + space_limit");
                case SOURCE_STAGING -> staging(bench, true);
                case TARGET_STAGING -> staging(bench, true);
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
                case SOURCE_PASSWORD, TARGET_PASSWORD -> secret(bench, "substring(digest, 8)");
                case SOURCE_AREA_FULL, TARGET_AREA_FULL -> area(bench, "space_used - space_limit");
                case SOURCE_STAGING -> staging(bench, false);
                case TARGET_STAGING -> staging(bench, false);
                default -> {}
            }
        }

        private void area(MigrationBench bench, String used) {
            bench.oracle.disturb(host(), service(), "update V$RECOVERY_FILE_DEST set space_used = " + used);
        }

        private void staging(MigrationBench bench, boolean full) {
            LabHost host = source ? bench.source : bench.target;
            if (!full) {
                host.free(MigrationBench.staging(host));
                return;
            }
            try {
                host.fill(MigrationBench.staging(host));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
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
                    "update LAB$SECRETS set digest = " + digest + ", failures = 0 where username = '"
                            + (source ? ADMIN : "SYSTEM") + "'");
        }
    }

    /** Hosts whose database the step logs on to, by the credentials that the playbook gives it. */
    private static Set<String> logsOn(StepCall call) {
        Set<String> hosts = new TreeSet<>();
        call.inputs().forEach((name, value) -> {
            if (name.endsWith("credential") && !name.startsWith("migration")) {
                hosts.add(String.valueOf(call.inputs().get(name.replace("credential", "host"))));
            }
        });
        return hosts;
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
    private static final List<Told> PROGRAM_LOST = List.of(
            program("03113", "See the alert log"),
            program("01034", "Start the instance"),
            program("12514", "Check the service name and that it is started"));

    private static Told program(String code, String advice) {
        return new Told(
                FailureCode.JOB_FAILED,
                "^SQL\\*Plus for " + TARGET + " on blefuscu ended .*ORA-" + code,
                "^" + advice + ".* Then retry: what is done stays done");
    }

    /** An import over the link begins at the target, and finds the source as it is. */
    private static Told linked(String code, String advice) {
        return new Told(
                FailureCode.JOB_FAILED,
                "^impdp on blefuscu ended .*Link name \"MIG_SRC\" is invalid.*ORA-" + code,
                "^" + advice + ".* Then retry");
    }

    /** A worker of such a job opens the link when the job has begun. */
    private static Told withinJob(String code, String advice) {
        return new Told(
                FailureCode.JOB_FAILED,
                "^Data Pump job MIG_.* of " + TARGET + " ended .*ORA-" + code,
                "^" + advice + ".* Then retry");
    }

    private static List<Told> and(List<Told> some, Told... more) {
        return Stream.concat(some.stream(), Stream.of(more)).toList();
    }

    private static final Map<Fault, List<Told>> TABLE = Map.ofEntries(
            Map.entry(Fault.SOURCE_RESTARTS, List.of(SESSION_LOST, SOURCE_OPEN)),
            Map.entry(Fault.TARGET_RESTARTS, and(PROGRAM_LOST, SESSION_LOST, TARGET_OPEN)),
            Map.entry(
                    Fault.SOURCE_DOWN,
                    List.of(
                            SESSION_LOST,
                            NOT_REGISTERED,
                            SOURCE_OPEN,
                            linked("12514", "Check the service name and that it is started"),
                            withinJob("12514", "Check the service name and that it is started"))),
            Map.entry(Fault.TARGET_DOWN, and(PROGRAM_LOST, SESSION_LOST, NOT_REGISTERED, TARGET_OPEN)),
            Map.entry(
                    Fault.SOURCE_LISTENER,
                    List.of(
                            new Told(FailureCode.UNREACHABLE, SOURCE + ", connect: ORA-12541", "Start the listener"),
                            linked("12541", "Start the listener"),
                            withinJob("12541", "Start the listener"))),
            Map.entry(
                    Fault.TARGET_LISTENER,
                    List.of(
                            new Told(FailureCode.UNREACHABLE, TARGET + ", connect: ORA-12541", "Start the listener"),
                            program("12541", "Start the listener"))),
            Map.entry(
                    Fault.SOURCE_LOCKED,
                    List.of(new Told(FailureCode.LOGON_REFUSED, SOURCE + ", connect: ORA-28000", "ACCOUNT UNLOCK"))),
            Map.entry(
                    Fault.TARGET_LOCKED,
                    List.of(
                            new Told(FailureCode.LOGON_REFUSED, TARGET + ", connect: ORA-28000", "ACCOUNT UNLOCK"),
                            program("28000", "Unlock the account"))),
            Map.entry(
                    Fault.SOURCE_PASSWORD,
                    List.of(new Told(
                            FailureCode.LOGON_REFUSED,
                            SOURCE + ", connect: ORA-01017",
                            "user and password reference"))),
            Map.entry(
                    Fault.TARGET_PASSWORD,
                    List.of(
                            new Told(
                                    FailureCode.LOGON_REFUSED,
                                    TARGET + ", connect: ORA-01017",
                                    "user and password reference"),
                            program("01017", "Check user and password reference"))),
            Map.entry(
                    Fault.MOVER_LOCKED,
                    List.of(
                            new Told(FailureCode.JOB_FAILED, "^expdp on lilliput ended .*ORA-28000", "ACCOUNT UNLOCK"),
                            linked("28000", "Unlock the account"),
                            withinJob("28000", "Unlock the account"))),
            Map.entry(
                    Fault.SOURCE_AREA_FULL,
                    List.of(
                            new Told(
                                    FailureCode.CAPACITY_EXHAUSTED,
                                    SOURCE + ", connect: ORA-00257",
                                    "[Rr]oom for archived redo"),
                            new Told(
                                    FailureCode.JOB_FAILED,
                                    "^expdp on lilliput ended .*ORA-00257",
                                    "[Rr]oom for archived redo"),
                            linked("00257", "Make room for archived redo"),
                            withinJob("00257", "Make room for archived redo"))),
            Map.entry(
                    Fault.TARGET_AREA_FULL,
                    List.of(
                            // ORA-00257: the archiver stands, and nobody but SYSDBA gets in.
                            new Told(
                                    FailureCode.CAPACITY_EXHAUSTED,
                                    TARGET + ", connect: ORA-00257",
                                    "[Rr]oom for archived redo"),
                            new Told(
                                    FailureCode.JOB_FAILED,
                                    "(SQL\\*Plus for " + TARGET + "|impdp on blefuscu).*ORA-00257",
                                    "retry|[Rr]oom"),
                            // RMAN ends where the area is at its limit.
                            new Told(FailureCode.JOB_FAILED, "ORA-1980[49]", "recovery area"))),
            Map.entry(
                    Fault.SOURCE_STAGING,
                    List.of(new Told(
                            FailureCode.JOB_FAILED,
                            "^Data Pump job MIG_.* of " + SOURCE + ".*ORA-27072",
                            "[Ff]ree .*" + "u09/migration on lilliput"))),
            Map.entry(
                    Fault.TARGET_STAGING,
                    List.of(new Told(
                            FailureCode.CAPACITY_EXHAUSTED,
                            "no room on blefuscu for dump file",
                            "Free room in .*u09/migration on blefuscu"))),
            Map.entry(Fault.WORKER_LOST_WITHIN, List.of()),
            Map.entry(Fault.WORKER_LOST_AFTER, List.of()));

    /** How a run ends after the fault. */
    enum Ending {
        GOES_ON,
        GOES_BACK,
        /** The fault strikes before the undo of each step. */
        HINDERED_BACK
    }

    /** What the source is. */
    enum Source {
        SMALL,
        /** Documents and pictures beside the rows. */
        LARGE_OBJECTS,
        /** Two instances; services are Clusterware's, which a person speaks to. */
        CLUSTER,
        /** A pluggable database of a container. */
        PLUGGABLE;

        LabDatabaseSpec spec() {
            return switch (this) {
                case SMALL -> MigrationBench.spec();
                case LARGE_OBJECTS -> MigrationBench.spec("lobs");
                case CLUSTER ->
                    MigrationBench.spec(
                            LabDatabaseSpec.Kind.NON_CDB,
                            Map.of("cluster_database", "TRUE", "cluster_database_instances", "2"));
                case PLUGGABLE -> MigrationBench.spec(LabDatabaseSpec.Kind.PDB, Map.of(), "container:CDBSHOP");
            };
        }

        /** Whether discovery found it to be that. */
        boolean found(Map<String, Object> discovered) {
            boolean large = ((Number) discovered.get("lob_gb")).doubleValue()
                    > ((Number) discovered.get("data_gb")).doubleValue() / 2;
            boolean cluster = discovered.get("instances").equals(2);
            boolean pluggable = discovered.get("container").equals(true);
            return large == (this == LARGE_OBJECTS) && cluster == (this == CLUSTER) && pluggable == (this == PLUGGABLE);
        }
    }

    /**
     * One case.
     *
     * @param during the fault strikes while the step's job works, not before the step
     */
    record Case(Source source, String playbook, Fault fault, String step, boolean during, Ending ending) {
        String name() {
            return (source == Source.SMALL ? "" : source + ":") + playbook + ":" + fault
                    + (during ? "-during-" : "-before-") + step + ":" + ending;
        }

        @Override
        public String toString() {
            return name();
        }
    }

    /** Stands for all steps, one after the other in one run. */
    private static final String EVERY = "every-step";

    /** Looks whether nobody could write at the source. */
    private static final String LAST_LOOK = "source-still-quiet";

    /** Look whether the fence of the target stands. */
    private static final List<String> LOOK_AT_FENCE = List.of("fence-again", "fence-at-opening");

    /** Before it everything goes back. */
    private static final String LAST_BACK = "open";

    private static final List<String> PLAYBOOKS = List.of("data-pump", "data-pump-link");

    /** Differs of two comparisons alone; the first of them is a boundary like it. */
    private static final String SECOND_LOOK = "content-again";

    private static final List<String> WITH_JOBS = List.of(
            "export", "checksum", "transfer", "import", "rights", "around-done", "compile", "statistics", "content");

    /** So many faults has a slice, each at one place: a case takes some seconds of a processor. */
    private static final int FAULTS = 5;

    /** So many runs has a slice in which one fault strikes at all steps. */
    private static final int WHOLE_RUNS = 2;

    /** So many cases has each other source. */
    private static final int OTHERS = 1;

    /** Where another source than the small one is another thing to a step. */
    private static final Set<String> BY_SOURCE = Set.of(
            "quiesce",
            "read-only",
            "export",
            "transfer",
            "import",
            "statistics",
            "source-still-quiet",
            "content",
            "open");

    static Stream<Case> cases() {
        List<Case> chosen = new ArrayList<>();
        for (Fault fault : Fault.values()) {
            chosen.addAll(MatrixSlice.of("outage-faults " + fault, cases(Source.SMALL, fault), Case::name, 1));
        }
        List<Case> cases = new ArrayList<>(MatrixSlice.of("outage-faults", chosen, Case::name, FAULTS));
        List<Case> whole = Stream.of(Fault.values())
                .flatMap(fault -> cases(Source.SMALL, fault).stream())
                .filter(each -> each.step().equals(EVERY) && !cases.contains(each))
                .toList();
        cases.addAll(MatrixSlice.of("outage-faults every-step", whole, Case::name, WHOLE_RUNS));
        for (Source source : Source.values()) {
            if (source != Source.SMALL) {
                List<Case> all = Stream.of(Fault.values())
                        .flatMap(fault -> cases(source, fault).stream())
                        .toList();
                cases.addAll(MatrixSlice.of("outage-faults " + source, all, Case::name, OTHERS));
            }
        }
        String named = System.getProperty("gulliver.case", "");
        List<Case> one =
                cases.stream().filter(each -> each.name().equals(named)).toList();
        // another matrix of the same run may have it
        return (one.isEmpty() ? cases : one).stream();
    }

    private static List<Case> cases(Source source, Fault fault) {
        List<Case> all = new ArrayList<>();
        for (String playbook : PLAYBOOKS) {
            all.add(new Case(source, playbook, fault, EVERY, false, Ending.GOES_ON));
            all.add(new Case(source, playbook, fault, LAST_BACK, false, Ending.HINDERED_BACK));
            for (String step : MigrationBench.outage(playbook)) {
                if (step.equals(SECOND_LOOK) || source != Source.SMALL && !BY_SOURCE.contains(step)) {
                    continue;
                }
                for (Ending ending : List.of(Ending.GOES_ON, Ending.GOES_BACK)) {
                    all.add(new Case(source, playbook, fault, step, false, ending));
                    if (WITH_JOBS.contains(step) && !fault.losesWorker()) {
                        all.add(new Case(source, playbook, fault, step, true, ending));
                    }
                }
            }
        }
        return all;
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
                        "callers",
                        "fence-at-opening",
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
    private List<String> outage = List.of();
    private boolean stands;

    /** Where the fault has struck. */
    private final Set<String> struck = new TreeSet<>();

    /** Steps that told of it. */
    private final Set<String> noticed = new TreeSet<>();

    /** Steps that it kept from their work. */
    private final Set<String> hindered = new TreeSet<>();

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
        outage = MigrationBench.outage(one.playbook());
        bench = new MigrationBench(root, one.source().spec(), "SYSTEM", one.playbook());
        bench.copyWay = List.of("transfer", EVERY).contains(one.step()) ? "auto" : bench.copyWay;
        bench.fact("inventory.criticality", 1);
        List<String> fence = bench.oracle.fence(MigrationBench.SOURCE, SERVICE);
        List<String> people = bench.oracle.people(MigrationBench.SOURCE, SERVICE);
        SortedMap<String, LabOracle.TableContent> rows = bench.oracle.content(MigrationBench.SOURCE, SERVICE);
        Struck engine = new Struck(bench);
        bench.doing = engine::bring;
        try {
            tried(engine, fence, people, rows);
            Map<String, Object> discovered = bench.outputs.get("discover-database");
            assertThat(one.source().found(discovered))
                    .as("a source that is " + one.source() + ": " + discovered)
                    .isTrue();
        } finally {
            System.out.println(one + " told "
                    + engine.told.stream()
                            .map(failure -> failure.code() + " "
                                    + failure.message().lines().findFirst().orElse(""))
                            .distinct()
                            .toList()
                    + " by " + noticed);
        }
    }

    private void tried(
            Struck engine, List<String> fence, List<String> people, SortedMap<String, LabOracle.TableContent> rows) {
        Case one = tried;
        if (one.ending() == Ending.GOES_ON) {
            bench.runTo("open");
            assertThat(struck).isNotEmpty();
            assertThat(bench.oracle.content(MigrationBench.TARGET, "CRM")).isEqualTo(rows);
            assertThat(bench.outputs.get("content")).containsEntry("tables_different", 0);
            assertThat(noticed)
                    .as("whom it kept from the work, or has the fence to look after, tells")
                    .containsAll(hindered);
            if (one.fault().keepsOut() && !one.fault().restarts() && !one.during()) {
                assertThat(noticed).as("and nobody else").isEqualTo(hindered);
            }
        } else if (one.ending() == Ending.HINDERED_BACK) {
            bench.runBefore(one.step());
            engine.rollBack();
            assertThat(struck).isNotEmpty();
            asItWas(fence, people, rows);
            if (one.fault().keepsOut()) {
                assertThat(noticed).as("an undo that logs on tells").isNotEmpty();
            }
        } else {
            bench.runBefore(one.step());
            engine.meet(bench.next(one.step()), !bench.step(one.step()).pointOfNoReturn());
            assertThat(struck).isNotEmpty();
            engine.rollBack();
            engine.end();
            asItWas(fence, people, rows);
        }
    }

    private void asItWas(List<String> fence, List<String> people, SortedMap<String, LabOracle.TableContent> rows) {
        assertThat(bench.oracle.fence(MigrationBench.SOURCE, SERVICE)).isEqualTo(fence);
        assertThat(bench.oracle.people(MigrationBench.SOURCE, SERVICE)).isEqualTo(people);
        assertThat(bench.oracle.content(MigrationBench.SOURCE, SERVICE)).isEqualTo(rows);
        assertThat(bench.oracle.services(MigrationBench.TARGET)).isEmpty();
    }

    /** The engine of a run, and the fault that strikes in it. */
    private final class Struck extends BenchEngine {
        /** Whether the step that it struck cannot do its work while it stands. */
        private boolean keepsFromWork;

        Struck(MigrationBench bench) {
            super(bench);
        }

        /** Whether the fault is to strike at this step now: once before it, or once while its job works. */
        private boolean here(StepCall call, boolean during) {
            String step = call.step().step();
            return tried.ending() != Ending.HINDERED_BACK
                    && (tried.step().equals(EVERY) && outage.contains(step)
                            || tried.step().equals(step) && tried.during() == during)
                    && !struck.contains(where(step, during));
        }

        private String where(String step, boolean during) {
            return (during ? "during " : "before ") + step;
        }

        private void strike(StepCall call, boolean during) {
            end();
            struck.add(where(call.step().step(), during));
            stands = true;
            tried.fault().strikes(bench);
            keepsFromWork = call.operation() != Operation.UNDO
                    && !during
                    && tried.fault().hinders(call);
            if (call.operation() == Operation.UNDO) {
                return; // what nothing was done of, needs no logon to be undone
            }
            if (keepsFromWork) {
                hindered.add(call.step().step());
            }
            if (tried.fault().restarts()) {
                fenceLooker(call.step().step(), during).ifPresent(hindered::add);
            }
        }

        /** Which step is the next to look at the fence, that a restart took the restriction of. */
        private Optional<String> fenceLooker(String step, boolean during) {
            int at = outage.indexOf(step) + (during ? 1 : 0);
            if (!tried.fault().source) {
                return LOOK_AT_FENCE.stream()
                        .filter(look -> outage.indexOf(look) >= at)
                        .findFirst();
            }
            return at > outage.indexOf("quiesce") && at <= outage.indexOf(LAST_LOOK)
                    ? Optional.of(LAST_LOOK)
                    : Optional.empty();
        }

        @Override
        void beforeUndo(StepCall call) {
            if (tried.ending() == Ending.HINDERED_BACK && made()) {
                strike(call, false);
            }
        }

        @Override
        void undone(StepCall call) {
            if (tried.ending() == Ending.HINDERED_BACK) {
                end();
            }
        }

        void end() {
            if (stands) {
                stands = false;
                if (made()) {
                    tried.fault().ends(bench);
                }
            }
        }

        /** Whether what the fault is of is there: a back-out takes the target away that was made for it. */
        private boolean made() {
            return bench.oracle
                    .services(tried.fault().host())
                    .contains(tried.fault().service());
        }

        @Override
        void before(StepCall call) {
            if (here(call, false)) {
                strike(call, false);
            }
        }

        @Override
        int patience() {
            if (stands && keepsFromWork) {
                return 600; // nobody mends what nobody told of
            }
            return stands ? 2 : super.patience();
        }

        @Override
        void runs(StepCall call) {
            if (!keepsFromWork) {
                end();
            }
        }

        /** Every failure says in the words of the table what a person reads; then it is mended. */
        @Override
        void failed(StepCall call, StepFailure failure) {
            noticed.add(call.step().step());
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
            end();
            if (SOURCE_OPEN.fits(failure)) {
                again("quiesce");
            } else if (TARGET_OPEN.fits(failure)) {
                again("fence");
            }
        }

        @Override
        Map<String, Object> bring(StepCall first) {
            Map<String, Object> outputs = super.bring(first);
            end();
            return outputs;
        }

        /** The step fails, or ends, while the fault stands: nobody retries it, for a person rolls back. */
        void meet(StepCall call, boolean acting) {
            if (!acting) {
                before(call);
                return;
            }
            bench.begun(call);
            try {
                before(call);
                if (call.operation() == Operation.START) {
                    StepResult started = start(call);
                    if (!started.finished()) {
                        watch(call, started);
                    }
                } else {
                    run(call);
                }
            } catch (RuntimeException e) {
                StepFailure failure = FailureTranslation.described("Step " + call.step(), e);
                assertThat(TABLE.get(tried.fault()))
                        .as(tried + ": step " + call.step() + " told " + failure)
                        .anyMatch(one -> one.fits(failure));
                return;
            }
            assertThat(hindered)
                    .as("whom it kept from the work tells")
                    .doesNotContain(call.step().step());
        }

        @Override
        StepResult start(StepCall call) {
            boolean held = !stands
                    && WITH_JOBS.contains(call.step().step())
                    && !tried.fault().losesWorker()
                    && here(call, true);
            if (!held) {
                return super.start(call);
            }
            hold(call);
            int before = jobs(call);
            StepResult started = super.start(call);
            if (!started.finished()) {
                awaitWork(call, before);
            }
            strike(call, true);
            bench.lab.faults().clear();
            return started;
        }

        /** The answer of a worker that is lost never arrives: another one gets the same call. */
        @Override
        <T> T made(StepCall call, Function<MigrationBench.Context, T> act) {
            if (!tried.fault().losesWorker() || !stands) {
                return super.made(call, act);
            }
            try {
                act.apply(losing());
            } catch (WorkerLost lost) {
                assertThat(tried.fault()).isEqualTo(Fault.WORKER_LOST_WITHIN);
            }
            end();
            return super.made(call, act);
        }
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

    private static final Map<String, String> HELD = Map.of(
            "export", "expdp",
            "import", "impdp",
            "compile", "recompile-invalid-serial",
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
}
