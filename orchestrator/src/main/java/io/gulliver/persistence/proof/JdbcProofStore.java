package io.gulliver.persistence.proof;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.proof.KeptProof;
import io.gulliver.domain.proof.Part;
import io.gulliver.domain.proof.PartKind;
import io.gulliver.domain.proof.Proof;
import io.gulliver.domain.proof.ProofReport;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.audit.AuditStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** Imported results in two tables that only grow. */
public final class JdbcProofStore implements ProofStore {
    private final StoreDatabase db;
    private final AuditStore audit;

    public JdbcProofStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.audit = audit;
    }

    @Override
    public boolean add(String hash, String key, String signedBy, ProofReport report, String content, String by) {
        return db.inTransaction(() -> {
            Instant now = db.clock().instant().truncatedTo(ChronoUnit.MICROS);
            int added = db.jdbc()
                    .sql("""
                    insert into proof_files (hash, signing_key, commit_id, platform, made_at, imported_at, imported_by,
                        content)
                    values (:hash, :key, :commit, :platform, :made, :now, :by, :content)
                    on conflict on constraint proof_files_pk do nothing
                    """)
                    .param("hash", hash)
                    .param("key", key)
                    .param("commit", report.commit())
                    .param("platform", report.platform())
                    .param("made", RowValues.at(report.madeAt()))
                    .param("now", RowValues.at(now))
                    .param("by", RowValues.cut(by, 200))
                    .param("content", content)
                    .update();
            if (added == 0) {
                return false;
            }
            int number = 0;
            for (Proof proof : report.results()) {
                add(hash, number++, proof);
            }
            audit.append(new AuditEvent(
                    null,
                    now,
                    by,
                    ACTION,
                    "proofs/" + hash,
                    null,
                    hash,
                    null,
                    Map.of(
                            "signedBy",
                            signedBy,
                            "commit",
                            report.commit(),
                            "platform",
                            report.platform(),
                            "madeAt",
                            report.madeAt().toString(),
                            "results",
                            report.results().size(),
                            "failed",
                            report.results().stream()
                                    .filter(one -> !one.passed())
                                    .count())));
            return true;
        });
    }

    private void add(String file, int number, Proof proof) {
        db.jdbc()
                .sql("""
                insert into proof_results (file_hash, number, kind, part, part_hash, release, banner, seen_at, suite, how,
                    passed)
                values (:file, :number, :kind, :part, :hash, :release, :banner, :at, :suite, :how, :passed)
                """)
                .param("file", file)
                .param("number", number)
                .param("kind", proof.part().kind().name())
                .param("part", proof.part().id())
                .param("hash", proof.part().hash())
                .param("release", proof.release())
                .param("banner", proof.banner())
                .param("at", RowValues.at(proof.at()))
                .param("suite", proof.suite())
                .param("how", proof.how())
                .param("passed", proof.passed())
                .update();
    }

    @Override
    public long files() {
        return db.jdbc()
                .sql("select count(*) from proof_files")
                .query(Long.class)
                .single();
    }

    @Override
    public List<KeptProof> list() {
        return db.jdbc().sql("""
                select r.kind, r.part, r.part_hash, r.release, r.banner, r.seen_at, r.suite, r.how, r.passed, f.platform,
                    f.signing_key
                from proof_results r join proof_files f on f.hash = r.file_hash order by r.file_hash, r.number
                """).query((row, n) -> kept(row)).list();
    }

    private static KeptProof kept(ResultSet row) throws SQLException {
        Part part =
                new Part(PartKind.valueOf(row.getString("kind")), row.getString("part"), row.getString("part_hash"));
        Proof proof = new Proof(
                part,
                row.getString("release"),
                row.getString("banner"),
                RowValues.instant(row, "seen_at"),
                row.getString("suite"),
                row.getString("how"),
                row.getBoolean("passed"));
        return new KeptProof(proof, row.getString("platform"), row.getString("signing_key"));
    }
}
