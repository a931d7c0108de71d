package io.gulliver.ui.start;

import io.gulliver.evidence.inventory.UnknownColumn;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Which settings there are below {@code gulliver}, as the records of {@link GulliverSettings} say. */
final class SettingsNames {
    private SettingsNames() {}

    /**
     * What stands beside a name that is none.
     *
     * @param parent the deepest part of the name that is known
     * @param wrong the first part that is not
     * @param allowed names there, in the order of the documentation; empty below a single value
     */
    record Unknown(String parent, String wrong, List<String> allowed) {}

    /** Why a name is none, or empty when it is one. */
    static Optional<Unknown> unknown(String name) {
        String[] parts = name.replaceAll("\\[([^\\]]*)\\]", ".$1").split("\\.");
        Type at = GulliverSettings.class;
        StringBuilder parent = new StringBuilder(parts[0]);
        for (int i = 1; i < parts.length; i++) {
            Class<?> raw = raw(at);
            if (raw.isRecord()) {
                String part = parts[i];
                Optional<RecordComponent> found = Arrays.stream(raw.getRecordComponents())
                        .filter(one -> flat(one.getName()).equals(flat(part)))
                        .findFirst();
                if (found.isEmpty()) {
                    return Optional.of(new Unknown(
                            parent.toString(),
                            part,
                            Arrays.stream(raw.getRecordComponents())
                                    .map(one -> dashed(one.getName()))
                                    .toList()));
                }
                at = found.get().getGenericType();
            } else if (Map.class.isAssignableFrom(raw)) {
                at = ((ParameterizedType) at).getActualTypeArguments()[1];
            } else if (Iterable.class.isAssignableFrom(raw)) {
                at = ((ParameterizedType) at).getActualTypeArguments()[0];
            } else {
                return Optional.of(new Unknown(parent.toString(), parts[i], List.of()));
            }
            parent.append(parts[i].matches("\\d+") ? "[" + parts[i] + "]" : "." + parts[i]);
        }
        return Optional.empty();
    }

    /** In a sentence: what stands there in place of it. */
    static String instead(String name) {
        Unknown unknown = unknown(name).orElse(null);
        if (unknown == null) {
            return "";
        }
        if (unknown.allowed().isEmpty()) {
            return " " + unknown.parent() + " is a single value; nothing stands below it.";
        }
        return nearest(unknown.wrong(), unknown.allowed())
                        .map(near -> " Did you mean " + near + "?")
                        .orElse("")
                + " Below " + unknown.parent() + " there are: " + String.join(", ", unknown.allowed()) + ".";
    }

    /** The name that is meant, if one is spelt like it. */
    static Optional<String> nearest(String wrong, List<String> known) {
        return Optional.ofNullable(UnknownColumn.nearest(wrong.toLowerCase(Locale.ROOT), known));
    }

    private static Class<?> raw(Type type) {
        return type instanceof ParameterizedType parameterized
                ? (Class<?>) parameterized.getRawType()
                : (Class<?>) type;
    }

    private static String flat(String name) {
        return name.replace("-", "").toLowerCase(Locale.ROOT);
    }

    private static String dashed(String name) {
        return name.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }
}
