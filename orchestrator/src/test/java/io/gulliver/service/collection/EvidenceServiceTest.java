package io.gulliver.service.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.evidence.EvidenceBytes;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.PlainBytes;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.TooLargeException;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.view.AuditRow;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.Services;
import io.gulliver.testing.TestStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("store")
class EvidenceServiceTest {
    private static final String CAPTURE = """
            ~~BEGIN-OS-INFORMATION~~
            STAT_NAME                      STAT_VALUE
            ------------------------------ ------------------------------
            NUM_CPU_CORES                  8
            DB_NAME                        ORDERS
            INSTANCES                      1
            ~~END-OS-INFORMATION~~
            ~~BEGIN-MAIN-METRICS~~

                  snap      dur_m end                  inst     os_cpu
            ---------- ---------- -------------- ---------- ----------
                     7         60 26/02/24 00:59          1       %s

            ~~END-MAIN-METRICS~~
            ~~BEGIN-STRANGE~~
            text
            ~~END-STRANGE~~
            """;

    private final MovableClock clock = new MovableClock();
    private StoreDatabase db;
    private Stores stores;
    private EvidenceService intake;
    private final IntakeGate gate = new IntakeGate(IntakeGate.Limits.DEFAULT);

    @BeforeEach
    void open() {
        db = TestStore.open(clock);
        stores = Atlas.stores(db);
        Atlas.program(stores);
        stores.databases().add("atlas", List.of(DatabaseProfile.of("ORDERS", "orders", Environment.PRODUCTION)), "Mia");
        intake = new EvidenceService(
                db,
                stores.programs(),
                stores.databases(),
                stores.evidence(),
                stores.facts(),
                stores.audit(),
                RuleTables.shipped().dependencies(),
                Services.waitingTasks(stores, hash -> {
                    throw new AssertionError("no run is made here");
                }),
                gate);
    }

    @AfterEach
    void close() {
        db.close();
        gate.close();
    }

    private EvidenceAnswer take(String name, byte[] content) throws IOException {
        return intake.take("atlas", "orders", name, new ByteArrayInputStream(content), "Mia", "r-1");
    }

