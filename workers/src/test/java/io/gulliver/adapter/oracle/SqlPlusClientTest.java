package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.adapter.oracle.OracleStatement.Kind;
import io.gulliver.adapter.oracle.OracleStatement.Type;
import io.gulliver.lab.Examines;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults.Fault;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.oracle.driver.LabDriver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What SQL*Plus answers is what the driver answers; and what is said to it is what a real one takes. */
@Tag("store")
class SqlPlusClientTest {

    @TempDir
    static Path root;

    static OracleLab lab;

    @BeforeAll
    static void start() throws Exception {
        lab = new OracleLab(root);
        lab.source("db-link", "mview", "queue", "scheduler-job", "external-table", "sys-grants", "statspack");
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    /** SQL*Plus of the lab as a process of this machine. */
    static final class Local implements SqlPlusProgram {
        final StringBuilder said = new StringBuilder();
        private final Process process;
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private boolean over;

        Local(String user) throws IOException {
            ConnectDescriptor where = new ConnectDescriptor(
                    List.of(new ConnectDescriptor.Endpoint("127.0.0.1", lab.oracle.port(OracleLab.SOURCE_HOST))),
                    "orders",
                    null,
                    null,
                    true);
            process = new ProcessBuilder(
                            lab.home(OracleLab.SOURCE_HOST)
                                    .resolve("bin/sqlplus")
                                    .toString(),
                            "-S",
                            "-L",
                            user + "@" + where.plain())
                    .redirectErrorStream(true)
                    .start();
            Thread reader = new Thread(() -> {
                try (BufferedReader in =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                    for (String line = in.readLine(); line != null; line = in.readLine()) {
                        lines.add(line);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } finally {
                    lines.add("\0");
                }
            });
            reader.setDaemon(true);
            reader.start();
        }

        @Override
        public void say(String text) {
            said.append(text);
            try {
                process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public @Nullable String line(Duration atMost) {
            try {
                String line = lines.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
                over = "\0".equals(line);
                return over ? null : line;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public boolean over() {
            return over;
        }

        @Override
        public void interrupt() {
            process.destroy();
        }

        @Override
        public void close() {
            process.destroy();
        }
    }

    private static OracleClient client(SqlPlusProgram program, String user, String password, boolean readOnly) {
        return SqlPlusOracleClient.open(
                lab.settings(OracleLab.SOURCE_HOST, "orders", user),
                password.toCharArray(),
                lab.statements,
                readOnly,
                lab.calls::add,
                program);
    }

    private static OracleClient client(String user) throws IOException {
        return client(new Local(user), user, OracleLab.PASSWORD, false);
    }

    /** What passes at every ask; and random figures. */
    private static final List<String> MOVING =
            List.of("clock", "session", "sample-", "scn", "sql", "undo", "host-", "database-identity");

    @Test
    void everyQueryOfTheCatalogueIsAnsweredAsTheDriverAnswersIt() throws Exception {
        Map<String, String> differ = new LinkedHashMap<>();
        int rows = 0;
        try (OracleClient driver = lab.client(OracleLab.SOURCE_HOST, OracleLab.ADMIN, OracleLab.PASSWORD, true);
                OracleClient script = client(OracleLab.ADMIN)) {
            for (OracleStatement statement : lab.statements.all().values()) {
                // What has a slot is asked of a thing that stands nowhere here.
                if (statement.kind() != Kind.QUERY
                        || !statement.slots().isEmpty()
                        || !statement.versions().contains("19.24.0.0.0")
                        || MOVING.stream().anyMatch(statement.id()::contains)) {
                    continue;
                }
                Map<String, Object> binds = new HashMap<>();
                for (OracleStatement.Field bind : statement.binds()) {
                    binds.put(
                            bind.name(),
                            bind.type() == Type.NUMBER ? 1 : bind.name().equals("owners") ? ",SHOP," : "db_name");
                }
                List<String> wanted;
                List<String> seen;
                int tries = 0;
                do {
                    // Some figures pass with the seconds, as the change of a checkpoint does.
                    assertThat(tries++)
                            .as("asks of %s, which never stands still", statement.id())
                            .isLessThan(10);
                    wanted = told(statement, driver.query(statement.id(), binds));
                    seen = told(statement, script.query(statement.id(), binds));
                } while (!wanted.equals(told(statement, driver.query(statement.id(), binds))));
                rows += wanted.size();
                if (!wanted.equals(seen)) {
                    differ.put(statement.id(), wanted + "\n   " + seen);
                }
            }
        }
        assertThat(differ).isEmpty();
        assertThat(rows).isGreaterThan(1000);
    }

    /** Rows as texts; times without what is less than a second, which SQL*Plus does not tell. */
    private static List<String> told(OracleStatement statement, List<OracleRow> rows) {
        List<String> told = new ArrayList<>();
        for (OracleRow row : rows) {
            List<String> values = new ArrayList<>();
            for (OracleStatement.Field column : statement.columns()) {
                Object value = row.values().get(column.name());
                if (value instanceof LocalDateTime time) {
                    value = time.withNano(0);
                } else if (value instanceof java.math.BigDecimal number) {
                    value = number.stripTrailingZeros().toPlainString();
                } else if ("".equals(value)) {
                    value = null; // which Oracle has no other empty text than
                }
                values.add(String.valueOf(value));
            }
            told.add(String.join("|", values));
        }
        return told;
    }

    @Test
    void whateverATextHoldsItComesAndGoesAsItIs() throws Exception {
        String odd = "a|b\\n c:d 'e' \"f\" & &&g ; - \n/\n.\n  öß€\r\n";
        lab.oracle.disturb(
                OracleLab.SOURCE_HOST,
                "orders",
                "insert into DBA_SYNONYMS (owner, synonym_name, table_owner, table_name) values ('SHOP', 'ODD', 'SHOP', '"
                        + odd.replace("'", "''") + "')");
        try (OracleClient client = client(OracleLab.ADMIN)) {
            assertThat(client.query("synonyms", Map.of("owners", ",SHOP,")))
                    .filteredOn(row -> row.text("SYNONYM_NAME").equals("ODD"))
                    .extracting(row -> row.text("TABLE_NAME"))
                    .containsExactly(odd);
            // As a bind, which finds nothing and breaks nothing.
            assertThat(client.query("tables", Map.of("owners", odd))).isEmpty();
            assertThat(client.query("tables", Map.of("owners", "," + "X".repeat(3000) + ",SHOP,")))
                    .isNotEmpty();
            assertThat(client.release()).isEqualTo("19.0.0.0.0");
        }
    }

    /** Owners as a source of 400 users has them, with names as long as its release lets them be. */
    @ParameterizedTest
    @CsvSource({"30, 4", "128, 13"})
    void aListOfOwnersMayBeLongerThanABind(int longest, int parts) throws Exception {
        List<String> owners = new ArrayList<>(List.of("SHOP"));
        for (int i = 0; i < 398; i++) {
            owners.add(
                    "U" + i + "_" + "X".repeat(longest - 2 - String.valueOf(i).length()));
        }
        owners.add("STOCK");
        Map<String, ?> all = Map.of("owners", OwnerList.of(owners));
        Map<String, ?> two = Map.of("owners", ",SHOP,STOCK,");
        try (OracleClient driver = lab.client(OracleLab.SOURCE_HOST, OracleLab.ADMIN, OracleLab.PASSWORD, true);
                OracleClient script = client(OracleLab.ADMIN)) {
            for (String query : List.of("constraint-states", "rights-on-objects", "table-columns")) {
                OracleStatement statement = lab.statements.require(query);
                List<String> wanted = told(statement, driver.query(query, two));
                assertThat(wanted).as(query).hasSizeGreaterThan(3);
                int before = lab.calls.size();
                assertThat(told(statement, driver.query(query, all)))
                        .as("driver " + query)
                        .containsExactlyInAnyOrderElementsOf(wanted);
                assertThat(lab.calls).as("parts of " + query).hasSize(before + parts);
                assertThat(told(statement, script.query(query, all)))
                        .as("SQL*Plus " + query)
                        .containsExactlyInAnyOrderElementsOf(wanted);
            }
            assertThatThrownBy(() -> driver.query("parameter", Map.of("name", "x".repeat(4001))))
                    .isInstanceOf(OracleException.class)
                    .hasMessageContaining("bind name has 4001 bytes, and a query takes 4000");
        }
    }

    @Test
    @Examines(value = Kindness.BINDS_OF_ANY_LENGTH, red = "a bind of more than 4000 bytes")
    void aLongerBindIsRefusedByTheServer() throws Exception {
        Properties who = new Properties();
        who.setProperty("user", OracleLab.ADMIN);
        who.setProperty("password", OracleLab.PASSWORD);
        try (Connection connection = new LabDriver()
                        .connect(
                                lab.settings(OracleLab.SOURCE_HOST, "orders", OracleLab.ADMIN)
                                        .url(),
                                who);
                PreparedStatement query = connection.prepareStatement(
                        SqlText.of(lab.statements.require("parameter").text()).positional())) {
            query.setString(1, "x".repeat(4001));
            assertThatThrownBy(query::executeQuery, "a bind of more than 4000 bytes")
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getErrorCode()).isEqualTo(1461));
        }
    }

    @Test
    void aRowThatIsLongerThanATextIsAskedAgainAsLargeText() throws Exception {
        String large = "x".repeat(39) + "|";
        lab.oracle.disturb(
                OracleLab.SOURCE_HOST,
                "orders",
                "insert into DBA_SYNONYMS (owner, synonym_name, table_owner, table_name) values ('SHOP', 'LARGE', 'SHOP', '"
                        + large.repeat(99) + "')");
        try (OracleClient client = client(OracleLab.ADMIN)) {
            assertThat(client.query("synonyms", Map.of("owners", ",SHOP,")))
                    .filteredOn(row -> row.text("SYNONYM_NAME").equals("LARGE"))
                    .extracting(row -> row.text("TABLE_NAME"))
                    .containsExactly(large.repeat(99));
        } finally {
            lab.oracle.disturb(
                    OracleLab.SOURCE_HOST, "orders", "delete from DBA_SYNONYMS where synonym_name = 'LARGE'");
        }
    }

    @Test
    void errorsHaveTheCodesThatTheDriverHas() throws Exception {
        assertThatThrownBy(() -> client(new Local("READER"), "READER", "wr0ng-word", true))
                .isInstanceOfSatisfying(OracleException.class, e -> {
                    assertThat(e.oraCode()).isEqualTo("ORA-01017");
                    assertThat(e.kind()).isEqualTo(OracleFailure.EXTERNAL);
                    assertThat(e).hasMessageNotContaining("wr0ng-word");
                });
        try (OracleClient client = client("NOBODY")) {
            assertThatThrownBy(() -> client.query("profiles")).isInstanceOfSatisfying(OracleException.class, e -> {
                assertThat(e.oraCode()).isEqualTo("ORA-00942");
                assertThat(e.statement()).isEqualTo("profiles");
            });
            assertThatThrownBy(() -> client.execute(
                            "create-migration-user",
                            Map.of("user", "MOVER2", "password", "s3cret-mover", "tablespace", "USERS")))
                    .isInstanceOfSatisfying(
                            OracleException.class, e -> assertThat(e.code()).isEqualTo(1031))
                    .hasMessageNotContaining("s3cret-mover");
            assertThat(client.query("character-sets"))
                    .as("the session lives on")
                    .isNotEmpty();
        }
        assertThat(lab.calls.toString()).doesNotContain("wr0ng-word", "s3cret-mover", OracleLab.PASSWORD);
    }

    @Test
    void commandsBlocksAndLabelsAreDone() throws Exception {
        try (OracleClient client = client(OracleLab.ADMIN)) {
            client.execute("create-directory", Map.of("directory", "BY_SCRIPT", "path", "/u09/it''s here"));
            assertThat(client.query("directories"))
                    .filteredOn(row -> row.text("DIRECTORY_NAME").equals("BY_SCRIPT"))
                    .extracting(row -> row.text("DIRECTORY_PATH"))
                    .containsExactly("/u09/it''s here");
            ((CatalogueClient) client).label(new SessionLabel("Gulliver test", "step", "gulliver:0123456789abcdef#1"));
            assertThat(client.query("module-sessions", Map.of("module", "Gulliver test")))
                    .hasSize(1);
        }
        try (OracleClient after = client(OracleLab.ADMIN)) {
            assertThat(after.query("module-sessions", Map.of("module", "Gulliver test")))
                    .as("closing it logs off")
                    .isEmpty();
        }
    }

    @Test
    void aReaderChangesNothingAndNoLineIsTooLong() throws Exception {
        Local program = new Local(OracleLab.ADMIN);
        TableStatements generator = new TableStatements(lab.statements);
        List<TableStatements.Column> columns = new ArrayList<>();
        try (OracleClient client = client(program, OracleLab.ADMIN, OracleLab.PASSWORD, true)) {
            assertThatThrownBy(() -> client.execute("restrict-sessions", Map.of("state", "ENABLE")))
                    .isInstanceOf(OracleException.class);
            assertThat(program.said).doesNotContain("RESTRICTED");
            for (OracleRow row : client.query("table-columns", Map.of("owners", ",SHOP,"))) {
                if (row.text("TABLE_NAME").equals("CUSTOMERS")) {
                    columns.add(new TableStatements.Column(
                            row.text("COLUMN_NAME"),
                            row.text("DATA_TYPE"),
                            row.number("DATA_LENGTH").intValueExact()));
                }
            }
            List<TableStatements.Column> many = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                many.addAll(columns);
            }
            TableStatements.Generated wide = generator.rowHash("SHOP", "CUSTOMERS", many);
            assertThat(wide.sql().lines().mapToInt(String::length).max().orElse(0))
                    .isGreaterThan(2500);
            assertThat(client.query(wide, Map.of()).get(0).number("ROW_COUNT")).isEqualByComparingTo("40");
        }
        assertThat(program.said
                        .toString()
                        .lines()
                        .mapToInt(String::length)
                        .max()
                        .orElse(0))
                .isLessThan(2500);
    }

    @Test
    void rangesOfAKeyThatIsATextAreAskedByItsBytes() throws Exception {
        TableStatements generator = new TableStatements(lab.statements);
        List<TableStatements.Column> columns = List.of(new TableStatements.Column("NAME", "VARCHAR2", 200));
        try (OracleClient client = client(OracleLab.ADMIN)) {
            String cut = client.query(
                            generator.rangeKeys("SHOP", "CUSTOMERS", "NAME", false, false), Map.of("segments", 2))
                    .get(0)
                    .text("FIRST_KEY");
            long below = client.query(
                            generator.textCount("SHOP", "CUSTOMERS", "NAME", false, true), Map.of("below", cut))
                    .get(0)
                    .number("ROW_COUNT")
                    .longValue();
            List<OracleRow> rest = client.query(
                    generator.differingTexts("SHOP", "CUSTOMERS", columns, "NAME", true, false), Map.of("low", cut));
            List<OracleRow> all = client.query(
                    generator.differingTexts("SHOP", "CUSTOMERS", columns, "NAME", false, false), Map.of());
            assertThat(below).isBetween(1L, (all.size() + 1L) / 2);
            assertThat(below + rest.size()).isEqualTo(all.size());
            assertThat(rest).noneMatch(row -> row.text("ROW_KEY").isEmpty());
        }
    }

    @Test
    void aStatementThatOutlastsItsTimeIsLeftAndTheSessionWithIt() throws Exception {
        lab.context
                .faults()
                .arm(new Fault(
                        OracleLab.SOURCE_SYSTEM, "profiles", FaultKind.TAKES_LONG, 0, 1, Duration.ofSeconds(20)));
        try (OracleClient client = client(OracleLab.ADMIN)) {
            assertThatThrownBy(() -> client.query("profiles", Map.of(), Duration.ofSeconds(1)))
                    .isInstanceOfSatisfying(OracleException.class, e -> {
                        assertThat(e.oraCode()).isEqualTo("ORA-01013");
                        assertThat(e.kind()).isEqualTo(OracleFailure.EXTERNAL);
                        assertThat(e).hasMessageContaining("not done within the 1 s");
                    });
        }
    }

    /** A real one says these things; the lab's does not. */
    static final class Played implements SqlPlusProgram {
        private final Deque<String> answers = new ArrayDeque<>();
        private final List<String> left = new ArrayList<>();
        private boolean over;
        private int asked;

        Played(String... answers) {
            this.answers.addAll(List.of(answers));
        }

        @Override
        public void say(String text) {
            String answer = answers.isEmpty() ? "\0" : answers.pop();
            answer.replace("MARK", "\ngulliver answered " + ++asked).lines().forEach(left::add);
        }

        @Override
        public @Nullable String line(Duration atMost) {
            String line = left.isEmpty() ? "\0" : left.remove(0);
            over = line.equals("\0");
            return over ? null : line;
        }

        @Override
        public boolean over() {
            return over;
        }

        @Override
        public void interrupt() {}

        @Override
        public void close() {
            over = true;
        }
    }

    @Test
    void aPasswordThatWillExpireIsNoRefusalAndPromptsHideNothing() {
        Played program = new Played(
                "Enter password: \nERROR:\nORA-28002: the password will expire within 6 days\n\n\nMARK",
                "=10.2.0.5.0|\nMARK");
        try (OracleClient client = client(program, "READER", "any", true)) {
            assertThat(client.release()).isEqualTo("10.2.0.5.0");
        }
    }

    @Test
    void aQueryThatFailsHalfWayGivesNoRows() {
        Played program = new Played(
                "MARK",
                "=A|\n=B|\nERROR:\nORA-01555: snapshot too old: rollback segment number 9 too small\n\n\n\nMARK");
        try (OracleClient client = client(program, "READER", "any", true)) {
            assertThatThrownBy(client::release).isInstanceOfSatisfying(OracleException.class, e -> {
                assertThat(e.code()).isEqualTo(1555);
                assertThat(e.kind()).isEqualTo(OracleFailure.CAPACITY);
            });
        }
    }

    @Test
    void aRowThatIsWiderThanALineGoesOnInTheNext() {
        Played program = new Played("MARK", "=10.2.\n0.5.0\n|\nMARK");
        try (OracleClient client = client(program, "READER", "any", true)) {
            assertThat(client.release()).isEqualTo("10.2.0.5.0");
        }
    }

    @Test
    void whoeverEndsWithoutAWordIsATransientLoss() {
        Played program = new Played("MARK");
        OracleClient client = client(program, "READER", "any", true);
        assertThatThrownBy(client::release).isInstanceOfSatisfying(OracleException.class, e -> {
            assertThat(e.kind()).isEqualTo(OracleFailure.TRANSIENT);
            assertThat(e.connectionLost()).isTrue();
        });
        assertThatThrownBy(() -> client(new Played("SP2-0667: no bin/sqlplus in a home of LEDGER"), "X", "y", true))
                .isInstanceOfSatisfying(OracleException.class, e -> {
                    assertThat(e.kind()).isEqualTo(OracleFailure.EXTERNAL);
                    assertThat(e.advice()).contains("/etc/oratab");
                });
    }

    @Test
    void linesAreCutAtBlanksOutsideOfQuotesAndNeverBehindADash() {
        String word = "x".repeat(1200);
        assertThat(SqlPlusOracleClient.lines("SELECT " + word + " - '" + word + " y' \" z\" -- a b"))
                .isEqualTo("SELECT " + word + "\n- '" + word + " y'\n\" z\" -- a b");
    }
}
