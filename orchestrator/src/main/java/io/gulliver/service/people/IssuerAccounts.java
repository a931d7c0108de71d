package io.gulliver.service.people;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.ClaimPolicy;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.people.AccountStore;
import io.gulliver.persistence.view.ProgramReader;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;

/**
 * People whom an identity provider knows. A person is issuer and subject together: whatever name is claimed, it is the same
 * account, so that nobody is two for four eyes. The account is made at the first log-in, or an administrator binds one that
 * is there; its name is never changed after, because the audit holds it. Where a {@link ClaimPolicy} is set, rights and
 * functions are what the groups give at each log-in and end some time after it, so that API tokens and deputies of somebody
 * who has left lose them too; without one an administrator gives them as to everybody. Being an administrator, an end,
 * closing and deputies are never claimed.
 */
public final class IssuerAccounts {
    private static final int TRIES = 3;
    private static final int LONGEST_SUBJECT = 255;
    private static final int LONGEST_TITLE = 200;
    private static final int LONGEST_MAIL = 320;

    private final AccountStore accounts;
    private final ProgramReader programs;
    private final Clock clock;

    /** @param clock of log-ins, which is the machine's */
    public IssuerAccounts(AccountStore accounts, ProgramReader programs, Clock clock) {
        this.accounts = accounts;
        this.programs = programs;
        this.clock = clock;
    }

    /**
     * The identity provider of the settings.
     *
     * @param issuer its address
     * @param claimsLast how long what its groups give is good, or null where an administrator gives
     */
    public record Provider(String issuer, @Nullable Duration claimsLast) {}

    /**
     * What an identity provider says of a person.
     *
     * @param issuer its address
     * @param subject of the person there, or null when it did not say
     * @param name wished for the account, or null
     * @param title shown to people, or null
     * @param email that it vouches for, or null
     * @param groups or null when it did not say
     */
    public record Claims(
            String issuer,
            @Nullable String subject,
            @Nullable String name,
            @Nullable String title,
            @Nullable String email,
            @Nullable Collection<String> groups) {}

    /**
     * The account of whoever just logged in there.
     *
     * @param policy what groups give, or null where an administrator does
     * @param last how long it is good
     * @throws IssuerRefusal nobody is let in, and why
     */
    public Account logIn(Claims claims, @Nullable ClaimPolicy policy, Duration last) {
        String subject = claims.subject();
        if (subject == null || subject.isBlank() || subject.length() > LONGEST_SUBJECT) {
            throw new IssuerRefusal(
                    IssuerRefusal.Why.CLAIMS,
                    claims.issuer() + " did not say who logged in (claim sub, 1 to " + LONGEST_SUBJECT
                            + " characters).");
        }
        ClaimPolicy.Given given = given(claims, policy, last);
        for (int i = 0; i < TRIES; i++) {
            Optional<Account> known = accounts.find(claims.issuer(), subject);
            try {
                Account account =
                        known.isPresent() ? asClaimed(known.get(), claims, given, last) : added(claims, subject, given);
                if (!account.opens(clock.instant())) {
                    throw new IssuerRefusal(
                            IssuerRefusal.Why.CLOSED,
                            "The account " + account.name() + " is closed or over. An administrator can open it.");
                }
                return account;
            } catch (StaleVersionException | Raced again) {
                // another log-in of the same person was faster: what it wrote is read again
            }
        }
        throw new IssuerRefusal(
                IssuerRefusal.Why.NAME,
                "No account can be made for subject " + subject + " of " + claims.issuer() + ": the name "
                        + claims.name() + " or the e-mail is another account's. An administrator changes that one,"
                        + " or the identity provider gives another name.");
    }

