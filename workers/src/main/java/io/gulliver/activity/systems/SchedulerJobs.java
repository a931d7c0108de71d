package io.gulliver.activity.systems;

import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OracleStatement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of the scheduler, by {@code OWNER.NAME}. Before 11.2 JOB_QUEUE_PROCESSES 0 stops those of DBMS_JOB alone, and the
 * scheduler goes on with as many processes as its own attribute says (Administrator's Guide 11.1, <i>Using Both DBMS_JOB and
 * Oracle Scheduler</i>; from 11.2 it stops both, same place). There, and where the queue is that of a whole container
 * ({@link JobQueue#shared}), each job is disabled by itself.
 */
public final class SchedulerJobs {
    private static final OracleStatement.Versions APART = new OracleStatement.Versions("10.2", "11.1");

    /** What such a job runs: {@code dbms_refresh.refresh('"SHOP"."DAILY"');}, of a view or of a group of views. */
    private static final Pattern REFRESH = Pattern.compile(
            "(?is)\\s*(?:sys\\.)?dbms_refresh\\.refresh\\(\\s*'\"?([^\"'.]+)\"?\\.\"?([^\"']+?)\"?'\\s*\\)\\s*;?\\s*");

    private SchedulerJobs() {}

    /** What a job refreshes, as {@code refresh of SHOP.DAILY}; nothing for one that does something else. */
    public static Optional<String> refreshOf(@Nullable String what) {
        return Optional.ofNullable(what)
                .map(REFRESH::matcher)
                .filter(Matcher::matches)
                .map(words -> "refresh of " + words.group(1) + "." + words.group(2));
    }

    /**
     * Jobs of the scheduler that refresh materialized views, and what each refreshes. From 18 on the database makes them,
     * and numbers them in their names ({@code MV_RF$J_0_S_5750}), where one of DBMS_JOB did before.
     *
     * @return by {@link #name}; the name itself where the action says something else
     */
    public static Map<String, String> refreshes(OracleClient client) {
        Map<String, String> refreshes = new TreeMap<>();
        client.query("refresh-jobs")
                .forEach(row -> refreshes.put(
                        name(row), refreshOf(row.findText("JOB_ACTION")).orElse(name(row))));
        return refreshes;
    }

    /** Jobs of DBMS_JOB that nothing stops but their owner: where the queue is that of a whole container. */
    public static List<String> goingOn(OracleClient client, Collection<String> users) {
        return JobQueue.shared(client) ? old(client, users) : List.of();
    }

    /** As people and steps name a row of {@code scheduler-jobs}. */
    public static String name(OracleRow row) {
        return row.text("OWNER") + "." + row.text("JOB_NAME");
    }

    /** Whether a row of {@code scheduler-jobs} is of a job that may run. */
    public static boolean enabled(OracleRow row) {
        return "TRUE".equals(row.findText("ENABLED"));
    }

    /** As people and steps name a row of {@code old-jobs}: {@code 12 of SHOP}. */
    public static String oldName(OracleRow row) {
        return row.number("JOB") + " of " + row.text("SCHEMA_USER");
    }

    /** Jobs of DBMS_JOB of these users that are not broken. */
    public static List<String> old(OracleClient client, Collection<String> users) {
        return client.query("old-jobs").stream()
                .filter(row -> users.contains(row.findText("SCHEMA_USER")) && "N".equals(row.findText("BROKEN")))
                .map(SchedulerJobs::oldName)
                .toList();
    }

    /**
     * Whether a row of {@code scheduler-jobs} is what a job of DBMS_JOB is made of from 19 on; the one stops with the other
     * (Administrator's Guide, <i>Support for DBMS_JOB</i>). By its name (practice).
     */
    public static boolean ofOldJob(OracleRow row) {
        return row.text("JOB_NAME").startsWith("DBMS_JOB$_");
    }

    /** Enables or disables the job of a row. */
    public static void set(OracleClient client, OracleRow row, boolean wanted) {
        client.execute(
                wanted ? "enable-job" : "disable-job",
                Map.of("job", "\"" + row.text("OWNER") + "\".\"" + row.text("JOB_NAME") + "\""));
    }

    /** Those of these jobs that would run though {@link JobQueue} is stopped. */
    public static List<String> stillRunning(OracleClient client, Collection<String> jobs) {
        return rows(client, jobs).stream()
                .filter(SchedulerJobs::enabled)
                .map(SchedulerJobs::name)
                .toList();
    }

    /** Disables those of these jobs that would run though {@link JobQueue} is stopped; answers them. */
    public static List<String> stop(OracleClient client, Collection<String> jobs) {
        return set(client, jobs, false);
    }

    /** Enables those that {@link #stop} disabled; may be repeated. */
    public static void undo(OracleClient client, Collection<String> jobs) {
        set(client, jobs, true);
    }

    private static List<String> set(OracleClient client, Collection<String> jobs, boolean wanted) {
        List<String> changed = new ArrayList<>();
        for (OracleRow row : rows(client, jobs)) {
            if (enabled(row) != wanted) {
                set(client, row, wanted);
                changed.add(name(row));
            }
        }
        return changed;
    }

    private static List<OracleRow> rows(OracleClient client, Collection<String> jobs) {
        return jobs.isEmpty() || !APART.contains(client.release()) && !JobQueue.shared(client)
                ? List.of()
                : client.query("scheduler-jobs").stream()
                        .filter(row -> jobs.contains(name(row)))
                        .toList();
    }
}
