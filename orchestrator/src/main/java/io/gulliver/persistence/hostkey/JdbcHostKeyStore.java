package io.gulliver.persistence.hostkey;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.landscape.LearntHostKey;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.audit.JdbcAuditStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** {@link HostKeyStore} in a table. */
public final class JdbcHostKeyStore implements HostKeyStore {
    private final StoreDatabase db;

    public JdbcHostKeyStore(StoreDatabase db) {
        this.db = db;
    }

    private record Kept(String keys, MigrationId run) {}

    @Override
    public List<String> fingerprints(String host) {
        return find(host).map(kept -> List.of(kept.keys().split(" "))).orElse(List.of());
    }

    private Optional<Kept> find(String host) {
        return db.jdbc()
                .sql("select fingerprints, run from host_keys where host = :host")
                .param("host", host)
                .query((row, number) -> new Kept(row.getString("fingerprints"), new MigrationId(row.getString("run"))))
                .optional();
    }

    @Override
    public Optional<MigrationId> keep(
            String program, String host, List<String> keys, MigrationId run, Predicate<MigrationId> holds) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("No host key of " + host);
        }
        String joined = String.join(" ", keys);
        return db.inTransaction(() -> {
            // Two runs that come at once wait for each other here.
            db.jdbc()
                    .sql("insert into host_keys (host, fingerprints, run, learnt_at) values (:host, :keys, :run, :at)"
                            + " on conflict (host) do nothing")
                    .param("host", host)
                    .param("keys", "")
                    .param("run", run.value())
                    .param("at", RowValues.at(db.clock().instant()))
                    .update();
            Kept before = db.jdbc()
                    .sql("select fingerprints, run from host_keys where host = :host for update")
                    .param("host", host)
                    .query((row, number) ->
                            new Kept(row.getString("fingerprints"), new MigrationId(row.getString("run"))))
                    .single();
            if (!before.run().equals(run) && holds.test(before.run())) {
                return Optional.of(before.run());
            }
            if (before.run().equals(run) && before.keys().equals(joined)) {
                return Optional.<MigrationId>empty();
            }
            db.jdbc()
                    .sql("update host_keys set fingerprints = :keys, run = :run, learnt_at = :at where host = :host")
                    .param("host", host)
                    .param("keys", joined)
                    .param("run", run.value())
                    .param("at", RowValues.at(db.clock().instant()))
                    .update();
            audit(program, host, run, "host-key.learnt", before.keys().isEmpty() ? null : before.keys(), joined);
            return Optional.<MigrationId>empty();
        });
    }

    @Override
    public boolean forget(String program, String host, MigrationId run) {
        return db.inTransaction(() -> {
            Optional<Kept> before = find(host);
            int gone = db.jdbc()
                    .sql("delete from host_keys where host = :host and run = :run")
                    .param("host", host)
                    .param("run", run.value())
                    .update();
            if (gone > 0) {
                audit(
                        program,
                        host,
                        run,
                        "host-key.forgotten",
                        before.map(Kept::keys).orElse(null),
                        null);
            }
            return gone > 0;
        });
    }

    @Override
    public List<LearntHostKey> list() {
        return db.jdbc()
                .sql("select host, fingerprints, run, learnt_at from host_keys where fingerprints <> '' order by host")
                .query((row, number) -> new LearntHostKey(
                        row.getString("host"),
                        List.of(row.getString("fingerprints").split(" ")),
                        new MigrationId(row.getString("run")),
                        RowValues.instant(row, "learnt_at")))
                .list();
    }

    @Override
    public boolean release(String host, List<String> seen, String by, String reason) {
        String keys = String.join(" ", seen);
        return db.inTransaction(() -> {
            int gone = db.jdbc()
                    .sql("delete from host_keys where host = :host and fingerprints = :keys")
                    .param("host", host)
                    .param("keys", keys)
                    .update();
            if (gone > 0) {
                new JdbcAuditStore(db)
                        .append(new AuditEvent(
                                null,
                                db.clock().instant(),
                                by,
                                "host-key.released",
                                "host/" + host,
                                null,
                                null,
                                null,
                                Map.of("before", keys, "reason", reason)));
            }
            return gone > 0;
        });
    }

    private void audit(
            String program,
            String host,
            MigrationId run,
            String action,
            @Nullable String before,
            @Nullable String after) {
        Map<String, Object> details = new TreeMap<>();
        if (before != null) {
            details.put("before", before);
        }
        if (after != null) {
            details.put("after", after);
        }
        new JdbcAuditStore(db)
                .append(new AuditEvent(
                        program,
                        db.clock().instant(),
                        "migration " + run.value(),
                        action,
                        "host/" + host,
                        null,
                        null,
                        null,
                        details));
    }
}
