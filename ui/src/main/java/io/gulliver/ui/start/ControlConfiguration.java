package io.gulliver.ui.start;

import io.gulliver.contract.activity.DiscoveryScripts;
import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.engine.EngineRegistration;
import io.gulliver.engine.RefusedPayloads;
import io.gulliver.engine.TemporalConnector;
import io.gulliver.interpreter.Interpreter;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreHealth;
import io.gulliver.persistence.access.AccessStore;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.calls.CallLogStore;
import io.gulliver.persistence.command.CommandStore;
import io.gulliver.persistence.connection.ConnectionStore;
import io.gulliver.persistence.engine.EngineStore;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.estate.LandingStore;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.facts.FactStore;
import io.gulliver.persistence.journal.JournalListener;
import io.gulliver.persistence.journal.JournalStore;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.lease.LeaseStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.name.NameStore;
import io.gulliver.persistence.people.PeopleStore;
import io.gulliver.persistence.plan.PlanStore;
import io.gulliver.persistence.playbook.PlaybookRow;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.risk.RiskStore;
import io.gulliver.persistence.session.SessionStore;
import io.gulliver.persistence.shared.JdbcSharedStore;
import io.gulliver.persistence.shared.SharedStore;
import io.gulliver.persistence.task.TaskStore;
import io.gulliver.persistence.view.JdbcEstateViews;
import io.gulliver.persistence.view.JdbcSavedViews;
import io.gulliver.persistence.view.SavedViews;
import io.gulliver.persistence.window.WindowStore;
import io.gulliver.persistence.window.WindowTaskStore;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.action.ControlStepActivities;
import io.gulliver.service.action.FactsRecord;
import io.gulliver.service.action.SharedHold;
import io.gulliver.service.action.SharedThings;
import io.gulliver.service.action.SizingFresh;
import io.gulliver.service.audit.AuditSealer;
import io.gulliver.service.audit.AuditVerifier;
import io.gulliver.service.audit.CheckpointKey;
import io.gulliver.service.collection.AccessRecords;
import io.gulliver.service.collection.AccessSweeps;
import io.gulliver.service.collection.ConnectionService;
import io.gulliver.service.collection.EvidenceIntake;
import io.gulliver.service.collection.EvidenceTraces;
import io.gulliver.service.collection.EvidenceWithdrawal;
import io.gulliver.service.collection.IntakeGate;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.collection.ScriptDesk;
import io.gulliver.service.collection.SessionRecords;
import io.gulliver.service.collection.SessionSweeps;
import io.gulliver.service.collection.SystemChecks;
import io.gulliver.service.collection.WaitingTasks;
import io.gulliver.service.collection.WindowRounds;
import io.gulliver.service.migration.ByHand;
import io.gulliver.service.migration.CommandOutbox;
import io.gulliver.service.migration.ControlActivitiesImpl;
import io.gulliver.service.migration.EvidencePack;
import io.gulliver.service.migration.Granter;
import io.gulliver.service.migration.KnownFacts;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.migration.MigrationStarter;
import io.gulliver.service.migration.Preparation;
import io.gulliver.service.migration.Preparer;
import io.gulliver.service.migration.Reconciler;
import io.gulliver.service.migration.RefusedPayloadIncidents;
import io.gulliver.service.migration.TaskOutputs;
import io.gulliver.service.planning.AssessmentDesk;
import io.gulliver.service.planning.AssessmentReports;
import io.gulliver.service.planning.PlanService;
import io.gulliver.service.planning.RiskService;
import io.gulliver.service.planning.RiskSweep;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.service.planning.SizingAge;
import io.gulliver.service.planning.StartGate;
import io.gulliver.ui.command.RunTakeOver;
import io.gulliver.workflow.landscape.AccessSweepWorkflowImpl;
import io.gulliver.workflow.landscape.SessionSweepWorkflowImpl;
import io.gulliver.workflow.landscape.SystemCheckWorkflowImpl;
import io.gulliver.workflow.migration.MigrationWorkflowImpl;
import io.temporal.client.WorkflowClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store's chores and the engine's side that needs the store: what carries migrations. */
@Configuration(proxyBeanMethods = false)
@UsesStore
class ControlConfiguration {
    private static final Logger log = LoggerFactory.getLogger(ControlConfiguration.class);

