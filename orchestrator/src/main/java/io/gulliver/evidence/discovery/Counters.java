package io.gulliver.evidence.discovery;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counters that only grow, seen at several snapshots of several instances: what they gained between two of one instance.
 * A counter that fell belongs to an instance that was restarted, and that interval is left out.
 */
final class Counters {
    /** What one instance gained between two snapshots that follow each other, the later at that second. */
    record Gain(long end, double seconds, Map<String, Double> gained, Map<String, Double> now) {}

    private record Seen(long second, Map<String, Double> values) {}

    private final SortedMap<Long, SortedMap<Long, Seen>> instances = new TreeMap<>();

    /** Takes the rows in; the columns are named by the caller, for each source has its own names. */
    static Counters of(List<AnswerRow> rows, String snapshot, String instance, String time, String name) {
        Counters counters = new Counters();
        for (AnswerRow row : rows) {
            long second = Times.second(row.text(time));
            if (second < 0) {
                continue;
            }
            // Samples have no number of their own: their time is it.
            long at = snapshot.isEmpty() ? second : (long) row.number(snapshot);
            counters.instances
                    .computeIfAbsent((long) row.number(instance), key -> new TreeMap<>())
                    .computeIfAbsent(at, key -> new Seen(second, new TreeMap<>()))
                    .values()
                    .put(row.text(name), row.number("VALUE"));
        }
        return counters;
    }

    Set<Long> instances() {
        return Collections.unmodifiableSet(instances.keySet());
    }

    /** Gains of one instance by the later of the two snapshots. */
    SortedMap<Long, Gain> gains(long instance) {
        SortedMap<Long, Gain> gains = new TreeMap<>();
        Seen before = null;
        for (Map.Entry<Long, Seen> entry :
                instances.getOrDefault(instance, new TreeMap<>()).entrySet()) {
            Seen now = entry.getValue();
            if (before != null && now.second() > before.second()) {
                Map<String, Double> gained = new TreeMap<>();
                boolean fell = false;
                for (Map.Entry<String, Double> value : now.values().entrySet()) {
                    Double earlier = before.values().get(value.getKey());
                    if (earlier != null) {
                        gained.put(value.getKey(), value.getValue() - earlier);
                        fell |= value.getKey().endsWith("_TIME") && value.getValue() < earlier
                                || !Character.isUpperCase(value.getKey().charAt(0)) && value.getValue() < earlier;
                    }
                }
                if (!fell) {
                    gains.put(
                            entry.getKey(),
                            new Gain(now.second(), now.second() - before.second(), gained, now.values()));
                }
            }
            before = now;
        }
        return gains;
    }
}