    private static byte[] capture(String osCpu) {
        return CAPTURE.formatted(osCpu).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void refusesAPackedFileThatUnfoldsTooFarAndKeepsNothingOfIt() {
        byte[] wide = Arrays.copyOf(capture("12.5"), 64 << 20);
        Arrays.fill(wide, capture("12.5").length, wide.length, (byte) '\n');

        assertThatThrownBy(() -> take("wide.out.gz", EvidenceBytes.gzip(wide)))
                .isInstanceOf(TooLargeException.class)
                .hasMessageContaining("wide.out.gz unfolds to more than 100 times its size");

        assertThat(stores.evidence().given("atlas", "ORDERS")).isEmpty();
        assertThat(stores.facts().find("atlas", "ORDERS", "cpu.busyCores.max")).isEmpty();
    }

    @Test
    void keepsTheFileRecordsItsFactsAndWritesTheAudit() throws IOException {
        byte[] content = capture("12.5");

        EvidenceAnswer answer = take("C:\\captures\\awr-hist-42-ORDERS-6-7.out", content);

        assertThat(answer.kind()).isEqualTo(EvidenceKind.AWR_MINER);
        assertThat(answer.name()).isEqualTo("awr-hist-42-ORDERS-6-7.out");
        assertThat(answer.sectionsNotUnderstood()).containsExactly("STRANGE");
        assertThat(answer.problems()).isNotEmpty();
        assertThat(answer.factsGained()).extracting(Fact::name).contains("cpu.busyCores.max", "database.dbid");
        Fact busy = stores.facts().find("atlas", "ORDERS", "cpu.busyCores.max").orElseThrow();
        assertThat(busy.value()).isEqualTo(1.0);
        assertThat(busy.at()).as("00:59 in the program's zone, Berlin").isEqualTo("2026-02-23T23:59:00Z");
        assertThat(busy.source()).contains("awr-hist-42-ORDERS-6-7.out");
        try (InputStream kept = stores.evidence().open(String.valueOf(answer.sha256()))) {
            assertThat(kept.readAllBytes()).isEqualTo(content);
        }
        assertThat(stores.audit()
                        .list("atlas", "database/atlas/ORDERS", null, 10)
                        .rows())
                .extracting(AuditRow::event)
                .filteredOn(event -> event.action().equals("evidence.taken"))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.actor()).isEqualTo("Mia");
                    assertThat(event.after()).isEqualTo(answer.sha256());
                    assertThat(event.requestId()).isEqualTo("r-1");
                });
    }

    @Test
    void gainsNothingFromTheSameFileAgain() throws IOException {
        EvidenceAnswer first = take("a.out", capture("12.5"));
        clock.advance(Duration.ofHours(1));
        EvidenceAnswer second = take("a.out", capture("12.5"));

        assertThat(second.factsGained()).isEmpty();
        assertThat(second.factsVersion()).isEqualTo(first.factsVersion());
        assertThat(second.sha256()).isEqualTo(first.sha256());
    }

    @Test
    void aClockThatIsAheadDoesNotWinOverLaterEvidence() throws IOException {
        byte[] ahead = new String(capture("50.0"), StandardCharsets.UTF_8)
                .replace("26/02/24", "31/02/24")
                .getBytes(StandardCharsets.UTF_8);
        EvidenceAnswer first = take("ahead.out", ahead);
        assertThat(first.problems())
                .anyMatch(
                        problem -> problem.message().contains("facts carry times after now, up to 2031-02-23T23:59:00Z")
                                && problem.advice().contains("clock"));
        assertThat(first.factsGained()).extracting(Fact::name).contains("cpu.busyCores.max");
        assertThat(stores.facts()
                        .find("atlas", "ORDERS", "cpu.busyCores.max")
                        .orElseThrow()
                        .at())
                .isEqualTo(clock.instant());
        clock.advance(Duration.ofHours(1));
        assertThat(take("ahead.out", ahead).factsGained())
                .as("the same file again")
                .isEmpty();
        clock.advance(Duration.ofDays(2));
        EvidenceAnswer later = take(
                "later.out",
                new String(capture("12.5"), StandardCharsets.UTF_8)
                        .replace("26/02/24", "26/03/02")
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(later.problems()).noneMatch(problem -> problem.message().contains("after now"));
        assertThat(stores.facts()
                        .find("atlas", "ORDERS", "cpu.busyCores.max")
                        .orElseThrow()
                        .value())
                .isEqualTo(1.0);
    }

    @Test
    void saysThatAnOlderCaptureTellsNothingNew() throws IOException {
        take("new.out", capture("12.5"));
        EvidenceAnswer older = take(
                "old.out",
                new String(capture("50.0"), StandardCharsets.UTF_8)
                        .replace("26/02/24", "25/02/24")
                        .getBytes(StandardCharsets.UTF_8));

        assertThat(older.factsGained()).isEmpty();
        assertThat(stores.facts()
                        .find("atlas", "ORDERS", "cpu.busyCores.max")
                        .orElseThrow()
                        .value())
                .isEqualTo(1.0);
    }

    @Test
    void takesNothingOfACutArchiveAndSaysWhereItEnds() throws IOException {
        byte[] packed = EvidenceBytes.gzip(capture("12.5"));

        EvidenceAnswer answer = take("a.out.gz", Arrays.copyOf(packed, packed.length - 40));

        assertThat(answer.kind()).isEqualTo(EvidenceKind.AWR_MINER);
        refused(answer, "gzip archive ends before its end");
        assertThat(answer.problems().get(0).line()).isPositive();
    }

    @Test
    void takesNothingOfACutTextAndNamesSectionAndLine() throws IOException {
        String whole = new String(capture("12.5"), StandardCharsets.UTF_8);

        EvidenceAnswer answer = take(
                "a.out", whole.substring(0, whole.indexOf("~~END-MAIN-METRICS")).getBytes(StandardCharsets.UTF_8));

        refused(answer, "section MAIN-METRICS", "at line 13", "a.out");
        assertThat(answer.problems().get(0).section()).isEqualTo("MAIN-METRICS");
    }

    private void refused(EvidenceAnswer answer, String... words) {
        assertThat(answer.sha256()).isNull();
        assertThat(answer.coverage()).isNull();
        assertThat(answer.factsGained()).isEmpty();
        assertThat(answer.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.message()).contains(words).contains("Nothing of it was taken or kept");
            assertThat(problem.advice()).contains("upload it whole");
        });
        assertThat(stores.facts().version("atlas", "ORDERS")).isZero();
        assertThat(stores.evidence().given("atlas", "ORDERS")).isEmpty();
    }

    @Test
    void blanksSecretsBeforeItKeepsAFileAndSaysHowMany() throws IOException {
        String ps = """
                  PID USER     COMMAND
                 4711 oracle   sqlplus -s scott/Tiger77@orders @/u01/run.sql
                 4712 app      /usr/bin/java -Djavax.net.ssl.keyStorePassword=hunter2 -jar /opt/app/shop.jar
                 4713 root     /usr/sbin/sshd -D
                """;
        for (byte[] given :
                List.of(ps.getBytes(StandardCharsets.UTF_8), EvidenceBytes.gzip(ps.getBytes(StandardCharsets.UTF_8)))) {
            EvidenceAnswer answer = take("ps.txt", given);

            assertThat(answer.kind()).isEqualTo(EvidenceKind.HOST_PROGRAMS);
            assertThat(answer.problems()).anySatisfy(problem -> {
                assertThat(problem.message())
                        .startsWith("2 words that look like passwords")
                        .contains("blanked");
                assertThat(problem.line()).isEqualTo(2);
            });
            try (InputStream kept = PlainBytes.of(stores.evidence().open(String.valueOf(answer.sha256())))) {
                assertThat(new String(kept.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo(ps.replace("Tiger77", "***").replace("hunter2", "***"));
            }
            assertThat(answer.toString()).doesNotContain("Tiger77", "hunter2");
            assertThat(stores.audit()
                            .list("atlas", "database/atlas/ORDERS", null, 10)
                            .rows())
                    .asString()
                    .doesNotContain("Tiger77", "hunter2");
        }
    }

    @Test
    void readsWhatSeveralCommandsPrintedOneAfterTheOther() throws IOException {
        String log = """
                Last login: Sat Nov 21 08:00:00 2026 from 10.1.1.1
                [oracle@ora1 ~]$ uname -a
                Linux ora1 5.14.0-427.el9.x86_64 #1 SMP Mon Jan 1 00:00:00 UTC 2026 x86_64 x86_64 x86_64 GNU/Linux
                [oracle@ora1 ~]$ lscpu
                Architecture:          x86_64
                CPU(s):                8
                Thread(s) per core:    2
                Core(s) per socket:    4
                Socket(s):             1
                [oracle@ora1 ~]$ df -h
                Filesystem      Size  Used Avail Use% Mounted on
                /dev/sda1       100G   50G   50G  50% /
                [oracle@ora1 ~]$ cat /proc/meminfo
                MemTotal:       33554432 kB
                [oracle@ora1 ~]$ ps -ef
                UID          PID    PPID  C STIME TTY          TIME CMD
                oracle      1234       1  0 Nov20 ?        00:00:01 ora_pmon_ORDERS
                root        2345       1  0 Nov20 ?        00:00:01 /usr/sbin/crond -n
                [oracle@ora1 ~]$ crontab -l
                0 2 * * * /home/oracle/backup.sh >/dev/null 2>&1
                [oracle@ora1 ~]$ sar -u
                Linux 5.14.0-427.el9.x86_64 (ora1) \t02/21/2026 \t_x86_64_\t(8 CPU)

                12:00:01 AM     CPU     %user     %nice   %system   %iowait    %steal     %idle
                12:10:01 AM     all     20.00      0.00      5.00      1.00      0.00     74.00
                12:20:01 AM     all     30.00      0.00      5.00      1.00      0.00     64.00
                Average:        all     25.00      0.00      5.00      1.00      0.00     69.00
                """;

        EvidenceAnswer answer = take("session.txt", log.getBytes(StandardCharsets.UTF_8));

        Map<String, Object> facts = new TreeMap<>();
        answer.factsGained().forEach(fact -> facts.put(fact.name(), fact.value()));
        assertThat(facts)
                .containsEntry("host.cpus", 8L)
                .containsEntry("host.cores", 4L)
                .containsEntry("host.memoryGb", 32.0)
                .containsEntry("host.processes", 2L)
                .containsEntry("host.cronJobs", 1L)
                .containsEntry("host.cpu.busyPercent.max", 35.0);
        assertThat(answer.sectionsNotUnderstood()).contains("uname -a", "df -h");
        assertThat(answer.problems())
                .allSatisfy(problem ->
                        assertThat(problem.message()).as("the banner alone").contains("Last login"));
    }

    @Test
    void keepsNothingThatItDoesNotRecognise() throws IOException {
        EvidenceAnswer answer = take("awr-hist-1-X-1-2.out", new byte[] {'P', 'K', 3, 4, 0, 0, 1, 2});

        assertThat(answer.kind()).isEqualTo(EvidenceKind.NOT_RECOGNISED);
        assertThat(answer.sha256()).isNull();
        assertThat(answer.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.message()).contains("was not recognised", "nothing was kept");
            assertThat(problem.advice()).contains(".out");
        });
        assertThat(stores.facts().version("atlas", "ORDERS")).isZero();
    }

    @Test
    void sendsAnInventoryToItsOwnPlace() throws IOException {
        EvidenceAnswer answer =
                take("list.csv", "database;application;environment\nX;Y;test\n".getBytes(StandardCharsets.UTF_8));

        assertThat(answer.kind()).isEqualTo(EvidenceKind.INVENTORY_CSV);
        assertThat(answer.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.advice()).contains("inventory"));
    }

    @Test
    void refusesADatabaseThatItDoesNotKnow() {
        assertThatThrownBy(() ->
                        intake.take("atlas", "NOPE", "a.out", new ByteArrayInputStream(capture("1")), "Mia", null))
                .isInstanceOf(UnknownRowException.class)
                .hasMessageContaining("NOPE");
    }

    @Test
    void endsAnUploadThatDoesNotEnd() {
        byte[] start = capture("12.5");
        InputStream endless = new InputStream() {
            private int at;

            @Override
            public int read() {
                return at < start.length ? start[at++] : '\n';
            }

            @Override
            public int read(byte[] bytes, int from, int length) {
                for (int i = 0; i < length; i++) {
                    bytes[from + i] = (byte) read();
                }
                return length;
            }
        };

        assertThatThrownBy(() -> intake.take("atlas", "ORDERS", "endless.out", endless, "Mia", null))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("larger than 200 MB");
        assertThat(stores.facts().version("atlas", "ORDERS")).isZero();
    }

    /** Upload, store, reading and reading back of 100 MB, in a JVM that could not hold it. */
    @Test
    void aGivenFileCanBeListedAndDrawnAndGivenAgainStandsOnce() throws IOException {
        String rows = CAPTURE.formatted("25.0\n"
                + "         8         60 26/02/24 01:59          1       50.0\n"
                + "        12         60 26/02/24 05:59          1       75.0");
        take("orders.out", rows.getBytes(StandardCharsets.UTF_8));
        take("orders-again.out", rows.getBytes(StandardCharsets.UTF_8));
        take("host.txt", "x86_64\n".getBytes(StandardCharsets.UTF_8));
        EvidenceTraces traces = new EvidenceTraces(stores.programs(), stores.evidence());
        assertThat(traces.files("atlas", "ORDERS")).singleElement().satisfies(file -> {
            assertThat(file.ref().name()).isEqualTo("orders-again.out");
            assertThat(file.by()).isEqualTo("Mia");
            assertThat(file.coveragePercent()).isBetween(1, 99);
        });
        var drawn = traces.traces("atlas", traces.files("atlas", "ORDERS").get(0));
        assertThat(drawn).singleElement().satisfies(busy -> {
            assertThat(busy.name()).isEqualTo("cpu.busyCores");
            assertThat(busy.distribution().max()).isEqualTo(6);
            assertThat(busy.runs()).as("the hours without a row are a gap").hasSize(2);
            assertThat(busy.missingSeconds()).isEqualTo(3 * 3600);
        });
        assertThat(traces.traces("atlas", traces.files("atlas", "ORDERS").get(0)))
                .as("read once")
                .isSameAs(drawn);
        assertThat(traces.files("atlas", "OTHER")).isEmpty();
    }

    private static String spool(String name, long dbid, String at) {
        return """
                gulliver discovery 1 begin 10.2.0.5.0
                gulliver question database-clock database-clock NOW
                =%s|
                gulliver end database-clock
                gulliver question identity database-identity DBID,NAME,DB_UNIQUE_NAME
                =%d|%s|%s|
                gulliver end identity
                gulliver discovery 1 end
                """.formatted(at, dbid, name, name);
    }

    private EvidenceAnswer spooled(String text) throws IOException {
        return take("gulliver-discovery.txt", text.getBytes(StandardCharsets.UTF_8));
    }

    private String now(Duration before) {
        return clock.instant()
                .minus(before)
                .truncatedTo(java.time.temporal.ChronoUnit.SECONDS)
                .atZone(stores.programs().require("atlas").zone())
                .toLocalDateTime()
                .toString();
    }

    @Test
    void takesTheSpoolOfTheDatabaseAndNotesItForDiscovery() throws IOException {
        EvidenceAnswer answer = spooled(spool("ORDERS", 4711, now(Duration.ofHours(2))));

        assertThat(answer.kind()).isEqualTo(EvidenceKind.DISCOVERY_SPOOL);
        assertThat(stores.facts()
                        .find("atlas", "ORDERS", WaitingTasks.SPOOL)
                        .orElseThrow()
                        .value())
                .isEqualTo(answer.sha256());
        assertThat(stores.facts().find("atlas", "ORDERS", "dbid").orElseThrow().value())
                .isEqualTo(4711L);
        assertThat(answer.problems()).noneMatch(problem -> problem.message().contains("no migration goes on"));
    }

    @Test
    void refusesTheSpoolOfAnotherDatabaseAndOneThatIsCutOff() throws IOException {
        String own = spool("ORDERS", 4711, now(Duration.ofHours(2)));
        assertThatThrownBy(() -> spooled(spool("PAYROLL", 1, now(Duration.ofHours(2)))))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("not taken for ORDERS: it is of database PAYROLL (DBID 1)")
                .hasMessageContaining("source_sid");
        assertThatThrownBy(() -> spooled(own.substring(0, own.length() - 30)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("not the whole output of the discovery script")
                .hasMessageContaining("Nothing of it was taken");
        assertThat(stores.facts().list("atlas", "ORDERS")).isEmpty();
        assertThat(stores.evidence().given("atlas", "ORDERS")).isEmpty();

        spooled(own);
        assertThatThrownBy(() -> spooled(spool("ORDERS", 4712, now(Duration.ofHours(1)))))
                .as("a copy of the same name")
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("earlier answers had DBID 4711");
    }

    @Test
    void saysThatAnOldSpoolGivesFactsAndLetsNoMigrationGoOn() throws IOException {
        assertThat(spooled(spool("ORDERS", 4711, now(Duration.ofDays(8)))).problems())
                .anyMatch(problem -> problem.message().contains("none older than 7 days (spool_days)"));
        assertThat(stores.facts().find("atlas", "ORDERS", "dbid")).isPresent();
    }

    private EvidenceWithdrawal withdrawal(Duration retention) {
        return new EvidenceWithdrawal(
                db, stores.databases(), stores.evidence(), stores.facts(), stores.audit(), retention);
    }

    @Test
    void whatAWithdrawnFileToldFallsBackToTheNextSourceOrGoes() throws IOException {
        byte[] right = capture("12.5");
        EvidenceAnswer first = take("right.out", right);
        clock.advance(Duration.ofHours(1));
        byte[] wrong = new String(capture("50.0"), StandardCharsets.UTF_8)
                .replace("26/02/24", "26/02/25")
                .getBytes(StandardCharsets.UTF_8);
        EvidenceAnswer second = take("wrong.out", wrong);
        assertThat(stores.facts()
                        .find("atlas", "ORDERS", "cpu.busyCores.max")
                        .orElseThrow()
                        .value())
                .isEqualTo(4.0);

        EvidenceWithdrawal.Withdrawn done = withdrawal(Duration.ofDays(30))
                .withdraw("atlas", "orders", String.valueOf(second.sha256()), "of another host", false, "Mia", "r-2");

        assertThat(done.fellBack()).isPositive();
        assertThat(done.erased()).isFalse();
        assertThat(done.factsVersion()).isEqualTo(second.factsVersion() + 1);
        Fact busy = stores.facts().find("atlas", "ORDERS", "cpu.busyCores.max").orElseThrow();
        assertThat(busy.value()).isEqualTo(1.0);
        assertThat(busy.source()).contains("right.out");
        assertThat(stores.evidence().given("atlas", "ORDERS"))
                .extracting(given -> given.ref().sha256())
                .containsExactly(first.sha256());
        assertThat(stores.facts().words("atlas", "ORDERS"))
                .noneMatch(fact -> fact.source().contains("wrong.out"));
        assertThat(stores.audit()
                        .list("atlas", "database/atlas/ORDERS", null, 10)
                        .rows())
                .extracting(AuditRow::event)
                .filteredOn(event -> event.action().equals("evidence.withdrawn"))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.before()).isEqualTo(second.sha256());
                    assertThat(event.details()).containsEntry("reason", "of another host");
                });

        EvidenceWithdrawal.Withdrawn rest = withdrawal(Duration.ofDays(30))
                .withdraw("atlas", "orders", String.valueOf(first.sha256()), "too old", true, "Mia", "r-3");

        assertThat(rest.fellBack()).isZero();
        assertThat(rest.gone()).isPositive();
        assertThat(rest.erased()).isTrue();
        assertThat(stores.facts().find("atlas", "ORDERS", "cpu.busyCores.max")).isEmpty();
        assertThat(stores.evidence().size(String.valueOf(first.sha256()))).isEmpty();
    }

    @Test
    void theBytesOfAWithdrawnFileStayForATimeAndCountAgainWhenTheyAreGivenAgain() throws IOException {
        String sha256 = String.valueOf(take("a.out", capture("12.5")).sha256());
        withdrawal(Duration.ofDays(30)).withdraw("atlas", "orders", sha256, "a mistake", false, "Mia", null);
        clock.advance(Duration.ofDays(29));
        assertThat(withdrawal(Duration.ofDays(30)).sweep()).isEmpty();
        assertThat(stores.evidence().size(sha256)).isPresent();
        clock.advance(Duration.ofDays(2));

        assertThat(withdrawal(Duration.ofDays(30)).sweep()).containsExactly(sha256);

        assertThat(stores.evidence().size(sha256)).isEmpty();
        assertThat(take("a.out", capture("12.5")).factsGained()).isNotEmpty();
        assertThat(stores.evidence().size(sha256)).isPresent();
        assertThat(withdrawal(Duration.ZERO).sweep()).isEmpty();
        assertThatThrownBy(() -> withdrawal(Duration.ZERO).withdraw("atlas", "orders", sha256, " ", true, "Mia", null))
                .isInstanceOf(RefusedException.class);
    }

    @Test
    void theBytesOfAWithdrawnFileStayWhileAnotherDatabaseHoldsThem() throws IOException {
        stores.databases().add("atlas", List.of(DatabaseProfile.of("STOCK", "stock", Environment.TEST)), "Mia");
        String general = CAPTURE.formatted("12.5").replace("DB_NAME                        ORDERS\n", "");
        byte[] content = general.getBytes(StandardCharsets.UTF_8);
        String sha256 = String.valueOf(take("a.out", content).sha256());
        intake.take("atlas", "stock", "a.out", new ByteArrayInputStream(content), "Mia", "r-9");

        assertThat(withdrawal(Duration.ZERO)
                        .withdraw("atlas", "orders", sha256, "of another host", true, "Mia", null)
                        .erased())
                .isFalse();
        assertThat(withdrawal(Duration.ZERO).sweep()).isEmpty();
        assertThat(stores.evidence().size(sha256)).isPresent();
        assertThat(stores.facts().find("atlas", "STOCK", "cpu.busyCores.max"))
                .as("the facts of the other database stand")
                .isPresent();

        assertThat(withdrawal(Duration.ZERO)
                        .withdraw("atlas", "stock", sha256, "of another host", true, "Mia", null)
                        .erased())
                .isTrue();
        assertThat(stores.evidence().size(sha256)).isEmpty();
        assertThatThrownBy(
                        () -> withdrawal(Duration.ZERO).withdraw("atlas", "stock", sha256, "twice", true, "Mia", null))
                .isInstanceOf(UnknownRowException.class);
    }
}
