package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.OracleStatement.Kind;
import io.gulliver.adapter.oracle.real.Met;
import io.gulliver.adapter.oracle.real.RealOracle;
import io.gulliver.domain.proof.PartKind;
import io.gulliver.evidence.discovery.Discovery;
import io.gulliver.evidence.discovery.SpoolQueryResults;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * Every question of discovery on real databases of four releases, by a user that the shipped grant script has made, over JDBC
 * and by SQL*Plus.
 *
 * <p>The images are the regular ones: of the slim one of 11 XML DB is uninstalled, with the views of D42 and D69.
 */
@RealOracle
class RealOracleDiscoveryIT {
    private static final String PASSWORD = "Lilliput_1";
    private static final String READER = "GULLIVER_READER";
    private static final String COMMON_READER = "C##GULLIVER_READER";
    private static final String GRANTS = "/tmp/discovery-grants.sql";

    private static final OracleStatements CATALOGUE = OracleStatements.load();
    private static final DiscoveryQuestions QUESTIONS = DiscoveryQuestions.of(CATALOGUE);

    /** What the listener or the driver says to a release that the driver does not speak with: 11.2.0.2 is one such. */
    private static final Set<Integer> TOO_OLD = Set.of(3134, 28040);

    /** Questions that a plain image refuses, each with the codes it may give and why. */
    static final Map<String, Set<Integer>> REFUSED = Map.of(
            // STATSPACK is not installed there.
            "statspack-baselines", Set.of(942),
            "statspack-coverage", Set.of(942),
            "statspack-statistics", Set.of(942),
            "statspack-host-load", Set.of(942),
            "statspack-time-model", Set.of(942),
            "statspack-events", Set.of(942),
            "statspack-top-sql", Set.of(942),
            // Streams left the database in 23.
            "streams-administrators", Set.of(942),
            // Database Vault's views are for its own roles.
            "vault-status", Set.of(942, 1031));

    @ParameterizedTest
    @CsvSource({
        "gvenzl/oracle-xe:11, XE, ''",
        "gvenzl/oracle-xe:18-faststart, XEPDB1, XE",
        "gvenzl/oracle-xe:21-faststart, XEPDB1, XE",
        "gvenzl/oracle-free:23-faststart, FREEPDB1, FREE"
    })
    void everyQuestionIsAnsweredOrRefusedAsDocumented(String image, String service, String root, Met met)
            throws Exception {
        try (GenericContainer<?> oracle = new GenericContainer<>(DockerImageName.parse(image))) {
            oracle.withEnv("ORACLE_PASSWORD", PASSWORD)
                    .withExposedPorts(1521)
                    .withCopyFileToContainer(
                            MountableFile.forClasspathResource("gulliver/scripts/discovery-grants.sql", 0644), GRANTS)
                    .waitingFor(Wait.forLogMessage(".*DATABASE IS READY TO USE!.*", 1))
                    .withStartupTimeout(Duration.ofMinutes(10))
                    .start();
            // A local user of the pluggable database, or of the database that has none.
            grants(oracle, "sys/" + PASSWORD + "@//localhost:1521/" + service, READER);
            List<String> wrong = new ArrayList<>(overJdbc(oracle, image, service, READER, met));
            String release = release(oracle);
            wrong.addAll(bySqlPlus(oracle, service, release));
            met.at(release, image).used(PartKind.SCRIPT, "discovery-grants.sql", "run by SYS, in SQL*Plus");
            met.used(PartKind.PARSED_FORMAT, "discovery-spool", "printed by SQL*Plus, and facts of it");
            if (!root.isEmpty()) {
                grants(oracle, "/", COMMON_READER);
                wrong.addAll(overJdbc(oracle, image, service, COMMON_READER, met));
                assertThat(container(oracle, image, root, COMMON_READER)).isEqualTo("CDB$ROOT");
                assertThat(container(oracle, image, service, COMMON_READER)).isEqualTo(service);
            }
            assertThat(wrong).as(image).isEmpty();
        }
    }

    private static void grants(GenericContainer<?> oracle, String logon, String reader) throws Exception {
        // The script asks for the password, as it would a person.
        ExecResult done = oracle.execInContainer(
                "sh",
                "-c",
                "printf '%s\\n' \"$1\" | sqlplus -S \"$2\" as sysdba @" + GRANTS + " \"$3\"",
                "grants",
                PASSWORD,
                logon,
                reader);
        assertThat(done.getExitCode()).as(done.getStdout()).isZero();
        // Before 12.1 there is no AUDIT_VIEWER, and no image has STATSPACK; nothing else may be refused.
        assertThat(done.getStdout()
                        .lines()
                        .filter(line -> line.startsWith("ORA-"))
                        .filter(line -> !line.startsWith("ORA-00942") && !line.startsWith("ORA-01919"))
                        .toList())
                .as(done.getStdout())
                .isEmpty();
    }

