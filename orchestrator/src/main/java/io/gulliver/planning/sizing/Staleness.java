package io.gulliver.planning.sizing;

import io.gulliver.planning.figure.Derivation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a sizing may still be built from: it goes stale by age or by growth, and then somebody confirms or repeats it.
 *
 * @param stale whether it blocks building
 * @param reasons figures and limits in words, also of a sizing that is fresh
 */
public record Staleness(boolean stale, List<String> reasons) {
    public Staleness {
        reasons = List.copyOf(reasons);
    }

    /**
     * Limits of a program.
     *
     * @param days that a sizing stays fresh
     * @param growthPercent that the data may have grown or shrunk since
     */
    public record Limits(double days, double growthPercent) {
        /** Values until a program sets its own: the one measured case ran out of room after 12 % in three months. */
        public static final Limits DEFAULT = new Limits(90, 10);

        public Limits {
            if (!(days > 0 && days < 1e6) || !(growthPercent > 0 && growthPercent < 1e6)) {
                throw new IllegalArgumentException("A sizing goes stale after " + days + " days or " + growthPercent
                        + " % of growth: both must be above 0");
            }
        }
    }

    /**
     * Judges a sizing.
     *
     * @param sized when it was made
     * @param now the moment to judge at
     * @param sizedGb data it was made for
     * @param currentGb data of today, null while unknown
     * @param confirmed when somebody last confirmed it with a reason, or null
     * @param confirmedGb data at that moment, or null
     */
    public static Staleness judge(
            Instant sized,
            Instant now,
            double sizedGb,
            @Nullable Double currentGb,
            @Nullable Instant confirmed,
            @Nullable Double confirmedGb,
            Limits limits) {
        Instant from = confirmed != null && confirmed.isAfter(sized) ? confirmed : sized;
        String event = from.equals(sized) ? "made" : "confirmed";
        double base = from.equals(sized) || confirmedGb == null ? sizedGb : confirmedGb;
        List<String> reasons = new ArrayList<>();
        double days = Duration.between(from, now).toSeconds() / 86_400.0;
        boolean old = days > limits.days();
        reasons.add("It was " + event + " " + Derivation.shown(Math.floor(days * 10) / 10) + " days ago, "
                + (old ? "more than " : "within ") + Derivation.shown(limits.days()));
        boolean grown = false;
        if (currentGb == null) {
            reasons.add("The data's size of today is unknown; " + event + " for " + Derivation.shown(base) + " GB");
        } else if (base > 0) {
            double percent = (currentGb - base) / base * 100;
            grown = Math.abs(percent) > limits.growthPercent();
            String before = Derivation.shown(base);
            String today = Derivation.shown(currentGb);
            reasons.add(
                    before.equals(today)
                            ? "The data is as large as then, " + today + " GB"
                            : "The data changed by " + Derivation.shown(percent) + " % since, from " + before + " to "
                                    + today
                                    + " GB, " + (grown ? "more than " : "within ")
                                    + Derivation.shown(limits.growthPercent()) + " %");
        }
        return new Staleness(old || grown, reasons);
    }
}
