package io.gulliver.planning.inputs;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.planning.figure.Derivation;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds facts by their names in the catalogue and keeps with each where it comes from. */
final class FactFigures {
    /** Source of what a column of the inventory says. */
    static final String INVENTORY = "inventory";

    private final Map<String, Fact> facts = new TreeMap<>();

    FactFigures(List<Fact> facts) {
        facts.forEach(fact -> this.facts.put(fact.name(), fact));
    }

    /**
     * A number that is known.
     *
     * @param name of the fact that said it
     * @param value in the unit that was asked for
     * @param source for a derivation
     * @param confidence of the fact
     */
    record Known(String name, double value, String source, Confidence confidence) {
        Known times(double factor, String how) {
            return new Known(name, value * factor, source + how, confidence);
        }

        Derivation derived(String title, String unit) {
            return Derivation.given(title, value, unit, source);
        }
    }

    /** The first of the names that has a number of 0 or more. */
    Optional<Known> number(String... names) {
        for (String name : names) {
            Fact fact = facts.get(name);
            if (fact != null && fact.value() instanceof Number number && number.doubleValue() >= 0) {
                return Optional.of(new Known(name, number.doubleValue(), told(fact), fact.confidence()));
            }
        }
        return Optional.empty();
    }

    /** A number above 0. */
    Optional<Known> positive(String... names) {
        return number(names).filter(known -> known.value() > 0);
    }

    Optional<Fact> fact(String name) {
        return Optional.ofNullable(facts.get(name));
    }

    Optional<String> text(String... names) {
        for (String name : names) {
            Fact fact = facts.get(name);
            if (fact != null && fact.value() instanceof String text && !text.isBlank()) {
                return Optional.of(text.strip());
            }
        }
        return Optional.empty();
    }

    boolean yes(String name) {
        Fact fact = facts.get(name);
        return fact != null && Boolean.TRUE.equals(fact.value());
    }

    static String told(Fact fact) {
        if (fact.source().equals(INVENTORY)) {
            return INVENTORY;
        }
        // what the policy or a column says has no date
        return fact.name()
                + (fact.at().equals(Instant.EPOCH)
                        ? ""
                        : " of " + fact.at().atOffset(ZoneOffset.UTC).toLocalDate())
                + ", " + fact.source()
                + (fact.confidence() == Confidence.MEASURED
                        ? ""
                        : ", " + fact.confidence().name().toLowerCase(java.util.Locale.ROOT));
    }
}
