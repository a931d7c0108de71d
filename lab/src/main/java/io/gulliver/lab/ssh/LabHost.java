package io.gulliver.lab.ssh;

import io.gulliver.lab.FileRights;
import io.gulliver.lab.FullDisk;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.Kindnesses;
import io.gulliver.lab.ssh.SshFaultHook.Fault;
import io.gulliver.lab.ssh.SshFaultHook.Moment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;
import org.apache.sshd.common.AttributeRepository.AttributeKey;
import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.PublicKeyEntryResolver;
import org.apache.sshd.common.digest.BuiltinDigests;
import org.apache.sshd.common.session.helpers.AbstractSession;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.apache.sshd.server.forward.RejectAllForwardingFilter;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.apache.sshd.server.session.ServerSession;
import org.apache.sshd.server.subsystem.SubsystemFactory;
import org.apache.sshd.sftp.server.DirectoryHandle;
import org.apache.sshd.sftp.server.FileHandle;
import org.apache.sshd.sftp.server.SftpFileSystemAccessor;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;
import org.apache.sshd.sftp.server.SftpSubsystemProxy;
import org.jspecify.annotations.Nullable;

/**
 * One host of the lab: a directory tree, a real shell, and an SSH server on a loopback port of its own.
 *
 * <p>Its host key and its port are kept, so that it is the same host after a restart of the lab. Processes it runs are
 * real, survive lost connections, {@link #stop} and the end of the lab, and end with {@link #reboot}.
 */
public final class LabHost {
    /** What runs in place of whatever a client asks for that came in by a key with a command. */
    private static final AttributeKey<String> FORCED = new AttributeKey<>();

    private static final String ADMINISTRATOR_KEYS = "administrator_keys";

    private final Path directory;
    private final String name;
    private final String user;
    private final @Nullable String password;
    private final @Nullable String administrator;
    private final HostTree tree;
    private final SshFaultHook faults;
    private final SshLedger ledger;
    private final Kindnesses kindnesses;
    private final LabLine line;
    private final ExecutorService threads;
    private SimpleGeneratorHostKeyProvider hostKey;
    private int port;
    private @Nullable SshServer server;
    /** Holds the port of a host that is down: bound and not listening, so it refuses and nobody else can take it. */
    private @Nullable SocketChannel held;

    private LabHost(
            Path directory,
            Properties kept,
            SshFaultHook faults,
            SshLedger ledger,
            Kindnesses kindnesses,
            LabLine line,
            ExecutorService threads) {
        this.directory = directory;
        this.name = String.valueOf(directory.getFileName());
        this.user = kept.getProperty("user");
        this.password = kept.getProperty("password");
        this.administrator = kept.getProperty("administrator");
        this.port = Integer.parseInt(kept.getProperty("port", "0"));
        this.tree = new HostTree(name, user, directory.resolve("root"));
        this.faults = faults;
        this.ledger = ledger;
        this.kindnesses = kindnesses;
        this.line = line;
        this.threads = threads;
        this.hostKey = hostKey(directory);
    }

    private static SimpleGeneratorHostKeyProvider hostKey(Path directory) {
        SimpleGeneratorHostKeyProvider keys = new SimpleGeneratorHostKeyProvider(directory.resolve("host_key"));
        keys.setAlgorithm(KeyUtils.EC_ALGORITHM);
        keys.setKeySize(256);
        return keys;
    }

