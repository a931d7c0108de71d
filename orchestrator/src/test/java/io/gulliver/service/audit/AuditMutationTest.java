package io.gulliver.service.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.audit.AuditProblem;
import io.gulliver.domain.audit.AuditVerdict;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.StoreContract;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.audit.AuditHash;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody changes the audit record unseen: changed, deleted, inserted, swapped, cut off, rewritten. */
class AuditMutationTest extends StoreContract {
    private static final int ROWS = 40;

    private AuditEvent event(int i) {
        return new AuditEvent(
                i % 2 == 0 ? "atlas" : null,
                clock.instant().plusSeconds(i),
                "Ana",
                "test.done",
                "thing/" + i,
                null,
                Json.sha256("after " + i),
                "request-" + i,
                Map.of("i", i, "ratio", i / 7.0, "word", "größer"));
    }

    private static CheckpointDelivery delivery(StoreDatabase db, Path file) {
        return new CheckpointDelivery(db, new FileSink(file), List.of());
    }

    @Test
    void findsEachOfAThousandMutationsAndNamesTheFirstBadRow(@TempDir Path directory) {
        StoreDatabase db = stores.database();
        CheckpointKey key = CheckpointKey.open(directory.resolve("audit.key"));
        Path checkpoints = directory.resolve("checkpoints.jsonl");
        AuditSealer sealer = new AuditSealer(db, key, delivery(db, checkpoints));
        AuditVerifier verifier = new AuditVerifier(db, key, delivery(db, checkpoints));
        for (int i = 0; i < ROWS; i++) {
            stores.audit().append(event(i));
            if (i == ROWS / 2) {
                sealer.checkpoint();
            }
        }
        sealer.checkpoint();
        AuditVerdict clean = verifier.verify();
        assertThat(clean.problems()).isEmpty();
        assertThat(clean.checkpoints()).isEqualTo(2);
        assertThat(clean.rows()).isGreaterThanOrEqualTo(ROWS);

        long seed = 20261121;
        Random random = new Random(seed);
        for (int i = 0; i < 1000; i++) {
            Mutation mutation = Mutation.values()[i % Mutation.values().length];
            AtomicReference<AuditVerdict> verdict = new AtomicReference<>();
            AtomicReference<Long> row = new AtomicReference<>();
            try {
                db.inTransaction(() -> {
                    row.set(mutation.apply(db, random));
                    verdict.set(verifier.verify());
                    throw new Undo();
                });
            } catch (Undo undone) {
                // the next mutation meets the record as it was
            }
            assertThat(verdict.get().problems())
                    .as("mutation %d (seed %d): %s of row %s", i, seed, mutation, row.get())
                    .isNotEmpty();
            if (mutation.namesTheRow) {
                assertThat(verdict.get().problems())
                        .as("mutation %d (seed %d): %s names row %s", i, seed, mutation, row.get())
                        .extracting(AuditProblem::row)
                        .contains(row.get());
            }
        }
        assertThat(verifier.verify().problems()).isEmpty();
    }

    @Test
    void findsAChangedCheckpoint(@TempDir Path directory) throws Exception {
        StoreDatabase db = stores.database();
        CheckpointKey key = CheckpointKey.open(directory.resolve("audit.key"));
        Path checkpoints = directory.resolve("checkpoints.jsonl");
        stores.audit().append(event(1));
        new AuditSealer(db, key, delivery(db, checkpoints)).checkpoint();
        String line = Files.readString(checkpoints);
        Files.writeString(
                checkpoints,
                line.replaceFirst("\\\\\"seq\\\\\":", "\\\\\"seq\\\\\":1"),
                StandardOpenOption.TRUNCATE_EXISTING);
        assertThat(new AuditVerifier(db, key, delivery(db, checkpoints))
                        .verify()
                        .problems())
                .extracting(AuditProblem::chain)
                .contains("checkpoints");
    }

