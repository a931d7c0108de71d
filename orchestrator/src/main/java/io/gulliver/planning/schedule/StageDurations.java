package io.gulliver.planning.schedule;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.Rates;
import io.gulliver.planning.schedule.RunShape.Block;
import io.gulliver.planning.schedule.RunShape.Part;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How long each stage of a database takes: what a person says, else what the program's policy says, else what its compiled
 * playbook does, else the planning values. The outage is one stretch; what its method moves and compares within it counts
 * there alone.
 *
 * @param values for each of the six stages; those within the outage are parts of it, and CUTOVER is the whole of it
 * @param words how each was computed
 * @param shape what its run does, in which order
 * @param blocks the stages before the outage, in the order of the run
 */
public record StageDurations(
        Map<Stage, Duration> values, Map<Stage, String> words, RunShape shape, List<Block> blocks) {
    public StageDurations {
        values = Collections.unmodifiableMap(new EnumMap<>(values));
        words = Collections.unmodifiableMap(new EnumMap<>(words));
        blocks = List.copyOf(blocks);
        for (Stage stage : Stage.values()) {
            if (!values.containsKey(stage)) {
                throw new IllegalArgumentException("Stage " + stage + " has no duration");
            }
        }
    }

    /** Of a database whose stages follow one another, see the five-argument form. */
    public static StageDurations of(
            @Nullable Double gigabytes, @Nullable Duration outage, Rates rates, Map<Stage, Chosen> overrides) {
        return of(RunShape.sequence(), gigabytes, outage, rates, overrides);
    }

    /**
     * Durations of a database.
     *
     * @param shape what its run does
     * @param gigabytes decimal; null counts as nothing and is said
     * @param outage likely outage of its method, which users are out for; null for what its run says, or the fixed times
     * @param overrides durations that people set, with their reasons
     */
    public static StageDurations of(
            RunShape shape,
            @Nullable Double gigabytes,
            @Nullable Duration outage,
            Rates rates,
            Map<Stage, Chosen> overrides) {
        Map<Stage, Duration> values = new EnumMap<>(Stage.class);
        Map<Stage, String> words = new EnumMap<>(Stage.class);
        List<Block> blocks = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            values.put(stage, Duration.ZERO);
            words.put(stage, "nothing of its own");
        }
        for (Block block : shape.before()) {
            Block own = block(shape, block, gigabytes, rates, overrides.get(block.stage()), words);
            blocks.add(own);
            if (block.stage() != Stage.CUTOVER) {
                values.put(block.stage(), own.people().plus(own.machines()));
            }
        }
        Duration all = outage != null ? outage : shape.compiled() ? shape.outage() : rates.fixed(Stage.CUTOVER);
        words.put(
                Stage.CUTOVER,
                outage != null
                        ? "outage of its method"
                        : shape.compiled()
                                ? "longest way through the outage of its playbook"
                                : "fixed, method not judged");
        Duration changed = all;
        for (Map.Entry<Stage, Part> entry : shape.inside().entrySet()) {
            Chosen chosen = overrides.get(entry.getKey());
            Duration part = share(all, entry.getValue());
            values.put(entry.getKey(), chosen == null ? part : chosen.duration());
            words.put(entry.getKey(), chosen == null ? "its part of the outage" : said(chosen));
            changed = chosen == null ? changed : changed.minus(part).plus(chosen.duration());
        }
        Chosen whole = overrides.get(Stage.CUTOVER);
        values.put(Stage.CUTOVER, whole == null ? changed : whole.duration());
        if (whole != null) {
            words.put(Stage.CUTOVER, said(whole));
        }
        return new StageDurations(values, words, shape, blocks);
    }

    private static Block block(
            RunShape shape,
            Block block,
            @Nullable Double gigabytes,
            Rates rates,
            @Nullable Chosen chosen,
            Map<Stage, String> words) {
        Stage stage = block.stage();
        if (chosen != null) {
            words.put(stage, said(chosen));
            return new Block(stage, chosen.duration(), Duration.ZERO);
        }
        boolean playbook = shape.compiled() && (stage == Stage.CUTOVER || !rates.typed(stage));
        double megabytes = gigabytes == null ? 0 : gigabytes * 1000;
        String size = gigabytes == null ? "size unknown" : gigabytes + " GB";
        Duration moving = switch (stage) {
            case REPLICATION -> seconds(megabytes / Math.min(rates.of("link"), rates.of("import")));
            case VALIDATION -> seconds(megabytes / rates.of("read"));
            default -> Duration.ZERO;
        };
        String base = playbook ? "longest way through the steps of its playbook" : "fixed";
        words.put(
                stage,
                switch (stage) {
                    case REPLICATION ->
                        base
                                + " + %s at min(link %s, import %s) MB/s"
                                        .formatted(size, rates.of("link"), rates.of("import"));
                    case VALIDATION -> base + " + %s read at %s MB/s".formatted(size, rates.of("read"));
                    default -> base;
                });
        return playbook
                ? new Block(stage, block.people(), moving.compareTo(block.machines()) > 0 ? moving : block.machines())
                : new Block(stage, rates.fixed(stage), moving);
    }

    private static String said(Chosen chosen) {
        return "set by a person: " + chosen.reason();
    }

    private static Duration share(Duration whole, Part part) {
        return Duration.ofSeconds(Math.round(whole.toSeconds() * (part.to() - part.from())));
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

    /** How long users are out. */
    public Duration outage() {
        return of(Stage.CUTOVER);
    }

    /** What a stage adds to the time of the whole: nothing where it lies within the outage, which counts as CUTOVER. */
    public Duration adds(Stage stage) {
        return stage != Stage.CUTOVER && shape.inside(stage) ? Duration.ZERO : of(stage);
    }

    /** Where a stage within the outage begins, from users out on. */
    Duration from(Stage stage) {
        Part part = shape.inside().get(stage);
        return part == null ? Duration.ZERO : Duration.ofSeconds(Math.round(outage().toSeconds() * part.from()));
    }

    /**
     * A person's duration.
     *
     * @param duration instead of the computed one
     * @param reason why
     */
    public record Chosen(Duration duration, String reason) {}
}
