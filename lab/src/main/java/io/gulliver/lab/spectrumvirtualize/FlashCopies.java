package io.gulliver.lab.spectrumvirtualize;

import io.gulliver.lab.Documents;
import io.gulliver.lab.LabTime;
import io.gulliver.lab.spectrumvirtualize.ArrayState.StoredVolume;
import io.gulliver.lab.storage.VolumeContent;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * FlashCopy mappings of an array, and what lies on its volumes.
 *
 * <p>States and what they allow: IBM's command reference (mkfcmap, prestartfcmap, startfcmap, stopfcmap, rmfcmap) and its
 * table of mapping events; the transitions agree with those of the simulator in OpenStack Cinder's tests of its Storwize
 * driver. A started mapping shows the source as it was at that moment on the target at once, and copies behind that at
 * the rate of its {@code copyrate}, in this lab's time. A mapping that is stopped before its copy is complete leaves a
 * target that is offline, and once the mapping is removed with force holds nothing that can be loaded. Preparing
 * discards what lay on the target before. Not played: consistency groups, incremental mappings, restoring, cascades.
 *
 * <p>Not safe for many threads by itself: the array runs one command at a time.
 */
final class FlashCopies {

    static final String IDLE = "idle_or_copied";
    static final String PREPARING = "preparing";
    static final String PREPARED = "prepared";
    static final String COPYING = "copying";
    static final String STOPPING = "stopping";
    static final String STOPPED = "stopped";

    /** Until a cache is flushed, and until a stopped copy has come to rest; both unverified, seconds on a quiet array. */
    private static final Duration FLUSH = Duration.ofSeconds(4);

    private static final Set<String> ACTIVE = Set.of(COPYING, STOPPING);
    private static final String MAP = "fcmap";
    private static final String CONTENT = "content";
    private static final long SLOWEST = 128 * 1024;

    /**
     * One mapping.
     *
     * @param since when it came into this state
     * @param startAfter whether a copy begins as soon as it is prepared
     * @param progress 0 to 100, of the states in which it does not move
     * @param shown what the source held when the copy began, or null
     * @param started when that was, or null
     */
    record StoredMap(
            int id,
            String name,
            int sourceId,
            int targetId,
            String status,
            Instant since,
            boolean startAfter,
            int progress,
            int copyRate,
            int cleanRate,
            boolean autodelete,
            int grainSize,
            @Nullable VolumeContent shown,
            @Nullable Instant started) {

        StoredMap to(String next, Instant when, int done) {
            return new StoredMap(
                    id,
                    name,
                    sourceId,
                    targetId,
                    next,
                    when,
                    false,
                    done,
                    copyRate,
                    cleanRate,
                    autodelete,
                    grainSize,
                    shown,
                    started);
        }

        StoredMap preparing(Instant when, boolean thenStart) {
            return new StoredMap(
                    id,
                    name,
                    sourceId,
                    targetId,
                    PREPARING,
                    when,
                    thenStart,
                    0,
                    copyRate,
                    cleanRate,
                    autodelete,
                    grainSize,
                    null,
                    null);
        }

        StoredMap copying(Instant when, @Nullable VolumeContent source) {
            return new StoredMap(
                    id,
                    name,
                    sourceId,
                    targetId,
                    COPYING,
                    when,
                    false,
                    0,
                    copyRate,
                    cleanRate,
                    autodelete,
                    grainSize,
                    source,
                    when);
        }
    }

    private final JsonMapper json = JsonMapper.shared();
    private final Documents documents;
    private final String system;
    private final LabTime time;
    private final Map<Integer, StoredMap> maps = new TreeMap<>();
    private final IntFunction<StoredVolume> volumes;
    private final Runnable wake;

    /**
     * @param wake called, on another thread, when the state of a mapping is due to change
     */
    FlashCopies(Documents documents, String system, LabTime time, IntFunction<StoredVolume> volumes, Runnable wake) {
        this.documents = documents;
        this.system = system;
        this.time = time;
        this.volumes = volumes;
        this.wake = wake;
        documents.list(system, MAP).values().stream()
                .map(body -> json.treeToValue(body, StoredMap.class))
                .forEach(map -> {
                    maps.put(map.id(), map);
                    expect(map);
                });
    }

