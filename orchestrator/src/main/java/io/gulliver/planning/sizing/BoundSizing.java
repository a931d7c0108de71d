package io.gulliver.planning.sizing;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a target database is built with: a person's figure in place of the sizing first, the accepted sizing next, and
 * what is sized now where nobody accepted one, which is said.
 *
 * @param sizes the figures that bind
 * @param accepted whether a person accepted a sizing
 * @param overridden whether a figure was given in place of the sizing
 * @param told one sentence for each figure and for where they come from, for whoever decides
 */
public record BoundSizing(BuildSizes sizes, boolean accepted, boolean overridden, List<String> told) {
    public BoundSizing {
        told = List.copyOf(told);
    }

    /**
     * Finds the figures that bind.
     *
     * @param sized by what is known now
     * @param accepted by a person, or null
     * @param given in place of the sizing, by the program's parameters
     */
    public static BoundSizing of(BuildSizes sized, @Nullable AcceptedSizing accepted, BuildSizes given) {
        BuildSizes stands = accepted == null ? BuildSizes.NONE : accepted.sizes();
        BuildSizes bound = given.over(stands.over(sized));
        List<String> told = new ArrayList<>();
        told.add(
                accepted == null
                        ? "Nobody has accepted a sizing of this database yet: whoever approves accepts these figures"
                        : "Accepted by " + accepted.by() + " on "
                                + accepted.at().atOffset(ZoneOffset.UTC).toLocalDate() + ": " + accepted.reason());
        bound.figures().forEach((figure, value) -> told.add(line(figure, value, sized, stands, given)));
        bound.missing().forEach(figure -> told.add(figure.words() + ": not sized"));
        return new BoundSizing(bound, accepted != null, !given.empty(), told);
    }

    private static String line(
            BuildFigure figure, long bound, BuildSizes sized, BuildSizes accepted, BuildSizes given) {
        Long now = sized.figures().get(figure);
        Long before = accepted.figures().get(figure);
        boolean alike = (now == null || now == bound) && (before == null || before == bound);
        if (alike && given.figures().get(figure) == null) {
            return figure.words() + ": " + BuildSizes.shown(figure, bound);
        }
        List<String> parts = new ArrayList<>();
        parts.add(now == null ? "not sized now" : "sized now " + BuildSizes.shown(figure, now));
        if (before != null) {
            parts.add("accepted " + BuildSizes.shown(figure, before));
        }
        if (given.figures().get(figure) != null) {
            parts.add("given in place of it by the program's parameters");
        }
        return figure.words() + ": **" + BuildSizes.shown(figure, bound) + "** is built; " + String.join(", ", parts);
    }
}
