package io.gulliver.planning.inputs;

import static io.gulliver.planning.figure.Derivation.shown;

import io.gulliver.evidence.Series;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Work on source hosts that no database is known to do: agents, applications, databases that nobody measured. Whether it
 * moves is for a person to decide.
 *
 * @param hosts on which it runs
 * @param shared whether several databases of the program stand there
 * @param cores busy with it at the design percentile of its own series
 * @param most busy with it at any snapshot, null where only the percentiles are known
 * @param counts whether it is in the figure: by the person's word, else with a database that has its hosts to itself
 * @param word of the person, null while nobody decided
 * @param unknown databases of the program that stand there and whose CPU nobody measured: it is in here
 */
public record OtherWork(
        List<String> hosts,
        boolean shared,
        double cores,
        @Nullable Double most,
        boolean counts,
        @Nullable SizingDecision word,
        List<String> unknown) {
    /** Less is noise of figures that were rounded. */
    private static final double NOISE = 0.05;

    public OtherWork {
        hosts = List.copyOf(hosts);
        unknown = List.copyOf(unknown);
    }

    static OtherWork of(
            SourceHosts hosts,
            SortedMap<Long, Double> series,
            boolean alone,
            List<String> where,
            double percent,
            @Nullable SizingDecision word) {
        double[] sorted = series.values().stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        return new OtherWork(
                where,
                !alone,
                sorted.length == 0 ? 0 : Series.percentile(sorted, percent),
                sorted.length == 0 ? null : (Double) sorted[sorted.length - 1],
                counts(alone, word),
                word,
                hosts.unknown());
    }

    static OtherWork of(double cores, List<String> where, List<String> unknown, @Nullable SizingDecision word) {
        return new OtherWork(where, true, cores, null, counts(false, word), word, unknown);
    }

    private static boolean counts(boolean alone, @Nullable SizingDecision word) {
        return word == null ? alone : word.decided().equals(SizingDecision.MOVES);
    }

    /** Whether somebody should look: there is some, and it is not simply the load of hosts that one database has alone. */
    boolean worthAWord() {
        return cores > NOISE && (shared || word != null) || most != null && most > NOISE && (shared || word != null);
    }

    /** Whether a person should decide and has not. */
    public boolean open() {
        return word == null && worthAWord();
    }

    String told() {
        String said = shown(rounded(cores)) + " busy cores of " + String.join(", ", hosts) + " belong to no database"
                + (most == null ? "" : ", " + shown(rounded(most)) + " at most")
                + (unknown.isEmpty()
                        ? ""
                        : "; what " + String.join(", ", unknown) + " use" + (unknown.size() == 1 ? "s" : "")
                                + " is among them, for nobody measured it");
        return word == null
                ? said + ". Decide whether that work moves; until then it does not count here"
                : said + (counts ? ". It moves with this database: " : ". It stays: ") + word.told();
    }

    private static double rounded(double value) {
        return Math.round(value * 100) / 100.0;
    }
}
