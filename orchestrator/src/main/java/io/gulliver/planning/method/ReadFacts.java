package io.gulliver.planning.method;

import io.gulliver.planning.facts.FactCatalogue;
import io.gulliver.planning.facts.FactResolver;
import io.gulliver.planning.facts.TextNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Facts in the form that rules compare: yes and no as such, numbers as numbers, words in one spelling. What cannot be
 * read is left out and told, so that no rule passes or speaks by accident.
 *
 * @param values by name
 * @param doubts what was left out and why, and what cannot be true together
 */
record ReadFacts(SortedMap<String, Object> values, List<String> doubts) {
    private static final Set<String> RELEASES =
            Set.of("source_release", "target_release", "source_compatible", "target_compatible");
    private static final double SAME = 1.1;

    static ReadFacts of(Map<String, Object> given, FactCatalogue catalogue) {
        SortedMap<String, Object> values = new TreeMap<>();
        List<String> doubts = new ArrayList<>();
        new TreeMap<>(given).forEach((name, value) -> {
            if (value == null || value instanceof String text && FactResolver.nothing(text)) {
                return;
            }
            Object read = read(name, value, catalogue.find(name), doubts);
            if (read != null) {
                values.put(name, read);
            }
        });
        contradictions(values, doubts);
        return new ReadFacts(values, List.copyOf(doubts));
    }

    private static @Nullable Object read(
            String name, Object value, FactCatalogue.@Nullable Entry entry, List<String> doubts) {
        if (RELEASES.contains(name)) {
            Optional<String> release = Release.find(String.valueOf(value));
            if (release.isEmpty()) {
                doubts.add(told(name, value, "names no release, wanted for example 19.22"));
            }
            return release.orElse(null);
        }
        if (name.equals("source_edition")) {
            return word(
                    name,
                    value,
                    FactResolver.edition(String.valueOf(value)).orElse(null),
                    "enterprise or standard",
                    doubts);
        }
        if (name.equals("source_topology")) {
            return word(name, value, topology(String.valueOf(value)), "single, rac or pdb", doubts);
        }
        if (entry != null && entry.yesNo()) {
            return yesNo(name, value, doubts);
        }
        if (entry != null && entry.number()) {
            return number(name, value, entry.unit(), doubts);
        }
        return value;
    }

    private static @Nullable Object word(
            String name, Object value, @Nullable String read, String wanted, List<String> doubts) {
        if (read == null) {
            doubts.add(told(name, value, "wanted " + wanted));
        }
        return read;
    }

    private static String told(String name, Object value, String wanted) {
        return name + " is '" + value + "', " + wanted + ": it is taken as unknown";
    }

    static @Nullable String topology(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", " ");
        if (word.matches("(.* )?(rac|cluster|racone|real application clusters?)( .*)?")) {
            return "rac";
        }
        if (word.matches("pdb|pluggable( database)?|multitenant")) {
            return "pdb";
        }
        if (word.matches("single( instance)?|standalone|si|non cdb")) {
            return "single";
        }
        return null;
    }

    private static @Nullable Object yesNo(String name, Object value, List<String> doubts) {
        if (value instanceof Boolean) {
            return value;
        }
        if (value instanceof Number number && number.doubleValue() >= 0) {
            return number.doubleValue() > 0;
        }
        if (value instanceof List<?> list) {
            return !list.isEmpty();
        }
        String word = String.valueOf(value).strip().toLowerCase(Locale.ROOT);
        if (FactResolver.YES.contains(word)) {
            return true;
        }
        if (FactResolver.NO.contains(word)) {
            return false;
        }
        doubts.add(told(name, value, "wanted yes or no"));
        return null;
    }

    private static @Nullable Object number(String name, Object value, @Nullable String unit, List<String> doubts) {
        Double number = null;
        String wanted = "wanted a number" + (unit == null ? "" : " of " + unit);
        if (value instanceof Number given) {
            number = given.doubleValue();
        } else if (value instanceof String text) {
            String plain = text.strip().replaceAll("[\\s\\u00a0\\u202f']", "");
            if (unit != null && plain.toLowerCase(Locale.ROOT).endsWith(unit.toLowerCase(Locale.ROOT))) {
                plain = plain.substring(0, plain.length() - unit.length());
            }
            if (TextNumbers.ambiguous(plain)) {
                wanted = "which may be " + plain.replace(',', '.') + " or " + plain.replace(",", "")
                        + "; write it without a comma";
            } else {
                OptionalDouble parsed = TextNumbers.read(plain);
                number = parsed.isEmpty() ? null : (Double) parsed.getAsDouble();
            }
        }
        if (number == null || number.isNaN() || number.isInfinite()) {
            doubts.add(told(name, value, wanted));
            return null;
        }
        if (number < 0) {
            doubts.add(told(name, value, "which cannot be below 0"));
            return null;
        }
        return value instanceof Long ? value : number;
    }

    /** Facts that cannot be true together. Each stands; a person must look which one is wrong. */
    private static void contradictions(SortedMap<String, Object> values, List<String> doubts) {
        Object release = values.get("source_release");
        Object compatible = values.get("source_compatible");
        if (release != null
                && compatible != null
                && Release.compareToLine(compatible.toString(), release.toString()) > 0) {
            doubts.add("source_compatible is " + compatible + ", above source_release " + release
                    + ": no database can have that, so one of both is wrong");
        }
        more(values, "data_gb", "files_gb", "segments lie in data files", doubts);
        more(values, "largest_lob_gb", "data_gb", "a segment is a part of the data", doubts);
        more(values, "gg_none_gb", "data_gb", "these tables are a part of the data", doubts);
        more(values, "redo_mb_s", "redo_peak_mb_s", "a mean lies below its peak", doubts);
    }

    private static void more(
            SortedMap<String, Object> values, String part, String whole, String because, List<String> doubts) {
        if (values.get(part) instanceof Number a
                && values.get(whole) instanceof Number b
                && a.doubleValue() > b.doubleValue() * SAME) {
            doubts.add(part + " is " + a + ", above " + whole + " " + b + ", but " + because
                    + ": look which one is wrong");
        }
    }
}
