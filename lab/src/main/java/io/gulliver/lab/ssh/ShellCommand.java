package io.gulliver.lab.ssh;

import io.gulliver.lab.ssh.SshFaultHook.Fault;
import io.gulliver.lab.ssh.SshFaultHook.Moment;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One command of a login, run by a real shell. When the connection goes, its pipes are closed and the process lives on,
 * as with OpenSSH.
 */
final class ShellCommand implements Command {
    private static final Logger LOG = LoggerFactory.getLogger(ShellCommand.class);

    /** A script that only says what to read is no longer. */
    private static final int SCRIPT = 1 << 12;

    private static final Pattern PATH = Pattern.compile("'/[^'\n]+'|/[^\\s']+");

    private final HostTree tree;
    private final String host;
    private final String command;
    private final Map<String, String> environment;
    private final SshFaultHook faults;
    private final SshLedger ledger;
    private final LabLine line;
    private final ExecutorService threads;
    private InputStream in = InputStream.nullInputStream();
    private OutputStream out = OutputStream.nullOutputStream();
    private OutputStream err = OutputStream.nullOutputStream();
    private ExitCallback exit = (code, message, close) -> {};

    ShellCommand(
            HostTree tree,
            String host,
            String command,
            Map<String, String> environment,
            SshFaultHook faults,
            SshLedger ledger,
            LabLine line,
            ExecutorService threads) {
        this.tree = tree;
        this.host = host;
        this.command = command;
        this.environment = environment;
        this.faults = faults;
        this.ledger = ledger;
        this.line = line;
        this.threads = threads;
    }

    @Override
    public void setInputStream(InputStream in) {
        this.in = in;
    }

    @Override
    public void setOutputStream(OutputStream out) {
        this.out = out;
    }

    @Override
    public void setErrorStream(OutputStream err) {
        this.err = err;
    }

    @Override
    public void setExitCallback(ExitCallback callback) {
        this.exit = callback;
    }

    @Override
    public void start(ChannelSession channel, Environment environment) {
        threads.execute(() -> carryOut(channel));
    }

    @Override
    public void destroy(ChannelSession channel) {
        // The process is not ours to end: it has lost its reader, that is all.
    }

    private void carryOut(ChannelSession channel) {
        try {
            if (strike(Moment.BEFORE_COMMAND)) {
                channel.getSession().close(true);
                return;
            }
            ledger.carriedOut(host, channel.getSession().getUsername(), command);
            Process process = tree.run(channel.getSession().getUsername(), command, environment);
            Future<?> input = threads.submit(() -> pump(in, process.getOutputStream(), true, null));
            Future<?> errors = threads.submit(() -> pump(process.getErrorStream(), err, false, null));
            try (LabLine.Passage passage = departs(channel.getSession().getUsername())) {
                pump(process.getInputStream(), out, false, passage);
            }
            errors.get();
            int code = process.waitFor();
            input.cancel(true);
            if (strike(Moment.AFTER_COMMAND)) {
                channel.getSession().close(true);
                return;
            }
            exit.onExit(code);
        } catch (IOException | ExecutionException e) {
            LOG.info("host={} command=\"{}\" could not be carried out: {}", host, command, e.getMessage());
            exit.onExit(126, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean strike(Moment moment) throws InterruptedException {
        Fault fault = faults.at(host, moment, command);
        if (!fault.delay().isZero()) {
            Thread.sleep(fault.delay().toMillis());
        }
        return fault.cut();
    }

    /** The file that the command, or the script that it runs, names, where that leaves by the line. */
    private LabLine.@Nullable Passage departs(String login) throws IOException {
        StringBuilder named = new StringBuilder(command);
        for (String word : command.split(" ")) {
            Path script = word.isEmpty() ? tree.home(login) : tree.fromHome(login, word);
            if (Files.isRegularFile(script) && Files.size(script) <= SCRIPT) {
                named.append('\n').append(Files.readString(script, StandardCharsets.ISO_8859_1));
            }
        }
        for (Matcher path = PATH.matcher(named); path.find(); ) {
            LabLine.Passage passage = line.begin(host, tree.inside(path.group().replace("'", "")));
            if (passage != null) {
                return passage;
            }
        }
        return null;
    }

    private static void pump(InputStream from, OutputStream to, boolean close, LabLine.@Nullable Passage passage) {
        byte[] piece = new byte[passage == null ? 32 * 1024 : Math.min(32 * 1024, passage.most())];
        try {
            for (int read = from.read(piece); read >= 0; read = from.read(piece)) {
                if (passage != null) {
                    passage.pass(read);
                }
                to.write(piece, 0, read);
                to.flush();
            }
        } catch (IOException readerGone) {
            LOG.debug("a stream ended early: {}", readerGone.getMessage());
        } finally {
            if (close) {
                try {
                    to.close();
                } catch (IOException alreadyClosed) {
                    LOG.debug("closing: {}", alreadyClosed.getMessage());
                }
            } else {
                drain(from, piece);
            }
        }
    }

    /** Keeps reading for a client that has gone, so that the command is never stuck on a full pipe. */
    private static void drain(InputStream from, byte[] piece) {
        try {
            while (from.read(piece) >= 0) {
                continue;
            }
        } catch (IOException ended) {
            LOG.debug("draining: {}", ended.getMessage());
        }
    }
}
