package io.gulliver.domain.estate;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Turns a number of one unit into another of the same kind: sizes, times and rates. */
public final class Units {
    private static final double KI = 1024;

    /** Bytes of a unit of size. */
    private static final Map<String, Double> SIZES = Map.ofEntries(
            Map.entry("b", 1.0),
            Map.entry("bytes", 1.0),
            Map.entry("kb", 1e3),
            Map.entry("mb", 1e6),
            Map.entry("gb", 1e9),
            Map.entry("tb", 1e12),
            Map.entry("kib", KI),
            Map.entry("mib", KI * KI),
            Map.entry("gib", KI * KI * KI),
            Map.entry("tib", KI * KI * KI * KI));

    private static final Map<String, Double> TIMES =
            Map.of("ms", 0.001, "s", 1.0, "min", 60.0, "h", 3600.0, "d", 86_400.0);

    private Units() {}

    /** The number in another unit; empty when nobody knows how one becomes the other. */
    public static OptionalDouble convert(double number, @Nullable String from, @Nullable String to) {
        if (from == null || to == null || from.strip().equalsIgnoreCase(to.strip())) {
            return OptionalDouble.of(number);
        }
        String one = from.strip().toLowerCase(Locale.ROOT);
        String other = to.strip().toLowerCase(Locale.ROOT);
        if (one.endsWith("/s") && other.endsWith("/s")) {
            return convert(number, one.substring(0, one.length() - 2), other.substring(0, other.length() - 2));
        }
        for (Map<String, Double> kind : java.util.List.of(SIZES, TIMES)) {
            Double of = kind.get(one);
            Double as = kind.get(other);
            if (of != null && as != null) {
                return OptionalDouble.of(number * of / as);
            }
        }
        return OptionalDouble.empty();
    }
}
