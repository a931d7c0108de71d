package io.gulliver.adapter.ssh;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Runs scripts on hosts so that they outlive the connection, this process and this machine, and finds them again.
 *
 * <p>The seam is the wire: OpenSSH 5.3 or later on Linux with {@code setsid} and {@code tar}. Everything is under
 * {@code ~/.gulliver} of the login. Every method may be called again after a failure; none has an effect twice. All
 * throw {@link SshException}. States and answers: {@code docs/devices/detached-jobs.md}.
 */
public interface DetachedJobs {

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

    /**
     * Copies a file to the host, mode 0600; the name appears when the copy is complete, replacing an older one.
     *
     * @param remotePath absolute, or relative to the login's home; its directory must exist
     */
    void putFile(SshHost host, Path source, String remotePath);
}
