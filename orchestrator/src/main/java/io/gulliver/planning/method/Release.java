package io.gulliver.planning.method;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Compares Oracle releases: {@code 19.22} lies above {@code 19.9}, {@code 19c} is {@code 19}, {@code 11gR2} is {@code
 * 11.2}, and {@code 26ai} continues 23 as {@code 23.26}.
 */
public final class Release {
    private static final Pattern OLD_NAME = Pattern.compile("(?i)\\b(\\d{1,2})\\s*[cgi]\\s*(?:r|release\\s*)(\\d)\\b");
    private static final Pattern NUMBERS = Pattern.compile("\\d{1,4}(?:\\.\\d{1,9}){0,5}");

    private Release() {}

    /** The release's number within a text such as a banner, or empty when there is none. */
    static Optional<String> find(String text) {
        String best = "";
        Matcher numbers = NUMBERS.matcher(text);
        while (numbers.find()) {
            if (dots(numbers.group()) > dots(best) || best.isEmpty()) {
                best = numbers.group();
            }
        }
        Matcher old = OLD_NAME.matcher(text);
        if (dots(best) < 2 && old.find()) {
            return Optional.of(old.group(1) + "." + old.group(2));
        }
        if (best.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(best.equals("26") ? "23.26" : best);
    }

    private static int dots(String text) {
        return (int) text.chars().filter(letter -> letter == '.').count();
    }

    /** Compares number by number; what is not said counts as 0. */
    static int compare(String left, String right) {
        return compare(parts(left), parts(right), Integer.MAX_VALUE);
    }

    /**
     * Compares a source with a target of which only so much is said as matters: 19, 19.0.0.0.0 and 12.2 stand for every
     * update of that line.
     */
    public static int compareToLine(String source, String line) {
        int[] wanted = parts(line);
        int said = wanted.length;
        while (said > 1 && wanted[said - 1] == 0) {
            said--;
        }
        return compare(parts(source), wanted, said);
    }

    /** The line of a release that updates do not leave: 19 of 19.24.0.0.0, and 12.2 of 12.2.0.1.0, as below 18. */
    public static String line(String release) {
        int[] said = parts(release);
        return Arrays.stream(said)
                .limit(said.length > 0 && said[0] >= 18 ? 1 : 2)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining("."));
    }

    /** Whether a release says too little to be compared: 11.2 may lie below 11.2.0.4 or not. */
    static boolean tooVague(String seen, String wanted) {
        int[] a = parts(seen);
        int[] b = parts(wanted);
        if (a.length >= b.length || compare(a, b, a.length) != 0) {
            return false;
        }
        return Arrays.stream(b, a.length, b.length).anyMatch(part -> part != 0);
    }

    private static int compare(int[] a, int[] b, int places) {
        for (int i = 0; i < Math.min(places, Math.max(a.length, b.length)); i++) {
            int order = Integer.compare(i < a.length ? a[i] : 0, i < b.length ? b[i] : 0);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int[] parts(String release) {
        return find(release).stream()
                .flatMap(numbers -> Arrays.stream(numbers.split("\\.")))
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
