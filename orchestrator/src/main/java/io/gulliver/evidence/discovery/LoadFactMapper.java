package io.gulliver.evidence.discovery;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.evidence.LoadSample;
import io.gulliver.evidence.LoadSamples;
import io.gulliver.evidence.Series;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The load over time (D29 to D33 of {@code docs/domain/discovery.md}): from AWR, else STATSPACK, else from a few
 * samples. Facts are named as those of a capture. Instances of one host count its processors once.
 */
final class LoadFactMapper {
    private static final double MEGA = 1e6;
    private static final double MINUTES = 60;

    private LoadFactMapper() {}

    /** Where the figures come from: question names, column names and how far to trust them. */
    private record Source(
            String word,
            String from,
            Confidence confidence,
            String hostLoad,
            String statistics,
            String timeModel,
            String snapshot,
            String instance,
            String time) {}

    private static final Source AWR = new Source(
            "awr",
            "D31",
            Confidence.MEASURED,
            "awr-host-load",
            "",
            "awr-time-model",
            "SNAP_ID",
            "INSTANCE_NUMBER",
            "END_TIME");
    private static final Source STATSPACK = new Source(
            "statspack",
            "D33",
            Confidence.MEASURED,
            "statspack-host-load",
            "statspack-statistics",
            "statspack-time-model",
            "SNAP_ID",
            "INSTANCE_NUMBER",
            "END_TIME");
    /** Some minutes say little of a month. */
    private static final Source SAMPLES = new Source(
            "samples",
            "D33",
            Confidence.ASSUMED,
            "sample-host-load",
            "sample-statistics",
            "sample-time-model",
            "",
            "INST_ID",
            "TAKEN");

    static void read(QueryResults answers, DiscoveredFacts facts) {
        coverage(answers, facts);
        if (answers.has("statspack-tables")) {
            facts.add("statspack", answers.of("statspack-tables").size() >= 4, "D33");
        }
        for (Source source : List.of(AWR, STATSPACK, SAMPLES)) {
            boolean any = !answers.of(source.hostLoad()).isEmpty()
                    || !answers.of(source.statistics()).isEmpty()
                    || source == AWR && !answers.of("awr-metrics").isEmpty();
            if (any) {
                facts.add("load_source", source.word(), source == AWR ? "D29" : "D33");
                cpu(answers, facts, source);
                if (source == AWR) {
                    metrics(answers, facts);
                } else {
                    statistics(answers, facts, source);
                }
                time(answers, facts, source);
                break;
            }
        }
        events(answers, facts);
    }

    private static void coverage(QueryResults answers, DiscoveredFacts facts) {
        coverage(answers, facts, "awr-coverage", "FIRST_INTERVAL", "LAST_INTERVAL", "D29");
        coverage(answers, facts, "statspack-coverage", "FIRST_SNAPSHOT", "LAST_SNAPSHOT", "D33");
        // Another database's history may have been loaded into this one.
        AnswerRow settings = answers.of("awr-settings").stream()
                .filter(row -> own(answers, row))
                .findFirst()
                .orElse(answers.first("awr-settings"));
        if (settings != null) {
            double interval = Times.minutes(settings.text("SNAP_INTERVAL"));
            double retention = Times.minutes(settings.text("RETENTION"));
            facts.add("awr_interval_minutes", interval > 0 ? interval : null, "min", "D29");
            facts.add("awr_retention_days", retention > 0 ? retention / 1440 : null, "d", "D29");
        }
        if (answers.has("awr-baselines")) {
            facts.add(
                    "awr_baselines",
                    answers.of("awr-baselines").stream()
                            .map(row -> row.text("BASELINE_NAME") + ": " + row.text("START_SNAP_TIME") + " to "
                                    + row.text("END_SNAP_TIME"))
                            .toList(),
                    "D29");
        }
        List<AnswerRow> marked = answers.of("statspack-baselines");
        if (!marked.isEmpty()) {
            facts.add(
                    "statspack_baseline_from",
                    marked.stream()
                            .map(row -> row.text("FIRST_SNAPSHOT"))
                            .min(String::compareTo)
                            .orElse(""),
                    "D33");
            facts.add(
                    "statspack_baseline_to",
                    marked.stream()
                            .map(row -> row.text("LAST_SNAPSHOT"))
                            .max(String::compareTo)
                            .orElse(""),
                    "D33");
        }
    }

