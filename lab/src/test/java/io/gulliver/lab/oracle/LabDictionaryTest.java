package io.gulliver.lab.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.Ledger;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Each release answers what the catalogue asks it, and has no view or column that came later. */
@Tag("store")
class LabDictionaryTest {

    private static final List<String> RELEASES =
            List.of("10.2.0.5.0", "11.2.0.4.0", "12.1.0.2.0", "12.2.0.1.0", "18.14.0.0.0", "19.24.0.0.0");
    private static final List<String> FEATURES = List.of(
            "db-link",
            "mview",
            "queue",
            "scheduler-job",
            "external-table",
            "sys-grants",
            "statspack",
            "tracking",
            "network-acl",
            "audited-finely",
            "editions",
            "plan-baselines",
            "retention-days:35");
    private static final Pattern HEADED = Pattern.compile("/\\*---\\n(.*?)\\n---\\*/\\n(.*)", Pattern.DOTALL);
    private static final Pattern BIND = Pattern.compile("(?<![:\\w]):[a-zA-Z]\\w*");
    private static final String PASSWORD = "a-password";

    @TempDir
    static Path root;

    private static LabContext context;
    private static LabOracle oracle;

    @BeforeAll
    static void start() throws Exception {
        context = LabContext.open(root.resolve("lab"), LabPace.max(), Clock.systemUTC());
        oracle = new LabOracle(context);
        oracle.registerHost("lilliput", LabPlatform.X86);
        for (String release : RELEASES) {
            oracle.create(spec(release));
        }
    }

    @AfterAll
    static void stop() {
        oracle.close();
        context.close();
    }

    private static String service(String release) {
        String[] parts = release.split("\\.");
        return "db" + parts[0] + parts[1];
    }

    private static LabDatabaseSpec spec(String release) {
        String service = service(release);
        return new LabDatabaseSpec(
                service + "@lilliput",
                "lilliput",
                service.toUpperCase(java.util.Locale.ROOT),
                service,
                release,
                true,
                LabDatabaseSpec.Kind.NON_CDB,
                "AL32UTF8",
                "AL16UTF16",
                8192,
                true,
                14,
                200,
                7,
                List.of("SHOP"),
                7,
                5,
                FEATURES,
                new TreeMap<>(Map.of("processes", "600", "sga_target", "4294967296")),
                List.of(new LabAccount("READER", PASSWORD, List.of("SELECT_CATALOG_ROLE"))));
    }

    private static LabSession session(String release) {
        LabDatabase database = oracle.find("lilliput", service(release)).orElseThrow();
        return LabSession.local(
                database, LabCatalogue.load(), context.ledger(), context.clock(), oracle.load(database.spec()));
    }

    private record Question(String id, String text, JsonNode header) {}

    private static List<Question> questions() {
        List<Question> questions = new ArrayList<>();
        YAMLMapper yaml = new YAMLMapper();
        for (String id : LabCatalogue.resource("index.txt").split("\n")) {
            Matcher file = HEADED.matcher(LabCatalogue.resource(id + ".sql"));
            assertThat(file.matches()).as(id).isTrue();
            JsonNode header = yaml.readTree(file.group(1));
            if (header.get("kind").asString().equals("query") && !file.group(2).contains("{{")) {
                questions.add(new Question(id, file.group(2), header));
            }
        }
        return questions;
    }

    static Stream<String> releases() {
        return RELEASES.stream();
    }

    @ParameterizedTest
    @MethodSource("releases")
    void everyQuestionOfItsReleaseIsAnswered(String release) {
        LabSession session = session(release);
        List<String> refused = new ArrayList<>();
        int asked = 0;
        for (Question question : questions()) {
            JsonNode versions = question.header().get("versions");
            if (LabSession.compare(release, versions.get("min").asString()) < 0
                    || versions.has("max")
                            && LabSession.compare(release, versions.get("max").asString()) > 0) {
                continue;
            }
            List<@Nullable Object> binds = new ArrayList<>();
            Matcher bind = BIND.matcher(question.text());
            while (bind.find()) {
                String name = bind.group().substring(1);
                for (JsonNode declared : question.header().get("binds")) {
                    if (declared.get("name").asString().equals(name)) {
                        binds.add(
                                declared.get("type").asString().equals("number")
                                        ? java.math.BigDecimal.ONE
                                        : name.equals("owners") ? ",SHOP," : "db_name");
                    }
                }
            }
            try {
                LabSession.Answer answer =
                        session.execute(BIND.matcher(question.text()).replaceAll("?"), true, binds);
                List<String> declared = new ArrayList<>();
                question.header()
                        .get("columns")
                        .forEach(column -> declared.add(column.get("name").asString()));
                if (!answer.names().equals(declared)) {
                    refused.add(question.id() + " answers " + answer.names());
                }
                asked++;
            } catch (RuntimeException e) {
                refused.add(question.id() + ": " + e.getMessage());
            }
        }
        assertThat(refused).as("refused by " + release).isEmpty();
        assertThat(asked).isGreaterThan(60);
    }

