package io.gulliver.planning.sizing;

import static io.gulliver.planning.figure.Derivation.computed;
import static io.gulliver.planning.figure.Derivation.given;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.FigureCheck;
import io.gulliver.planning.figure.Rounding;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the network links of a target: for its clients, redo that is shipped, backup, and the move itself. */
public final class NetworkPlanner {
    private static final String MB_S = "MB/s";

    private NetworkPlanner() {}

    /**
     * What the network carries.
     *
     * @param clientMbPerSecond to and from clients at the design percentile
     * @param redoMbPerSecond redo at its peak
     * @param redoCopies standby databases and replications that each take all of it
     * @param backupMbPerSecond to a backup over the network
     * @param moveGb to be copied in the move
     * @param moveSeconds for that, 0 while the move needs no share of the network
     * @param link kind of link, as the table knows it
     * @param source where the figures come from
     * @param sources where single figures come from instead, by their names in the derivation: {@code redo}
     */
    public record Needs(
            double clientMbPerSecond,
            double redoMbPerSecond,
            int redoCopies,
            double backupMbPerSecond,
            double moveGb,
            double moveSeconds,
            String link,
            String source,
            Map<String, String> sources) {
        public Needs {
            sources = Map.copyOf(sources);
        }

        /** Needs whose figures all come from one source. */
        public Needs(
                double clientMbPerSecond,
                double redoMbPerSecond,
                int redoCopies,
                double backupMbPerSecond,
                double moveGb,
                double moveSeconds,
                String link,
                String source) {
            this(
                    clientMbPerSecond,
                    redoMbPerSecond,
                    redoCopies,
                    backupMbPerSecond,
                    moveGb,
                    moveSeconds,
                    link,
                    source,
                    Map.of());
        }

        /** Where a figure comes from. */
        String sourceOf(String figure) {
            return sources.getOrDefault(figure, source);
        }
    }

    /**
     * The answer.
     *
     * @param running MB a second while the target works
     * @param moving MB a second while it is filled, null when nothing is copied
     * @param links for the larger of both
     * @param linksWithOneLost so that the loss of a half is survived
     */
    public record Sizing(
            Derivation running, @Nullable Derivation moving, Derivation links, Derivation linksWithOneLost) {}

    /** Counts the links. */
    public static Sizing plan(Needs needs, StorageTable table) {
        FigureCheck check = new FigureCheck()
                .notNegative("/clientMbPerSecond", needs.clientMbPerSecond())
                .notNegative("/redoMbPerSecond", needs.redoMbPerSecond())
                .within("/redoCopies", (double) needs.redoCopies(), 0, 30)
                .notNegative("/backupMbPerSecond", needs.backupMbPerSecond())
                .notNegative("/moveGb", needs.moveGb())
                .notNegative("/moveSeconds", needs.moveSeconds());
        double link = 1;
        try {
            link = table.link(needs.link());
        } catch (IllegalArgumentException e) {
            check.unfit("/link", String.valueOf(e.getMessage()));
        }
        check.done();
        Derivation running = computed(
                "network while running",
                MB_S,
                "clients + redo x copies + backup",
                needs.clientMbPerSecond() + needs.redoMbPerSecond() * needs.redoCopies() + needs.backupMbPerSecond(),
                Rounding.NONE,
                given("clients", needs.clientMbPerSecond(), MB_S, needs.sourceOf("clients")),
                given("redo", needs.redoMbPerSecond(), MB_S, needs.sourceOf("redo")),
                given("copies", needs.redoCopies(), "", needs.sourceOf("copies")),
                given("backup", needs.backupMbPerSecond(), MB_S, needs.sourceOf("backup")));
        Derivation moving = needs.moveSeconds() == 0
                ? null
                : computed(
                        "network while moving",
                        MB_S,
                        "data x 1000 / time",
                        needs.moveGb() * 1000 / needs.moveSeconds(),
                        Rounding.NONE,
                        given("data", needs.moveGb(), "GB", needs.sourceOf("data")),
                        given("time", needs.moveSeconds(), "s", needs.sourceOf("time")));
        Derivation larger = moving != null && moving.value() > running.value() ? moving : running;
        Derivation links = computed(
                "links",
                "",
                "the larger need / throughput of a link, at least 1",
                Math.max(1, larger.value() / 1000 / link),
                Rounding.UP,
                larger,
                given("throughput of a link", link, "GB/s", needs.link()));
        return new Sizing(
                running,
                moving,
                links,
                computed("links with one lost", "", "links x 2", links.value() * 2, Rounding.NONE, links));
    }
}
