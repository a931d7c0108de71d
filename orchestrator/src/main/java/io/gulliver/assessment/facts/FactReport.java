package io.gulliver.assessment.facts;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.FactSource;
import io.gulliver.domain.estate.Units;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything known of a database: the newest word on each fact, and what other sources said last.
 *
 * @param version of the collected facts
 * @param facts by name
 * @param contradicted names of facts on which two sources differ
 */
public record FactReport(long version, List<Known> facts, List<String> contradicted) {
    /** Numbers that differ by less come from measuring at another moment; more than that makes a sizing stale as well. */
    private static final double SAME_PERCENT = 10;

    public FactReport {
        facts = List.copyOf(facts);
        contradicted = List.copyOf(contradicted);
    }

    /**
     * One fact with its newest word.
     *
     * @param name of it
     * @param value text, number, yes or no, or list of texts
     * @param unit of a number, or null
     * @param source which capture, step or person said so
     * @param at when it was true
     * @param age of it
     * @param confidence how far to trust it
     * @param others what other sources said last, newest first
     * @param contradicted whether one of them says something else
     */
    public record Known(
            String name,
            Object value,
            @Nullable String unit,
            String source,
            Instant at,
            Duration age,
            Confidence confidence,
            List<Word> others,
            boolean contradicted) {
        public Known {
            others = List.copyOf(others);
        }
    }

    /**
     * What another source said.
     *
     * @param differs whether it is another value; numbers within 10 %, whatever their unit, are the same
     * @param percent how far a number lies from the newest one, or null
     */
    public record Word(
            Object value,
            @Nullable String unit,
            String source,
            Instant at,
            Confidence confidence,
            boolean differs,
            @Nullable Double percent) {}

    /**
     * Sets words beside each other.
     *
     * @param newest the newest word on each fact
     * @param said the last word of every source on each fact; the newest may be among them
     * @param now the moment that ages count to
     */
    public static FactReport of(long version, Collection<Fact> newest, Collection<Fact> said, Instant now) {
        Map<String, List<Fact>> words = new TreeMap<>();
        said.forEach(fact ->
                words.computeIfAbsent(fact.name(), name -> new ArrayList<>()).add(fact));
        List<Known> facts = new ArrayList<>();
        List<String> contradicted = new ArrayList<>();
        newest.stream().sorted(Comparator.comparing(Fact::name)).forEach(fact -> {
            String voice = FactSource.of(fact.source());
            List<Word> others = words.getOrDefault(fact.name(), List.of()).stream()
                    .filter(word -> !FactSource.of(word.source()).equals(voice))
                    .sorted(Comparator.comparing(Fact::at).reversed().thenComparing(Fact::source))
                    .map(word -> word(fact, word))
                    .toList();
            boolean differs = others.stream().anyMatch(Word::differs);
            if (differs) {
                contradicted.add(fact.name());
            }
            facts.add(new Known(
                    fact.name(),
                    fact.value(),
                    fact.unit(),
                    fact.source(),
                    fact.at(),
                    Duration.between(fact.at(), now),
                    fact.confidence(),
                    others,
                    differs));
        });
        return new FactReport(version, facts, contradicted);
    }

    private static Word word(Fact newest, Fact other) {
        Double percent = null;
        boolean differs;
        if (newest.value() instanceof Number now && other.value() instanceof Number then) {
            OptionalDouble same = Units.convert(then.doubleValue(), other.unit(), newest.unit());
            if (same.isEmpty()) {
                // a number of another kind of unit says something else, whatever its digits
                differs = true;
            } else {
                double base = Math.max(Math.abs(now.doubleValue()), Math.abs(same.getAsDouble()));
                double off = Math.abs(now.doubleValue() - same.getAsDouble());
                differs = base > 0 && off / base * 100 > SAME_PERCENT;
                percent = now.doubleValue() == 0
                        ? null
                        : (Double) ((same.getAsDouble() - now.doubleValue()) / Math.abs(now.doubleValue()) * 100);
            }
        } else {
            differs = !same(newest.value(), other.value());
        }
        return new Word(other.value(), other.unit(), other.source(), other.at(), other.confidence(), differs, percent);
    }

    /** Texts whatever their case; a release and a more exact word on it, 19 and 19.22, are the same. */
    private static boolean same(Object one, Object two) {
        if (one instanceof String a && two instanceof String b) {
            String left = a.strip();
            String right = b.strip();
            return left.equalsIgnoreCase(right) || begins(left, right) || begins(right, left);
        }
        return one.equals(two);
    }

    private static boolean begins(String longer, String shorter) {
        return shorter.matches("[0-9][0-9.]*") && longer.startsWith(shorter + ".");
    }
}
