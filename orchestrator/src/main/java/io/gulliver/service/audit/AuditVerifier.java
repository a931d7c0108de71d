package io.gulliver.service.audit;

import io.gulliver.domain.audit.AuditProblem;
import io.gulliver.domain.audit.AuditVerdict;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.audit.AuditHash;
import io.gulliver.persistence.audit.AuditRowHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Reads the whole audit record again and says where it is not what was written. Reads a snapshot: nobody who writes waits
 * for it, and it waits for nobody. One check runs at a time; who asks meanwhile shares the next one.
 */
public final class AuditVerifier {
    private final StoreDatabase db;
    private final CheckpointKey key;
    private final Path checkpoints;
    private final TransactionTemplate snapshot;
    private final ReentrantLock turn = new ReentrantLock(true);
    private @Nullable AuditVerdict last;
    private long lastBegan;

    public AuditVerifier(StoreDatabase db, CheckpointKey key, Path checkpoints) {
        this.db = db;
        this.key = key;
        this.checkpoints = checkpoints;
        this.snapshot = new TransactionTemplate(new JdbcTransactionManager(db.dataSource()));
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        snapshot.setReadOnly(true);
    }

    /** Where a chain stands while it is read. */
    private static final class Reading {
        private long seq;
        private String hash = AuditHash.ROOT;
    }

    /** The whole check, in one read-only pass; the first bad row of each chain is named. */
    public AuditVerdict verify() {
        long asked = System.nanoTime();
        turn.lock();
        try {
            AuditVerdict verdict = last;
            if (verdict == null || lastBegan - asked < 0) {
                lastBegan = System.nanoTime();
                verdict = read();
                last = verdict;
            }
            return verdict;
        } finally {
            turn.unlock();
        }
    }

    private AuditVerdict read() {
        Map<String, AuditProblem> problems = new TreeMap<>();
        Map<String, Map<Long, String>> signed = new HashMap<>();
        int compared = readCheckpoints(signed, problems);
        Map<String, Reading> chains = new TreeMap<>();
        long[] counts = new long[2];
        // One snapshot, so that rows sealed meanwhile do not look wrong. Checkpoints were read before it: it holds
        // them.
        snapshot.executeWithoutResult(status -> {
            JdbcTemplate read = new JdbcTemplate(db.dataSource());
            read.setFetchSize(1000);
            read.query("""
                    select s.chain, s.seq, s.audit_id, s.chain_hash, a.id, a.program, a.happened_at, a.actor, a.action,
                        a.object, a.before_hash, a.after_hash, a.request_id, a.details, a.row_hash
                    from audit_seals s left join audit_events a on a.id = s.audit_id
                    order by s.chain, s.seq
                    """, row -> {
                counts[0]++;
                checkSealed(row, chains, signed, problems);
            });
            checkEnds(chains, signed, problems);
            read.query("""
                    select a.id, a.program, a.happened_at, a.actor, a.action, a.object, a.before_hash, a.after_hash,
                        a.request_id, a.details, a.row_hash, u.audit_id as waiting
                    from audit_events a
                        left join audit_seals s on s.audit_id = a.id
                        left join audit_unsealed u on u.audit_id = a.id
                    where s.audit_id is null
                    order by a.id
                    """, row -> {
                counts[0]++;
                counts[1]++;
                long id = row.getLong("id");
                String chain = AuditHash.chain(row.getString("program"));
                row.getLong("waiting");
                if (row.wasNull()) {
                    note(problems, chain, Long.MAX_VALUE, id, "was inserted past the product");
                } else if (!AuditRowHash.matches(row)) {
                    note(problems, chain, Long.MAX_VALUE, id, "was changed before it was sealed");
                }
            });
            read.query("""
                    select u.audit_id, a.id, s.seq from audit_unsealed u
                        left join audit_events a on a.id = u.audit_id
                        left join audit_seals s on s.audit_id = u.audit_id
                    where a.id is null or s.seq is not null
                    order by u.audit_id
                    """, row -> {
                note(
                        problems,
                        AuditHash.INSTALLATION,
                        Long.MAX_VALUE,
                        row.getLong("audit_id"),
                        "was removed before it was sealed, or is listed as unsealed and is not");
            });
        });
        return new AuditVerdict(db.clock().instant(), counts[0], counts[1], compared, List.copyOf(problems.values()));
    }

