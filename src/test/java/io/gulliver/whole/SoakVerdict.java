package io.gulliver.whole;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Judges a soak: the heap grows by less than 1 MB an hour after warm-up, file handles and threads are flat (those of
 * workflows follow the migrations that run), the store is at most three times its content, and an idle hour adds nothing to it.
 *
 * @param failures what was above its bound
 * @param notes what was measured, and what could not be judged and why
 */
record SoakVerdict(List<String> failures, List<String> notes) {
    static final double HEAP_MB_AN_HOUR = 1;
    static final double STORE_TIMES_CONTENT = 3;
    /** Below this a store is mostly its own catalogue, and its ratio to the content says nothing, in MB. */
    static final double LEAST_CONTENT_MB = 20;
    /** Pages of the catalogue that are written anew, in MB an hour. */
    static final double IDLE_MB_AN_HOUR = 1;

    private static final Duration LONGEST_WARM_UP = Duration.ofMinutes(30);
    /** Over less than this a slope is noise. */
    private static final Duration SHORTEST_SLOPE = Duration.ofMinutes(45);

    static SoakVerdict of(List<SoakSample> samples) {
        SoakVerdict verdict = new SoakVerdict(new ArrayList<>(), new ArrayList<>());
        if (samples.size() < 4) {
            verdict.failures.add("only " + samples.size() + " samples");
            return verdict;
        }
        Duration end = samples.get(samples.size() - 1).at();
        Duration warm = end.dividedBy(4).compareTo(LONGEST_WARM_UP) < 0 ? end.dividedBy(4) : LONGEST_WARM_UP;
        List<SoakSample> after = samples.stream()
                .filter(sample -> sample.at().compareTo(warm) >= 0)
                .toList();
        List<SoakSample> busy = after.stream().filter(sample -> !sample.idle()).toList();
        verdict.slope("heap_live_mb", "live heap", busy, HEAP_MB_AN_HOUR);
        for (String process : List.of("server", "engine", "store")) {
            verdict.flat(process + "_handles", busy);
        }
        verdict.flat("server_threads", busy);
        verdict.workflows(busy);
        verdict.ratio(samples);
        verdict.slope(
                "store_database_mb",
                "store while idle",
                samples.stream().filter(SoakSample::idle).toList(),
                IDLE_MB_AN_HOUR);
        return verdict;
    }

    private record Point(double hours, double value) {}

    private static List<Point> points(String column, List<SoakSample> samples) {
        return samples.stream()
                .filter(sample -> sample.values().containsKey(column))
                .map(sample -> new Point(
                        sample.at().toMillis() / 3_600_000.0, sample.values().get(column)))
                .toList();
    }

    private void slope(String column, String name, List<SoakSample> samples, double bound) {
        List<Point> points = points(column, samples);
        if (points.size() < 3 || hours(points) * 60 < SHORTEST_SLOPE.toMinutes()) {
            notes.add(name + ": not judged, " + points.size() + " values over "
                    + Math.round(points.isEmpty() ? 0 : hours(points) * 60) + " minutes; "
                    + SHORTEST_SLOPE.toMinutes() + " are needed");
            return;
        }
        double x = points.stream().mapToDouble(Point::hours).average().orElse(0);
        double y = points.stream().mapToDouble(Point::value).average().orElse(0);
        double above = 0;
        double below = 0;
        for (Point point : points) {
            above += (point.hours - x) * (point.value - y);
            below += (point.hours - x) * (point.hours - x);
        }
        double slope = above / below;
        say(slope < bound, name + ": " + figure(slope) + " MB an hour, wanted below " + figure(bound));
    }

    private static double hours(List<Point> points) {
        return points.get(points.size() - 1).hours - points.get(0).hours;
    }

    /** The last third against the first: a tenth more, or ten, is the coming and going of connections. */
    private void flat(String column, List<SoakSample> samples) {
        List<Point> points = points(column, samples);
        if (points.size() < 6) {
            notes.add(column + ": not judged, " + points.size() + " values");
            return;
        }
        double first = median(points.subList(0, points.size() / 3));
        double last = median(points.subList(points.size() - points.size() / 3, points.size()));
        say(
                last <= first + Math.max(10, first / 10),
                column + ": " + figure(first) + " at first, " + figure(last) + " at last");
    }

    /**
     * A workflow that runs holds a thread while it is in memory, and for moments a second one; a program starts more and more
     * of them, so these threads are held against the migrations that run.
     */
    private void workflows(List<SoakSample> samples) {
        List<Point> threads = points("server_workflow_threads", samples);
        List<Point> running = points("migrations_running", samples);
        if (threads.size() < 6 || running.size() < 6) {
            notes.add("server_workflow_threads: not judged, " + threads.size() + " values");
            return;
        }
        double held = median(threads.subList(threads.size() - threads.size() / 3, threads.size()));
        double wanted = median(running.subList(running.size() - running.size() / 3, running.size()));
        say(
                held <= 2 * wanted + 10,
                "server_workflow_threads: " + figure(held) + " at last, of " + figure(wanted) + " migrations that run");
    }

    private static double median(List<Point> points) {
        return points.stream().mapToDouble(Point::value).sorted().toArray()[points.size() / 2];
    }

    private void ratio(List<SoakSample> samples) {
        for (int i = samples.size() - 1; i >= 0; i--) {
            Double content = samples.get(i).values().get("store_content_mb");
            Double database = samples.get(i).values().get("store_database_mb");
            if (content != null && database != null) {
                String words = "store: " + figure(database) + " MB for " + figure(content) + " MB of rows";
                if (content < LEAST_CONTENT_MB) {
                    notes.add(words + "; not judged below " + figure(LEAST_CONTENT_MB) + " MB");
                } else {
                    say(database <= STORE_TIMES_CONTENT * content, words + ", wanted at most three times");
                }
                return;
            }
        }
        notes.add("store: size not judged, it could not be asked");
    }

    private void say(boolean good, String words) {
        (good ? notes : failures).add(words);
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    String text() {
        return (failures.isEmpty() ? "PASSED" : "FAILED") + "\n"
                + String.join(
                        "\n",
                        failures.stream()
                                .map(line -> "above its bound: " + line)
                                .toList())
                + (failures.isEmpty() ? "" : "\n")
                + String.join("\n", notes) + "\n";
    }
}
