package io.gulliver.adapter.ssh;

import io.gulliver.adapter.ssh.HostConnection.Outcome;
import io.gulliver.adapter.ssh.SshException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClient.OpenMode;
import org.apache.sshd.sftp.client.extensions.openssh.OpenSSHPosixRenameExtension;
import org.apache.sshd.sftp.common.SftpConstants;
import org.apache.sshd.sftp.common.SftpException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detached jobs through the wrapper {@code ~/.gulliver/bin/gulliver-job}.
 *
 * <p>The only command line ever sent is {@code .gulliver/bin/gulliver-job VERB JOB}. A job's files go through the
 * standard input of {@code start} and {@code run} as one tar stream, so that a short step is one channel and one round
 * trip; output and large files go by SFTP.
 */
public final class SshDetachedJobs implements DetachedJobs {
    private static final Logger LOG = LoggerFactory.getLogger(SshDetachedJobs.class);

    static final String BIN = ".gulliver/bin";
    static final String WRAPPER = BIN + "/gulliver-job";
    private static final String JOBS = ".gulliver/jobs/";
    private static final byte[] WRAPPER_TEXT = wrapperText();
    private static final int PIECE = 32 * 1024;
    private static final int PRIVATE_FILE = 0600;
    /** So much of a job's marks is read first: those of the last six minutes or more. */
    private static final int MARKS = 8 * 1024;
    /** How much is copied before it is asked whether to go on. */
    private static final int COPY_PIECE = 4 << 20;

    private static final int PRIVATE_PROGRAM = 0700;

    private final HostConnections connections;

    /** Uses connections that others may share; closing them is the owner's part. */
    public SshDetachedJobs(HostConnections connections) {
        this.connections = connections;
    }

    @Override
    public JobStatus start(SshHost host, JobSpec job) {
        return answered(host, "start", job.jobId(), JobArchive.of(job), call());
    }

    @Override
    public JobStatus runShort(SshHost host, JobSpec job, Duration patience) {
        JobStatus status = call(host, "run", job.jobId(), JobArchive.of(job), patience);
        return status != null ? status : status(host, job.jobId());
    }

    @Override
    public JobStatus status(SshHost host, String jobId) {
        JobSpec.requireJobId(jobId);
        return answered(host, "status", jobId, new byte[0], call());
    }

    @Override
    public JobStatus stop(SshHost host, String jobId, long generation) {
        JobSpec.requireJobId(jobId);
        // The host waits out the job's own grace, which may be an hour.
        return answered(host, "stop", jobId, line(generation), call().plus(Duration.ofHours(1)));
    }

    @Override
    public JobStatus remove(SshHost host, String jobId, long generation) {
        JobSpec.requireJobId(jobId);
        return answered(host, "remove", jobId, line(generation), call());
    }

    @Override
    public LogChunk readLog(SshHost host, String jobId, long offset, int maxBytes) {
        JobSpec.requireJobId(jobId);
        if (offset < 0 || maxBytes < 1) {
            throw new IllegalArgumentException("Log offset " + offset + " or limit " + maxBytes + " is out of range.");
        }
        return connections.to(host).smallFiles("read the output of job " + jobId, sftp -> {
            try (SftpClient.CloseableHandle log = sftp.open(DetachedJobs.logFile(jobId), OpenMode.Read)) {
                long size = sftp.stat(log).getSize();
                int length = (int) Math.max(0, Math.min(maxBytes, size - offset));
                return new LogChunk(offset, piece(sftp, log, offset, length), size);
            } catch (SftpException e) {
                if (e.getStatus() == SftpConstants.SSH_FX_NO_SUCH_FILE) {
                    return new LogChunk(offset, new byte[0], 0);
                }
                throw e;
            }
        });
    }

    @Override
    public List<LogTime> logTimes(SshHost host, String jobId) {
        JobStatus status = status(host, jobId);
        List<LogTime> times = new ArrayList<>();
        if (status.started() != null) {
            times.add(new LogTime(0, status.started()));
        }
        String marks = connections
                .to(host)
                .smallFiles("read the output times of job " + jobId, sftp -> readText(sftp, JOBS + jobId + "/marks"));
        times.addAll(times(marks));
        if (status.ended() != null) {
            times.add(new LogTime(readLog(host, jobId, 0, 1).size(), status.ended()));
        }
        return List.copyOf(times);
    }

