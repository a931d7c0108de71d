package io.gulliver.adapter.ssh;

import io.gulliver.adapter.ssh.SshException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.session.ClientSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program on a host that is spoken with line by line, over a login of its own, so that it takes no channel from anybody.
 *
 * <p>What is said goes through the program's standard input: it is on no command line and in no file. The program ends with
 * {@link #close}. Lines are UTF-8. For one thread; {@link #interrupt} and {@link #close} may come from another.
 */
public final class HostDialogue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostDialogue.class);

    /** What no line is: the program's output has come to its end. */
    private static final String END = "\u0000";

    private final SshHost host;
    private final SshLimits limits;
    private final HostConnection others;
    private final ClientSession session;
    private final ChannelExec channel;
    private final OutputStream in;
    private final Received received = new Received();
    private volatile boolean over;
    private String process = "";

    private HostDialogue(
            SshHost host, SshLimits limits, HostConnection others, ClientSession session, ChannelExec channel)
            throws IOException {
        this.host = host;
        this.limits = limits;
        this.others = others;
        this.session = session;
        this.channel = channel;
        channel.setOut(received);
        channel.setRedirectErrorStream(true);
        channel.addCloseFutureListener(closed -> received.end());
        channel.open().verify(limits.channel());
        this.in = channel.getInvertedIn();
    }

    /**
     * Starts a program.
     *
     * @param command one command of a POSIX shell, without secrets: whoever is on the host may read it
     * @param others a connection over which the program can be told to end
     */
    static HostDialogue open(
            SshHost host, SshLimits limits, HostConnection others, ClientSession session, String command) {
        HostDialogue dialogue = null;
        try {
            // The shell becomes the program, so its number is the program's.
            dialogue = new HostDialogue(
                    host, limits, others, session, session.createExecChannel("echo $$; exec " + command));
            String number = dialogue.line(limits.call());
            if (number == null || !number.strip().matches("\\d{1,10}")) {
                throw new IOException("the shell said " + (number == null ? "nothing" : "\"" + number + "\""));
            }
            dialogue.process = number.strip();
            return dialogue;
        } catch (IOException e) {
            if (dialogue != null) {
                dialogue.close();
            }
            session.close(true);
            throw new SshException(
                    host.name(),
                    "start a program",
                    Kind.TRANSIENT,
                    "it did not begin (" + e.getMessage() + ")",
                    "Check the login's shell and MaxSessions of the host's SSH server; it is asked again.",
                    e);
        }
    }

    /**
     * Says something; a line ends with a line feed.
     *
     * @throws SshException TRANSIENT when nobody listens any more
     */
    public void say(String text) {
        try {
            in.write(text.getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            throw new SshException(
                    host.name(),
                    "speak with a program",
                    Kind.TRANSIENT,
                    "it does not listen any more (" + e.getMessage() + ")",
                    "The connection or the program is gone; it is started again.",
                    e);
        }
    }

    /** The next line without its end, or null when none came in time or none can come, see {@link #over}. */
    public @Nullable String line(Duration atMost) {
        if (over) {
            return null;
        }
        try {
            String line = received.lines.poll(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
            over = END.equals(line);
            return over ? null : line;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Whether the program's output has come to its end, and was read. */
    public boolean over() {
        return over;
    }

    /** Asks the program to leave what it is at: SIGINT. */
    public void interrupt() {
        kill("INT");
    }

    private void kill(String signal) {
        if (process.isEmpty() || !channel.isOpen()) {
            return;
        }
        try {
            others.run("signal a program", "kill -s " + signal + " " + process, new byte[0], limits.call());
        } catch (SshException e) {
            LOG.debug("product=ssh operation=\"signal a program\" object={} {}", host.name(), e.getMessage());
        }
    }

    /** Ends the program if it has not ended, and the login. */
    @Override
    public void close() {
        if (!over) {
            kill("TERM");
        }
        channel.close(true);
        session.close(true);
    }

    /** Cuts what comes into lines. */
    private static final class Received extends OutputStream {
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int b) {
            if (b == '\n') {
                lines.add(line.toString(StandardCharsets.UTF_8));
                line.reset();
            } else {
                line.write(b);
            }
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            for (int i = from; i < from + length; i++) {
                write(bytes[i]);
            }
        }

        synchronized void end() {
            if (line.size() > 0) {
                write('\n');
            }
            lines.add(END);
        }
    }
}
