package io.gulliver.persistence.evidence;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.program.ProgramClock;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.view.DatabaseEvidence;
import io.gulliver.persistence.view.EvidenceRow;
import io.gulliver.process.SpoolFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Evidence in parts of half a mebibyte, so that neither engine nor heap must hold a file whole. */
public final class JdbcEvidenceStore implements EvidenceStore {
    private static final int PART = 512 * 1024;
    private final StoreDatabase db;

    public JdbcEvidenceStore(StoreDatabase db) {
        this.db = db;
    }

    @Override
    public EvidenceRef keep(String name, String kind, InputStream content) throws IOException {
        // The hash is the key and known only at the end, so the content waits in a temporary file (mode 0600).
        Path spool = SpoolFile.make("evidence");
        try {
            MessageDigest digest = Json.digest();
            long bytes;
            try (var out = Files.newOutputStream(spool);
                    var in = new DigestInputStream(content, digest)) {
                bytes = in.transferTo(out);
            }
            EvidenceRef ref = new EvidenceRef(name, kind, HexFormat.of().formatHex(digest.digest()), bytes);
            if (size(ref.sha256()).isEmpty()) {
                keepParts(ref, spool);
                db.jdbc()
                        .sql("""
                        insert into evidence (sha256, bytes, kept_at) values (:sha256, :bytes, :at)
                        on conflict do nothing
                        """)
                        .param("sha256", ref.sha256())
                        .param("bytes", ref.bytes())
                        .param("at", RowValues.at(db.clock().instant()))
                        .update();
            }
            return ref;
        } finally {
            Files.deleteIfExists(spool);
        }
    }

    /**
     * Each part in a transaction of its own: it never is more than one that an engine must hold in memory. The same content
     * may arrive twice at once, and has the same parts under the same hash: one of them is kept.
     */
    private void keepParts(EvidenceRef ref, Path spool) throws IOException {
        try (InputStream in = Files.newInputStream(spool)) {
            int part = 0;
            for (byte[] content = in.readNBytes(PART); content.length > 0; content = in.readNBytes(PART)) {
                db.jdbc()
                        .sql("""
                        insert into evidence_parts (sha256, part, content) values (:sha256, :part, :content)
                        on conflict do nothing
                        """)
                        .param("sha256", ref.sha256())
                        .param("part", part++)
                        .param("content", content)
                        .update();
            }
        }
    }

    @Override
    public boolean attach(MigrationId migration, @Nullable StepKey step, EvidenceRef ref, @Nullable String by) {
        return db.jdbc()
                        .sql("""
                insert into evidence_links (migration, step_key, name, kind, sha256, bytes, attached_by, attached_at)
                select m.id, :step, :name, :kind, :sha256, :bytes, :by, :at
                from migrations m
                where m.id = :migration and not exists (
                    select 1 from evidence_links l
                    where l.migration = :migration and l.step_key = :step and l.name = :name and l.sha256 = :sha256)
                """)
                        .param("migration", migration.value())
                        .param("step", step == null ? "" : step.toString())
                        .param("name", RowValues.cut(ref.name(), 300))
                        .param("kind", RowValues.cut(ref.kind(), 60))
                        .param("sha256", ref.sha256())
                        .param("bytes", ref.bytes())
                        .param("by", by)
                        .param("at", RowValues.at(db.clock().instant()))
                        .update()
                > 0;
    }

