package io.gulliver.planning.inputs;

import io.gulliver.evidence.LoadSamples;
import io.gulliver.evidence.SnapshotLoad;
import io.gulliver.planning.figure.UnfitFigure;
import io.gulliver.planning.figure.UnfitFiguresException;
import io.gulliver.planning.sizing.AlignedLoad;
import io.gulliver.planning.sizing.HostShare;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of a database over time, divided among all databases that stand on them.
 *
 * <p>Moments are the snapshots of the database's own evidence; each counts once. A host's load is one figure at a moment,
 * however many databases measured it. What the others used is averaged over the same interval.
 *
 * @param hosts of the database
 * @param shared those on which other databases stand
 * @param moments of the series
 * @param busy cores of all hosts by moment
 * @param counted cores that count for the database by moment: its share of shared hosts, or all that the others leave while
 *     nobody measured its own CPU, and all of its own hosts
 * @param knows whether its own CPU was measured
 * @param rest cores of shared hosts that no database with known CPU used, by moment
 * @param spare cores of its own hosts that it did not use itself, by moment; empty while its own CPU is unknown
 * @param unknown other databases on its hosts whose own CPU nobody measured
 * @param scaled the least factor by which the databases' own CPU was made to fit their host
 * @param rows part of moments times hosts that have a row, 0 to 1
 * @param covered part of the time that snapshots cover, 0 to 1
 * @param gaps hosts that lack rows, in words
 * @param complete moments at which every host has a row
 * @param threadsPerCore of the hosts
 * @param ownFrom how the own CPU was found
 * @param source of the series
 */
