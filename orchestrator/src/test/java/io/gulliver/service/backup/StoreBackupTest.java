package io.gulliver.service.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.engine.Cluster;
import io.gulliver.engine.PayloadKeys;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.engine.JdbcEngineStore;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import io.gulliver.service.audit.AuditOutside;
import io.gulliver.service.audit.AuditSealer;
import io.gulliver.service.audit.AuditVerifier;
import io.gulliver.service.audit.CheckpointDelivery;
import io.gulliver.service.audit.CheckpointKey;
import io.gulliver.service.runtime.EngineOwner;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.Seeds;
import io.gulliver.testing.TakesTurns;
import io.gulliver.testing.TestStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Out of a store and into another one, row by row; and what is refused on the way. */
@Tag("store")
@TakesTurns(TakesTurns.Group.STORES)
class StoreBackupTest {
    private final MovableClock clock = new MovableClock();
    private TestStore.Database from;
    private StoreDatabase db;
    private Stores stores;
    private Path data;
    private Path passphrase;
    private Path file;

    @TempDir
    private Path directory;

    @BeforeEach
    void aStoreWithSomethingInEveryCorner() throws Exception {
        from = TestStore.create();
        db = from.open(clock);
        stores = Atlas.stores(db);
        Atlas.program(stores);
        data = Files.createDirectory(directory.resolve("data"));
        CheckpointKey.open(data.resolve("audit-key"));
        PayloadKeys.loadOrCreate(data.resolve("payload-keys.json"));
        passphrase = Files.writeString(directory.resolve("passphrase"), "correct horse battery\n");
        Files.setPosixFilePermissions(passphrase, PosixFilePermissions.fromString("rw-------"));
        file = directory.resolve("gulliver.zip");
        Migration run = Atlas.migration(stores);
        stores.journal()
                .flush(Atlas.batch(
                        run.id(),
                        1,
                        Atlas.entry(1, Atlas.run("discover", StepState.DONE)),
                        Atlas.entry(2, Atlas.run("decide", StepState.WAITING_PERSON))));
        stores.commands().record(Atlas.command(run.id(), run.id() + "-1", Verb.DECIDE, "decide", "approve", Atlas.ANA));
        stores.engines().adopt("old-cluster", "gulliver", stores.engines().dataDirectory(), "start");
        byte[] bytes = new byte[1_300_000];
        new Random(7).nextBytes(bytes);
        stores.evidence().keep("random.bin", "file", new ByteArrayInputStream(bytes));
        stores.evidence().keep("empty", "file", new ByteArrayInputStream(new byte[0]));
        sealer(db, data).checkpoint();
    }

    @AfterEach
    void close() {
        db.close();
    }

    private static CheckpointDelivery delivery(StoreDatabase db, Path data) {
        return AuditOutside.NONE.delivery(
                db,
                data.resolve("audit-checkpoints.jsonl"),
                new SecretSource(List.of(), new SecretRegistry(), Map.of()));
    }

    private static AuditSealer sealer(StoreDatabase db, Path data) {
        return new AuditSealer(db, CheckpointKey.open(data.resolve("audit-key")), delivery(db, data));
    }

    private static StoreTarget target(TestStore.Database store, Path data) {
        return new StoreTarget(data, store.url(), store.user(), store.password(), null, 0, Duration.ofSeconds(60));
    }

    private StoreBackup.Report backUp() {
        return new StoreBackup(target(from, data), clock).write(file, passphrase);
    }

    private Path empty(String name) throws IOException {
        return Files.createDirectory(directory.resolve(name));
    }

    /** Each table as text, in an order of its own. */
    private static Map<String, List<String>> content(StoreDatabase store) throws Exception {
        Map<String, List<String>> content = new TreeMap<>();
        try (Connection read = store.dataSource().getConnection()) {
            for (String table : StoreTables.names(read)) {
                content.put(
                        table,
                        StoreTables.texts(read, "select t::text from " + StoreTables.quoted(table) + " t order by 1"));
            }
        }
        return content;
    }

