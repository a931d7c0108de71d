package io.gulliver.adapter.ssh;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Runs scripts on hosts so that they outlive the connection, this process and this machine, and finds them again.
 *
 * <p>The seam is the wire: OpenSSH 5.3 or later on Linux with {@code setsid} and {@code tar}. Everything is under
 * {@code ~/.gulliver} of the login. Every method may be called again after a failure; none has an effect twice. All
 * throw {@link SshException}. States and answers: {@code docs/devices/detached-jobs.md}.
 */
public interface DetachedJobs {
    /** The file with all that a job printed, relative to the login's home. */
    static String logFile(String jobId) {
        JobSpec.requireJobId(jobId);
        return ".gulliver/jobs/" + jobId + "/log";
    }

    /**
     * Lays down the job's files and starts it, or answers with the status of the job that already has this name and
     * content.
     *
     * <p>Done means: the process is recorded on the host and lives (RUNNING), or has ended. CLAIMED means that another
     * starter is at it, or died less than 30 s ago: ask again. VANISHED is answered, never restarted.
     *
     * @throws SshException CONFLICT for other content under this name or a lower generation; CAPACITY when the host
     *     has no space (nothing was started then)
     */
    JobStatus start(SshHost host, JobSpec job);

    /**
     * Starts the job and waits for its end in one call, for steps of a few seconds.
     *
     * @param patience after this the answer is the status as it stands, usually RUNNING; the job goes on
     */
    JobStatus runShort(SshHost host, JobSpec job, Duration patience);

    /** Looks, and changes nothing. */
    JobStatus status(SshHost host, String jobId);

    /**
     * Reads output from an offset, while the job runs or later.
     *
     * @param offset in bytes; nothing is read beyond the end
     * @param maxBytes upper limit of the piece, at least 1
     */
    LogChunk readLog(SshHost host, String jobId, long offset, int maxBytes);

    /** At which host time how much output was there, oldest first; one mark a second at most, and the end. */
    List<LogTime> logTimes(SshHost host, String jobId);

    /**
     * The same as noted by the host while the job ran, from the first mark beyond an offset on; reads the marks from their
     * end, and no more of them than that.
     */
    List<LogTime> logTimes(SshHost host, String jobId, long offset);

    /**
     * Asks the job's process group to end (TERM), forces it after its grace (KILL), and answers with what is then so.
     * A job only claimed is barred from ever starting and counts as EXITED(143).
     *
     * @param generation a lower one than the host has seen is refused
     */
    JobStatus stop(SshHost host, String jobId, long generation);

    /**
     * Deletes a job that has ended, with its files and output. Removing nothing succeeds.
     *
     * @param generation a lower one than the host has seen is refused
     * @throws SshException CONFLICT while it runs or is about to
     */
    JobStatus remove(SshHost host, String jobId, long generation);

    /**
     * Copies a file from the host.
     *
     * @param remotePath absolute, or relative to the login's home
     * @param target replaced as a whole when the copy is complete
     */
    void fetchFile(SshHost host, String remotePath, Path target);

    /** Size of a file in bytes, or -1 when there is none. */
    long size(SshHost host, String remotePath);

    /** Makes an empty file, mode 0600; one that is there stays as it is. Its directory must exist. */
    void create(SshHost host, String remotePath);

    /** Cuts a file off behind so many bytes; fails when there is none. */
    void truncate(SshHost host, String remotePath, long bytes);

    /** Gives a file another name, replacing what has it; fails when there is none. */
    void rename(SshHost host, String remotePath, String newPath);

    /**
     * Copies the bytes from an offset on from one host to the other through this process, into the same place of a file
     * that is there. Keeps nothing here; the same bytes may be copied twice, also at once.
     *
     * @param goOn asked after every piece of a few megabytes
     * @return the offset behind the last byte copied
     * @throws SshException REMOTE when there is no such file on one side: none is made
     */
    long copy(SshHost from, String source, SshHost to, String target, long offset, BooleanSupplier goOn);

    /** Reads a small text file; empty when there is none. */
    String readFile(SshHost host, String remotePath);

    /**
     * Writes a small text file, mode 0600; the name appears when it is complete, replacing an older one.
     *
     * @param remotePath absolute, or relative to the login's home; its directory must exist
     */
    void writeFile(SshHost host, String remotePath, String text);

    /** Removes a file. Removing nothing succeeds. */
    void removeFile(SshHost host, String remotePath);
}
