package io.gulliver.service.wiring;

import io.gulliver.contract.notice.Messenger;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.engine.EngineRegistration;
import io.gulliver.persistence.StoreHealth;
import io.gulliver.persistence.calls.CallLogStore;
import io.gulliver.persistence.command.CommandStore;
import io.gulliver.persistence.journal.JournalStore;
import io.gulliver.persistence.lease.LeaseStore;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.action.ControlStepActivities;
import io.gulliver.service.audit.AuditSealer;
import io.gulliver.service.audit.CheckpointDelivery;
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
import io.gulliver.service.migration.RunDates;
import io.gulliver.service.notice.NoticeJob;
import io.gulliver.service.notice.NoticeService;
import io.gulliver.service.planning.DiscoveryJob;
import io.gulliver.service.planning.PlanningJob;
import io.gulliver.service.runtime.BackgroundJobs;
import io.gulliver.service.runtime.EngineOwner;
import io.gulliver.service.runtime.EngineResumption;
import io.gulliver.workflow.landscape.AccessSweepWorkflowImpl;
import io.gulliver.workflow.landscape.SessionSweepWorkflowImpl;
import io.gulliver.workflow.landscape.StepLogRestWorkflowImpl;
import io.gulliver.workflow.landscape.SystemCheckWorkflowImpl;
import io.gulliver.workflow.migration.MigrationWorkflowImpl;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What a process with the role of workflows serves the engine with, and what it does from time to time once that is reached. */
@Configuration(proxyBeanMethods = false)
public class EngineWorkConfiguration {
    @Bean
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
            DiscoveryJob discoveries,
            EngineResumption resumption,
            BackgroundJobs jobs,
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
                        SessionSweepWorkflowImpl.class,
                        StepLogRestWorkflowImpl.class)
                .activities(TaskQueues.CONTROL, store, control, accessRecords, sessionRecords)
                .onConnected(cluster -> {
                    resumption.connected(cluster);
                    if (jobs.start()) {
                        jobs.every(
                                5,
                                TimeUnit.SECONDS,
                                "migrations could not be handed to the engine",
                                resumption::resume);
                        jobs.every(
                                10,
                                TimeUnit.SECONDS,
                                "migrations that wait for the engine could not be handed over",
                                starter::carryWaiting);
                        jobs.every(
                                10,
                                TimeUnit.SECONDS,
                                "databases that wait for a check of their access could not be handed over",
                                accessSweeps::carryWaiting);
                        jobs.every(
                                10,
                                TimeUnit.SECONDS,
                                "tasks that wait for an uploaded file could not be looked at",
                                waiting::sweep);
                        jobs.every(1, TimeUnit.HOURS, "withdrawn evidence could not be erased", withdrawals::sweep);
                        jobs.every(
                                10, TimeUnit.SECONDS, "payloads that did not open could not be told", incidents::tell);
                        jobs.every(30, TimeUnit.SECONDS, "sessions could not be sampled", sessionSweeps::run);
                        jobs.every(
                                15,
                                TimeUnit.SECONDS,
                                "live discovery could not be begun by the plan",
                                discoveries::run);
                        jobs.every(
                                60,
                                TimeUnit.SECONDS,
                                "collection windows could not be brought up to date",
                                windowRounds::run);
                        jobs.every(
                                10, TimeUnit.SECONDS, "plans and risks could not be brought up to date", planning::run);
                    }
                });
    }

    /** From the start on, whether the engine is there or not: that it is not is among what people must hear. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> toldPeople(
            ObjectProvider<Messenger> messengers,
            ObjectProvider<Stores> stores,
            ObjectProvider<RunDates> dates,
            ObjectProvider<ProgramCalendar> calendar,
            BackgroundJobs jobs,
            Clock clock) {
        return ready -> messengers.ifAvailable(messenger -> {
            Stores all = stores.getObject();
            NoticeJob job = new NoticeJob(
                    all.notices(),
                    all.programs(),
                    all.migrations(),
                    all.views(),
                    dates.getObject()::bounds,
                    new NoticeService(all.notices(), all.accounts()),
                    messenger,
                    calendar.getObject(),
                    clock);
            jobs.every(15, TimeUnit.SECONDS, "people could not be told what waits for them", job::run);
        });
    }

    @Bean
    EngineResumption resumption(MigrationService starter, EngineOwner owner, Clock clock) {
        return new EngineResumption(starter, owner, clock);
    }

    @Bean(destroyMethod = "close")
    BackgroundJobs backgroundJobs(
            CommandOutbox outbox,
            LeaseScheduler granter,
            Reconciler reconciler,
            AuditSealer sealer,
            CheckpointDelivery checkpoints,
            CallLogStore calls,
            Clock clock) {
        return new BackgroundJobs(outbox, granter, reconciler, sealer, checkpoints, calls, clock);
    }
}
