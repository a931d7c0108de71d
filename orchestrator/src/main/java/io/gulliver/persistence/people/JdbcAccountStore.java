package io.gulliver.persistence.people;

import static io.gulliver.persistence.RowValues.at;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditChange;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.view.AccountToken;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;

/** People in tables. Log-ins are of the machine's time, not of a program's. */
public final class JdbcAccountStore implements AccountStore {
    private static final String ACCOUNT = """
            select name, title, email, issuer, subject, administrator, disabled_at, ends_at, version from accounts
            """;
    private static final String TOKEN = """
            select id, name, title, most, programs, made_at, ends_at, revoked_at, used_at from account_tokens
            """;

    private final StoreDatabase db;
    private final AuditStore audit;

    public JdbcAccountStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.audit = audit;
    }

    @Override
    public List<Account> list() {
        return db.jdbc().sql(ACCOUNT + " order by folded").query((row, n) -> account(row)).list().stream()
                .map(this::whole)
                .toList();
    }

    @Override
    public Optional<Account> find(String name) {
        return db.jdbc()
                .sql(ACCOUNT + " where folded = :folded")
                .param("folded", Account.folded(name))
                .query((row, n) -> account(row))
                .optional()
                .map(this::whole);
    }

    @Override
    public Optional<Account> find(String issuer, String subject) {
        return db.jdbc()
                .sql(ACCOUNT + " where issuer = :issuer and subject = :subject")
                .param("issuer", issuer)
                .param("subject", subject)
                .query((row, n) -> account(row))
                .optional()
                .map(this::whole);
    }

    @Override
    public Optional<String> passwordHash(String name) {
        return db.jdbc()
                .sql("select password_hash from accounts where folded = :folded and password_hash is not null")
                .param("folded", Account.folded(name))
                .query(String.class)
                .optional();
    }

    @Override
    public Access access(String name) {
        Instant now = now();
        return find(name)
                .map(account -> Access.of(account, represented(account.name(), now), now))
                .orElse(Access.NONE);
    }

    private List<Account> represented(String deputy, Instant now) {
        return db
                .jdbc()
                .sql(ACCOUNT + """
                     where name in (select d.name from account_deputies d
                        where d.deputy = :deputy and d.starts_at <= :now and d.ends_at > :now)
                     order by folded
                    """)
                .param("deputy", deputy)
                .param("now", at(now))
                .query((row, n) -> account(row))
                .list()
                .stream()
                .map(this::whole)
                .toList();
    }

    @Override
    public boolean administered() {
        return db.jdbc()
                .sql("select exists (select 1 from accounts where issuer <> :lab and administrator)")
                .param("lab", Account.LAB)
                .query(Boolean.class)
                .single();
    }

    @Override
    public Optional<Account> add(Account account, @Nullable String passwordHash, String by) {
        return db.inTransaction(() -> {
            int made = db.jdbc()
                    .sql("""
                    insert into accounts (name, folded, title, email, issuer, subject, password_hash, administrator,
                        disabled_at, ends_at, version, changed_by, changed_at)
                    values (:name, :folded, :title, :email, :issuer, :subject, :hash, :administrator, :disabled, :ends,
                        1, :by, :at)
                    on conflict do nothing
                    """)
                    .param("name", account.name())
                    .param("folded", Account.folded(account.name()))
                    .param("title", account.title())
                    .param("email", account.email())
                    .param("issuer", account.issuer())
                    .param("subject", account.subject())
                    .param("hash", passwordHash)
                    .param("administrator", account.administrator())
                    .param("disabled", at(account.disabledAt()))
                    .param("ends", at(account.endsAt()))
                    .param("by", by)
                    .param("at", at(now()))
                    .update();
            if (made == 0) {
                return Optional.empty();
            }
            held(account);
            Account after = find(account.name()).orElseThrow();
            told("person.added", null, after, by);
            return Optional.of(after);
        });
    }

    @Override
    public Account change(Account wanted, String by) {
        return db.inTransaction(() ->
                changed(find(wanted.name()).orElseThrow(() -> unknown(wanted.name())), wanted, "person.changed", by));
    }

    private Account changed(Account before, Account wanted, String action, String by) {
        int changed = db.jdbc()
                .sql("""
                    update accounts
                    set title = :title, email = :email, administrator = :administrator, disabled_at = :disabled,
                        ends_at = :ends, version = version + 1, changed_by = :by, changed_at = :at
                    where name = :name and version = :version
                    """)
                .param("title", wanted.title())
                .param("email", wanted.email())
                .param("administrator", wanted.administrator())
                .param("disabled", at(wanted.disabledAt()))
                .param("ends", at(wanted.endsAt()))
                .param("by", by)
                .param("at", at(now()))
                .param("name", before.name())
                .param("version", wanted.version())
                .update();
        if (changed == 0) {
            throw new StaleVersionException(
                    "Somebody else changed " + before.name()
                            + " meanwhile. Load the person again, and change what is still to be changed.",
                    before.version());
        }
        for (String table : List.of("account_rights", "account_functions", "account_deputies")) {
            db.jdbc()
                    .sql("delete from " + table + " where name = :name")
                    .param("name", before.name())
                    .update();
        }
        held(wanted);
        Account after = find(before.name()).orElseThrow();
        told(action, before, after, by);
        return after;
    }

    @Override
    public Optional<Account> knownBy(Account wanted, String action, String by) {
        try {
            return Optional.of(db.inTransaction(() -> {
                Account before = find(wanted.name()).orElseThrow(() -> unknown(wanted.name()));
                db.jdbc()
                        .sql("""
                        update accounts set issuer = :issuer, subject = :subject, password_hash = null
                        where name = :name and version = :version
                        """)
                        .param("issuer", wanted.issuer())
                        .param("subject", wanted.subject())
                        .param("name", before.name())
                        .param("version", wanted.version())
                        .update();
                over(before.name());
                return changed(before, wanted, action, by);
            }));
        } catch (DuplicateKeyException anothers) {
            return Optional.empty();
        }
    }

    /** Ends the log-ins of a person, and links by which a password could be chosen. */
    private void over(String name) {
        db.jdbc()
                .sql("delete from people_sessions where principal_name = :name")
                .param("name", name)
                .update();
        db.jdbc()
                .sql("delete from account_links where name = :name")
                .param("name", name)
                .update();
    }

    private void held(Account account) {
        for (Account.HeldRight held : account.rights()) {
            if (held.right() != Right.NONE) {
                insert(
                        "account_rights",
                        account.name(),
                        held.program(),
                        held.right().name(),
                        held.endsAt());
            }
        }
        for (Account.HeldFunction held : account.functions()) {
            insert(
                    "account_functions",
                    account.name(),
                    held.program(),
                    held.function().key(),
                    held.endsAt());
        }
        for (Account.Deputy deputy : account.deputies()) {
            db.jdbc()
                    .sql("""
                    insert into account_deputies (name, deputy, starts_at, ends_at)
                    values (:name, :deputy, :starts, :ends)
                    """)
                    .param("name", account.name())
                    .param("deputy", deputy.name())
                    .param("starts", at(deputy.startsAt()))
                    .param("ends", at(deputy.endsAt()))
                    .update();
        }
    }

    private void insert(String table, String name, String program, String held, @Nullable Instant endsAt) {
        db.jdbc()
                .sql("insert into " + table + " (name, program, held, ends_at) values (:name, :program, :held, :ends)")
                .param("name", name)
                .param("program", program.equals(Account.EVERY) ? null : program)
                .param("held", held)
                .param("ends", at(endsAt))
                .update();
    }

    @Override
    public void password(String name, String passwordHash, String by, boolean quietly) {
        db.inTransaction(() -> {
            String whose = db.jdbc()
                    .sql("update accounts set password_hash = :hash where folded = :folded returning name")
                    .param("hash", passwordHash)
                    .param("folded", Account.folded(name))
                    .query(String.class)
                    .optional()
                    .orElseThrow(() -> unknown(name));
            if (quietly) {
                return;
            }
            over(whose);
            tell("person.password", whose, by, Map.of());
        });
    }

    @Override
    public void link(String digest, @Nullable String name, Instant endsAt, String by) {
        db.inTransaction(() -> {
            db.jdbc()
                    .sql("delete from account_links where name is not distinct from cast(:name as varchar)")
                    .param("name", name)
                    .update();
            db.jdbc()
                    .sql("""
                    insert into account_links (digest, name, ends_at, made_by, made_at)
                    values (:digest, :name, :ends, :by, :at)
                    """)
                    .param("digest", digest)
                    .param("name", name)
                    .param("ends", at(endsAt))
                    .param("by", by)
                    .param("at", at(now()))
                    .update();
            if (name != null) {
                tell("person.link", name, by, Map.of("until", endsAt.toString()));
            }
        });
    }

    @Override
    public Optional<Link> findLink(String digest) {
        return db.jdbc()
                .sql("select name, ends_at from account_links where digest = :digest and ends_at > :now")
                .param("digest", digest)
                .param("now", at(now()))
                .query((row, n) -> new Link(row.getString("name"), RowValues.instant(row, "ends_at")))
                .optional();
    }

    @Override
    public <T> Optional<T> use(String digest, Supplier<Optional<T>> work) {
        return db.inTransaction(() -> {
            // held until the work is done: of two at the same moment the second finds it gone
            boolean good = db.jdbc()
                    .sql("select digest from account_links where digest = :digest and ends_at > :now for update")
                    .param("digest", digest)
                    .param("now", at(now()))
                    .query(String.class)
                    .optional()
                    .isPresent();
            Optional<T> done = good ? work.get() : Optional.empty();
            if (done.isPresent()) {
                db.jdbc()
                        .sql("delete from account_links where digest = :digest")
                        .param("digest", digest)
                        .update();
            }
            return done;
        });
    }

    @Override
    public void addToken(AccountToken token, String digest) {
        db.inTransaction(() -> {
            db.jdbc()
                    .sql("""
                    insert into account_tokens (id, digest, name, title, most, programs, made_at, ends_at)
                    values (:id, :digest, :name, :title, :most, :programs, :made, :ends)
                    """)
                    .param("id", token.id())
                    .param("digest", digest)
                    .param("name", token.name())
                    .param("title", token.title())
                    .param("most", token.most().name())
                    .param("programs", token.programs() == null ? null : String.join(",", token.programs()))
                    .param("made", at(token.madeAt()))
                    .param("ends", at(token.endsAt()))
                    .update();
            tell(
                    "token.made",
                    token.name(),
                    token.name(),
                    Map.of(
                            "token",
                            token.id(),
                            "title",
                            token.title(),
                            "most",
                            token.most().name(),
                            "programs",
                            token.programs() == null ? "all" : token.programs(),
                            "until",
                            token.endsAt().toString()));
        });
    }

    @Override
    public Optional<AccountToken> token(String digest) {
        Instant now = now();
        Optional<AccountToken> found = db.jdbc()
                .sql(TOKEN + " where digest = :digest and revoked_at is null and ends_at > :now")
                .param("digest", digest)
                .param("now", at(now))
                .query((row, n) -> token(row))
                .optional();
        found.filter(token -> token.usedAt() == null
                        || Duration.between(token.usedAt(), now).compareTo(Duration.ofHours(1)) > 0)
                .ifPresent(token -> db.inTransaction(() -> {
                    int first = db.jdbc()
                            .sql("""
                            update account_tokens set used_at = :now
                            where id = :id and used_at is not distinct from cast(:before as timestamptz)
                            """)
                            .param("now", at(now))
                            .param("id", token.id())
                            .param("before", at(token.usedAt()))
                            .update();
                    if (first == 1) {
                        tell("token.used", token.name(), token.name(), Map.of("token", token.id()));
                    }
                }));
        return found;
    }

    @Override
    public List<AccountToken> tokens(@Nullable String name) {
        return db.jdbc()
                .sql(TOKEN + " where cast(:name as varchar) is null or name = :name order by made_at desc, id")
                .param("name", name)
                .query((row, n) -> token(row))
                .list();
    }

    @Override
    public void revoke(String id, @Nullable String name, String by) {
        db.inTransaction(() -> {
            String whose = db.jdbc()
                    .sql("""
                    update account_tokens set revoked_at = coalesce(revoked_at, :now)
                    where id = :id and (cast(:name as varchar) is null or name = :name)
                    returning name
                    """)
                    .param("now", at(now()))
                    .param("id", id)
                    .param("name", name)
                    .query(String.class)
                    .optional()
                    .orElseThrow(() -> new UnknownRowException("There is no such token. Load the list again."));
            tell("token.revoked", whose, by, Map.of("token", id));
        });
    }

    @Override
    public void tell(String action, String person, String by, Map<String, Object> details) {
        audit.append(new AuditEvent(null, now(), by, action, "person/" + person, null, null, null, details));
    }

    private void told(String action, @Nullable Account before, Account after, String by) {
        audit.append(new AuditEvent(
                null,
                now(),
                by,
                action,
                "person/" + after.name(),
                before == null ? null : Json.sha256(Json.write(before)),
                Json.sha256(Json.write(after)),
                null,
                AuditChange.details(
                        before,
                        after,
                        before == null
                                ? Map.of(
                                        "administrator",
                                        after.administrator(),
                                        "rights",
                                        after.rights().stream()
                                                .map(held -> held.program() + " " + held.right())
                                                .toList(),
                                        "functions",
                                        after.functions().stream()
                                                .map(held -> held.program() + " "
                                                        + held.function().key())
                                                .toList())
                                : Map.of())));
    }

    private static UnknownRowException unknown(String name) {
        return new UnknownRowException("There is no person '" + name + "'. Look at the list of people.");
    }

    private Instant now() {
        return db.clock().instant();
    }

    private Account whole(Account account) {
        return new Account(
                account.name(),
                account.title(),
                account.email(),
                account.issuer(),
                account.subject(),
                account.administrator(),
                account.disabledAt(),
                account.endsAt(),
                db.jdbc()
                        .sql("select program, held, ends_at from account_rights where name = :name"
                                + " order by program nulls first")
                        .param("name", account.name())
                        .query((row, n) -> new Account.HeldRight(
                                program(row),
                                Right.valueOf(row.getString("held")),
                                RowValues.instantOrNull(row, "ends_at")))
                        .list(),
                db.jdbc()
                        .sql("select program, held, ends_at from account_functions where name = :name"
                                + " order by program nulls first, held")
                        .param("name", account.name())
                        .query((row, n) -> new Account.HeldFunction(
                                program(row),
                                Function.of(row.getString("held")).orElseThrow(),
                                RowValues.instantOrNull(row, "ends_at")))
                        .list(),
                db.jdbc()
                        .sql("select deputy, starts_at, ends_at from account_deputies where name = :name"
                                + " order by deputy")
                        .param("name", account.name())
                        .query((row, n) -> new Account.Deputy(
                                row.getString("deputy"),
                                RowValues.instant(row, "starts_at"),
                                RowValues.instant(row, "ends_at")))
                        .list(),
                account.version());
    }

    private static Account account(ResultSet row) throws SQLException {
        return new Account(
                row.getString("name"),
                row.getString("title"),
                row.getString("email"),
                row.getString("issuer"),
                row.getString("subject"),
                row.getBoolean("administrator"),
                RowValues.instantOrNull(row, "disabled_at"),
                RowValues.instantOrNull(row, "ends_at"),
                List.of(),
                List.of(),
                List.of(),
                row.getLong("version"));
    }

    private static AccountToken token(ResultSet row) throws SQLException {
        String programs = row.getString("programs");
        return new AccountToken(
                row.getString("id"),
                row.getString("name"),
                row.getString("title"),
                Right.valueOf(row.getString("most")),
                programs == null ? null : Arrays.asList(programs.split(",")),
                RowValues.instant(row, "made_at"),
                RowValues.instant(row, "ends_at"),
                RowValues.instantOrNull(row, "revoked_at"),
                RowValues.instantOrNull(row, "used_at"));
    }

    private static String program(ResultSet row) throws SQLException {
        String program = row.getString("program");
        return program == null ? Account.EVERY : program;
    }
}
