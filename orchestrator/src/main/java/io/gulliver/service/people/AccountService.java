package io.gulliver.service.people;

import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.PasswordRules;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.people.AccountStore;
import io.gulliver.persistence.view.AccountToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;

/** People who may log in: made, changed, closed; their passwords, one-time links and tokens. */
public final class AccountService {
    /** How long a one-time link is good. */
    public static final Duration LINK = Duration.ofHours(24);
    /** How long a token is good at most. */
    public static final Duration LONGEST_TOKEN = Duration.ofDays(366);
    /** By which a token is known for one. */
    public static final String TOKEN = "gul_";

    private static final PasswordRules PASSWORDS = new PasswordRules(common());

    private final AccountStore accounts;
    private final Supplier<PasswordDigest> digest;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    public AccountService(AccountStore accounts, Supplier<PasswordDigest> digest, Clock clock) {
        this.accounts = accounts;
        this.digest = digest;
        this.clock = clock;
    }

    public List<Account> list() {
        return accounts.list();
    }

    public Optional<Account> find(String name) {
        // a name with characters that nobody sees is nobody's, and the store would refuse to look for some of them
        return name.chars().anyMatch(Character::isISOControl) ? Optional.empty() : accounts.find(name);
    }

    /** What a person may do now. */
    public Access access(String name) {
        return accounts.access(name);
    }

    public Optional<String> passwordHash(String name) {
        return accounts.passwordHash(name);
    }

    /** A link for the first administrator, as long as none but the lab's is there; those before it are over. */
    public Optional<String> firstLink() {
        if (accounts.administered()) {
            return Optional.empty();
        }
        String token = secret();
        accounts.link(Json.sha256(token), null, clock.instant().plus(LINK), "gulliver");
        return Optional.of(token);
    }

    /** A link by which the person chooses a password; shown once. */
    public String resetLink(String name, String by) {
        Account account = withPassword(name);
        String token = secret();
        accounts.link(Json.sha256(token), account.name(), clock.instant().plus(LINK), by);
        return token;
    }

    /**
     * A person whose password is kept here.
     *
     * @throws RefusedException an identity provider or the lab knows the person
     */
    public Account withPassword(String name) {
        Account account = require(name);
        if (!account.issuer().equals(Account.LOCAL)) {
            throw new RefusedException(RuleViolation.notNow("The password of " + account.name() + " is not kept here: "
                    + account.issuer() + " knows this person. Ask there."));
        }
        return account;
    }

    /** Whose link this is, while it is good. */
    public Optional<OneTimeLink> link(String token) {
        return accounts.findLink(Json.sha256(token))
                .filter(link -> link.name() != null || !accounts.administered())
                .map(link -> new OneTimeLink(link.name()));
    }

    /**
     * A link that is good.
     *
     * @param name whose password it lets choose, or null for the first administrator
     */
    public record OneTimeLink(@Nullable String name) {}

    /** Makes the first administrator by a link, which is good until that is done. */
    public Account first(String token, String name, String title, String password) {
        if (link(token).filter(link -> link.name() == null).isEmpty()) {
            throw over();
        }
        RefusedException.throwIf(Account.violation(name, title, null));
        RefusedException.throwIf(PASSWORDS.violation(name, password));
        Account wanted = new Account(
                name,
                title,
                null,
                Account.LOCAL,
                Account.folded(name),
                true,
                null,
                null,
                List.of(),
                List.of(),
                List.of(),
                0);
        String hash = digest.get().of(password);
        return accounts.use(Json.sha256(token), () -> accounts.add(wanted, hash, name))
                .orElseThrow(() -> link(token).isEmpty() ? over() : taken(name));
    }

    /** Gives the person of a link a password. */
    public Account choose(String token, String password) {
        String name = link(token).map(OneTimeLink::name).orElseThrow(AccountService::over);
        RefusedException.throwIf(PASSWORDS.violation(name, password));
        String hash = digest.get().of(password);
        return accounts.use(Json.sha256(token), () -> {
                    accounts.password(name, hash, name, false);
                    return accounts.find(name);
                })
                .orElseThrow(AccountService::over);
    }

    /** Gives a person, who has shown to know the old one, a new password. */
    public void changePassword(String name, String password) {
        RefusedException.throwIf(PASSWORDS.violation(name, password));
        accounts.password(name, digest.get().of(password), require(name).name(), false);
    }

    /** Makes an account; a person of this installation gets a password by a link. */
    public Account add(Account account, String by) {
        return accounts.add(account, null, by).orElseThrow(() -> taken(account.name()));
    }

