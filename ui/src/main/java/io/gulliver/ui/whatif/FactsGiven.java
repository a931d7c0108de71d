package io.gulliver.ui.whatif;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.domain.plan.Rates;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads facts and rates that somebody typed. */
final class FactsGiven {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.]{0,99}");
    private static final Pattern RELEASE = Pattern.compile("[0-9]{1,3}(c|g|ai|gR[0-9])?(\\.[0-9]{1,9}){0,6}");
    private static final Pattern NAMED = Pattern.compile("Fact ([A-Za-z0-9_.]+):.*", Pattern.DOTALL);
    private static final List<String> RELEASES =
            List.of("source_release", "target_release", "source_compatible", "target_compatible");
    private static final int MOST = 300;
    private static final int LONGEST = 1000;

    private FactsGiven() {}

    /** Facts that can be judged; what cannot is named. */
    static Map<String, Object> of(@Nullable Map<String, @Nullable Object> told, FiguresGiven given) {
        SortedMap<String, Object> facts = new TreeMap<>();
        if (told == null || told.isEmpty() || told.size() > MOST) {
            given.wrong("/facts", (told == null ? 0 : told.size()) + " facts, wanted 1 to " + MOST);
            return facts;
        }
        told.forEach((name, value) -> {
            String at = "/facts/" + name.replace("~", "~0").replace("/", "~1");
            if (!NAME.matcher(name).matches()) {
                given.wrong(at, "is no name of a fact: a letter, then letters, digits, underscores and dots");
            } else if (value instanceof Number number) {
                double figure = number.doubleValue();
                if (figure >= 0 && figure <= 1e9) {
                    facts.put(name, RELEASES.contains(name) ? String.valueOf(value) : figure);
                } else {
                    given.wrong(at, "is " + figure + ", wanted 0 to 1e9");
                }
            } else if (value instanceof Boolean) {
                facts.put(name, value);
            } else if (value instanceof String text && !text.isBlank() && text.length() <= LONGEST) {
                facts.put(name, text);
            } else if (value instanceof List<?> list
                    && list.size() <= MOST
                    && list.stream().allMatch(one -> one instanceof String text && text.length() <= LONGEST)) {
                facts.put(name, List.copyOf(list));
            } else if (value != null) {
                given.wrong(at, "is no text, number, yes or no, or list of texts");
            }
        });
        for (String name : RELEASES) {
            Object release = facts.get(name);
            if (release != null && !RELEASE.matcher(release.toString()).matches()) {
                given.wrong("/facts/" + name, "is no release, wanted for example 19.24 or 11.2.0.4");
            }
        }
        return facts;
    }

    /** Rates of the product, with those that were given in their place. */
    static Rates rates(@Nullable Map<String, @Nullable Double> told, FiguresGiven given) {
        Rates rates = Rates.defaults();
        if (told == null) {
            return rates;
        }
        for (Map.Entry<String, @Nullable Double> one : told.entrySet()) {
            String at = "/rates/" + one.getKey().replace("~", "~0").replace("/", "~1");
            Double value = one.getValue();
            // as slow as a floppy disk, or not a rate at all
            if (value == null || !one.getKey().endsWith("-seconds") && !(value >= 0.001)) {
                given.wrong(at, "is " + value + ", wanted 0.001 or more");
                continue;
            }
            try {
                rates = rates.with(one.getKey(), value);
            } catch (IllegalArgumentException e) {
                given.wrong(at, String.valueOf(e.getMessage()));
            }
        }
        return rates;
    }

    /** Judges, and says of a fact of the wrong kind which it is. */
    static <T> T judged(Supplier<T> judgement) {
        try {
            return judgement.get();
        } catch (IllegalArgumentException | ArithmeticException e) {
            String message = String.valueOf(e.getMessage());
            Matcher named = NAMED.matcher(message);
            throw Refusal.invalid(
                    List.of(new FieldProblem(named.matches() ? "/facts/" + named.group(1) : "/facts", message)));
        }
    }
}
