package io.gulliver.adapter.ssh;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What shall run on a host, under a name by which it is found again.
 *
 * <p>The content (script, environment, files, grace) is fixed for ever under its name: a start of the same name with
 * the same content answers with the job's status, with other content it is refused.
 *
 * @param jobId {@code [a-z0-9-]{1,64}}, made from the step's key and never from the attempt
 * @param generation the migration's generation; the host refuses one lower than it has seen for this job
 * @param script POSIX shell text, run by {@code /bin/sh} in the directory of the files
 * @param environment variables for the script; values may hold anything but NUL
 * @param files parameter files
 * @param stopGrace how long {@code stop} waits between asking (TERM) and forcing (KILL); whole seconds
 */
public record JobSpec(
        String jobId,
        long generation,
        String script,
        SortedMap<String, String> environment,
        List<JobFile> files,
        Duration stopGrace) {

    public JobSpec {
        requireJobId(jobId);
        if (generation < 0) {
            throw new IllegalArgumentException("Job " + jobId + ": generation " + generation + " is below 0.");
        }
        if (stopGrace.isNegative() || stopGrace.toSeconds() > 3600) {
            throw new IllegalArgumentException(
                    "Job " + jobId + ": stop grace " + stopGrace + " is not within 0 to 1 h.");
        }
        environment = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(environment));
        environment.forEach((name, value) -> {
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*") || value.indexOf('\0') >= 0) {
                throw new IllegalArgumentException(
                        "Job " + jobId + ": environment variable \"" + name + "\" cannot be set in a shell.");
            }
        });
        files = List.copyOf(files);
        if (files.stream().map(JobFile::name).distinct().count() != files.size()) {
            throw new IllegalArgumentException("Job " + jobId + ": two files have the same name.");
        }
    }

    /** A script alone, with 10 s of grace. */
    public static JobSpec of(String jobId, long generation, String script) {
        return new JobSpec(jobId, generation, script, new TreeMap<>(), List.of(), Duration.ofSeconds(10));
    }

    /** The same job with these files. */
    public JobSpec withFiles(List<JobFile> these) {
        return new JobSpec(jobId, generation, script, environment, these, stopGrace);
    }

    /** The same job with these variables. */
    public JobSpec withEnvironment(Map<String, String> these) {
        return new JobSpec(jobId, generation, script, new TreeMap<>(these), files, stopGrace);
    }

    /** The same job with another grace between TERM and KILL. */
    public JobSpec withStopGrace(Duration grace) {
        return new JobSpec(jobId, generation, script, environment, files, grace);
    }

    /** The same job in another generation. */
    public JobSpec withGeneration(long other) {
        return new JobSpec(jobId, other, script, environment, files, stopGrace);
    }

    /** Names only: script and values may hold secrets. */
    @Override
    public String toString() {
        return "job " + jobId + " (generation " + generation + ", variables " + environment.keySet() + ", files "
                + files + ")";
    }

    static void requireJobId(String jobId) {
        if (!jobId.matches("[a-z0-9-]{1,64}")) {
            throw new IllegalArgumentException(
                    "Job name \"" + jobId + "\" is refused. Wanted: 1 to 64 of a-z, 0-9 and dash.");
        }
    }
}
