package io.gulliver.ui.security;

import io.gulliver.domain.people.Account;
import io.gulliver.service.people.AccountService;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Log-ins, log-outs and failures in the audit, and refused changes of passwords. A failure is told when it begins, and then how many there were once a
 * minute for each name and address, of at most {@link #MOST} in a minute: a flood of guesses does not fill the record.
 */
final class LoginRecord {
    static final int MOST = 20;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int REMEMBERED = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(LoginRecord.class);

    private final AccountService accounts;
    private final Clock clock;
    private final Map<String, Counted> failures = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Counted> eldest) {
            return size() > REMEMBERED;
        }
    };
    private Instant minute = Instant.EPOCH;
    private int written;

    private record Counted(int untold, Instant toldAt) {}

    LoginRecord(AccountService accounts, Clock clock) {
        this.accounts = accounts;
        this.clock = clock;
    }

    void in(String person, String address) {
        tell("login", person, Map.of("address", address));
    }

    void out(String person) {
        tell("logout", person, Map.of());
    }

    void failed(String name, String address) {
        // what strangers type is cut: a password in the wrong field must not stand in the record for ever
        count(Account.folded(name), address, Map.of())
                .ifPresent(details -> tell(
                        "login.failed", accounts.find(name).map(Account::name).orElse("unknown"), details));
    }

    /** A token that is none, is over, or is of a closed account; nothing of it is kept. */
    void badToken(String address) {
        count("\ntoken", address, Map.of("why", "token"))
                .ifPresent(details -> tell("login.failed", "unknown", details));
    }

    /** Whoever is logged in did not know the password that was to be changed; a log-in that was left open may be used. */
    void unchanged(String person, String address) {
        count("\npassword " + person, address, Map.of())
                .ifPresent(details -> tell("person.password.refused", person, details));
    }

    /** A log-in by an identity provider that came to nothing: nobody's here, so that the reason says it. */
    void refused(String issuer, String why, String address) {
        count("\n" + why, address, Map.of("issuer", issuer, "why", why))
                .ifPresent(details -> tell("login.failed", "unknown", details));
    }

    /** What is to be told now, or nothing when it is told later with others. */
    private Optional<Map<String, Object>> count(String what, String address, Map<String, Object> more) {
        Map<String, Object> details;
        synchronized (this) {
            Instant now = clock.instant();
            String key = address + " " + what;
            Counted before = failures.get(key);
            int count = before == null ? 1 : before.untold() + 1;
            if (minute.plus(MINUTE).isBefore(now)) {
                minute = now;
                written = 0;
            }
            if (before != null && before.toldAt().plus(MINUTE).isAfter(now) || written >= MOST) {
                failures.put(key, new Counted(count, before == null ? Instant.EPOCH : before.toldAt()));
                return Optional.empty();
            }
            written++;
            failures.put(key, new Counted(0, now));
            details = new TreeMap<>(more);
            details.put("address", address);
            details.put("times", count);
        }
        return Optional.of(details);
    }

    private void tell(String action, String person, Map<String, Object> details) {
        try {
            accounts.tell(action, person, details);
        } catch (DataAccessException | TransactionException storeAway) {
            LOG.warn("A {} of {} is not in the audit: the store does not answer", action, person, storeAway);
        }
    }
}