    private static void coverage(
            QueryResults answers, DiscoveredFacts facts, String question, String first, String last, String from) {
        List<AnswerRow> rows =
                answers.of(question).stream().filter(row -> own(answers, row)).toList();
        if (!rows.isEmpty()) {
            facts.add(
                    "evidence.snapshots",
                    (long) rows.stream()
                            .mapToDouble(row -> row.number("SNAPSHOTS"))
                            .max()
                            .orElse(0),
                    from);
            facts.add(
                    "evidence.from",
                    rows.stream()
                            .map(row -> row.text(first))
                            .min(String::compareTo)
                            .orElse(""),
                    from);
            facts.add(
                    "evidence.to",
                    rows.stream()
                            .map(row -> row.text(last))
                            .max(String::compareTo)
                            .orElse(""),
                    from);
        }
    }

    private static boolean own(QueryResults answers, AnswerRow row) {
        AnswerRow identity = answers.first("identity");
        return identity == null || row.number("DBID") == identity.number("DBID");
    }

    /** Busy share of a host between two snapshots times its cores, summed over hosts. */
    private static void cpu(QueryResults answers, DiscoveredFacts facts, Source source) {
        Counters counters = Counters.of(
                answers.of(source.hostLoad()), source.snapshot(), source.instance(), source.time(), "STAT_NAME");
        SortedMap<Long, double[]> busy = new TreeMap<>();
        boolean virtual = false;
        for (long instance : onePerHost(answers, counters.instances())) {
            for (Map.Entry<Long, Counters.Gain> entry : counters.gains(instance).entrySet()) {
                Counters.Gain gain = entry.getValue();
                double worked = gain.gained().getOrDefault("BUSY_TIME", 0.0);
                double rested = gain.gained().getOrDefault("IDLE_TIME", 0.0);
                Double cores = gain.now().get("NUM_CPU_CORES");
                virtual |= cores == null;
                double of = cores == null ? gain.now().getOrDefault("NUM_CPUS", 0.0) : cores;
                if (worked + rested > 0 && of > 0) {
                    double[] sum = busy.computeIfAbsent(entry.getKey(), key -> new double[2]);
                    sum[0] += worked / (worked + rested) * of;
                    sum[1] = Math.max(sum[1], gain.seconds());
                }
            }
        }
        Series series = new Series();
        busy.values().forEach(sum -> series.add(sum[0], sum[1] / MINUTES));
        facts.distribution(
                "cpu.busyCores", "cores", series, source.from(), virtual ? Confidence.ASSUMED : source.confidence());
    }

    /** The first instance of each host; all where nobody knows the hosts. */
    private static Set<Long> onePerHost(QueryResults answers, Set<Long> instances) {
        Map<String, Long> first = new HashMap<>();
        for (AnswerRow row : answers.of("instances")) {
            first.merge(row.text("HOST_NAME"), (long) row.number("INST_ID"), Math::min);
        }
        Set<Long> chosen = new HashSet<>(instances);
        chosen.retainAll(first.values());
        return chosen.isEmpty() ? instances : chosen;
    }

    /** AWR has rates ready, each an average over the snapshot. */
    private static void metrics(QueryResults answers, DiscoveredFacts facts) {
        Map<String, SortedMap<Long, double[]>> byName = new HashMap<>();
        for (AnswerRow row : answers.of("awr-metrics")) {
            double[] sum = byName.computeIfAbsent(row.text("METRIC_NAME"), key -> new TreeMap<>())
                    .computeIfAbsent((long) row.number("SNAP_ID"), key -> new double[2]);
            sum[0] += row.number("AVERAGE");
            sum[1] = Math.max(sum[1], Times.seconds(row.text("BEGIN_TIME"), row.text("END_TIME")));
        }
        rate(
                facts,
                byName,
                "io.iops",
                "I/O per s",
                1,
                "Physical Read Total IO Requests Per Sec",
                "Physical Write Total IO Requests Per Sec");
        rate(
                facts,
                byName,
                "io.mbPerSecond",
                "MB/s",
                MEGA,
                "Physical Read Total Bytes Per Sec",
                "Physical Write Total Bytes Per Sec");
        rate(facts, byName, "io.readIops", "reads per s", 1, "Physical Read Total IO Requests Per Sec");
        rate(facts, byName, "io.writeIops", "writes per s", 1, "Physical Write Total IO Requests Per Sec");
        rate(facts, byName, "io.readMbPerSecond", "MB/s", MEGA, "Physical Read Total Bytes Per Sec");
        rate(facts, byName, "io.writeMbPerSecond", "MB/s", MEGA, "Physical Write Total Bytes Per Sec");
        rate(facts, byName, "redo.mbPerSecond", "MB/s", MEGA, "Redo Generated Per Sec");
        rate(facts, byName, "load.transactionsPerSecond", "1/s", 1, "User Transaction Per Sec");
        rate(facts, byName, "network.mbPerSecond", "MB/s", MEGA, "Network Traffic Volume Per Sec");
    }