    /**
     * Lets an account of this installation be reached by an identity provider alone: an administrator says as whom the person
     * is known there, since a name or an e-mail that is the same may be somebody else's. The name stays, and with it
     * rights, functions, tasks, tokens and history; the password goes, so that whoever is locked out there has no
     * other way in.
     *
     * @param provider that the settings name, or null for none
     * @param subject of the person there
     */
    public Account bind(String name, @Nullable Provider provider, String subject, String by) {
        Account account = require(name);
        if (provider == null) {
            throw refused(RuleViolation.notNow(
                    "No identity provider is set, so nobody can log in by one. Set gulliver.web.oidc.issuer first."));
        }
        String issuer = provider.issuer();
        if (account.issuer().equals(Account.LAB)) {
            throw refused(RuleViolation.notNow("'" + account.name() + "' is one of the lab's people, who share the"
                    + " lab's password. Bind a person of your own."));
        }
        if (!subject.equals(subject.strip())
                || subject.isEmpty()
                || subject.length() > LONGEST_SUBJECT
                || subject.chars().anyMatch(Character::isISOControl)) {
            throw refused(RuleViolation.notSo("A subject has 1 to " + LONGEST_SUBJECT
                    + " characters and no space at its ends: the claim sub, as " + issuer + " says it."));
        }
        if (account.issuer().equals(issuer) && account.subject().equals(subject)) {
            return account;
        }
        if (!account.issuer().equals(Account.LOCAL)) {
            throw refused(RuleViolation.notNow("The account " + account.name() + " is bound to subject "
                    + account.subject() + " of " + account.issuer() + " already. Unbind it first."));
        }
        accounts.find(issuer, subject).ifPresent(other -> {
            throw refused(RuleViolation.notNow("Subject " + subject + " of " + issuer + " is the account "
                    + other.name() + ": a person has one of an issuer. If both are one person, unbind and close "
                    + other.name() + ", and bind " + account.name() + " then."));
        });
        keepAnAdministrator(account, this::hasPassword, "with a password, who comes in while " + issuer + " is away");
        return accounts.knownBy(known(account, issuer, subject, provider.claimsLast()), "person.bound", by)
                .orElseThrow(() -> refused(RuleViolation.notNow("Another account of " + issuer + " has the e-mail "
                        + account.email() + " or took subject " + subject + " just now. Look at the list of people.")));
    }

    /** Makes an account of an identity provider one of this installation, whose person chooses a password by a link. */
    public Account unbind(String name, String by) {
        Account account = require(name);
        if (account.issuer().equals(Account.LOCAL)) {
            return account;
        }
        if (account.issuer().equals(Account.LAB)) {
            throw refused(RuleViolation.notNow(
                    "'" + account.name() + "' is one of the lab's people: no identity provider knows them."));
        }
        keepAnAdministrator(account, other -> hasPassword(other) || other.ofIssuer(), "who can log in");
        return accounts.knownBy(
                        known(account, Account.LOCAL, Account.folded(account.name()), null), "person.unbound", by)
                .orElseThrow(() -> refused(RuleViolation.notNow("Another account of this installation has the e-mail "
                        + account.email() + ". Change that one first.")));
    }

    /** @param last how long what is held is good at most, where groups give it from the next log-in on */
    private Account known(Account account, String issuer, String subject, @Nullable Duration last) {
        Instant end = last == null ? null : clock.instant().plus(last);
        return new Account(
                account.name(),
                account.title(),
                account.email(),
                issuer,
                subject,
                account.administrator(),
                account.disabledAt(),
                account.endsAt(),
                account.rights().stream()
                        .map(held -> new Account.HeldRight(held.program(), held.right(), first(held.endsAt(), end)))
                        .toList(),
                account.functions().stream()
                        .map(held ->
                                new Account.HeldFunction(held.program(), held.function(), first(held.endsAt(), end)))
                        .toList(),
                account.deputies(),
                account.version());
    }

    private static @Nullable Instant first(@Nullable Instant one, @Nullable Instant other) {
        return one == null || other != null && other.isBefore(one) ? other : one;
    }

    /** Of a person who is an administrator now, and would for a while be one who cannot come in. */
    private void keepAnAdministrator(Account account, Predicate<Account> comesIn, String who) {
        Instant now = clock.instant();
        if (account.administrator()
                && account.opens(now)
                && accounts.list().stream()
                        .noneMatch(one -> one.administrator()
                                && one.opens(now)
                                && !one.name().equals(account.name())
                                && comesIn.test(one))) {
            throw refused(RuleViolation.notNow(
                    "After this there would be no administrator " + who + ". Make another one first."));
        }
    }

    private boolean hasPassword(Account account) {
        return account.issuer().equals(Account.LOCAL)
                && accounts.passwordHash(account.name()).isPresent();
    }

    private Account require(String name) {
        return accounts.find(name)
                .orElseThrow(() ->
                        new UnknownRowException("There is no person '" + name + "'. Look at the list of people."));
    }

    private static RefusedException refused(RuleViolation why) {
        return new RefusedException(why);
    }

