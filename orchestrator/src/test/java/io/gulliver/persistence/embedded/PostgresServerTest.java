package io.gulliver.persistence.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.persistence.StoreException;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The child's life: private, durable, found again, started again, and refused in plain words. */
@Tag("process")
class PostgresServerTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private PostgresServer.Settings settings(int port) {
        return new PostgresServer.Settings(
                directory.resolve("store"), PostgresProgram.require(null), port, LONG, "20261122.0000");
    }

    private PostgresServer open() {
        return PostgresServer.open(settings(0));
    }

    private void made() {
        open().close();
    }

    private void refused(String... words) {
        assertThatThrownBy(this::open)
                .isInstanceOf(StoreException.class)
                .satisfies(e -> assertThat(e.getMessage()).contains(words));
    }

    private static String ask(PostgresServer server, String query) throws SQLException {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static void kill(PostgresServer server) {
        ProcessHandle.of(server.pid()).orElseThrow().destroyForcibly();
    }

    private static void serves(PostgresServer server) {
        await().atMost(LONG)
                .ignoreExceptions()
                .until(() -> ask(server, "select 1").equals("1"));
    }

    @Test
    void isPrivateAndDurable() throws Exception {
        try (PostgresServer server = open()) {
            Path store = directory.resolve("store");
            assertThat(mode(store)).isEqualTo("rwx------");
            assertThat(mode(store.resolve("data"))).isEqualTo("rwx------");
            assertThat(mode(store.resolve("log"))).isEqualTo("rwx------");
            assertThat(mode(store.resolve("passwords.json"))).isEqualTo("rw-------");
            assertThat(store.resolve("initdb.password")).doesNotExist();
            Map<String, String> wanted = Map.ofEntries(
                    Map.entry("fsync", "on"),
                    Map.entry("full_page_writes", "on"),
                    Map.entry("synchronous_commit", "on"),
                    Map.entry("listen_addresses", "127.0.0.1"),
                    Map.entry("unix_socket_directories", ""),
                    Map.entry("password_encryption", "scram-sha-256"),
                    Map.entry("server_encoding", "UTF8"),
                    Map.entry("max_parallel_workers_per_gather", "0"));
            for (Map.Entry<String, String> setting : wanted.entrySet()) {
                // listen_addresses and the like are shown to administrators alone
                assertThat(asAdministrator(server, "show " + setting.getKey()))
                        .as(setting.getKey())
                        .isEqualTo(setting.getValue());
            }
            assertThat(ask(server, "select datcollate from pg_database where datname = current_database()"))
                    .isEqualTo("C");
            assertThat(asAdministrator(server, "select setting from pg_file_settings where name = 'timezone'"))
                    .isEqualTo("UTC");
            assertThat(ask(server, "select rolsuper from pg_roles where rolname = current_user"))
                    .as("the store's own user is no superuser")
                    .isEqualTo("f");
            assertThat(asAdministrator(
                            server, "select count(*) from pg_hba_file_rules where auth_method <> 'scram-sha-256'"))
                    .as("nobody is let in without a password")
                    .isEqualTo("0");
            assertThatThrownBy(() -> DriverManager.getConnection(server.url(), server.user(), "wrong"))
                    .isInstanceOf(SQLException.class)
                    .extracting(e -> ((SQLException) e).getSQLState())
                    .isEqualTo("28P01");
            await().atMost(LONG).until(server.reserve()::held);
        }
    }

    private String asAdministrator(PostgresServer server, String query) throws SQLException {
        PostgresCredentials credentials = PostgresCredentials.read(directory.resolve("store/passwords.json"));
        try (Connection connection = DriverManager.getConnection(
                        server.url(), PostgresCredentials.ADMINISTRATOR, credentials.administrator());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void refusesAServerThatWouldLoseCommits() throws Exception {
        made();
        Path automatic = directory.resolve("store/data/postgresql.auto.conf");
        Files.writeString(automatic, "fsync = off\n");
        refused("fsync=off", "would lose acknowledged work", automatic.toString());
        assertThat(PostmasterFile.read(directory.resolve("store/data")))
                .as("it was stopped")
                .isEmpty();
        Files.writeString(automatic, "");
        try (PostgresServer server = open()) {
            asAdministratorDo(server, "alter role gulliver set synchronous_commit = off");
        }
        refused("synchronous_commit=off");
    }

    private void asAdministratorDo(PostgresServer server, String statementText) throws SQLException {
        PostgresCredentials credentials = PostgresCredentials.read(directory.resolve("store/passwords.json"));
        try (Connection connection = DriverManager.getConnection(
                        server.url(), PostgresCredentials.ADMINISTRATOR, credentials.administrator());
                Statement statement = connection.createStatement()) {
            statement.execute(statementText);
        }
    }

    @Test
    void findsTheServerOfAKilledGulliverRunning() throws Exception {
        PostgresServer first = open();
        long pid = first.pid();
        first.leaveRunning();
        try (PostgresServer second = open()) {
            assertThat(second.attached()).isTrue();
            assertThat(second.pid()).isEqualTo(pid);
            assertThat(ask(second, "select 1")).isEqualTo("1");
        }
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive))
                .as("who attached stops it, too")
                .isEmpty();
    }

    @Test
    void findsItWithoutItsStateFile() throws Exception {
        PostgresServer first = open();
        long pid = first.pid();
        first.leaveRunning();
        Files.delete(directory.resolve("store/postgres.json"));
        try (PostgresServer second = open()) {
            assertThat(second.attached()).isTrue();
            assertThat(second.pid()).isEqualTo(pid);
        }
    }

    @Test
    void refusesASecondOneOnTheSameDirectory() throws Exception {
        try (PostgresServer server = open()) {
            refused("in use by another process", directory.resolve("store").toString());
            assertThat(ask(server, "select 1")).isEqualTo("1");
        }
    }

    @Test
    void startsItAgainWhenItDies() throws Exception {
        try (PostgresServer server = open()) {
            long pid = server.pid();
            kill(server);
            await().atMost(LONG).until(() -> server.pid() != pid);
            serves(server);
        }
    }

    @Test
    void takesAnotherPortWhenItsOwnWasLost() throws Exception {
        try (PostgresServer server = open()) {
            int port = server.port();
            kill(server);
            try (ServerSocket thief = new ServerSocket()) {
                thief.setReuseAddress(true);
                // the dying children hold the listening socket for a moment
                await().atMost(LONG).ignoreExceptions().until(() -> {
                    if (!thief.isBound()) {
                        thief.bind(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                    }
                    return true;
                });
                await().atMost(LONG).until(() -> server.port() != port);
                serves(server);
            }
        }
    }

    @Test
    void saysThatAPortThatWasAskedForIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> PostgresServer.open(settings(taken.getLocalPort())))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("Port " + taken.getLocalPort())
                    .hasMessageContaining("gulliver.store.port");
        }
    }

    @Test
    void isNotHeldUpByAnotherProcessWithItsOldPid() throws Exception {
        made();
        Path data = directory.resolve("store/data");
        Path store = directory.resolve("store");
        // As after a kill and a reboot: the pid belongs to somebody else now, here to us.
        Files.writeString(
                data.resolve("postmaster.pid"),
                ProcessHandle.current().pid() + "\n" + data
                        + "\n1700000000\n5432\n\n127.0.0.1\n  1234567 99999\nready\n");
        PostgresState state = PostgresState.read(store.resolve("postgres.json")).orElseThrow();
        new PostgresState(
                        state.version(),
                        state.platform(),
                        state.schema(),
                        ProcessHandle.current().pid(),
                        "another boot:1",
                        state.port())
                .write(store.resolve("postgres.json"));
        try (PostgresServer server = open()) {
            assertThat(server.attached()).isFalse();
            serves(server);
        }
    }

    @Test
    void leavesNoHalfOfADirectoryThatWasBeingMade() throws Exception {
        Path half = Files.createDirectories(directory.resolve("store/data.new/base"));
        Files.setPosixFilePermissions(directory.resolve("store"), PosixFilePermissions.fromString("rwx------"));
        Files.writeString(half.resolve("file"), "half");
        try (PostgresServer server = open()) {
            serves(server);
            assertThat(directory.resolve("store/data.new")).doesNotExist();
        }
    }

    @Test
    void refusesDataOfAnotherVersion() throws Exception {
        made();
        Files.writeString(directory.resolve("store/data/PG_VERSION"), "14\n");
        refused("made by PostgreSQL 14", "gulliver.store.program");
    }

    @Test
    void refusesDataOfAnotherPlatformOrNewerSchema() throws Exception {
        made();
        Path file = directory.resolve("store/postgres.json");
        PostgresState state = PostgresState.read(file).orElseThrow();
        new PostgresState(state.version(), "linux-s390x", state.schema(), 0, "", 0).write(file);
        refused("was made on linux-s390x", "this machine is " + Platform.current());
        state.withSchema("29990101.0000").write(file);
        refused("schema 29990101.0000 of a newer Gulliver");
    }

    @Test
    void refusesWhatIsOpenToOthers() throws Exception {
        made();
        Path store = directory.resolve("store");
        for (Path path : List.of(store, store.resolve("data"))) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
            refused(path + " is open to others (rwxr-xr-x, wanted rwx------)", "chmod 700");
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
        }
        Path passwords = store.resolve("passwords.json");
        Files.setPosixFilePermissions(passwords, PosixFilePermissions.fromString("rw-r--r--"));
        refused(passwords + " is open to others (rw-r--r--, wanted rw-------)", "chmod 600");
        Files.delete(passwords);
        refused(passwords + " cannot be read", "Restore it from a backup");
    }

    @Test
    void refusesAnH2StoreOfAnEarlierGulliver() throws Exception {
        Files.writeString(directory.resolve("gulliver.mv.db"), "H:2");
        assertThatThrownBy(() -> EmbeddedStore.open(directory, Clock.systemUTC()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("holds an H2 store")
                .hasMessageContaining("gulliver.mv.db");
        assertThat(directory.resolve("store")).doesNotExist();
    }

    @Test
    void givesUpItsReserveWhenTheDiskIsFull() throws Exception {
        Path small = Files.createDirectories(directory.resolve("small"));
        assumeTrue(
                done("mount", "-t", "tmpfs", "-o", "size=160m,mode=0700", "tmpfs", small.toString()),
                "skipped: this user may not mount a small file system");
        try {
            PostgresServer.Settings onSmall = new PostgresServer.Settings(
                    small.resolve("store"), PostgresProgram.require(null), 0, LONG, "20261122.0000");
            PostgresServer.open(onSmall).close();
            Path reserve = small.resolve("store/reserve");
            Files.write(reserve, new byte[20 << 20]);
            long free = Files.getFileStore(small).getUsableSpace();
            try (var filler = Files.newOutputStream(small.resolve("filler"))) {
                for (byte[] block = new byte[64 << 10]; free >= 2 * block.length; free -= block.length) {
                    filler.write(block);
                }
            }
            assertThat(Files.getFileStore(small).getUsableSpace()).isLessThan(1 << 20);
            try (PostgresServer server = PostgresServer.open(onSmall)) {
                serves(server);
                assertThat(reserve).doesNotExist();
            }
        } finally {
            // A child of the server that is slow to end keeps it busy for a moment; the directory goes now all the
            // same.
            done("umount", "--lazy", small.toString());
        }
    }

    private static boolean done(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    @Test
    void saysWhatToDoWhereRootMayNotChangeItsUser() {
        assertThat(UserNamespace.prefix(false, List.of("false"))).isEmpty();
        assertThatThrownBy(() -> UserNamespace.prefix(true, List.of("false")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("Start Gulliver as an ordinary user")
                .hasMessageContaining("gulliver.store.url");
    }

    /** As root the tests of this class run in a user namespace; this one runs as nobody. */
    @Test
    void runsAsAnOrdinaryUser() throws Exception {
        assumeTrue(Platform.root(), "skipped: this is an ordinary user, as whom all the others ran");
        assumeTrue(done("setpriv", "--version"), "skipped: no setpriv to become an ordinary user with");
        Path base = Files.createTempDirectory("gulliver-nobody");
        try {
            Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
            String classPath = readableClassPath(base.resolve("classes"));
            Path own = Files.createDirectory(base.resolve("own"));
            assertThat(done("chown", "65534:65534", own.toString())).isTrue();
            Path data = own.resolve("data");
            try (WriterProcess writer = new WriterProcess(
                    List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"),
                    classPath,
                    data,
                    0,
                    Map.of("XDG_CACHE_HOME", own.resolve("cache").toString(), "HOME", own.toString()))) {
                String server = writer.said("server");
                long pid = Long.parseLong(server.split(" ")[1]);
                assertThat(Files.getAttribute(Path.of("/proc/" + pid), "unix:uid"))
                        .isEqualTo(65534);
                assertThat(writer.said("have")).isEqualTo("have 0");
                assertThat(writer.said("row")).isNotEmpty();
                writer.kill();
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            }
        } finally {
            PostgresArchive.remove(base);
        }
    }

    /** Copies: the build's own files lie in directories that only their owner may enter. */
    private static String readableClassPath(Path target) throws IOException {
        Files.createDirectory(target);
        List<String> copies = new ArrayList<>();
        String[] entries = System.getProperty("java.class.path").split(File.pathSeparator);
        for (int i = 0; i < entries.length; i++) {
            Path entry = Path.of(entries[i]);
            Path copy = target.resolve(i + "-" + entry.getFileName());
            if (Files.isRegularFile(entry)) {
                Files.copy(entry, copy);
            } else if (Files.isDirectory(entry)) {
                try (Stream<Path> files = Files.walk(entry)) {
                    for (Path file : files.toList()) {
                        Path at = copy.resolve(entry.relativize(file).toString());
                        if (Files.isDirectory(file)) {
                            Files.createDirectories(at);
                        } else {
                            Files.copy(file, at);
                        }
                    }
                }
            }
            copies.add(copy.toString());
        }
        return String.join(File.pathSeparator, copies);
    }

    @Test
    void usesNoProgramThatWasChanged() throws Exception {
        Optional<PostgresArchive> bundled = PostgresArchive.bundled();
        assumeTrue(bundled.isPresent(), "skipped: no PostgreSQL travels with Gulliver for " + Platform.current());
        Path unpacked = directory.resolve("postgres");
        assertThat(bundled.get().unpackedIn(unpacked)).isEqualTo(unpacked);
        Path share = unpacked.resolve("share/postgresql/postgres.bki");
        byte[] content = Files.readAllBytes(share);
        content[100]++;
        Files.write(share, content);
        assertThatThrownBy(() -> bundled.get().unpackedIn(unpacked))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("are not those of version " + PostgresArchive.VERSION)
                .hasMessageContaining("Remove that directory");
        PostgresArchive other = new PostgresArchive(
                bundled.get().platform(),
                bundled.get().resource(),
                HexFormat.of().formatHex(new byte[32]),
                "");
        assertThatThrownBy(() -> other.unpackedIn(directory.resolve("other")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("It is not used");
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).as("halves of what was unpacked").containsExactly(unpacked);
        }
    }

    @Test
    void takesTheNewestOfTheMachineFromFifteenUp() throws Exception {
        Path packaged = Files.createDirectories(directory.resolve("packaged"));
        assertThat(PostgresProgram.ofMachine(packaged, "")).isEmpty();
        program(packaged.resolve("14"), "14.9");
        assertThat(PostgresProgram.ofMachine(packaged, "")).isEmpty();
        program(packaged.resolve("16"), "16.2 (Debian 16.2-1)");
        program(directory.resolve("path"), "15.10");
        String path = directory.resolve("path/bin").toString();
        assertThat(PostgresProgram.ofMachine(packaged, path))
                .hasValueSatisfying(program -> assertThat(program.version()).isEqualTo("16.2"));
        assertThat(PostgresProgram.ofMachine(directory.resolve("none"), path))
                .hasValueSatisfying(program -> assertThat(program.major()).isEqualTo(15));
        assertThat(PostgresProgram.require(directory.resolve("path")).directory())
                .isEqualTo(directory.resolve("path/bin"));
        assertThatThrownBy(() -> PostgresProgram.require(packaged.resolve("14")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("is version 14.9; Gulliver needs 15 or later");
        assertThatThrownBy(() -> PostgresProgram.require(directory.resolve("none")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("no usable bin/initdb and bin/postgres");
    }

    private static void program(Path installation, String version) throws IOException {
        Path bin = Files.createDirectories(installation.resolve("bin"));
        for (String name : List.of("initdb", "postgres")) {
            Path file = Files.writeString(
                    bin.resolve(name), "#!/bin/sh\necho '" + name + " (PostgreSQL) " + version + "'\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
    }
}
