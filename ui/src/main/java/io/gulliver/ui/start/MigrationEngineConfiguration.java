package io.gulliver.ui.start;

import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.engine.EngineClient;
import io.gulliver.engine.EngineRegistration;
import io.gulliver.engine.TemporalConnector;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreHealth;
import io.gulliver.persistence.calls.CallLogStore;
import io.gulliver.persistence.command.CommandStore;
import io.gulliver.persistence.journal.JournalStore;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.lease.LeaseStore;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.view.JournalListener;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.persistence.wiring.StoresConfiguration;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.action.ControlStepActivities;
import io.gulliver.service.audit.AuditSealer;
import io.gulliver.service.collection.AccessCheckService;
import io.gulliver.service.collection.AccessRecordActivitiesImpl;
import io.gulliver.service.collection.CollectionWindowJob;
import io.gulliver.service.collection.EvidenceWithdrawal;
import io.gulliver.service.collection.SessionRecordActivitiesImpl;
import io.gulliver.service.collection.SessionSampleJob;
import io.gulliver.service.collection.WaitingTasks;
import io.gulliver.service.migration.CommandOutbox;
import io.gulliver.service.migration.ControlActivitiesImpl;
import io.gulliver.service.migration.LeaseScheduler;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.migration.MigrationService;
import io.gulliver.service.migration.Preparer;
import io.gulliver.service.migration.Reconciler;
import io.gulliver.service.migration.RefusedPayloadIncidents;
import io.gulliver.service.planning.PlanningJob;
import io.gulliver.service.wiring.AuditConfiguration;
import io.gulliver.service.wiring.CollectionConfiguration;
import io.gulliver.service.wiring.MigrationConfiguration;
import io.gulliver.service.wiring.PlanningConfiguration;
import io.gulliver.service.wiring.ServiceSettings;
import io.gulliver.ui.command.RunTakeOver;
import io.gulliver.workflow.landscape.AccessSweepWorkflowImpl;
import io.gulliver.workflow.landscape.SessionSweepWorkflowImpl;
import io.gulliver.workflow.landscape.SystemCheckWorkflowImpl;
import io.gulliver.workflow.migration.MigrationWorkflowImpl;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What a process with a store is made of, and what it does from time to time once the engine is reached. */
@Configuration(proxyBeanMethods = false)
@UsesStore
@Import({
    StoresConfiguration.class,
    AuditConfiguration.class,
    CollectionConfiguration.class,
    PlanningConfiguration.class,
    MigrationConfiguration.class
})
class MigrationEngineConfiguration {
    @Bean
    PlaybookLibrary playbookLibrary() {
        return PlaybookLibrary.shipped();
    }

    @Bean
    Stores stores(
            StoreDatabase database,
            PlaybookLibrary library,
            LibraryPlans plans,
            ObjectProvider<JournalListener> listeners) {
        Stores stores = Stores.on(database, plans, SlotNames.ofProgram(), new DeferredListeners(listeners));
        for (Playbook playbook : library.playbooks()) {
            String content = library.findContent(playbook.hash()).orElseThrow();
            stores.playbooks()
                    .find(playbook.name(), playbook.version())
                    .ifPresent(there -> library.requireUnchanged(playbook.name(), playbook.version(), there.content()));
            PlaybookRow row = stores.playbooks()
                    .save(playbook.hash(), playbook.name(), playbook.version(), content, PlaybookStore.SHIPPED);
            if (row.approvedBy() == null) {
                stores.playbooks().approve(playbook.hash(), PlaybookStore.SHIPPED);
            }
        }
        return stores;
    }

    @Bean
    ServiceSettings serviceSettings(GulliverSettings settings, DataDirectory directory) {
        return new ServiceSettings(
                directory.path(),
                settings.workers().zone(),
                settings.temporal().callsExpire(),
                settings.intake().limits(),
                settings.intake().keepWithdrawn());
    }

    /** Lets the pages and the API take over a run that the engine no longer carries. */
    @Bean
    RunTakeOver runTakeOver(MigrationService starter) {
        return starter::takeOver;
    }

    /** The engine's client, or empty while it is not reached. */
    @Bean
    EngineClient engineClient(TemporalConnector connector) {
        return () -> connector.health().up() ? Optional.of(connector.client()) : Optional.empty();
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
            MigrationService starter,
            AccessRecordActivitiesImpl accessRecords,
            AccessCheckService accessSweeps,
            SessionRecordActivitiesImpl sessionRecords,
            SessionSampleJob sessionSweeps,
            CollectionWindowJob windowRounds,
            Resumption resumption,
            Chores chores,
            PlanningJob planning,
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
                                10, TimeUnit.SECONDS, "plans and risks could not be brought up to date", planning::run);
                    }
                });
    }

    @Bean
    @WithRole(ProcessRole.WORKFLOWS)
    Resumption resumption(MigrationService starter, EngineOwner owner, Clock clock) {
        return new Resumption(starter, owner, clock);
    }

    @Bean(destroyMethod = "close")
    Chores chores(
            CommandOutbox outbox,
            LeaseScheduler granter,
            Reconciler reconciler,
            AuditSealer sealer,
            CallLogStore calls,
            Clock clock) {
        return new Chores(outbox, granter, reconciler, sealer, calls, clock);
    }
}
