package io.gulliver.service.planning;

import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.LoadSamples;
import io.gulliver.evidence.SnapshotLoad;
import io.gulliver.evidence.intake.LoadReaders;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.view.DatabaseEvidence;
import io.gulliver.planning.facts.CanonicalFacts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How busy a database's hosts were and what it used of them itself, snapshot by snapshot, out of its kept captures, what
 * discovery read of AWR or STATSPACK, and sar files. A file is read once; its figures are kept in memory under its hash.
 */
public final class HostLoads {
    private static final int MOST_KEPT = 128;

    private final EvidenceStore evidence;
    private final Map<Key, Optional<LoadSamples>> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Optional<LoadSamples>> eldest) {
            return size() > MOST_KEPT;
        }
    };

    public HostLoads(EvidenceStore evidence) {
        this.evidence = evidence;
    }

    private record Key(String sha256, ZoneId zone) {}

    /** A load with what puts it before another of its kind: until when it measured, then the hash of its file. */
    private record Found(SnapshotLoad load, String sha256) {
        private static final Comparator<Found> ORDER = Comparator.comparing(
                        (Found found) -> found.load().kind())
                .thenComparing(Found::until, Comparator.reverseOrder())
                .thenComparing(Found::sha256);

        long until() {
            return load.minutes().isEmpty() ? Long.MIN_VALUE : load.minutes().lastKey();
        }
    }

    /**
     * One load a file: captures first, then discovery, then sar; of each the one that measured last first, whichever was given
     * first.
     *
     * @param facts what is known of the database
     */
    List<SnapshotLoad> of(SourceDatabase database, ZoneId zone, CanonicalFacts facts, List<DatabaseEvidence> files) {
        List<Found> loads = new ArrayList<>();
        Double cores = number(facts, "host.cores");
        Double threads = number(facts, "host.threadsPerCore");
        for (DatabaseEvidence file : files) {
            Optional<SnapshotLoad.Kind> kind = LoadReaders.kind(file.ref().kind());
            if (kind.isPresent()) {
                samples(file, zone)
                        .map(found -> found.cores() != null || cores == null
                                ? found
                                : new LoadSamples(
                                        cores,
                                        found.cpus() != null || threads == null
                                                ? found.cpus()
                                                : (Double) (cores * threads),
                                        found.hosts(),
                                        found.hostOf(),
                                        found.ownFrom(),
                                        found.samples()))
                        .map(found -> found.byHost(
                                kind.get(),
                                file.ref().name() + " of "
                                        + file.at().atZone(zone).toLocalDate(),
                                database.profile().sourceHost()))
                        .ifPresent(load -> loads.add(new Found(load, file.ref().sha256())));
            }
        }
        return loads.stream().sorted(Found.ORDER).map(Found::load).toList();
    }

    private Optional<LoadSamples> samples(DatabaseEvidence file, ZoneId zone) {
        Key key = new Key(file.ref().sha256(), zone);
        synchronized (kept) {
            Optional<LoadSamples> known = kept.get(key);
            if (known != null) {
                return known;
            }
        }
        Optional<LoadSamples> read;
        try (InputStream content = evidence.open(file.ref().sha256())) {
            read = LoadReaders.read(
                    file.ref().kind(), content, new EvidenceOrigin(file.ref().name(), zone, file.at()));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Evidence " + file.ref().name() + " could not be read from the store: " + e.getMessage()
                            + ". Look at the store's disk.",
                    e);
        }
        synchronized (kept) {
            kept.put(key, read);
        }
        return read;
    }

    private static @Nullable Double number(CanonicalFacts facts, String name) {
        CanonicalFacts.Known known = facts.find(name);
        return known != null && known.value() instanceof Number number ? (Double) number.doubleValue() : null;
    }
}
