package io.gulliver.adapter.ssh;

import io.gulliver.adapter.ssh.SshException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClientFactory;
import org.apache.sshd.sftp.common.SftpConstants;
import org.apache.sshd.sftp.common.SftpException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one connection to a host: commands and file transfer as channels of it. Safe for many threads. */
final class HostConnection {
    private static final Logger LOG = LoggerFactory.getLogger(HostConnection.class);

    /** What a command left behind; {@code exit} is null when patience ended before the command did. */
    record Outcome(@Nullable Integer exit, String out, String err) {}

    /** Something done with file transfer. */
    interface Transfer<T> {
        T with(SftpClient sftp) throws IOException;
    }

    private final SshLimits limits;
    private final Function<SshHost, ClientSession> login;
    private final Semaphore channels;
    private final ReentrantLock sessionLock = new ReentrantLock();
    private final ReentrantLock smallFilesLock = new ReentrantLock();
    private final ReentrantLock bulkLock = new ReentrantLock();

    private volatile SshHost host;
    private volatile @Nullable ClientSession session;
    private volatile @Nullable SftpClient smallFiles;
    /** The session in which the wrapper was last found right. */
    private volatile @Nullable ClientSession prepared;

    HostConnection(SshHost host, SshLimits limits, Function<SshHost, ClientSession> login) {
        this.host = host;
        this.limits = limits;
        this.login = login;
        this.channels = new Semaphore(limits.channels());
    }

    void describedAs(SshHost newest) {
        host = newest;
    }

    /** True when {@link #markPrepared} was called on the connection that is open now. */
    boolean isPrepared() {
        ClientSession now = session;
        return now != null && now.isOpen() && now == prepared;
    }

    void markPrepared() {
        prepared = session;
    }

    void forgetPrepared() {
        prepared = null;
    }

    /** What the host has shown, and its pin agreed with. */
    PublicKey serverKey() {
        return current().getServerKey();
    }

    void disconnect() {
        ClientSession old = session;
        session = null;
        smallFiles = null;
        prepared = null;
        if (old != null) {
            old.close(true);
        }
    }

    /**
     * Runs one command.
     *
     * @param patience how long to wait for its end
     * @throws SshException TRANSIENT when the connection broke; the command may have run
     */
    Outcome run(String operation, String command, byte[] input, Duration patience) {
        long began = System.nanoTime();
        acquire(operation);
        try (ChannelExec channel = open(operation, command)) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            channel.setOut(out);
            channel.setErr(err);
            channel.open().verify(limits.channel());
            try (OutputStream in = channel.getInvertedIn()) {
                in.write(input);
            } catch (IOException endedEarly) {
                // The command may refuse before it has read everything; what it says of it is on the other streams.
                LOG.debug("product=ssh operation=\"{}\" object={} input not read to its end", operation, host.name());
            }
            Set<ClientChannelEvent> seen = channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), patience);
            if (!seen.contains(ClientChannelEvent.CLOSED)) {
                return new Outcome(null, "", "");
            }
            Integer exit = channel.getExitStatus();
            LOG.debug(
                    "product=ssh operation=\"{}\" object={} status={} ms={}",
                    operation,
                    host.name(),
                    exit,
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
            if (exit == null) {
                throw broken(operation, new IOException("the connection closed before the exit status came"));
            }
            return new Outcome(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw broken(operation, e);
        } finally {
            channels.release();
        }
    }

    /** Uses the file transfer channel that stays open; for small things, one at a time. */
    <T> T smallFiles(String operation, Transfer<T> transfer) {
        smallFilesLock.lock();
        try {
            SftpClient sftp = smallFiles;
            if (sftp == null || !sftp.isOpen()) {
                sftp = openSftp(operation);
                smallFiles = sftp;
            }
            return transfer.with(sftp);
        } catch (IOException e) {
            throw fileFailure(operation, e);
        } finally {
            smallFilesLock.unlock();
        }
    }

    /** Uses a file transfer channel of its own, so that a large copy does not hold up the small ones. */
    <T> T bulk(String operation, Transfer<T> transfer) {
        bulkLock.lock();
        try (SftpClient sftp = openSftp(operation)) {
            return transfer.with(sftp);
        } catch (IOException e) {
            throw fileFailure(operation, e);
        } finally {
            bulkLock.unlock();
        }
    }

    /** Uses a file transfer channel of its own beside all others, for as long as the caller likes. */
    <T> T channel(String operation, Transfer<T> transfer) {
        try (SftpClient sftp = openSftp(operation)) {
            return transfer.with(sftp);
        } catch (IOException e) {
            throw fileFailure(operation, e);
        }
    }

    private void acquire(String operation) {
        try {
            if (channels.tryAcquire(limits.call().toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new SshException(
                host.name(),
                operation,
                Kind.TIMEOUT,
                "all " + limits.channels() + " channels of the connection stayed busy for "
                        + limits.call().toSeconds() + " s; nothing was sent",
                "Retry; if it stays so, fewer steps should run on this host at once.",
                null);
    }

    private ChannelExec open(String operation, String command) throws IOException {
        try {
            return current().createExecChannel(command);
        } catch (IllegalStateException | IOException lostMeanwhile) {
            // The host closed an idle connection; nothing was sent yet, so one more try is safe.
            disconnect();
            return current().createExecChannel(command);
        }
    }

    private SftpClient openSftp(String operation) throws IOException {
        try {
            return SftpClientFactory.instance().createSftpClient(current());
        } catch (IllegalStateException lostMeanwhile) {
            disconnect();
            return SftpClientFactory.instance().createSftpClient(current());
        }
    }

    private ClientSession current() {
        ClientSession now = session;
        if (now != null && now.isOpen() && !now.isClosing()) {
            return now;
        }
        sessionLock.lock();
        try {
            now = session;
            if (now == null || !now.isOpen() || now.isClosing()) {
                disconnect();
                now = login.apply(host);
                session = now;
            }
            return now;
        } finally {
            sessionLock.unlock();
        }
    }

    private SshException broken(String operation, IOException cause) {
        boolean late = HostConnections.hasCause(cause, TimeoutException.class);
        return new SshException(
                host.name(),
                operation,
                late ? Kind.TIMEOUT : Kind.TRANSIENT,
                "the connection did not carry the call to its end (" + cause.getMessage()
                        + "); it may have taken effect on the host",
                "Look at the job's status; asking again is safe.",
                cause);
    }

    private SshException fileFailure(String operation, IOException cause) {
        if (!(cause instanceof SftpException refusal)) {
            return broken(operation, cause);
        }
        return new SshException(
                host.name(),
                operation,
                Kind.REMOTE,
                "the host's file transfer answered " + SftpConstants.getStatusName(refusal.getStatus()) + " ("
                        + cause.getMessage() + ")",
                "Check the path, the rights of " + host.user() + " there, and the free space.",
                cause);
    }
}