    @Bean
    PlaybookLibrary playbookLibrary() {
        return PlaybookLibrary.shipped();
    }

    @Bean
    LibraryPlans libraryPlans(PlaybookLibrary library, ObjectProvider<PlaybookStore> store) {
        return new LibraryPlans(library, store::getObject);
    }

    @Bean
    Stores stores(StoreDatabase database, LibraryPlans plans, ObjectProvider<JournalListener> listeners) {
        return Stores.on(database, plans, SlotNames.asPlanned(), new LateListeners(listeners));
    }

    @Bean
    PlaybookStore playbookStore(Stores stores, PlaybookLibrary library) {
        PlaybookStore store = stores.playbooks();
        for (Playbook playbook : library.playbooks()) {
            String content = library.findContent(playbook.hash()).orElseThrow();
            PlaybookRow row =
                    store.save(playbook.hash(), playbook.name(), playbook.version(), content, PlaybookStore.SHIPPED);
            if (row.approvedBy() == null) {
                store.approve(playbook.hash(), PlaybookStore.SHIPPED);
            }
        }
        return store;
    }

    @Bean
    AuditStore auditStore(Stores stores) {
        return stores.audit();
    }

    @Bean
    SessionStore sessionStore(Stores stores) {
        return stores.sessions();
    }

    @Bean
    ConnectionStore connectionStore(Stores stores) {
        return stores.connections();
    }

    @Bean
    EngineStore engineStore(Stores stores) {
        return stores.engines();
    }

    @Bean
    ProgramStore programStore(Stores stores) {
        return stores.programs();
    }

    @Bean
    MigrationStore migrationStore(Stores stores) {
        return stores.migrations();
    }

    @Bean
    JournalStore journalStore(Stores stores) {
        return stores.journal();
    }

    @Bean
    CommandStore commandStore(Stores stores) {
        return stores.commands();
    }

    @Bean
    TaskStore taskStore(Stores stores) {
        return stores.tasks();
    }

    @Bean
    LeaseStore leaseStore(Stores stores) {
        return stores.leases();
    }

    @Bean
    NameStore nameStore(Stores stores) {
        return stores.names();
    }

    @Bean
    EvidenceStore evidenceStore(Stores stores) {
        return stores.evidence();
    }

    @Bean
    SavedViews savedViews(Stores stores) {
        return new JdbcSavedViews(stores.database());
    }

    @Bean
    CallLogStore callLogStore(Stores stores) {
        return stores.calls();
    }

    @Bean
    LandingStore landingStore(Stores stores) {
        return stores.landings();
    }

    @Bean
    DatabaseStore databaseStore(Stores stores) {
        return stores.databases();
    }

    @Bean
    FactStore factStore(Stores stores) {
        return stores.facts();
    }

    @Bean
    PlanStore planStore(Stores stores) {
        return stores.plans();
    }

    @Bean
    RiskStore riskStore(Stores stores) {
        return stores.risks();
    }

    @Bean
    PeopleStore peopleStore(Stores stores) {
        return stores.people();
    }

    @Bean
    AccessStore accessStore(Stores stores) {
        return stores.access();
    }

    /** Lets pages and API have the access to databases tried by this installation's workers. */
    @Bean
    AccessSweeps accessSweeps(AccessStore access, EngineClient client, GulliverSettings settings) {
        return new AccessSweeps(access, client, settings.workers().zone());
    }

    @Bean
    WindowStore windowStore(Stores stores) {
        return stores.windows();
    }

    @Bean
    WindowTaskStore windowTaskStore(Stores stores) {
        return stores.windowTasks();
    }

    @Bean
    WindowRounds windowRounds(Stores stores, Clock clock) {
        return new WindowRounds(stores, clock);
    }

    @Bean
    SessionSweeps sessionSweeps(
            ProgramStore programs, WindowStore windows, EngineClient client, GulliverSettings settings, Clock clock) {
        return new SessionSweeps(programs, windows, client, settings.workers().zone(), clock);
    }

    @Bean
    SessionRecords sessionRecords(Stores stores, RuleTables tables, Clock clock) {
        return new SessionRecords(
                stores.database(),
                stores.programs(),
                stores.databases(),
                stores.windows(),
                connections(stores, tables),
                clock);
    }

    @Bean
    ConnectionService connectionService(Stores stores, RuleTables tables) {
        return connections(stores, tables);
    }

