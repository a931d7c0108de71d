package io.gulliver.adapter.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.testing.Required;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A real OpenSSH server as a child on a loopback port, with keys, settings and the login's home in a directory of the
 * test.
 *
 * <p>The account is that of whoever runs the tests, so a forced command moves it into the test's home first; HOME is set, so
 * that the account's own start-up files are not read; what it then runs is the very command line the client sent.
 */
final class OpenSshServer implements FarEnd {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");
    private static final List<Path> SFTP_SERVERS = List.of(
            Path.of("/usr/lib/openssh/sftp-server"),
            Path.of("/usr/libexec/openssh/sftp-server"),
            Path.of("/usr/lib/ssh/sftp-server"));

    private final Path directory;
    private final Path home;
    private final int port;
    private final KeyPair hostKey = TestKeys.ed25519();
    private final KeyPair userKey = TestKeys.ed25519();
    private Process server;

    private OpenSshServer(Path directory, Path sftpServer) throws IOException {
        this.directory = directory.toRealPath();
        this.home = Files.createDirectories(this.directory.resolve("home"));
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        }
        secret("host_key", TestKeys.privateText(hostKey));
        secret("authorized_keys", TestKeys.publicLine(userKey) + "\n");
        newBootId();
        Path enter = this.directory.resolve("enter");
        Files.writeString(enter, """
                #!/bin/sh
                cd '%s' && exec /bin/sh -c "$SSH_ORIGINAL_COMMAND"
                """.formatted(home));
        Files.setPosixFilePermissions(enter, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(this.directory.resolve("sshd_config"), """
                ListenAddress 127.0.0.1
                Port %d
                HostKey %s
                AuthorizedKeysFile %s
                PidFile none
                UsePAM no
                StrictModes no
                PermitRootLogin yes
                PasswordAuthentication no
                KbdInteractiveAuthentication no
                MaxStartups 200
                SetEnv HOME=%s GULLIVER_BOOT_ID_FILE=%s
                Subsystem sftp %s
                ForceCommand %s
                """.formatted(
                        port,
                        this.directory.resolve("host_key"),
                        this.directory.resolve("authorized_keys"),
                        home,
                        this.directory.resolve("boot_id"),
                        sftpServer,
                        enter));
        this.server = launch();
    }

    /** Starts one, or skips the test with what is missing; in CI that fails. */
    static OpenSshServer start(Path directory) throws IOException {
        Required.here(Files.isExecutable(SSHD), "no " + SSHD + " here; install the package openssh-server");
        Path sftp =
                SFTP_SERVERS.stream().filter(Files::isExecutable).findFirst().orElse(null);
        Required.here(sftp != null, "no sftp-server here; install the package openssh-sftp-server");
        if ("root".equals(System.getProperty("user.name"))) {
            // Where sshd runs as root it insists on this empty directory, which its service unit makes at boot.
            Files.createDirectories(Path.of("/run/sshd"));
        }
        return new OpenSshServer(directory, sftp);
    }

    @Override
    public SshHost host() {
        return named("openssh-host");
    }

    /** The same host under another name, which gets a connection of its own. */
    SshHost named(String name) {
        return new SshHost(
                name,
                "127.0.0.1",
                port,
                System.getProperty("user.name"),
                new SshCredential.PrivateKey(() -> TestKeys.privateText(userKey)),
                List.of(HostKeyPin.parse(TestKeys.publicLine(hostKey))));
    }

    @Override
    public Path home() {
        return home;
    }

    @Override
    public void cutConnections() throws IOException {
        end();
        server = launch();
    }

    @Override
    public void reboot() throws IOException {
        end();
        // Only processes that say by their directory that they are of this home: those of the jobs.
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            for (Path process :
                    all.filter(p -> p.getFileName().toString().matches("\\d+")).toList()) {
                try {
                    if (Files.readSymbolicLink(process.resolve("cwd")).startsWith(home)) {
                        ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                                .ifPresent(ProcessHandle::destroyForcibly);
                    }
                } catch (IOException goneOrNotOurs) {
                    // Ended meanwhile, or somebody else's.
                }
            }
        }
        newBootId();
        server = launch();
    }

    @Override
    public void close() throws IOException {
        end();
    }

    /** The listener and its children, one a connection; jobs have left this family by their own session. */
    private void end() {
        List<ProcessHandle> children = server.descendants().toList();
        server.destroyForcibly();
        children.stream()
                .filter(p -> p.info().command().orElse("").contains("sshd"))
                .forEach(ProcessHandle::destroyForcibly);
        await().atMost(Duration.ofSeconds(20)).until(() -> !server.isAlive());
    }

    private Process launch() throws IOException {
        Path log = directory.resolve("sshd.log");
        Process started = new ProcessBuilder(
                        SSHD.toString(),
                        "-D",
                        "-e",
                        "-f",
                        directory.resolve("sshd_config").toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            assertThat(started.isAlive()).as("sshd: %s", Files.readString(log)).isTrue();
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("127.0.0.1", port), 1000);
                return true;
            } catch (IOException notYet) {
                return false;
            }
        });
        return started;
    }

    private void newBootId() throws IOException {
        Files.writeString(directory.resolve("boot_id"), UUID.randomUUID() + "\n");
    }

    private void secret(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
}
