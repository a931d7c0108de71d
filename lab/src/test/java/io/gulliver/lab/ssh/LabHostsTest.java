package io.gulliver.lab.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gulliver.lab.Kindnesses;
import io.gulliver.lab.ssh.SshFaultHook.Fault;
import io.gulliver.lab.ssh.SshFaultHook.Moment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.sshd.client.ClientBuilder;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelSession;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClientFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("store")
class LabHostsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final AtomicReference<Moment> struck = new AtomicReference<>();
    private final List<String> ledger = new CopyOnWriteArrayList<>();
    private final SshClient client = SshClient.setUpDefaultClient();
    private LabHosts hosts;
    private LabHost host;

    @BeforeEach
    void open() throws IOException {
        client.setServerKeyVerifier((session, address, key) -> true);
        // Each command logs in anew, and the exchange that a client takes first costs a second of a processor in Java.
        client.setKeyExchangeFactories(NamedFactory.setUpTransformedFactories(
                false, List.of(BuiltinDHFactories.curve25519), ClientBuilder.DH2KEX));
        client.start();
        hosts = reopen();
        host = hosts.add(new LabHostSpec("db01", "oracle", "lilliput", List.of(), new TreeMap<>())
                .withOverlay(Map.of("bin/lscpu", "#!/bin/sh\necho 'Model name: Lilliput 3'\n")));
    }

    @AfterEach
    void close() throws IOException {
        client.stop();
        host.killProcesses();
        hosts.close();
    }

    private LabHosts reopen() throws IOException {
        return LabHosts.open(
                directory,
                (name, moment, what) -> moment == struck.get() ? Fault.CUT : Fault.NONE,
                (name, user, command) -> ledger.add(name + " " + user + " " + command),
                new Kindnesses(),
                LabLine.ofNoLength());
    }

    @Test
    void commandsRunInTheHostsHomeWithItsOwnProgramsFirst() throws IOException {
        assertThat(run("lscpu; hostname; pwd; echo $HOME; exit 4"))
                .isEqualTo("Model name: Lilliput 3\ndb01\n" + host.home() + "\n" + host.home() + "\nexit 4");
        assertThat(ledger).containsExactly("db01 oracle lscpu; hostname; pwd; echo $HOME; exit 4");
    }

    @Test
    void theSameHostComesBackAfterTheLabWasRestarted() throws IOException {
        int port = host.port();
        String key = host.hostKeyFingerprint();
        hosts.close();

        hosts = reopen();
        host = hosts.find("db01").orElseThrow();

        assertThat(host.port()).isEqualTo(port);
        assertThat(host.hostKeyFingerprint()).isEqualTo(key);
        assertThat(run("lscpu")).isEqualTo("Model name: Lilliput 3\nexit 0");
    }

    @Test
    void aRebootEndsEveryProcessAndChangesTheBootId() throws IOException {
        String boot = run("cat $GULLIVER_BOOT_ID_FILE");
        String pid =
                run("setsid sleep 600 </dev/null >/dev/null 2>&1 & echo $!").split("\n")[0];
        ProcessHandle process = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        host.stop();
        assertThat(process.isAlive()).as("a lost network ends no process").isTrue();

        host.reboot();

        await().atMost(PATIENCE).until(() -> !process.isAlive());
        assertThat(run("cat $GULLIVER_BOOT_ID_FILE")).isNotEqualTo(boot);
    }

    @Test
    void nobodyElseGetsThePortOfAHostThatIsDown() throws IOException {
        host.stop();

        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), host.port());
        assertThatThrownBy(() -> new Socket().connect(address)).isInstanceOf(ConnectException.class);
        try (ServerSocket other = new ServerSocket()) {
            other.setReuseAddress(false);
            assertThatThrownBy(() -> other.bind(address)).isInstanceOf(BindException.class);
        }
        host.start();
        assertThat(run("lscpu")).contains("Lilliput");
    }

    @Test
    void aConnectionCanDropBeforeOrAfterTheEffect() throws IOException {
        struck.set(Moment.BEFORE_COMMAND);
        assertThat(run("touch before")).isEqualTo("exit null");
        assertThat(host.home().resolve("before")).doesNotExist();

        struck.set(Moment.AFTER_COMMAND);
        assertThat(run("touch after")).isEqualTo("exit null");
        assertThat(host.home().resolve("after")).exists();

        struck.set(Moment.LOGIN);
        assertThatThrownBy(() -> run("true")).isInstanceOf(IOException.class);
    }

    @Test
    void fileTransferStartsAtHomeAndStaysInTheTree() throws IOException {
        Files.writeString(host.home().resolve("note"), "here");
        Files.writeString(host.root().resolve("etc/oratab"), "ORCL");
        try (ClientSession session = login();
                SftpClient sftp = SftpClientFactory.instance().createSftpClient(session)) {
            assertThat(sftp.read("note").readAllBytes()).asString().isEqualTo("here");
            assertThat(sftp.read(host.home().resolve("note").toString()).readAllBytes())
                    .asString()
                    .isEqualTo("here");
            assertThat(sftp.read("/etc/oratab").readAllBytes()).asString().isEqualTo("ORCL");
            assertThatThrownBy(() -> sftp.stat("../../../../host_key")).isInstanceOf(IOException.class);
        }
    }

    /** A key of the login's own list does what the list says, whatever is asked for; taken out, it opens nothing. */
    @Test
    void aKeyWithACommandDoesThatAndNothingElse() throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
        Path keys = Files.createDirectories(host.home().resolve(".ssh")).resolve("authorized_keys");
        Files.writeString(
                keys,
                "restrict,from=\"127.0.0.1\",command=\"echo $SSH_ORIGINAL_COMMAND by ${SSH_CONNECTION%% *}\" "
                        + PublicKeyEntry.toString(pair.getPublic()) + " one\n");
        Files.setPosixFilePermissions(keys.getParent(), PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
        try (ClientSession session = login(pair)) {
            assertThat(run(session.createExecChannel("cat /etc/oratab")))
                    .isEqualTo("cat /etc/oratab by 127.0.0.1\nexit 0");
            assertThat(run(session.createSubsystemChannel("sftp"))).isEqualTo("sftp by 127.0.0.1\nexit 0");
        }
        Files.writeString(keys, "");
        assertThatThrownBy(() -> login(pair)).isInstanceOf(IOException.class);
    }

    private ClientSession login(KeyPair pair) throws IOException {
        ClientSession session = client.connect("oracle", "127.0.0.1", host.port())
                .verify(PATIENCE)
                .getSession();
        session.addPublicKeyIdentity(pair);
        session.auth().verify(PATIENCE);
        return session;
    }

    private ClientSession login() throws IOException {
        ClientSession session = client.connect("oracle", "127.0.0.1", host.port())
                .verify(PATIENCE)
                .getSession();
        session.addPasswordIdentity("lilliput");
        session.auth().verify(PATIENCE);
        return session;
    }

    private String run(String command) throws IOException {
        try (ClientSession session = login()) {
            return run(session.createExecChannel(command));
        }
    }

    private static String run(ChannelSession asked) throws IOException {
        try (ChannelSession channel = asked) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            channel.setOut(out);
            channel.open().verify(PATIENCE);
            assertThat(channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), PATIENCE))
                    .contains(ClientChannelEvent.CLOSED);
            return out.toString(StandardCharsets.UTF_8) + "exit " + channel.getExitStatus();
        }
    }
}