    @Test
    void everyViewOfTheNewestReleaseCanBeAsked() {
        LabSession session = session("19.24.0.0.0");
        for (LabViews.View view : LabViews.ALL.views()) {
            List<String> columns = view.columns().stream()
                    .filter(column -> column.since().isEmpty() || LabSession.compare("19", column.since()) >= 0)
                    .map(column -> '"' + column.name() + '"')
                    .toList();
            LabSession.Answer answer =
                    session.query("SELECT " + String.join(", ", columns) + " FROM " + view.name() + " WHERE 1 = 1");
            assertThat(answer.names()).as(view.name()).hasSameSizeAs(columns);
        }
    }

    @Test
    void aViewOrColumnThatCameLaterIsNotThere() {
        LabSession old = session("10.2.0.5.0");
        assertThatThrownBy(() -> old.query("SELECT name FROM v$pdbs")).hasMessageStartingWith("ORA-00942");
        assertThatThrownBy(() -> old.query("SELECT tablespace_name, encrypted FROM dba_tablespaces"))
                .hasMessage("ORA-00904: \"ENCRYPTED\": invalid identifier");
        assertThat(old.query("SELECT tablespace_name, NULL AS encrypted FROM dba_tablespaces")
                        .rows())
                .isNotEmpty();
        assertThatThrownBy(() -> session("12.1.0.2.0").query("SELECT owner FROM dba_goldengate_not_unique"))
                .hasMessageStartingWith("ORA-00942");
        assertThat(session("12.2.0.1.0")
                        .query("SELECT table_name FROM dba_goldengate_not_unique")
                        .rows())
                .containsExactly(List.of("EVENT_LOG"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v$osstat", "dba_hist_osstat"})
    void aHostIsNeverBusierThanItsProcessors(String view) {
        LabSession.Answer answer = session("19.24.0.0.0")
                .query("SELECT stat_name, MAX(value) AS value FROM " + view
                        + " WHERE stat_name IN ('BUSY_TIME', 'IDLE_TIME', 'NUM_CPUS') GROUP BY stat_name");
        Map<Object, Double> stats = new TreeMap<>();
        answer.rows().forEach(row -> stats.put(row.get(0), ((Number) row.get(1)).doubleValue()));
        assertThat(stats.get("NUM_CPUS")).isEqualTo(8);
        assertThat(stats.get("BUSY_TIME")).isPositive().isLessThan(stats.get("IDLE_TIME"));
    }

    @Test
    void fiveWeeksOfSnapshotsAreKeptAndNoneOfThemStored() {
        LabSession session = session("19.24.0.0.0");
        LabSession.Answer snapshots = session.query(
                "SELECT COUNT(*) AS n, MAX(end_interval_time) - MIN(begin_interval_time) AS kept FROM dba_hist_snapshot");
        assertThat(snapshots.rows().get(0).get(0)).isEqualTo(new java.math.BigDecimal(35 * 24));
        assertThat(session.query("SELECT table_name FROM information_schema.tables WHERE table_name LIKE 'DBA_HIST%'")
                        .rows())
                .isEmpty();
    }

    @Test
    void transportIsCheckedInTheSessionThatAsks() {
        LabSession session = session("19.24.0.0.0");
        try (var c = session.database().connect()) {
            session.block(c, "BEGIN DBMS_TTS.TRANSPORT_SET_CHECK('APP_INDEX', TRUE, TRUE); END;", List.of());
            assertThat(session.query("SELECT violations FROM transport_set_violations")
                            .rows()
                            .get(0)
                            .get(0))
                    .asString()
                    .startsWith("ORA-39907: Index SHOP.");
            session.block(c, "BEGIN DBMS_TTS.TRANSPORT_SET_CHECK('APP_DATA,APP_INDEX', TRUE, TRUE); END;", List.of());
            assertThat(session.query("SELECT violations FROM transport_set_violations")
                            .rows())
                    .isEmpty();
        } catch (java.sql.SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** As with the real thing, where each commit has an SCN of its own: else what was written just after a read would not be found. */
    @Test
    void aChangeHasALaterScnThanAnyThatWasReadBeforeIt() {
        long read = LabFunctions.scn();
        long changed = LabFunctions.nextScn();
        assertThat(changed).isGreaterThan(read);
        assertThat(LabFunctions.scn()).isGreaterThanOrEqualTo(changed);
    }

    /** A person who was interrupted types the same again; whoever counts what was made must not find it twice. */
    @Test
    void whatIsTypedTwiceAsSysIsMadeOnce() {
        String service = service("19.24.0.0.0");
        String statement =
                "EXECUTE DBMS_NETWORK_ACL_ADMIN.APPEND_HOST_ACE(host => 'ledger.example', lower_port => 1521,"
                        + " upper_port => 1521, ace => xs$ace_type(privilege_list => xs$name_list('connect'), principal_name =>"
                        + " 'SHOP', principal_type => xs_acl.ptype_db))";
        oracle.sysdba("lilliput", service, statement);
        oracle.sysdba("lilliput", service, statement);
        assertThat(context.ledger().entries())
                .filteredOn(entry -> entry.object().equals(statement))
                .extracting(Ledger.Entry::effect)
                .containsExactly(Ledger.Effect.CREATED, Ledger.Effect.CHANGED);
    }
}
