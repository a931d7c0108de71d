package io.gulliver.service.collection;

import io.gulliver.domain.program.Program;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.TimeSeries;
import io.gulliver.evidence.Trace;
import io.gulliver.evidence.intake.SeriesReaders;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.view.DatabaseEvidence;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Measurements over time out of kept evidence, few enough to draw.
 *
 * <p>A file is streamed from the store once and its traces are kept in memory: a content never changes under its hash.
 * Some hundred points a measure stay, so the {@value #MOST_KEPT} files that are kept need a few megabytes.
 */
public final class EvidenceTraces {
    private static final int MOST_KEPT = 64;
    private static final int BUCKETS = 360;

    private final ProgramStore programs;
    private final EvidenceStore evidence;
    private final Map<Key, List<Trace>> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, List<Trace>> eldest) {
            return size() > MOST_KEPT;
        }
    };

    public EvidenceTraces(ProgramStore programs, EvidenceStore evidence) {
        this.programs = programs;
        this.evidence = evidence;
    }

    /** A piece of time, in seconds of the epoch; null for all of it. */
    private record Piece(long from, long to) {}

    private record Key(
            String sha256,
            String kind,
            ZoneId zone,
            @Nullable Piece piece) {}

    /** Files of a database that hold measurements over time, newest first. */
    public List<DatabaseEvidence> files(String program, String database) {
        return evidence.given(program, database).stream()
                .filter(one -> SeriesReaders.KINDS.contains(one.ref().kind()))
                .toList();
    }

    /**
     * The measurements of a file, one trace each.
     *
     * @param program whose zone the wall-clock times of the file are meant in
     * @param file one of {@link #files}
     * @throws UncheckedIOException when the store cannot give the file
     */
    public List<Trace> traces(String program, DatabaseEvidence file) {
        return traces(program, file, null);
    }

    /**
     * The same of a piece of time, out of all figures of the file and with as many points; a measurement without a figure in it
     * is left out.
     *
     * @param from start of the piece
     * @param to its end, at least a second later
     * @throws UncheckedIOException when the store cannot give the file
     */
    public List<Trace> traces(String program, DatabaseEvidence file, Instant from, Instant to) {
        return traces(program, file, new Piece(from.getEpochSecond(), to.getEpochSecond()));
    }

    private List<Trace> traces(String program, DatabaseEvidence file, @Nullable Piece piece) {
        Program owner = programs.require(program);
        Key key = new Key(file.ref().sha256(), file.ref().kind(), owner.zone(), piece);
        synchronized (kept) {
            List<Trace> known = kept.get(key);
            if (known != null) {
                return known;
            }
        }
        List<Trace> traces;
        try (InputStream content = evidence.open(file.ref().sha256())) {
            traces =
                    SeriesReaders.read(
                                    file.ref().kind(),
                                    content,
                                    new EvidenceOrigin(file.ref().name(), owner.zone(), file.at()))
                            .stream()
                            .filter(series -> series.size() > 0)
                            .flatMap(series -> trace(series, piece).stream())
                            .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Evidence " + file.ref().name() + " (" + file.ref().sha256().substring(0, 12)
                            + ") could not be read from the store: " + e.getMessage() + ". Look at the store's disk.",
                    e);
        }
        synchronized (kept) {
            kept.put(key, traces);
        }
        return traces;
    }

    private static Optional<Trace> trace(TimeSeries series, @Nullable Piece piece) {
        return piece == null
                ? Optional.of(Trace.of(series, BUCKETS))
                : Trace.of(series, BUCKETS, piece.from(), piece.to());
    }
}