    private static ConnectionService connections(Stores stores, RuleTables tables) {
        return new ConnectionService(
                stores.database(), stores.connections(), stores.databases(), stores.facts(), tables.dependencies());
    }

    @Bean
    AccessRecords accessRecords(ProgramStore programs, DatabaseStore databases, AccessStore access) {
        return new AccessRecords(programs, databases, access);
    }

    /** Shipped tables, and the operator's own in their place. */
    @Bean
    RuleTables ruleTables(DataDirectory directory) {
        return RuleTables.of(directory.path().resolve("tables"));
    }

    @Bean
    InventoryImport inventoryImport(
            StoreDatabase database, ProgramStore programs, DatabaseStore databases, PeopleStore people) {
        return new InventoryImport(database, programs, databases, people);
    }

    @Bean(destroyMethod = "close")
    IntakeGate intakeGate(GulliverSettings settings) {
        return new IntakeGate(settings.intake().limits());
    }

    @Bean
    EvidenceIntake evidenceIntake(
            StoreDatabase database,
            ProgramStore programs,
            DatabaseStore databases,
            EvidenceStore evidence,
            FactStore facts,
            AuditStore audit,
            RuleTables tables,
            WaitingTasks waiting,
            IntakeGate gate) {
        EvidenceIntake.sweep();
        return new EvidenceIntake(
                database, programs, databases, evidence, facts, audit, tables.dependencies(), waiting, gate);
    }

    @Bean
    EvidenceWithdrawal evidenceWithdrawal(
            StoreDatabase database,
            DatabaseStore databases,
            EvidenceStore evidence,
            FactStore facts,
            AuditStore audit,
            GulliverSettings settings) {
        return new EvidenceWithdrawal(
                database, databases, evidence, facts, audit, settings.intake().keepWithdrawn());
    }

    @Bean
    TaskOutputs taskOutputs(LibraryPlans plans) {
        return new TaskOutputs(plans);
    }

    @Bean
    WaitingTasks waitingTasks(Stores stores, LibraryPlans plans) {
        return new WaitingTasks(stores, plans::playbook);
    }

    @Bean
    ScriptDesk scriptDesk(ProgramStore programs, DatabaseStore databases, DiscoveryScripts scripts) {
        return new ScriptDesk(programs, databases, scripts);
    }

    @Bean
    EvidenceTraces evidenceTraces(ProgramStore programs, EvidenceStore evidence) {
        return new EvidenceTraces(programs, evidence);
    }

    @Bean
    PlanService planService(Stores stores, RuleTables tables) {
        return new PlanService(stores, tables.methods());
    }

    @Bean
    AssessmentDesk assessmentDesk(Stores stores, RuleTables tables) {
        return new AssessmentDesk(stores, tables);
    }

    @Bean
    AssessmentReports assessmentReports(Stores stores, AssessmentDesk desk, LibraryPlans plans) {
        return new AssessmentReports(stores, desk, plans);
    }

    @Bean
    StartGate startGate(AssessmentDesk desk, PlaybookStore playbooks, LibraryPlans plans) {
        return new StartGate(desk, playbooks, plans);
    }

    @Bean
    RiskService riskService(RiskStore risks) {
        return new RiskService(risks);
    }

    /** Keeps forecasts and risks true while migrations run. */
    @Bean
    PlanChores planChores(
            ProgramStore programs,
            PlanService plan,
            RiskService risks,
            Stores stores,
            RuleTables tables,
            WaitingTasks waiting,
            Clock clock) {
        return new PlanChores(
                programs, plan, risks, new RiskSweep(stores, tables, waiting::unanswered), tables.risks(), clock);
    }

    @Bean
    ByHand byHand(MigrationStore migrations, LibraryPlans plans, PlaybookLibrary library, Preparation preparation) {
        return new ByHand(migrations, plans, library.actions(), preparation);
    }

    @Bean
    EvidencePack evidencePack(
            MigrationStore migrations,
            JournalStore journal,
            CommandStore commands,
            CallLogStore calls,
            EvidenceStore evidence,
            PlaybookStore playbooks,
            ByHand byHand) {
        return new EvidencePack(migrations, journal, commands, calls, evidence, playbooks, byHand);
    }

    /** What grids, summaries and plan bars are read by. */
    @Bean
    JdbcEstateViews estateViews(Stores stores) {
        return stores.views();
    }

