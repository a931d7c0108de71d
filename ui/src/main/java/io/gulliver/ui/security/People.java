package io.gulliver.ui.security;

import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Account;
import io.gulliver.service.people.AccountService;
import io.gulliver.ui.person.Person;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * People of the store, with what they may do now: no right is frozen in a session. What was read is good for a moment, so
 * that a page full of parts asks once; people of the lab are there as long as the lab's users are on.
 */
@Component
public class People {
    private static final long GOOD_NANOS = 3_000_000_000L;
    private static final int REMEMBERED = 1_000;

    private final AccountService accounts;
    private final boolean lab;
    private final Map<String, Known> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
            return size() > REMEMBERED;
        }
    };

    private record Known(Optional<Account> account, Access access, long readAt) {}

    People(AccountService accounts, @Value("${gulliver.lab.users:false}") boolean lab) {
        this.accounts = accounts;
        this.lab = lab;
    }

    /** The account of this log-in name, as long as somebody may log in by it. */
    public Optional<Account> open(String name) {
        return known(name).account();
    }

    /** What the person may do now. */
    public Access access(String name) {
        return known(name).access();
    }

    /** Log-in names of those who see a program now, in order. */
    public List<String> of(String program) {
        Instant now = Instant.now();
        return accounts.list().stream()
                .filter(one -> lab || !one.issuer().equals(Account.LAB))
                .filter(one -> Access.of(one, List.of(), now).sees(program))
                .map(Account::name)
                .sorted(String.CASE_INSENSITIVE_ORDER)
                .toList();
    }

    /** The person of an authentication: whoever calls with a token may do what the token lets through. */
    Person person(Authentication authentication, @Nullable String program) {
        Access access = access(authentication.getName());
        return new Person(
                authentication.getName(),
                authentication instanceof TokenAuthentication token
                        ? access.limited(token.token().most(), token.programs())
                        : access,
                program,
                authentication instanceof TokenAuthentication token ? token.token() : null);
    }

    /** Forgets what was read, because it has changed. */
    public synchronized void changed() {
        known.clear();
    }

    private Known known(String name) {
        String folded = Account.folded(name);
        Known before;
        synchronized (this) {
            before = known.get(folded);
        }
        if (before != null && System.nanoTime() - before.readAt() < GOOD_NANOS) {
            return before;
        }
        Known read;
        try {
            Optional<Account> account = accounts.find(name)
                    .filter(one -> one.opens(Instant.now()))
                    .filter(one -> lab || !one.issuer().equals(Account.LAB));
            read = new Known(
                    account, account.map(one -> accounts.access(one.name())).orElse(Access.NONE), System.nanoTime());
        } catch (DataAccessException | TransactionException storeAway) {
            if (before == null) {
                throw storeAway;
            }
            return before; // pages of what is known are shown as long as the store is away for a moment
        }
        synchronized (this) {
            known.put(folded, read);
        }
        return read;
    }

    /** The person of a log-in name with the digest of the password. */
    UserDetails byName(String name) {
        Account account = accounts.find(name)
                .filter(one -> one.opens(Instant.now()))
                .filter(one -> lab || !one.issuer().equals(Account.LAB))
                .orElseThrow(() -> new UsernameNotFoundException("Nobody logs in by this name"));
        String hash = accounts.passwordHash(account.name())
                .orElseThrow(() -> new UsernameNotFoundException("Nobody logs in by this name with a password"));
        return new User(account.name(), hash, List.of());
    }
}