    private static void rate(
            DiscoveredFacts facts,
            Map<String, SortedMap<Long, double[]>> byName,
            String fact,
            String unit,
            double divisor,
            String... metrics) {
        SortedMap<Long, double[]> all = new TreeMap<>();
        for (String metric : metrics) {
            byName.getOrDefault(metric, new TreeMap<>()).forEach((snapshot, sum) -> {
                double[] total = all.computeIfAbsent(snapshot, key -> new double[2]);
                total[0] += sum[0] / divisor;
                total[1] = Math.max(total[1], sum[1]);
            });
        }
        Series series = new Series();
        all.values().forEach(sum -> series.add(sum[0], sum[1] / MINUTES));
        facts.distribution(fact, unit, series, "D30", Confidence.MEASURED);
    }

    private static void statistics(QueryResults answers, DiscoveredFacts facts, Source source) {
        Counters counters = Counters.of(
                answers.of(source.statistics()), source.snapshot(), source.instance(), source.time(), "NAME");
        rate(
                facts,
                counters,
                source,
                "io.iops",
                "I/O per s",
                1,
                "physical read total IO requests",
                "physical write total IO requests");
        rate(
                facts,
                counters,
                source,
                "io.mbPerSecond",
                "MB/s",
                MEGA,
                "physical read total bytes",
                "physical write total bytes");
        rate(facts, counters, source, "io.readIops", "reads per s", 1, "physical read total IO requests");
        rate(facts, counters, source, "io.writeIops", "writes per s", 1, "physical write total IO requests");
        rate(facts, counters, source, "io.readMbPerSecond", "MB/s", MEGA, "physical read total bytes");
        rate(facts, counters, source, "io.writeMbPerSecond", "MB/s", MEGA, "physical write total bytes");
        rate(facts, counters, source, "redo.mbPerSecond", "MB/s", MEGA, "redo size");
        rate(facts, counters, source, "load.transactionsPerSecond", "1/s", 1, "user commits", "user rollbacks");
    }

    private static void time(QueryResults answers, DiscoveredFacts facts, Source source) {
        Counters counters = Counters.of(
                answers.of(source.timeModel()), source.snapshot(), source.instance(), source.time(), "STAT_NAME");
        Source times = source == AWR ? new Source("awr", "D32", source.confidence(), "", "", "", "", "", "") : source;
        rate(facts, counters, times, "load.activeSessions", "sessions", MEGA, "DB time");
        rate(
                facts,
                counters,
                times,
                "load.databaseCores",
                "cores",
                MEGA * threads(answers, source),
                "DB CPU",
                "background cpu time");
    }

    /** Threads of a core, so many CPU seconds of which are one core's second; 1 while unknown. */
    private static double threads(QueryResults answers, Source source) {
        double cores = newest(answers, source, "NUM_CPU_CORES");
        double cpus = newest(answers, source, "NUM_CPUS");
        return cores > 0 && cpus > cores ? cpus / cores : 1;
    }

    private static double newest(QueryResults answers, Source source, String statistic) {
        double value = 0;
        for (AnswerRow row : answers.of(source.hostLoad())) {
            if (row.is("STAT_NAME", statistic) && row.number("VALUE") > 0) {
                value = row.number("VALUE");
            }
        }
        return value;
    }

    /**
     * The load by snapshot and instance, from AWR or else STATSPACK; what a few samples say is no series. Times are the
     * database's wall clock as seconds of UTC: whoever knows its zone moves them.
     *
     * @return null when there is none
     */
    static @Nullable LoadSamples samples(QueryResults answers) {
        for (Source source : List.of(AWR, STATSPACK)) {
            if (!answers.of(source.hostLoad()).isEmpty()
                    || !answers.of(source.timeModel()).isEmpty()) {
                return samples(answers, source);
            }
        }
        return null;
    }

