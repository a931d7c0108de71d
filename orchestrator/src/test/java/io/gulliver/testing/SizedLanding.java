package io.gulliver.testing;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.action.CheckDesign;
import io.gulliver.service.action.CheckTarget;
import io.gulliver.service.action.ControlAction;
import io.gulliver.service.action.SizingAccept;
import io.gulliver.service.action.SizingShared;
import io.gulliver.service.action.SizingTarget;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.planning.AssessmentService;
import io.gulliver.service.planning.BuildDesignService;
import io.gulliver.service.planning.CheckService;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.service.planning.SizingService;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Databases with figures on a real store, and the steps next to it that say what is built. */
public final class SizedLanding implements AutoCloseable {
    public static final String PROGRAM = "atlas";

    private final StoreDatabase db;
    private final Stores stores;
    private final Clock clock = Clock.fixed(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC);
    private final AssessmentService assessment;
    private final SizingService sizing;

    /** A program whose servers are built by a playbook. */
    public SizedLanding() {
        this(Map.of());
    }

    /** The same, with what its policy says of the server lnx01. */
    public SizedLanding(Map<String, Object> server) {
        db = TestStore.open(clock);
        stores = Stores.on(
                db,
                new LibraryPlans(PlaybookLibrary.shipped(), () -> {
                    throw new AssertionError("no run is made here");
                }),
                SlotNames.asPlanned(),
                batch -> {});
        stores.programs()
                .create(
                        PROGRAM,
                        "Atlas",
                        ZoneId.of("Europe/Berlin"),
                        Map.of(
                                "shared",
                                Map.of("server", Map.of("lnx01", Map.of("playbook", "dpm-server", "facts", server)))),
                        "Mia");
        assessment = Services.assessment(stores);
        sizing = Services.sizing(stores);
    }

    /** Inventory lines: {@code database,target_server,target_database} each, and the kind of target where it is not a partition. */
    public SizedLanding lands(String... lines) {
        StringBuilder csv = new StringBuilder(
                "database,application,environment,size_gb,target_kind,target_server,target_database\n");
        for (String line : lines) {
            String[] cells = line.split(",", -1);
            csv.append(cells[0])
                    .append(",shop,production,100,")
                    .append(cells.length > 3 ? cells[3] : "dpm")
                    .append(',')
                    .append(cells[1])
                    .append(',')
                    .append(cells[2])
                    .append('\n');
        }
        new InventoryImport(
                        db,
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        RuleTables.shipped().inventory())
                .apply(PROGRAM, csv.toString().getBytes(StandardCharsets.UTF_8), false, List.of(), "Mia");
        return this;
    }

    /** What discovery would find of a database. */
    public SizedLanding known(String database, long sgaMb) {
        return known(database, sgaMb, 8);
    }

    /** The same on a host with so many cores. */
    public SizedLanding known(String database, long sgaMb, long cores) {
        List<Fact> facts = new ArrayList<>();
        add(facts, "sga_max_mb", sgaMb, "MB");
        add(facts, "pga_limit_mb", 2048L, "MB");
        add(facts, "pga_target_mb", 1024L, "MB");
        add(facts, "sessions_peak", 100L, null);
        add(facts, "asm", false, null);
        add(facts, "files_gb", 100.0, "GB");
        add(facts, "redo_peak_mb_s", 2.0, "MB/s");
        add(facts, "temporary_gb", 10.0, "GB");
        add(facts, "host.cores", cores, null);
        stores.facts().put(PROGRAM, database, facts, "Mia");
        return this;
    }

    private void add(List<Fact> facts, String name, Object value, String unit) {
        facts.add(new Fact(name, value, unit, "discovery", clock.instant(), Confidence.MEASURED));
    }

    public SizingService sizing() {
        return sizing;
    }

    public AssessmentService assessment() {
        return assessment;
    }

    public Stores stores() {
        return stores;
    }

    /** A person decides on an SGA. */
    public SizedLanding sga(String database, long megabytes) {
        assessment.decideSga(PROGRAM, database, Long.toString(megabytes), "ADDM asks for it", "Pat");
        return this;
    }

    /** A person accepts the sizing on its page. */
    public SizedLanding accept(String database) {
        assessment.confirmSizing(PROGRAM, database, "figures read", "Pat");
        return this;
    }

