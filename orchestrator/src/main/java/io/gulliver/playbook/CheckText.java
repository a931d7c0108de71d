package io.gulliver.playbook;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A sentence of a tuning check with values of facts in it: <code>${facts.pages.total} pages</code>. */
final class CheckText {
    private static final Pattern FACT = Pattern.compile("\\$\\{facts\\.([a-z][a-z0-9_]*(?:\\.[a-z][a-z0-9_]*)?)}");
    private static final double HUNDREDTHS = 100;

    private final String text;

    CheckText(String text) {
        this.text = text;
    }

    /** Names of the facts in it. */
    SortedSet<String> facts() {
        SortedSet<String> names = new TreeSet<>();
        Matcher matcher = FACT.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    /** What looks like the beginning of a value and is none, or null. */
    @Nullable
    String unreadable() {
        int at = FACT.matcher(text).replaceAll("").indexOf("${");
        return at < 0 ? null : FACT.matcher(text).replaceAll("").substring(at);
    }

    /** The sentence with these values; a fact that is not known is {@code not known}. */
    String with(Map<String, Object> facts) {
        StringBuilder told = new StringBuilder();
        Matcher matcher = FACT.matcher(text);
        int from = 0;
        while (matcher.find()) {
            told.append(text, from, matcher.start()).append(shown(facts.get(matcher.group(1))));
            from = matcher.end();
        }
        return told.append(text.substring(from)).toString();
    }

    private static String shown(@Nullable Object value) {
        if (value == null) {
            return "not known";
        }
        if (value instanceof Boolean yes) {
            return yes ? "yes" : "no";
        }
        if (value instanceof Double || value instanceof Float) {
            double rounded = Math.round(((Number) value).doubleValue() * HUNDREDTHS) / HUNDREDTHS;
            return rounded == Math.rint(rounded) ? String.valueOf((long) rounded) : String.valueOf(rounded);
        }
        if (value instanceof List<?> list) {
            return list.isEmpty() ? "none" : list.stream().map(String::valueOf).collect(Collectors.joining(", "));
        }
        return value instanceof String blank && blank.isBlank() ? "nothing" : value.toString();
    }

    @Override
    public String toString() {
        return text;
    }
}
