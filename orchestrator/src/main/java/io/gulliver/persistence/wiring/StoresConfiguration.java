package io.gulliver.persistence.wiring;

import io.gulliver.domain.program.ProgramCalendar;
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
import io.gulliver.persistence.journal.JournalStore;
import io.gulliver.persistence.lease.LeaseStore;
import io.gulliver.persistence.log.StepLogStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.name.NameStore;
import io.gulliver.persistence.notice.NoticeStore;
import io.gulliver.persistence.people.AccountStore;
import io.gulliver.persistence.people.PeopleStore;
import io.gulliver.persistence.plan.PlanStore;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.program.ClockStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.risk.RiskStore;
import io.gulliver.persistence.session.SessionStore;
import io.gulliver.persistence.shared.JdbcSharedStore;
import io.gulliver.persistence.shared.SharedStore;
import io.gulliver.persistence.task.TaskStore;
import io.gulliver.persistence.view.EstateViews;
import io.gulliver.persistence.view.FindReader;
import io.gulliver.persistence.view.JdbcFindReader;
import io.gulliver.persistence.view.JdbcSavedViews;
import io.gulliver.persistence.view.SavedViews;
import io.gulliver.persistence.window.WindowStore;
import io.gulliver.persistence.window.WindowTaskStore;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Each store as a bean. Wants {@link Stores}. */
@Configuration(proxyBeanMethods = false)
public class StoresConfiguration {
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
    ProgramCalendar programCalendar(Stores stores, Clock clock) {
        return program -> stores.database().time(program).program(clock.instant());
    }

    @Bean
    ClockStore clockStore(Stores stores) {
        return stores.clocks();
    }

    @Bean
    MigrationStore migrationStore(Stores stores) {
        return stores.migrations();
    }

    @Bean
    PlaybookStore playbookStore(Stores stores) {
        return stores.playbooks();
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
    StepLogStore stepLogStore(Stores stores) {
        return stores.stepLogs();
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
    AccountStore accountStore(Stores stores) {
        return stores.accounts();
    }

    @Bean
    NoticeStore noticeStore(Stores stores) {
        return stores.notices();
    }

    @Bean
    AccessStore accessStore(Stores stores) {
        return stores.access();
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
    EstateViews estateViews(Stores stores) {
        return stores.views();
    }

    @Bean
    SavedViews savedViews(Stores stores) {
        return new JdbcSavedViews(stores.database());
    }

    @Bean
    FindReader findReader(Stores stores) {
        return new JdbcFindReader(stores.database());
    }

    @Bean
    SharedStore sharedStore(Stores stores) {
        return new JdbcSharedStore(stores.database());
    }
}
