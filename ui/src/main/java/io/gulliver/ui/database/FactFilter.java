package io.gulliver.ui.database;

import io.gulliver.assessment.facts.FactReport;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.ui.frame.Words;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Which facts of a database are shown: those that meet every part.
 *
 * @param text words that must all stand in the fact's name, as people read it or as exports have it, or in its value
 * @param source who said so, in words; empty for all
 * @param only the part of them
 */
record FactFilter(String text, String source, Only only) {
    /** Part of the facts. */
    enum Only {
        ALL,
        /** Another source said something else. */
        CONTRADICTED,
        ASSUMED;

        boolean has(FactReport.Known fact) {
            return switch (this) {
                case ALL -> true;
                case CONTRADICTED -> fact.contradicted();
                case ASSUMED -> fact.confidence() == Confidence.ASSUMED;
            };
        }
    }

    /** Whether something is asked for. */
    public boolean narrows() {
        return !text.isEmpty() || !source.isEmpty() || only != Only.ALL;
    }

    /** @param shown the value of a fact as the page shows it */
    boolean has(FactReport.Known fact, Function<FactReport.Known, String> shown, Words words) {
        if (!only.has(fact) || !source.isEmpty() && !source.equals(words.source(fact.source()))) {
            return false;
        }
        String all = String.join(" ", words.fact(fact.name()), fact.name(), shown.apply(fact))
                .toLowerCase(Locale.ROOT);
        return Stream.of(text.toLowerCase(Locale.ROOT).split("\\s+")).allMatch(all::contains);
    }

    /** The sources of facts in words, by alphabet. */
    static List<String> sources(List<FactReport.Known> facts, Words words) {
        return facts.stream()
                .map(fact -> words.source(fact.source()))
                .distinct()
                .sorted(String.CASE_INSENSITIVE_ORDER)
                .toList();
    }
}
