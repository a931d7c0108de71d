package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.process.LoopbackPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher says when something is in its way; nothing is started and nothing is built here. */
@Tag("process")
class LauncherIT {
    private static final Path LAUNCHER = launcher();

    @TempDir
    Path directory;

    private record Said(int code, String words) {}

    @Test
    void helpListsEveryCommand() throws Exception {
        Said said = run(Map.of(), "help");
        assertThat(said.code()).isZero();
        assertThat(said.words())
                .contains(
                        "up ",
                        "test ",
                        "server ",
                        "worker ",
                        "lab ",
                        "recover ",
                        "person ",
                        "doctor ",
                        "--empty",
                        "--auto");
    }

    @Test
    void refusesACommandThatItDoesNotKnow() throws Exception {
        Said said = run(Map.of(), "fly");
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.words()).contains("no command 'fly'").contains("Usage:");
    }

    @Test
    void refusesAnOptionThatItDoesNotKnow() throws Exception {
        Said said = run(Map.of(), "up", "--fast");
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.words()).contains("up does not know '--fast'").contains("help");
    }

    @Test
    void refusesWordsOfAServerThatItDoesNotKnow() throws Exception {
        assertThat(run(Map.of(), "server", "--no-lab").words())
                .contains("server does not know '--no-lab'. It takes --data DIR, --port N, and settings");
        assertThat(run(Map.of(), "worker", "--data").words()).contains("--data needs a value");
        assertThat(run(Map.of(), "server", "--port", "eighty").words()).contains("--port 'eighty' is no port");
    }

    @Test
    void refusesAPortThatIsNone() throws Exception {
        Said said = run(Map.of(), "up", "--port", "eighty");
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.words()).contains("--port 'eighty' is no port from 1 to 65534");
    }

    @Test
    void refusesASpeedThatIsNone() throws Exception {
        Said said = run(Map.of(), "up", "--speed", "fast");
        assertThat(said.words()).contains("--speed 'fast' is neither a whole number nor max");
    }

    @Test
    void namesTheDataDirectoryThatCannotBeMade() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "no directory");
        Said said = run(Map.of(), "up", "--data", file.resolve("data").toString());
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.words())
                .contains("data directory " + file.resolve("data") + " cannot be made")
                .contains("--data DIR");
    }

    @Test
    void namesTheProcessThatHoldsTheDataDirectory() throws Exception {
        Path data = Files.createDirectories(directory.resolve("data"));
        // A process with the launcher's name in its arguments, as 'up' has; it waits until its input ends.
        Process holder = new ProcessBuilder("sh", "-c", "read line # gulliver").start();
        try {
            Files.writeString(data.resolve("launcher.pid"), holder.pid() + "\n");
            Said said = run(Map.of(), "up", "--data", data.toString());
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.words())
                    .contains("is used by another './gulliver up' (process " + holder.pid() + ")")
                    .contains("--data DIR");
        } finally {
            holder.destroy();
            holder.waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void saysThatNoJdkWasFound() throws Exception {
        // A release of this name and no compiler: nothing that 'find_java' may take. Real ones are out of its sight.
        Path tools = tools("sh", "sed", "dirname", "readlink", "cat", "df", "awk", "rm", "mkdir", "ps", "grep", "head");
        Path blind = withoutInstalledJdks();
        Said said = run(
                blind,
                Map.of("PATH", tools.toString(), "JAVA_HOME", "", "HOME", directory.toString()),
                "up",
                "--data",
                directory.resolve("d").toString());
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.words())
                .contains("no JDK from 17 up")
                .contains("Install one")
                .contains("JAVA_HOME");
    }

    @Test
    void saysThatNoMavenWasFoundWhenTheProgramMustBeBuilt() throws Exception {
        Path checkout = Files.createDirectories(directory.resolve("checkout"));
        Path copy = Files.copy(LAUNCHER, checkout.resolve("gulliver"));
        assertThat(copy.toFile().setExecutable(true)).isTrue();
        Path tools = tools(
                "sh", "sed", "dirname", "readlink", "cat", "df", "awk", "rm", "mkdir", "ps", "grep", "head", "find");
        Said said = run(
                copy,
                Map.of("PATH", tools.toString(), "JAVA_HOME", System.getProperty("java.home")),
                "up",
                "--data",
                directory.resolve("d").toString());
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.words()).contains("no Maven on the PATH").contains("3.8 or later");
    }

    @Test
    void saysWhatToDoWhenTheTemporalProgramCannotBeHad() throws Exception {
        Path tools = tools(
                "sh",
                "sed",
                "dirname",
                "readlink",
                "cat",
                "df",
                "awk",
                "rm",
                "mkdir",
                "ps",
                "grep",
                "head",
                "find",
                "uname",
                "sha256sum",
                "cut",
                "id",
                "basename",
                "mktemp",
                "tail");
        Said said = run(
                Map.of(
                        "PATH", tools.toString(),
                        "JAVA_HOME", System.getProperty("java.home"),
                        "XDG_CACHE_HOME", directory.resolve("cache").toString()),
                "doctor",
                "--data",
                directory.resolve("d").toString());
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.words())
                .contains(
                        "the Temporal program is not on this machine, and without Python 3 and pip it cannot be fetched")
                .contains("GULLIVER_TEMPORAL_TARGET=host:port");
    }

    @Test
    void doctorNamesThePortThatIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Said said = run(
                    Map.of("GULLIVER_TEMPORAL_TARGET", "127.0.0.1:1"),
                    "doctor",
                    "--port",
                    Integer.toString(taken.getLocalPort()),
                    "--data",
                    directory.resolve("d").toString());
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.words())
                    .contains("port " + taken.getLocalPort() + " is taken")
                    .contains("--port");
        }
    }

    @Test
    void saysAtOnceThatThePortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String data = directory.resolve("d").toString();
            Said said = run(Map.of(), "up", "--port", "" + taken.getLocalPort(), "--data", data);
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.words())
                    .contains("port " + taken.getLocalPort() + " on 127.0.0.1 is taken")
                    .contains("choose another with --port")
                    .doesNotContain("Building");
            Said health = run(Map.of(), "up", "--port", "" + (taken.getLocalPort() - 1), "--data", data);
            assertThat(health.words())
                    .contains("port " + taken.getLocalPort() + " on 127.0.0.1 is taken")
                    .contains("health is one above it");
        }
    }

    @Test
    void buildsOnceAfterEachChangeOfAPlaybook() throws Exception {
        Path checkout = Files.createDirectories(directory.resolve("check out"));
        Path copy = Files.copy(LAUNCHER, checkout.resolve("gulliver"));
        assertThat(copy.toFile().setExecutable(true)).isTrue();
        for (String module : List.of("orchestrator", "workers", "lab", "ui")) {
            Files.createDirectories(checkout.resolve(module).resolve("src/main"));
        }
        Path playbook = Files.writeString(
                Files.createDirectories(checkout.resolve("playbooks/data-pump")).resolve("v1.yaml"),
                "name: data-pump\n");
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        // In place of Maven: leaves a program that cannot be unpacked, so that the launcher stops after the build.
        Path maven = Files.writeString(
                Files.createDirectories(checkout.resolve("tools")).resolve("mvn"),
                "#!/bin/sh\n[ \"$1\" = -v ] && { echo 'Apache Maven 3.9.1'; echo 'Java version: 17.0.1'; exit; }\n"
                        + "mkdir -p '" + checkout + "/ui/target'\n"
                        + "echo none > '" + checkout + "/ui/target/gulliver-ui-1-exec.jar'\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        Map<String, String> environment = Map.of("PATH", maven.getParent() + ":" + System.getenv("PATH"));

        assertThat(upOf(copy, environment)).contains("Building for the first time");
        assertThat(upOf(copy, environment)).doesNotContain("Building");
        changed(playbook);
        assertThat(upOf(copy, environment)).contains("Building: playbooks/data-pump/v1.yaml is newer");
        assertThat(upOf(copy, environment)).doesNotContain("Building");
        changed(Files.writeString(playbook.resolveSibling(".v1.yaml.swp"), "an editor's"));
        assertThat(upOf(copy, environment)).doesNotContain("Building");
        Files.delete(playbook);
        assertThat(upOf(copy, environment)).contains("Building: a source was added or removed");
        assertThat(upOf(copy, environment)).doesNotContain("Building");
    }

    @Test
    void aMovedCheckoutIsNotBuiltAgain() throws Exception {
        Path checkout = checkout("here", "ui/target/gulliver-ui-1-exec.jar");
        Map<String, String> environment = Map.of("PATH", checkout.resolve("tools") + ":" + System.getenv("PATH"));
        assertThat(upOf(checkout.resolve("gulliver"), environment)).contains("Building for the first time");
        Path moved = Files.move(checkout, directory.resolve("there"));
        assertThat(upOf(
                        moved.resolve("gulliver"),
                        Map.of("PATH", moved.resolve("tools") + ":" + System.getenv("PATH"))))
                .doesNotContain("Building");
    }

    @Test
    void anInterruptedBuildLeavesNothingBehind() throws Exception {
        Path checkout = checkout("cut", null);
        Path temporary = Files.createDirectories(directory.resolve("temporary"));
        Said said = run(
                checkout.resolve("gulliver"),
                Map.of("PATH", checkout.resolve("tools") + ":" + System.getenv("PATH"), "TMPDIR", temporary.toString()),
                "up",
                "--port",
                "" + freePort(),
                "--data",
                directory.resolve("d").toString());
        assertThat(said.code()).as(said.words()).isEqualTo(143);
        try (var left = Files.list(temporary)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void waitsForASlowServerWhileItsLogGrowsAndGivesUpWhenItIsSilent() throws Exception {
        Path home = Files.createDirectories(directory.resolve("slow"));
        Files.copy(LAUNCHER, home.resolve("gulliver"));
        Files.createDirectories(home.resolve("ui/target/lib"));
        Files.writeString(home.resolve("ui/target/gulliver-ui-1-exec.jar"), "a program beside its libraries");
        Path jdk = Files.createDirectories(directory.resolve("slow-jdk/bin"));
        Files.writeString(jdk.resolveSibling("release"), "JAVA_VERSION=\"99.0.1\"\n");
        Files.writeString(jdk.resolve("javac"), "#!/bin/sh\n");
        // Three times as long as the launcher's patience with silence; then it is silent, and never ready.
        Files.writeString(jdk.resolve("java"), """
                #!/bin/sh
                case "$*" in *ArchiveClassesAtExit*) exit 0 ;; esac
                for word; do case $word in -Dgulliver.log.file=*) log=${word#*=} ;; esac; done
                step=0
                while [ $step -lt 18 ]; do
                  step=$((step + 1))
                  echo "step $step" >>"$log"
                  sleep 0.5
                done
                exec sleep 600
                """);
        for (String program : List.of("java", "javac")) {
            assertThat(jdk.resolve(program).toFile().setExecutable(true)).isTrue();
        }
        Path data = directory.resolve("d");
        Said said = run(
                home.resolve("gulliver"),
                Map.of(
                        "JAVA_HOME", jdk.getParent().toString(),
                        "GULLIVER_START_PATIENCE", "3",
                        "GULLIVER_TEMPORAL_TARGET", "127.0.0.1:1"),
                "up",
                "--no-lab",
                "--port",
                "" + freePort(),
                "--data",
                data.toString());
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.words()).contains("the server did not come up: no progress for 3 s");
        assertThat(Files.readString(data.resolve("server.log"))).contains("step 18");
    }

    /**
     * A checkout with a Maven of its own beside it.
     *
     * @param program what a build leaves, a file that cannot be unpacked; null for a build that is interrupted
     */
    private Path checkout(String name, @Nullable String program) throws IOException {
        Path checkout = Files.createDirectories(directory.resolve(name));
        Path copy = Files.copy(LAUNCHER, checkout.resolve("gulliver"));
        assertThat(copy.toFile().setExecutable(true)).isTrue();
        for (String module : List.of("orchestrator", "workers", "lab", "ui")) {
            Files.writeString(
                    Files.createDirectories(checkout.resolve(module).resolve("src/main"))
                            .resolve("source"),
                    module);
        }
        Files.writeString(Files.createDirectories(checkout.resolve("playbooks")).resolve("v1.yaml"), "name: x\n");
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        Path maven = Files.writeString(
                Files.createDirectories(checkout.resolve("tools")).resolve("mvn"),
                "#!/bin/sh\n[ \"$1\" = -v ] && { echo 'Apache Maven 3.9.1'; echo 'Java version: 17.0.1'; exit; }\n"
                        + (program == null
                                ? "kill -TERM $PPID\nexit 1\n"
                                : "mkdir -p '" + checkout + "/ui/target'\necho none > '" + checkout + "/" + program
                                        + "'\n"));
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        return checkout;
    }

    private static void changed(Path file) throws IOException {
        Files.setLastModifiedTime(
                file,
                java.nio.file.attribute.FileTime.from(java.time.Instant.now().plusSeconds(1)));
        // The build begins after the change, as it does for people.
        await().pollInterval(java.time.Duration.ofMillis(100))
                .until(() -> Files.getLastModifiedTime(file).toInstant().isBefore(java.time.Instant.now()));
    }

    private String upOf(Path launcher, Map<String, String> environment) throws Exception {
        Said said = run(
                launcher,
                environment,
                "up",
                "--no-lab",
                "--port",
                "" + freePort(),
                "--data",
                directory.resolve("d").toString());
        assertThat(said.words()).contains("cannot be unpacked");
        return said.words();
    }

    /** Free, and so is the next one; below the ports that the system hands out by itself to tests beside this one. */
    private static int freePort() {
        return ThreadLocalRandom.current()
                .ints(20_000, 32_000)
                .filter(port -> LoopbackPort.isFree(port) && LoopbackPort.isFree(port + 1))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void takesTheNewestJdkFrom17Up() throws Exception {
        for (String major : List.of("11", "21", "17", "9")) {
            Path jdk = Files.createDirectories(directory.resolve("jdks/jdk-" + major + "/bin"));
            for (String program : List.of("java", "javac")) {
                Path file = Files.writeString(jdk.resolve(program), "#!/bin/sh\n");
                assertThat(file.toFile().setExecutable(true)).isTrue();
            }
            Files.writeString(jdk.resolveSibling("release"), "JAVA_VERSION=\"" + major + ".0.2\"\n");
        }
        Path checkout = Files.createDirectories(directory.resolve("some jdks"));
        Path launcher = Files.writeString(
                checkout.resolve("gulliver"),
                Files.readString(LAUNCHER)
                        .replace("/usr/lib/jvm/*", directory.resolve("jdks") + "/*")
                        .replace("/opt/*", "/nowhere/*")
                        .replace("path_java=$(command -v javac 2>/dev/null || true)", "path_java="));
        Said said = run(
                launcher,
                Map.of(
                        "JAVA_HOME",
                        directory.resolve("jdks/jdk-17").toString(),
                        "HOME",
                        directory.toString(),
                        "GULLIVER_TEMPORAL_TARGET",
                        "127.0.0.1:1"),
                "doctor",
                "--data",
                directory.resolve("d").toString());
        assertThat(said.words()).contains("JDK 21 at " + directory.resolve("jdks/jdk-21"));
    }

    @Test
    void saysWhyTheTemporalProgramCannotBeFetched() throws Exception {
        int closed = freePort();
        Path tools = Files.createDirectories(directory.resolve("no temporal"));
        Said said = run(
                Map.of(
                        "PATH",
                        tools + ":/usr/bin:/bin",
                        "XDG_CACHE_HOME",
                        directory.resolve("cache").toString(),
                        "PIP_INDEX_URL",
                        "http://127.0.0.1:" + closed + "/simple",
                        "PIP_EXTRA_INDEX_URL",
                        "",
                        "PIP_RETRIES",
                        "0"),
                "doctor",
                "--data",
                directory.resolve("d").toString());
        assumeTrue(!said.words().contains("without Python 3 and pip"), "No Python with pip on this machine");
        assumeTrue(!said.words().contains("Temporal: /usr"), "A Temporal program is installed on this machine");
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.words())
                .contains("the Temporal program cannot be fetched")
                .contains("GULLIVER_TEMPORAL_TARGET=host:port");
        try (var left = Files.list(directory.resolve("cache/gulliver"))) {
            assertThat(left).as("halves of what was fetched").isEmpty();
        }
    }

    @Test
    void saysThatTheDataDirectoryIsNearlyFull() throws Exception {
        Path small = Files.createDirectories(directory.resolve("small"));
        Process mounted = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", small.toString())
                .redirectErrorStream(true)
                .start();
        boolean done = mounted.waitFor(20, TimeUnit.SECONDS) && mounted.exitValue() == 0;
        assumeTrue(done, "This user may not mount a small file system");
        try {
            Said said = run(Map.of(), "up", "--data", small.resolve("d").toString());
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.words())
                    .contains("data directory " + small.resolve("d") + " has ")
                    .contains("MiB left; 400 MiB are needed")
                    .contains("--data DIR");
        } finally {
            new ProcessBuilder("umount", small.toString()).start().waitFor(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void stopsWhatAKilledLauncherLeftRunning() throws Exception {
        Path data = Files.createDirectories(directory.resolve("left data"));
        // Stands for the server: a process with the data directory in its arguments.
        Process left = new ProcessBuilder("sh", "-c", "while :; do sleep 1; done", "--gulliver.data=" + data).start();
        Files.writeString(data.resolve("server.pid"), left.pid() + "\n");
        Files.writeString(data.resolve("launcher.pid"), "999999\n");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Said said = run(Map.of(), "up", "--port", "" + taken.getLocalPort(), "--data", data.toString());
            assertThat(said.words()).contains("The server of an earlier start still runs (process " + left.pid() + ")");
            assertThat(left.waitFor(30, TimeUnit.SECONDS)).as("it was stopped").isTrue();
            assertThat(data.resolve("server.pid")).doesNotExist();
        } finally {
            left.destroyForcibly();
        }
    }

    /** A launcher that looks for JDKs in places where none is. */
    private Path withoutInstalledJdks() throws IOException {
        Path checkout = Files.createDirectories(directory.resolve("blind"));
        String text = Files.readString(LAUNCHER)
                .replace("/usr/lib/jvm/*", "/nowhere/*")
                .replace("/opt/*", "/nowhere/*");
        Path file = Files.writeString(checkout.resolve("gulliver"), text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    /** A directory with these programs of this machine and no others. */
    private Path tools(String... names) throws IOException {
        Path tools = Files.createDirectories(directory.resolve("tools"));
        for (String name : names) {
            for (String place : List.of("/usr/bin", "/bin", "/usr/sbin")) {
                Path program = Path.of(place, name);
                if (Files.isExecutable(program)) {
                    Path tool = Files.writeString(tools.resolve(name), "#!/bin/sh\nexec " + program + " \"$@\"\n");
                    assertThat(tool.toFile().setExecutable(true)).isTrue();
                    break;
                }
            }
        }
        return tools;
    }

    private Said run(Map<String, String> environment, String... arguments) throws Exception {
        return run(LAUNCHER, environment, arguments);
    }

    private Said run(Path launcher, Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("/bin/sh", launcher.toString()));
        command.addAll(List.of(arguments));
        Path words = Files.createTempFile(directory, "said", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(words.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("The launcher did not end: " + Files.readString(words));
        }
        return new Said(process.exitValue(), Files.readString(words, StandardCharsets.UTF_8));
    }

    static Path launcher() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path launcher = at.resolve("gulliver");
            if (Files.isRegularFile(launcher) && Files.isDirectory(at.resolve("playbooks"))) {
                return launcher;
            }
        }
        throw new IllegalStateException(
                "The launcher is not above " + Path.of("").toAbsolutePath());
    }
}
