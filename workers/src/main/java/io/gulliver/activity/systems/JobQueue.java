package io.gulliver.activity.systems;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OracleStatement.Versions;
import io.gulliver.contract.activity.FailureCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Jobs of a database, stopped and allowed by JOB_QUEUE_PROCESSES so that a restart changes nothing.
 *
 * <p>The value goes to memory and to the server parameter file at once; how both were before stands in the file's comment, so
 * that the undo sets back what was there whoever undoes it and whatever happened meanwhile. Without a server parameter file,
 * or where instances of a cluster have values of their own in it, memory alone is changed: {@link #kept} says so.
 *
 * <p>In a pluggable database of 12.1 the parameter is left alone: 0 there stops the coordinator of the whole container, and
 * with it the jobs of its other databases (My Oracle Support 2175443.1). {@link SchedulerJobs} are disabled one by one
 * instead. In one of 19 it takes 0 and 4000 and nothing else (Database Reference 19c; before and after it is a number of
 * processes, 12.2, 18, 21).
 */
public final class JobQueue {
    private static final String PARAMETER = "job_queue_processes";
    private static final Versions OF_THE_CONTAINER = new Versions("12.1", "12.1");
    private static final Versions ALL_OR_NOTHING = new Versions("19", "19");
    private static final String ALL = "4000";
    private static final String NONE = "none";

    /** Oracle's default where no parameter file states it is far higher; 40 serves. */
    private static final int USUAL = 40;

    private static final String MARK = "gulliver stopped jobs: memory %s, file %s";
    private static final Pattern MARKED = Pattern.compile("gulliver stopped jobs: memory (\\d+), file (\\d+|none)");
    private static final String SET_BACK = "gulliver allowed jobs";

    /** How it was before we stopped jobs. */
    private record Before(String memory, String file) {
        boolean inFile() {
            return !file.equals(NONE);
        }
    }

    private JobQueue() {}

    /** Whether the queue is that of a container whose other databases it would stop too. */
    public static boolean shared(OracleClient client) {
        return OF_THE_CONTAINER.contains(client.release()) && Containers.pluggable(client);
    }

    /** What of JOB_QUEUE_PROCESSES keeps jobs from being stopped; nothing where jobs are stopped one by one. */
    public static Optional<String> open(OracleClient client) {
        return now(client) == 0 || shared(client)
                ? Optional.empty()
                : Optional.of("JOB_QUEUE_PROCESSES is " + now(client));
    }

    /** What the parameter can be there so that so many jobs may run. */
    public static int taken(OracleClient client, int processes) {
        return Integer.parseInt(taken(client, Integer.toString(processes)));
    }

    private static String taken(OracleClient client, String processes) {
        return !processes.equals("0")
                        && !processes.equals(NONE)
                        && ALL_OR_NOTHING.contains(client.release())
                        && Containers.pluggable(client)
                ? ALL
                : processes;
    }

    /** JOB_QUEUE_PROCESSES as it is now. */
    public static int now(OracleClient client) {
        return Integer.parseInt(
                client.queryOne("parameter", Map.of("name", PARAMETER)).text("VALUE"));
    }

    /** As it was before we stopped jobs; as it is after a restart, where the file does not say that we did. */
    public static int before(OracleClient client) {
        return mark(client)
                .map(Before::memory)
                .or(() -> inFile(client))
                .map(Integer::valueOf)
                .orElse(USUAL);
    }

    /** Whether a restart leaves jobs as they are now. */
    public static boolean kept(OracleClient client) {
        return inFile(client).filter(Integer.toString(now(client))::equals).isPresent();
    }

    /** Stops jobs where they are not stopped yet, and answers how it was before. */
    public static int stop(OracleClient client) {
        int now = now(client);
        if (shared(client)) {
            return now;
        }
        Optional<Before> marked = mark(client);
        if (fileIsOurs(client)) {
            Before before = marked.orElseGet(
                    () -> new Before(Integer.toString(now), inFile(client).orElse(NONE)));
            if (marked.isEmpty() || now != 0 || !kept(client)) {
                client.execute("keep-job-queue-processes", keep("0", MARK.formatted(before.memory(), before.file())));
            }
            return Integer.parseInt(before.memory());
        }
        int before = before(client);
        if (now != 0) {
            client.execute("set-job-queue-processes", Map.of("processes", "0"));
        }
        return before;
    }

    /** Sets memory and file back to what they were before {@link #stop}; may be repeated. */
    public static void undo(OracleClient client) {
        Optional<Before> marked = mark(client);
        if (marked.isEmpty()) {
            if (now(client) == 0 && !shared(client)) {
                // Stopped in memory alone.
                client.execute(
                        "set-job-queue-processes",
                        Map.of("processes", Integer.toString(taken(client, before(client)))));
            }
            return;
        }
        Before before = new Before(
                taken(client, marked.get().memory()), taken(client, marked.get().file()));
        // The mark goes last, so that whoever was interrupted finds it.
        if (before.inFile()) {
            client.execute("keep-job-queue-processes", keep(before.file(), SET_BACK));
            if (!before.memory().equals(before.file())) {
                client.execute("set-job-queue-processes", Map.of("processes", before.memory()));
            }
        } else {
            client.execute("set-job-queue-processes", Map.of("processes", before.memory()));
            client.execute("reset-job-queue-processes", Map.of());
        }
    }

    /**
     * {@link #undo} and what else lets jobs run, so that whoever waits is let in even if it fails.
     *
     * @return what failed, for {@link #heldBack} when all else is done
     */
    public static Optional<RuntimeException> tryUndo(OracleClient client, Runnable others) {
        try {
            undo(client);
            others.run();
            return Optional.empty();
        } catch (OracleException e) {
            return Optional.of(e);
        }
    }

    /** A database is open, and its jobs are not. */
    public static StepFailedException heldBack(String database, RuntimeException cause) {
        return new StepFailedException(
                FailureCode.CHECK_FAILED,
                database + " is open again, but its jobs do not run as before: " + cause.getMessage(),
                "Set JOB_QUEUE_PROCESSES by hand (its comment in the server parameter file says how it was; in a pluggable"
                        + " database ALTER SYSTEM RESET takes that of the container), then retry.");
    }

    /** Lets so many jobs run from now on, over a restart too where that can be. */
    public static void allow(OracleClient client, int wished) {
        if (shared(client)) {
            return;
        }
        int processes = taken(client, wished);
        String wanted = Integer.toString(processes);
        if (fileIsOurs(client)) {
            if (now(client) != processes || !kept(client)) {
                client.execute("keep-job-queue-processes", keep(wanted, SET_BACK));
            }
        } else if (now(client) != processes) {
            client.execute("set-job-queue-processes", Map.of("processes", wanted));
        }
    }

    /** What is added to a step's answer when a restart would let jobs run again; empty otherwise. */
    public static String notKept(OracleClient client) {
        return kept(client) || shared(client)
                ? ""
                : "; a restart would let jobs run again, for there is no server parameter file to write to, or instances"
                        + " have values of their own in it";
    }

    /** How {@link #stop} is shown before anybody looked. */
    public static Map<String, String> shownStop() {
        return keep("0", MARK.formatted("«job_queue_processes now»", "«job_queue_processes in the file, or none»"));
    }

    /** How {@link #allow} is shown. */
    public static Map<String, String> shownAllow(String processes) {
        return keep(processes, SET_BACK);
    }

    private static Map<String, String> keep(String processes, String comment) {
        return Map.of("processes", processes, "comment", comment);
    }

    /** Whether there is a file to write to, and no instance has a value of its own in it. */
    private static boolean fileIsOurs(OracleClient client) {
        return !client.query("spfile-parameters").isEmpty()
                && rows(client).stream().allMatch(row -> row.text("SID").equals("*"));
    }

    private static List<OracleRow> rows(OracleClient client) {
        return client.query("job-queue-setting");
    }

    private static Optional<String> inFile(OracleClient client) {
        return rows(client).stream()
                .filter(row -> row.findText("VALUE") != null)
                .map(row -> row.text("VALUE"))
                .findFirst();
    }

    private static Optional<Before> mark(OracleClient client) {
        return rows(client).stream()
                .filter(row -> row.findText("UPDATE_COMMENT") != null)
                .map(row -> MARKED.matcher(row.text("UPDATE_COMMENT")))
                .filter(Matcher::matches)
                .map(mark -> new Before(mark.group(1), mark.group(2)))
                .findFirst();
    }
}