    /** Outputs of the step that sizes a target. */
    public Map<String, Object> target(String database, Map<String, Object> inputs) {
        return new SizingTarget(sizing::target)
                .invoke(call(database, "sizing.target", Operation.RUN, inputs), (condition, seconds) -> true)
                .outputs();
    }

    /** Keeps what a gate let pass, which Dana approved. */
    public void keep(String database, Map<String, Object> sized) {
        new SizingAccept((run, gate) -> Optional.of(new SizingAccept.Acceptance("Dana", "read")), sizing::accept)
                .invoke(
                        call(
                                database,
                                "sizing.accept",
                                Operation.RUN,
                                Map.of("sizes", sized.get("sizes"), "gate", "accept-size")),
                        (condition, seconds) -> true);
    }

    /** Outputs of the step that sizes a shared thing, once nobody is waited for. */
    public Map<String, Object> shared(String kind, String name, Map<String, Object> inputs) {
        return await(kind, name, inputs, List.of()).outputs();
    }

    /** Outputs of the step that checks the design of a server, with what that step sized it to. */
    public Map<String, Object> checked(String server, Map<String, Object> sized, Map<String, Object> inputs) {
        Map<String, Object> all = new java.util.TreeMap<>(sized);
        all.put("name", server);
        all.put("hypervisor", "lpar");
        all.put("storage", "fcp");
        all.put("redo_provisioning", "thick");
        all.put("data_volumes", List.of("data1", "data2"));
        all.put("redo_volumes", List.of("redo1", "redo2"));
        all.put("paths", 2);
        all.putAll(inputs);
        return new CheckDesign(checks()::design)
                .invoke(
                        call("server:" + server, "check.design", Operation.RUN, all),
                        (condition, seconds) -> condition.getAsBoolean())
                .outputs();
    }

    /** The step that checks what stands. */
    public StepResult standing(Map<String, Object> inputs) {
        return new CheckTarget(checks()::standing)
                .invoke(
                        call("server:lnx01", "check.target", Operation.RUN, inputs),
                        (condition, seconds) -> condition.getAsBoolean());
    }

    /** Tuning checks, by the clock of the test. */
    public CheckService checks() {
        return Services.checks(stores, ProgramCalendar.wall(clock));
    }

    /** Lets the shipped playbook of servers in partitions be run; answers its hash. */
    public String builds() {
        PlaybookLibrary library = PlaybookLibrary.shipped();
        Playbook playbook = library.findNewest("dpm-server").orElseThrow();
        stores.playbooks()
                .save(
                        playbook.hash(),
                        playbook.name(),
                        playbook.version(),
                        library.findContent(playbook.hash()).orElseThrow(),
                        PlaybookStore.SHIPPED);
        stores.playbooks().approve(playbook.hash(), PlaybookStore.SHIPPED);
        return playbook.hash();
    }

    /** Designs of servers, by the clock of the test. */
    public BuildDesignService designs() {
        return Services.designs(stores, plans(), ProgramCalendar.wall(clock));
    }

    private static LibraryPlans plans() {
        return new LibraryPlans(PlaybookLibrary.shipped(), () -> {
            throw new AssertionError("every playbook here is shipped");
        });
    }

    /** One watch of the step that sizes a shared thing. */
    public StepResult await(String kind, String name, Map<String, Object> inputs, List<String> awaited) {
        Map<String, Object> all = new java.util.TreeMap<>(inputs);
        all.put("kind", kind);
        all.put("name", name);
        ControlAction action = new SizingShared(sizing::shared, (program, thing, named, purpose) -> awaited);
        return action.invoke(
                call(kind + ":" + name, "sizing.shared", Operation.AWAIT, all),
                (condition, seconds) -> condition.getAsBoolean());
    }

    private static StepCall call(String database, String action, Operation operation, Map<String, Object> inputs) {
        return new StepCall(
                new MigrationId(PROGRAM + "/" + database.replace(':', '-') + "/1"),
                PROGRAM,
                database,
                Purpose.PRODUCTION,
                1,
                StepKey.of("size"),
                1,
                1,
                operation,
                action,
                "a".repeat(64),
                inputs,
                Map.of(),
                null,
                1);
    }

    @Override
    public void close() {
        db.close();
    }
}