    private static String hostile(Random random) {
        String[] corners = {
            "\\N",
            "\\.",
            "\n\\.\n",
            "\t",
            "\r\n",
            "",
            " ",
            "\"",
            "''",
            "\\",
            "\\x41",
            "null",
            "NULL",
            "ÄÖ漢字",
            "\uD83D\uDC33",
            "\u0001\u001f\u007f\u0085\u2028",
            "<script>",
            "${x}",
            "a,b;c|d",
            "\\\\",
            "-- x",
            "\uFEFF"
        };
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            text.append(corners[random.nextInt(corners.length)]);
        }
        return text.toString();
    }

    @Test
    void everyRowOfEveryTableArrivesWhateverStandsInIt() throws Exception {
        // Every type that a column of the store has, and every kind of value that a type has.
        db.jdbc().sql("delete from client_connections").update();
        Seeds.forAll(60, (seed, random) -> {
            db.jdbc()
                    .sql("""
                    insert into audit_events (program, happened_at, actor, action, object, details, row_hash)
                    values (:program, '2026-02-28 23:59:59.999999+14', :actor, :action, :object, :details, :hash)
                    """)
                    .param("program", random.nextBoolean() ? null : "p")
                    .param("actor", hostile(random))
                    .param("action", "x")
                    .param("object", hostile(random))
                    .param("details", hostile(random).repeat(random.nextInt(300)))
                    .param("hash", "0".repeat(64))
                    .update();
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            db.jdbc()
                    .sql("insert into evidence_parts (sha256, part, content) values (:sha, :part, :content)")
                    .param("sha", String.format("%064x", seed))
                    .param("part", random.nextBoolean() ? Integer.MAX_VALUE : Integer.MIN_VALUE)
                    .param("content", bytes)
                    .update();
            db.jdbc()
                    .sql("""
                    insert into measured_rates (program, name, rate_value, unit, conditions, measured_by, measured_at)
                    values ('atlas', :name, :value, 'SECONDS', :conditions, :by, :at::timestamptz)
                    """)
                    .param("name", "n" + seed)
                    .param(
                            "value",
                            List.of(0.1, Double.MAX_VALUE, Double.MIN_VALUE, -0.0, 1e-300, Math.PI)
                                    .get(random.nextInt(6)))
                    .param("conditions", hostile(random))
                    .param("by", hostile(random))
                    .param(
                            "at",
                            List.of("infinity", "-infinity", "0044-03-15 12:00+00 BC", "9999-12-31 23:59:59+00")
                                    .get(random.nextInt(4)))
                    .update();
        });
        for (List<String> quiet : List.of(
                List.of("00:00", "23:59:59.999999"), List.of("24:00", "00:00:00.000001"), List.of("22:00", "07:00"))) {
            db.jdbc()
                    .sql("""
                    insert into notice_preferences (person, mail, digest_minutes, quiet_from, quiet_to, zone,
                        urgent_at_once, version)
                    values (:person, true, 0, :from::time, :to::time, 'Europe/Berlin', false, 1)
                    """)
                    .param("person", "p " + quiet)
                    .param("from", quiet.get(0))
                    .param("to", quiet.get(1))
                    .update();
        }
        db.jdbc().sql("""
                insert into people_sessions (primary_id, session_id, creation_time, last_access_time,
                    max_inactive_interval, expiry_time) values ('1', 'a session', 1, 1, 1, 9223372036854775807)
                """).update();
        Map<String, List<String>> before = content(db);
        List<String> types = db.jdbc().sql("""
                select distinct data_type from information_schema.columns
                where table_schema = current_schema() and table_name <> 'flyway_schema_history' order by 1
                """).query(String.class).list();
        assertThat(types)
                .as("a type that is new here wants values above")
                .containsExactly(
                        "bigint",
                        "boolean",
                        "bytea",
                        "character",
                        "character varying",
                        "date",
                        "double precision",
                        "integer",
                        "text",
                        "time without time zone",
                        "timestamp with time zone");

        StoreBackup.Report written = backUp();
        Path data2 = empty("data2");
        TestStore.Database to = TestStore.createEmpty();
        StoreRestore.Report restored = new StoreRestore(target(to, data2), clock).restore(file, passphrase);

        assertThat(restored.rows()).isEqualTo(written.rows());
        assertThat(restored.sha256()).isEqualTo(written.sha256());
        try (StoreDatabase again = to.open(clock)) {
            Map<String, List<String>> after = content(again);
            assertThat(after.keySet()).isEqualTo(before.keySet());
            before.forEach((table, rows) -> {
                switch (table) {
                    // what a restoration adds, and what it leaves out
                    case "audit_events" -> {
                        assertThat(after.get(table)).containsAll(rows).hasSize(rows.size() + 1);
                        assertThat(after.get(table)).anyMatch(row -> row.contains("store.restored"));
                    }
                    case "audit_unsealed", "engines" ->
                        assertThat(after.get(table)).containsAll(rows).hasSize(rows.size() + 1);
                    case "data_directories", "people_sessions", "people_sessions_attributes" ->
                        assertThat(after.get(table)).isEmpty();
                    default -> assertThat(after.get(table)).as(table).isEqualTo(rows);
                }
            });
            for (String name : StoreRestore.KEYS) {
                assertThat(data2.resolve(name)).hasSameBinaryContentAs(data.resolve(name));
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data2.resolve(name))))
                        .isEqualTo("rw-------");
            }
        }
    }

    @Test
    void theRestoredRecordIsWholeAndItsNumbersGoOn() throws Exception {
        backUp();
        Path data2 = empty("data2");
        TestStore.Database to = TestStore.createEmpty();
        new StoreRestore(target(to, data2), clock).restore(file, passphrase);
        long last = db.jdbc()
                .sql("select max(id) from audit_events")
                .query(Long.class)
                .single();
        try (StoreDatabase again = to.open(clock)) {
            CheckpointKey key = CheckpointKey.open(data2.resolve("audit-key"));
            AuditVerifier verifier = new AuditVerifier(again, key, delivery(again, data2));
            assertThat(verifier.verify().problems()).isEmpty();
            assertThat(verifier.verify().checkpoints()).isEqualTo(1);
            new io.gulliver.persistence.audit.JdbcAuditStore(again)
                    .append(new AuditEvent(null, clock.instant(), "Ana", "x", "y", null, null, null, Map.of()));
            sealer(again, data2).checkpoint();
            assertThat(verifier.verify().problems()).isEmpty();
            assertThat(again.jdbc()
                            .sql("select max(id) from audit_events")
                            .query(Long.class)
                            .single())
                    .isGreaterThan(last);
        }
    }

    @Test
    void noEngineIsARestoredStoresOwn() throws Exception {
        backUp();
        TestStore.Database to = TestStore.createEmpty();
        new StoreRestore(target(to, empty("data2")), clock).restore(file, passphrase);
        try (StoreDatabase again = to.open(clock)) {
            JdbcEngineStore engines = new JdbcEngineStore(again);
            EngineOwner owner = new EngineOwner(engines, "temporal:7233", false);
            assertThat(owner.recovering()).isTrue();
            assertThat(owner.admit(new Cluster("old-cluster", "gulliver"))).isEmpty();
            assertThat(owner.recovering()).as("until it took the runs over").isTrue();
            engines.adopt("old-cluster", "gulliver", "temporal:7233", "recover");
            assertThat(owner.recovering()).isFalse();
            assertThat(owner.admit(new Cluster("another", "gulliver"))).isPresent();
        }
    }

    @Test
    void nothingIsRestoredOverAnything() throws Exception {
        backUp();
        assertThatThrownBy(() -> new StoreRestore(target(from, empty("data2")), clock).restore(file, passphrase))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("is not empty");
        assertThatThrownBy(
                        () -> new StoreRestore(target(TestStore.createEmpty(), data), clock).restore(file, passphrase))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("belongs to an installation");
        assertThatThrownBy(this::backUp).hasMessageContaining("is there already");
    }

    /** A zip with one thing changed. */
    private Path altered(String name, java.util.function.UnaryOperator<byte[]> change) throws IOException {
        Path other = directory.resolve("altered.zip");
        try (ZipFile zip = new ZipFile(file.toFile());
                OutputStream raw = Files.newOutputStream(other);
                ZipOutputStream out = new ZipOutputStream(raw)) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                byte[] bytes;
                try (InputStream in = zip.getInputStream(entry)) {
                    bytes = in.readAllBytes();
                }
                bytes = entry.getName().equals(name) ? change.apply(bytes) : bytes;
                if (bytes.length > 0 || !entry.getName().equals(name)) {
                    out.putNextEntry(new ZipEntry(entry.getName()));
                    out.write(bytes);
                    out.closeEntry();
                }
            }
            if (name.equals("more")) {
                out.putNextEntry(new ZipEntry("tables/more.txt"));
                out.closeEntry();
            }
        }
        Files.copy(
                StoreBackup.keysOf(file), StoreBackup.keysOf(other), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        return other;
    }

    @Test
    void whatWasChangedOrCutIsRefusedBeforeAnythingIsWritten() throws Exception {
        backUp();
        TestStore.Database to = TestStore.createEmpty();
        Path data2 = empty("data2");
        StoreRestore restore = new StoreRestore(target(to, data2), clock);
        record Change(String entry, java.util.function.UnaryOperator<byte[]> change, String words) {}
        List<Change> changes = List.of(
                new Change("tables/programs.txt", b -> replaced(b, "atlas", "atlaz"), "is not what was written"),
                new Change(
                        "tables/journal.txt", b -> java.util.Arrays.copyOf(b, b.length / 2), "is not what was written"),
                new Change("tables/commands.txt", b -> new byte[0], "has no tables/commands.txt"),
                new Change("more", b -> b, "which its list does not name"),
                new Change("manifest.json", b -> replaced(b, "\"rows\":1", "\"rows\":2"), "is not signed"),
                new Change("manifest.sig", StoreBackupTest::firstLetterChanged, "is not signed"),
                new Change("audit-checkpoints.jsonl", b -> replaced(b, "1", "2"), "is not what was written"));
        for (Change change : changes) {
            assertThatThrownBy(() -> restore.restore(altered(change.entry(), change.change()), passphrase))
                    .as(change.entry())
                    .isInstanceOf(BackupException.class)
                    .hasMessageContaining(change.words());
        }
        byte[] whole = Files.readAllBytes(file);
        Path cut = Files.write(directory.resolve("cut.zip"), java.util.Arrays.copyOf(whole, whole.length - 100));
        assertThatThrownBy(() -> restore.restore(cut, passphrase)).hasMessageContaining("is no whole backup");
        Path other = Files.writeString(directory.resolve("other"), "wrong horse battery");
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rw-------"));
        assertThatThrownBy(() -> restore.restore(file, other)).hasMessageContaining("do not open with this passphrase");
        Files.writeString(StoreBackup.keysOf(file), "x", java.nio.file.StandardOpenOption.APPEND);
        assertThatThrownBy(() -> restore.restore(file, passphrase)).hasMessageContaining("was changed");

        try (Stream<Path> left = Files.list(data2)) {
            assertThat(left).isEmpty();
        }
        try (Connection read = java.sql.DriverManager.getConnection(to.url(), to.user(), to.password())) {
            assertThat(StoreTables.names(read)).isEmpty();
        }
    }

    /** For a text of which no letter is certain, as a signature in base 64. */
    private static byte[] firstLetterChanged(byte[] bytes) {
        byte[] changed = bytes.clone();
        changed[0] = (byte) (bytes[0] == 'A' ? 'B' : 'A');
        return changed;
    }

    private static byte[] replaced(byte[] bytes, String one, String other) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        assertThat(text).contains(one);
        return text.replaceFirst(java.util.regex.Pattern.quote(one), other).getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void aNewerOneIsRefusedWithASentence() throws Exception {
        db.jdbc().sql("""
                insert into flyway_schema_history (installed_rank, version, description, type, script, installed_by,
                    execution_time, success) values (999, '20991231.2359', 'later', 'SQL', 'x', 'x', 0, true)
                """).update();
        backUp();
        assertThatThrownBy(() -> new StoreRestore(target(TestStore.createEmpty(), empty("data2")), clock)
                        .restore(file, passphrase))
                .hasMessageContaining("was made by a newer Gulliver")
                .hasMessageContaining("20991231.2359");
    }

    @Test
    void aRestorationThatBreaksLeavesNothingAndMayBeTriedAgain() throws Exception {
        // The list and its signature are right, and the store says no: two rows of one key.
        db.jdbc()
                .sql("alter table evidence drop constraint evidence_pk cascade")
                .update();
        db.jdbc().sql("insert into evidence select * from evidence").update();
        backUp();
        TestStore.Database to = TestStore.createEmpty();
        Path data2 = empty("data2");
        assertThatThrownBy(() -> new StoreRestore(target(to, data2), clock).restore(file, passphrase))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("Nothing was restored");
        try (Stream<Path> left = Files.list(data2)) {
            assertThat(left).isEmpty();
        }
        try (Connection read = java.sql.DriverManager.getConnection(to.url(), to.user(), to.password())) {
            assertThat(StoreTables.names(read)).isEmpty();
        }
        db.jdbc()
                .sql("delete from evidence a using evidence b where a.ctid > b.ctid and a.sha256 = b.sha256")
                .update();
        Path second = directory.resolve("second.zip");
        new StoreBackup(target(from, data), clock).write(second, passphrase);
        new StoreRestore(target(to, data2), clock).restore(second, passphrase);
    }

    @Test
    void aRestorationThatCannotPlaceTheKeysLeavesNoneOfThem() throws Exception {
        backUp();
        TestStore.Database to = TestStore.createEmpty();
        Path data2 = empty("data2");
        // the second of the keys: a name that leads nowhere cannot be made, and does not look as if it were there
        Path dangling = Files.createSymbolicLink(data2.resolve("payload-keys.json"), directory.resolve("nowhere"));
        assertThatThrownBy(() -> new StoreRestore(target(to, data2), clock).restore(file, passphrase))
                .isInstanceOf(BackupException.class);
        assertThat(data2.resolve("audit-key")).doesNotExist();
        Files.delete(dangling);
        Path inTheWay = Files.createDirectories(data2.resolve("audit-checkpoints.jsonl.part/x"));
        assertThatThrownBy(() -> new StoreRestore(target(to, data2), clock).restore(file, passphrase))
                .hasMessageContaining("cannot be written into " + data2)
                .hasMessageContaining("Nothing was restored");
        try (Stream<Path> left = Files.list(data2)) {
            assertThat(left).containsExactly(inTheWay.getParent());
        }
        Files.delete(inTheWay);
        new StoreRestore(target(to, data2), clock).restore(file, passphrase);
        assertThat(data2.resolve("audit-key")).hasSameBinaryContentAs(data.resolve("audit-key"));
    }

    @Test
    void aRestorationThatWasEndedBehindItsRowsIsFinishedByTheNext() throws Exception {
        backUp();
        TestStore.Database to = TestStore.createEmpty();
        Path data2 = empty("data2");
        new StoreRestore(target(to, data2), clock).restore(file, passphrase);
        List<String> files = List.of("audit-key", "payload-keys.json", "audit-checkpoints.jsonl");
        for (String name : files) {
            Files.move(data2.resolve(name), data2.resolve(name + ".part"));
        }
        Path second = directory.resolve("second.zip");
        new StoreBackup(target(from, data), clock).write(second, passphrase);
        assertThatThrownBy(() -> new StoreRestore(target(to, data2), clock).restore(second, passphrase))
                .as("another backup's")
                .hasMessageContaining("is not empty");
        new StoreRestore(target(to, data2), clock).restore(file, passphrase);
        for (String name : files) {
            assertThat(data2.resolve(name)).exists();
            assertThat(data2.resolve(name + ".part")).doesNotExist();
        }
    }

    @Test
    void writersDoNotWaitForABackupAndItShowsOneMoment() throws Exception {
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        boolean[] ended = {false};
        Thread writer = new Thread(() -> {
            try {
                for (int i = 0; !ended[0]; i++) {
                    stores.audit()
                            .append(new AuditEvent(
                                    "atlas", clock.instant(), "Ana", "x", "y" + i, null, null, null, Map.of()));
                }
            } catch (RuntimeException e) {
                failures.add(e);
            }
        });
        writer.start();
        try {
            backUp();
        } finally {
            ended[0] = true;
            writer.join();
        }
        assertThat(failures).isEmpty();
        TestStore.Database to = TestStore.createEmpty();
        new StoreRestore(target(to, empty("data2")), clock).restore(file, passphrase);
        try (StoreDatabase again = to.open(clock)) {
            assertThat(again.jdbc().sql("""
                            select count(*) from audit_events e where not exists (
                                    select 1 from audit_unsealed u where u.audit_id = e.id)
                                and not exists (select 1 from audit_seals s where s.audit_id = e.id)
                            """).query(Long.class).single()).isZero();
        }
    }

    @Test
    void aFullDiskLeavesNoHalfFileUnderTheName() throws Exception {
        Path full = directory.resolve("no-such-folder/gulliver.zip");
        assertThatThrownBy(() -> new StoreBackup(target(from, data), clock).write(full, passphrase))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("nothing is left under its name");
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left.map(one -> one.getFileName().toString())).noneMatch(name -> name.contains("gulliver.zip"));
        }
    }

    @Test
    void thePassphraseIsLongAndNobodyElsesToRead() throws Exception {
        Path shortOne = Files.writeString(directory.resolve("short"), "short\n");
        Files.setPosixFilePermissions(shortOne, PosixFilePermissions.fromString("rw-------"));
        assertThatThrownBy(() -> new StoreBackup(target(from, data), clock).write(file, shortOne))
                .hasMessageContaining("at least 12");
        Files.setPosixFilePermissions(passphrase, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(this::backUp).hasMessageContaining("chmod 600");
        assertThat(file).doesNotExist();
    }

    @Test
    void noKeyStandsInTheBackupInClear() throws Exception {
        backUp();
        String payload = Files.readString(data.resolve("payload-keys.json"));
        String secret = Json.readMap(payload).get("keys").toString().replaceAll(".*=([^,}]+).*", "$1");
        String audit = Files.readAllLines(data.resolve("audit-key")).get(0);
        assertThat(secret).hasSizeGreaterThan(20);
        assertThat(Files.readString(StoreBackup.keysOf(file)))
                .doesNotContain(secret)
                .doesNotContain(audit);
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                try (InputStream in = zip.getInputStream(entry)) {
                    assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                            .as(entry.getName())
                            .doesNotContain(secret)
                            .doesNotContain(audit);
                }
            }
        }
    }
}