    @Override
    public List<LogTime> logTimes(SshHost host, String jobId, long offset) {
        JobSpec.requireJobId(jobId);
        return connections.to(host).smallFiles("read the newest output times of job " + jobId, sftp -> {
            try (SftpClient.CloseableHandle marks = sftp.open(JOBS + jobId + "/marks", OpenMode.Read)) {
                long end = sftp.stat(marks).getSize();
                for (long tail = MARKS; ; tail *= 4) {
                    long from = Math.max(0, end - tail);
                    String text = new String(piece(sftp, marks, from, (int) (end - from)), StandardCharsets.US_ASCII);
                    // The first line of a tail may be the end of one.
                    List<LogTime> seen = times(from == 0 ? text : text.substring(text.indexOf('\n') + 1));
                    if (from == 0 || !seen.isEmpty() && seen.get(0).offset() <= offset) {
                        return seen.stream()
                                .filter(time -> time.offset() > offset)
                                .toList();
                    }
                }
            } catch (SftpException e) {
                if (e.getStatus() == SftpConstants.SSH_FX_NO_SUCH_FILE) {
                    return List.of();
                }
                throw e;
            }
        });
    }

    private static List<LogTime> times(String marks) {
        List<LogTime> times = new ArrayList<>();
        for (String mark : marks.split("\n")) {
            String[] words = mark.split(" ");
            if (words.length == 2) {
                times.add(new LogTime(Long.parseLong(words[0]), Instant.ofEpochSecond(Long.parseLong(words[1]))));
            }
        }
        return times;
    }

    /** So many bytes from an offset on, or as many as there are. */
    private static byte[] piece(SftpClient sftp, SftpClient.Handle file, long offset, int length) throws IOException {
        byte[] bytes = new byte[length];
        int have = 0;
        while (have < length) {
            int read = sftp.read(file, offset + have, bytes, have, Math.min(PIECE, length - have));
            if (read <= 0) {
                break;
            }
            have += read;
        }
        return Arrays.copyOf(bytes, have);
    }

