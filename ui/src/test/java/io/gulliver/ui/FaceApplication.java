package io.gulliver.ui;

import io.gulliver.contract.activity.DiscoveryScripts;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.migration.Migration;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreHealth;
import io.gulliver.persistence.access.AccessStore;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.command.CommandStore;
import io.gulliver.persistence.connection.ConnectionStore;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.facts.FactStore;
import io.gulliver.persistence.journal.JournalStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.people.PeopleStore;
import io.gulliver.persistence.plan.PlanStore;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.session.SessionStore;
import io.gulliver.persistence.task.TaskStore;
import io.gulliver.persistence.window.WindowStore;
import io.gulliver.persistence.window.WindowTaskStore;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.audit.AuditVerifier;
import io.gulliver.service.audit.CheckpointKey;
import io.gulliver.service.collection.AccessSweeps;
import io.gulliver.service.collection.ConnectionService;
import io.gulliver.service.collection.EvidenceIntake;
import io.gulliver.service.collection.EvidenceTraces;
import io.gulliver.service.collection.EvidenceWithdrawal;
import io.gulliver.service.collection.IntakeGate;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.collection.ScriptDesk;
import io.gulliver.service.collection.WaitingTasks;
import io.gulliver.service.collection.WindowRounds;
import io.gulliver.service.migration.ByHand;
import io.gulliver.service.migration.EvidencePack;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.migration.Preparation;
import io.gulliver.service.migration.TaskOutputs;
import io.gulliver.service.planning.AssessmentDesk;
import io.gulliver.service.planning.AssessmentReports;
import io.gulliver.service.planning.PlanService;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.service.planning.StartGate;
import io.gulliver.testing.TestDirectory;
import io.gulliver.testing.TestStore;
import io.gulliver.ui.command.RunTakeOver;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The face on the invented estate: what page tests and screenshots run. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
@Import(FaceConfiguration.class)
public class FaceApplication {
    public static void main(String[] arguments) {
        org.springframework.boot.SpringApplication.run(FaceApplication.class, arguments);
    }

    @Bean
    Clock clock() {
        return Northmoor.CLOCK;
    }

    @Bean
    Northmoor northmoor(@Value("${northmoor.store:}") String url, @Value("${northmoor.databases:30}") int databases) {
        Clock now = Clock.systemUTC();
        return new Northmoor(
                url.isEmpty() ? TestStore.open(now) : StoreDatabase.openPostgres(url, "postgres", "", now), databases);
    }

    @Bean(destroyMethod = "close")
    StoreDatabase database(Northmoor northmoor) {
        return northmoor.stores().database();
    }

    @Bean(destroyMethod = "close")
    StoreHealth storeHealth(StoreDatabase database) {
        return new StoreHealth(database, Path.of(System.getProperty("java.io.tmpdir")), 0).start();
    }

    @Bean
    ProgramStore programs(Northmoor northmoor) {
        return northmoor.stores().programs();
    }

    @Bean
    MigrationStore migrations(Northmoor northmoor) {
        return northmoor.stores().migrations();
    }

    @Bean
    JournalStore journal(Northmoor northmoor) {
        return northmoor.stores().journal();
    }

    @Bean
    CommandStore commands(Northmoor northmoor) {
        return northmoor.stores().commands();
    }

    @Bean
    TaskStore tasks(Northmoor northmoor) {
        return northmoor.stores().tasks();
    }

    @Bean
    AuditVerifier auditVerifier(StoreDatabase database) {
        Path directory = TestDirectory.untilTheEnd("northmoor-audit");
        return new AuditVerifier(
                database, CheckpointKey.open(directory.resolve("audit-key")), directory.resolve("checkpoints.jsonl"));
    }

    @Bean
    io.gulliver.persistence.view.SavedViews savedViews(Northmoor northmoor) {
        return new io.gulliver.persistence.view.JdbcSavedViews(
                northmoor.stores().database());
    }

    @Bean
    io.gulliver.persistence.calls.CallLogStore calls(Northmoor northmoor) {
        return northmoor.stores().calls();
    }

    @Bean
    AuditStore audit(Northmoor northmoor) {
        return northmoor.stores().audit();
    }

    @Bean
    EvidenceStore evidence(Northmoor northmoor) {
        return northmoor.stores().evidence();
    }

    @Bean
    PlaybookStore playbooks(Northmoor northmoor) {
        return northmoor.stores().playbooks();
    }

    @Bean
    DatabaseStore databases(Northmoor northmoor) {
        return northmoor.stores().databases();
    }

    @Bean
    AssessmentDesk assessmentDesk(Northmoor northmoor) {
        return new AssessmentDesk(northmoor.stores(), RuleTables.shipped());
    }

    @Bean
    AssessmentReports assessmentReports(Northmoor northmoor, AssessmentDesk desk, PlaybookStore playbooks) {
        return new AssessmentReports(
                northmoor.stores(), desk, new LibraryPlans(PlaybookLibrary.shipped(), () -> playbooks));
    }

    @Bean
    StartGate startGate(AssessmentDesk desk, PlaybookStore playbooks) {
        return new StartGate(desk, playbooks, new LibraryPlans(PlaybookLibrary.shipped(), () -> playbooks));
    }

    @Bean
    FactStore facts(Northmoor northmoor) {
        return northmoor.stores().facts();
    }

    @Bean
    PlanStore plan(Northmoor northmoor) {
        return northmoor.stores().plans();
    }

