package io.gulliver.adapter.ssh;

import io.gulliver.adapter.ssh.SshException.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.sshd.client.ClientBuilder;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.client.auth.password.PasswordIdentityProvider;
import org.apache.sshd.client.auth.password.UserAuthPasswordFactory;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository;
import org.apache.sshd.common.AttributeRepository.AttributeKey;
import org.apache.sshd.common.BuiltinFactory;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.cipher.BuiltinCiphers;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.digest.BuiltinDigests;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.mac.BuiltinMacs;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.common.signature.BuiltinSignatures;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.forward.RejectAllForwardingFilter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one authenticated SSH connection a host and lets many calls share it; a lost one is opened again at the next
 * call.
 *
 * <p>Nothing of the account that runs us is used: no {@code ~/.ssh/config}, no {@code known_hosts}, no key files, no
 * agent, no forwarding. A host is accepted by its pinned key alone.
 */
public final class HostConnections implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostConnections.class);
    private static final AttributeKey<Greeting> GREETING = new AttributeKey<>();

    /** One attempt to log in: which keys we accept, and what key the host showed us. */
    private record Greeting(List<HostKeyPin> pins, AtomicReference<@Nullable HostKeyPin> refused) {}

    private record Address(String name, String address, int port, String user) {}

    private final SshLimits limits;
    private final SshClient client;
    private final Map<Address, HostConnection> connections = new ConcurrentHashMap<>();

    /** Starts the client's threads; {@link #close} ends them and all connections. */
    public HostConnections(SshLimits limits) {
        this.limits = limits;
        this.client = modernClient(limits);
        client.setServerKeyVerifier((session, remote, key) -> isPinned(session, key));
        client.addSessionListener(new SessionListener() {
            @Override
            public void sessionCreated(Session session) {
                askForPinnedKeyTypes((ClientSession) session);
            }
        });
        client.start();
    }

    /** The time-outs in force. */
    SshLimits limits() {
        return limits;
    }

    /** The host's connection, opened at its first use; the newest credential counts at the next login. */
    HostConnection to(SshHost host) {
        HostConnection connection = connections.computeIfAbsent(
                new Address(host.name(), host.address(), host.port(), host.user()),
                address -> new HostConnection(host, limits, this::login));
        connection.describedAs(host);
        return connection;
    }

    /**
     * Logs in anew, whatever connection stands, and leaves at once.
     *
     * @return how the host's SSH server names itself
     * @throws SshException what a step would meet: AUTH, HOST_KEY, TRANSIENT, TIMEOUT
     */
    public String check(SshHost host) {
        ClientSession session = login(host);
        try {
            return String.valueOf(session.getServerVersion());
        } finally {
            session.close(true);
        }
    }

    /**
     * The public key by which the connection to this host was recognised: type and base64.
     *
     * @throws SshException what a login meets
     */
    public String hostKey(SshHost host) {
        return PublicKeyEntry.toString(to(host).serverKey());
    }

    /**
     * Starts a program on a host and speaks with it, over a login of its own.
     *
     * @param command one command of a POSIX shell, without secrets
     * @throws SshException what a login meets, and TRANSIENT when the program does not begin
     */
    public HostDialogue speak(SshHost host, String command) {
        return HostDialogue.open(host, limits, to(host), login(host), command);
    }

    /** Closes the connection to this host, if there is one; the next call opens a new one. Jobs are not touched. */
    public void disconnect(SshHost host) {
        to(host).disconnect();
    }

    @Override
    public void close() {
        connections.values().forEach(HostConnection::disconnect);
        client.stop();
    }

    private static SshClient modernClient(SshLimits limits) {
        SshClient client = SshClient.setUpDefaultClient();
        // Allow-list, strongest first. Group exchange and group 14 with SHA-256 are for RHEL 6 and 7; SHA-1 is nowhere.
        client.setKeyExchangeFactories(NamedFactory.setUpTransformedFactories(
                true,
                List.of(
                        BuiltinDHFactories.mlkem768x25519,
                        BuiltinDHFactories.curve25519,
                        BuiltinDHFactories.curve25519_libssh,
                        BuiltinDHFactories.ecdhp256,
                        BuiltinDHFactories.ecdhp384,
                        BuiltinDHFactories.ecdhp521,
                        BuiltinDHFactories.dhg16_512,
                        BuiltinDHFactories.dhg18_512,
                        BuiltinDHFactories.dhgex256,
                        BuiltinDHFactories.dhg14_256),
                ClientBuilder.DH2KEX));
        client.setCipherFactories(supported(List.of(
                BuiltinCiphers.aes256gcm,
                BuiltinCiphers.aes128gcm,
                BuiltinCiphers.cc20p1305_openssh,
                BuiltinCiphers.aes256ctr,
                BuiltinCiphers.aes192ctr,
                BuiltinCiphers.aes128ctr)));
        client.setMacFactories(supported(List.of(
                BuiltinMacs.hmacsha256etm, BuiltinMacs.hmacsha512etm, BuiltinMacs.hmacsha256, BuiltinMacs.hmacsha512)));
        client.setSignatureFactories(supported(List.of(
                BuiltinSignatures.ed25519,
                BuiltinSignatures.nistp256,
                BuiltinSignatures.nistp384,
                BuiltinSignatures.nistp521,
                BuiltinSignatures.rsaSHA512,
                BuiltinSignatures.rsaSHA256)));
        client.setUserAuthFactories(List.of(
                UserAuthPublicKeyFactory.INSTANCE,
                UserAuthPasswordFactory.INSTANCE,
                UserAuthKeyboardInteractiveFactory.INSTANCE));
        client.setAgentFactory(null);
        client.setForwardingFilter(RejectAllForwardingFilter.INSTANCE);
        client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
        client.setPasswordIdentityProvider(PasswordIdentityProvider.EMPTY_PASSWORDS_PROVIDER);
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.setFilePasswordProvider(FilePasswordProvider.EMPTY);
        // MINA leaves Nagle on; without this line every small call waits for the other side's delayed acknowledgement.
        CoreModuleProperties.TCP_NODELAY.set(client, true);
        CoreModuleProperties.IO_CONNECT_TIMEOUT.set(client, limits.connect());
        CoreModuleProperties.AUTH_TIMEOUT.set(client, limits.login());
        CoreModuleProperties.CHANNEL_OPEN_TIMEOUT.set(client, limits.channel());
        CoreModuleProperties.HEARTBEAT_INTERVAL.set(client, limits.keepAlive());
        CoreModuleProperties.HEARTBEAT_NO_REPLY_MAX.set(client, 3);
        CoreModuleProperties.IDLE_TIMEOUT.set(client, Duration.ZERO);
        CoreModuleProperties.NIO2_READ_TIMEOUT.set(client, Duration.ZERO);
        return client;
    }

    /** Drops what this Java has no code for. */
    private static <T> List<NamedFactory<T>> supported(List<? extends BuiltinFactory<T>> wanted) {
        return wanted.stream()
                .filter(BuiltinFactory::isSupported)
                .<NamedFactory<T>>map(factory -> factory)
                .toList();
    }

    /** Where whole keys are pinned we ask for their types only, so that a host with several keys shows the right one. */
    private static void askForPinnedKeyTypes(ClientSession session) {
        AttributeRepository context = session.getConnectionContext();
        Greeting greeting = context == null ? null : context.getAttribute(GREETING);
        if (greeting == null || greeting.pins().isEmpty()) {
            return;
        }
        List<@Nullable String> types =
                greeting.pins().stream().map(HostKeyPin::keyType).collect(Collectors.toList());
        if (!types.contains(null)) {
            session.setSignatureFactories(session.getSignatureFactories().stream()
                    .filter(f -> types.contains(f.getName())
                            || types.contains("ssh-rsa") && f.getName().startsWith("rsa-"))
                    .toList());
        }
    }

    private static boolean isPinned(ClientSession session, PublicKey key) {
        AttributeRepository context = session.getConnectionContext();
        Greeting greeting = context == null ? null : context.getAttribute(GREETING);
        if (greeting == null) {
            return false;
        }
        String fingerprint = KeyUtils.getFingerPrint(BuiltinDigests.sha256, key);
        boolean pinned =
                greeting.pins().stream().anyMatch(pin -> pin.fingerprint().equals(fingerprint));
        if (!pinned) {
            greeting.refused().set(HostKeyPin.of(key));
        }
        return pinned;
    }

    private ClientSession login(SshHost host) {
        Greeting greeting = new Greeting(host.pins().get(), new AtomicReference<>());
        ClientSession session = null;
        boolean ready = false;
        try {
            session = client.connect(
                            host.user(),
                            host.address(),
                            host.port(),
                            AttributeRepository.ofKeyValuePair(GREETING, greeting),
                            null)
                    .verify(limits.connect())
                    .getSession();
            present(host, session);
            session.auth().verify(limits.login());
            ready = true;
            LOG.debug("product=ssh operation=login object={} status=ok", host.name());
            return session;
        } catch (IOException e) {
            throw explain(host, greeting, session, e);
        } finally {
            if (!ready && session != null) {
                session.close(true);
            }
        }
    }

    private static void present(SshHost host, ClientSession session) {
        if (host.credential() instanceof SshCredential.Password password) {
            session.setPasswordIdentityProvider(offeredOnce(password.secret().get()));
        } else if (host.credential() instanceof SshCredential.PrivateKey key) {
            keyPairs(host, key).forEach(session::addPublicKeyIdentity);
        }
    }

    private static List<KeyPair> keyPairs(SshHost host, SshCredential.PrivateKey key) {
        try {
            Iterable<KeyPair> pairs = SecurityUtils.loadKeyPairIdentities(
                    null,
                    NamedResource.ofName("key for " + host.name()),
                    new ByteArrayInputStream(key.pem().get().getBytes(StandardCharsets.UTF_8)),
                    FilePasswordProvider.EMPTY);
            List<KeyPair> read = new ArrayList<>();
            if (pairs != null) {
                pairs.forEach(read::add);
            }
            if (read.isEmpty()) {
                throw new GeneralSecurityException("no private key in it");
            }
            return read;
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            // The parser's own message may quote the text it read: neither it nor the cause goes further.
            throw new SshException(
                    host.name(),
                    "log in as " + host.user(),
                    Kind.AUTH,
                    "the private key for this host cannot be read ("
                            + e.getClass().getSimpleName() + ")",
                    "Wanted: the text of an OpenSSH or PEM private key without a passphrase. Mend the secret, then retry.",
                    null);
        }
    }

    /**
     * What a server has to know of a login that comes by key: the public half, as a line of {@code authorized_keys} has it. Nothing is
     * connected.
     *
     * @return empty for a login by password
     * @throws SshException AUTH when the key cannot be read
     */
    public static Optional<String> publicKey(SshHost host) {
        return host.credential() instanceof SshCredential.PrivateKey key
                ? Optional.of(PublicKeyEntry.toString(keyPairs(host, key).get(0).getPublic()))
                : Optional.empty();
    }

    /**
     * A password that is sent at most once a login: hosts that take passwords in two ways would be shown a wrong one
     * twice, and accounts are locked by the count.
     */
    private static PasswordIdentityProvider offeredOnce(String password) {
        AtomicReference<@Nullable String> left = new AtomicReference<>(password);
        return context -> () -> new Iterator<>() {
            @Override
            public boolean hasNext() {
                return left.get() != null;
            }

            @Override
            public String next() {
                String offered = left.getAndSet(null);
                if (offered == null) {
                    throw new NoSuchElementException();
                }
                return offered;
            }
        };
    }

    private static SshException explain(
            SshHost host, Greeting greeting, @Nullable ClientSession session, IOException cause) {
        String where = host.address() + ":" + host.port();
        HostKeyPin seen = greeting.refused().get();
        if (seen != null) {
            String shown = seen.keyType() + " " + seen.fingerprint();
            if (greeting.pins().isEmpty()) {
                return new SshException(
                        host.name(),
                        "check the host key",
                        Kind.HOST_KEY,
                        where + " showed " + shown + ", and no key is pinned for this host",
                        "Compare this fingerprint on the host's console (ssh-keygen -l -f /etc/ssh/ssh_host_*_key.pub);"
                                + " when it is the same, pin it in the host's settings, then retry.",
                        cause);
            }
            String wanted =
                    greeting.pins().stream().map(HostKeyPin::fingerprint).collect(Collectors.joining(" or "));
            return new SshException(
                    host.name(),
                    "check the host key",
                    Kind.HOST_KEY,
                    where + " showed " + shown + ", wanted " + wanted,
                    "Either the host was installed anew or someone stands between. Nothing was sent. Ask the host's owner;"
                            + " only when the new key is confirmed, pin it in the host's settings, then retry.",
                    cause);
        }
        if (session == null) {
            boolean late = hasCause(cause, TimeoutException.class);
            return new SshException(
                    host.name(),
                    "connect",
                    late ? Kind.TIMEOUT : Kind.TRANSIENT,
                    "no connection to " + where + (late ? " in time" : " (" + cause.getMessage() + ")"),
                    "Check that the host is up, that its SSH server listens there, and that no firewall is between.",
                    cause);
        }
        if (cause instanceof org.apache.sshd.common.SshException said) {
            int code = said.getDisconnectCode();
            if (code == SshConstants.SSH2_DISCONNECT_NO_MORE_AUTH_METHODS_AVAILABLE) {
                return new SshException(
                        host.name(),
                        "log in as " + host.user(),
                        Kind.AUTH,
                        where + " refused the " + host.credential(),
                        "Check the account (locked, expired, AllowUsers) and that this " + host.credential()
                                + " is the one the host knows, then retry.",
                        cause);
            }
            if (code == SshConstants.SSH2_DISCONNECT_KEY_EXCHANGE_FAILED) {
                return new SshException(
                        host.name(),
                        "agree on algorithms",
                        Kind.REMOTE,
                        where + " and Gulliver have no way in common (" + cause.getMessage() + ")",
                        "The host's SSH server is too old, is restricted, or has no key of the pinned type. Gulliver takes"
                                + " AES-GCM, AES-CTR or ChaCha20, SHA-2, and Ed25519, ECDSA or RSA (SHA-2) host keys.",
                        cause);
            }
        }
        boolean late = hasCause(cause, TimeoutException.class);
        return new SshException(
                host.name(),
                "log in as " + host.user(),
                late ? Kind.TIMEOUT : Kind.TRANSIENT,
                late
                        ? where + " took the connection and did not answer the login"
                        : "the login at " + where + " did not end well (" + cause.getMessage() + ")",
                "The host may be busy or restarting (see MaxStartups and LoginGraceTime of its SSH server). Retry.",
                cause);
    }

    static boolean hasCause(Throwable failure, Class<? extends Throwable> type) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (type.isInstance(t)) {
                return true;
            }
        }
        return false;
    }
}
