package io.gulliver.planning.schedule;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.Rates;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How long each stage of a database takes: fixed parts from the program's policy, and moving and comparing its bytes at
 * the program's rates.
 *
 * @param values for each of the six stages
 * @param words how each was computed
 */
public record StageDurations(Map<Stage, Duration> values, Map<Stage, String> words) {
    public StageDurations {
        values = java.util.Collections.unmodifiableMap(new EnumMap<>(values));
        words = java.util.Collections.unmodifiableMap(new EnumMap<>(words));
        for (Stage stage : Stage.values()) {
            if (!values.containsKey(stage)) {
                throw new IllegalArgumentException("Stage " + stage + " has no duration");
            }
        }
    }

    /**
     * Durations of a database.
     *
     * @param gigabytes decimal; null counts as nothing and is said
     * @param outage likely outage of its method, which its cutover takes; null for the fixed times alone
     * @param overrides durations that people set, with their reasons
     */
    public static StageDurations of(
            @Nullable Double gigabytes, @Nullable Duration outage, Rates rates, Map<Stage, Chosen> overrides) {
        Map<Stage, Duration> values = new EnumMap<>(Stage.class);
        Map<Stage, String> words = new EnumMap<>(Stage.class);
        double megabytes = gigabytes == null ? 0 : gigabytes * 1000;
        String size = gigabytes == null ? "size unknown" : gigabytes + " GB";
        for (Stage stage : Stage.values()) {
            Chosen override = overrides.get(stage);
            Duration fixed = rates.fixed(stage);
            Duration value = switch (stage) {
                case DISCOVERY, SIZING, BUILD -> fixed;
                case REPLICATION -> fixed.plus(seconds(megabytes / Math.min(rates.of("link"), rates.of("import"))));
                case VALIDATION -> fixed.plus(seconds(megabytes / rates.of("read")));
                case CUTOVER -> outage == null ? fixed : outage;
            };
            String word = switch (stage) {
                case DISCOVERY, SIZING, BUILD -> "fixed";
                case REPLICATION ->
                    "fixed + %s at min(link %s, import %s) MB/s".formatted(size, rates.of("link"), rates.of("import"));
                case VALIDATION -> "fixed + %s read at %s MB/s".formatted(size, rates.of("read"));
                case CUTOVER -> outage == null ? "fixed, method not judged" : "outage of its method";
            };
            values.put(stage, override == null ? value : override.duration());
            words.put(stage, override == null ? word : "set by a person: " + override.reason());
        }
        return new StageDurations(values, words);
    }

    private static Duration seconds(double seconds) {
        return Duration.ofSeconds((long) Math.ceil(seconds));
    }

    public Duration of(Stage stage) {
        Duration value = values.get(stage);
        if (value == null) {
            throw new IllegalStateException("checked when made");
        }
        return value;
    }

    /**
     * A person's duration.
     *
     * @param duration instead of the computed one
     * @param reason why
     */
    public record Chosen(Duration duration, String reason) {}
}
