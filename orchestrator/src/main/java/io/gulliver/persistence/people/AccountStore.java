package io.gulliver.persistence.people;

import io.gulliver.domain.people.Account;
import io.gulliver.persistence.view.AccountReader;
import io.gulliver.persistence.view.AccountToken;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** People who may log in, their rights, and the links and tokens that stand for them. */
public interface AccountStore extends AccountReader {
    /**
     * Makes an account.
     *
     * @param passwordHash or null
     * @return empty when the name is taken, or the person has an account
     */
    Optional<Account> add(Account account, @Nullable String passwordHash, String by);

    /**
     * Puts everything that an account says in place of what it said, its name and person apart.
     *
     * @throws io.gulliver.persistence.StaleVersionException somebody else changed it since
     * @throws org.springframework.dao.DuplicateKeyException another account of its issuer has the e-mail
     */
    Account change(Account wanted, String by);

    /**
     * Says who knows the person of an account from now on, with everything else that an account says. The password, links
     * for one, and open log-ins are over; the name stays, and with it tasks, tokens and history.
     *
     * @param wanted with the version that was read
     * @param action what the audit calls it
     * @return empty when another account is that person, or has the e-mail there
     * @throws io.gulliver.persistence.StaleVersionException somebody else changed it since
     */
    Optional<Account> knownBy(Account wanted, String action, String by);

    /**
     * Gives a password and ends the log-ins and links of the person.
     *
     * @param quietly without a word in the audit: for the lab
     */
    void password(String name, String passwordHash, String by, boolean quietly);

    /** Keeps the digest of a link; those before it for the same purpose are over. */
    void link(String digest, @Nullable String name, Instant endsAt, String by);

    /** The link of this digest, while it is good. */
    Optional<Link> findLink(String digest);

    /**
     * Does what a link is for, and uses it up by that: both or none.
     *
     * @return what was done; empty when the link is over, or the work came to nothing and the link is as good as before
     */
    <T> Optional<T> use(String digest, Supplier<Optional<T>> work);

    void addToken(AccountToken token, String digest);

    /** The token of this digest, while it is good; that it was used is noted once an hour. */
    Optional<AccountToken> token(String digest);

    /** Tokens of a person, or everybody's, the newest first. */
    List<AccountToken> tokens(@Nullable String name);

    /**
     * Ends a token.
     *
     * @param name whose it must be, or null for anybody's
     * @throws io.gulliver.persistence.UnknownRowException there is none
     */
    void revoke(String id, @Nullable String name, String by);

    /** A line in the audit about a log-in. */
    void tell(String action, String person, String by, Map<String, Object> details);

    /**
     * A link.
     *
     * @param name whose password it lets choose, or null for the first administrator
     * @param endsAt until when
     */
    record Link(@Nullable String name, Instant endsAt) {}
}