record SourceHosts(
        List<String> hosts,
        List<String> shared,
        int moments,
        SortedMap<Long, Double> busy,
        SortedMap<Long, Double> counted,
        boolean knows,
        SortedMap<Long, Double> rest,
        SortedMap<Long, Double> spare,
        List<String> unknown,
        double scaled,
        double rows,
        double covered,
        List<String> gaps,
        SortedSet<Long> complete,
        int threadsPerCore,
        String ownFrom,
        String source) {
    private static final double LEAST = 0.8;
    private static final double HALF = 0.5;
    private static final String UNIT = "busy cores";

    /**
     * Lays the series of a database and of those on its hosts over each other.
     *
     * @return empty without any series of its hosts
     * @throws UnfitFiguresException when less than 80 % of the intervals are there, or hosts have no cores
     */
    static Optional<SourceHosts> of(Subject database, List<Subject> sharers, AlignedLoad.Reading reading) {
        Names names = new Names(database, sharers);
        Track mine = Track.of(database, names, reading);
        List<Track> others = new ArrayList<>();
        sharers.forEach(sharer -> others.add(Track.of(sharer, names, reading)));
        Track grid = mine.busy.isEmpty()
                ? others.stream()
                        .filter(track -> track.busy.keySet().stream().anyMatch(names.of(database)::contains))
                        .max((a, b) -> Integer.compare(a.minutes.size(), b.minutes.size()))
                        .orElse(mine)
                : mine;
        if (grid.busy.isEmpty()) {
            return Optional.empty();
        }
        if (grid.withoutCores) {
            throw unfit("its hosts have no known number of cores: give host.cores");
        }
        SortedSet<String> hosts = new TreeSet<>(mine.busy.isEmpty() ? names.of(database) : mine.busy.keySet());
        SortedSet<String> cluster = names.cluster(database);
        if (cluster.containsAll(hosts)) {
            // a node without any row is missing from the series, not from the database
            hosts.addAll(cluster);
        }
        return Optional.of(new Sum(database, sharers, names, mine, others, grid, hosts).sum());
    }

    private static UnfitFiguresException unfit(String message) {
        return new UnfitFiguresException(List.of(new UnfitFigure("/hosts", message)));
    }

    /** All its hosts, whoever used them. */
    AlignedLoad whole() {
        return aligned(busy);
    }

    /** What counts for the database. */
    AlignedLoad aligned(SortedMap<Long, Double> values) {
        return new AlignedLoad(UNIT, values, rows, gaps);
    }

    /** Two series added up at the moments of the first. */
    static SortedMap<Long, Double> plus(SortedMap<Long, Double> first, SortedMap<Long, Double> second, double sign) {
        SortedMap<Long, Double> sum = new TreeMap<>();
        first.forEach((moment, value) -> sum.put(moment, Math.max(0, value + sign * second.getOrDefault(moment, 0.0))));
        return sum;
    }

    /** Names of hosts as one: those that an inventory and a capture of one single host give it. */
    private static final class Names {
        private final Map<String, String> leads = new TreeMap<>();

        Names(Subject database, List<Subject> sharers) {
            List<Subject> all = new ArrayList<>(sharers);
            all.add(database);
            for (Subject one : all) {
                SortedSet<String> measured = new TreeSet<>();
                one.loads().forEach(load -> measured.addAll(load.busyPercent().keySet()));
                String told = one.profile().sourceHost();
                if (measured.size() == 1 && told != null) {
                    join(Subject.host(measured.first()), Subject.host(told));
                }
            }
        }

        private void join(String one, String other) {
            String first = lead(one);
            String second = lead(other);
            if (!first.equals(second)) {
                leads.put(first.compareTo(second) < 0 ? second : first, first.compareTo(second) < 0 ? first : second);
            }
        }

        private String lead(String name) {
            String at = name;
            while (leads.containsKey(at)) {
                at = leads.getOrDefault(at, at);
            }
            return at;
        }

        String one(String name) {
            return lead(Subject.host(name));
        }

        /** Hosts of a RAC as collected data list them. */
        SortedSet<String> cluster(Subject subject) {
            SortedSet<String> all = new TreeSet<>();
            subject.facts().stream()
                    .filter(fact ->
                            fact.name().equals("host.names") && fact.value() instanceof List<?> list && list.size() > 1)
                    .forEach(fact -> ((List<?>) fact.value()).forEach(name -> all.add(one(String.valueOf(name)))));
            return all;
        }

        SortedSet<String> of(Subject subject) {
            SortedSet<String> all = new TreeSet<>();
            subject.hosts().forEach(host -> all.add(lead(host)));
            return all;
        }
    }

    /** One database's series of one or several files; where files tell of the same time the first one counts. */
    private static final class Track {
        private final SortedMap<Long, Double> minutes = new TreeMap<>();
        private final SortedMap<String, SortedMap<Long, Double>> busy = new TreeMap<>();
        private final SortedMap<String, SortedMap<Long, Double>> own = new TreeMap<>();
        private final SortedSet<String> ownFrom = new TreeSet<>();
        private final List<String> sources = new ArrayList<>();
        private double covered;
        private double spans;
        private int threadsPerCore = 1;
        private boolean withoutCores;

        static Track of(Subject subject, Names names, AlignedLoad.Reading reading) {
            Track track = new Track();
            for (SnapshotLoad load : subject.loads()) {
                track.take(load, name -> named(name, subject, names), reading);
            }
            return track;
        }

        /** A host without a name is nobody else's. */
        private static String named(String host, Subject subject, Names names) {
            return host.startsWith(LoadSamples.UNNAMED) ? host + " of " + subject.name() : names.one(host);
        }

        private void take(SnapshotLoad load, UnaryOperator<String> names, AlignedLoad.Reading reading) {
            Double cores = load.cores();
            if (cores == null || cores <= 0) {
                withoutCores |= busy.isEmpty();
                return;
            }
            withoutCores = false;
            SortedMap<Long, Double> before = new TreeMap<>(minutes);
            Map<String, SortedMap<Long, Double>> busyBefore = new TreeMap<>();
            busy.forEach((host, values) -> busyBefore.put(host, new TreeMap<>(values)));
            boolean taken = false;
            for (Map.Entry<String, SortedMap<Long, Double>> host :
                    load.busyPercent().entrySet()) {
                String name = names.apply(host.getKey());
                SortedMap<Long, Double> known = busyBefore.getOrDefault(name, new TreeMap<>());
                for (Map.Entry<Long, Double> at : host.getValue().entrySet()) {
                    if (free(at.getKey(), load.minutes().getOrDefault(at.getKey(), 0.0), known, before)) {
                        double percent = at.getValue();
                        double share = reading == AlignedLoad.Reading.UPPER_BOUND && load.threadsPerCore() > 1
                                ? Math.min(1, 2 * percent / 100)
                                : percent / 100;
                        busy.computeIfAbsent(name, key -> new TreeMap<>())
                                .put(at.getKey(), of(load, host.getKey(), cores) * share);
                        minutes.put(at.getKey(), load.minutes().getOrDefault(at.getKey(), 0.0));
                        taken = true;
                    }
                }
            }
            for (Map.Entry<String, SortedMap<Long, Double>> host :
                    load.ownCores().entrySet()) {
                SortedMap<Long, Double> values =
                        own.computeIfAbsent(names.apply(host.getKey()), key -> new TreeMap<>());
                host.getValue().forEach((moment, value) -> {
                    values.putIfAbsent(moment, value);
                    minutes.putIfAbsent(moment, load.minutes().getOrDefault(moment, 0.0));
                });
            }
            if (!load.ownCores().isEmpty() && !load.ownFrom().isEmpty()) {
                ownFrom.add(load.ownFrom());
            }
            if (taken) {
                sources.add(load.source());
                covered += load.covered() * load.minutes().size();
                spans += load.minutes().size();
                threadsPerCore = Math.max(threadsPerCore, load.threadsPerCore());
            }
        }

        private static double of(SnapshotLoad load, String host, double alike) {
            Double told = load.cores(host);
            return told == null ? alike : told;
        }

        /** Whether an interval lies outside all that is known already, but for a minute of rounding. */
        private static boolean free(
                long end, double length, SortedMap<Long, Double> known, SortedMap<Long, Double> lengths) {
            if (known.isEmpty()) {
                return true;
            }
            long start = end - Math.round(length * 60);
            double taken = 0;
            for (Long other : known.tailMap(start + 1).keySet()) {
                long from = other - Math.round(lengths.getOrDefault(other, 0.0) * 60);
                if (from >= end) {
                    break;
                }
                taken += Math.min(end, other) - Math.max(start, from);
            }
            return taken < Math.max(1, (end - start) * HALF);
        }

        /** The average over an interval; NaN when less than half of it is known. */
        static double over(
                @Nullable SortedMap<Long, Double> values, SortedMap<Long, Double> minutes, long end, double length) {
            if (values == null) {
                return Double.NaN;
            }
            Double exact = values.get(end);
            if (exact != null) {
                return exact;
            }
            long start = end - Math.round(length * 60);
            double sum = 0;
            double weight = 0;
            for (Map.Entry<Long, Double> one : values.tailMap(start + 1).entrySet()) {
                long from = one.getKey() - Math.round(minutes.getOrDefault(one.getKey(), 0.0) * 60);
                if (from >= end) {
                    break;
                }
                double common = Math.min(end, one.getKey()) - Math.max(start, from);
                if (common > 0) {
                    sum += one.getValue() * common;
                    weight += common;
                }
            }
            return weight > 0 && weight >= (end - start) * HALF ? sum / weight : Double.NaN;
        }
    }

    /** Adds hosts up. */
    private static final class Sum {
        private final Subject database;
        private final List<Subject> sharers;
        private final Names names;
        private final Track mine;
        private final List<Track> others;
        private final Track grid;
        private final SortedSet<String> hosts;
        private final SortedMap<Long, Double> busy = new TreeMap<>();
        private final SortedMap<Long, Double> counted = new TreeMap<>();
        private final SortedMap<Long, Double> rest = new TreeMap<>();
        private final SortedMap<Long, Double> spare = new TreeMap<>();
        private final SortedMap<String, Integer> rows = new TreeMap<>();
        private final SortedSet<Long> complete = new TreeSet<>();
        private double scaled = 1;

        Sum(
                Subject database,
                List<Subject> sharers,
                Names names,
                Track mine,
                List<Track> others,
                Track grid,
                SortedSet<String> hosts) {
            this.database = database;
            this.sharers = sharers;
            this.names = names;
            this.mine = mine;
            this.others = others;
            this.grid = grid;
            this.hosts = hosts;
        }

        SourceHosts sum() {
            SortedSet<String> shared = new TreeSet<>();
            SortedSet<String> unknown = new TreeSet<>();
            for (int i = 0; i < sharers.size(); i++) {
                SortedSet<String> theirs = new TreeSet<>(names.of(sharers.get(i)));
                theirs.retainAll(hosts);
                shared.addAll(theirs);
                if (!theirs.isEmpty() && others.get(i).own.isEmpty()) {
                    unknown.add(sharers.get(i).name());
                }
            }
            SortedSet<Long> moments = new TreeSet<>();
            grid.busy.forEach((host, values) -> {
                if (hosts.contains(host)) {
                    moments.addAll(values.keySet());
                }
            });
            SortedSet<Long> withOwn = new TreeSet<>(moments);
            withOwn.removeIf(moment -> !knownAt(moment));
            boolean knows = !withOwn.isEmpty();
            if (knows && !shared.isEmpty()) {
                // evidence of another time that cannot tell the shares says nothing here
                moments.retainAll(withOwn);
            }
            hosts.forEach(host -> rows.put(host, 0));
            for (long moment : moments) {
                at(moment, shared, knows);
            }
            long there = rows.values().stream().mapToLong(Integer::longValue).sum();
            double part = moments.isEmpty() ? 0 : (double) there / ((long) moments.size() * hosts.size());
            double covered = grid.spans == 0 ? 1 : grid.covered / grid.spans;
            List<String> gaps = new ArrayList<>();
            rows.forEach((host, count) -> {
                if (count < moments.size()) {
                    gaps.add(host + " has " + count + " of " + moments.size() + " snapshots");
                }
            });
            check(moments.size(), part, covered, gaps);
            return new SourceHosts(
                    List.copyOf(hosts),
                    List.copyOf(shared),
                    moments.size(),
                    Collections.unmodifiableSortedMap(busy),
                    Collections.unmodifiableSortedMap(counted),
                    knows,
                    Collections.unmodifiableSortedMap(rest),
                    Collections.unmodifiableSortedMap(spare),
                    List.copyOf(unknown),
                    scaled,
                    part,
                    covered,
                    List.copyOf(gaps),
                    Collections.unmodifiableSortedSet(complete),
                    grid.threadsPerCore,
                    String.join("; ", mine.ownFrom),
                    String.join(", ", grid.sources));
        }

        private boolean knownAt(long moment) {
            double length = grid.minutes.getOrDefault(moment, 0.0);
            return mine.own.values().stream()
                    .anyMatch(values -> !Double.isNaN(Track.over(values, mine.minutes, moment, length)));
        }

        private static void check(int moments, double part, double covered, List<String> gaps) {
            if (moments == 0) {
                throw unfit("there is no snapshot at all");
            }
            if (part < LEAST || covered < LEAST) {
                throw unfit(String.format(
                                Locale.ROOT,
                                "only %.0f %% of the intervals are there, wanted 80 %%",
                                Math.min(part, covered) * 100)
                        + (gaps.isEmpty() ? "" : ": " + String.join(", ", gaps)));
            }
        }

        private void at(long moment, SortedSet<String> shared, boolean knows) {
            double length = grid.minutes.getOrDefault(moment, 0.0);
            int there = 0;
            for (String host : hosts) {
                double cores = busy(host, moment, length);
                if (Double.isNaN(cores)) {
                    continue;
                }
                SortedMap<String, Double> used = new TreeMap<>();
                for (int i = 0; i < sharers.size(); i++) {
                    put(used, sharers.get(i).name(), others.get(i), host, moment, length);
                }
                put(used, database.name(), mine, host, moment, length);
                Double mineUsed = used.get(database.name());
                if (knows && mineUsed == null && shared.contains(host)) {
                    continue;
                }
                there++;
                rows.merge(host, 1, Integer::sum);
                busy.merge(moment, cores, Double::sum);
                HostShare share = HostShare.of(cores, used);
                if (shared.contains(host)) {
                    scaled = Math.min(scaled, share.scale());
                    rest.merge(moment, share.other(), Double::sum);
                    counted.merge(
                            moment,
                            knows ? share.cores().getOrDefault(database.name(), 0.0) : share.other(),
                            Double::sum);
                } else {
                    counted.merge(moment, cores, Double::sum);
                    if (mineUsed != null) {
                        spare.merge(moment, share.other(), Double::sum);
                    }
                }
            }
            if (there == hosts.size()) {
                complete.add(moment);
            }
        }

        private double busy(String host, long moment, double length) {
            double known = Track.over(grid.busy.get(host), grid.minutes, moment, length);
            if (!Double.isNaN(known) || grid == mine && mine.busy.containsKey(host)) {
                return known;
            }
            for (Track other : others) {
                double theirs = Track.over(other.busy.get(host), other.minutes, moment, length);
                if (!Double.isNaN(theirs)) {
                    return theirs;
                }
            }
            return Double.NaN;
        }

        private static void put(
                SortedMap<String, Double> used, String name, Track track, String host, long moment, double length) {
            double cores = Track.over(track.own.get(host), track.minutes, moment, length);
            if (!Double.isNaN(cores)) {
                used.put(name, cores);
            }
        }
    }
}
