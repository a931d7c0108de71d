package io.gulliver.service.audit;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.audit.AuditVerdict;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.audit.AuditHash;
import io.gulliver.testing.TestStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** Prints how long the verdict on a record of many rows takes (first argument, a million by default). Asserts nothing. */
public final class AuditBenchmark {
    /** A checkpoint for every hundred rows: more than a busy day has in its minutes. */
    private static final int EACH = 100;

    private AuditBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        int rows = arguments.length == 0 ? 1_000_000 : Integer.parseInt(arguments[0]);
        Path directory = Files.createTempDirectory("audit-benchmark");
        try (StoreDatabase db = TestStore.open(Clock.systemUTC())) {
            CheckpointKey key = CheckpointKey.open(directory.resolve("key"));
            CheckpointDelivery delivery =
                    new CheckpointDelivery(db, new FileSink(directory.resolve("checkpoints.jsonl")), List.of());
            AuditSealer sealer = new AuditSealer(db, key, delivery);
            NamedParameterJdbcTemplate batch = new NamedParameterJdbcTemplate(db.dataSource());
            Instant began = Instant.now();
            for (int i = 0; i < rows; i += EACH) {
                List<MapSqlParameterSource> events = new ArrayList<>();
                for (int n = i; n < i + EACH; n++) {
                    events.add(row(n));
                }
                db.inTransaction(() -> {
                    batch.batchUpdate("""
                            with event as (
                                insert into audit_events (program, happened_at, actor, action, object, after_hash,
                                    request_id, details, row_hash)
                                values (:program, :at, :actor, :action, :object, :after, :request, :details, :hash)
                                returning id)
                            insert into audit_unsealed (audit_id) select id from event
                            """, events.toArray(MapSqlParameterSource[]::new));
                });
                sealer.checkpoint();
            }
            System.out.printf(
                    "%d rows written in %d s%n",
                    rows, Duration.between(began, Instant.now()).toSeconds());
            for (int round = 0; round < 3; round++) {
                long start = System.nanoTime();
                AuditVerdict verdict = new AuditVerifier(db, key, delivery).verify();
                System.out.printf(
                        "verdict on %d rows, %d checkpoints: %.1f s, %d problems, heap %d MB%n",
                        verdict.rows(),
                        verdict.checkpoints(),
                        (System.nanoTime() - start) / 1e9,
                        verdict.problems().size(),
                        (Runtime.getRuntime().totalMemory()
                                        - Runtime.getRuntime().freeMemory())
                                >> 20);
            }
        }
    }

    private static MapSqlParameterSource row(int n) {
        AuditHash.Stored stored = AuditHash.stored(new AuditEvent(
                "program" + n % 7,
                Instant.now(),
                "Ana Example",
                "migration.step",
                "migration/program" + n % 7 + "." + n / 1000,
                null,
                "c".repeat(64),
                "request-" + n,
                Map.of("step", "import-tables", "state", "DONE", "attempt", n % 3, "reason", "because")));
        return new MapSqlParameterSource()
                .addValue("program", stored.event().program())
                .addValue("at", RowValues.at(stored.event().at()))
                .addValue("actor", stored.event().actor())
                .addValue("action", stored.event().action())
                .addValue("object", stored.event().object())
                .addValue("after", stored.event().after())
                .addValue("request", stored.event().requestId())
                .addValue("details", stored.details())
                .addValue("hash", stored.hash());
    }
}
