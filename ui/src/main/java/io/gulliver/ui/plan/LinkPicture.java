package io.gulliver.ui.plan;

import io.gulliver.assessment.connections.LinkGraph;
import io.gulliver.assessment.connections.LinkGraph.Cluster;
import io.gulliver.assessment.connections.LinkGraph.Ends;
import io.gulliver.assessment.connections.LinkGraph.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Databases that reach each other, one below the other in the order in which they cross, and an arc for each pair of caller
 * and called: what runs between two waves is seen before anything is read.
 *
 * @param height of the picture, in points
 * @param rows the databases, from top to bottom
 * @param arcs between them
 */
record LinkPicture(int height, List<Row> rows, List<Arc> arcs) {
    /** So many databases are drawn of one cluster; of more the table alone tells. */
    static final int MOST = 60;

    /** Width of the picture, in points. */
    static final int WIDTH = 420;

    private static final int ROW = 28;

    /** Where arcs begin, right of the names. */
    private static final int ARCS = 216;

    /** An arc leaves this much above the middle of its row, and arrives as much below. */
    private static final int APART = 5;

    LinkPicture {
        rows = List.copyOf(rows);
        arcs = List.copyOf(arcs);
    }

    /**
     * @param place the database
     * @param y the middle of its row, in points
     */
    record Row(Place place, int y) {
        private static final int ROOM = 18;

        /** The name as far as there is room for it. */
        public String shown() {
            String name = place.name();
            return name.length() <= ROOM ? name : name.substring(0, ROOM - 1) + "…";
        }
    }

    /**
     * @param ends how the two ends cross
     * @param links how many run from the one to the other
     * @param path of the arc
     * @param head its arrow, at the called
     */
    record Arc(Ends ends, int links, String path, String head) {
        public String css() {
            return switch (ends) {
                case ONE_GROUP, ONE_WAVE -> "cn-a";
                case APART -> "cn-c";
                case NOT_PLANNED, OUTSIDE -> "cn-u";
            };
        }

        /** Wider for more links, in points. */
        public double width() {
            return Math.min(5, 1 + 0.5 * links);
        }
    }

    private record Pair(String from, String to, Ends ends) {}

    /** @return null where there are too many to be seen */
    static @Nullable LinkPicture of(Cluster cluster) {
        if (cluster.places().size() > MOST) {
            return null;
        }
        List<Row> rows = new ArrayList<>();
        Map<String, Integer> at = new LinkedHashMap<>();
        for (Place place : cluster.places()) {
            int y = ROW * rows.size() + ROW / 2;
            at.put(place.name(), y);
            rows.add(new Row(place, y));
        }
        Map<Pair, Integer> pairs = new LinkedHashMap<>();
        for (LinkGraph.Link link : cluster.links()) {
            pairs.merge(new Pair(link.from(), link.to(), link.ends()), 1, Integer::sum);
        }
        List<Arc> arcs = new ArrayList<>();
        int height = ROW * rows.size();
        pairs.forEach((pair, links) -> arcs.add(arc(
                pair.ends(),
                links,
                at.getOrDefault(pair.from(), 0) - APART,
                at.getOrDefault(pair.to(), 0) + APART,
                height)));
        return new LinkPicture(height, rows, arcs);
    }

    private static Arc arc(Ends ends, int links, int from, int to, int height) {
        int room = WIDTH - ARCS;
        long bulge = ARCS + 24 + Math.round((room - 24.0) * Math.abs(to - from) / Math.max(height, 1) * 4 / 3);
        long control = Math.min(bulge, ARCS + room * 4L / 3);
        int tip = ARCS + 8;
        return new Arc(
                ends,
                links,
                "M" + ARCS + " " + from + "C" + control + " " + from + " " + control + " " + to + " " + tip + " " + to,
                ARCS + "," + to + " " + (ARCS + 9) + "," + (to - 4) + " " + (ARCS + 9) + "," + (to + 4));
    }
}