    private static void checkSealed(
            ResultSet row,
            Map<String, Reading> chains,
            Map<String, Map<Long, String>> signed,
            Map<String, AuditProblem> problems)
            throws SQLException {
        String chain = row.getString("chain");
        long seq = row.getLong("seq");
        long sealedRow = row.getLong("audit_id");
        String link = row.getString("chain_hash");
        Reading reading = chains.computeIfAbsent(chain, c -> new Reading());
        String rowHash = row.getString("row_hash");
        if (seq != reading.seq + 1) {
            note(problems, chain, reading.seq + 1, null, "is missing from the chain");
        } else if (rowHash == null) {
            note(problems, chain, seq, sealedRow, "was deleted");
        } else if (!AuditHash.chain(row.getString("program")).equals(chain)) {
            note(problems, chain, seq, sealedRow, "was moved to another program");
        } else if (!AuditRowHash.matches(row)) {
            note(problems, chain, seq, sealedRow, "was changed");
        } else if (!AuditHash.link(chain, seq, sealedRow, rowHash, reading.hash).equals(link)) {
            note(problems, chain, seq, sealedRow, "does not follow the row before it: inserted, swapped or rewritten");
        }
        String wanted = signed.getOrDefault(chain, Map.of()).get(seq);
        if (wanted != null && !wanted.equals(link)) {
            note(problems, chain, seq, sealedRow, "is not what the signed checkpoint says: the chain was rewritten");
        }
        reading.seq = seq;
        reading.hash = link;
    }

    private void checkEnds(
            Map<String, Reading> chains, Map<String, Map<Long, String>> signed, Map<String, AuditProblem> problems) {
        Map<String, Long> ends = new TreeMap<>();
        db.jdbc()
                .sql("select chain, last_seq, last_hash from audit_chains order by chain")
                .query(row -> {
                    String chain = row.getString("chain");
                    Reading reading = chains.getOrDefault(chain, new Reading());
                    ends.put(chain, row.getLong("last_seq"));
                    if (row.getLong("last_seq") != reading.seq
                            || !row.getString("last_hash").equals(reading.hash)) {
                        note(
                                problems,
                                chain,
                                reading.seq + 1,
                                null,
                                "and what follows does not agree with the chain's end");
                    }
                });
        chains.forEach((chain, reading) -> {
            if (!ends.containsKey(chain)) {
                note(problems, chain, reading.seq + 1, null, "and what follows: the chain's end was removed");
            }
        });
        signed.forEach((chain, seqs) -> {
            long last = seqs.keySet().stream().mapToLong(Long::longValue).max().orElse(0);
            long there = chains.getOrDefault(chain, new Reading()).seq;
            if (last > there) {
                note(
                        problems,
                        chain,
                        there + 1,
                        null,
                        "and what follows up to " + last + " was cut off: a signed checkpoint knows it");
            }
        });
    }

    private static void note(
            Map<String, AuditProblem> problems, String chain, long seq, @Nullable Long row, String what) {
        AuditProblem before = problems.get(chain);
        if (before == null || seq < (before.seq() == 0 ? Long.MAX_VALUE : before.seq())) {
            long place = seq == Long.MAX_VALUE ? 0 : seq;
            String name = row == null ? "Row " + place + " of chain " + chain : "Row " + row + " of chain " + chain;
            problems.put(chain, new AuditProblem(chain, place, row, name + " " + what + "."));
        }
    }

    private int readCheckpoints(Map<String, Map<Long, String>> signed, Map<String, AuditProblem> problems) {
        if (Files.notExists(checkpoints)) {
            return 0;
        }
        List<String> lines;
        try {
            lines = Files.readAllLines(checkpoints);
        } catch (IOException e) {
            throw new UncheckedIOException("The checkpoints " + checkpoints + " cannot be read", e);
        }
        int compared = 0;
        for (int i = 0; i < lines.size(); i++) {
            AuditSealer.Checkpoint line;
            try {
                line = Json.read(lines.get(i), AuditSealer.Checkpoint.class);
            } catch (tools.jackson.core.JacksonException e) {
                line = new AuditSealer.Checkpoint("", "");
            }
            if (!key.verifies(line.signed(), line.signature())) {
                // A torn last line is what a crash while appending leaves; the next minute's line follows it.
                problems.putIfAbsent(
                        "checkpoints",
                        new AuditProblem(
                                "checkpoints",
                                i + 1L,
                                null,
                                "Line " + (i + 1) + " of " + checkpoints
                                        + " has no valid signature: it was changed, or torn by a crash."));
                continue;
            }
            compared++;
            Json.read(line.signed(), AuditSealer.Heads.class)
                    .chains()
                    .forEach((chain, link) ->
                            signed.computeIfAbsent(chain, c -> new HashMap<>()).put(link.seq(), link.hash()));
        }
        return compared;
    }
}
