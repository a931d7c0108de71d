package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher says when something is in its way; nothing is started and nothing is built here. */
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
                .contains("up ", "test ", "server ", "worker ", "lab ", "recover ", "doctor ", "--empty", "--auto");
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
