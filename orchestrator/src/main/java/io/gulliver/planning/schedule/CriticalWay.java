package io.gulliver.planning.schedule;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which databases decide when a program ends, by planned dates: those that end last, and before them those for whose end
 * their wave waited.
 */
public final class CriticalWay {
    private CriticalWay() {}

    /** Names of the databases; none while nothing has a date. */
    public static SortedSet<String> of(TypedPlan plan, Map<String, List<StageTimes>> times) {
        Map<Integer, List<String>> members = new HashMap<>();
        for (WaveMember member : plan.members()) {
            members.computeIfAbsent(member.wave(), wave -> new ArrayList<>()).add(member.database());
        }
        Map<Integer, Wave> waves = new HashMap<>();
        plan.waves().forEach(wave -> waves.put(wave.number(), wave));
        SortedSet<String> way = new TreeSet<>();
        Instant end = last(plan.members().stream().map(WaveMember::database).toList(), times);
        if (end == null) {
            return way;
        }
        Deque<Integer> open = new ArrayDeque<>();
        for (WaveMember member : plan.members()) {
            if (end.equals(end(times.get(member.database())))) {
                way.add(member.database());
                open.add(member.wave());
            }
        }
        Set<Integer> seen = new HashSet<>();
        while (!open.isEmpty()) {
            int number = open.remove();
            Wave wave = waves.get(number);
            if (wave == null || !seen.add(number)) {
                continue;
            }
            Instant begin = first(members.getOrDefault(number, List.of()), times);
            for (int before : wave.after()) {
                List<String> earlier = members.getOrDefault(before, List.of());
                Instant ended = last(earlier, times);
                if (ended != null && ended.equals(begin)) {
                    earlier.stream()
                            .filter(database -> ended.equals(end(times.get(database))))
                            .forEach(way::add);
                    open.add(before);
                }
            }
        }
        return way;
    }

    private static @Nullable Instant end(@Nullable List<StageTimes> six) {
        return six == null || six.size() <= Stage.CUTOVER.ordinal()
                ? null
                : six.get(Stage.CUTOVER.ordinal()).plannedEnd();
    }

    private static @Nullable Instant last(List<String> databases, Map<String, List<StageTimes>> times) {
        return databases.stream()
                .map(database -> end(times.get(database)))
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    private static @Nullable Instant first(List<String> databases, Map<String, List<StageTimes>> times) {
        return databases.stream()
                .flatMap(database -> times.getOrDefault(database, List.of()).stream())
                .map(StageTimes::plannedStart)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }
}
