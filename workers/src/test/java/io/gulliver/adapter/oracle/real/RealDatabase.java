package io.gulliver.adapter.oracle.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.systems.Databases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/** One real database in a container, with Oracle's programs beside it. */
public final class RealDatabase implements AutoCloseable {
    /** Of SYS, SYSTEM and every account that a suite makes. */
    public static final String PASSWORD = "Lilliput_1";

    private static final int PORT = 1521;
    private static final Path CAPTURED = Path.of("target", "real-oracle");

    private final OracleImage image;
    private final GenericContainer<?> container;

    private RealDatabase(OracleImage image, GenericContainer<?> container) {
        this.image = image;
        this.container = container;
    }

    /** Starts it; the first time its image is fetched, which has some gigabytes. */
    public static RealDatabase start(OracleImage image) {
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image.tag()));
        container
                .withEnv("ORACLE_PASSWORD", PASSWORD)
                .withExposedPorts(PORT)
                .withSharedMemorySize(1L << 30)
                .waitingFor(Wait.forLogMessage(".*DATABASE IS READY TO USE!.*", 1))
                .withStartupTimeout(Duration.ofMinutes(20))
                .start();
        return new RealDatabase(image, container);
    }

    public OracleImage image() {
        return image;
    }

    public String host() {
        return container.getHost();
    }

    public int port() {
        return container.getMappedPort(PORT);
    }

    /** What a program printed, both streams, and how it ended. */
    public record Run(int exit, String output) {}

    /** Runs a shell command as the owner of the software. */
    public Run shell(String command, String... arguments) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", command, "gulliver"));
        words.addAll(List.of(arguments));
        try {
            ExecResult done = container.execInContainer(words.toArray(String[]::new));
            return new Run(done.getExitCode(), done.getStdout() + done.getStderr());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted: " + command, e);
        }
    }

    /** Puts a text into a file in the container. */
    public void copy(String text, String path) {
        container.copyFileToContainer(Transferable.of(text, 0644), path);
    }

    /** The text of a file in the container. */
    public String read(String path) {
        Run read = shell("cat \"$1\"", path);
        assertThat(read.exit()).as(read.output()).isZero();
        return read.output();
    }

    public String home() {
        return shell("printf %s \"$ORACLE_HOME\"").output();
    }

    /** Runs a script by SQL*Plus; what it printed. */
    public String sqlplus(String logon, String script) {
        copy(script + "\nEXIT\n", "/tmp/gulliver.sql");
        return shell("NLS_LANG=AMERICAN_AMERICA.AL32UTF8 sqlplus -S -L $1 @/tmp/gulliver.sql </dev/null", logon)
                .output();
    }

    /** As SYS, without the listener: in the pluggable database where there is one. */
    public String inside(String script) {
        return sqlplus("/ as sysdba", container() + script);
    }

    /** As SYS, without the listener, in the root where there is one. */
    public String atRoot(String script) {
        return sqlplus("/ as sysdba", script);
    }

    private String container() {
        return image.pdb()
                .map(pdb -> "ALTER SESSION SET CONTAINER = " + pdb + ";\n")
                .orElse("");
    }

    private String one(String query) {
        return inside("SET HEADING OFF PAGESIZE 0 FEEDBACK OFF LINESIZE 500 TRIMSPOOL ON\n" + query)
                .strip();
    }

    /** The release that it says of itself, without its update: such as 21.0.0.0.0. */
    public String release() {
        return one("SELECT version FROM v$instance;");
    }

    /** Tells what a test uses that it is against this database. */
    public Met meets(Met met) {
        String full = image.from(18) ? ", " + one("SELECT version_full FROM v$instance;") : "";
        return met.at(release(), one("SELECT banner FROM v$version WHERE ROWNUM = 1;") + full + ", " + image.tag());
    }

    /** Runs a script that must not fail. */
    public void prepared(String script) {
        String output = inside("WHENEVER SQLERROR EXIT FAILURE\nSET DEFINE OFF\nSET SQLBLANKLINES ON\n" + script);
        assertThat(output).doesNotContain("ORA-", "SP2-");
    }

    /** Logs on through the listener by a descriptor and runs a script; the password is on standard input. */
    public String through(String user, String connectData, String script) {
        copy(script + "\nEXIT\n", "/tmp/gulliver.sql");
        String descriptor = "(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=localhost)(PORT=" + PORT + "))(CONNECT_DATA="
                + connectData + "))";
        return shell(
                        "printf '%s\\n' \"$1\" | NLS_LANG=AMERICAN_AMERICA.AL32UTF8 sqlplus -S -L \"$2@$3\" @/tmp/gulliver.sql",
                        PASSWORD, user, descriptor)
                .output();
    }

    /** The tnsnames.ora that the product writes for programs on this host. */
    public String names() {
        return new Databases.Address("localhost", PORT, image.service(), "real").names();
    }

    /** Keeps what Oracle's programs said, as they said it, below {@code target/real-oracle}. */
    public void keep(String name, String text) {
        try {
            Path file = CAPTURED.resolve(image.name().toLowerCase(java.util.Locale.ROOT))
                    .resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        container.stop();
    }
}
