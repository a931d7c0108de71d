package io.gulliver.evidence.intake;

import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.TimeSeries;
import io.gulliver.evidence.awrminer.AwrMinerReader;
import io.gulliver.evidence.sar.SadfJsonReader;
import io.gulliver.evidence.sar.SarTextReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The kinds of evidence that hold measurements over time, and how to get at them. */
public final class SeriesReaders {
    /** Kinds with measurements, by the words under which files are kept. */
    public static final List<String> KINDS =
            List.of(EvidenceKind.AWR_MINER.word(), EvidenceKind.SAR_TEXT.word(), EvidenceKind.SADF_JSON.word());

    private SeriesReaders() {}

    /**
     * Reads the measurements of a kept file in the order of time.
     *
     * @param kind one of {@link #KINDS}
     * @param in plain or gzipped; not closed
     * @throws IllegalArgumentException a kind without measurements
     * @throws IOException only when the stream itself fails
     */
    public static List<TimeSeries> read(String kind, InputStream in, EvidenceOrigin origin) throws IOException {
        if (kind.equals(EvidenceKind.AWR_MINER.word())) {
            return AwrMinerReader.readSeries(in, origin).series();
        }
        if (kind.equals(EvidenceKind.SAR_TEXT.word())) {
            return SarTextReader.read(in, origin).series();
        }
        if (kind.equals(EvidenceKind.SADF_JSON.word())) {
            return SadfJsonReader.read(in, origin).series();
        }
        throw new IllegalArgumentException(
                "a file of kind " + kind + " holds no measurements over time, only " + String.join(", ", KINDS));
    }
}
