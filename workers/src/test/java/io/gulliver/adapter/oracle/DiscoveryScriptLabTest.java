package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.OracleStatement.Load;
import io.gulliver.evidence.discovery.SpoolQueryResults;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateDatabase;
import io.gulliver.lab.estate.EstateOracle;
import io.gulliver.lab.oracle.LabOracle;
import io.gulliver.lab.oracle.LabPlatform;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script of discovery, run by the SQL*Plus of the lab's hosts, leaves nothing of its release unanswered. */
@Tag("store")
class DiscoveryScriptLabTest {
    @TempDir
    static Path root;

    private static final Estate ESTATE = Estate.of(1726);
    private static LabContext context;
    private static LabOracle oracle;
    private static final DiscoveryQuestions QUESTIONS = DiscoveryQuestions.of(OracleStatements.load());

    @BeforeAll
    static void start() throws Exception {
        context = LabContext.open(root.resolve("lab"), LabPace.max(), Clock.systemUTC());
        oracle = new LabOracle(context);
        for (EstateDatabase database : ESTATE.sources()) {
            oracle.registerHost(database.sourceHost(), LabPlatform.X86);
            oracle.describe(ESTATE.load(database.sourceHost()));
            oracle.offer(EstateOracle.source(database, 1726, "an-admin", "a-reader"));
        }
    }

    @AfterAll
    static void stop() {
        oracle.close();
        context.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"LEDGER", "CLAIMS", "TREASURY", "CARDS", "STOCK", "COREBANK", "CALLREC", "POLTEST"})
    void everyQuestionHasItsAnswer(String name) throws Exception {
        EstateDatabase database = ESTATE.sources().stream()
                .filter(one -> one.database().equals(name))
                .findFirst()
                .orElseThrow();
        Load load = name.equals("CALLREC") ? Load.STATSPACK : name.equals("LEDGER") ? Load.SAMPLE : Load.AWR;
        SpoolQueryResults spool = run(
                database, DiscoveryScript.of(QUESTIONS, database.version()).render(load, true, null, "discovery.txt"));
        assertThat(spool.problems().list()).as("problems of " + name).isEmpty();
        assertThat(spool.whole()).isTrue();
        assertThat(spool.answers().unanswered()).as("unanswered by " + name).isEmpty();
        assertThat(spool.answers().first("instances").text("VERSION"))
                .startsWith(database.version().substring(0, 3));
        assertThat(spool.answers().of("segments")).isNotEmpty();
    }

    private static SpoolQueryResults run(EstateDatabase database, String script) throws Exception {
        Path home = root.resolve(database.sourceHost()).resolve(database.version());
        oracle.installHome(database.sourceHost(), home, database.version());
        Path directory = Files.createTempDirectory(root, "work");
        Files.writeString(directory.resolve("discovery.sql"), script);
        ProcessBuilder builder = new ProcessBuilder(
                        home.resolve("bin/sqlplus").toString(), "-S", "/", "as", "sysdba", "@discovery.sql")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(directory.resolve("output.txt").toFile());
        builder.environment().put("ORACLE_HOME", home.toString());
        builder.environment().put("ORACLE_SID", database.sid());
        Process process = builder.start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(directory.resolve("output.txt")))
                .isZero();
        assertThat(List.of(Files.readString(directory.resolve("output.txt")).strip()))
                .as("what the terminal saw")
                .containsExactly("");
        return SpoolQueryResults.read(new ByteArrayInputStream(Files.readAllBytes(directory.resolve("discovery.txt"))));
    }
}
