package io.gulliver.ui.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Draws the way from the little end (x86, left) to the big end (LinuxONE, right): six slices that grow from left to
 * right, each filled as far as the database is. All geometry is SVG attributes, because the content policy forbids style
 * attributes.
 */
public final class Ramp {
    private static final Ramp SMALL = new Ramp(68, 15.5, 2.5, 15, 1.4);
    private static final Ramp CROSSING = new Ramp(1200, 72, 10, 68, 4);
    private static final Ramp HERO = new Ramp(1200, 98, 12, 96, 4);
    private static final Ramp CELL = new Ramp(600, 8, 1, 8, 0);

    private final double width;
    private final double base;
    private final double low;
    private final double high;
    private final double gap;

    private Ramp(double width, double base, double low, double high, double gap) {
        this.width = width;
        this.base = base;
        this.low = low;
        this.high = high;
        this.gap = gap;
    }

    /**
     * One polygon of a ramp.
     *
     * @param css status class
     * @param points for the {@code points} attribute
     * @param shell whether it is the tinted outline behind a part that is filled to its share
     */
    public record Slice(String css, String points, boolean shell) {}

    /** The ramp beside a name: 68 by 16. */
    public static List<Slice> small(List<StageCell> stages) {
        return SMALL.slices(stages);
    }

    /** The crossing of one database: 1200 by 72, stretched to the page. */
    public static List<Slice> crossing(List<StageCell> stages) {
        return CROSSING.slices(stages);
    }

    /** The slice at the foot of the grid's cell of the given stage, in a box of 100 by 8. */
    public static String cell(int stage) {
        double share = 600 / 6.0;
        return polygon(
                0,
                CELL.base,
                CELL.base - CELL.height(stage * share),
                100,
                CELL.base - CELL.height((stage + 1) * share));
    }

    /**
     * The crossing of a whole program: each stage is divided by how many databases have which status.
     *
     * @param tallies for each of the six stages, statuses in drawing order with their number of databases
     * @param total number of databases, 1 or more
     */
    public static List<Slice> hero(List<Map<Status, Integer>> tallies, int total) {
        List<Slice> drawn = new ArrayList<>();
        double each = HERO.sliceWidth();
        for (int i = 0; i < tallies.size(); i++) {
            double from = i * (each + HERO.gap);
            drawn.add(new Slice(Status.NONE.css(), HERO.part(from, from + each), false));
            double x = from;
            for (Map.Entry<Status, Integer> tally : tallies.get(i).entrySet()) {
                if (tally.getKey() == Status.NONE || tally.getValue() == 0) {
                    continue;
                }
                double to = x + each * tally.getValue() / Math.max(1, total);
                drawn.add(new Slice(tally.getKey().css(), HERO.part(x, to), false));
                x = to;
            }
        }
        return drawn;
    }

    /**
     * The hairline under the header: how much of the program is across.
     *
     * @param share 0 to 1
     * @return points for a box of 1200 by 6
     */
    public static String hairline(double share) {
        double x = 1200 * Math.max(0, Math.min(1, share));
        return number(0) + "," + number(0) + " " + number(x) + ",0 " + number(x) + "," + number(1 + 5 * x / 1200)
                + " 0,1";
    }

    private List<Slice> slices(List<StageCell> stages) {
        List<Slice> drawn = new ArrayList<>();
        double each = sliceWidth();
        for (int i = 0; i < stages.size(); i++) {
            StageCell stage = stages.get(i);
            double from = i * (each + gap);
            if (stage.status() == Status.RUNNING) {
                drawn.add(new Slice(stage.status().css(), part(from, from + each), true));
                drawn.add(new Slice(
                        stage.status().css(), part(from, from + each * Math.max(8, stage.percent()) / 100), false));
            } else {
                drawn.add(new Slice(stage.status().css(), part(from, from + each), false));
            }
        }
        return drawn;
    }

    private double sliceWidth() {
        return (width - 5 * gap) / 6;
    }

    private double height(double x) {
        return low + (high - low) * x / width;
    }

    private String part(double from, double to) {
        return polygon(from, base, base - height(from), to, base - height(to));
    }

    private static String polygon(double from, double base, double left, double to, double right) {
        return number(from) + "," + number(base) + " " + number(from) + "," + number(left) + " " + number(to) + ","
                + number(right) + " " + number(to) + "," + number(base);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** The share of the six stages that is through, 0 to 1; null-safe for an empty list. */
    public static double through(@Nullable List<StageCell> stages) {
        if (stages == null || stages.isEmpty()) {
            return 0;
        }
        return stages.stream().filter(stage -> stage.status().through()).count() / (double) stages.size();
    }
}
