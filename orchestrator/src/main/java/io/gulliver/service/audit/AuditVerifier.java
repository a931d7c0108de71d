package io.gulliver.service.audit;

import io.gulliver.domain.audit.AuditProblem;
import io.gulliver.domain.audit.AuditVerdict;
import io.gulliver.persistence.BusyException;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.audit.AuditHash;
import io.gulliver.persistence.audit.AuditRowHash;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private static final String CHECKPOINTS = "checkpoints";
    /** So long what is new may be without a checkpoint, and a checkpoint without its line in the file. */
    private static final Duration GRACE = Duration.ofMinutes(10);
    /** So long after a checkpoint there is another one while anything happens, and a while more. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(75);
    /** One check of a store at a time, in whatever process: a name among the database's advisory locks. */
    private static final long TURN = 0x6175646974L;

    private final StoreDatabase db;
    private final CheckpointKey key;
    private final CheckpointDelivery delivery;
    private final TransactionTemplate snapshot;
    private final ReentrantLock turn = new ReentrantLock(true);
    private @Nullable AuditVerdict last;
    private long lastBegan;

    public AuditVerifier(StoreDatabase db, CheckpointKey key, CheckpointDelivery delivery) {
        this.db = db;
        this.key = key;
        this.delivery = delivery;
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

    /** Which checkpoints the data directory's file was given when this was asked. */
    private record Given(long from, long last) {}

    private AuditVerdict read() {
        Map<String, AuditProblem> problems = new TreeMap<>();
        // Before the file, and the file before the snapshot: what the store says was given is in the file then, and
        // what is
        // in the file is in the snapshot.
        Optional<Given> given = db.jdbc()
                .sql("select from_number, last_number from audit_sinks where sink = :sink")
                .param("sink", delivery.own().name())
                .query((row, n) -> new Given(row.getLong("from_number"), row.getLong("last_number")))
                .optional();
        CheckpointFile own = CheckpointFile.read(delivery.own().file(), key);
        List<CheckpointFile> files = new ArrayList<>(List.of(own));
        delivery.sinks().stream()
                .filter(sink -> sink instanceof FileSink && sink != delivery.own())
                .forEach(sink -> files.add(CheckpointFile.read(((FileSink) sink).file(), key)));
        Map<String, List<SignedLinks>> signed = new HashMap<>();
        for (CheckpointFile file : files) {
            if (file.problem() != null) {
                noteCheckpoints(problems, file.problemLine(), file.problem());
            }
            file.chains()
                    .forEach((chain, links) -> signed.computeIfAbsent(chain, name -> new ArrayList<>())
                            .add(links));
        }
        int compared = files.stream().mapToInt(CheckpointFile::compared).max().orElse(0);
        Map<String, Reading> chains = new TreeMap<>();
        long[] counts = new long[2];
        // One snapshot, so that rows sealed meanwhile do not look wrong.
        snapshot.executeWithoutResult(status -> {
            JdbcTemplate read = new JdbcTemplate(db.dataSource());
            read.setFetchSize(1000);
            if (!Boolean.TRUE.equals(read.queryForObject("select pg_try_advisory_xact_lock(?)", Boolean.class, TURN))) {
                throw new BusyException("The audit record is being read by another server", Duration.ofSeconds(10));
            }
            Optional<Instant> newest = checkKnown(files, given, problems);
            read.query("""
                    select s.chain, s.seq, s.audit_id, s.chain_hash, a.id, a.program, a.happened_at, a.actor, a.action,
                        a.object, a.before_hash, a.after_hash, a.request_id, a.details, a.row_hash
                    from audit_seals s left join audit_events a on a.id = s.audit_id
                    order by s.chain, s.seq
                    """, row -> {
                counts[0]++;
                checkSealed(row, chains, signed, problems);
            });
            checkEnds(chains, signed, newest, problems);
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
            Map<String, List<SignedLinks>> signed,
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
        if (!signed.getOrDefault(chain, List.of()).stream().allMatch(links -> links.agrees(seq, link))) {
            note(problems, chain, seq, sealedRow, "is not what the signed checkpoint says: the chain was rewritten");
        }
        reading.seq = seq;
        reading.hash = link;
    }

    /** Compares what the store knows of checkpoints with the files; answers when the newest was made. */
    private Optional<Instant> checkKnown(
            List<CheckpointFile> files, Optional<Given> given, Map<String, AuditProblem> problems) {
        Instant settled = db.clock().instant().minus(GRACE);
        CheckpointFile own = files.get(0);
        long[] last = {0};
        Instant[] newest = new Instant[1];
        JdbcTemplate read = new JdbcTemplate(db.dataSource());
        read.setFetchSize(1000);
        read.query("select number, made_at, hash from audit_checkpoints order by number", row -> {
            long number = row.getLong("number");
            Instant made = RowValues.instant(row, "made_at");
            if (number != last[0] + 1) {
                noteCheckpoints(problems, last[0] + 1, "Checkpoint " + (last[0] + 1) + " was taken out of the store.");
            }
            last[0] = number;
            newest[0] = made;
            String hash = row.getString("hash");
            for (CheckpointFile file : files) {
                if (!file.numbers().agrees(number, hash)) {
                    noteCheckpoints(
                            problems,
                            number,
                            "Checkpoint " + number + " of " + made + " is another one in " + file.file() + ".");
                }
            }
            if (given.isPresent()
                    && number >= given.get().from()
                    && (number <= given.get().last() || made.isBefore(settled))
                    && !own.numbers().contains(number)) {
                noteCheckpoints(
                        problems,
                        number,
                        "Checkpoint " + number + " of " + made + " is missing in " + own.file()
                                + ": the file was cut or removed, or could not be written. Put it back from its copy.");
            }
        });
        for (CheckpointFile file : files) {
            if (file.numbers().highest() > last[0]) {
                noteCheckpoints(
                        problems,
                        last[0] + 1,
                        file.file() + " holds checkpoints up to "
                                + file.numbers().highest() + ", the store knows " + last[0]
                                + ": it was cut, or is an older copy of itself.");
            }
        }
        return Optional.ofNullable(newest[0]);
    }

    private static void noteCheckpoints(Map<String, AuditProblem> problems, long number, String what) {
        problems.putIfAbsent(CHECKPOINTS, new AuditProblem(CHECKPOINTS, number, null, what));
    }

    private void checkEnds(
            Map<String, Reading> chains,
            Map<String, List<SignedLinks>> signed,
            Optional<Instant> newest,
            Map<String, AuditProblem> problems) {
        Map<String, Long> ends = new TreeMap<>();
        Instant settled = db.clock().instant().minus(GRACE);
        db.jdbc()
                .sql("select chain, last_seq, last_hash, sealed_at from audit_chains order by chain")
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
                    Instant sealed = RowValues.instant(row, "sealed_at");
                    long vouched = highest(signed, chain);
                    if (vouched < row.getLong("last_seq")
                            && (sealed.isBefore(settled)
                                    || newest.filter(made ->
                                                    made.plus(LONGEST_PAUSE).isBefore(sealed))
                                            .isPresent())) {
                        noteCheckpoints(
                                problems,
                                0,
                                (vouched == 0
                                                ? "No signed checkpoint vouches for"
                                                : "No signed checkpoint since row " + vouched + " vouches for")
                                        + " chain " + chain + ", sealed last at " + sealed
                                        + ". Checkpoints are made every minute by a process with the role workflows; this"
                                        + " one reads " + delivery.own().file()
                                        + " and gulliver.audit.checkpoint-copy.");
                    }
                });
        chains.forEach((chain, reading) -> {
            if (!ends.containsKey(chain)) {
                note(problems, chain, reading.seq + 1, null, "and what follows: the chain's end was removed");
            }
        });
        signed.keySet().forEach(chain -> {
            long last = highest(signed, chain);
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

    private static long highest(Map<String, List<SignedLinks>> signed, String chain) {
        return signed.getOrDefault(chain, List.of()).stream()
                .mapToLong(SignedLinks::highest)
                .max()
                .orElse(0);
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
}