    // --- what lies on volumes

    /** What a host reads from a volume now; empty when nothing that can be loaded. */
    Optional<VolumeContent> read(int volumeId) {
        settle();
        return seen(volumeId);
    }

    private Optional<VolumeContent> seen(int volumeId) {
        for (StoredMap map : maps.values()) {
            if (map.targetId() == volumeId && !map.status().equals(IDLE)) {
                return map.status().equals(COPYING) ? Optional.ofNullable(map.shown()) : Optional.empty();
            }
        }
        return documents
                .find(system, CONTENT, Integer.toString(volumeId))
                .map(body -> json.treeToValue(body, VolumeContent.class));
    }

    void write(int volumeId, @Nullable VolumeContent content) {
        if (content == null) {
            documents.delete(system, CONTENT, Integer.toString(volumeId));
        } else {
            documents.put(system, CONTENT, Integer.toString(volumeId), json.valueToTree(content));
        }
    }

    /** Whether a host cannot reach the volume: it is the target of a mapping that was stopped half way. */
    boolean offline(int volumeId) {
        settle();
        return maps.values().stream()
                .anyMatch(map -> map.targetId() == volumeId
                        && (map.status().equals(STOPPED) || map.status().equals(STOPPING) && map.progress() < 100));
    }

    // --- mappings

    Collection<StoredMap> all() {
        settle();
        return List.copyOf(maps.values());
    }

    List<StoredMap> of(int volumeId) {
        return all().stream()
                .filter(map -> map.sourceId() == volumeId || map.targetId() == volumeId)
                .toList();
    }

    StoredMap require(String idOrName) {
        return all().stream()
                .filter(map -> map.name().equals(idOrName)
                        || Integer.toString(map.id()).equals(idOrName))
                .findFirst()
                .orElseThrow(() ->
                        idOrName.matches("\\d+") ? CliMessage.CMMVC5753E.refusal() : CliMessage.CMMVC5754E.refusal());
    }

    /** 0 to 100. */
    int progress(StoredMap map) {
        if (!map.status().equals(COPYING)) {
            return map.progress();
        }
        if (map.copyRate() == 0) {
            return 0;
        }
        long all = Math.max(1, length(map).toMillis());
        long gone = Duration.between(map.since(), time.now()).toMillis();
        return (int) Math.min(99, Math.max(0, gone * 100 / all));
    }

    StoredMap create(
            @Nullable String name,
            StoredVolume source,
            StoredVolume target,
            int copyRate,
            int cleanRate,
            boolean autodelete,
            int grainSize) {
        settle();
        if (source.id() == target.id()) {
            throw CliMessage.CMMVC6303E.refusal();
        }
        if (source.capacityBytes() != target.capacityBytes()) {
            throw CliMessage.CMMVC5924E.refusal();
        }
        if (maps.values().stream().anyMatch(map -> map.targetId() == target.id())) {
            throw CliMessage.CMMVC6305E.refusal();
        }
        int id = 0;
        while (maps.containsKey(id)) {
            id++;
        }
        String given = name == null ? "fcmap" + id : name;
        if (maps.values().stream().anyMatch(map -> map.name().equals(given))) {
            throw CliMessage.CMMVC6035E.refusal();
        }
        return keep(new StoredMap(
                id,
                given,
                source.id(),
                target.id(),
                IDLE,
                time.now(),
                false,
                0,
                copyRate,
                cleanRate,
                autodelete,
                grainSize,
                null,
                null));
    }

    StoredMap prepare(StoredMap map, boolean thenStart) {
        if (!map.status().equals(IDLE) && !map.status().equals(STOPPED)) {
            throw CliMessage.CMMVC5903E.refusal();
        }
        boolean sourceElsewhere = maps.values().stream()
                .anyMatch(other -> other.sourceId() == map.targetId() && ACTIVE.contains(other.status()));
        if (sourceElsewhere) {
            throw CliMessage.CMMVC5903E.refusal();
        }
        write(map.targetId(), null);
        return keep(map.preparing(time.now(), thenStart));
    }