    private static OracleClient open(
            GenericContainer<?> oracle, String image, String service, String user, StatementLog log) {
        OracleSettings settings = new OracleSettings(
                image,
                oracle.getHost(),
                oracle.getMappedPort(1521),
                service,
                user,
                false,
                OracleSettings.ORACLE_URL,
                null,
                Duration.ofSeconds(30),
                Duration.ofMinutes(10));
        return JdbcOracleClient.open(settings, PASSWORD.toCharArray(), CATALOGUE, true, log);
    }

    private static String container(GenericContainer<?> oracle, String image, String service, String user) {
        try (OracleClient client = open(oracle, image, service, user, StatementLog.NONE)) {
            return client.query("container-state").get(0).text("CON_NAME");
        }
    }

    private static List<String> overJdbc(
            GenericContainer<?> oracle, String image, String service, String user, Met met) {
        List<String> wrong = new ArrayList<>();
        try (OracleClient client = open(oracle, image, service, user, met.log("asked by the driver, as a reader"))) {
            for (OracleStatement statement : QUESTIONS.fitting(client.release())) {
                try {
                    ask(client, statement);
                } catch (OracleException e) {
                    if (!REFUSED.getOrDefault(statement.id(), Set.of()).contains(e.code())) {
                        wrong.add(user + ", " + statement.id() + ": " + e.getMessage());
                    }
                }
            }
        } catch (OracleException e) {
            if (!TOO_OLD.contains(e.code())) {
                throw e;
            }
        }
        return wrong;
    }

    private static void ask(OracleClient client, OracleStatement statement) {
        Map<String, Object> binds = new LinkedHashMap<>();
        for (OracleStatement.Field bind : statement.binds()) {
            binds.put(
                    bind.name(),
                    bind.type() == OracleStatement.Type.NUMBER
                            ? 1
                            : bind.name().equals("tablespaces") ? "USERS" : ",SYSTEM,");
        }
        if (statement.kind() == Kind.BLOCK) {
            client.execute(statement.id(), Map.of(), binds);
        } else {
            client.query(statement.id(), binds);
        }
    }

    private static String release(GenericContainer<?> oracle) throws Exception {
        String spool = run(oracle, "/ as sysdba", DiscoveryScript.probe(QUESTIONS));
        SpoolQueryResults answers = read(spool);
        assertThat(answers.whole()).as(spool).isTrue();
        return answers.answers().of("instances").get(0).text("VERSION");
    }

    /** The same user, the same questions, as a script; and what was read gives facts. */
    private static List<String> bySqlPlus(GenericContainer<?> oracle, String service, String release) throws Exception {
        String script = DiscoveryScript.of(QUESTIONS, release)
                .render(OracleStatement.Load.SAMPLE, true, List.of("USERS"), null);
        String spool = run(oracle, READER + "/" + PASSWORD + "@//localhost:1521/" + service, script);
        SpoolQueryResults answers = read(spool);
        assertThat(answers.whole()).as(spool).isTrue();
        List<String> wrong = new ArrayList<>();
        answers.answers().unanswered().forEach((question, why) -> {
            String statement =
                    QUESTIONS.find(question, release).map(OracleStatement::id).orElse(question);
            if (REFUSED.getOrDefault(statement, Set.of()).stream()
                    .noneMatch(code -> why.startsWith(OracleErrors.name(code)))) {
                wrong.add("SQL*Plus, " + question + ": " + why);
            }
        });
        assertThat(Discovery.of(answers.answers()).facts().list())
                .extracting(found -> found.name())
                .contains("source_release", "endian", "character_set", "files_gb", "load_source", "tts_violations");
        return wrong;
    }

    private static String run(GenericContainer<?> oracle, String logon, String script) throws Exception {
        oracle.copyFileToContainer(Transferable.of(script, 0644), "/tmp/discovery.sql");
        List<String> command = new ArrayList<>(List.of("sqlplus", "-S"));
        command.addAll(List.of(logon.split(" ")));
        command.add("@/tmp/discovery.sql");
        return oracle.execInContainer(command.toArray(String[]::new)).getStdout();
    }

    private static SpoolQueryResults read(String spool) throws IOException {
        return SpoolQueryResults.read(new ByteArrayInputStream(spool.getBytes(StandardCharsets.UTF_8)));
    }
}