    /** Rolls the mutation back. */
    private static final class Undo extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private enum Mutation {
        CHANGE(true) {
            @Override
            long apply(StoreDatabase db, Random random) {
                List<String> changes = List.of(
                        "actor = 'Eve'",
                        "action = 'test.undone'",
                        "object = 'thing/x'",
                        "before_hash = '1'",
                        "after_hash = null",
                        "request_id = 'other'",
                        "details = replace(details, '}', ' }')",
                        "details = 'no json'",
                        "row_hash = '" + "0".repeat(64) + "'",
                        "program = 'other'",
                        "happened_at = happened_at + interval '1' second");
                long row = pick(db, random);
                db.jdbc()
                        .sql("update audit_events set " + changes.get(random.nextInt(changes.size())) + " where id = "
                                + row)
                        .update();
                return row;
            }
        },
        CHANGE_WITH_ITS_HASH(true) {
            @Override
            long apply(StoreDatabase db, Random random) {
                long row = pick(db, random);
                long other = pickOther(db, random, row);
                // the content and hash of another genuine row: each is right in itself
                db.jdbc().sql("""
                    update audit_events set
                        happened_at = (select happened_at from audit_events where id = :other),
                        actor = (select actor from audit_events where id = :other),
                        action = (select action from audit_events where id = :other),
                        object = (select object from audit_events where id = :other),
                        before_hash = (select before_hash from audit_events where id = :other),
                        after_hash = (select after_hash from audit_events where id = :other),
                        request_id = (select request_id from audit_events where id = :other),
                        details = (select details from audit_events where id = :other),
                        row_hash = (select row_hash from audit_events where id = :other)
                    where id = :row
                    """).param("other", other).param("row", row).update();
                return row;
            }
        },
        DELETE(true) {
            @Override
            long apply(StoreDatabase db, Random random) {
                long row = pick(db, random);
                db.jdbc().sql("delete from audit_events where id = " + row).update();
                return row;
            }
        },
        DELETE_WITH_ITS_SEAL(false) {
            @Override
            long apply(StoreDatabase db, Random random) {
                long row = pick(db, random);
                db.jdbc().sql("delete from audit_events where id = " + row).update();
                db.jdbc().sql("delete from audit_seals where audit_id = " + row).update();
                return row;
            }
        },
        INSERT(true) {
            @Override
            long apply(StoreDatabase db, Random random) {
                long copied = pick(db, random);
                db.jdbc().sql("""
                    insert into audit_events (program, happened_at, actor, action, object, before_hash, after_hash,
                        request_id, details, row_hash)
                    select program, happened_at, actor, action, object, before_hash, after_hash, request_id,
                        details, row_hash
                    from audit_events where id = :id
                    """).param("id", copied).update();
                return db.jdbc()
                        .sql("select max(id) from audit_events")
                        .query(Long.class)
                        .single();
            }
        },
        SWAP_SEALS(false) {
            @Override
            long apply(StoreDatabase db, Random random) {
                long row = pick(db, random);
                long other = pickOther(db, random, row);
                db.jdbc()
                        .sql("update audit_seals set audit_id = -1 where audit_id = " + row)
                        .update();
                db.jdbc()
                        .sql("update audit_seals set audit_id = " + row + " where audit_id = " + other)
                        .update();
                db.jdbc()
                        .sql("update audit_seals set audit_id = " + other + " where audit_id = -1")
                        .update();
                return row;
            }
        },
        CUT_THE_TAIL(false) {
            @Override
            long apply(StoreDatabase db, Random random) {
                int rows = 1 + random.nextInt(5);
                for (int i = 0; i < rows; i++) {
                    db.jdbc().sql("""
                        delete from audit_events where id = (select audit_id from audit_seals
                            where chain = 'atlas' and seq = (select max(seq) from audit_seals where chain = 'atlas'))
                        """).update();
                    db.jdbc().sql("""
                        delete from audit_seals where chain = 'atlas'
                            and seq = (select max(seq) from audit_seals where chain = 'atlas')
                        """).update();
                }
                // and cover it up
                db.jdbc().sql("""
                    update audit_chains set
                        last_seq = (select max(seq) from audit_seals where chain = 'atlas'),
                        last_hash = (select s.chain_hash from audit_seals s where s.chain = 'atlas'
                            and s.seq = (select max(m.seq) from audit_seals m where m.chain = 'atlas'))
                    where chain = 'atlas'
                    """).update();
                return 0;
            }
        },
        REWRITE_THE_CHAIN(false) {
            @Override
            long apply(StoreDatabase db, Random random) {
                // drop one row, then compute the whole chain again as the product would
                long dropped = db.jdbc()
                        .sql("select audit_id from audit_seals where chain = 'atlas' order by seq")
                        .query(Long.class)
                        .list()
                        .get(random.nextInt(10));
                List<Map<String, Object>> rows =
                        db.jdbc().sql("""
                    select a.id as id, a.row_hash as row_hash from audit_seals s join audit_events a on a.id = s.audit_id
                    where s.chain = 'atlas' and a.id <> :dropped order by s.seq
                    """).param("dropped", dropped).query().listOfRows();
                db.jdbc().sql("delete from audit_events where id = " + dropped).update();
                db.jdbc().sql("delete from audit_seals where chain = 'atlas'").update();
                String hash = AuditHash.ROOT;
                long seq = 0;
                for (Map<String, Object> row : rows) {
                    seq++;
                    long id = ((Number) row.get("id")).longValue();
                    hash = AuditHash.link("atlas", seq, id, String.valueOf(row.get("row_hash")), hash);
                    db.jdbc()
                            .sql(
                                    "insert into audit_seals (chain, seq, audit_id, chain_hash) values ('atlas', :s, :i, :h)")
                            .param("s", seq)
                            .param("i", id)
                            .param("h", hash)
                            .update();
                }
                db.jdbc()
                        .sql("update audit_chains set last_seq = :s, last_hash = :h where chain = 'atlas'")
                        .param("s", seq)
                        .param("h", hash)
                        .update();
                return dropped;
            }
        };

        private final boolean namesTheRow;

        Mutation(boolean namesTheRow) {
            this.namesTheRow = namesTheRow;
        }

        /** Answers the row that was touched. */
        abstract long apply(StoreDatabase db, Random random);

        private static List<Long> ids(StoreDatabase db) {
            return db.jdbc()
                    .sql("select id from audit_events where action = 'test.done' order by id")
                    .query(Long.class)
                    .list();
        }

        static long pick(StoreDatabase db, Random random) {
            List<Long> ids = ids(db);
            return ids.get(random.nextInt(ids.size()));
        }

        static long pickOther(StoreDatabase db, Random random, long row) {
            List<Long> ids = ids(db).stream().filter(id -> id != row).toList();
            return ids.get(random.nextInt(ids.size()));
        }
    }
}