    /** Lets the pages and the API hand a new migration over. */
    @Bean
    io.gulliver.ui.api.MigrationStarter newMigrations(MigrationStarter starter) {
        return starter::carry;
    }

    /** Lets the pages and the API take over a run that the engine no longer carries. */
    @Bean
    RunTakeOver runTakeOver(MigrationStarter starter) {
        return starter::takeOver;
    }

    @Bean
    KnownFacts knownFacts(
            ProgramStore programs, DatabaseStore databases, LandingStore landings, FactStore facts, Clock clock) {
        return new KnownFacts(programs, databases, landings, facts, clock);
    }

    @Bean
    SharedStore sharedStore(StoreDatabase database) {
        return new JdbcSharedStore(database);
    }

    /** The engine's client, or empty while it is not reached. */
    @Bean
    EngineClient engineClient(TemporalConnector connector) {
        return () -> connector.health().up() ? Optional.of(connector.client()) : Optional.empty();
    }

    interface EngineClient extends Supplier<Optional<WorkflowClient>> {}

    /** Lets pages and API have outside systems tested by this installation's workers. */
    @Bean
    SystemChecks systemChecks(EngineClient client, GulliverSettings settings, Clock clock) {
        return new SystemChecks(client, settings.workers().zone(), clock);
    }

    @Bean
    MigrationStarter migrationStarter(
            MigrationStore migrations,
            EngineStore engines,
            EngineClient client,
            GulliverSettings settings,
            Clock clock) {
        return new MigrationStarter(
                migrations,
                engines,
                client,
                Interpreter.VERSION,
                settings.temporal().callsExpire(),
                clock);
    }

    @Bean(destroyMethod = "close")
    CommandOutbox commandOutbox(
            CommandStore commands, MigrationStore migrations, JournalStore journal, EngineClient client, Clock clock) {
        return new CommandOutbox(commands, migrations, journal, client, clock);
    }

    @Bean(destroyMethod = "close")
    Granter granter(LeaseStore leases, EngineClient client, Clock clock) {
        return new Granter(leases, Granter.Waker.byTemporal(client), clock);
    }

    @Bean
    JournalListener granterWaker(Granter granter) {
        return new JournalListener() {
            @Override
            public void flushed(JournalBatch batch) {}

            @Override
            public void leasesMoved() {
                granter.wake();
            }
        };
    }

    @Bean(destroyMethod = "close")
    Reconciler reconciler(
            MigrationStore migrations,
            JournalStore journal,
            TaskStore tasks,
            LeaseStore leases,
            EngineClient client,
            Clock clock) {
        return new Reconciler(migrations, journal, tasks, leases, client, clock);
    }

    @Bean
    RefusedPayloadIncidents refusedPayloadIncidents(
            RefusedPayloads refusals, MigrationStore migrations, TaskStore tasks, AuditStore audit, Clock clock) {
        return new RefusedPayloadIncidents(refusals, migrations, tasks, audit, clock);
    }

    @Bean
    CheckpointKey checkpointKey(DataDirectory directory) {
        return CheckpointKey.open(directory.path().resolve("audit-key"));
    }

    @Bean
    AuditSealer auditSealer(StoreDatabase database, CheckpointKey key, DataDirectory directory) {
        return new AuditSealer(database, key, directory.path().resolve("audit-checkpoints.jsonl"));
    }

    @Bean
    AuditVerifier auditVerifier(StoreDatabase database, CheckpointKey key, DataDirectory directory) {
        return new AuditVerifier(database, key, directory.path().resolve("audit-checkpoints.jsonl"));
    }

    @Bean
    Preparation preparer(
            MigrationStore migrations,
            ProgramStore programs,
            LibraryPlans plans,
            NameStore names,
            KnownFacts facts,
            PlanStore waves) {
        return new Preparation(
                migrations,
                programs,
                plans,
                names,
                migration -> {
                    KnownFacts.Known known = facts.of(migration.program(), migration.database());
                    return new FactSheet(known.version(), known.values());
                },
                migration -> goLive(waves, migration));
    }

