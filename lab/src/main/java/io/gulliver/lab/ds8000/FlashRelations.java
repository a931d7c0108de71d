package io.gulliver.lab.ds8000;

import io.gulliver.lab.Documents;
import io.gulliver.lab.LabTime;
import io.gulliver.lab.storage.VolumeContent;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * FlashCopy relationships, and what lies on volumes. A relationship shows the source on the target at once and copies behind it in the
 * lab's time; one that is not persistent goes when all is copied. Withdrawn earlier, it leaves a target with nothing to load.
 */
final class FlashRelations {
    static final String VALID = "valid";
    static final String INVALID = "invalid";
    /** Bytes of a track as out-of-sync tracks of fixed blocks are counted. */
    private static final long TRACK = 64 * 1024;

    private static final double BYTES_PER_SECOND = 200e6;

    /**
     * One relationship.
     *
     * @param stuck whether it never goes on
     */
    record Relation(
            String source,
            String target,
            boolean persistent,
            boolean copies,
            String state,
            long bytes,
            Instant started,
            Instant ends,
            boolean stuck,
            @Nullable VolumeContent shown) {
        String id() {
            return source + ":" + target;
        }
    }

    private final JsonMapper json = JsonMapper.shared();
    private final Documents documents;
    private final String system;
    private final LabTime time;
    private final Map<String, Relation> relations = new TreeMap<>();

    FlashRelations(Documents documents, String system, LabTime time) {
        this.documents = documents;
        this.system = system;
        this.time = time;
        documents
                .list(system, "flash")
                .forEach((id, body) -> relations.put(id, json.treeToValue(body, Relation.class)));
    }

    Collection<Relation> all() {
        settle();
        return List.copyOf(relations.values());
    }

    List<Relation> of(String volume) {
        return all().stream()
                .filter(one -> one.source().equals(volume) || one.target().equals(volume))
                .toList();
    }

    Optional<Relation> find(String id) {
        settle();
        return Optional.ofNullable(relations.get(id));
    }

    long outOfSyncTracks(Relation one) {
        long tracks = one.bytes() / TRACK;
        if (!one.copies() || one.stuck()) {
            return tracks;
        }
        double whole = Duration.between(one.started(), one.ends()).toNanos();
        double gone = Duration.between(one.started(), time.now()).toNanos();
        return whole <= 0 || gone >= whole ? 0 : Math.max(1, (long) (tracks * (1 - gone / whole)));
    }

    Relation create(
            String source, String target, long bytes, boolean persistent, boolean copies, String state, boolean stuck) {
        Instant now = time.now();
        Relation one = new Relation(
                source,
                target,
                persistent,
                copies,
                state,
                bytes,
                now,
                now.plus(time.transfer(bytes, BYTES_PER_SECOND)),
                stuck,
                read(source).orElse(null));
        write(target, null);
        relations.put(one.id(), one);
        documents.put(system, "flash", one.id(), json.valueToTree(one));
        return one;
    }

    /** Ends it; what was not copied is lost. */
    void withdraw(Relation one) {
        if (one.state().equals(VALID) && outOfSyncTracks(one) == 0) {
            write(one.target(), one.shown());
        }
        relations.remove(one.id());
        documents.delete(system, "flash", one.id());
    }

    private void settle() {
        for (Relation one : List.copyOf(relations.values())) {
            if (!one.persistent() && one.copies() && outOfSyncTracks(one) == 0) {
                withdraw(one);
            }
        }
    }

    // --- what lies on volumes -------------------------------------------------------------------------------------

    Optional<VolumeContent> read(String volume) {
        settle();
        for (Relation one : relations.values()) {
            if (one.target().equals(volume)) {
                return one.state().equals(VALID) ? Optional.ofNullable(one.shown()) : Optional.empty();
            }
        }
        return documents.find(system, "content", volume).map(body -> json.treeToValue(body, VolumeContent.class));
    }

    void write(String volume, @Nullable VolumeContent content) {
        if (content == null) {
            documents.delete(system, "content", volume);
        } else {
            documents.put(system, "content", volume, json.valueToTree(content));
        }
    }
}
