package io.gulliver.control;

import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.HourlyLoad;
import io.gulliver.evidence.TimeSeries;
import io.gulliver.evidence.intake.SeriesReaders;
import io.gulliver.persistence.Stores;
import io.gulliver.persistence.evidence.DatabaseEvidence;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How busy a database's hosts were, hour by hour, out of its kept captures and sar files. A file is read once; its hours are
 * kept in memory under its hash.
 */
final class HostLoads {
    private static final int MOST_KEPT = 256;
    private static final String CORES = "cpu.busyCores";
    private static final String PERCENT = "host.cpu.busyPercent";

    private final Stores stores;
    private final Map<Key, Hours> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Hours> eldest) {
            return size() > MOST_KEPT;
        }
    };

    HostLoads(Stores stores) {
        this.stores = stores;
    }

    private record Key(String sha256, ZoneId zone) {}

    /** Busy cores of all hosts together, or percent of one host, by hour of the epoch. */
    private record Hours(SortedMap<Long, Double> cores, SortedMap<Long, Double> percent) {}

    /** One load a file, in the order of the files given as evidence of the database. */
    List<HourlyLoad> of(SourceDatabase database, ZoneId zone, List<Fact> facts, List<DatabaseEvidence> files) {
        List<HourlyLoad> loads = new ArrayList<>();
        List<String> hosts = hosts(database, facts);
        Double cores = number(facts, "host.cores", "cores");
        Double threads = number(facts, "host.threadsPerCore");
        if (hosts.isEmpty() || cores == null || cores <= 0) {
            return List.of();
        }
        for (DatabaseEvidence file : files) {
            if (SeriesReaders.KINDS.contains(file.ref().kind())) {
                Hours hours = hours(file, zone);
                // a capture adds its hosts up, so they stand for one that is as large as all of them
                String host = hours.cores().isEmpty() ? hosts.get(0) : String.join("+", hosts);
                double all = hours.cores().isEmpty() ? cores : cores * hosts.size();
                // nobody knows of which of several hosts a sar file is
                SortedMap<Long, Double> percent = hosts.size() > 1 ? new TreeMap<>() : new TreeMap<>(hours.percent());
                hours.cores().forEach((hour, busy) -> percent.put(hour, Math.min(100, busy / all * 100)));
                if (!percent.isEmpty()) {
                    loads.add(new HourlyLoad(
                            file.ref().name() + " of " + file.at().atZone(zone).toLocalDate(),
                            all,
                            threads == null ? 1 : (int) Math.max(1, threads),
                            new TreeMap<>(Map.of(host, percent)),
                            new TreeMap<>()));
                }
            }
        }
        return loads;
    }

    private Hours hours(DatabaseEvidence file, ZoneId zone) {
        Key key = new Key(file.ref().sha256(), zone);
        synchronized (kept) {
            Hours known = kept.get(key);
            if (known != null) {
                return known;
            }
        }
        SortedMap<Long, Double> cores = new TreeMap<>();
        SortedMap<Long, Double> percent = new TreeMap<>();
        try (InputStream content = stores.evidence().open(file.ref().sha256())) {
            for (TimeSeries series : SeriesReaders.read(
                    file.ref().kind(), content, new EvidenceOrigin(file.ref().name(), zone, file.at()))) {
                if (series.name().equals(CORES)) {
                    cores.putAll(byHour(series));
                } else if (series.name().equals(PERCENT)) {
                    percent.putAll(byHour(series));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Evidence " + file.ref().name() + " could not be read from the store: " + e.getMessage()
                            + ". Look at the store's disk.",
                    e);
        }
        Hours hours = new Hours(cores, percent);
        synchronized (kept) {
            kept.put(key, hours);
        }
        return hours;
    }

    /** Averages of the hours, weighed by the minutes of each figure; an interval belongs to the hour it mostly lies in. */
    static SortedMap<Long, Double> byHour(TimeSeries series) {
        SortedMap<Long, double[]> sums = new TreeMap<>();
        for (int at = 0; at < series.size(); at++) {
            double minutes = series.minutes(at) > 0 ? series.minutes(at) : 1;
            long middle = series.second(at) - Math.round(minutes * 30);
            double[] sum = sums.computeIfAbsent(Math.floorDiv(middle, 3600L), hour -> new double[2]);
            sum[0] += series.value(at) * minutes;
            sum[1] += minutes;
        }
        SortedMap<Long, Double> hours = new TreeMap<>();
        sums.forEach((hour, sum) -> hours.put(hour, sum[0] / sum[1]));
        return hours;
    }

    private static List<String> hosts(SourceDatabase database, List<Fact> facts) {
        for (String wanted : List.of("host.names", "source_hosts")) {
            for (Fact fact : facts) {
                if (fact.name().equals(wanted) && fact.value() instanceof List<?> names && !names.isEmpty()) {
                    return names.stream()
                            .map(String::valueOf)
                            .distinct()
                            .sorted()
                            .toList();
                }
            }
        }
        String host = database.profile().sourceHost();
        return host == null ? List.of() : List.of(host);
    }

    private static @Nullable Double number(List<Fact> facts, String... names) {
        for (String name : names) {
            for (Fact fact : facts) {
                if (fact.name().equals(name) && fact.value() instanceof Number number) {
                    return number.doubleValue();
                }
            }
        }
        return null;
    }
}