    @Override
    public void fetchFile(SshHost host, String remotePath, Path target) {
        connections.to(host).bulk("fetch " + remotePath, sftp -> {
            Path part = target.resolveSibling(target.getFileName() + "." + UUID.randomUUID() + ".part");
            try {
                try (InputStream in = sftp.read(remotePath)) {
                    Files.copy(in, part);
                }
                return Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        });
    }

    @Override
    public String readFile(SshHost host, String remotePath) {
        return connections.to(host).smallFiles("read " + remotePath, sftp -> readText(sftp, remotePath));
    }

    @Override
    public void writeFile(SshHost host, String remotePath, String text) {
        HostConnection connection = connections.to(host);
        prepare(connection);
        connection.smallFiles("write " + remotePath, sftp -> {
            replace(sftp, remotePath, PRIVATE_FILE, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
            return remotePath;
        });
    }

    @Override
    public void removeFile(SshHost host, String remotePath) {
        connections.to(host).smallFiles("remove " + remotePath, sftp -> {
            removeIfThere(sftp, remotePath);
            return remotePath;
        });
    }

    @Override
    public long size(SshHost host, String remotePath) {
        return connections.to(host).smallFiles("look at " + remotePath, sftp -> {
            try {
                return sftp.stat(remotePath).getSize();
            } catch (SftpException e) {
                if (e.getStatus() == SftpConstants.SSH_FX_NO_SUCH_FILE) {
                    return -1L;
                }
                throw e;
            }
        });
    }

    @Override
    public void create(SshHost host, String remotePath) {
        connections.to(host).smallFiles("make " + remotePath, sftp -> {
            sftp.open(remotePath, EnumSet.of(OpenMode.Create, OpenMode.Write)).close();
            sftp.setStat(remotePath, new SftpClient.Attributes().perms(PRIVATE_FILE));
            return remotePath;
        });
    }

    @Override
    public void truncate(SshHost host, String remotePath, long bytes) {
        connections.to(host).smallFiles("cut off " + remotePath, sftp -> {
            sftp.setStat(remotePath, new SftpClient.Attributes().size(bytes));
            return remotePath;
        });
    }

    @Override
    public void rename(SshHost host, String remotePath, String newPath) {
        connections.to(host).smallFiles("rename " + remotePath, sftp -> {
            rename(sftp, remotePath, newPath);
            return newPath;
        });
    }

    @Override
    public long copy(SshHost from, String source, SshHost to, String target, long offset, BooleanSupplier goOn) {
        // Each host has channels of its own for this: two copies at once must not wait for each other's host.
        return connections
                .to(from)
                .channel(
                        "read " + source,
                        reading -> connections.to(to).channel("write " + target, writing -> {
                            // Without Create: what was removed meanwhile stays away.
                            try (SftpClient.CloseableHandle handle = writing.open(target, EnumSet.of(OpenMode.Write));
                                    InputStream in = reading.read(source)) {
                                long at = offset;
                                if (in.skip(offset) != offset) {
                                    throw new IOException("the source could not be read from byte " + offset);
                                }
                                byte[] piece = new byte[COPY_PIECE];
                                int length;
                                do {
                                    length = in.readNBytes(piece, 0, COPY_PIECE);
                                    writing.write(handle, at, piece, 0, length);
                                    at += length;
                                } while (length == COPY_PIECE && goOn.getAsBoolean());
                                return at;
                            }
                        }));
    }

    private Duration call() {
        return connections.limits().call();
    }

    private JobStatus answered(SshHost host, String verb, String jobId, byte[] input, Duration patience) {
        JobStatus status = call(host, verb, jobId, input, patience);
        if (status == null) {
            throw new SshException(
                    host.name(),
                    verb + " job " + jobId,
                    Kind.TIMEOUT,
                    "no answer within " + patience.toSeconds() + " s; it may have taken effect",
                    "Look at the job's status; asking again is safe. If the host stays silent, check its load and its disks.",
                    null);
        }
        return status;
    }

    /** Null when patience ended first. */
    private @Nullable JobStatus call(SshHost host, String verb, String jobId, byte[] input, Duration patience) {
        String operation = verb + " job " + jobId;
        HostConnection connection = connections.to(host);
        String command = WRAPPER + " " + verb + " " + jobId;
        prepare(connection);
        Outcome outcome = connection.run(operation, command, input, patience);
        if (outcome.exit() != null && (outcome.exit() == 126 || outcome.exit() == 127)) {
            // The shell could not run the wrapper, so nothing happened: somebody removed it since we looked.
            connection.forgetPrepared();
            prepare(connection);
            outcome = connection.run(operation, command, input, patience);
        }
        if (outcome.exit() != null && outcome.exit() == 0 && JobStatus.parse(jobId, outcome.out()) == null) {
            // An answer that did not arrive whole; whatever was asked for may be asked again.
            LOG.warn(
                    "product=ssh operation=\"{}\" object={} unreadable answer: \"{}\"",
                    operation,
                    host.name(),
                    outcome.out());
            outcome = connection.run(operation, command, input, patience);
        }
        if (outcome.exit() == null) {
            return null;
        }
        JobStatus status = JobStatus.parse(jobId, outcome.out());
        if (outcome.exit() == 0 && status != null) {
            return status;
        }
        throw refusal(host, operation, outcome);
    }

    private static SshException refusal(SshHost host, String operation, Outcome outcome) {
        int exit = outcome.exit() == null ? -1 : outcome.exit();
        String said = outcome.err().strip().replaceFirst("(?s).*gulliver-job: ", "");
        String answer = outcome.out().isBlank()
                ? " and said nothing"
                : ": " + outcome.out().strip();
        String seen = said.isEmpty() ? "the wrapper ended with code " + exit + answer : said;
        if (seen.endsWith(".")) {
            seen = seen.substring(0, seen.length() - 1);
        }
        return switch (exit) {
            case 65 ->
                new SshException(
                        host.name(),
                        operation,
                        Kind.CONFLICT,
                        seen,
                        "A name stands for one content for ever. Look at the job there; remove it if it is of no use, then retry.",
                        null);
            case 66 ->
                new SshException(
                        host.name(),
                        operation,
                        Kind.CONFLICT,
                        seen,
                        "Another engine has taken this migration over; this one must stop acting on it.",
                        null);
            case 67 ->
                new SshException(
                        host.name(), operation, Kind.CONFLICT, seen, "Look at the job's status, then decide.", null);
            case 73 ->
                new SshException(
                        host.name(),
                        operation,
                        Kind.CAPACITY,
                        seen,
                        "Free space (or quota) for " + host.user() + "'s home directory on the host, then retry.",
                        null);
            case 69 ->
                new SshException(
                        host.name(),
                        operation,
                        Kind.REMOTE,
                        seen,
                        "Install it on the host, then retry. A host that is not Linux runs no jobs of ours: leave it without a"
                                + " login, and take a method that needs none there.",
                        null);
            default ->
                new SshException(
                        host.name(),
                        operation,
                        Kind.REMOTE,
                        seen,
                        "Log in to the host as " + host.user() + " and try " + WRAPPER + " status by hand.",
                        null);
        };
    }

    /** Sees to it, once a connection, that the wrapper on the host is ours to the byte. */
    private void prepare(HostConnection connection) {
        if (connection.isPrepared()) {
            return;
        }
        connection.smallFiles("check the wrapper " + WRAPPER, sftp -> {
            byte[] wanted = JobArchive.sha256().digest(WRAPPER_TEXT);
            byte[] seen = JobArchive.sha256().digest(readText(sftp, WRAPPER).getBytes(StandardCharsets.UTF_8));
            if (!Arrays.equals(wanted, seen) || !isProgram(sftp)) {
                makeDirectory(sftp, ".gulliver");
                makeDirectory(sftp, BIN);
                replace(sftp, WRAPPER, PRIVATE_PROGRAM, out -> out.write(WRAPPER_TEXT));
            }
            return WRAPPER;
        });
        connection.markPrepared();
    }

    private static boolean isProgram(SftpClient sftp) throws IOException {
        return (sftp.stat(WRAPPER).getPermissions() & 0100) != 0;
    }

    private static void makeDirectory(SftpClient sftp, String path) throws IOException {
        try {
            sftp.mkdir(path);
            sftp.setStat(path, new SftpClient.Attributes().perms(PRIVATE_PROGRAM));
        } catch (SftpException e) {
            // Whether it is there already, the server says in words of its own: look.
            if (!sftp.stat(path).isDirectory()) {
                throw e;
            }
        }
    }

    private interface Writing {
        void to(OutputStream out) throws IOException;
    }

    private static void replace(SftpClient sftp, String path, int mode, Writing writing) throws IOException {
        int slash = path.lastIndexOf('/') + 1;
        String part = path.substring(0, slash) + "." + path.substring(slash) + "." + UUID.randomUUID();
        boolean moved = false;
        try {
            // Closed to others before the first byte of content is in it.
            sftp.open(part, EnumSet.of(OpenMode.Create, OpenMode.Exclusive, OpenMode.Write))
                    .close();
            sftp.setStat(part, new SftpClient.Attributes().perms(mode));
            try (OutputStream out = sftp.write(part, OpenMode.Write)) {
                writing.to(out);
            }
            rename(sftp, part, path);
            moved = true;
        } finally {
            if (!moved && sftp.isOpen()) {
                removeIfThere(sftp, part);
            }
        }
    }

    private static void rename(SftpClient sftp, String from, String to) throws IOException {
        OpenSSHPosixRenameExtension atomic = sftp.getExtension(OpenSSHPosixRenameExtension.class);
        if (atomic != null && atomic.isSupported()) {
            atomic.posixRename(from, to);
        } else {
            // No server we know lacks it (OpenSSH has it since 4.8); SFTP 3 alone cannot replace a name.
            removeIfThere(sftp, to);
            sftp.rename(from, to);
        }
    }

    private static void removeIfThere(SftpClient sftp, String path) throws IOException {
        try {
            sftp.remove(path);
        } catch (SftpException e) {
            if (e.getStatus() != SftpConstants.SSH_FX_NO_SUCH_FILE) {
                throw e;
            }
        }
    }

    private static String readText(SftpClient sftp, String path) throws IOException {
        try (InputStream in = sftp.read(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (SftpException e) {
            if (e.getStatus() == SftpConstants.SSH_FX_NO_SUCH_FILE) {
                return "";
            }
            throw e;
        }
    }

    private static byte[] line(long generation) {
        return (generation + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] wrapperText() {
        try (InputStream in = SshDetachedJobs.class.getResourceAsStream("gulliver-job")) {
            if (in == null) {
                throw new IllegalStateException("The wrapper gulliver-job is missing from this program's files.");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
