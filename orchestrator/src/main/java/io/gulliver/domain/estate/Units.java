package io.gulliver.domain.estate;

import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Turns a number of one unit into another of the same kind: sizes, times and rates. */
public final class Units {
    private static final double KI = 1024;

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
        double of = bytes(one);
        double as = bytes(other);
        if (Double.isNaN(of) || Double.isNaN(as)) {
            of = seconds(one);
            as = seconds(other);
        }
        return Double.isNaN(of) || Double.isNaN(as) ? OptionalDouble.empty() : OptionalDouble.of(number * of / as);
    }

    /** Bytes of a unit of size; no number for any other. */
    private static double bytes(String unit) {
        return switch (unit) {
            case "b", "bytes" -> 1;
            case "kb" -> 1e3;
            case "mb" -> 1e6;
            case "gb" -> 1e9;
            case "tb" -> 1e12;
            case "kib" -> KI;
            case "mib" -> KI * KI;
            case "gib" -> KI * KI * KI;
            case "tib" -> KI * KI * KI * KI;
            default -> Double.NaN;
        };
    }

    /** Seconds of a unit of time; no number for any other. */
    private static double seconds(String unit) {
        return switch (unit) {
            case "ms" -> 0.001;
            case "s" -> 1;
            case "min" -> 60;
            case "h" -> 3600;
            case "d" -> 86_400;
            default -> Double.NaN;
        };
    }
}
