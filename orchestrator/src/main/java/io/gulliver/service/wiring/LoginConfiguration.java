package io.gulliver.service.wiring;

import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.notice.NoticeStore;
import io.gulliver.persistence.people.AccountStore;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.notice.NoticeService;
import io.gulliver.service.people.AccountService;
import io.gulliver.service.people.IssuerAccounts;
import io.gulliver.service.people.PasswordDigest;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Keeps the sessions of pages in the store: a killed server logs nobody out, and each of several web processes knows
 * everybody.
 */
@Configuration(proxyBeanMethods = false)
public class LoginConfiguration {
    /** @param idle who says nothing for so long is logged out: longer than the longest pause of a night of cutovers */
    @Bean
    JdbcIndexedSessionRepository sessionRepository(
            StoreDatabase database, @Value("${server.servlet.session.timeout:8h}") Duration idle) {
        TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(database.dataSource()));
        transactions.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        JdbcIndexedSessionRepository sessions =
                new JdbcIndexedSessionRepository(new JdbcTemplate(database.dataSource()), transactions);
        sessions.setTableName("people_sessions");
        sessions.setDefaultMaxInactiveInterval(idle);
        // Two requests of one page may bring the same attribute at once: the later one counts.
        sessions.setCreateSessionAttributeQuery(
                "insert into %TABLE_NAME%_attributes (session_primary_id, attribute_name,"
                        + " attribute_bytes) values (?, ?, ?) on conflict (session_primary_id, attribute_name) do update set"
                        + " attribute_bytes = excluded.attribute_bytes");
        return sessions;
    }

    @Bean
    NoticeService noticeService(NoticeStore notices, AccountStore accounts) {
        return new NoticeService(notices, accounts);
    }

    @Bean
    AccountService accountService(AccountStore accounts, ObjectProvider<PasswordDigest> digest, Clock clock) {
        return new AccountService(accounts, digest::getObject, clock);
    }

    @Bean
    IssuerAccounts issuerAccounts(AccountStore accounts, ProgramReader programs, StoreDatabase database) {
        return new IssuerAccounts(accounts, programs, database.clock());
    }
}
