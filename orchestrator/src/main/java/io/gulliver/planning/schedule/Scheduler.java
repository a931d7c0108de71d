package io.gulliver.planning.schedule;

import io.gulliver.domain.migration.Stage;
import io.gulliver.planning.schedule.PlanInput.Bar;
import io.gulliver.planning.schedule.PlanInput.Closed;
import io.gulliver.planning.schedule.PlanInput.Item;
import io.gulliver.planning.schedule.PlanInput.Progress;
import io.gulliver.planning.schedule.PlanInput.WaveInput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts stages on dates: a wave starts when it is typed and the waves before it have ended; stages follow one another; a
 * move group cuts over at one moment, when its last member is ready; no cutover touches a freeze.
 */
public final class Scheduler {
    private Scheduler() {}

    /** The plan, as if nothing had happened yet. */
    public static Timeline plan(PlanInput input) {
        return new Run(input, null).go();
    }

    /**
     * What is still to be expected: what happened stays, what runs takes the rest of its time from now on, and nothing
     * that has not begun begins before now.
     */
    public static Timeline expect(PlanInput input, Instant now) {
        return new Run(input, now).go();
    }

    private static final class Run {
        private final PlanInput input;
        private final @Nullable Instant now;
        private final SortedMap<String, Map<Stage, Bar>> bars = new TreeMap<>();
        private final SortedMap<String, String> undated = new TreeMap<>();
        private final Map<Integer, Instant> ends = new HashMap<>();
        private final Map<Integer, WaveInput> waves = new HashMap<>();
        private final Map<Integer, List<Item>> members = new HashMap<>();
        private final List<Closed> closed;

        Run(PlanInput input, @Nullable Instant now) {
            this.input = input;
            this.now = now;
            this.closed = input.closed().stream()
                    .sorted(Comparator.comparing(Closed::from).thenComparing(Closed::to))
                    .toList();
            input.waves().forEach(wave -> waves.put(wave.number(), wave));
            input.items()
                    .forEach(item -> members.computeIfAbsent(item.wave(), wave -> new ArrayList<>())
                            .add(item));
        }

        Timeline go() {
            input.waves().stream().map(WaveInput::number).sorted().forEach(number -> end(number, new HashSet<>()));
            for (Item item : input.items()) {
                if (!bars.containsKey(item.database())) {
                    undated.putIfAbsent(item.database(), "wave W" + item.wave() + " does not exist");
                }
            }
            return new Timeline(bars, undated);
        }

        /** When a wave ends, its databases put on dates; null when it has none. */
        private @Nullable Instant end(int number, Set<Integer> waiting) {
            if (ends.containsKey(number)) {
                return ends.get(number);
            }
            WaveInput wave = waves.get(number);
            if (wave == null) {
                return null;
            }
            if (!waiting.add(number)) {
                return null;
            }
            String why = null;
            Instant start = wave.start();
            for (int before : wave.after()) {
                Instant ended = end(before, waiting);
                if (ended == null) {
                    why = waiting.contains(before)
                            ? "waves W%d and W%d wait for each other".formatted(number, before)
                            : "wave W%d, which comes before, has no date".formatted(before);
                    break;
                }
                start = start == null || ended.isAfter(start) ? ended : start;
            }
            waiting.remove(number);
            if (why == null && start == null) {
                why = "wave W" + number + " has no start";
            }
            List<Item> items = members.getOrDefault(number, List.of());
            if (why != null || start == null) {
                for (Item item : items) {
                    undated.put(item.database(), String.valueOf(why));
                }
                return null;
            }
            Instant end = start;
            for (List<Item> group : groups(items)) {
                Instant ended = place(group, start);
                end = ended.isAfter(end) ? ended : end;
            }
            ends.put(number, end);
            return end;
        }

        private static List<List<Item>> groups(List<Item> items) {
            TreeMap<String, List<Item>> groups = new TreeMap<>();
            for (Item item : items) {
                String key = item.moveGroup() == null ? "d/" + item.database() : "g/" + item.moveGroup();
                groups.computeIfAbsent(key, name -> new ArrayList<>()).add(item);
            }
            return List.copyOf(groups.values());
        }

        private Instant place(List<Item> group, Instant start) {
            Instant ready = start;
            Duration longest = Duration.ZERO;
            boolean begun = false;
            for (Item item : group) {
                Map<Stage, Bar> stages = new EnumMap<>(Stage.class);
                Instant from = start;
                for (Stage stage : Stage.values()) {
                    if (stage == Stage.CUTOVER) {
                        break;
                    }
                    Bar bar = bar(item, stage, from);
                    stages.put(stage, bar);
                    from = bar.end();
                }
                bars.put(item.database(), stages);
                ready = from.isAfter(ready) ? from : ready;
                Instant notBefore = item.notBefore();
                if (notBefore != null && notBefore.isAfter(ready)) {
                    ready = notBefore;
                }
                Duration cutover = item.durations().of(Stage.CUTOVER);
                longest = cutover.compareTo(longest) > 0 ? cutover : longest;
                begun |= started(item, Stage.CUTOVER) != null;
            }
            if (now != null && !begun && now.isAfter(ready)) {
                ready = now;
            }
            Instant together = begun ? ready : open(ready, longest);
            Instant end = together;
            for (Item item : group) {
                Bar bar = bar(item, Stage.CUTOVER, together);
                Map<Stage, Bar> stages = bars.get(item.database());
                if (stages != null) {
                    stages.put(Stage.CUTOVER, bar);
                }
                end = bar.end().isAfter(end) ? bar.end() : end;
            }
            return end;
        }

        private @Nullable Instant started(Item item, Stage stage) {
            Progress progress = now == null ? null : item.progress().get(stage);
            return progress == null ? null : progress.started();
        }

        private Bar bar(Item item, Stage stage, Instant from) {
            Duration length = item.durations().of(stage);
            Progress progress = now == null ? null : item.progress().get(stage);
            if (now == null) {
                return new Bar(from, from.plus(length));
            }
            Instant started = progress == null ? null : progress.started();
            if (progress == null || started == null) {
                Instant begin = from.isBefore(now) ? now : from;
                return new Bar(begin, begin.plus(length));
            }
            Instant ended = progress.ended();
            if (ended != null) {
                return new Bar(started, ended.isBefore(started) ? started : ended);
            }
            // Running: by its start and length, but never less than what its open steps still need from now on.
            double left = Math.max(0, Math.min(1, 1 - progress.share()));
            Instant byWork = now.plusSeconds(Math.round(length.toSeconds() * left));
            Instant byStart = started.plus(length);
            Instant end = byWork.isAfter(byStart) || progress.share() > 0 ? byWork : byStart;
            return new Bar(started, end.isBefore(started) ? started : end);
        }

        /** The first moment from which a stretch touches no freeze. */
        private Instant open(Instant from, Duration length) {
            Instant at = from;
            boolean moved = true;
            while (moved) {
                moved = false;
                for (Closed time : closed) {
                    boolean touches = at.isBefore(time.to())
                            && (at.plus(length).isAfter(time.from()) || !at.isBefore(time.from()));
                    if (touches) {
                        at = time.to();
                        moved = true;
                    }
                }
            }
            return at;
        }
    }
}
