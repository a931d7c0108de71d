package io.gulliver.assessment.window;

import io.gulliver.domain.window.WindowTask;
import io.gulliver.domain.window.WindowTask.Kind;
import java.time.Duration;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Decides which tasks a collection window asks for, by licence, by what is seen, and by how it ended. */
public final class WindowRules {
    private static final String DBA = "dba";
    private static final String MANAGER = "migration-manager";

    /** Fewer than so many STATSPACK snapshots a day hide what an hour does. */
    private static final int SNAPSHOTS_A_DAY = 20;

    private WindowRules() {}

    /**
     * What is known of a database when its tasks are decided.
     *
     * @param database its name
     * @param policy of its program
     * @param from first day of the window
     * @param to last day of the window
     * @param ended whether it ended, and by whom: null while it is open
     * @param today in the program's zone
     * @param coverage what was seen of its load
     * @param awr how AWR is set, in the newest words of discovery or of a check of access; null where nobody saw it
     * @param awrBaselines names of its baselines, or null where nobody looked
     * @param statspack what STATSPACK holds, or null where it is not installed or nobody looked
     */
    public record Situation(
            String database,
            CollectionPolicy policy,
            LocalDate from,
            LocalDate to,
            @Nullable Ended ended,
            LocalDate today,
            CollectionWindow.Coverage coverage,
            @Nullable AwrSettings awr,
            @Nullable List<String> awrBaselines,
            @Nullable Statspack statspack) {}

    /** How a window ended. */
    public enum Ended {
        /** Its last day passed. */
        BY_ITSELF,
        /** Somebody ended it and said why. */
        BY_A_PERSON
    }

    /**
     * What STATSPACK holds of a database.
     *
     * @param kept from its first to its last snapshot; null when there is none
     * @param snapshots how many
     * @param marked from the first to the last snapshot that is kept as a baseline; null when none is
     */
    public record Statspack(
            CollectionWindow.@Nullable Span kept, long snapshots, CollectionWindow.@Nullable Span marked) {
        /** Whether snapshots come at least about once an hour. */
        boolean often() {
            CollectionWindow.Span span = kept;
            return span != null
                    && snapshots >= SNAPSHOTS_A_DAY * Math.max(1, ChronoUnit.DAYS.between(span.from(), span.to()));
        }
    }

    /** All that can be said of a database today; of those that are done too, so that an open task can be closed by it. */
    public static List<WindowTask> of(Situation now) {
        List<WindowTask> tasks = new ArrayList<>();
        if (now.policy().diagnosticsPack()) {
            if (now.ended() == null) {
                tasks.add(awrSettings(now));
            }
            if (now.coverage().complete()) {
                tasks.add(awrBaseline(now));
            }
        } else if (now.statspack() != null) {
            if (now.ended() == null) {
                tasks.add(statspack(now, now.statspack()));
            }
            if (now.coverage().complete()) {
                tasks.add(statspackBaseline(now, now.statspack()));
            }
        }
        if (now.ended() != null) {
            tasks.add(enough(now));
        }
        return tasks;
    }

    /** How many days AWR must keep: those of the policy, or of a window that lasts longer. */
    public static int daysToKeep(CollectionPolicy policy, LocalDate from, LocalDate to) {
        return (int) Math.max(policy.days(), ChronoUnit.DAYS.between(from, to) + 1);
    }

    private static WindowTask awrSettings(Situation now) {
        int days = daysToKeep(now.policy(), now.from(), now.to());
        AwrSettings awr = now.awr();
        boolean enough = awr != null && awr.enough(days);
        return new WindowTask(
                Kind.AWR_SETTINGS,
                DBA,
                "Set AWR of " + now.database() + " to keep " + days + " days with a snapshot an hour"
                        + (awr == null ? "; nobody has seen yet how it is set" : "; it is " + awr.words()),
                awr == null ? AwrSettings.proposalFor(days) : awr.proposal(days),
                enough ? "AWR: " + awr.words() : null);
    }

