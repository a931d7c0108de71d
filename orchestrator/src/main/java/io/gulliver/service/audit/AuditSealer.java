package io.gulliver.service.audit;

import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.audit.AuditHash;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/**
 * Links audit rows into one chain a program, and writes signed checkpoints outside the store. A chain finds changes, it
 * does not prevent them; without the checkpoints its tail could be cut off unseen. What is younger than the last
 * checkpoint (a minute) is protected by the chain alone.
 */
public final class AuditSealer {
    private static final int BATCH = 5000;
    /** Whoever listens outside hears something so often, whether or not anything happened. */
    private static final Duration AT_LEAST_EVERY = Duration.ofHours(1);

    private final StoreDatabase db;
    private final NamedParameterJdbcTemplate batch;
    private final CheckpointKey key;
    private final CheckpointDelivery delivery;

    /** @param delivery where checkpoints go */
    public AuditSealer(StoreDatabase db, CheckpointKey key, CheckpointDelivery delivery) {
        this.db = db;
        this.batch = new NamedParameterJdbcTemplate(db.dataSource());
        this.key = key;
        this.delivery = delivery;
    }

    private record Row(long id, String chain, String hash) {}

    private record Head(long seq, String hash) {}

    /** Links what waits; answers how many rows. Of several processes one does it at a time. Meant for every second. */
    public int seal() {
        int sealed = 0;
        int now;
        do {
            now = db.inTransaction(this::sealBatch);
            sealed += now;
        } while (now == BATCH);
        return sealed;
    }

    private int sealBatch() {
        lock();
        List<Row> rows = db.jdbc()
                .sql("""
                select a.id, a.program, a.row_hash
                from audit_unsealed u join audit_events a on a.id = u.audit_id
                order by a.id limit :limit
                """)
                .param("limit", BATCH)
                .query((row, n) -> new Row(
                        row.getLong("id"), AuditHash.chain(row.getString("program")), row.getString("row_hash")))
                .list();
        if (rows.isEmpty()) {
            return 0;
        }
        Map<String, Head> heads = heads();
        Map<String, Head> changed = new TreeMap<>();
        List<MapSqlParameterSource> seals = new ArrayList<>();
        for (Row row : rows) {
            Head head = heads.getOrDefault(row.chain(), new Head(0, AuditHash.ROOT));
            Head next = new Head(
                    head.seq() + 1, AuditHash.link(row.chain(), head.seq() + 1, row.id(), row.hash(), head.hash()));
            seals.add(new MapSqlParameterSource()
                    .addValue("chain", row.chain())
                    .addValue("seq", next.seq())
                    .addValue("id", row.id())
                    .addValue("hash", next.hash()));
            heads.put(row.chain(), next);
            changed.put(row.chain(), next);
        }
        MapSqlParameterSource[] params = seals.toArray(MapSqlParameterSource[]::new);
        batch.batchUpdate(
                "insert into audit_seals (chain, seq, audit_id, chain_hash) values (:chain, :seq, :id, :hash)", params);
        batch.batchUpdate("delete from audit_unsealed where audit_id = :id", params);
        changed.forEach(this::moveHead);
        return rows.size();
    }

    private void lock() {
        db.jdbc()
                .sql("select chore from chores where chore = 'sealer' for update")
                .query(String.class)
                .single();
    }

    private Map<String, Head> heads() {
        Map<String, Head> heads = new HashMap<>();
        db.jdbc()
                .sql("select chain, last_seq, last_hash from audit_chains order by chain")
                .query(row -> {
                    heads.put(row.getString("chain"), new Head(row.getLong("last_seq"), row.getString("last_hash")));
                });
        return heads;
    }

    private void moveHead(String chain, Head head) {
        MapSqlParameterSource params = new MapSqlParameterSource()
                .addValue("chain", chain)
                .addValue("seq", head.seq())
                .addValue("hash", head.hash())
                .addValue("at", RowValues.at(db.clock().instant()));
        int moved = batch.update(
                "update audit_chains set last_seq = :seq, last_hash = :hash, sealed_at = :at where chain = :chain",
                params);
        if (moved == 0) {
            batch.update("""
                    insert into audit_chains (chain, last_seq, last_hash, sealed_at)
                    values (:chain, :seq, :hash, :at)
                    """, params);
        }
    }

    private record Newest(long number, String hash, Instant at) {}

    /**
     * Seals, then signs the end of every chain that has grown and gives it to the data directory's file, on disk before it
     * returns; the places outside follow by themselves. Without anything new it says once an hour that nothing is. Meant
     * for every minute.
     */
    public void checkpoint() {
        seal();
        // In the store first: what stands outside is then always known here, and what is known here and not outside
        // shows.
        boolean made = db.inTransaction(this::sign);
        delivery.giveOwn();
        if (made) {
            delivery.trim();
        }
    }

    private boolean sign() {
        lock();
        Instant now = db.clock().instant();
        Optional<Newest> before = db.jdbc()
                .sql("select number, hash, made_at from audit_checkpoints order by number desc limit 1")
                .query((row, n) ->
                        new Newest(row.getLong("number"), row.getString("hash"), RowValues.instant(row, "made_at")))
                .optional();
        Map<String, Checkpoint.Link> all = new TreeMap<>();
        Map<String, Checkpoint.Link> grown = new TreeMap<>();
        db.jdbc()
                .sql("select chain, last_seq, last_hash, checkpointed_seq from audit_chains order by chain")
                .query(row -> {
                    Checkpoint.Link link = new Checkpoint.Link(row.getLong("last_seq"), row.getString("last_hash"));
                    all.put(row.getString("chain"), link);
                    if (row.getLong("checkpointed_seq") < link.seq()) {
                        grown.put(row.getString("chain"), link);
                    }
                });
        if (all.isEmpty()) {
            return false;
        }
        boolean quiet = before.filter(newest -> now.isBefore(newest.at().plus(AT_LEAST_EVERY)))
                .isPresent();
        if (grown.isEmpty() && quiet && !delivery.hasNew()) {
            return false;
        }
        long number = before.map(newest -> newest.number() + 1).orElse(1L);
        boolean opened = delivery.open(number);
        Checkpoint made = Checkpoint.sign(
                new Checkpoint.Heads(
                        number,
                        before.map(Newest::hash).orElse(Checkpoint.NONE),
                        now.toString(),
                        opened || number == 1 ? all : grown),
                key);
        db.jdbc()
                .sql("insert into audit_checkpoints (number, made_at, hash, line) values (:number, :at, :hash, :line)")
                .param("number", number)
                .param("at", RowValues.at(now))
                .param("hash", made.hash())
                .param("line", made.line())
                .update();
        grown.forEach((chain, link) -> db.jdbc()
                .sql("update audit_chains set checkpointed_seq = :seq where chain = :chain")
                .param("seq", link.seq())
                .param("chain", chain)
                .update());
        return true;
    }
}
