package io.gulliver.ui.frame;

import io.gulliver.planning.figure.Derivation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A figure with how it was found, as a page shows it.
 *
 * @param id on the page
 * @param name what it is
 * @param value rounded, as people read it
 * @param unit of it, empty for a plain number
 * @param exact before rounding, or null when rounding changed nothing
 * @param formula in words and signs, or null when it was given
 * @param rounding in words
 * @param source who or what said so, or null when computed
 * @param notes what else a reader must know
 * @param inputs what went in; none where it is explained elsewhere on the page
 * @param elsewhere id of the place that explains it, or null when it is explained here
 */
public record Figure(
        String id,
        String name,
        String value,
        String unit,
        @Nullable String exact,
        @Nullable String formula,
        String rounding,
        @Nullable String source,
        List<String> notes,
        List<Figure> inputs,
        @Nullable String elsewhere) {
    public Figure {
        notes = List.copyOf(notes);
        inputs = List.copyOf(inputs);
    }

    /**
     * Figures for one page: each explains itself, and one that went into another and has a place of its own is explained
     * only there.
     *
     * @param prefix of the ids
     * @param derivations in the order of the page; null ones are left out
     */
    public static List<Figure> of(String prefix, List<@Nullable Derivation> derivations) {
        List<Derivation> all = derivations.stream()
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
        Map<String, String> places = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            places.putIfAbsent(all.get(i).told(), prefix + "-" + i);
        }
        List<Figure> figures = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            figures.add(of(all.get(i), prefix + "-" + i, places, true));
        }
        return figures;
    }

    private static Figure of(Derivation one, String id, Map<String, String> places, boolean own) {
        String place = own || one.inputs().isEmpty() ? null : places.get(one.told());
        List<Figure> inputs = new ArrayList<>();
        if (place == null) {
            for (int i = 0; i < one.inputs().size(); i++) {
                inputs.add(of(one.inputs().get(i), id + "-" + i, places, false));
            }
        }
        return new Figure(
                id,
                one.name(),
                Derivation.shown(one.value()),
                one.unit(),
                one.value() == one.exact() ? null : Derivation.shown(one.exact()),
                one.formula(),
                one.rounding(),
                one.source(),
                one.notes(),
                inputs,
                place);
    }

    /** Value and unit. */
    public String told() {
        return unit.isEmpty() ? value : value + "\u00a0" + unit;
    }
}
