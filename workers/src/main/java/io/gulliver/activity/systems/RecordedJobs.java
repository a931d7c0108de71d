package io.gulliver.activity.systems;

import io.gulliver.activity.JobOutput;
import io.gulliver.adapter.ssh.DetachedJobs;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobState;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.LogChunk;
import io.gulliver.adapter.ssh.LogTime;
import io.gulliver.adapter.ssh.SshException;
import io.gulliver.adapter.ssh.SshHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/** Writes every call to a host into the run's call log, with how long it took and what came back. */
final class RecordedJobs implements DetachedJobs {
    private final DetachedJobs jobs;
    private final Systems systems;

    RecordedJobs(DetachedJobs jobs, Systems systems) {
        this.jobs = jobs;
        this.systems = systems;
    }

    @Override
    public JobStatus start(SshHost host, JobSpec job) {
        return status(host, "start-job", job.jobId(), () -> jobs.start(host, job));
    }

    @Override
    public JobStatus runShort(SshHost host, JobSpec job, Duration patience) {
        return status(host, "run-job", job.jobId(), () -> jobs.runShort(host, job, patience));
    }

    @Override
    public JobStatus status(SshHost host, String jobId) {
        JobStatus status = status(host, "job-status", jobId, () -> jobs.status(host, jobId));
        if (status.state() != JobState.ABSENT && status.state() != JobState.CLAIMED) {
            systems.watched(new Output(jobs, host, status));
        }
        return status;
    }

    @Override
    public JobStatus stop(SshHost host, String jobId, long generation) {
        return status(host, "stop-job", jobId, () -> jobs.stop(host, jobId, generation));
    }

    @Override
    public JobStatus remove(SshHost host, String jobId, long generation) {
        return status(host, "remove-job", jobId, () -> jobs.remove(host, jobId, generation));
    }

    @Override
    public LogChunk readLog(SshHost host, String jobId, long offset, int maxBytes) {
        return recorded(
                host,
                "read-log",
                jobId,
                () -> jobs.readLog(host, jobId, offset, maxBytes),
                chunk -> chunk.bytes().length + " bytes");
    }

    @Override
    public List<LogTime> logTimes(SshHost host, String jobId) {
        return recorded(host, "log-times", jobId, () -> jobs.logTimes(host, jobId), times -> times.size() + " times");
    }

    @Override
    public List<LogTime> logTimes(SshHost host, String jobId, long offset) {
        return recorded(
                host, "log-times", jobId, () -> jobs.logTimes(host, jobId, offset), times -> times.size() + " times");
    }

    @Override
    public void fetchFile(SshHost host, String remotePath, Path target) {
        recorded(
                host,
                "fetch-file",
                remotePath,
                () -> {
                    jobs.fetchFile(host, remotePath, target);
                    return remotePath;
                },
                path -> "done");
    }

    @Override
    public String readFile(SshHost host, String remotePath) {
        return recorded(
                host,
                "read-file",
                remotePath,
                () -> jobs.readFile(host, remotePath),
                text -> text.length() + " characters");
    }

    @Override
    public void writeFile(SshHost host, String remotePath, String text) {
        done(host, "write-file", remotePath, () -> jobs.writeFile(host, remotePath, text));
    }

    @Override
    public void removeFile(SshHost host, String remotePath) {
        done(host, "remove-file", remotePath, () -> jobs.removeFile(host, remotePath));
    }

    @Override
    public long size(SshHost host, String remotePath) {
        return recorded(host, "file-size", remotePath, () -> jobs.size(host, remotePath), size -> size + " bytes");
    }

    @Override
    public void create(SshHost host, String remotePath) {
        done(host, "create-file", remotePath, () -> jobs.create(host, remotePath));
    }

    @Override
    public void truncate(SshHost host, String remotePath, long bytes) {
        done(host, "truncate-file", remotePath, () -> jobs.truncate(host, remotePath, bytes));
    }

    @Override
    public void rename(SshHost host, String remotePath, String newPath) {
        done(host, "rename-file", remotePath, () -> jobs.rename(host, remotePath, newPath));
    }

    @Override
    public long copy(SshHost from, String source, SshHost to, String target, long offset, BooleanSupplier goOn) {
        return recorded(
                to,
                "copy-file",
                target + " from byte " + offset,
                () -> jobs.copy(from, source, to, target, offset, goOn),
                end -> "to byte " + end);
    }

    private void done(SshHost host, String operation, String object, Runnable call) {
        recorded(
                host,
                operation,
                object,
                () -> {
                    call.run();
                    return object;
                },
                path -> "done");
    }

    private JobStatus status(SshHost host, String operation, String object, Supplier<JobStatus> call) {
        return recorded(
                host,
                operation,
                object,
                call,
                status -> status.exitCode() == null ? status.state().name() : status.state() + " " + status.exitCode());
    }

    private <T> T recorded(
            SshHost host, String operation, String object, Supplier<T> call, Function<T, String> outcome) {
        long begun = System.nanoTime();
        try {
            T answer = call.get();
            systems.called(host.name(), operation, object, outcome.apply(answer), since(begun), null);
            return answer;
        } catch (SshException e) {
            systems.called(host.name(), operation, object, e.kind().name(), since(begun), e.getMessage());
            throw e;
        }
    }

    private static Duration since(long begun) {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** The output of a job that was just looked at. Its pieces are no lines of the call log: the look is one. */
    private record Output(DetachedJobs jobs, SshHost host, JobStatus status) implements JobOutput {
        @Override
        public String system() {
            return host.name();
        }

        @Override
        public String job() {
            return status.jobId();
        }

        @Override
        public boolean ended() {
            return status.state() != JobState.RUNNING;
        }

        @Override
        public byte[] read(long offset, int most) {
            return jobs.readLog(host, status.jobId(), offset, most).bytes();
        }

        @Override
        public long size() {
            return jobs.size(host, DetachedJobs.logFile(status.jobId()));
        }

        @Override
        public List<Mark> marks(long offset) {
            List<Mark> marks = new ArrayList<>();
            for (LogTime time : jobs.logTimes(host, status.jobId(), offset)) {
                marks.add(new Mark(time.offset(), time.hostTime()));
            }
            if (status.ended() != null) {
                marks.add(new Mark(Long.MAX_VALUE, status.ended()));
            }
            return marks;
        }
    }
}