    /**
     * Forgets what was done on it, as a system that starts for the first time has seen nothing; it has to be down. What its image
     * brings stays: programs, Oracle homes, the login with its keys. What was unpacked on it goes, by {@code var/lab/unpacked}.
     *
     * @param overlay what the image lays into {@code etc}
     */
    public synchronized void forget(Map<String, String> overlay) throws IOException {
        if (server != null) {
            throw new IllegalStateException("Lab host " + name + " is up and remembers");
        }
        List<Path> seen = new ArrayList<>(List.of(home().resolve(".gulliver")));
        if (administrator != null) {
            seen.add(tree.home(administrator).resolve(".gulliver"));
        }
        Path unpacked = root().resolve("var/lab/unpacked");
        if (Files.exists(unpacked)) {
            for (String one : Files.readAllLines(unpacked)) {
                seen.add(tree.inside(one));
            }
        }
        seen.addAll(List.of(root().resolve("var/lab"), root().resolve("etc")));
        for (Path gone : seen) {
            if (Files.exists(gone)) {
                try (Stream<Path> all = Files.walk(gone)) {
                    for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                        // Whose a directory is stays, as the directories of the image do.
                        if (!one.endsWith("etc/owners") && !one.endsWith("etc")) {
                            Files.delete(one);
                        }
                    }
                }
            }
        }
        tree.layDown(overlay);
    }

    /** Has another host key from its next start on, as a system that starts for the first time; it has to be down. */
    public synchronized void renewHostKey() throws IOException {
        if (server != null) {
            throw new IllegalStateException("Lab host " + name + " is up and keeps its host key");
        }
        Files.deleteIfExists(directory.resolve("host_key"));
        hostKey = hostKey(directory);
    }

    static LabHost create(
            Path directory,
            LabHostSpec spec,
            SshFaultHook faults,
            SshLedger ledger,
            Kindnesses kindnesses,
            LabLine line,
            ExecutorService threads)
            throws IOException {
        Files.createDirectories(directory);
        Properties kept = new Properties();
        Path file = directory.resolve("host.properties");
        if (Files.exists(file)) {
            try (var reader = Files.newBufferedReader(file)) {
                kept.load(reader);
            }
        }
        kept.setProperty("user", spec.user());
        if (spec.password() != null) {
            kept.setProperty("password", spec.password());
        }
        LabHostSpec.Administrator second = spec.administrator();
        if (second != null) {
            kept.setProperty("administrator", second.user());
            Files.write(directory.resolve(ADMINISTRATOR_KEYS), List.of(second.key()));
        }
        save(file, kept);
        Files.write(directory.resolve("authorized_keys"), spec.authorizedKeys());
        LabHost host = new LabHost(directory, kept, faults, ledger, kindnesses, line, threads);
        host.tree.layDown(Map.of("bin/systemctl", HostTree.SYSTEMCTL));
        host.tree.layDown(spec.overlay());
        if (second != null) {
            host.tree.welcome(second.user());
        }
        return host;
    }

    static LabHost load(
            Path directory,
            SshFaultHook faults,
            SshLedger ledger,
            Kindnesses kindnesses,
            LabLine line,
            ExecutorService threads)
            throws IOException {
        Properties kept = new Properties();
        try (var reader = Files.newBufferedReader(directory.resolve("host.properties"))) {
            kept.load(reader);
        }
        return new LabHost(directory, kept, faults, ledger, kindnesses, line, threads);
    }

    /** The host's name in the lab. */
    public String name() {
        return name;
    }

    /** The login of Oracle's software. */
    public String user() {
        return user;
    }

    /** Loopback port of its SSH server; 0 before the first start, then always the same. */
    public synchronized int port() {
        return port;
    }

    /** Top of the host's tree on this machine. */
    public Path root() {
        return tree.root();
    }

    /** The second login, which may use sudo where its {@code etc/sudoers} says so; null where there is none. */
    public @Nullable String administrator() {
        return administrator;
    }

    /** The login's home on this machine. */
    public Path home() {
        return tree.home();
    }

    /** Fingerprint of its host key: {@code SHA256:…}. */
    public synchronized String hostKeyFingerprint() {
        return KeyUtils.getFingerPrint(BuiltinDigests.sha256, publicKey());
    }

    /** Its host key as a public key line. */
    public synchronized String hostKeyLine() {
        return PublicKeyEntry.toString(publicKey());
    }

    /** Lays files into the tree; see {@link LabHostSpec#overlay()}. */
    public void layDown(Map<String, String> overlay) throws IOException {
        tree.layDown(overlay);
    }

    /** Opens the port; nothing happens when it is open. */
    public synchronized void start() throws IOException {
        if (server != null) {
            return;
        }
        SshServer fresh = SshServer.setUpDefaultServer();
        fresh.setHost("127.0.0.1");
        fresh.setPort(port);
        fresh.setNioWorkers(2);
        fresh.setKeyPairProvider(hostKey);
        fresh.setForwardingFilter(RejectAllForwardingFilter.INSTANCE);
        fresh.setPublickeyAuthenticator((login, key, session) -> mayLogIn(login) && isAuthorized(login, key, session));
        fresh.setPasswordAuthenticator((login, secret, session) -> {
            session.removeAttribute(FORCED);
            return mayLogIn(login) && user.equals(login) && password != null && password.equals(secret);
        });
        fresh.setCommandFactory(this::command);
        SftpSubsystemFactory files = new SftpSubsystemFactory.Builder()
                .withFileSystemAccessor(new TreeAccessor(tree, file -> line.begin(name, file)))
                .build();
        // A command of the key takes the place of whatever is asked for, of a subsystem too.
        fresh.setSubsystemFactories(List.of(new SubsystemFactory() {
            @Override
            public String getName() {
                return files.getName();
            }

            @Override
            public Command createSubsystem(ChannelSession channel) throws IOException {
                return channel.getSession().getAttribute(FORCED) == null
                        ? files.createSubsystem(channel)
                        : command(channel, files.getName());
            }
        }));
        CoreModuleProperties.TCP_NODELAY.set(fresh, true);
        letGo();
        try {
            fresh.start();
        } catch (IOException e) {
            throw new IOException(
                    "Lab host " + name + " cannot listen on its port " + port + " (" + e.getMessage()
                            + "). Free the port, or delete the line port= in " + directory.resolve("host.properties")
                            + " so that it takes another.",
                    e);
        }
        server = fresh;
        if (port != fresh.getPort()) {
            port = fresh.getPort();
            Properties kept = new Properties();
            Path file = directory.resolve("host.properties");
            try (var reader = Files.newBufferedReader(file)) {
                kept.load(reader);
            }
            kept.setProperty("port", Integer.toString(port));
            save(file, kept);
        }
    }

    /** Closes the port and all connections at once, as a cut cable does; processes live on, and the port stays its own. */
    public synchronized void stop() throws IOException {
        if (server != null) {
            hangUp();
            SocketChannel place = SocketChannel.open();
            try {
                place.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                place.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                held = place;
            } catch (IOException e) {
                place.close();
                throw e;
            }
        }
    }

    /** Closes the port and all connections for good: whoever asks the machine for a port may get it at once. */
    synchronized void close() throws IOException {
        if (server != null) {
            hangUp();
        }
        letGo();
    }

    private void hangUp() throws IOException {
        server.stop(true);
        server = null;
    }

    private void letGo() throws IOException {
        if (held != null) {
            held.close();
            held = null;
        }
    }

    /** Drops every connection; the port stays open and processes live on. */
    public synchronized void cutConnections() {
        if (server != null) {
            new ArrayList<AbstractSession>(server.getActiveSessions()).forEach(session -> session.close(true));
        }
    }

    /** Goes down hard and comes up again: connections drop, every process of the host dies, the boot id changes. */
    public synchronized void reboot() throws IOException {
        stop();
        tree.killAll();
        tree.newBootId();
        start();
    }

    /** The file system of a directory is full from now on: {@code df} says so, and what OpenSSH's client writes ends there. */
    public void fill(Path directory) throws IOException {
        FullDisk.fill(directory);
        tree.layDown(Map.of("bin/df", DF, "bin/ssh", SSH));
    }

    /** Somebody made room there. */
    public void free(Path directory) {
        FullDisk.free(directory);
    }

    /** A write that fails ends the channel, and the client with 255 and without a word (judged); a host's own one otherwise. */
    private static final String SSH = """
            #!/bin/sh
            folder=$(readlink "/proc/$$/fd/1")
            while [ "$folder" != / ] && [ -n "$folder" ] && [ "$folder" != . ]; do
              folder=$(dirname "$folder")
              [ -e "$folder/.lab-full" ] && exit 255
            done
            exec /usr/bin/env PATH=/usr/local/bin:/usr/bin:/bin ssh "$@"
            """;

    /** Plays {@code df -Pk} of a directory that is full, and is the machine's own for every other. */
    private static final String DF = """
            #!/bin/sh
            folder=$(pwd)
            for last in "$@"; do
              case "$last" in /*) folder=$last ;; esac
            done
            while [ "$folder" != / ] && [ -n "$folder" ]; do
              if [ -e "$folder/.lab-full" ]; then
                echo "Filesystem 1024-blocks Used Available Capacity Mounted on"
                echo "/dev/mapper/lab 104857600 104857600 0 100% $folder"
                exit 0
              fi
              folder=$(dirname "$folder")
            done
            exec /usr/bin/env PATH=/usr/local/bin:/usr/bin:/bin df "$@"
            """;

    /**
     * A directory of somebody else from now on, made where it is missing; what lies in it stays.
     *
     * @param path absolute in the host's tree
     * @param rights what the login and Oracle's software may there: {@code r-x} to look, {@code --x} to pass through,
     *     {@code ---} nothing
     */
    public void own(String path, String rights) throws IOException {
        if (!rights.matches("[r-][w-][x-]")) {
            throw new IllegalArgumentException("Lab host " + name + ": rights \"" + rights + "\" to " + path
                    + "; wanted three letters as ls prints them, such as r-x.");
        }
        Path directory = Files.createDirectories(tree.inside(path));
        if (!kindnesses.has(Kindness.DIRECTORIES_ARE_OPEN)) {
            tree.own(directory, rights);
        }
    }

    /** A directory of the login's own from now on, made where it is missing, as its administrator gives it. */
    public void give(String path) throws IOException {
        tree.own(Files.createDirectories(tree.inside(path)), null);
    }

    /** Ends every process of the host without a reboot, for a lab that is being taken down. */
    public void killProcesses() throws IOException {
        tree.killAll();
    }

    private boolean mayLogIn(String login) {
        Fault fault = faults.at(name, Moment.LOGIN, login);
        if (!fault.delay().isZero()) {
            try {
                Thread.sleep(fault.delay().toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return !fault.cut() && (user.equals(login) || login.equals(administrator));
    }

    /** What is asked for, or what the key says in its place. */
    private Command command(ChannelSession channel, String asked) {
        InetSocketAddress client = (InetSocketAddress) channel.getSession().getRemoteAddress();
        Map<String, String> environment = new TreeMap<>(Map.of(
                "SSH_CONNECTION",
                client.getAddress().getHostAddress() + " " + client.getPort() + " 127.0.0.1 " + port));
        String forced = channel.getSession().getAttribute(FORCED);
        if (forced != null) {
            environment.put("SSH_ORIGINAL_COMMAND", asked);
        }
        return new ShellCommand(
                tree,
                name,
                forced == null ? asked : forced,
                environment,
                faults,
                ledger,
                forced == null ? LabLine.ofNoLength() : line,
                threads);
    }

    /** By the lab's own list, or by that of the login itself. */
    private boolean isAuthorized(String login, PublicKey key, ServerSession session) {
        session.removeAttribute(FORCED);
        try {
            boolean second = login.equals(administrator);
            for (AuthorizedKeyEntry entry : AuthorizedKeyEntry.readAuthorizedKeys(
                    directory.resolve(second ? ADMINISTRATOR_KEYS : "authorized_keys"))) {
                if (KeyUtils.compareKeys(key, entry.resolvePublicKey(null, PublicKeyEntryResolver.IGNORING))) {
                    return true;
                }
            }
            if (second) {
                return false;
            }
            InetSocketAddress client = (InetSocketAddress) session.getRemoteAddress();
            Optional<AuthorizedKeys.Allowed> allowed =
                    AuthorizedKeys.find(home(), key, client.getAddress().getHostAddress());
            if (kindnesses.has(Kindness.KEY_OPTIONS_ARE_IGNORED)) {
                return AuthorizedKeys.names(home(), key);
            }
            allowed.map(AuthorizedKeys.Allowed::command).ifPresent(command -> session.setAttribute(FORCED, command));
            return allowed.isPresent();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("Lab host " + name + ": its authorized_keys cannot be read", e);
        }
    }

    private PublicKey publicKey() {
        for (KeyPair pair : hostKey.loadKeys(null)) {
            return pair.getPublic();
        }
        throw new IllegalStateException("Lab host " + name + " has no host key");
    }

    private static void save(Path file, Properties kept) throws IOException {
        try (var writer = Files.newBufferedWriter(file)) {
            kept.store(writer, null);
        }
    }

    /** File transfer sees what the shell sees: relative paths from home, absolute ones below the tree. */
    private static final class TreeAccessor implements SftpFileSystemAccessor {
        private final HostTree tree;
        private final Departures departures;

        TreeAccessor(HostTree tree, Departures departures) {
            this.tree = tree;
            this.departures = departures;
        }

        @Override
        public Path resolveLocalFilePath(SftpSubsystemProxy subsystem, Path rootDirectory, String remotePath)
                throws IOException {
            return tree.fromHome(subsystem.getSession().getUsername(), remotePath);
        }

        /** What is written where nothing fits is refused, without a reason: SFTP version 3 has a word for none of it. */
        @Override
        public SeekableByteChannel openFile(
                SftpSubsystemProxy subsystem,
                FileHandle handle,
                Path file,
                String name,
                Set<? extends OpenOption> options,
                FileAttribute<?>... attributes)
                throws IOException {
            if (options.contains(StandardOpenOption.WRITE)) {
                FileRights.checkWrite(file);
            } else {
                FileRights.checkRead(file);
            }
            SeekableByteChannel opened =
                    SftpFileSystemAccessor.super.openFile(subsystem, handle, file, name, options, attributes);
            if (options.contains(StandardOpenOption.WRITE)) {
                return new OnDisk(file, opened, null);
            }
            LabLine.Passage passage = departures.begin(file);
            return passage == null ? opened : new OnDisk(file, opened, passage);
        }

        @Override
        public DirectoryStream<Path> openDirectory(
                SftpSubsystemProxy subsystem,
                DirectoryHandle handle,
                Path directory,
                String name,
                LinkOption... options)
                throws IOException {
            FileRights.checkRead(directory);
            return SftpFileSystemAccessor.super.openDirectory(subsystem, handle, directory, name, options);
        }

        @Override
        public void createDirectory(SftpSubsystemProxy subsystem, Path directory) throws IOException {
            FileRights.checkChange(directory);
            SftpFileSystemAccessor.super.createDirectory(subsystem, directory);
        }

        @Override
        public void renameFile(SftpSubsystemProxy subsystem, Path from, Path to, Collection<CopyOption> options)
                throws IOException {
            FileRights.checkChange(from);
            FileRights.checkChange(to);
            SftpFileSystemAccessor.super.renameFile(subsystem, from, to, options);
        }

        @Override
        public void removeFile(SftpSubsystemProxy subsystem, Path file, boolean directory) throws IOException {
            FileRights.checkChange(file);
            SftpFileSystemAccessor.super.removeFile(subsystem, file, directory);
        }
    }

    /** Files that somebody begins to read from elsewhere. */
    @FunctionalInterface
    private interface Departures {
        LabLine.@Nullable Passage begin(Path file) throws IOException;
    }

    /** A file that is written as long as its file system has room, and read as fast as it leaves the host. */
    private record OnDisk(Path file, SeekableByteChannel channel, LabLine.@Nullable Passage passage)
            implements SeekableByteChannel {
        @Override
        public int write(ByteBuffer bytes) throws IOException {
            FullDisk.check(file);
            return channel.write(bytes);
        }

        @Override
        public int read(ByteBuffer bytes) throws IOException {
            if (passage == null) {
                return channel.read(bytes);
            }
            ByteBuffer part = bytes.slice(bytes.position(), Math.min(bytes.remaining(), passage.most()));
            int read = channel.read(part);
            if (read > 0) {
                bytes.position(bytes.position() + read);
                passage.pass(read);
            }
            return read;
        }

        @Override
        public long position() throws IOException {
            return channel.position();
        }

        @Override
        public SeekableByteChannel position(long at) throws IOException {
            channel.position(at);
            return this;
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) throws IOException {
            channel.truncate(size);
            return this;
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void close() throws IOException {
            if (passage != null) {
                passage.close();
            }
            channel.close();
        }
    }
}
