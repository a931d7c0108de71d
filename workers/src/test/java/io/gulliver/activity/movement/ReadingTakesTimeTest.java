package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.TableStatements;
import io.gulliver.adapter.oracle.TableStatements.Column;
import io.gulliver.adapter.oracle.TableStatements.Generated;
import io.gulliver.lab.Examines;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.oracle.LabAccount;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows are read at a rate: 128 GB are not hashed in ten minutes, and a range of their key is. */
@Tag("store")
class ReadingTakesTimeTest {
    private static final List<Column> COLUMNS = List.of(new Column("CUSTOMER_ID", "NUMBER", 22));

    @TempDir
    Path root;

    private MigrationBench bench;
    private TableStatements tables;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(
                root,
                new LabDatabaseSpec(
                        MigrationBench.SOURCE_SYSTEM,
                        MigrationBench.SOURCE,
                        "ORDERS",
                        "orders",
                        "19.24.0.0.0",
                        true,
                        LabDatabaseSpec.Kind.NON_CDB,
                        "AL32UTF8",
                        "AL16UTF16",
                        8192,
                        true,
                        44,
                        512,
                        7,
                        List.of("SHOP"),
                        8,
                        40,
                        List.of(),
                        new TreeMap<>(Map.of("processes", "600", "sga_target", "2147483648")),
                        List.of(new LabAccount("GULLIVER_ADM", "admin-secret", List.of("DBA")))),
                "SYS");
        tables = new TableStatements(bench.databases.statements());
        bench.context.limit = Duration.ofMinutes(10);
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private void ask(Generated statement, Map<String, ?> binds) {
        try (OracleClient client = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            assertThat(client.query(statement, binds)).isNotEmpty();
        }
    }

    /** The index of its key has 43 GiB: five minutes and some seconds. */
    @Test
    @Examines(value = Kindness.COUNTING_TAKES_NO_TIME, red = "128 GB counted in one statement of a minute")
    void aTableOf128GigabytesIsNotCountedInOneStatementOfAMinute() {
        bench.context.limit = Duration.ofMinutes(1);
        assertThatThrownBy(
                        () -> ask(tables.rowCount("SHOP", "CUSTOMERS"), Map.of()),
                        "128 GB counted in one statement of a minute")
                .hasMessageContaining("ORA-01013");
        ask(tables.keyRange("SHOP", "CUSTOMERS", "CUSTOMER_ID"), Map.of()); // the ends of the index
        bench.context.limit = Duration.ofMinutes(6);
        ask(tables.rowCount("SHOP", "CUSTOMERS"), Map.of());
    }

    @Test
    @Examines(value = Kindness.READING_TAKES_NO_TIME, red = "128 GB hashed in one statement of ten minutes")
    void aTableOf128GigabytesIsNotHashedInOneStatementOfTenMinutes() {
        assertThatThrownBy(
                        () -> ask(tables.rowHash("SHOP", "CUSTOMERS", COLUMNS), Map.of()),
                        "128 GB hashed in one statement of ten minutes")
                .hasMessageContaining("ORA-01013");
        assertThatThrownBy(() -> ask(tables.change("SHOP", "CUSTOMERS"), Map.of()))
                .as("the SCN of its blocks")
                .hasMessageContaining("ORA-01013");
        ask(tables.chunkHash("SHOP", "CUSTOMERS", COLUMNS, "CUSTOMER_ID"), Map.of("low", 1, "below", 21));
        bench.context.limit = Duration.ofHours(1);
        ask(tables.rowHash("SHOP", "CUSTOMERS", COLUMNS), Map.of());
    }
}
