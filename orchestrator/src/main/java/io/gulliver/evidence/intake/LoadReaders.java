package io.gulliver.evidence.intake;

import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.LoadSample;
import io.gulliver.evidence.LoadSamples;
import io.gulliver.evidence.SeriesReading;
import io.gulliver.evidence.SnapshotLoad;
import io.gulliver.evidence.TimeSeries;
import io.gulliver.evidence.awrminer.AwrMinerReader;
import io.gulliver.evidence.discovery.LoadSeriesFile;
import io.gulliver.evidence.discovery.SpoolReader;
import io.gulliver.evidence.sar.SadfJsonReader;
import io.gulliver.evidence.sar.SarTextReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** The kinds of evidence that say how busy hosts and databases were over time, and how to get at that. */
public final class LoadReaders {
    private static final String BUSY = "host.cpu.busyPercent";

    private LoadReaders() {}

    /** Whether files of a kind hold a load, and of which; empty when not. */
    public static Optional<SnapshotLoad.Kind> kind(String word) {
        if (word.equals(EvidenceKind.AWR_MINER.word())) {
            return Optional.of(SnapshotLoad.Kind.CAPTURE);
        }
        if (word.equals(LoadSeriesFile.KIND) || word.equals(EvidenceKind.DISCOVERY_SPOOL.word())) {
            return Optional.of(SnapshotLoad.Kind.DISCOVERY);
        }
        return word.equals(EvidenceKind.SAR_TEXT.word()) || word.equals(EvidenceKind.SADF_JSON.word())
                ? Optional.of(SnapshotLoad.Kind.SAR)
                : Optional.empty();
    }

    /**
     * Reads the load of a kept file.
     *
     * @param word kind under which it is kept; one that {@link #kind} knows
     * @param in plain or gzipped; not closed
     * @return empty when the file holds none
     * @throws IOException only when the stream itself fails
     */
    public static Optional<LoadSamples> read(String word, InputStream in, EvidenceOrigin origin) throws IOException {
        if (word.equals(EvidenceKind.AWR_MINER.word())) {
            return some(AwrMinerReader.readLoad(in, origin));
        }
        if (word.equals(LoadSeriesFile.KIND)) {
            return some(LoadSeriesFile.read(in, origin.zone()));
        }
        if (word.equals(EvidenceKind.DISCOVERY_SPOOL.word())) {
            return SpoolReader.readLoad(in, origin).flatMap(LoadReaders::some);
        }
        if (word.equals(EvidenceKind.SAR_TEXT.word())) {
            return sar(SarTextReader.read(in, origin));
        }
        if (word.equals(EvidenceKind.SADF_JSON.word())) {
            return sar(SadfJsonReader.read(in, origin));
        }
        throw new IllegalArgumentException("a file of kind " + word + " holds no load over time");
    }

    private static Optional<LoadSamples> some(LoadSamples load) {
        return load.samples().isEmpty() ? Optional.empty() : Optional.of(load);
    }

    /** A sysstat file is of one host; ends are moved to whole intervals, so that the hosts of a cluster meet. */
    private static Optional<LoadSamples> sar(SeriesReading read) {
        for (TimeSeries series : read.series()) {
            if (series.name().equals(BUSY) && series.size() > 0) {
                List<LoadSample> samples = new ArrayList<>();
                long before = Long.MIN_VALUE;
                for (int at = 0; at < series.size() && samples.size() < LoadSamples.MOST; at++) {
                    long step = Math.max(1, Math.round(series.minutes(at)) * 60);
                    long end = Math.floorDiv(series.second(at) + step / 2, step) * step;
                    if (end > before) {
                        samples.add(new LoadSample(end, 1, end, series.minutes(at), series.value(at), Double.NaN));
                        before = end;
                    }
                }
                return Optional.of(new LoadSamples(null, null, hosts(read), new TreeMap<>(), "", samples));
            }
        }
        return Optional.empty();
    }

    private static List<String> hosts(SeriesReading read) {
        return read.reading().facts().stream()
                .filter(fact -> fact.name().equals("host.names") && fact.value() instanceof List<?>)
                .findFirst()
                .map(fact ->
                        ((List<?>) fact.value()).stream().map(String::valueOf).toList())
                .filter(names -> names.size() == 1)
                .orElse(List.of());
    }
}
