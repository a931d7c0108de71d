package io.gulliver.persistence.view;

import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Account;
import java.util.List;
import java.util.Optional;

/** People who may log in, as pages and the door read them. */
public interface AccountReader {
    /** Everybody, by name. */
    List<Account> list();

    /** Of this log-in name, in whichever case. */
    Optional<Account> find(String name);

    /** Who an issuer means. */
    Optional<Account> find(String issuer, String subject);

    /** The digest of the password, or empty where there is none. */
    Optional<String> passwordHash(String name);

    /** What the person may do now, with what is held for others; nothing for an account that is closed or unknown. */
    Access access(String name);

    /** Whether an administrator is there, the lab's apart: people of an identity provider may come before the first one. */
    boolean administered();
}