    /**
     * The cutover that people typed, or the start of the run: without a date steps follow each other as soon as they
     * can, and only the go/no-go before the outage holds them. A rehearsal waits for nobody's window.
     */
    private static Instant goLive(PlanStore waves, Migration migration) {
        if (migration.purpose() != Purpose.PRODUCTION) {
            return migration.createdAt();
        }
        return waves.members(migration.program()).stream()
                .filter(member -> member.database().equals(migration.database()))
                .map(WaveMember::cutover)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(migration.createdAt());
    }

    @Bean
    ControlStepActivities controlStepActivities(
            SharedStore things,
            MigrationStore migrations,
            PlaybookStore playbooks,
            CommandStore commands,
            MigrationStarter starter,
            KnownFacts facts,
            Stores stores,
            RuleTables tables,
            Clock clock) {
        SizingAge age = new SizingAge(stores);
        ConnectionService connections = connections(stores, tables);
        return new ControlStepActivities(
                List.of(
                        new SizingFresh(age::ended, age::of),
                        new SharedThings(things, migrations, playbooks, commands, starter::carry, facts::record, clock),
                        new SharedHold(things, migrations),
                        new FactsRecord(
                                facts::keep,
                                connections::seen,
                                (program, database, programs, source) ->
                                        connections.runs(program, database, programs, source, clock.instant()))),
                call -> stores.journal().admit(call.migration(), call.generation()));
    }

    @Bean
    @WithRole(ProcessRole.WORKFLOWS)
    EngineRegistration migrationEngine(
            LibraryPlans plans,
            JournalStore journal,
            CommandStore commands,
            LeaseStore leases,
            Preparer preparer,
            ControlStepActivities control,
            MigrationStarter starter,
            AccessRecords accessRecords,
            AccessSweeps accessSweeps,
            SessionRecords sessionRecords,
            SessionSweeps sessionSweeps,
            WindowRounds windowRounds,
            Resumption resumption,
            Chores chores,
            PlanChores planChores,
            WaitingTasks waiting,
            EvidenceWithdrawal withdrawals,
            StoreHealth health,
            RefusedPayloadIncidents incidents) {
        ControlActivitiesImpl store =
                new ControlActivitiesImpl(plans, journal, commands, leases, preparer, health::hasSpace);
        return connector -> connector
                .workflows(
                        TaskQueues.CONTROL,
                        MigrationWorkflowImpl.class,
                        SystemCheckWorkflowImpl.class,
                        AccessSweepWorkflowImpl.class,
                        SessionSweepWorkflowImpl.class)
                .activities(TaskQueues.CONTROL, store, control, accessRecords, sessionRecords)
                .onConnected(cluster -> {
                    resumption.connected(cluster);
                    if (chores.start()) {
                        chores.every(
                                5,
                                TimeUnit.SECONDS,
                                "migrations could not be handed to the engine",
                                resumption::resume);
                        chores.every(
                                10,
                                TimeUnit.SECONDS,
                                "migrations that wait for the engine could not be handed over",
                                starter::carryWaiting);
                        chores.every(
                                10,
                                TimeUnit.SECONDS,
                                "databases that wait for a check of their access could not be handed over",
                                accessSweeps::carryWaiting);
                        chores.every(
                                10,
                                TimeUnit.SECONDS,
                                "tasks that wait for an uploaded file could not be looked at",
                                waiting::sweep);
                        chores.every(1, TimeUnit.HOURS, "withdrawn evidence could not be erased", withdrawals::sweep);
                        chores.every(
                                10, TimeUnit.SECONDS, "payloads that did not open could not be told", incidents::tell);
                        chores.every(30, TimeUnit.SECONDS, "sessions could not be sampled", sessionSweeps::run);
                        chores.every(
                                60,
                                TimeUnit.SECONDS,
                                "collection windows could not be brought up to date",
                                windowRounds::run);
                        chores.every(
                                10,
                                TimeUnit.SECONDS,
                                "plans and risks could not be brought up to date",
                                planChores::run);
                    }
                });
    }

    @Bean
    @WithRole(ProcessRole.WORKFLOWS)
    Resumption resumption(MigrationStarter starter, EngineOwner owner, Clock clock) {
        return new Resumption(starter, owner, clock);
    }

    @Bean(destroyMethod = "close")
    Chores chores(
            CommandOutbox outbox,
            Granter granter,
            Reconciler reconciler,
            AuditSealer sealer,
            CallLogStore calls,
            Clock clock) {
        return new Chores(outbox, granter, reconciler, sealer, calls, clock);
    }
}
