package io.gulliver.planning.sizing;

import io.gulliver.planning.figure.Derivation;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The figures that one target database is built with, as they were sized, accepted or given in their place.
 *
 * @param figures whole numbers in the figure's own unit; what is not known is not there
 */
public record BuildSizes(SortedMap<BuildFigure, Long> figures) {
    /** No figure at all. */
    public static final BuildSizes NONE = new BuildSizes(new TreeMap<>());

    public BuildSizes {
        figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
    }

    /** Figures by their keys, as a decision or a step keeps them; what is no number above 0 is not known. */
    public static BuildSizes of(Map<?, ?> content) {
        Map<BuildFigure, Long> known = new EnumMap<>(BuildFigure.class);
        for (BuildFigure figure : BuildFigure.values()) {
            if (content.get(figure.key()) instanceof Number number && number.doubleValue() > 0) {
                known.put(figure, (long) Math.ceil(number.doubleValue()));
            }
        }
        return new BuildSizes(new TreeMap<>(known));
    }

    /** Figures by their keys. */
    public SortedMap<String, Object> content() {
        SortedMap<String, Object> content = new TreeMap<>();
        figures.forEach((figure, value) -> content.put(figure.key(), value));
        return content;
    }

    /** A figure, 0 while it is not known. */
    public long value(BuildFigure figure) {
        return figures.getOrDefault(figure, 0L);
    }

    /** Whether there is none. */
    public boolean empty() {
        return figures.isEmpty();
    }

    /** These figures, and those of others where these have none. */
    public BuildSizes over(BuildSizes others) {
        SortedMap<BuildFigure, Long> all = new TreeMap<>(others.figures());
        all.putAll(figures);
        return new BuildSizes(all);
    }

    /** Figures without which nothing is built, and which are not known. */
    public List<BuildFigure> missing() {
        return Stream.of(BuildFigure.values())
                .filter(figure -> figure.needed() && !figures.containsKey(figure))
                .toList();
    }

    static String shown(BuildFigure figure, long value) {
        return Derivation.shown(value) + (figure.unit().isEmpty() ? "" : " " + figure.unit());
    }
}
