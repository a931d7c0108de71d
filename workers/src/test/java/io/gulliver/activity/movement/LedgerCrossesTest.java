package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.domain.landscape.ConnectionPurpose;
import io.gulliver.lab.Examines;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateDatabase;
import io.gulliver.lab.estate.EstateOracle;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.lab.oracle.LabOracle;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database of 10.2 over the shipped playbook: its listener refuses the driver, so every step speaks by SQL*Plus. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class LedgerCrossesTest {
    @TempDir
    Path root;

    MigrationBench bench;

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private void open(String... features) throws Exception {
        EstateDatabase ledger = Estate.of(7).legacy().get(0);
        LabDatabaseSpec spec = EstateCrossingTest.with(
                EstateCrossingTest.at(EstateOracle.source(ledger, 7, "admin-secret", "reader-secret"), 1), features);
        bench = new MigrationBench(root, spec, "SYS");
        bench.fact("inventory.oracle_version", "10.2.0.5");
        // Where the home is, the host says: the list of homes that Oracle's installer keeps.
        MigrationBench.startsAtBoot(bench.source, "LEDGER");
    }

    @Test
    void everyStepSpeaksBySqlPlusAndTheRowsAreEqual() throws Exception {
        open();
        List<String> people = people(MigrationBench.SOURCE, "ledger");
        SortedMap<String, LabOracle.TableContent> rows = bench.oracle.content(MigrationBench.SOURCE, "ledger");
        assertThat(rows).hasSizeGreaterThan(6);

        bench.runTo("around");
        List<String> left = ((List<?>) bench.outputs.get("around").get("left"))
                .stream().map(String::valueOf).toList();
        assertThat(left).filteredOn(line -> line.startsWith("public right ")).hasSize(1);
        assertThat(left)
                .filteredOn(line -> !line.startsWith("public right "))
                .as("10.2 keeps no password that 19 lets in; said before the outage, an account a line")
                .hasSize(4)
                .allSatisfy(line -> assertThat(line).contains("a person's, open"))
                .filteredOn(line -> line.contains("kept as 10G alone"))
                .hasSize(3);
        assertThat(left)
                .as("what somebody made in SYS and SYSTEM has no mark there")
                .anySatisfy(line -> assertThat(line)
                        .startsWith(
                                "system object of SYS and SYSTEM (release 10.2.0.5.0 does not mark what is Oracle's own")
                        .contains("SELECT owner, object_type, object_name, created FROM dba_objects"));
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "ledger", "orders")) {
            assertThat(source.query("system-objects-11")).isNotEmpty();
        }
        assertThatThrownBy(() -> bench.runTo("around-done"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("3 things of the carry-over list are open: password GENERAL_LEDGER (");
        assertThat(people(MigrationBench.TARGET, "CRM"))
                .as("equal but for the lock that holds until the opening")
                .isEqualTo(people.stream()
                        .map(line -> line.replaceFirst("^(account \\S+) OPEN ", "$1 LOCKED "))
                        .toList());
        assertThat(bench.oracle.content(MigrationBench.TARGET, "CRM")).isEqualTo(rows);
        // Somebody gives them new ones, on the list's word.
        for (String line : left) {
            if (line.startsWith("password ")) {
                bench.oracle.sysdba(MigrationBench.TARGET, "CRM", line.replaceFirst(" \\(.*", ""));
            }
        }
        bench.runTo("decommission");
        assertThat(people(MigrationBench.TARGET, "CRM")).isEqualTo(people);

        assertThat(bench.outputs.get("discover-database")).containsEntry("release", "10.2.0.5.0");
        assertThat(bench.outputs.get("content"))
                .containsEntry("digest", "ORA_HASH with two seeds")
                .containsEntry("tables_different", 0)
                .containsEntry("tables_counted_only", 0)
                .containsEntry("coverage_percent", 100.0);
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
        assertThat(bench.context.evidence.get("expdp.par"))
                .as("what 10.2 does not know")
                .doesNotContain("CLUSTER", "REUSE_DUMPFILES", "METRICS", "LOGTIME");
        assertThat(bench.context.calls)
                .filteredOn(call -> call.system().equals("ledger@lilliput")
                        && call.operation().equals("connect"))
                .filteredOn(call -> String.valueOf(call.message()).contains("ORA-03134"))
                .as("the driver is refused once, and not tried again")
                .hasSize(1);
        assertThat(bench.context.evidence.toString() + bench.context.calls)
                .doesNotContain("mover-secret", "admin-secret");
        try (Stream<Path> files = Files.walk(bench.source.home())) {
            assertThat(files.filter(Files::isRegularFile).filter(LedgerCrossesTest::holdsASecret))
                    .isEmpty();
        }
    }

    private List<String> jobs(String host, String service) {
        try (OracleClient client = bench.open(host, service, "orders")) {
            return client.query("scheduler-jobs").stream()
                    .filter(row -> row.text("OWNER").equals("GENERAL_LEDGER"))
                    .map(row -> row.text("OWNER") + "." + row.text("JOB_NAME") + " " + row.text("ENABLED"))
                    .toList();
        }
    }

    private List<String> people(String host, String service) {
        return bench.oracle.people(host, service, "MOVER", "GULLIVER_ADM");
    }

    private static boolean holdsASecret(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            return text.contains("mover-secret") || text.contains("admin-secret");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theSourceIsAsItWasWhenTheCrossingIsTakenBack() throws Exception {
        open("scheduler-job");
        List<String> people = people(MigrationBench.SOURCE, "ledger");
        assertThat(jobs(MigrationBench.SOURCE, "ledger")).containsExactly("GENERAL_LEDGER.NIGHTLY TRUE");
        bench.runTo("export");
        assertThat(jobs(MigrationBench.SOURCE, "ledger"))
                .as("before 11.2 JOB_QUEUE_PROCESSES 0 stops none of the scheduler")
                .containsExactly("GENERAL_LEDGER.NIGHTLY FALSE");
        bench.perform(bench.call("source-still-quiet", 1));
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "ledger", "orders")) {
            source.execute("enable-job", Map.of("job", "\"GENERAL_LEDGER\".\"NIGHTLY\""));
        }
        assertThatThrownBy(() -> bench.perform(bench.call("source-still-quiet", 2)))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("job GENERAL_LEDGER.NIGHTLY is enabled");
        bench.rollBack();
        assertThat(jobs(MigrationBench.SOURCE, "ledger")).containsExactly("GENERAL_LEDGER.NIGHTLY TRUE");
        assertThat(people(MigrationBench.SOURCE, "ledger")).isEqualTo(people);
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "ledger", "orders")) {
            assertThat(source.query("instances").get(0).text("LOGINS")).isEqualTo("ALLOWED");
            assertThat(source.query("users"))
                    .extracting(row -> row.text("USERNAME"))
                    .doesNotContain("MOVER");
        }
        assertThat(MigrationBench.files(MigrationBench.staging(bench.source))).isEmpty();
    }

    @Test
    @Examines(value = Kindness.DRIVER_SPEAKS_WITH_ALL, red = "a server of 10.2 refuses the driver")
    void whoeverOnlyLooksIsToldThatTheDriverIsRefused() throws Exception {
        open();
        Address address =
                new Address(MigrationBench.SOURCE, bench.oracle.port(MigrationBench.SOURCE), "ledger", "orders");
        assertThatThrownBy(
                        () -> bench.databases.read(address, ConnectionPurpose.READ, bench.context),
                        "a server of 10.2 refuses the driver")
                .isInstanceOf(OracleException.class)
                .hasMessageContaining("ORA-03134");
    }

    @Test
    void aSourceOfWhichNoHomeIsKnownIsToldSo() throws Exception {
        open();
        Files.delete(bench.source.root().resolve("bin/cat"));
        assertThatThrownBy(() -> bench.open(MigrationBench.SOURCE, "ledger", "orders"))
                .isInstanceOf(OracleException.class)
                .hasMessageContaining("SP2-0667: no bin/sqlplus in a home of LEDGER in /etc/oratab");
    }
}
