package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.testing.ContractTools;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * Clients that a generator makes of the committed description, in Java and in Python, and the command line: each carries
 * the lab's program from its inventory to the start of a migration, reads a refusal, and the migration begins its work.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("process")
@TakesTurns(TakesTurns.Group.RUNS)
class ClientsIT {
    private static final Path ROOT = LauncherIT.launcher().toAbsolutePath().getParent();
    private static final Pattern STARTED = Pattern.compile("started ([a-z]+)\\.[a-z]+\\.(\\d+)");

    private Path folder;
    private WholeGulliver gulliver;

    @BeforeAll
    void startWithTheEstate(@TempDir Path directory) throws IOException {
        assumeTrue(Desk.temporalIsThere(), "No Temporal program on this machine: run ./gulliver doctor");
        folder = directory;
        gulliver = WholeGulliver.start(directory.resolve("data"), false, "--speed", "max", "--no-faults");
    }

    @AfterAll
    void stopEverything() {
        if (gulliver != null) {
            gulliver.close();
        }
    }

    @Test
    void aJavaClientCarriesTheProgramFromInventoryToStart() throws Exception {
        ContractTools.required();
        Path client = generated(
                "java",
                "--library",
                "apache-httpclient",
                "--additional-properties=openApiNullable=false,useJakartaEe=true,invokerPackage=io.gulliver.client,"
                        + "apiPackage=io.gulliver.client.api,modelPackage=io.gulliver.client.model");
        Path classes = compiled(client);
        String said = run(
                List.of(
                        Installation.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classes + ":" + System.getProperty("java.class.path"),
                        "CarryProgram",
                        address(),
                        "java",
                        inventory(),
                        policy("java"),
                        "STOCKTST"),
                folder,
                0);
        assertThat(said).contains("refused 404 Nothing is here");
        theMigrationWorks(said);
    }

    @Test
    void aPythonClientCarriesTheProgramFromInventoryToStart() throws Exception {
        ContractTools.required();
        Path client = generated("python", "--additional-properties=packageName=gulliver_client");
        String said = run(
                List.of(
                        ContractTools.program("python").toString(),
                        ROOT.resolve("src/test/clients/carry_program.py").toString(),
                        address(),
                        "python",
                        inventory(),
                        policy("python"),
                        "LOGTEST"),
                client,
                0);
        assertThat(said).contains("refused 404 Nothing is here");
        theMigrationWorks(said);
    }

    @Test
    void theCommandLineCarriesTheProgramFromInventoryToStart() throws Exception {
        String shell = "shell";
        assertThat(ctl(
                        0,
                        "programs",
                        "create",
                        "--body",
                        policy(shell),
                        "--key",
                        shell,
                        "--title",
                        "From a shell",
                        "--zone",
                        "Europe/Zurich"))
                .contains("From a shell");
        assertThat(ctl(
                        0,
                        "-o",
                        "json",
                        "inventory",
                        "import",
                        inventory(),
                        "-p",
                        shell,
                        "--tags",
                        "data_centre_window_minutes"))
                .contains("\"STOCKTST\"");
        assertThat(ctl(
                        0,
                        "waves",
                        "add",
                        "-p",
                        shell,
                        "--number",
                        "1",
                        "--title",
                        "Pilot",
                        "--databases",
                        "STOCKTST,LOGTEST"))
                .contains("Pilot");
        assertThat(ctl(0, "waves", "change", "1", "-p", shell, "--title", "First", "--state", "CONFIRMED"))
                .contains("CONFIRMED");
        ctl(
                0,
                "migrations",
                "start",
                "-p",
                shell,
                "--database",
                "LOGTEST",
                "--purpose",
                "REHEARSAL",
                "--source",
                "{\"kind\":\"LIVE\"}",
                "--playbook",
                "data-pump");
        theMigrationWorks("started shell.logtest.1");
        assertThat(ctl(7, "follow", "1", "-p", shell, "--at-most", "0")).contains("has not ended");
        assertThat(ctl(4, "programs", "show", "-p", "none")).contains("Nothing is here (404)");
        assertThat(ctl(3, "programs", "archive", "-p", shell)).contains("(403)");
    }

    /** The engine carries it, and a step of it has ended. */
    private void theMigrationWorks(String said) {
        Matcher started = STARTED.matcher(said);
        assertThat(started.find()).as(said).isTrue();
        Desk desk = new Desk(gulliver, started.group(1));
        int number = Integer.parseInt(started.group(2));
        await("a step of " + started.group() + " has ended")
                .atMost(Desk.SOON)
                .until(() -> desk.steps(number).containsValue("DONE"));
    }

    private String ctl(int code, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Installation.java(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.gulliver.ctl.Ctl",
                "--server",
                address(),
                "--user",
                "pm",
                "--password-file",
                Files.writeString(folder.resolve("password"), "lilliput").toString()));
        command.addAll(List.of(words));
        return run(command, folder, code);
    }

    private String address() {
        return gulliver.address().toString();
    }

    private String inventory() {
        return gulliver.data().resolve("lab/inventory.csv").toString();
    }

    /** A file with the body's part {@code policy}: what a program manager would write of servers and hosts. */
    private String policy(String program) throws IOException {
        return Files.writeString(
                        folder.resolve("policy-" + program + ".json"),
                        JsonMapper.shared().writeValueAsString(Map.of("policy", new Desk(gulliver, program).policy())))
                .toString();
    }

    private Path generated(String language, String... options) throws Exception {
        Path client = folder.resolve(language);
        List<String> command = new ArrayList<>(List.of(
                Installation.java(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                ContractTools.generator().toString(),
                "generate",
                "-g",
                language,
                "-i",
                ROOT.resolve("docs/api/openapi.json").toString(),
                "-o",
                client.toString(),
                "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false"));
        command.addAll(List.of(options));
        run(command, folder, 0);
        return client;
    }

    private Path compiled(Path client) throws IOException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        List<Path> sources = new ArrayList<>(List.of(ROOT.resolve("src/test/clients/CarryProgram.java")));
        try (Stream<Path> files = Files.walk(client.resolve("src/main/java"))) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            boolean whole = compiler.getTask(
                            said,
                            manager,
                            null,
                            List.of(
                                    "-nowarn",
                                    "-proc:none",
                                    "-d",
                                    classes.toString(),
                                    "-cp",
                                    System.getProperty("java.class.path")),
                            Set.of(),
                            manager.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertThat(whole).as(said.toString()).isTrue();
        }
        return classes;
    }

    private String run(List<String> command, Path where, int code) throws Exception {
        Path log = Files.createTempFile(folder, "run", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(where.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(log);
        assertThat(process.exitValue()).as(said).isEqualTo(code);
        return said;
    }
}
