package io.gulliver.activity.discovery;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.OracleStatement;
import io.gulliver.adapter.oracle.OracleStatement.Load;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.evidence.discovery.AnswerRow;
import io.gulliver.evidence.discovery.QueryResults;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a program allows discovery to ask.
 *
 * @param packLicensed whether the Diagnostics Pack is said to be licensed
 * @param peakFrom first minute of the peak hours in the database's own time, or null for none
 * @param peakTo end of the peak hours, or null
 * @param samples how often the load is sampled
 * @param sampleSeconds least time between two samples
 * @param budget time for all questions together; those that do not fit have no answer
 */
record DiscoveryPolicy(
        boolean packLicensed,
        @Nullable LocalTime peakFrom,
        @Nullable LocalTime peakTo,
        int samples,
        int sampleSeconds,
        Duration budget) {
    private static final Pattern HOURS = Pattern.compile("\\d{2}:\\d{2} *- *\\d{2}:\\d{2}");
    private static final int MOST_SAMPLES = 100;
    private static final int STATSPACK_TABLES = 4;

    /** Less than the step's own time limit in the playbooks, an hour. */
    private static final int TOTAL_MINUTES = 50;

    /** The first release with CONTROL_MANAGEMENT_PACK_ACCESS. */
    private static final OracleStatement.Versions SWITCHED = new OracleStatement.Versions("11.1", null);

    static DiscoveryPolicy of(StepCall call) {
        Inputs inputs = Inputs.of(call);
        String pack = inputs.findText("diagnostics_pack").orElse("unlicensed").toLowerCase(Locale.ROOT);
        if (!pack.equals("licensed") && !pack.equals("unlicensed")) {
            throw wrong("diagnostics_pack is '" + pack + "', wanted licensed or unlicensed.");
        }
        String hours = inputs.findText("peak_hours").orElse("").strip();
        LocalTime from = null;
        LocalTime to = null;
        if (!hours.isEmpty()) {
            try {
                if (!HOURS.matcher(hours).matches()) {
                    throw wrong("peak_hours is '" + hours + "', wanted for example 08:00-18:00.");
                }
                from = LocalTime.parse(hours.substring(0, 5));
                to = LocalTime.parse(hours.substring(hours.length() - 5));
            } catch (DateTimeParseException e) {
                throw wrong("peak_hours is '" + hours + "', which is no time of day.");
            }
        }
        int samples = inputs.findWhole("samples").orElse(3);
        int seconds = inputs.findWhole("sample_seconds").orElse(1);
        if (samples < 0 || samples > MOST_SAMPLES || seconds < 0 || seconds > 3600) {
            throw wrong("samples is " + samples + " and sample_seconds " + seconds + ", wanted 0 to " + MOST_SAMPLES
                    + " and 0 to 3600.");
        }
        int minutes = inputs.findWhole("total_minutes").orElse(TOTAL_MINUTES);
        if (minutes < 1 || minutes > 24 * 60) {
            throw wrong("total_minutes is " + minutes + ", wanted 1 to 1440.");
        }
        return new DiscoveryPolicy(pack.equals("licensed"), from, to, samples, seconds, Duration.ofMinutes(minutes));
    }

    private static StepFailedException wrong(String what) {
        return new StepFailedException(
                FailureCode.INPUT_INVALID,
                "Discovery: " + what,
                "Correct the parameter of the run or the policy, then retry the step.");
    }

    /** Whether a time of day of the database lies within its peak hours, which may go over midnight. */
    boolean peak(LocalTime now) {
        LocalTime from = peakFrom;
        LocalTime to = peakTo;
        if (from == null || to == null) {
            return false;
        }
        boolean after = !now.isBefore(from);
        boolean before = now.isBefore(to);
        return from.isBefore(to) ? after && before : after || before;
    }

    /** Whether the database has its peak hours by its own clock; not, when it did not tell the time. */
    boolean peak(QueryResults seen) {
        AnswerRow clock = seen.first("database-clock");
        return clock != null
                && !clock.text("NOW").isEmpty()
                && peak(LocalDateTime.parse(clock.text("NOW")).toLocalTime());
    }

    /**
     * The best source of load figures that is there and allowed, or null when there is none. Where the switch of the packs
     * exists and did not answer, AWR is not allowed.
     */
    @Nullable
    Load load(QueryResults seen, String release) {
        return loads(seen, release).stream().findFirst().orElse(null);
    }

    /** All sources of load figures that are there and allowed, the best first. */
    List<Load> loads(QueryResults seen, String release) {
        List<Load> loads = new ArrayList<>();
        boolean on = !SWITCHED.contains(release)
                || seen.of("pack-licence").stream()
                        .anyMatch(row -> row.text("VALUE").contains("DIAGNOSTIC"));
        if (packLicensed && on) {
            loads.add(Load.AWR);
        }
        if (seen.of("statspack-tables").size() >= STATSPACK_TABLES) {
            loads.add(Load.STATSPACK);
        }
        if (samples > 0) {
            loads.add(Load.SAMPLE);
        }
        return loads;
    }

    /** Tablespaces that would be transported: all permanent ones of users. */
    static List<String> transportSet(QueryResults seen) {
        return seen.of("tablespaces").stream()
                .filter(row -> row.is("CONTENTS", "PERMANENT"))
                .map(row -> row.text("TABLESPACE_NAME"))
                .filter(name -> !name.equals("SYSTEM") && !name.equals("SYSAUX"))
                .toList();
    }
}