    /**
     * Changes what an account says; the last administrator stays one.
     *
     * @throws RefusedException nobody would be an administrator, or another account of the issuer has the e-mail
     */
    public Account change(Account wanted, String by) {
        Instant now = clock.instant();
        boolean is = accounts.find(wanted.name())
                .filter(one -> one.administrator() && one.opens(now))
                .isPresent();
        boolean stays = wanted.administrator() && wanted.opens(now) && wanted.endsAt() == null;
        boolean other = list().stream()
                // the lab's administrator lets nobody in where the lab's people may not
                .filter(one ->
                        wanted.issuer().equals(Account.LAB) || !one.issuer().equals(Account.LAB))
                .anyMatch(one ->
                        one.administrator() && one.opens(now) && !one.name().equals(wanted.name()));
        if (is && !stays && !other) {
            throw new RefusedException(RuleViolation.notNow(
                    "Nobody would be an administrator after this. Make another person an administrator first."));
        }
        try {
            return accounts.change(wanted, by);
        } catch (DuplicateKeyException anothers) {
            if (wanted.email() == null) {
                throw anothers;
            }
            throw new RefusedException(RuleViolation.notNow("The e-mail " + wanted.email()
                    + " is another account's already: of one issuer a person has one. Change that one first, or give"
                    + " another e-mail."));
        }
    }

    /** An account of the lab, with its password as the lab has it now. */
    public void lab(Account account, String password, BiPredicate<String, String> matches) {
        Optional<String> known = accounts.passwordHash(account.name());
        if (known.isPresent() && matches.test(password, known.get())) {
            return;
        }
        String hash = digest.get().of(password);
        if (known.isPresent() || accounts.add(account, hash, "gulliver").isEmpty()) {
            if (require(account.name()).issuer().equals(Account.LAB)) {
                accounts.password(account.name(), hash, "gulliver", true);
            }
        }
    }

    /** A token, which is told this once. */
    public Made makeToken(String name, String title, Right most, @Nullable List<String> programs, Instant endsAt) {
        Instant now = clock.instant();
        if (title.isBlank() || title.length() > 200) {
            throw new RefusedException(
                    RuleViolation.notSo("A token needs a title of 1 to 200 characters: what is it for?"));
        }
        if (most == Right.NONE || !endsAt.isAfter(now) || endsAt.isAfter(now.plus(LONGEST_TOKEN))) {
            throw new RefusedException(RuleViolation.notSo("A token is good for something, and ends within "
                    + LONGEST_TOKEN.toDays() + " days from now. Give a right and an end."));
        }
        String token = TOKEN + secret();
        AccountToken row = new AccountToken(
                "t" + Json.sha256(token).substring(0, 12),
                require(name).name(),
                title.strip(),
                most,
                programs == null || programs.isEmpty() ? null : List.copyOf(programs),
                now,
                endsAt,
                null,
                null);
        accounts.addToken(row, Json.sha256(token));
        return new Made(row, token);
    }

    /**
     * A new token.
     *
     * @param token as it is listed
     * @param secret what a program sends; nobody can tell it again
     */
    public record Made(AccountToken token, String secret) {}

    /** The token that was sent, while it is good. */
    public Optional<AccountToken> token(String sent) {
        return sent.startsWith(TOKEN) ? accounts.token(Json.sha256(sent)) : Optional.empty();
    }

    /** Tokens of a person, or everybody's. */
    public List<AccountToken> tokens(@Nullable String name) {
        return accounts.tokens(name);
    }

    /** Ends a token; see {@link AccountStore#revoke}. */
    public void revoke(String id, @Nullable String name, String by) {
        accounts.revoke(id, name, by);
    }

    /** A line in the audit about a log-in. */
    public void tell(String action, String person, Map<String, Object> details) {
        accounts.tell(action, person, person, details);
    }

    private Account require(String name) {
        return accounts.find(name)
                .orElseThrow(() ->
                        new UnknownRowException("There is no person '" + name + "'. Look at the list of people."));
    }

    private String secret() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static RefusedException over() {
        return new RefusedException(
                RuleViolation.notNow("This link is over: it was used, replaced by a newer one, or is"
                        + " older than " + LINK.toHours()
                        + " hours. Ask an administrator for another; the first one is shown when"
                        + " the server starts."));
    }

    private static RefusedException taken(String name) {
        return new RefusedException(
                RuleViolation.notNow(
                        "There is an account '" + name
                                + "' already, whatever its case, or one of this person: of one issuer a person has one. Change that one."));
    }

    private static Set<String> common() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(AccountService.class.getResourceAsStream("/people/common-passwords.txt")),
                StandardCharsets.UTF_8))) {
            return lines.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