    private static WindowTask awrBaseline(Situation now) {
        String name = BaselineProposal.name(now.database());
        LocalDate from = first(now);
        LocalDate to = last(now);
        List<String> there = now.awrBaselines();
        boolean kept = there != null && there.stream().anyMatch(one -> one.equalsIgnoreCase(name));
        return new WindowTask(
                Kind.AWR_BASELINE,
                DBA,
                "Keep the AWR snapshots of " + now.database() + " from " + from + " to " + to + " as baseline " + name,
                BaselineProposal.block(now.database(), from, to),
                kept ? "DBA_HIST_BASELINE has " + name : null);
    }

    private static WindowTask statspack(Situation now, Statspack statspack) {
        return new WindowTask(
                Kind.STATSPACK,
                DBA,
                "Have STATSPACK of " + now.database() + " take a snapshot every hour, and purge none before "
                        + now.to(),
                """
                -- As PERFSTAT, on each instance; JOB_QUEUE_PROCESSES must be above 0.
                DECLARE
                  job BINARY_INTEGER;
                BEGIN
                  DBMS_JOB.SUBMIT(job, 'statspack.snap;', TRUNC(SYSDATE + 1/24, 'HH'),
                    'TRUNC(SYSDATE + 1/24, ''HH'')', instance => SYS_CONTEXT('USERENV', 'INSTANCE'));
                  COMMIT;
                END;
                /
                """,
                statspack.often()
                        ? "STATSPACK: " + statspack.snapshots() + " snapshots, at least " + SNAPSHOTS_A_DAY + " a day"
                        : null);
    }

    private static WindowTask statspackBaseline(Situation now, Statspack statspack) {
        LocalDate from = first(now);
        LocalDate to = last(now);
        CollectionWindow.Span marked = statspack.marked();
        CollectionWindow.Span kept = statspack.kept();
        // what STATSPACK never had it cannot keep
        LocalDate wanted = kept != null && kept.from().isAfter(from) ? kept.from() : from;
        return new WindowTask(
                Kind.STATSPACK_BASELINE,
                DBA,
                "Keep the STATSPACK snapshots of " + now.database() + " from " + from + " to " + to + " as a baseline",
                String.format(Locale.ROOT, """
                -- As PERFSTAT; marked snapshots are not purged.
                BEGIN
                  statspack.make_baseline(
                    i_begin_date => TO_DATE('%s 00:00:00', 'YYYY-MM-DD HH24:MI:SS'),
                    i_end_date => TO_DATE('%s 23:59:59', 'YYYY-MM-DD HH24:MI:SS'));
                END;
                /
                """, from, to),
                marked != null && !marked.from().isAfter(wanted)
                        ? "STATSPACK keeps the snapshots from " + marked.from() + " to " + marked.to()
                                + " as a baseline"
                        : null);
    }

    private static WindowTask enough(Situation now) {
        CollectionWindow.Coverage coverage = now.coverage();
        boolean decided = now.ended() == Ended.BY_A_PERSON;
        return new WindowTask(
                Kind.NOT_ENOUGH,
                MANAGER,
                "The window of " + now.database() + " ended on " + now.to() + " with " + coverage.seen() + " of "
                        + coverage.wanted() + " days"
                        + (coverage.monthEndWanted() && coverage.monthEnd() == null ? " and no month-end" : "")
                        + ": extend it, give captures that cover more, or end it with a reason",
                null,
                coverage.complete()
                        ? coverage.seen() + " of " + coverage.wanted() + " days were seen"
                        : decided ? "ended by a person, who said why" : null);
    }

    /** The days that coverage counted, so far as they lie within what is wanted. */
    private static LocalDate first(Situation now) {
        return last(now).minusDays(daysToKeep(now.policy(), now.from(), now.to()) - 1L);
    }

    private static LocalDate last(Situation now) {
        return now.today().isAfter(now.to()) ? now.to() : now.today();
    }

    /** How AWR is set as two facts say it, in minutes and days. */
    public static AwrSettings settings(double intervalMinutes, double retentionDays) {
        return new AwrSettings(
                Duration.ofSeconds(Math.round(intervalMinutes * 60)),
                Duration.ofMinutes(Math.round(retentionDays * 1440)));
    }
}