    StoredMap start(StoredMap map) {
        if (!map.status().equals(PREPARED)) {
            throw CliMessage.CMMVC5903E.refusal();
        }
        return keep(map.copying(time.now(), seen(map.sourceId()).orElse(null)));
    }

    /** What somebody does who takes the rate back to 0: the copy never ends. */
    StoredMap halt(StoredMap map) {
        return keep(new StoredMap(
                map.id(),
                map.name(),
                map.sourceId(),
                map.targetId(),
                map.status(),
                map.since(),
                map.startAfter(),
                map.progress(),
                0,
                map.cleanRate(),
                map.autodelete(),
                map.grainSize(),
                map.shown(),
                map.started()));
    }

    /** What an I/O error does to a copy: the mapping stops by itself and the target is offline. */
    void breakOff(StoredMap map) {
        keep(map.to(STOPPED, time.now(), 0));
    }

    void stop(StoredMap map) {
        switch (map.status()) {
            // "If the mapping is in the idle_or_copied state, the stopfcmap command has no effect."
            case IDLE -> {}
            case PREPARED -> keep(map.to(STOPPED, time.now(), 0));
            case COPYING -> keep(map.to(STOPPING, time.now(), progress(map)));
            case STOPPING -> {}
            default -> throw CliMessage.CMMVC5903E.refusal();
        }
    }

    void remove(StoredMap map, boolean force) {
        boolean allowed = map.status().equals(IDLE) || map.status().equals(STOPPED) && force;
        if (!allowed) {
            throw CliMessage.CMMVC5903E.refusal();
        }
        drop(map);
    }

    /** With a volume go the mappings that it is in; what they copied half is lost. */
    void volumeGone(int volumeId) {
        of(volumeId).forEach(this::drop);
        write(volumeId, null);
    }

    private void drop(StoredMap map) {
        maps.remove(map.id());
        documents.delete(system, MAP, Integer.toString(map.id()));
    }

    private StoredMap keep(StoredMap map) {
        documents.put(system, MAP, Integer.toString(map.id()), json.valueToTree(map));
        maps.put(map.id(), map);
        expect(map);
        return map;
    }

    // --- time

    private void expect(StoredMap map) {
        end(map).ifPresent(end -> time.at(end, system + "/fcmap/" + map.id(), wake));
    }

    private Optional<Instant> end(StoredMap map) {
        return switch (map.status()) {
            case PREPARING, STOPPING -> Optional.of(map.since().plus(time.work(FLUSH)));
            case COPYING ->
                map.copyRate() == 0 ? Optional.empty() : Optional.of(map.since().plus(length(map)));
            default -> Optional.empty();
        };
    }

    private Duration length(StoredMap map) {
        return time.transfer(volumes.apply(map.targetId()).capacityBytes(), bytesPerSecond(map.copyRate()));
    }

    /** IBM's table of rates: 128 KB/s for 1 to 10, and twice as much for each ten more, 2 GB/s for 141 to 150. */
    private static double bytesPerSecond(int copyRate) {
        return SLOWEST * Math.pow(2, (copyRate - 1) / 10);
    }

    /** Does what is due. */
    void settle() {
        Instant now = time.now();
        boolean moved = true;
        while (moved) {
            moved = false;
            for (StoredMap map : List.copyOf(maps.values())) {
                Instant end = end(map).orElse(null);
                if (end == null || end.isAfter(now)) {
                    continue;
                }
                moved = true;
                switch (map.status()) {
                    case PREPARING -> {
                        StoredMap prepared = keep(map.to(PREPARED, end, 0));
                        if (map.startAfter()) {
                            keep(prepared.copying(end, seen(map.sourceId()).orElse(null)));
                        }
                    }
                    case STOPPING -> keep(map.to(map.progress() == 100 ? IDLE : STOPPED, end, map.progress()));
                    default -> {
                        write(map.targetId(), map.shown());
                        keep(map.to(IDLE, end, 100));
                        if (map.autodelete()) {
                            drop(map);
                        }
                    }
                }
            }
        }
    }
}