    @Override
    public List<EvidenceRow> list(MigrationId migration, @Nullable StepKey step) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("migration", migration.value());
        String onlyStep = "";
        if (step != null) {
            onlyStep = "and l.step_key = :step";
            params.put("step", step.toString());
        }
        ProgramClock clock = db.programClocks().of(migration);
        return db.jdbc()
                .sql("""
                select l.step_key, l.name, l.kind, l.sha256, l.bytes, l.attached_by, l.attached_at,
                    e.sha256 as kept
                from evidence_links l left join evidence e on e.sha256 = l.sha256
                where l.migration = :migration %s
                order by l.id
                """.formatted(onlyStep))
                .params(params)
                .query((row, n) -> new EvidenceRow(
                        migration,
                        RowValues.stepOrNull(row, "step_key"),
                        new EvidenceRef(
                                row.getString("name"),
                                row.getString("kind"),
                                row.getString("sha256"),
                                row.getLong("bytes")),
                        clock.program(RowValues.instant(row, "attached_at")),
                        row.getString("attached_by"),
                        row.getString("kept") != null))
                .list();
    }

    @Override
    public void give(String program, String database, DatabaseEvidence given) {
        db.inTransaction(() -> {
            db.jdbc()
                    .sql("""
                    delete from database_evidence
                    where program = :program and database_name = :database and sha256 = :sha256
                    """)
                    .param("program", program)
                    .param("database", database)
                    .param("sha256", given.ref().sha256())
                    .update();
            return db.jdbc()
                    .sql("""
                    insert into database_evidence (program, database_name, sha256, name, kind, bytes, coverage_percent,
                        facts_gained, problems, given_by, given_at)
                    values (:program, :database, :sha256, :name, :kind, :bytes, :coverage, :facts, :problems, :by, :at)
                    """)
                    .param("program", program)
                    .param("database", database)
                    .param("sha256", given.ref().sha256())
                    .param("name", RowValues.cut(given.ref().name(), 300))
                    .param("kind", RowValues.cut(given.ref().kind(), 60))
                    .param("bytes", given.ref().bytes())
                    .param("coverage", given.coveragePercent())
                    .param("facts", given.factsGained())
                    .param("problems", given.problems())
                    .param("by", RowValues.cut(given.by(), 200))
                    .param("at", RowValues.at(given.at()))
                    .update();
        });
    }

    @Override
    public List<DatabaseEvidence> given(String program, String database) {
        return db.jdbc()
                .sql("""
                select sha256, name, kind, bytes, coverage_percent, facts_gained, problems, given_by, given_at
                from database_evidence
                where program = :program and database_name = :database
                order by given_at desc, sha256
                """)
                .param("program", program)
                .param("database", database)
                .query((row, n) -> given(row))
                .list();
    }

    @Override
    public Map<String, List<DatabaseEvidence>> given(String program) {
        Map<String, List<DatabaseEvidence>> given = new TreeMap<>();
        db.jdbc().sql("""
                select database_name, sha256, name, kind, bytes, coverage_percent, facts_gained, problems, given_by,
                    given_at
                from database_evidence where program = :program order by given_at desc, sha256
                """).param("program", program).query(row -> {
            given.computeIfAbsent(row.getString("database_name"), name -> new ArrayList<>())
                    .add(given(row));
        });
        return given;
    }

    private static DatabaseEvidence given(ResultSet row) throws SQLException {
        return new DatabaseEvidence(
                new EvidenceRef(
                        row.getString("name"), row.getString("kind"), row.getString("sha256"), row.getLong("bytes")),
                row.getInt("coverage_percent"),
                row.getInt("facts_gained"),
                row.getInt("problems"),
                RowValues.instant(row, "given_at"),
                row.getString("given_by"));
    }

    @Override
    public DatabaseEvidence withdraw(String program, String database, String sha256, String reason, String by) {
        return db.inTransaction(() -> {
            DatabaseEvidence found = given(program, database).stream()
                    .filter(one -> one.ref().sha256().equals(sha256))
                    .findFirst()
                    .orElseThrow(() -> new UnknownRowException("Database " + database
                            + " has no evidence with the hash " + sha256 + ". Look at its list of evidence."));
            ofOne("delete from evidence_withdrawals", program, database, sha256);
            db.jdbc()
                    .sql("""
                    insert into evidence_withdrawals (program, database_name, sha256, name, kind, reason, withdrawn_by,
                        withdrawn_at)
                    select program, database_name, sha256, name, kind, :reason, :by, :at
                    from database_evidence
                    where program = :program and database_name = :database and sha256 = :sha256
                    """)
                    .param("reason", reason)
                    .param("by", by)
                    .param("at", RowValues.at(db.clock().instant()))
                    .param("program", program)
                    .param("database", database)
                    .param("sha256", sha256)
                    .update();
            ofOne("delete from database_evidence", program, database, sha256);
            return found;
        });
    }

    private void ofOne(String sql, String program, String database, String sha256) {
        db.jdbc()
                .sql(sql + " where program = :program and database_name = :database and sha256 = :sha256")
                .param("program", program)
                .param("database", database)
                .param("sha256", sha256)
                .update();
    }

    private static final String WITHDRAWN = """
            select w.database_name, w.sha256 from evidence_withdrawals w
            where w.program = :program and not exists (
                select 1 from database_evidence e
                where e.program = w.program and e.database_name = w.database_name and e.sha256 = w.sha256)
            """;

    @Override
    public Set<String> withdrawn(String program, String database) {
        return new TreeSet<>(db.jdbc()
                .sql(WITHDRAWN + " and w.database_name = :database")
                .param("program", program)
                .param("database", database)
                .query((row, n) -> row.getString("sha256"))
                .list());
    }

    @Override
    public Map<String, Set<String>> withdrawn(String program) {
        Map<String, Set<String>> all = new TreeMap<>();
        db.jdbc().sql(WITHDRAWN).param("program", program).query(row -> {
            all.computeIfAbsent(row.getString("database_name"), name -> new TreeSet<>())
                    .add(row.getString("sha256"));
        });
        return all;
    }

    @Override
    public List<String> erase(Instant before, @Nullable Set<String> only) {
        List<String> due = db.jdbc()
                .sql("""
                select w.sha256 from evidence_withdrawals w
                where w.erased_at is null and w.withdrawn_at <= :before
                    and not exists (select 1 from database_evidence e where e.sha256 = w.sha256)
                    and not exists (select 1 from evidence_links l where l.sha256 = w.sha256)
                    and not exists (select 1 from comment_files f where f.sha256 = w.sha256
                        and (f.withdrawn_at is null or f.withdrawn_at > :before))
                union
                select f.sha256 from comment_files f join evidence e on e.sha256 = f.sha256
                where f.withdrawn_at <= :before
                    and not exists (select 1 from database_evidence d where d.sha256 = f.sha256)
                    and not exists (select 1 from evidence_links l where l.sha256 = f.sha256)
                    and not exists (select 1 from comment_files o where o.sha256 = f.sha256
                        and (o.withdrawn_at is null or o.withdrawn_at > :before))
                order by 1
                """)
                .param("before", RowValues.at(before))
                .query(String.class)
                .list();
        List<String> wanted = due.stream()
                .filter(sha256 -> only == null || only.contains(sha256))
                .toList();
        for (String sha256 : wanted) {
            db.inTransaction(() -> {
                for (String sql : List.of(
                        "delete from evidence_parts where sha256 = :sha256",
                        "delete from evidence where sha256 = :sha256")) {
                    db.jdbc().sql(sql).param("sha256", sha256).update();
                }
                db.jdbc()
                        .sql(
                                "update evidence_withdrawals set erased_at = :at where sha256 = :sha256 and erased_at is null")
                        .param("at", RowValues.at(db.clock().instant()))
                        .param("sha256", sha256)
                        .update();
            });
        }
        return wanted;
    }

    @Override
    public Optional<Long> size(String sha256) {
        return db.jdbc()
                .sql("select bytes from evidence where sha256 = :sha256")
                .param("sha256", sha256)
                .query(Long.class)
                .optional();
    }

    @Override
    public InputStream open(String sha256) {
        if (size(sha256).isEmpty()) {
            throw new UnknownRowException("No evidence with the content hash " + sha256
                    + " is kept. Its upload did not arrive: look at the step's log, then upload it again.");
        }
        return new java.io.SequenceInputStream(new Parts(sha256));
    }

    /** Reads one part at a time. */
    private final class Parts implements Enumeration<InputStream> {
        private final String sha256;
        private int part;
        private byte @Nullable [] ahead;

        Parts(String sha256) {
            this.sha256 = sha256;
            this.ahead = read();
        }

        private byte @Nullable [] read() {
            return db.jdbc()
                    .sql("select content from evidence_parts where sha256 = :sha256 and part = :part")
                    .param("sha256", sha256)
                    .param("part", part++)
                    .query((row, n) -> row.getBytes("content"))
                    .optional()
                    .orElse(null);
        }

        @Override
        public boolean hasMoreElements() {
            return ahead != null;
        }

        @Override
        public InputStream nextElement() {
            byte[] content = ahead;
            if (content == null) {
                throw new NoSuchElementException("no more parts of " + sha256);
            }
            ahead = read();
            return new ByteArrayInputStream(content);
        }
    }
}
