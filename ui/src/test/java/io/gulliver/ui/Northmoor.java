package io.gulliver.ui;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepLogPiece;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.RunControl;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.plan.MeasuredOutage;
import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.domain.plan.PlanBreak;
import io.gulliver.domain.plan.ProgramState;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.risk.EntryDetails;
import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskCounts;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.log.JdbcStepLogStore;
import io.gulliver.persistence.log.StepLogStore;
import io.gulliver.persistence.playbook.PlanSource;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.collection.ConnectionService;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.ui.database.DatabaseHead;
import io.gulliver.ui.database.DatabaseViews;
import io.gulliver.ui.databases.DatabaseGridReader;
import io.gulliver.ui.databases.DatabaseRow;
import io.gulliver.ui.databases.GridPage;
import io.gulliver.ui.databases.GridQuery;
import io.gulliver.ui.frame.ProgramCounts;
import io.gulliver.ui.frame.ProgramCountsReader;
import io.gulliver.ui.frame.StageCell;
import io.gulliver.ui.frame.Status;
import io.gulliver.ui.plan.PlanPageReader;
import io.gulliver.ui.plan.PlanView;
import io.gulliver.ui.program.ProgramOverview;
import io.gulliver.ui.program.ProgramViews;
import io.gulliver.ui.settings.SystemReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cast of the page tests: program Northmoor Bank with an invented estate of any size, one run that failed, one that
 * waits for an approval, one that waits for a task. Programs, runs, tasks, commands and audit lie in real stores.
 */
