package io.gulliver.service.audit;

import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.audit.AuditHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private final StoreDatabase db;
    private final NamedParameterJdbcTemplate batch;
    private final CheckpointKey key;
    private final Path checkpoints;

    /** @param checkpoints file to which checkpoints are appended, one JSON line each; better on another machine's disk */
    public AuditSealer(StoreDatabase db, CheckpointKey key, Path checkpoints) {
        this.db = db;
        this.batch = new NamedParameterJdbcTemplate(db.dataSource());
        this.key = key;
        this.checkpoints = checkpoints;
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

    /** One line of the checkpoint file. */
    record Checkpoint(String signed, String signature) {}

    /** What is signed. */
    record Heads(String at, Map<String, Link> chains) {}

    /** The end of a chain. */
    record Link(long seq, String hash) {}

    /** Seals, then signs the end of every chain and appends it, on disk before it returns. Meant for every minute. */
    public void checkpoint() {
        seal();
        Map<String, Link> chains = new TreeMap<>();
        db.inTransaction(() -> {
            lock();
            heads().forEach((chain, head) -> chains.put(chain, new Link(head.seq(), head.hash())));
        });
        if (chains.isEmpty()) {
            return;
        }
        String signed =
                AuditHash.canonical(Json.write(new Heads(db.clock().instant().toString(), chains)));
        String line = Json.write(new Checkpoint(signed, key.sign(signed))) + "\n";
        try {
            Path directory = checkpoints.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            try (FileChannel channel =
                    FileChannel.open(checkpoints, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "The audit checkpoint could not be written to " + checkpoints + ": " + e.getMessage()
                            + ". Make room or give back the right to write; the audit's tail is unprotected until then.",
                    e);
        }
    }
}
