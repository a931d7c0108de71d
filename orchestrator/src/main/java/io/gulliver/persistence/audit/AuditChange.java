package io.gulliver.persistence.audit;

import io.gulliver.persistence.Json;
import io.gulliver.secret.SecretRegistry;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a change did, in words: {@code size_gb: 100.0 -> 120.0}. Years later the hashes beside it say only that. */
public final class AuditChange {
    private static final int MOST = 50;
    private static final int LONGEST = 200;
    private static final String NOTHING = "nothing";

    /** Who and when stand in the row's own columns. */
    private static final Set<String> IN_COLUMNS = Set.of("version", "changedBy", "changedAt");

    private AuditChange() {}

    /**
     * The details of a row, with every single value that differs under {@code changed}; secrets of this process are
     * blanked.
     *
     * @param before null when it is new: then nothing differs
     * @param more further details
     */
    public static Map<String, Object> details(@Nullable Object before, Object after, Map<String, ?> more) {
        Map<String, Object> details = new TreeMap<>(more);
        if (before == null) {
            return details;
        }
        SortedMap<String, String> then = leaves(before);
        SortedMap<String, String> now = leaves(after);
        SortedSet<String> names = new TreeSet<>(then.keySet());
        names.addAll(now.keySet());
        List<String> changed = names.stream()
                .filter(name -> !Objects.equals(then.get(name), now.get(name)))
                .map(name -> name + ": " + shown(then.get(name)) + " -> " + shown(now.get(name)))
                .toList();
        details.put(
                "changed",
                changed.size() <= MOST
                        ? changed
                        : Stream.concat(
                                        changed.stream().limit(MOST),
                                        Stream.of("and " + (changed.size() - MOST) + " more"))
                                .toList());
        return details;
    }

    private static String shown(@Nullable String value) {
        if (value == null) {
            return NOTHING;
        }
        String blanked = SecretRegistry.process().mask(value);
        return blanked.length() > LONGEST ? blanked.substring(0, LONGEST) + "…" : blanked;
    }

    private static SortedMap<String, String> leaves(Object record) {
        SortedMap<String, String> leaves = new TreeMap<>();
        Json.readMap(Json.write(record)).forEach((name, value) -> {
            if (!IN_COLUMNS.contains(name)) {
                leaves(leaves, name, value);
            }
        });
        return leaves;
    }

    private static void leaves(SortedMap<String, String> leaves, String path, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, inner) -> leaves(leaves, path + "." + name, inner));
        } else if (value != null) {
            leaves.put(path, text(value));
        }
    }

    /** A list of things, such as rights, is read by people: {@code [program atlas, right WORK; program *, right READ]}. */
    private static String text(Object value) {
        if (value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance)) {
            return list.stream().map(AuditChange::text).collect(Collectors.joining("; ", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .filter(part -> part.getValue() != null)
                    .map(part -> part.getKey() + " " + text(part.getValue()))
                    .collect(Collectors.joining(", "));
        }
        return String.valueOf(value);
    }
}