    /** As the engine's own: the next generation, with the reason on record. */
    @Bean
    RunTakeOver runTakeOver(Northmoor northmoor) {
        MigrationStore migrations = northmoor.stores().migrations();
        return (migration, by, reason) -> migrations.startNextGeneration(
                migration, migrations.require(migration).generation(), "c2", by, reason, null);
    }

    @Bean
    InventoryImport inventory(Northmoor northmoor) {
        Stores stores = northmoor.stores();
        return new InventoryImport(stores.database(), stores.programs(), stores.databases(), stores.people());
    }

    @Bean
    SessionStore sessionStore(Northmoor northmoor) {
        return northmoor.stores().sessions();
    }

    @Bean
    ConnectionStore connections(Northmoor northmoor) {
        return northmoor.stores().connections();
    }

    @Bean
    PeopleStore applicationPeople(Northmoor northmoor) {
        return northmoor.stores().people();
    }

    @Bean
    AccessStore accessStore(Northmoor northmoor) {
        return northmoor.stores().access();
    }

    @Bean
    WindowStore windowStore(Northmoor northmoor) {
        return northmoor.stores().windows();
    }

    @Bean
    ConnectionService connectionService(Northmoor northmoor) {
        Stores stores = northmoor.stores();
        return new ConnectionService(
                stores.database(),
                stores.connections(),
                stores.databases(),
                stores.facts(),
                RuleTables.shipped().dependencies());
    }

    @Bean
    WindowTaskStore windowTaskStore(Northmoor northmoor) {
        return northmoor.stores().windowTasks();
    }

    @Bean
    WindowRounds windowRounds(Northmoor northmoor, Clock clock) {
        return new WindowRounds(northmoor.stores(), clock);
    }

    /** What is asked waits in the store: no engine carries it to a worker here. */
    @Bean
    AccessSweeps accessSweeps(AccessStore access) {
        return new AccessSweeps(access, Optional::empty, "dmz-1");
    }

    @Bean
    Landscape landscape() {
        TreeMap<String, DatabaseAccess.Credential> credentials = new TreeMap<>();
        credentials.put("reader", new DatabaseAccess.Credential("GULLIVER_READ", "env:READER"));
        return new Landscape(
                new TreeMap<>(), List.of(), new DatabaseAccess(DatabaseAccess.ORACLE, null, null, credentials, false));
    }

    @Bean
    WaitingTasks waitingTasks(Northmoor northmoor, PlaybookStore playbooks) {
        return new WaitingTasks(
                northmoor.stores(), new LibraryPlans(PlaybookLibrary.shipped(), () -> playbooks)::playbook);
    }

    @Bean
    ScriptDesk scriptDesk(Northmoor northmoor, DiscoveryScripts scripts) {
        return new ScriptDesk(northmoor.stores().programs(), northmoor.stores().databases(), scripts);
    }

    @Bean(destroyMethod = "close")
    IntakeGate intakeGate() {
        return new IntakeGate(IntakeGate.Limits.DEFAULT);
    }

    @Bean
    EvidenceIntake captures(Northmoor northmoor, WaitingTasks waiting, IntakeGate gate) {
        Stores stores = northmoor.stores();
        return new EvidenceIntake(
                stores.database(),
                stores.programs(),
                stores.databases(),
                stores.evidence(),
                stores.facts(),
                stores.audit(),
                RuleTables.shipped().dependencies(),
                waiting,
                gate);
    }

    @Bean
    RuleTables tables() {
        return RuleTables.shipped();
    }

    @Bean
    EvidenceTraces traces(Northmoor northmoor) {
        return new EvidenceTraces(
                northmoor.stores().programs(), northmoor.stores().evidence());
    }

    @Bean
    PlanService planning(Northmoor northmoor) {
        return new PlanService(northmoor.stores(), RuleTables.shipped().methods());
    }

    @Bean
    PlaybookLibrary library() {
        return PlaybookLibrary.shipped();
    }

    @Bean
    EvidenceWithdrawal evidenceWithdrawal(Northmoor northmoor) {
        Stores stores = northmoor.stores();
        return new EvidenceWithdrawal(
                stores.database(),
                stores.databases(),
                stores.evidence(),
                stores.facts(),
                stores.audit(),
                Duration.ofDays(30));
    }

    @Bean
    TaskOutputs taskOutputs(Northmoor northmoor, PlaybookLibrary library) {
        return new TaskOutputs(new LibraryPlans(library, northmoor.stores()::playbooks));
    }

    @Bean
    ByHand byHand(Northmoor northmoor, PlaybookLibrary library) {
        Stores stores = northmoor.stores();
        LibraryPlans plans = new LibraryPlans(library, stores::playbooks);
        Preparation preparation = new Preparation(
                stores.migrations(),
                stores.programs(),
                plans,
                stores.names(),
                migration -> stores.facts().sheet(migration.program(), migration.database()),
                Migration::createdAt);
        return new ByHand(stores.migrations(), plans, library.actions(), preparation);
    }

    @Bean
    EvidencePack pack(Northmoor northmoor, ByHand byHand) {
        Stores stores = northmoor.stores();
        return new EvidencePack(
                stores.migrations(),
                stores.journal(),
                stores.commands(),
                stores.calls(),
                stores.evidence(),
                stores.playbooks(),
                byHand);
    }

    /** All stores at once, for tests that look behind the pages. */
    Stores stores(Northmoor northmoor) {
        return northmoor.stores();
    }
}
