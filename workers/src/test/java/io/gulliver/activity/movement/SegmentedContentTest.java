package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.lab.Examines;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults.Fault;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Large tables without a key, each side cut by its own extents: a database and its twin on one host. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class SegmentedContentTest {
    private static final String TABLE = "EVENT_LOG";

    /** Extents of 64 MB: 4 segments at the source, 12 at the target. */
    private static final Map<String, Object> CUT = Map.of("segment_gb", 4 * 64 * 1.048576e-3);

    @TempDir
    Path root;

    private MigrationBench bench;
    private LabDatabaseSpec old;
    private LabDatabaseSpec twin;
    private String owner;

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private void twins(String database) throws Exception {
        twins(database, null);
    }

    /** @param characterSet of the twin; null for the source's */
    private void twins(String database, @Nullable String characterSet) throws Exception {
        old = EstateCrossingTest.estate(database);
        twin = EstateCrossingTest.twin(old, characterSet == null ? old.characterSet() : characterSet);
        owner = old.schemas().get(0);
        bench = new MigrationBench(root, old, "SYSTEM");
        bench.oracle.create(twin);
        bench.runTo("discover-database");
        for (LabDatabaseSpec each : List.of(old, twin)) {
            disturb(each, "delete from DBA_CONSTRAINTS where table_name = '" + TABLE + "'");
            disturb(each, "update DBA_SEGMENTS set bytes = 65536 where owner = '" + owner + "'");
            disturb(
                    each,
                    "update DBA_SEGMENTS set bytes = " + (each == old ? 16 : 48) * (64L << 20)
                            + " where segment_name = '" + TABLE + "' and owner = '" + owner + "'");
        }
    }

    private void disturb(LabDatabaseSpec database, String sql) {
        bench.oracle.disturb(MigrationBench.SOURCE, database.service(), sql);
    }

    private StepCall call(Map<String, Object> more) {
        StepCall call = bench.call("content", 1);
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.put("host", MigrationBench.SOURCE);
        inputs.put("port", bench.oracle.port(MigrationBench.SOURCE));
        inputs.put("service", twin.service());
        inputs.put("credential", "orders");
        inputs.putAll(CUT);
        inputs.putAll(more);
        return MigrationBench.with(call, inputs);
    }

    private long asked(LabDatabaseSpec of) {
        return asked(of, "table-segment-");
    }

    private long asked(LabDatabaseSpec of, String statement) {
        return bench.context.calls.stream()
                .filter(made -> String.valueOf(made.object()).startsWith(statement))
                .filter(made -> made.status().startsWith("ok"))
                .filter(made -> made.system().equals(of.system()))
                .count();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAYROLL", "HRCORE"})
    void eachSideIsCutByItsOwnExtentsAndARowThatIsOtherMissingOrTwiceIsSeen(String database) throws Exception {
        twins(database);
        assertThat(bench.perform(call(Map.of("sessions", 3L))))
                .containsEntry("tables_different", 0)
                .containsEntry("tables_counted_only", 0)
                .containsEntry("coverage_percent", 100.0);
        assertThat(asked(old)).isEqualTo(4);
        assertThat(asked(twin)).isEqualTo(12);

        String table = "\"" + owner + "\".\"" + TABLE + "\"";
        Map<String, String> differences = new java.util.LinkedHashMap<>();
        differences.put(
                "insert into " + table + " select * from " + table + " fetch first 1 row only",
                "40 rows, on the target 41");
        differences.put("delete from " + table + " fetch first 2 rows only", "40 rows, on the target 39");
        for (Map.Entry<String, String> difference : differences.entrySet()) {
            disturb(twin, difference.getKey());
            assertThat(bench.perform(call(Map.of("sessions", 2L))).get("different"))
                    .isEqualTo(List.of(owner + "." + TABLE + " (" + difference.getValue() + ")"));
        }
    }

    /** Cut off by the engine, or by an instance that goes away under several sessions, or a session lost alone: what was done is not done again. */
    @ParameterizedTest
    @CsvSource({
        "source, 1, TAKES_LONG, ORA-01013, table-segment-ora-hash",
        "target, 1, TAKES_LONG, ORA-01013, table-segment-ora-hash",
        "source, 3, INSTANCE_RESTARTS, ORA-03113, table-segment-ora-hash",
        "target, 3, INSTANCE_RESTARTS, ORA-03113, table-segment-ora-hash",
        "source, 1, TAKES_LONG, ORA-01013, table-segment-count",
        "target, 1, TAKES_LONG, ORA-01013, table-segment-count",
        "source, 3, SESSION_IS_KILLED, ORA-00028, table-segment-ora-hash",
        "target, 3, SESSION_IS_KILLED, ORA-00028, table-segment-ora-hash"
    })
    void whatWasDoneOfALargeTableIsNotDoneAgain(String side, int sessions, FaultKind how, String code, String statement)
            throws Exception {
        boolean counted = statement.endsWith("-count");
        twins("PAYROLL");
        LabDatabaseSpec at = side.equals("source") ? old : twin;
        bench.lab.faults().arm(new Fault(at.system(), statement, how, 2, 1, Duration.ofMinutes(15)));
        StepCall call = call(Map.of("sessions", sessions, "largest_gb", counted ? 0.5 : 1000.0));
        String job = bench.action(call).start(call, bench.context).job();
        StepCall watch = MigrationBench.with(call, Operation.AWAIT, job, 0);
        CompletableFuture<Throwable> first = CompletableFuture.supplyAsync(
                () -> catchThrowable(() -> bench.action(call).await(watch, bench.context)));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> bench.lab.faults().armed().isEmpty());
        if (how == FaultKind.TAKES_LONG) {
            bench.context.callOff();
        }
        assertThat(first.get(60, TimeUnit.SECONDS)).hasMessageContaining(code);
        long target = asked(twin);
        long source = asked(old);
        bench.context.calls.clear();

        assertThat(bench.action(call).await(watch, bench.context).outputs())
                .containsEntry("tables_different", 0)
                .containsEntry("tables_counted_only", counted ? 1 : 0);
        // What a session was at when it was lost may have been answered at the other side.
        assertThat(asked(twin)).isLessThanOrEqualTo(10);
        assertThat(target + asked(twin)).isBetween(12L, 12L + sessions);
        assertThat(source + asked(old)).isBetween(4L, 4L + sessions);
        assertThat(bench.context.calls)
                .as("the cuts stand in the notes")
                .noneMatch(made -> "table-cuts".equals(made.object()));
    }

    /** Of 1 GB at the source and above the limit of hashing: no session counts all of it in one statement. */
    private static final Map<String, Object> COUNTED = Map.of("largest_gb", 0.5, "sessions", 3L);

    @Test
    void aTableThatIsOnlyCountedIsCountedBySegments() throws Exception {
        twins("HRCORE");
        StepCall call = call(COUNTED);
        assertThat(bench.perform(call))
                .containsEntry("tables_different", 0)
                .containsEntry("counted_only", List.of(owner + "." + TABLE + " (too large: 1 GB; nobody approved)"))
                .extractingByKey("conditions")
                .asString()
                .containsPattern("1\\.1 GB at \\d+ MB/s a session");
        assertThat(asked(old, "table-segment-count")).isEqualTo(4);
        assertThat(asked(twin, "table-segment-count")).isEqualTo(12);
        assertThat(asked(old, "table-row-count") + asked(twin, "table-row-count"))
                .isZero();

        disturb(twin, "delete from \"" + owner + "\".\"" + TABLE + "\" fetch first 2 rows only");
        assertThat(bench.perform(call).get("different"))
                .isEqualTo(List.of(owner + "." + TABLE + " (40 rows, on the target 38)"));
    }

    /** The target's tablespaces are made as bigfile ones: extents do not tell ROWIDs there, rows of some blocks do. */
    @ParameterizedTest
    @CsvSource({"false, table-segment-hash", "true, table-segment-count"})
    void inABigfileTablespaceATableIsCutByRowsOfSomeOfItsBlocks(boolean counted, String how) throws Exception {
        twins("HRCORE");
        disturb(twin, "update DBA_TABLESPACES set bigfile = 'YES' where contents = 'PERMANENT'");
        StepCall call = call(counted ? COUNTED : Map.of("sessions", 2L));
        assertThat(bench.perform(call)).containsEntry("tables_different", 0);
        assertThat(asked(old, "table-sampled-cuts")).isZero();
        assertThat(asked(twin, "table-sampled-cuts")).isEqualTo(1);
        assertThat(asked(old, how)).isEqualTo(4);
        assertThat(asked(twin, how))
                .as("as many as at the source, whose bytes decide")
                .isEqualTo(4);

        disturb(twin, "delete from \"" + owner + "\".\"" + TABLE + "\" fetch first 1 row only");
        assertThat(bench.perform(call).get("different"))
                .isEqualTo(List.of(owner + "." + TABLE + " (40 rows, on the target 39)"));
    }

    /** Its rows have no place and lie in an index by their key; in the lab it knows no ROWID. */
    @ParameterizedTest
    @CsvSource({"false, table-segment-hash", "true, table-segment-count"})
    void anIndexOrganizedTableIsCutByRangesOfItsKey(boolean counted, String how) throws Exception {
        twins("HRCORE");
        customersOrganized();
        StepCall call = call(counted ? COUNTED : Map.of("sessions", 2L));
        assertThat(bench.perform(call))
                .containsEntry("tables_different", 0)
                .containsEntry("tables_counted_only", counted ? 1 : 0);
        assertThat(asked(old, how)).as("the bytes are those of the index").isEqualTo(4);
        assertThat(asked(twin, how)).isEqualTo(4);
        assertThat(bench.context.calls)
                .noneMatch(made -> List.of("table-cuts", "table-sampled-cuts").contains(made.object()));

        disturb(twin, "delete from \"" + owner + "\".\"CUSTOMERS\" where customer_id = 17");
        assertThat(String.valueOf(bench.perform(call).get("different")))
                .contains(owner + ".CUSTOMERS (40 rows, on the target 39)");
    }

    /** CUSTOMERS as an index-organized table of 1 GB, the only large one. */
    private void customersOrganized() {
        for (LabDatabaseSpec each : List.of(old, twin)) {
            disturb(
                    each,
                    "update DBA_SEGMENTS set bytes = 65536 where segment_name = '" + TABLE + "' and owner = '" + owner
                            + "'");
            disturb(
                    each,
                    "update DBA_TABLES set iot_type = 'IOT', tablespace_name = null where table_name = 'CUSTOMERS' and"
                            + " owner = '" + owner + "'");
            disturb(each, "delete from DBA_SEGMENTS where segment_name = 'CUSTOMERS' and owner = '" + owner + "'");
            disturb(
                    each,
                    "update DBA_INDEXES set index_type = 'IOT - TOP' where index_name = 'CUSTOMERS_PK' and owner = '"
                            + owner + "'");
            disturb(
                    each,
                    "update DBA_SEGMENTS set bytes = " + 16 * (64L << 20)
                            + " where segment_name = 'CUSTOMERS_PK' and owner = '" + owner + "'");
        }
    }

    /** Blanks at the end, letters of no ASCII, equal but for capitals, a long common beginning. */
    private static final String AWKWARD =
            "case mod(customer_id, 5) when 0 then '\u00c4rger ' || cast(customer_id as integer)"
                    + " when 1 then 'SKU-' || cast(customer_id + 100 as integer) || '  ' when 2 then 'sku-' || (customer_id + 100)"
                    + " when 3 then rpad('SKU-', 180, 'x') || customer_id else '\u0160' || customer_id || ' \u20ac' end";

    /** 2,000 rows, so that a segment is no small range. */
    private void customersByName() {
        customersOrganized();
        for (LabDatabaseSpec each : List.of(old, twin)) {
            disturb(
                    each,
                    "insert into \"" + owner
                            + "\".\"CUSTOMERS\" (customer_id, name, country, credit, since, token) select"
                            + " customer_id + 1000 * x, name, country, credit, since, token from \"" + owner
                            + "\".\"CUSTOMERS\", system_range(1, 49)");
            disturb(each, "update \"" + owner + "\".\"CUSTOMERS\" set name = " + AWKWARD);
            disturb(
                    each,
                    "update DBA_CONS_COLUMNS set column_name = 'NAME' where constraint_name = 'CUSTOMERS_PK' and owner = '"
                            + owner + "'");
        }
    }

    /** In two character sets the same texts have another order. */
    @ParameterizedTest
    @CsvSource({
        "WE8ISO8859P15, false, table-segment-hash",
        "WE8ISO8859P15, true, table-segment-count",
        "AL32UTF8, false, table-segment-hash",
        "AL32UTF8, true, table-segment-count"
    })
    void anIndexOrganizedTableWhoseKeyIsATextIsCutByItAndTheRowThatDiffersIsNamed(
            String characterSet, boolean counted, String how) throws Exception {
        twins("HRCORE", characterSet);
        customersByName();
        StepCall call = call(counted ? COUNTED : Map.of("sessions", 2L));
        assertThat(bench.perform(call))
                .containsEntry("tables_different", 0)
                .containsEntry("tables_counted_only", counted ? 1 : 0);
        boolean one = old.characterSet().equals(characterSet);
        // Those whose name begins with no ASCII lie in one.
        int segments = one ? 4 : 3;
        assertThat(asked(old, how)).isEqualTo(segments);
        assertThat(asked(twin, how)).isEqualTo(segments);
        assertThat(bench.context.calls)
                .noneMatch(made -> List.of("table-cuts", "table-sampled-cuts").contains(made.object()));

        disturb(
                twin,
                "update \"" + owner + "\".\"CUSTOMERS\" set credit = credit + 1 where customer_id = "
                        + (one ? 20 : 22));
        if (!counted) {
            assertThat(bench.perform(call).get("different"))
                    .asString()
                    .startsWith("[" + owner + ".CUSTOMERS (same number of rows, other content): NAME ")
                    .endsWith(one ? ": {\u00c4rger 20=other content}]" : ": {sku-122=other content}]");
            assertThat(asked(old, "table-range-keys")).isPositive();
            assertThat(asked(old, "table-differing-")).isEqualTo(1);
        }
        disturb(twin, "delete from \"" + owner + "\".\"CUSTOMERS\" where customer_id = 21");
        assertThat(String.valueOf(bench.perform(call).get("different")))
                .contains(owner + ".CUSTOMERS (2000 rows, on the target 1999)");
    }

    @Test
    void whatWasDoneByRangesOfATextIsNotDoneAgain() throws Exception {
        twins("HRCORE");
        customersByName();
        bench.lab
                .faults()
                .arm(new Fault(
                        twin.system(),
                        "table-segment-hash",
                        FaultKind.SESSION_IS_KILLED,
                        2,
                        1,
                        Duration.ofMinutes(15)));
        StepCall call = call(Map.of("sessions", 1L));
        String job = bench.action(call).start(call, bench.context).job();
        StepCall watch = MigrationBench.with(call, Operation.AWAIT, job, 0);
        assertThat(catchThrowable(() -> bench.action(call).await(watch, bench.context)))
                .hasMessageContaining("ORA-00028");
        long done = asked(twin);
        assertThat(done).isPositive();
        bench.context.calls.clear();

        assertThat(bench.action(call).await(watch, bench.context).outputs()).containsEntry("tables_different", 0);
        assertThat(asked(twin)).isEqualTo(4 - done);
        assertThat(bench.context.calls)
                .as("the cuts stand in the notes")
                .noneMatch(made -> "table-sampled-keys".equals(made.object()));
    }

    /** As where a session there does not compare texts by their bytes: it tells no keys, and no range can be trusted. */
    @Test
    void whereOneSideTellsNoKeysTheTableIsReadInOneStatementAndNoRowIsNamed() throws Exception {
        twins("HRCORE");
        customersByName();
        disturb(twin, "delete from \"" + owner + "\".\"CUSTOMERS\"");
        Map<String, Object> outputs = bench.perform(call(Map.of("sessions", 1L)));
        assertThat(outputs.get("different"))
                .isEqualTo(List.of(
                        owner + ".CUSTOMERS (2000 rows, on the target 0): NAME the first to the last (2000 rows,"
                                + " on the target 0)"));
        assertThat(outputs.get("conditions")).asString().contains("in one statement, since the last look=" + owner);
        assertThat(asked(old)).isZero();
    }

    /** Somebody hardened a database: there is no UTL_RAW to cut texts by, nor to read numbers of floating point. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Examines(value = Kindness.PACKAGES_OBEY_EVERYBODY, red = "a package that nobody may execute")
    void whereUtlRawMayNotBeExecutedNothingFailsAndTheReportSaysWhatIsMissing(boolean atSource) throws Exception {
        twins("HRCORE");
        customersByName();
        LabDatabaseSpec hardened = atSource ? old : twin;
        disturb(hardened, "delete from DBA_TAB_PRIVS where table_name = 'UTL_RAW' and grantee = 'PUBLIC'");
        StepCall call = call(Map.of("sessions", 2L));
        Map<String, Object> outputs = bench.perform(call);
        assertThat(outputs.get("conditions"))
                .as("a package that nobody may execute")
                .asString()
                .contains(
                        "no EXECUTE on SYS.UTL_RAW=on the " + (atSource ? "source" : "target"),
                        "large and read in one statement, since the last look=" + owner + ".CUSTOMERS");
        assertThat(outputs).containsEntry("tables_different", 0);
        assertThat(asked(old)).isZero();
        assertThat(bench.context.evidence.get("content.json"))
                .as("its column of floating point")
                .contains("\"READING (BINARY_DOUBLE)\"");

        disturb(twin, "update \"" + owner + "\".\"CUSTOMERS\" set credit = credit + 1 where customer_id = 20");
        assertThat(bench.perform(call).get("different"))
                .isEqualTo(List.of(owner + ".CUSTOMERS (same number of rows, other content): NAME the first to the last"
                        + " (2000 rows, on the target 2000)"));
    }

    /** No range for what is neither a number nor a text: the evidence says that one statement read it. */
    @Test
    void anIndexOrganizedTableOfAnotherKeyIsReadInOneStatementAndSaidToBe() throws Exception {
        twins("HRCORE");
        customersOrganized();
        for (LabDatabaseSpec each : List.of(old, twin)) {
            disturb(
                    each,
                    "update DBA_CONS_COLUMNS set column_name = 'SINCE' where constraint_name = 'CUSTOMERS_PK' and owner ="
                            + " '" + owner + "'");
        }
        assertThat(bench.perform(call(Map.of("sessions", 1L))))
                .containsEntry("tables_different", 0)
                .extractingByKey("conditions")
                .asString()
                .contains("large and read in one statement, since the last look=" + owner + ".CUSTOMERS");
        assertThat(asked(old)).isZero();
    }

    /** Its rows lie in the segment of the cluster, which has the name of the cluster. */
    @Test
    void aTableInAClusterIsAsLargeAsTheClusterAndCutByRowsOfSomeOfItsBlocks() throws Exception {
        twins("HRCORE");
        for (LabDatabaseSpec each : List.of(old, twin)) {
            disturb(
                    each,
                    "update DBA_SEGMENTS set segment_type = 'CLUSTER', segment_name = 'EVENTS', bytes = "
                            + 16 * (64L << 20) + " where segment_name = '" + TABLE + "' and owner = '" + owner + "'");
            disturb(
                    each,
                    "update DBA_TABLES set cluster_name = 'EVENTS' where table_name = '" + TABLE + "' and owner = '"
                            + owner + "'");
        }
        assertThat(bench.perform(call(Map.of("sessions", 2L))))
                .containsEntry("tables_different", 0)
                .containsEntry("coverage_percent", 100.0);
        for (LabDatabaseSpec each : List.of(old, twin)) {
            assertThat(asked(each, "table-sampled-cuts")).isEqualTo(1);
            assertThat(asked(each, "table-segment-hash")).isEqualTo(4);
        }
    }
}
