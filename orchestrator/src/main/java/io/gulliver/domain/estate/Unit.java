package io.gulliver.domain.estate;

import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A unit as a reader, a table or a person writes it, taken apart: {@code GB}, {@code GB of 1,073,741,824 bytes, whole
 * database}, {@code cores of one host}, {@code reads per s}, {@code GB/h}.
 *
 * <p>What follows a comma or {@code of} tells whose number it is and changes no figure, but for the bytes of a GB.
 *
 * @param kind what is counted
 * @param factor bytes, seconds or things of one, a second where it is a rate
 * @param rate whether it is a number in a time
 * @param noun things that are counted, empty where the unit does not name them
 */
public record Unit(Kind kind, double factor, boolean rate, String noun) {
    /** What a unit counts. */
    public enum Kind {
        BYTES,
        SECONDS,
        THINGS,
        PERCENT
    }

    private static final Pattern DEFINED = Pattern.compile("([kmgt])b of ([0-9][0-9,]{0,20}) bytes?\\b.*");
    private static final Pattern PER = Pattern.compile("(.*?)(?:/| ?\\bper )(s|second|min|minute|h|hour)");
    private static final Set<String> THINGS = Set.of(
            "cores",
            "busy cores",
            "cpus",
            "logical cpus",
            "sockets",
            "instances",
            "sessions",
            "processes",
            "connections",
            "objects",
            "i/o",
            "reads",
            "writes",
            "requests",
            "transactions",
            "snapshots");
    private static final SortedMap<String, Double> SECONDS = seconds();

    private static SortedMap<String, Double> seconds() {
        SortedMap<String, Double> seconds = new TreeMap<>();
        seconds.put("ms", 0.001);
        seconds.put("s", 1.0);
        seconds.put("second", 1.0);
        seconds.put("seconds", 1.0);
        seconds.put("min", 60.0);
        seconds.put("minute", 60.0);
        seconds.put("minutes", 60.0);
        seconds.put("h", 3600.0);
        seconds.put("hour", 3600.0);
        seconds.put("hours", 3600.0);
        seconds.put("d", 86_400.0);
        seconds.put("days", 86_400.0);
        return Collections.unmodifiableSortedMap(seconds);
    }

    /** Takes a unit apart; empty when nobody knows it. */
    public static Optional<Unit> parse(String text) {
        return parse(text, false);
    }

    /** The same of memory, where KB, MB, GB and TB are powers of 1,024, as Oracle and z/VM count. */
    public static Optional<Unit> ofMemory(String text) {
        return parse(text, true);
    }

    private static Optional<Unit> parse(String text, boolean binary) {
        String unit = text.strip().toLowerCase(Locale.ROOT);
        Matcher defined = DEFINED.matcher(unit);
        if (defined.matches()) {
            double bytes = Double.parseDouble(defined.group(2).replace(",", ""));
            return bytes > 0 ? Optional.of(new Unit(Kind.BYTES, bytes, false, "")) : Optional.empty();
        }
        String head = before(before(before(unit, ","), " of "), " as ");
        Matcher per = PER.matcher(head);
        if (per.matches()) {
            return plain(per.group(1).strip(), binary)
                    .filter(one -> one.kind() != Kind.SECONDS)
                    .map(one -> new Unit(one.kind(), one.factor() / SECONDS.get(per.group(2)), true, one.noun()));
        }
        return head.isEmpty() ? Optional.empty() : plain(head, binary);
    }

    private static Optional<Unit> plain(String head, boolean binary) {
        double bytes = bytes(head, binary);
        if (bytes > 0) {
            return Optional.of(new Unit(Kind.BYTES, bytes, false, ""));
        }
        Double seconds = SECONDS.get(head);
        if (seconds != null) {
            return Optional.of(new Unit(Kind.SECONDS, seconds, false, ""));
        }
        if (head.equals("%") || head.equals("percent")) {
            return Optional.of(new Unit(Kind.PERCENT, 1, false, ""));
        }
        if (head.isEmpty() || head.equals("1")) {
            return Optional.of(new Unit(Kind.THINGS, 1, false, ""));
        }
        return THINGS.contains(head) ? Optional.of(new Unit(Kind.THINGS, 1, false, head)) : Optional.empty();
    }

    private static double bytes(String unit, boolean binary) {
        if (unit.equals("b") || unit.equals("byte") || unit.equals("bytes")) {
            return 1;
        }
        boolean two = unit.length() == 2 && unit.charAt(1) == 'b';
        boolean three = unit.length() == 3 && unit.endsWith("ib");
        int power = two || three ? "kmgt".indexOf(unit.charAt(0)) + 1 : 0;
        return power == 0 ? 0 : Math.pow(three || binary ? 1024 : 1000, power);
    }

    private static String before(String text, String mark) {
        int at = text.indexOf(mark);
        return at < 0 ? text : text.substring(0, at).strip();
    }

    /** A number of this unit in another; empty when one cannot become the other. */
    public OptionalDouble convert(double number, Unit to) {
        boolean same =
                kind == to.kind && rate == to.rate && (noun.equals(to.noun) || noun.isEmpty() || to.noun.isEmpty());
        if (!same) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(factor == to.factor ? number : number * factor / to.factor);
    }
}