    private static LoadSamples samples(QueryResults answers, Source source) {
        Counters hosts = Counters.of(
                answers.of(source.hostLoad()), source.snapshot(), source.instance(), source.time(), "STAT_NAME");
        Counters time = Counters.of(
                answers.of(source.timeModel()), source.snapshot(), source.instance(), source.time(), "STAT_NAME");
        SortedMap<Long, String> hostOf = new TreeMap<>();
        for (AnswerRow row : answers.of("instances")) {
            if (!row.text("HOST_NAME").isBlank()) {
                hostOf.put((long) row.number("INST_ID"), row.text("HOST_NAME"));
            }
        }
        Set<Long> instances = new TreeSet<>(hosts.instances());
        instances.addAll(time.instances());
        List<LoadSample> samples = new ArrayList<>();
        for (long instance : instances) {
            SortedMap<Long, Counters.Gain> used = time.gains(instance);
            SortedMap<Long, Counters.Gain> busy = hosts.gains(instance);
            Set<Long> snapshots = new TreeSet<>(busy.keySet());
            snapshots.addAll(used.keySet());
            for (long snapshot : snapshots) {
                Counters.Gain host = busy.get(snapshot);
                Counters.Gain own = used.get(snapshot);
                Counters.Gain any = host == null ? own : host;
                if (any != null && samples.size() < LoadSamples.MOST) {
                    samples.add(new LoadSample(
                            snapshot,
                            instance,
                            any.end(),
                            any.seconds() / MINUTES,
                            host == null ? Double.NaN : busyPercent(host),
                            own == null ? Double.NaN : ownCpus(own)));
                }
            }
        }
        double cores = newest(answers, source, "NUM_CPU_CORES");
        double cpus = newest(answers, source, "NUM_CPUS");
        return new LoadSamples(
                cores > 0 ? (Double) cores : cpus > 0 ? (Double) cpus : null,
                cpus > 0 ? (Double) cpus : null,
                List.copyOf(new TreeSet<>(hostOf.values())),
                hostOf,
                "DB CPU + background cpu time of " + source.word().toUpperCase(java.util.Locale.ROOT),
                samples);
    }

    private static double busyPercent(Counters.Gain gain) {
        double worked = gain.gained().getOrDefault("BUSY_TIME", Double.NaN);
        double rested = gain.gained().getOrDefault("IDLE_TIME", Double.NaN);
        return worked + rested > 0 ? worked / (worked + rested) * 100 : Double.NaN;
    }

    private static double ownCpus(Counters.Gain gain) {
        double users = gain.gained().getOrDefault("DB CPU", Double.NaN);
        double background = gain.gained().getOrDefault("background cpu time", 0.0);
        return users >= 0 ? (users + Math.max(0, background)) / gain.seconds() / MEGA : Double.NaN;
    }

    private static void rate(
            DiscoveredFacts facts,
            Counters counters,
            Source source,
            String fact,
            String unit,
            double divisor,
            String... names) {
        SortedMap<Long, double[]> all = new TreeMap<>();
        for (long instance : counters.instances()) {
            counters.gains(instance).forEach((snapshot, gain) -> {
                for (String name : names) {
                    Double gained = gain.gained().get(name);
                    if (gained != null && gained >= 0) {
                        double[] sum = all.computeIfAbsent(snapshot, key -> new double[2]);
                        sum[0] += gained / gain.seconds() / divisor;
                        sum[1] = Math.max(sum[1], gain.seconds());
                    }
                }
            });
        }
        Series series = new Series();
        all.values().forEach(sum -> series.add(sum[0], sum[1] / MINUTES));
        facts.distribution(fact, unit, series, source.from(), source.confidence());
    }

    /** Id of the question by its name. */
    private static final Map<String, String> TOP_STATEMENTS =
            Map.of("awr-top-sql", "D32", "statspack-top-sql", "D33", "top-statements", "D32b");

    private static void events(QueryResults answers, DiscoveredFacts facts) {
        for (String question : List.of("awr-events", "statspack-events", "sample-events")) {
            if (!answers.of(question).isEmpty()) {
                facts.add(
                        "top_events",
                        answers.of(question).stream()
                                .limit(10)
                                .map(row ->
                                        row.text("EVENT_NAME") + ": " + Math.round(row.number("MICROS") / MEGA) + " s")
                                .toList(),
                        question.startsWith("awr") ? "D32" : "D33");
            }
        }
        first(answers, "awr-top-sql", "statspack-top-sql", "top-statements")
                .ifPresent(question -> facts.add(
                        "top_sql",
                        answers.of(question).stream()
                                .limit(10)
                                .map(row -> row.words("SQL_ID", "OLD_HASH_VALUE", "PLAN_HASH_VALUE") + ": "
                                        + Math.round(row.number("ELAPSED_MICROS") / MEGA) + " s in "
                                        + Math.round(row.number("EXECUTIONS")) + " runs")
                                .toList(),
                        TOP_STATEMENTS.get(question)));
        // STATSPACK keeps no plans at its level 5.
        first(answers, "awr-top-sql", "top-statements")
                .ifPresent(question -> facts.add(
                        "sql_plans",
                        answers.of(question).stream()
                                .map(row -> row.text("SQL_ID") + "=plan " + row.text("PLAN_HASH_VALUE"))
                                .sorted()
                                .toList(),
                        TOP_STATEMENTS.get(question)));
    }

    private static Optional<String> first(QueryResults answers, String... questions) {
        return Stream.of(questions)
                .filter(question -> !answers.of(question).isEmpty())
                .findFirst();
    }
}
