package io.gulliver.service.wiring;

import io.gulliver.contract.activity.DiscoveryScripts;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.engine.EngineClient;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.collection.AccessCheckService;
import io.gulliver.service.collection.AccessRecordActivitiesImpl;
import io.gulliver.service.collection.AccessRequestService;
import io.gulliver.service.collection.CollectedFacts;
import io.gulliver.service.collection.CollectionWindowJob;
import io.gulliver.service.collection.CollectionWindowService;
import io.gulliver.service.collection.ConnectionService;
import io.gulliver.service.collection.EvidenceService;
import io.gulliver.service.collection.EvidenceTraces;
import io.gulliver.service.collection.EvidenceWithdrawal;
import io.gulliver.service.collection.IntakeGate;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.collection.ScriptService;
import io.gulliver.service.collection.SessionRecordActivitiesImpl;
import io.gulliver.service.collection.SessionSampleJob;
import io.gulliver.service.collection.StepLogRestService;
import io.gulliver.service.collection.SystemCheckService;
import io.gulliver.service.collection.WaitingTasks;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.planning.RuleTables;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The services of collection. */
@Configuration(proxyBeanMethods = false)
public class CollectionConfiguration {
    /** What was collected of databases, as every decision reads it. */
    public static CollectedFacts collectedFacts(Stores stores) {
        return new CollectedFacts(
                stores.facts(), stores.evidence(), RuleTables.shipped().facts());
    }

    @Bean
    InventoryImport inventoryImport(Stores stores, RuleTables tables) {
        return new InventoryImport(
                stores.database(), stores.programs(), stores.databases(), stores.people(), tables.inventory());
    }

    @Bean(destroyMethod = "close")
    IntakeGate intakeGate(ServiceSettings settings) {
        return new IntakeGate(settings.intake());
    }

    @Bean
    public EvidenceService evidenceIntake(Stores stores, RuleTables tables, WaitingTasks waiting, IntakeGate gate) {
        EvidenceService.sweep();
        return new EvidenceService(
                stores.database(),
                stores.programs(),
                stores.databases(),
                stores.evidence(),
                stores.facts(),
                stores.audit(),
                tables.dependencies(),
                waiting,
                gate);
    }

    @Bean
    EvidenceWithdrawal evidenceWithdrawal(Stores stores, ServiceSettings settings) {
        return new EvidenceWithdrawal(
                stores.database(),
                stores.databases(),
                stores.evidence(),
                stores.facts(),
                stores.audit(),
                settings.keepWithdrawn());
    }

    @Bean
    EvidenceTraces evidenceTraces(Stores stores) {
        return new EvidenceTraces(stores.programs(), stores.evidence());
    }

    @Bean
    public WaitingTasks waitingTasks(Stores stores, LibraryPlans plans) {
        return new WaitingTasks(
                stores.commands(),
                stores.database(),
                stores.evidence(),
                stores.facts(),
                stores.migrations(),
                stores.programs(),
                stores.tasks(),
                plans::playbook);
    }

    @Bean
    ScriptService scriptDesk(Stores stores, DiscoveryScripts scripts) {
        return new ScriptService(stores.programs(), stores.databases(), scripts);
    }

    @Bean
    public ConnectionService connectionService(Stores stores, RuleTables tables) {
        return new ConnectionService(
                stores.database(), stores.connections(), stores.databases(), stores.facts(), tables.dependencies());
    }

    @Bean
    public CollectionWindowJob windowRounds(Stores stores, ProgramCalendar calendar) {
        return new CollectionWindowJob(
                stores.access(),
                stores.facts(),
                stores.programs(),
                stores.views(),
                stores.windowTasks(),
                stores.windows(),
                calendar);
    }

    @Bean
    SessionSampleJob sessionSweeps(Stores stores, EngineClient client, ServiceSettings settings, Clock clock) {
        return new SessionSampleJob(stores.programs(), stores.windows(), client, settings.zone(), clock);
    }

    @Bean
    SessionRecordActivitiesImpl sessionRecords(Stores stores, ConnectionService connections, Clock clock) {
        return new SessionRecordActivitiesImpl(
                stores.database(), stores.programs(), stores.databases(), stores.windows(), connections, clock);
    }

    @Bean
    AccessRecordActivitiesImpl accessRecords(Stores stores) {
        return new AccessRecordActivitiesImpl(stores.programs(), stores.databases(), stores.access());
    }

    /** Lets pages and API have the access to databases tried by this installation's workers. */
    @Bean
    AccessCheckService accessSweeps(Stores stores, EngineClient client, ServiceSettings settings) {
        return new AccessCheckService(stores.access(), client, settings.zone());
    }

    /** Lets pages and API have outside systems tested by this installation's workers. */
    @Bean
    SystemCheckService systemChecks(EngineClient client, ServiceSettings settings, Clock clock) {
        return new SystemCheckService(client, settings.zone(), clock);
    }

    /** Lets pages and API have more of a long log fetched by the workers of its step's zone. */
    @Bean
    StepLogRestService logRests(
            LibraryPlans plans, EngineClient client, ServiceSettings settings, AuditStore audit, Clock clock) {
        return new StepLogRestService(plans, client, settings.zone(), audit::append, clock);
    }

    @Bean
    CollectionWindowService collectionWindowService(
            Stores stores, CollectionWindowJob rounds, ProgramCalendar calendar) {
        return new CollectionWindowService(stores.windows(), stores.windowTasks(), stores.access(), rounds, calendar);
    }

    @Bean
    AccessRequestService accessRequestService(Stores stores, Landscape landscape, ServiceSettings settings) {
        return new AccessRequestService(stores.access(), stores.databases(), landscape, settings.zone());
    }
}