final class Northmoor
        implements ProgramViews, ProgramCountsReader, DatabaseGridReader, DatabaseViews, PlanPageReader, SystemReader {
    static final Instant NOW = Instant.parse("2026-06-11T12:32:00Z");
    static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    static final String PROGRAM = "northmoor";
    static final String HASH = "b".repeat(64);

    static final String[] NAMES = {
        "DOCARCP",
        "BRNCHP",
        "CRMP",
        "HRPAYP",
        "INTRAP",
        "KYCP",
        "PENSP",
        "FRAUDP",
        "CARDAUTH",
        "CARDISS",
        "DISPUTEP",
        "ATMSWP",
        "LOYALP",
        "MOBAUTHP",
        "PAYHUB",
        "INSTPAY",
        "SWIFTGW",
        "FXDEAL",
        "SEPAIN",
        "SEPAOUT",
        "GLCORE",
        "COLLATP",
        "GLSUBL",
        "LOANP",
        "TREASP",
        "DWHFIN",
        "AMLP",
        "ARCHHIST",
        "DWHRISK",
        "REGREP"
    };
    private static final String[] APPS = {
        "Document archive", "Branch desk", "Customer records", "HR and payroll", "Intranet", "Customer screening"
    };
    private static final String[] METHODS = {
        "GoldenGate", "GoldenGate with fallback", "Transport, incremental", "Data Pump"
    };
    private static final String[] OWNERS = {"Cards", "Payments", "Core", "Channels"};

    static final PlaybookLibrary SHIPPED = PlaybookLibrary.shipped();

    private final Stores stores;
    private final List<DatabaseRow> rows = new ArrayList<>();

    Northmoor(StoreDatabase store, int databases) {
        stores = Stores.on(store, plans(), SlotNames.asPlanned(), batch -> {});
        for (int i = 0; i < databases; i++) {
            rows.add(row(i));
        }
        if (stores.programs().find(PROGRAM).isEmpty()) {
            seed();
        }
    }

    Stores stores() {
        return stores;
    }

    /** A person of this installation's own, made by admin, who logs in with the password of that hash. */
    void person(
            String name, String passwordHash, List<Account.HeldRight> rights, List<Account.HeldFunction> functions) {
        Account account =
                new Account(name, name, null, Account.LOCAL, name, false, null, null, rights, functions, List.of(), 0);
        if (stores.accounts().add(account, passwordHash, "admin").isEmpty()) {
            throw new IllegalStateException("There is a " + name + " already");
        }
    }

    /** What takes clients that were seen. */
    ConnectionService connections() {
        return new ConnectionService(
                stores.database(),
                stores.connections(),
                stores.databases(),
                stores.facts(),
                RuleTables.shipped().dependencies());
    }

    private void seed() {
        stores.programs().create(PROGRAM, "Northmoor Bank", ZoneId.of("Europe/Berlin"), Map.of("threshold", 80), "pm");
        stores.databases()
                .add(
                        PROGRAM,
                        Stream.of("CARDAUTH", "CARDISS", "KYCP", "PENSP", "LOANP", "TREASP")
                                .map(name -> DatabaseProfile.of(name, "Cards", Environment.PRODUCTION))
                                .toList(),
                        "pm");
        stores.plans().add(PROGRAM, 4, "Cards and channels", NOW.plus(Duration.ofDays(10)), List.of(), "pm");
        stores.plans().place(new WaveMember(PROGRAM, 4, "CARDAUTH", null), "pm");
        Migration failed = start("CARDAUTH");
        play(
                failed,
                done(1, "collect"),
                done(2, "size"),
                done(3, "define-guest"),
                entry(
                        4,
                        step("create-volumes", StepState.PARKED)
                                .failure(FailureCode.CAPACITY_EXHAUSTED.with(
                                        "6 of 8 volumes refused: pool FS-2/P1 is full, 1.1 TB free, 4.2 TB wanted.",
                                        "Storage frees 4.2 TB by 15 Jun; then retry the step."))
                                .run(),
                        "step needs attention",
                        "pool FS-2/P1 is full"));
        printed(failed);
        printedMuch(failed);
        Migration waiting = start("BRNCHP");
        play(
                waiting,
                done(1, "collect"),
                done(2, "size"),
                done(3, "define-guest"),
                done(4, "create-volumes"),
                done(5, "load"),
                done(6, "compare"),
                entry(
                        7,
                        step("go", StepState.WAITING_PERSON)
                                .waited(NOW.minus(Duration.ofHours(2)))
                                .run(),
                        "approval asked",
                        null));
        Migration task = start("CRMP");
        play(
                task,
                done(1, "collect"),
                entry(
                        2,
                        step("size", StepState.WAITING_PERSON)
                                .waited(NOW.minus(Duration.ofMinutes(40)))
                                .run(),
                        "task opened",
                        null));
        Migration running = start("KYCP");
        play(
                running,
                done(1, "collect"),
                done(2, "size"),
                done(3, "define-guest"),
                done(4, "create-volumes"),
                entry(
                        5,
                        step("load", StepState.AWAITING)
                                .progress(new Progress(620, 1000.0, "GB", 41.8, "62 %, 41.8 MB/s"))
                                .run(),
                        "job runs",
                        "62 %, 41.8 MB/s"));
        play(
                start("server:gvp0311"),
                done(1, "collect"),
                entry(2, step("define-guest", StepState.AWAITING).run(), "job runs", null));
        try {
            EvidenceRef script = stores.evidence()
                    .keep(
                            "create-volumes.sql",
                            "script",
                            new ByteArrayInputStream("-- rendered\n".getBytes(StandardCharsets.UTF_8)));
            stores.evidence().attach(failed.id(), StepKey.of("create-volumes"), script, null);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        String[] titles = {
            "Storage pool FS-2/P1 is full before the volumes of wave 4 exist",
            "14 tables without a key: replication cannot tell rows of the payment hub apart",
            "Outage agreed for instant payments leaves one minute",
            "One 10 Gbit link carries both warehouses in the same wave",
            "Two people know the ledger batch; one leaves in September"
        };
        int[][] scores = {{4, 5}, {4, 4}, {3, 5}, {4, 3}, {2, 3}};
        for (int i = 0; i < titles.length; i++) {
            RiskStatement statement = new RiskStatement(
                    titles[i],
                    "Seen in the last report.",
                    "The wave slips.",
                    scores[i][0],
                    scores[i][1],
                    "Storage lead",
                    RiskResponse.REDUCE,
                    "Ask for space",
                    LocalDate.of(2026, 6, 10 + 3 * i),
                    "free space under 1.2 × what is planned",
                    RiskState.OPEN,
                    List.of(NAMES[7 + i]));
            if (i % 2 == 0) {
                stores.risks().raise(PROGRAM, statement, "no-open-method", "pool " + i);
            } else {
                stores.risks().add(PROGRAM, statement, "northmoor-risk-" + i, "pm");
            }
        }
        entries();
    }

    /** The other kinds, and one that nobody has taken up; as old as the estate. */
    private void entries() {
        RiskStatement line = new RiskStatement(
                "The line between the data centres carries 300 MB/s at night",
                "",
                "",
                2,
                2,
                "network",
                RiskResponse.REDUCE,
                "Measure it",
                LocalDate.of(2026, 6, 30),
                "",
                RiskState.OPEN,
                List.of(NAMES[8]));
        stores.risks()
                .add(
                        PROGRAM,
                        line.as(EntryDetails.assumption("Copies take twice as long"), 0, 0),
                        "northmoor-assumption",
                        "pm");
        stores.risks()
                .add(
                        PROGRAM,
                        line.saying("The key of the gateway is lost").as(EntryDetails.issue(4), 0, 0),
                        "northmoor-issue",
                        "pm");
        stores.risks()
                .add(
                        PROGRAM,
                        line.saying("Wave 5 before or after the quarter's end")
                                .as(EntryDetails.decision("migration-manager", "before; after", ""), 0, 0),
                        "northmoor-decision",
                        "pm");
        stores.risks()
                .add(
                        PROGRAM,
                        line.saying("The summer party closes the office")
                                .ownedBy(null, null)
                                .in(RiskState.PROPOSED, ""),
                        "northmoor-proposed",
                        "pm");
        for (String rows : List.of(
                "risks set raised_at = :at, changed_at = :at where", "risk_scores set happened_at = :at where")) {
            stores.database()
                    .jdbc()
                    .sql("update " + rows + " program = :program")
                    .param("at", java.sql.Timestamp.from(NOW.minus(Duration.ofDays(2))))
                    .param("program", PROGRAM)
                    .update();
        }
    }

    Migration start(String database) {
        return start(database, HASH);
    }

    /** @param playbook hash of the invented playbook, or of a shipped one */
    Migration start(String database, String playbook) {
        return stores.migrations()
                .create(new NewMigration(
                        UUID.randomUUID().toString(),
                        PROGRAM,
                        database,
                        Purpose.PRODUCTION,
                        playbook,
                        4,
                        false,
                        null,
                        null,
                        "pm"));
    }

    void play(Migration migration, JournalEntry... entries) {
        List<JournalEntry> all = new ArrayList<>(List.of(entries));
        JournalEntry last = entries[entries.length - 1];
        all.add(new JournalEntry(
                last.seq() + 1,
                last.at(),
                "run goes on",
                null,
                new RunControl(
                        1, last.seq() + 1, 1, RunMode.RUNNING, null, null, null, null, false, false, false, List.of()),
                null,
                List.of(),
                null));
        stores.journal().flush(new JournalBatch(migration.id(), 1, all));
    }

    Migration of(String database) {
        return stores.migrations()
                .list(new io.gulliver.persistence.view.MigrationQuery(
                        PROGRAM, database, null, java.util.Set.of(), null, 1))
                .rows()
                .get(0);
    }

    static JournalEntry done(long seq, String step) {
        return entry(seq, step(step, StepState.DONE).run(), "step done", null);
    }

    static JournalEntry entry(long seq, StepRun run, String event, @Nullable String message) {
        return new JournalEntry(seq, NOW.minus(Duration.ofHours(30 - seq)), event, run, null, null, List.of(), message);
    }

    static StepDraft step(String key, StepState state) {
        return new StepDraft(key, state, null, null, null);
    }

    /** Makes step runs with what a test cares about. */
    record StepDraft(
            String key,
            StepState state,
            @Nullable StepFailure failure,
            @Nullable Progress progress,
            @Nullable Instant waited) {
        StepDraft failure(StepFailure seen) {
            return new StepDraft(key, state, seen, progress, waited);
        }

        StepDraft progress(Progress seen) {
            return new StepDraft(key, state, failure, seen, waited);
        }

        StepDraft waited(Instant since) {
            return new StepDraft(key, state, failure, progress, since);
        }

        StepRun run() {
            boolean ended = state == StepState.DONE;
            return new StepRun(
                    StepKey.parse(key),
                    state,
                    failure == null ? 1 : 3,
                    1,
                    1,
                    failure == null ? 0 : 3,
                    1,
                    Map.of("pool", "FS-2/P1", "volumes", 8),
                    ended ? Map.of("name", "gvp0311") : Map.of(),
                    null,
                    progress == null ? null : "gv-load-1",
                    failure,
                    null,
                    progress,
                    null,
                    NOW.minus(Duration.ofHours(26)),
                    ended ? NOW.minus(Duration.ofHours(25)) : null,
                    waited,
                    waited == null ? 0 : Duration.between(waited, NOW).toSeconds(),
                    1,
                    0,
                    null,
                    null);
        }
    }

    /** A step that printed more than is kept of it. */
    private void printedMuch(Migration run) {
        StepLogStore small = new JdbcStepLogStore(stores.database(), 20, StepLogStore.FETCHED_LIMIT);
        StepKey step = StepKey.of("define-guest");
        StepLogPiece all = piece(run, step, 1, "guest-1", "define: profile\ndefine: nics\n");
        small.keep(new StepLogPiece(
                run.id(), step, 1, "gvp0291", "guest-1", 0, 16, "define: profile\n", NOW, all.marks(), false));
        small.keep(new StepLogPiece(
                run.id(), step, 1, "gvp0291", "guest-1", 16, 29, "define: nics\n", NOW, all.marks(), false));
        small.keep(new StepLogPiece(
                run.id(), step, 1, "gvp0291", "guest-1", 0, 0, "", NOW, List.of(), true, 5_000_016L, null));
    }

    /** Two attempts that made volumes, the second one long. */
    private void printed(Migration run) {
        StepKey step = StepKey.of("create-volumes");
        stores.stepLogs()
                .keep(piece(
                        run,
                        step,
                        1,
                        "make-1",
                        "mkvdisk: volume 1 of 8 made\nORA-12528: all new connections are blocked\n"));
        StringBuilder much = new StringBuilder();
        for (int i = 1; i <= 2_000; i++) {
            much.append("W-").append(i % 8).append(" . . block ").append(i).append(" written to <b>FS-2/P1</b>\n");
        }
        stores.stepLogs()
                .keep(piece(
                        run,
                        step,
                        2,
                        "make-2",
                        much + "Warning: pool is 98 percent full\nERROR: no extent left in FS-2/P1\n"));
    }

    private static StepLogPiece piece(Migration run, StepKey step, int attempt, String job, String text) {
        return new StepLogPiece(
                run.id(),
                step,
                attempt,
                "gvp0291",
                job,
                0,
                text.length(),
                text,
                NOW,
                List.of(new StepLogPiece.HostTime(0, NOW.minusSeconds(1))),
                true);
    }

    static PlanSource plans() {
        return new PlanSource() {
            @Override
            public CompiledPlan require(String playbookHash) {
                if (!playbookHash.equals(HASH)) {
                    return SHIPPED.findPlan(playbookHash)
                            .orElseThrow(() -> new UnknownRowException(
                                    "There is no playbook with the hash " + playbookHash + "."));
                }
                return new CompiledPlan(
                        "data-pump",
                        3,
                        HASH,
                        List.of(
                                plan("collect", Stage.DISCOVERY, StepKind.ACTION, List.of(), "dba", false),
                                plan("size", Stage.SIZING, StepKind.TASK, List.of("collect"), "dba", false),
                                plan("define-guest", Stage.BUILD, StepKind.ACTION, List.of("size"), "dba", false),
                                plan(
                                        "create-volumes",
                                        Stage.BUILD,
                                        StepKind.ACTION,
                                        List.of("define-guest"),
                                        "dba",
                                        false),
                                plan(
                                        "load",
                                        Stage.REPLICATION,
                                        StepKind.ACTION,
                                        List.of("create-volumes"),
                                        "dba",
                                        false),
                                plan("compare", Stage.VALIDATION, StepKind.ACTION, List.of("load"), "dba", false),
                                plan("go", Stage.CUTOVER, StepKind.GATE, List.of("compare"), "cutover-manager", true),
                                plan("switch", Stage.CUTOVER, StepKind.ACTION, List.of("go"), "dba", false)));
            }

            @Override
            public Optional<String> does(String playbookHash, String stepId) {
                return SHIPPED.does(playbookHash, stepId);
            }

            @Override
            public String title(String playbookHash, String stepId) {
                if (!playbookHash.equals(HASH)) {
                    return SHIPPED.findByHash(playbookHash).orElseThrow().steps().stream()
                            .filter(step -> step.id().equals(stepId))
                            .map(io.gulliver.playbook.Step::title)
                            .findFirst()
                            .orElse(stepId);
                }
                return switch (stepId) {
                    case "collect" -> "Facts collected";
                    case "size" -> "Confirm the size of the guest";
                    case "define-guest" -> "Guest defined";
                    case "create-volumes" -> "Volumes created and mapped";
                    case "load" -> "Initial load";
                    case "compare" -> "Rows compared";
                    case "go" -> "Go or no-go";
                    default -> "Services switched";
                };
            }
        };
    }

    private static PlanStep plan(
            String id, Stage stage, StepKind kind, List<String> needs, String role, boolean fourEyes) {
        return new PlanStep(
                id,
                stage,
                stage == Stage.CUTOVER ? Phase.OUTAGE : Phase.BEFORE,
                kind,
                kind == StepKind.ACTION ? id : null,
                needs,
                List.of(),
                false,
                false,
                1,
                null,
                kind == StepKind.ACTION,
                false,
                "host",
                "lab",
                true,
                PlanStep.Rerun.SAFE,
                30,
                3,
                60,
                false,
                List.of(),
                role,
                fourEyes,
                id.equals("switch"),
                3000,
                null,
                List.of());
    }

    private static DatabaseRow row(int i) {
        String name = i < NAMES.length ? NAMES[i] : NAMES[i % NAMES.length] + i;
        int reached = i % 7;
        List<StageCell> stages = new ArrayList<>();
        Duration slip = i % 4 == 1 ? Duration.ofDays(i % 11) : Duration.ZERO;
        for (Stage stage : Stage.values()) {
            int s = stage.ordinal();
            Instant planned = NOW.plus(Duration.ofDays(20L * (s - reached) - 10));
            if (s < reached) {
                stages.add(new StageCell(
                        stage, Status.DONE, null, 100, planned, planned, planned, planned, planned.plus(slip)));
            } else if (s == reached) {
                Status status = switch (i % 9) {
                    case 2 -> Status.WAITING;
                    case 4 -> Status.BLOCKED;
                    case 7 -> Status.FAILED;
                    case 5 -> Status.READY;
                    default -> Status.RUNNING;
                };
                stages.add(new StageCell(
                        stage,
                        status,
                        status == Status.RUNNING ? "62 %" : null,
                        status == Status.RUNNING ? 62 : 0,
                        NOW.minus(Duration.ofHours(2)),
                        planned,
                        planned,
                        NOW.plus(Duration.ofDays(3)),
                        null));
            } else {
                stages.add(
                        new StageCell(stage, Status.NONE, null, 0, null, planned, planned, planned.plus(slip), null));
            }
        }
        return new DatabaseRow(
                name,
                APPS[i % APPS.length],
                "W" + i % 8,
                i % 3 == 2 ? "test" : "production",
                stages,
                slip,
                i % 5 == 1 ? 6 + i % 15 : null,
                METHODS[i % METHODS.length],
                Duration.ofMinutes(8 + 7L * (i % 20)),
                Duration.ofMinutes(60 + 60L * (i % 7)),
                OutageFigures.of(
                        Duration.ofMinutes(8 + 7L * (i % 20)),
                        Duration.ofMinutes(60 + 60L * (i % 7)),
                        null,
                        i % 4 == 1
                                ? List.of(new MeasuredOutage(
                                        "r" + i,
                                        Purpose.REHEARSAL,
                                        null,
                                        NOW.minus(Duration.ofDays(9)),
                                        NOW.minus(Duration.ofDays(9)).plus(Duration.ofMinutes(10 + 9L * (i % 20)))))
                                : List.of(),
                        NOW),
                80.0 + 137 * (i % 31),
                "its line of the inventory",
                i % 4,
                i % 5 == 1 ? 1 : 0,
                i % 6 == 5 ? "after remedy" : "yes",
                "19.21",
                OWNERS[i % OWNERS.length],
                "xora-" + (200 + i));
    }

    private List<Risk> openRisks() {
        return RiskCounts.open(stores.risks().list(PROGRAM));
    }

    @Override
    public ProgramCounts counts(String program) {
        return new ProgramCounts(rows.size(), across(), openRisks().size());
    }

    private int across() {
        return (int) rows.stream()
                .filter(row -> row.stages().get(5).status() == Status.DONE)
                .count();
    }

    @Override
    public ProgramOverview overview(String program) {
        List<ProgramOverview.StageTally> stages = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            Map<Status, Integer> tally = new LinkedHashMap<>();
            for (Status status : List.of(
                    Status.DONE,
                    Status.SKIPPED,
                    Status.RUNNING,
                    Status.WAITING,
                    Status.BLOCKED,
                    Status.FAILED,
                    Status.ROLLED,
                    Status.READY,
                    Status.NONE)) {
                int many = (int) rows.stream()
                        .filter(row -> row.stages().get(stage.ordinal()).status() == status)
                        .count();
                if (many > 0) {
                    tally.put(status, many);
                }
            }
            stages.add(new ProgramOverview.StageTally(stage, tally));
        }
        List<ProgramOverview.WaveLine> waves = new ArrayList<>();
        for (int w = 0; w < 8; w++) {
            String key = "W" + w;
            waves.add(new ProgramOverview.WaveLine(
                    key,
                    List.of("Pilot", "Development", "Test", "Branch", "Cards", "Payments", "Ledger", "Warehouse")
                            .get(w),
                    NOW.plus(Duration.ofDays(20L * w - 40)),
                    NOW.plus(Duration.ofDays(20L * w - 40 + (w > 3 ? 7 : 0))),
                    Duration.ofDays(w > 3 ? 7 : 0),
                    rows.stream()
                            .filter(row -> key.equals(row.wave()))
                            .limit(12)
                            .map(row -> new ProgramOverview.DatabaseLine(row.name(), row.stages()))
                            .toList()));
        }
        List<ProgramOverview.ProgressPoint> progress = new ArrayList<>();
        for (int i = 0; i <= 20; i++) {
            Instant at = NOW.plus(Duration.ofDays(10L * i - 100));
            int planned = rows.size() * i / 20;
            progress.add(new ProgramOverview.ProgressPoint(
                    at,
                    planned,
                    i <= 10 ? Math.max(0, planned - i / 3) : null,
                    i >= 10 ? Math.max(0, planned - 3) : null));
        }
        return new ProgramOverview(
                rows.size(),
                across(),
                across() + 2,
                31,
                2,
                NOW.plus(Duration.ofDays(136)),
                NOW.plus(Duration.ofDays(136)),
                NOW.plus(Duration.ofDays(143)),
                ProgramState.of(new ProgramState.Figures(0, 1, 0, 1, 0, 2, Duration.ofDays(7))),
                stages,
                waves,
                List.of(
                        threat(
                                "PAYHUB",
                                Status.BLOCKED,
                                "14 tables of 3.9 TB have no key; replication cannot tell rows",
                                11),
                        threat("CARDAUTH", Status.FAILED, "Storage pool FS-2/P1 is full", 7),
                        threat("DWHFIN", Status.RUNNING, "The load reads at half the rate that was planned", 5),
                        threat("AMLP", Status.WAITING, "Nobody has said who answers for it", 3),
                        threat("LOANP", Status.RUNNING, "Shares its link with DWHFIN", 2)),
                List.of(new ProgramOverview.Decision(
                        "x", NOW.plus(Duration.ofDays(1)), "Go or no-go for wave 3", "cutover-manager", true)),
                openRisks().stream()
                        .map(risk -> new ProgramOverview.TopRisk(
                                risk.key(), risk.score(), risk.event(), risk.owner(), NOW, 1))
                        .toList(),
                openRisks().size(),
                List.of(new ProgramOverview.DayLine(NOW.plus(Duration.ofDays(2)), "Window of wave 3 opens")),
                List.of(new ProgramOverview.Freeze(
                        NOW.plus(Duration.ofDays(20)), NOW.plus(Duration.ofDays(30)), "Half-year")),
                progress);
    }

    @Override
    public GridPage page(String program, GridQuery query) {
        Comparator<DatabaseRow> order = switch (query.sort()) {
            case SLIP -> Comparator.comparing(row -> row.slip() == null ? Duration.ZERO : row.slip());
            case WAVE -> Comparator.comparing(row -> String.valueOf(row.wave()));
            case SIZE -> Comparator.comparing(row -> row.gigabytes() == null ? 0 : row.gigabytes());
            default -> Comparator.comparing(DatabaseRow::name);
        };
        if (query.descending()) {
            order = order.reversed();
        }
        List<DatabaseRow> found = rows.stream()
                .filter(row -> row.name().contains(query.text().toUpperCase(java.util.Locale.ROOT))
                        && (query.wave().isEmpty() || query.wave().equals(row.wave()))
                        && (query.owner().isEmpty() || query.owner().equals(row.owner()))
                        && (query.method().isEmpty() || query.method().equals(row.method()))
                        && (query.risk() == null
                                || row.risk() != null
                                        && row.risk() >= query.risk().least())
                        && (query.status() == null
                                || row.stages().stream()
                                        .anyMatch(cell -> cell.status() == query.status()
                                                && (query.stage() == null || cell.stage() == query.stage()))))
                .sorted(order.thenComparing(DatabaseRow::name))
                .toList();
        Map<Status, Integer> states = new EnumMap<>(Status.class);
        for (Status status : Status.values()) {
            states.put(status, (int) rows.stream()
                    .filter(row -> row.stages().stream().anyMatch(cell -> cell.status() == status))
                    .count());
        }
        return new GridPage(
                found.stream().skip(query.from()).limit(GridQuery.CHUNK).toList(),
                found.size(),
                found.stream()
                        .mapToDouble(row -> row.gigabytes() == null ? 0 : row.gigabytes())
                        .sum(),
                rows.size(),
                across(),
                states,
                List.of("W0", "W1", "W2", "W3", "W4", "W5", "W6", "W7"),
                List.of(OWNERS),
                List.of(METHODS));
    }

    @Override
    public Optional<DatabaseRow> row(String program, String database) {
        return rows.stream().filter(row -> row.name().equals(database)).findFirst();
    }

    @Override
    public Optional<DatabaseHead> head(String program, String database) {
        return program.equals(PROGRAM) ? row(program, database).map(row -> head(row)) : Optional.empty();
    }

    private static DatabaseHead head(DatabaseRow row) {
        return new DatabaseHead(
                row.name(),
                row.application(),
                row.environment(),
                1,
                row.wave(),
                null,
                row.method(),
                row.outage(),
                row.window(),
                row.outages(),
                row.gigabytes(),
                row.sizeSource(),
                row.missing(),
                row.openRisks(),
                row.canBeDone(),
                row.owner(),
                new DatabaseHead.Bank(row.host(), List.of("Oracle 19.21, RHEL 7.9", "32 cores, 384 GiB, 2.4 TB")),
                new DatabaseHead.Bank("gvp0311", List.of("LX4-B, z/VM guest", "5 IFLs, 125 GiB, 32 volumes")),
                row.stages(),
                row.slip(),
                List.of(
                        new DatabaseHead.Who("business_owner", "Maud Ellery"),
                        new DatabaseHead.Who("technical_owner", "Tomas Riva"),
                        new DatabaseHead.Who("on_call", "+44 20 7946 0112")),
                null);
    }

    @Override
    public Optional<DatabaseHead> shared(String program, String name) {
        return name.equals("server:gvp0311")
                ? Optional.of(DatabaseHead.shared(name, List.of("CARDAUTH", "PENSP")))
                : Optional.empty();
    }

    @Override
    public PlanView plan(String program) {
        List<PlanView.Wave> waves = new ArrayList<>();
        for (int w = 0; w < 8; w++) {
            String key = "W" + w;
            PlanView.Times times = times(w, w > 3 ? 7 : 0);
            int wave = w;
            waves.add(new PlanView.Wave(
                    key,
                    "Wave " + w,
                    times,
                    rows.stream()
                            .filter(row -> key.equals(row.wave()))
                            .limit(4)
                            .map(row -> new PlanView.Item(
                                    row.name(),
                                    times(wave, wave > 3 ? 5 : 0),
                                    Duration.ofDays(wave > 3 ? 5 : 0),
                                    row.stages()))
                            .toList()));
        }
        return new PlanView(
                waves,
                List.of(new ProgramOverview.Freeze(
                        NOW.plus(Duration.ofDays(20)), NOW.plus(Duration.ofDays(30)), "Half-year")),
                List.of(new PlanView.Broken(
                        NAMES[4],
                        new PlanBreak(
                                PlanBreak.Kind.LATEST,
                                "Users of " + NAMES[4] + " are in on 21 Jan 2027 19:28, and the latest is 21 Jan 2027"
                                        + " 00:00."))),
                NOW.minus(Duration.ofDays(90)));
    }

    private static ProgramOverview.Threat threat(String database, Status status, String why, int days) {
        return new ProgramOverview.Threat(database, "W5", status, why, Duration.ofDays(days));
    }

    private static PlanView.Times times(int wave, int late) {
        Instant start = NOW.plus(Duration.ofDays(20L * wave - 100));
        Instant end = start.plus(Duration.ofDays(60));
        return new PlanView.Times(
                start,
                end,
                start,
                end,
                end.plus(Duration.ofDays(late)),
                start.isBefore(NOW) ? start : null,
                end.isBefore(NOW) ? end : null);
    }

    @Override
    public List<SystemLine> list() {
        return List.of(
                new SystemLine("hmc-1", "hmc", "127.0.0.1:6794", true, true, NOW, "version 2.16, 2 CPCs"),
                new SystemLine(
                        "fs-1",
                        "spectrum-virtualize",
                        "127.0.0.1:7443",
                        true,
                        false,
                        NOW,
                        "Connection refused. Start the lab, or correct the address."),
                new SystemLine("zvm-1", "feilong", "127.0.0.1:8080", true, null, null, null));
    }

    @Override
    public SystemLine test(String name, @Nullable String address) {
        return list().stream()
                .filter(system -> system.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UnknownRowException("There is no system " + name + "."));
    }
}
