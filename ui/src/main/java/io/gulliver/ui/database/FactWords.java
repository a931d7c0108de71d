package io.gulliver.ui.database;

import io.gulliver.planning.facts.FactCatalogue;
import io.gulliver.service.planning.RuleTables;
import java.util.Locale;

/** What facts are called by people: as the catalogue tells them, else their name in words. */
final class FactWords {
    private static final FactCatalogue CATALOGUE = RuleTables.shipped().facts();

    private FactWords() {}

    /** {@code Most sessions at once} of {@code sessions_peak}. */
    static String title(String name) {
        FactCatalogue.Entry entry = CATALOGUE.find(name);
        String told = entry == null ? plain(name) : entry.about().replaceFirst("^whether (it|everything) ", "$1 ");
        String figure = entry != null
                        && entry.type().equals("distribution")
                        && !CATALOGUE.facts().containsKey(name)
                ? figure(name.substring(name.lastIndexOf('.') + 1))
                : "";
        return told.isEmpty() ? name : told.substring(0, 1).toUpperCase(Locale.ROOT) + told.substring(1) + figure;
    }

    private static String figure(String last) {
        return switch (last) {
            case "mean" -> ", mean";
            case "max" -> ", most";
            default -> last.matches("p[0-9]+") ? ", " + last.substring(1) + "th percentile" : "";
        };
    }

    private static String plain(String name) {
        return name.replaceAll("([a-z])([A-Z])", "$1 $2")
                .replaceAll("[._-]+", " ")
                .strip();
    }
}
