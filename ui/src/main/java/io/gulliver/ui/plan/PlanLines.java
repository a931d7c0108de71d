package io.gulliver.ui.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lines between the bars of the plan, where one depends on another, cut at the rows that they cross: each row draws its part,
 * whatever its height. Pure.
 *
 * @param rows parts by row, in the order of the rows
 * @param left dependencies of rows in sight that are not drawn, as they are too many
 */
record PlanLines(List<List<Part>> rows, int left) {
    /** Parts of lines that are drawn at most: behind more of them nobody sees a bar. */
    static final int PARTS = 2000;

    /** Middle of the bars in pixels, and where rows touch. */
    private static final int MIDDLE = 11;

    private static final int TOP = -4;
    private static final int BOTTOM = 32;

    PlanLines {
        rows = rows.stream().map(List::copyOf).toList();
    }

    /** Why one depends on another; in the order in which they are drawn. */
    enum Kind {
        /** A wave waits for another one. */
        AFTER,
        /** Databases of a move group cross at one moment. */
        TOGETHER,
        /** A database reaches another by a database link, and they cross each for itself. */
        LINK;

        /** Class of the line. */
        public String css() {
            return "dp-" + name().toLowerCase(Locale.ROOT);
        }
    }

    /** What depends: {@code to} on {@code from}, each named as its row. */
    record Dependency(Kind kind, String from, String to) {}

    /**
     * A row, with its places on the axis from 0 to 1; null where they lie outside or are not known.
     *
     * @param name of what it draws, or null for a group on which nothing depends
     * @param start where its bar begins
     * @param end where it ends
     * @param out when its users go out
     */
    record Place(
            @Nullable String name,
            @Nullable Double start,
            @Nullable Double end,
            @Nullable Double out) {}

    /** A straight part of a line: along in percent of the width, down in pixels. */
    record Part(
            Kind kind,
            String x1,
            String x2,
            int y1,
            int y2,
            @Nullable Head head) {}

    /** Where a line points at its end. */
    enum Head {
        DOWN("M-4-6 0 0 4-6z"),
        UP("M-4 6 0 0 4 6z"),
        RIGHT("M-6-4 0 0-6 4z"),
        LEFT("M6-4 0 0 6 4z");

        private final String path;

        Head(String path) {
            this.path = path;
        }

        /** As a path whose point is at 0, 0. */
        public String path() {
            return path;
        }
    }

    /** Draws what depends between rows in sight: the order of waves first, then groups, then links, the shortest first. */
    static PlanLines of(List<Place> rows, List<Dependency> dependencies) {
        Map<String, Integer> at = new HashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            String name = rows.get(i).name();
            if (name != null) {
                at.put(name, i);
            }
        }
        List<List<Part>> parts = new ArrayList<>();
        rows.forEach(row -> parts.add(new ArrayList<>()));
        List<Dependency> seen = dependencies.stream()
                .filter(one -> at.containsKey(one.from()) && at.containsKey(one.to()))
                .distinct()
                .sorted(Comparator.comparing(Dependency::kind)
                        .thenComparing(one -> Math.abs(place(at, one.to()) - place(at, one.from())))
                        .thenComparing(one -> place(at, one.from()))
                        .thenComparing(one -> place(at, one.to())))
                .toList();
        int drawn = 0;
        int left = 0;
        for (Dependency one : seen) {
            int from = place(at, one.from());
            int to = place(at, one.to());
            boolean after = one.kind() == Kind.AFTER;
            Double begin = after ? rows.get(from).end() : rows.get(from).out();
            Double end = after ? rows.get(to).start() : rows.get(to).out();
            if (from == to || begin == null || end == null) {
                continue; // its dates are not in sight
            }
            if (drawn + Math.abs(to - from) + 2 > PARTS) {
                left++;
                continue;
            }
            drawn += draw(parts, one.kind(), from, to, begin, end, after);
        }
        return new PlanLines(parts, left);
    }

    private static int place(Map<String, Integer> at, String name) {
        return at.getOrDefault(name, 0);
    }

    /** Down, or up, at where the first ends, and along the other's row to where it begins. */
    private static int draw(
            List<List<Part>> rows, Kind kind, int from, int to, double begin, double end, boolean points) {
        boolean down = to > from;
        String x = percent(begin);
        String reached = percent(end);
        boolean straight = Math.abs(end - begin) < 0.004;
        rows.get(from).add(new Part(kind, x, x, MIDDLE, down ? BOTTOM : TOP, null));
        for (int i = Math.min(from, to) + 1; i < Math.max(from, to); i++) {
            rows.get(i).add(new Part(kind, x, x, TOP, BOTTOM, null));
        }
        int edge = !straight || !points ? MIDDLE : down ? MIDDLE - 5 : MIDDLE + 5;
        Head ahead = !points || !straight ? null : down ? Head.DOWN : Head.UP;
        rows.get(to).add(new Part(kind, x, x, down ? TOP : BOTTOM, edge, ahead));
        if (straight) {
            return Math.abs(to - from) + 1;
        }
        rows.get(to)
                .add(new Part(kind, x, reached, MIDDLE, MIDDLE, points ? end > begin ? Head.RIGHT : Head.LEFT : null));
        return Math.abs(to - from) + 2;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * share);
    }
}
