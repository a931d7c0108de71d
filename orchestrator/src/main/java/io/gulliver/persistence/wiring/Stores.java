package io.gulliver.persistence.wiring;

import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.access.JdbcAccessStore;
import io.gulliver.persistence.audit.JdbcAuditStore;
import io.gulliver.persistence.build.JdbcBuildApprovalStore;
import io.gulliver.persistence.calls.JdbcCallLogStore;
import io.gulliver.persistence.check.JdbcCheckStore;
import io.gulliver.persistence.cluster.JdbcClusterStore;
import io.gulliver.persistence.command.JdbcCommandStore;
import io.gulliver.persistence.connection.JdbcConnectionStore;
import io.gulliver.persistence.decision.JdbcDecisionStore;
import io.gulliver.persistence.engine.JdbcEngineStore;
import io.gulliver.persistence.estate.JdbcDatabaseStore;
import io.gulliver.persistence.estate.JdbcLandingStore;
import io.gulliver.persistence.evidence.JdbcEvidenceStore;
import io.gulliver.persistence.facts.JdbcFactStore;
import io.gulliver.persistence.journal.JdbcJournalStore;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.lease.JdbcLeaseStore;
import io.gulliver.persistence.log.JdbcStepLogStore;
import io.gulliver.persistence.migration.JdbcMigrationStore;
import io.gulliver.persistence.name.JdbcNameStore;
import io.gulliver.persistence.notice.JdbcNoticeStore;
import io.gulliver.persistence.people.JdbcAccountStore;
import io.gulliver.persistence.people.JdbcPeopleStore;
import io.gulliver.persistence.plan.JdbcPlanStore;
import io.gulliver.persistence.playbook.JdbcPlaybookStore;
import io.gulliver.persistence.playbook.PlanSource;
import io.gulliver.persistence.program.JdbcClockStore;
import io.gulliver.persistence.program.JdbcProgramStore;
import io.gulliver.persistence.proof.JdbcProofStore;
import io.gulliver.persistence.rate.JdbcRateStore;
import io.gulliver.persistence.risk.JdbcRiskStore;
import io.gulliver.persistence.session.JdbcSessionStore;
import io.gulliver.persistence.task.JdbcTaskStore;
import io.gulliver.persistence.view.EstateViews;
import io.gulliver.persistence.view.JournalListener;
import io.gulliver.persistence.window.JdbcWindowStore;
import io.gulliver.persistence.window.JdbcWindowTaskStore;

/** Every store on one database, wired once. */
public record Stores(
        StoreDatabase database,
        JdbcAuditStore audit,
        JdbcEngineStore engines,
        JdbcProgramStore programs,
        JdbcPlaybookStore playbooks,
        JdbcMigrationStore migrations,
        JdbcJournalStore journal,
        JdbcCommandStore commands,
        JdbcTaskStore tasks,
        JdbcLeaseStore leases,
        JdbcNameStore names,
        JdbcEvidenceStore evidence,
        JdbcCallLogStore calls,
        JdbcLandingStore landings,
        JdbcDatabaseStore databases,
        JdbcFactStore facts,
        JdbcPeopleStore people,
        JdbcAccountStore accounts,
        JdbcSessionStore sessions,
        JdbcNoticeStore notices,
        JdbcAccessStore access,
        JdbcWindowStore windows,
        JdbcWindowTaskStore windowTasks,
        JdbcPlanStore plans,
        JdbcRateStore rates,
        JdbcRiskStore risks,
        EstateViews views,
        JdbcDecisionStore decisions,
        JdbcConnectionStore connections,
        JdbcClockStore clocks,
        JdbcProofStore proofs,
        JdbcStepLogStore stepLogs,
        JdbcCheckStore checks,
        JdbcBuildApprovalStore builds,
        JdbcClusterStore clusters) {

    /**
     * @param plans compiled plans by playbook hash
     * @param slots which scarce things a step takes
     * @param listener told after each flush
     */
    public static Stores on(StoreDatabase database, PlanSource plans, SlotNames slots, JournalListener listener) {
        JdbcAuditStore audit = new JdbcAuditStore(database);
        JdbcEvidenceStore evidence = new JdbcEvidenceStore(database);
        JdbcTaskStore tasks = new JdbcTaskStore(database, audit, evidence);
        JdbcCommandStore commands = new JdbcCommandStore(database, tasks, audit, evidence);
        JdbcLeaseStore leases = new JdbcLeaseStore(database);
        JdbcLandingStore landings = new JdbcLandingStore(database, audit);
        JdbcPlanStore planned = new JdbcPlanStore(database, audit);
        return new Stores(
                database,
                audit,
                new JdbcEngineStore(database),
                new JdbcProgramStore(database, audit),
                new JdbcPlaybookStore(database, audit),
                new JdbcMigrationStore(database, plans, audit),
                new JdbcJournalStore(database, plans, audit, evidence, leases, slots, listener),
                commands,
                tasks,
                leases,
                new JdbcNameStore(database),
                evidence,
                new JdbcCallLogStore(database),
                landings,
                new JdbcDatabaseStore(database, audit, landings),
                new JdbcFactStore(database, audit),
                new JdbcPeopleStore(database, audit),
                new JdbcAccountStore(database, audit),
                new JdbcSessionStore(database, audit),
                new JdbcNoticeStore(database),
                new JdbcAccessStore(database, audit),
                new JdbcWindowStore(database, audit),
                new JdbcWindowTaskStore(database, audit),
                planned,
                new JdbcRateStore(database, audit),
                new JdbcRiskStore(database, audit),
                new EstateViews(database, planned, plans::method),
                new JdbcDecisionStore(database, audit),
                new JdbcConnectionStore(database, audit),
                new JdbcClockStore(database),
                new JdbcProofStore(database, audit),
                new JdbcStepLogStore(database),
                new JdbcCheckStore(database, audit),
                new JdbcBuildApprovalStore(database, audit),
                new JdbcClusterStore(database, audit));
    }
}
