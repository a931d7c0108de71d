package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AD20: who calls the old listener is known before the switch, and a finding after it. */
@Tag("store")
class OldListenerTest {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("dd-MMM-yyyy HH:mm:ss", Locale.ENGLISH).withZone(ZoneId.systemDefault());

    @TempDir
    Path root;

    MigrationBench bench;
    Path log;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root);
        log = bench.source.root().resolve("listener.log");
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private static String called(Instant at, String program, String service, int code) {
        return STAMP.format(at).toUpperCase(Locale.ROOT) + " * (CONNECT_DATA=(SERVICE_NAME=" + service
                + ")(CID=(PROGRAM="
                + program
                + ")(HOST=app-1)(USER=app))) * (ADDRESS=(PROTOCOL=tcp)(HOST=10.1.2.3)(PORT=40000)) * establish * "
                + service + " * " + code + "\n"
                + (code == 0 ? "" : "TNS-" + code + ": TNS:listener does not know of it\n");
    }

    private StepCall call(boolean none) {
        Map<String, Object> inputs = new TreeMap<>(Map.of(
                "host",
                MigrationBench.SOURCE,
                "oracle_home",
                MigrationBench.home(bench.source).toString(),
                "service",
                "orders",
                "services",
                Map.of("orders_app", "orders_app")));
        if (none) {
            inputs.putAll(Map.of("demand_none", true, "within_minutes", 60));
        }
        return bench.plain("cutover.old-listener", "stragglers", Operation.RUN, inputs);
    }

    @Test
    void clientsAreKnownBeforeTheSwitchAndWhoeverStillCallsIsAFinding() throws Exception {
        Instant now = Instant.now();
        bench.oracle.logListener(MigrationBench.SOURCE, log);
        String before = called(now.minusSeconds(90_000), "loader", "orders.example.org", 0)
                + called(now.minusSeconds(80_000), "neighbour", "payroll", 0)
                + "26-NOV-2026 10:00:00 * service_update * ORDERS * 0\n";
        Files.writeString(log, before);
        assertThat(bench.perform(call(false)).get("callers"))
                .asString()
                .contains("loader of app-1 (10.1.2.3) asked for orders.example.org, 1 times, last at ")
                .doesNotContain("neighbour");
        assertThat(bench.perform(call(true)).get("callers"))
                .as("long before the switch")
                .isEqualTo(List.of());

        Files.writeString(log, before + called(now.minusSeconds(120), "report", "orders_app", 12514));
        assertThatThrownBy(() -> bench.perform(call(true)))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("The old listener on lilliput is still called: report of app-1 (10.1.2.3)")
                .hasMessageNotContaining("loader");
    }

    /** A listener of many databases writes more in an hour than is read of it; what names this database is found all the same. */
    @Test
    void whatOthersWriteInTheLogHidesNobodyAndWhatDidNotFitIsSaid() throws Exception {
        Instant now = Instant.now();
        bench.oracle.logListener(MigrationBench.SOURCE, log);
        String neighbours =
                called(now.minusSeconds(30), "neighbour", "payroll", 0).repeat(8_000);
        Files.writeString(log, called(now.minusSeconds(600), "report", "ORDERS_APP", 12514) + neighbours);
        assertThat(Files.size(log)).isGreaterThan(1_000_000);
        assertThatThrownBy(() -> bench.perform(call(true))).hasMessageContaining("still called: report of app-1");
        assertThat(bench.perform(call(false))).containsEntry("unread", 0L);

        Files.writeString(
                log,
                called(now.minusSeconds(600), "first", "orders", 0)
                        + called(now.minusSeconds(30), "loader", "orders", 0).repeat(8_000));
        Map<String, Object> cut = bench.perform(call(false));
        assertThat(cut.get("callers")).asString().contains("loader").doesNotContain("first");
        assertThat(Long.parseLong(String.valueOf(cut.get("unread")))).isBetween(1_000L, 8_000L);
    }

    @Test
    void aLogAsXmlIsReadWithTheTimeOfTheLineBefore() throws Exception {
        Instant now = Instant.now();
        bench.oracle.logListener(MigrationBench.SOURCE, log);
        StringBuilder xml = new StringBuilder();
        for (String service : List.of("payroll", "orders", "payroll")) {
            xml.append("<msg time='")
                    .append(now.minusSeconds(60))
                    .append("' org_id='oracle' comp_id='tnslsnr'\n type='UNKNOWN' level='16' host_id='lilliput'\n")
                    .append(" host_addr='10.0.0.1'>\n <txt>")
                    .append(called(now.minusSeconds(60), "app", service, 0))
                    .append(" </txt>\n</msg>\n");
        }
        Files.writeString(log, xml);
        assertThatThrownBy(() -> bench.perform(call(true)))
                .hasMessageContaining("app of app-1 (10.1.2.3) asked for orders, 1 times");
    }

    /** A log that cannot be read is no proof that nobody calls. */
    @Test
    void aLogThatNobodyCanReadIsNoProof() throws Exception {
        Files.delete(log);
        assertThat(bench.perform(call(false))).containsEntry("looked", false);
        assertThatThrownBy(() -> bench.perform(call(true)))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("could not be read: lsnrctl status names no log");
    }
}