    private ClaimPolicy.@Nullable Given given(Claims claims, @Nullable ClaimPolicy policy, Duration last) {
        if (policy == null) {
            return null;
        }
        if (claims.groups() == null) {
            // nothing said is not the same as no group: rights are not taken away by a scope that somebody forgot
            throw new IssuerRefusal(
                    IssuerRefusal.Why.CLAIMS,
                    claims.issuer() + " did not say in which groups subject " + claims.subject()
                            + " is. Have it send the claim, or change the settings.");
        }
        return policy.of(
                claims.groups(),
                program -> programs.find(program).isPresent(),
                clock.instant().plus(last));
    }

    /**
     * Writes only when something differs, or when half of its time is gone: a log-in is no change of rights. An e-mail that
     * the identity provider vouches for is written whenever it does so first, and one person's is no other's.
     */
    private Account asClaimed(Account account, Claims claims, ClaimPolicy.@Nullable Given given, Duration last) {
        if (!account.opens(clock.instant())) {
            return account;
        }
        String vouched = email(claims);
        boolean known = vouched == null || vouched.equalsIgnoreCase(account.email());
        Instant half = clock.instant().plus(last.dividedBy(2));
        boolean lasts = account.rights().stream()
                        .allMatch(held -> held.endsAt() != null && held.endsAt().isAfter(half))
                && account.functions().stream()
                        .allMatch(held -> held.endsAt() != null && held.endsAt().isAfter(half));
        boolean same = given == null || given.sameAs(account) && lasts;
        if (known && same) {
            return account;
        }
        try {
            return accounts.change(
                    new Account(
                            account.name(),
                            account.title(),
                            known ? account.email() : vouched,
                            account.issuer(),
                            account.subject(),
                            account.administrator(),
                            account.disabledAt(),
                            account.endsAt(),
                            same ? account.rights() : given.rights(),
                            same ? account.functions() : given.functions(),
                            account.deputies(),
                            account.version()),
                    by(account.issuer()));
        } catch (DuplicateKeyException anothers) {
            throw new IssuerRefusal(
                    IssuerRefusal.Why.NAME,
                    claims.issuer() + " vouches to subject " + account.subject() + ", account " + account.name()
                            + ", for the e-mail " + vouched + ", which another account of it has: a person has one. If"
                            + " both are one person, an administrator unbinds and closes one of them.");
        }
    }

    private static @Nullable String email(Claims claims) {
        String email = claims.email();
        return email == null || email.isBlank() || email.length() > LONGEST_MAIL ? null : email;
    }

    private Account added(Claims claims, String subject, ClaimPolicy.@Nullable Given given) {
        String name = claims.name() == null ? "" : claims.name().strip();
        if (name.isEmpty()) {
            throw new IssuerRefusal(
                    IssuerRefusal.Why.CLAIMS, claims.issuer() + " did not say a name for subject " + subject + ".");
        }
        if (!Account.wellNamed(name)) {
            throw new IssuerRefusal(
                    IssuerRefusal.Why.NAME,
                    claims.issuer() + " says a name for subject " + subject + " that no account can have: wanted 2 to"
                            + " 100 letters, digits, dots, dashes, underscores, @ or spaces.");
        }
        if (accounts.find(name).isPresent()) {
            throw new IssuerRefusal(
                    IssuerRefusal.Why.NAME,
                    "The name " + name + ", which " + claims.issuer() + " says for subject " + subject
                            + ", is another account's here, and a name is never given again.");
        }
        String title = claims.title() == null ? "" : claims.title().strip();
        return accounts.add(
                        new Account(
                                name,
                                title.isEmpty() || title.length() > LONGEST_TITLE ? name : title,
                                email(claims),
                                claims.issuer(),
                                subject,
                                false,
                                null,
                                null,
                                given == null ? List.of() : given.rights(),
                                given == null ? List.of() : given.functions(),
                                List.of(),
                                0),
                        null,
                        by(claims.issuer()))
                .orElseThrow(Raced::new);
    }

    /** Who changed it, as the audit says: the word of the identity provider, of nobody here. */
    private static String by(String issuer) {
        String by = "claims of " + issuer;
        return by.length() <= LONGEST_TITLE ? by : by.substring(0, LONGEST_TITLE);
    }

    /** Somebody else made this account, or has its e-mail. */
    private static final class Raced extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
