package io.gulliver.activity.discovery;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
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
 */
record DiscoveryPolicy(
        boolean packLicensed,
        @Nullable LocalTime peakFrom,
        @Nullable LocalTime peakTo,
        int samples,
        int sampleSeconds) {
    private static final Pattern HOURS = Pattern.compile("\\d{2}:\\d{2} *- *\\d{2}:\\d{2}");
    private static final int MOST_SAMPLES = 100;

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
        return new DiscoveryPolicy(pack.equals("licensed"), from, to, samples, seconds);
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
}
