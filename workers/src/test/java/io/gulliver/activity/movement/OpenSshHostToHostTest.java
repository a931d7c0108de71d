package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.SshCredential;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.testing.Required;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts and the line of {@code authorized_keys} of a copy from host to host, with OpenSSH's own server. */
@Tag("store")
class OpenSshHostToHostTest {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");
    private static final String NAME = "copy-0a1b2c3d4e5f";

    @TempDir
    Path root;

    private final byte[] content = new byte[3_000_000];
    private Path source;
    private Path target;
    private Path file;
    private Path part;
    private SshHost host;
    private Process server;

    @BeforeEach
    void open() throws Exception {
        Required.here(Files.isExecutable(SSHD), "no " + SSHD + " here; install the package openssh-server");
        if ("root".equals(System.getProperty("user.name"))) {
            // Where sshd runs as root it insists on this empty directory, which its service unit makes at boot.
            Files.createDirectories(Path.of("/run/sshd"));
        }
        root = root.toRealPath();
        source = Files.createDirectories(root.resolve("source"));
        target = Files.createDirectories(root.resolve("target"));
        new java.util.Random(7).nextBytes(content);
        file = Files.write(root.resolve("large.dmp"), content);
        part = root.resolve("copied.dmp.part");
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        host = new SshHost(
                "lilliput",
                "127.0.0.1",
                port,
                System.getProperty("user.name"),
                new SshCredential.Password(() -> ""),
                List.of());
        assertThat(run(root, root, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "host_key")
                        .code())
                .isZero();
        Files.writeString(root.resolve("sshd_config"), """
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
                """.formatted(
                        port, root.resolve("host_key"), source.resolve(".ssh/authorized_keys")));
        server = new ProcessBuilder(
                        SSHD.toString(),
                        "-D",
                        "-e",
                        "-f",
                        root.resolve("sshd_config").toString())
                .redirectErrorStream(true)
                .redirectOutput(root.resolve("sshd.log").toFile())
                .start();
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            assertThat(server.isAlive())
                    .as("sshd: %s", Files.readString(root.resolve("sshd.log")))
                    .isTrue();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.isConnected();
            } catch (IOException notYet) {
                return false;
            }
        });
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.descendants().forEach(ProcessHandle::destroyForcibly);
            server.destroyForcibly();
        }
    }

    private record Said(int code, String output) {}

    private static Said run(Path home, Path directory, String... command) throws Exception {
        Path said = Files.createTempFile(home, "said", "");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().put("HOME", home.toString());
        builder.environment().remove("SSH_AUTH_SOCK");
        Process process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES))
                .as(Arrays.toString(command))
                .isTrue();
        String output = Files.readString(said);
        Files.delete(said);
        return new Said(process.exitValue(), output);
    }

    private Said script(Path home, String template, Map<String, String> values) throws Exception {
        Files.writeString(home.resolve(template), ScriptTemplate.load(template).render(values));
        return run(home, home, "/bin/sh", template);
    }

    private Said pull() throws Exception {
        return script(
                target,
                "pull-file.sh",
                Map.of(
                        "name", NAME,
                        "from", host.name(),
                        "part", part.toString(),
                        "file", root.resolve("copied.dmp").toString()));
    }

    private void keyed(String from) throws Exception {
        Files.writeString(target.resolve("config"), HostToHost.config(host));
        Files.writeString(
                target.resolve("known_hosts"), host.name() + " " + Files.readString(root.resolve("host_key.pub")));
        Said made = script(target, "copy-key.sh", Map.of("name", NAME, "part", part.toString()));
        assertThat(made.code()).as(made.output()).isZero();
        String key = made.output().strip().replaceAll(" [^ ]*$", "");
        Files.writeString(
                source.resolve("send"), ScriptTemplate.load("send.sh").render(Map.of("path", file.toString())));
        // The account is that of whoever runs the tests; its home is another directory.
        Files.writeString(
                source.resolve("line.txt"),
                HostToHost.line(NAME, from, key).replace("exec /bin/sh ", "cd '" + source + "' && exec /bin/sh "));
        Said allowed = script(source, "allow-key.sh", Map.of("name", NAME));
        assertThat(allowed.code()).as(allowed.output()).isZero();
    }

    @Test
    void aFileIsPulledFromItsByteByAKeyThatOpensNothingElse() throws Exception {
        Files.createDirectories(source.resolve(".ssh"));
        Files.writeString(source.resolve(".ssh/authorized_keys"), "# of an administrator");
        Files.write(part, Arrays.copyOf(content, 1_000_000));
        keyed("127.0.0.1");

        Said other = run(
                target,
                target.resolve(".gulliver/copies/" + NAME),
                "ssh",
                "-n",
                "-F",
                "config",
                host.name(),
                "cat /etc/passwd");
        assertThat(other.code()).isEqualTo(64);
        assertThat(other.output()).contains("asked for \"cat /etc/passwd\"").doesNotContain("root:");

        Said pulled = pull();
        assertThat(pulled.code()).as(pulled.output()).isZero();
        assertThat(pulled.output()).contains("seen from 127.0.0.1").containsPattern("copied in \\d+ ns");
        assertThat(Files.readAllBytes(root.resolve("copied.dmp"))).isEqualTo(content);

        // The list is as it was, and the key, were it kept, opens nothing.
        assertThat(script(source, "forget-key.sh", Map.of("name", NAME)).code()).isZero();
        assertThat(source.resolve(".ssh/authorized_keys")).hasContent("# of an administrator");
        Files.createFile(part);
        assertThat(pull().output()).contains("Permission denied");
        assertThat(script(target, "forget-key.sh", Map.of("name", NAME)).code()).isZero();
        assertThat(target.resolve(".gulliver/copies/" + NAME)).doesNotExist();
    }

    @Test
    void anotherAddressAndAnotherHostKeyAreRefused() throws Exception {
        keyed("10.1.2.3");
        assertThat(pull().output()).contains("Permission denied");
        keyed("");
        Files.writeString(
                target.resolve(".gulliver/copies/" + NAME + "/known_hosts"),
                host.name() + " ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n");
        assertThat(pull().output().strip()).endsWith("Host key verification failed.");
        assertThat(part).isEmptyFile();
    }
}
