package io.gulliver.service.notice;

import io.gulliver.domain.notice.NoticePreference;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Account;
import io.gulliver.persistence.notice.NoticeStore;
import io.gulliver.persistence.people.AccountStore;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a person wants to be told, and what the person was told; and who is told of what a function must act on. */
public final class NoticeService implements NoticeRecipients {
    private static final int LAST = 50;

    private final NoticeStore notices;
    private final AccountStore accounts;

    public NoticeService(NoticeStore notices, AccountStore accounts) {
        this.notices = notices;
        this.accounts = accounts;
    }

    /**
     * One delivery to a person.
     *
     * @param kind of the notice
     * @param state WAITING, SENT, FAILED, or OVER before it was told
     * @param dueAt when it is told, or was to be
     * @param endedAt when it was told, or given up; an ISO instant, or null
     * @param failure why it did not arrive, or null
     */
    public record Told(
            String program,
            String kind,
            String database,
            String title,
            String path,
            String state,
            java.time.Instant dueAt,
            java.time.@Nullable Instant endedAt,
            @Nullable String failure) {}

    /** What a person said, or what holds for whoever said nothing. */
    public NoticePreference preference(String person) {
        return notices.preference(person).orElseGet(() -> NoticePreference.usual(ZoneId.of("UTC")));
    }

    /**
     * Keeps what a person says.
     *
     * @throws io.gulliver.persistence.StaleVersionException when it was changed since that version
     */
    public NoticePreference prefer(String person, NoticePreference wanted) {
        return notices.prefer(person, wanted);
    }

    /** Where mail to a person goes. */
    public Optional<String> address(String person) {
        return accounts.find(person).map(Account::email).filter(mail -> !mail.isBlank());
    }

    /** What was on its way to a person last, of programs that are there for the person, newest first. */
    public List<Told> told(String person) {
        Access access = accounts.access(person);
        return notices.told(person, address(person).orElse(""), LAST).stream()
                .filter(one -> access.sees(one.notice().program()))
                .map(one -> new Told(
                        one.notice().program(),
                        one.notice().kind().name(),
                        one.notice().database(),
                        one.notice().title(),
                        one.notice().path(),
                        one.state(),
                        one.dueAt(),
                        one.endedAt(),
                        one.failure()))
                .toList();
    }

    @Override
    public List<Recipient> of(String program, String function) {
        return accounts.list().stream()
                .filter(account -> account.email() != null && !account.email().isBlank())
                .filter(account ->
                        accounts.access(account.name()).functions(program).contains(function))
                .map(account -> new Recipient(account.name(), String.valueOf(account.email())))
                .toList();
    }

    @Override
    public List<String> whose(String email) {
        return accounts.list().stream()
                .filter(account -> email.equalsIgnoreCase(account.email()))
                .map(Account::name)
                .toList();
    }

    @Override
    public boolean sees(String person, String program) {
        return accounts.access(person).sees(program);
    }
}
