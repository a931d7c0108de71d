package io.gulliver.service.console;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.JdbcAuditStore;
import io.gulliver.persistence.people.JdbcAccountStore;
import io.gulliver.persistence.program.JdbcProgramStore;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.backup.StoreTarget;
import io.gulliver.service.people.AccountService;
import io.gulliver.service.people.IssuerAccounts;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * People of a store, for the console of its machine: whoever lost the last administrator's password helps himself there.
 * Everything is in the audit record as done by {@code console:} and the user of the machine; no person can have that name.
 */
public final class PeopleConsole implements AutoCloseable {
    private final AccountService accounts;
    private final ProgramReader programs;
    private final IssuerAccounts issuers;
    private final StoreTarget.OpenStore open;
    private final Clock clock;
    private final String by;

    private PeopleConsole(StoreTarget.OpenStore open, String user, Clock clock) {
        this.open = open;
        StoreDatabase store = open.database();
        JdbcAuditStore audit = new JdbcAuditStore(store);
        JdbcAccountStore people = new JdbcAccountStore(store, audit);
        this.accounts = new AccountService(
                people,
                () -> password -> {
                    throw new IllegalStateException("no password is typed on the console");
                },
                clock);
        this.programs = new JdbcProgramStore(store, audit);
        this.issuers = new IssuerAccounts(people, programs, clock);
        this.clock = clock;
        this.by = "console:" + (user.isBlank() ? "unknown" : user.strip());
    }

    /**
     * Opens the store that the settings name; a server may run on it.
     *
     * @param user of the machine, as the operating system says it
     * @throws io.gulliver.persistence.StoreException there is none, or nothing was started on it yet
     */
    public static PeopleConsole open(StoreTarget store, String user, Clock clock) {
        return new PeopleConsole(store.open(clock), user, clock);
    }

    @Override
    public void close() {
        open.close();
    }

    /**
     * A right in a program.
     *
     * @param program key, or {@link Account#EVERY}
     */
    public record GivenRight(Right right, String program) {}

    /**
     * A function in a program.
     *
     * @param program key, or {@link Account#EVERY}
     */
    public record GivenFunction(Function function, String program) {}

    /**
     * What is given to a person.
     *
     * @param administrator true makes the person one; false leaves what is
     * @param rights each stands in place of the one that the person has in that program
     * @param functions added to those that the person has
     */
    public record Given(boolean administrator, List<GivenRight> rights, List<GivenFunction> functions) {
        public Given {
            rights = List.copyOf(rights);
            functions = List.copyOf(functions);
        }

        boolean nothing() {
            return !administrator && rights.isEmpty() && functions.isEmpty();
        }
    }

    /**
     * A person with a link.
     *
     * @param token of the one-time link by which the person chooses a password; told this once
     */
    public record Linked(Account account, String token) {}

    /** Everybody, those of the lab and the closed among them. */
    public List<Account> list() {
        return accounts.list();
    }

    /** Whether somebody may log in as this person now; the lab's people do where the lab runs. */
    public boolean opens(Account account) {
        return account.opens(clock.instant());
    }

    /** Makes a person, who chooses a password by the link. */
    public Linked add(String name, @Nullable String title, @Nullable String email, Given given) {
        RefusedException.throwIf(Account.violation(name, title == null ? name : title, email));
        requirePrograms(given);
        Account made = accounts.add(
                with(
                        new Account(
                                name,
                                title == null ? name : title.strip(),
                                email,
                                Account.LOCAL,
                                Account.folded(name),
                                false,
                                null,
                                null,
                                List.of(),
                                List.of(),
                                List.of(),
                                0),
                        given),
                by);
        return new Linked(made, accounts.resetLink(made.name(), by));
    }

    /** Gives a person rights and functions beside what is held; a closed account stays closed. */
    public Account grant(String name, Given given) {
        if (given.nothing()) {
            throw refused("Nothing to give. Say --administrator, --right or --function.");
        }
        requirePrograms(given);
        return accounts.change(with(require(name), given), by);
    }

    /** A link by which the person chooses a new password; those before it are over, and so is the old password then. */
    public Linked link(String name) {
        Account account = require(name);
        if (account.issuer().equals(Account.LAB)) {
            throw refused("'" + account.name()
                    + "' is one of the lab's people, who share the lab's password. Add a person" + " of your own.");
        }
        if (!account.opens(clock.instant())) {
            throw refused("The account '" + account.name() + "' is closed, so a new password would open nothing. An"
                    + " administrator opens it on the page of the person.");
        }
        return new Linked(account, accounts.resetLink(account.name(), by));
    }

    /** Lets the person in by an identity provider alone; see {@link IssuerAccounts#bind}. */
    public Account bind(String name, IssuerAccounts.@Nullable Provider provider, String subject) {
        return issuers.bind(require(name).name(), provider, subject, by);
    }

    /** Takes the person from an identity provider, and gives a link to choose a password by. */
    public Linked unbind(String name) {
        Account account = require(name);
        if (account.issuer().equals(Account.LOCAL)) {
            throw refused("The account '" + account.name() + "' is bound to no identity provider.");
        }
        Account after = issuers.unbind(account.name(), by);
        return new Linked(after, accounts.resetLink(after.name(), by));
    }

    /** Lets nobody log in as this person any more; the account stays, since the audit record names it. */
    public Account close(String name) {
        Account account = require(name);
        if (account.disabledAt() != null) {
            throw refused("The account '" + account.name() + "' has been closed since " + account.disabledAt() + ".");
        }
        Instant now = clock.instant();
        return accounts.change(
                new Account(
                        account.name(),
                        account.title(),
                        account.email(),
                        account.issuer(),
                        account.subject(),
                        account.administrator(),
                        now,
                        account.endsAt(),
                        account.rights(),
                        account.functions(),
                        account.deputies(),
                        account.version()),
                by);
    }

    private static Account with(Account account, Given given) {
        List<Account.HeldRight> rights = new ArrayList<>(account.rights());
        for (GivenRight one : given.rights()) {
            rights.removeIf(held -> held.program().equals(one.program()));
            rights.add(new Account.HeldRight(one.program(), one.right(), null));
        }
        List<Account.HeldFunction> functions = new ArrayList<>(account.functions());
        for (GivenFunction one : given.functions()) {
            functions.removeIf(held -> held.program().equals(one.program()) && held.function() == one.function());
            functions.add(new Account.HeldFunction(one.program(), one.function(), null));
        }
        return new Account(
                account.name(),
                account.title(),
                account.email(),
                account.issuer(),
                account.subject(),
                account.administrator() || given.administrator(),
                account.disabledAt(),
                account.endsAt(),
                rights,
                functions,
                account.deputies(),
                account.version());
    }

    private Account require(String name) {
        return accounts.find(name)
                .orElseThrow(() -> new UnknownRowException("There is no person '" + name + "'. There are: "
                        + String.join(
                                ", ",
                                accounts.list().stream().map(Account::name).toList()) + "."));
    }

    private void requirePrograms(Given given) {
        List<String> keys = new ArrayList<>();
        given.rights().forEach(one -> keys.add(one.program()));
        given.functions().forEach(one -> keys.add(one.program()));
        for (String key : keys) {
            if (!key.equals(Account.EVERY) && programs.find(key).isEmpty()) {
                throw refused("There is no program '" + key + "'. There are: "
                        + String.join(
                                ", ",
                                programs.list().stream().map(one -> one.key()).toList())
                        + ". Leave @PROGRAM out for every program.");
            }
        }
    }

    private static RefusedException refused(String message) {
        return new RefusedException(RuleViolation.notSo(message));
    }
}
