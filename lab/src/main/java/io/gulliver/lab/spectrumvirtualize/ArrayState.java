package io.gulliver.lab.spectrumvirtualize;

import io.gulliver.lab.Documents;
import io.gulliver.lab.spectrumvirtualize.LabArraySpec.PoolSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an array remembers: pools with finite space, volumes, hosts, mappings; and its rules, in the product's own refusals.
 *
 * <p>Not safe for many threads by itself: the array runs one command at a time, and so its routes hold one lock.
 */
final class ArrayState {

    /** A volume; {@code takenBytes} is what it costs its pool. */
    record StoredVolume(
            int id,
            String name,
            String pool,
            long capacityBytes,
            long takenBytes,
            boolean thin,
            boolean compressed,
            boolean deduplicated,
            String ioGroup,
            String uid) {}

    /** A host and its ports, upper case without colons. */
    record StoredHost(
            int id,
            String name,
            String type,
            List<String> wwpns,
            @Nullable String portset) {}

    /** One host sees one volume. */
    record StoredMapping(int volumeId, int hostId, int scsiId) {

        String key() {
            return hostId + ":" + volumeId;
        }
    }

    /** A host port that the fabric has logged in, and at which ports of the array. */
    record Login(String wwpn, List<String> targets) {}

    /** Counts what must never come again. */
    record Counter(long next) {}

    private static final int MAX_NAME = 63;
    private static final String VOLUME = "volume";
    private static final String HOST = "host";
    private static final String MAPPING = "mapping";
    private static final String LOGIN = "logins";
    private static final String COUNTER = "counter";
    private static final String POOL = "pool";

    private final JsonMapper json = JsonMapper.shared();
    private final Documents documents;
    private final String system;
    private final Map<String, PoolSpec> pools = new TreeMap<>();
    private final Map<Integer, StoredVolume> volumes = new TreeMap<>();
    private final Map<Integer, StoredHost> hosts = new TreeMap<>();
    private final Map<String, StoredMapping> mappings = new TreeMap<>();
    private final Map<String, List<String>> logins = new TreeMap<>();

    ArrayState(Documents documents, LabArraySpec spec) {
        this.documents = documents;
        this.system = spec.system();
        if (documents.list(system, POOL).isEmpty()) {
            spec.pools().forEach(pool -> documents.put(system, POOL, pool.name(), json.valueToTree(pool)));
        }
        load(POOL, PoolSpec.class).forEach(pool -> pools.put(pool.name(), pool));
        load(VOLUME, StoredVolume.class).forEach(volume -> volumes.put(volume.id(), volume));
        load(HOST, StoredHost.class).forEach(host -> hosts.put(host.id(), host));
        load(MAPPING, StoredMapping.class).forEach(mapping -> mappings.put(mapping.key(), mapping));
        load(LOGIN, Login.class).forEach(login -> logins.put(login.wwpn(), login.targets()));
    }

    private <T> List<T> load(String kind, Class<T> type) {
        return documents.list(system, kind).values().stream()
                .map(body -> json.treeToValue(body, type))
                .toList();
    }

    // --- looking
    // ------------------------------------------------------------------------------------------------------------

    Collection<PoolSpec> pools() {
        return Collections.unmodifiableCollection(pools.values());
    }

    /** Position of a pool in name order, which serves as its id. */
    int poolId(String name) {
        return new ArrayList<>(pools.keySet()).indexOf(name);
    }

    Collection<StoredVolume> volumes() {
        return Collections.unmodifiableCollection(volumes.values());
    }

    Collection<StoredHost> hosts() {
        return Collections.unmodifiableCollection(hosts.values());
    }

    List<StoredMapping> mappingsOfVolume(int volumeId) {
        return mappings.values().stream()
                .filter(mapping -> mapping.volumeId() == volumeId)
                .sorted(Comparator.comparingInt(StoredMapping::hostId))
                .toList();
    }

    List<StoredMapping> mappingsOfHost(int hostId) {
        return mappings.values().stream()
                .filter(mapping -> mapping.hostId() == hostId)
                .sorted(Comparator.comparingInt(StoredMapping::scsiId))
                .toList();
    }

    long takenBytes(String pool) {
        return volumes.values().stream()
                .filter(volume -> volume.pool().equals(pool))
                .mapToLong(StoredVolume::takenBytes)
                .sum();
    }

    long promisedBytes(String pool) {
        return volumes.values().stream()
                .filter(volume -> volume.pool().equals(pool))
                .mapToLong(StoredVolume::capacityBytes)
                .sum();
    }

    /** Ports of the array at which a host port is logged in, in upper case; none when it is not. */
    List<String> loggedInAt(String wwpn) {
        return logins.getOrDefault(wwpn, List.of());
    }

    StoredVolume requireVolume(String idOrName) {
        return byIdOrName(volumes.values(), StoredVolume::id, StoredVolume::name, idOrName)
                .orElseThrow(() -> absent(idOrName));
    }

    StoredHost requireHost(String idOrName) {
        return findHost(idOrName).orElseThrow(() -> absent(idOrName));
    }

    PoolSpec requirePool(String idOrName) {
        return findPool(idOrName).orElseThrow(() -> absent(idOrName));
    }

    StoredVolume volume(int id) {
        return java.util.Objects.requireNonNull(volumes.get(id));
    }

    StoredHost host(int id) {
        return java.util.Objects.requireNonNull(hosts.get(id));
    }

    Optional<StoredHost> findHost(String idOrName) {
        return byIdOrName(hosts.values(), StoredHost::id, StoredHost::name, idOrName);
    }

    Optional<PoolSpec> findPool(String idOrName) {
        return byIdOrName(pools.values(), pool -> poolId(pool.name()), PoolSpec::name, idOrName);
    }

    Optional<StoredHost> ownerOf(String wwpn) {
        return hosts.values().stream()
                .filter(host -> host.wwpns().contains(wwpn))
                .findFirst();
    }

    private static <T> Optional<T> byIdOrName(
            Collection<T> all,
            java.util.function.ToIntFunction<T> id,
            java.util.function.Function<T, String> name,
            String wanted) {
        return all.stream()
                .filter(one -> name.apply(one).equals(wanted)
                        || Integer.toString(id.applyAsInt(one)).equals(wanted))
                .findFirst();
    }

    /** An unknown number is said differently from an unknown name. */
    private static RuntimeException absent(String idOrName) {
        return idOrName.matches("\\d+") ? CliMessage.CMMVC5753E.refusal() : CliMessage.CMMVC5754E.refusal();
    }

    // --- volumes
    // ------------------------------------------------------------------------------------------------------------

    record VolumeWish(
            String name,
            String pool,
            long bytes,
            boolean thin,
            boolean compressed,
            boolean deduplicated,
            String ioGroup) {}

    StoredVolume createVolume(VolumeWish wish, boolean pretendFull) {
        checkName(wish.name());
        PoolSpec pool = findPool(wish.pool()).orElseThrow(CliMessage.CMMVC5804E::refusal);
        if (volumes.values().stream().anyMatch(volume -> volume.name().equals(wish.name()))) {
            throw CliMessage.CMMVC6035E.refusal();
        }
        if (wish.deduplicated() && !pool.dataReduction()) {
            throw CliMessage.CMMVC9301E.refusal();
        }
        if (wish.compressed() && !pool.compression()) {
            throw CliMessage.CMMVC7050E.refusal();
        }
        long capacity = roundUp(wish.bytes(), 512);
        boolean thin = wish.thin() || wish.compressed();
        long taken = taken(pool, capacity, thin);
        if (pretendFull || taken > pool.capacityBytes() - takenBytes(pool.name())) {
            throw CliMessage.CMMVC8710E.refusal();
        }
        StoredVolume volume = new StoredVolume(
                lowestFree(volumes.keySet()),
                wish.name(),
                pool.name(),
                capacity,
                taken,
                thin,
                wish.compressed(),
                wish.deduplicated(),
                wish.ioGroup(),
                nextUid());
        return keep(volume);
    }

    StoredVolume resize(StoredVolume volume, long byBytes, boolean pretendFull) {
        PoolSpec pool = java.util.Objects.requireNonNull(pools.get(volume.pool()));
        long capacity = volume.capacityBytes() + (byBytes > 0 ? roundUp(byBytes, 512) : byBytes);
        if (capacity <= 0) {
            throw CliMessage.CMMVC5711E.refusal(Long.toString(-byBytes));
        }
        long taken = taken(pool, capacity, volume.thin());
        long free = pool.capacityBytes() - takenBytes(pool.name());
        if (pretendFull || taken - volume.takenBytes() > free) {
            throw CliMessage.CMMVC5860E.refusal();
        }
        return keep(new StoredVolume(
                volume.id(),
                volume.name(),
                volume.pool(),
                capacity,
                taken,
                volume.thin(),
                volume.compressed(),
                volume.deduplicated(),
                volume.ioGroup(),
                volume.uid()));
    }

    void deleteVolume(StoredVolume volume, boolean removeMappings) {
        List<StoredMapping> mapped = mappingsOfVolume(volume.id());
        if (!mapped.isEmpty() && !removeMappings) {
            throw CliMessage.CMMVC5840E.refusal();
        }
        mapped.forEach(this::drop);
        volumes.remove(volume.id());
        documents.delete(system, VOLUME, Integer.toString(volume.id()));
    }

    private StoredVolume keep(StoredVolume volume) {
        documents.put(system, VOLUME, Integer.toString(volume.id()), json.valueToTree(volume));
        volumes.put(volume.id(), volume);
        return volume;
    }

    /** A thick volume takes all its extents; a thin one begins with 2 % of them, the product's usual real size. */
    private static long taken(PoolSpec pool, long capacity, boolean thin) {
        long wanted = thin ? Math.max(1, capacity / 50) : capacity;
        return roundUp(wanted, pool.extentBytes());
    }

    private static long roundUp(long bytes, long grain) {
        return Math.multiplyExact(Math.floorDiv(Math.addExact(bytes, grain - 1), grain), grain);
    }

    /** The product gives the lowest free number again, but an identifier that a Linux host has seen never returns. */
    private String nextUid() {
        long next = documents
                .find(system, COUNTER, "uid")
                .map(body -> json.treeToValue(body, Counter.class).next())
                .orElse(1L);
        documents.put(system, COUNTER, "uid", json.valueToTree(new Counter(next + 1)));
        return String.format(Locale.ROOT, "600507680C%010X%012X", checksum(system), next);
    }

    static long checksum(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        return sum.getValue();
    }

    // --- hosts
    // --------------------------------------------------------------------------------------------------------------

    StoredHost createHost(String name, String type, List<String> wwpns, boolean force, @Nullable String portset) {
        checkName(name);
        if (hosts.values().stream().anyMatch(host -> host.name().equals(name))) {
            throw CliMessage.CMMVC6035E.refusal();
        }
        checkPorts(wwpns, force);
        return keep(new StoredHost(lowestFree(hosts.keySet()), name, type, List.copyOf(wwpns), portset));
    }

    StoredHost addPorts(StoredHost host, List<String> wwpns, boolean force) {
        checkPorts(wwpns, force);
        List<String> all = new ArrayList<>(host.wwpns());
        all.addAll(wwpns);
        return keep(new StoredHost(host.id(), host.name(), host.type(), List.copyOf(all), host.portset()));
    }

    StoredHost removePorts(StoredHost host, List<String> wwpns, boolean force) {
        if (!host.wwpns().containsAll(wwpns)) {
            throw CliMessage.CMMVC5804E.refusal();
        }
        if (!force && !mappingsOfHost(host.id()).isEmpty()) {
            throw CliMessage.CMMVC5871E.refusal();
        }
        List<String> left = new ArrayList<>(host.wwpns());
        left.removeAll(wwpns);
        return keep(new StoredHost(host.id(), host.name(), host.type(), List.copyOf(left), host.portset()));
    }

    void deleteHost(StoredHost host, boolean force) {
        List<StoredMapping> mapped = mappingsOfHost(host.id());
        if (!mapped.isEmpty() && !force) {
            throw CliMessage.CMMVC5871E.refusal();
        }
        mapped.forEach(this::drop);
        hosts.remove(host.id());
        documents.delete(system, HOST, Integer.toString(host.id()));
    }

    /** A port that the fabric has not seen may be a typing error, so the product wants force for it. */
    private void checkPorts(List<String> wwpns, boolean force) {
        Set<String> seen = new TreeSet<>();
        for (String wwpn : wwpns) {
            boolean wellFormed = wwpn.matches("[0-9A-F]{16}");
            if (!wellFormed
                    || !seen.add(wwpn)
                    || ownerOf(wwpn).isPresent()
                    || (!force && loggedInAt(wwpn).isEmpty())) {
                throw CliMessage.CMMVC5867E.refusal();
            }
        }
    }

    private StoredHost keep(StoredHost host) {
        documents.put(system, HOST, Integer.toString(host.id()), json.valueToTree(host));
        hosts.put(host.id(), host);
        return host;
    }

    /** A host port is logged in at these ports of the array, and at no other. */
    void login(String wwpn, List<String> targets) {
        if (targets.equals(loggedInAt(wwpn))) {
            return;
        }
        if (targets.isEmpty()) {
            documents.delete(system, LOGIN, wwpn);
            logins.remove(wwpn);
        } else {
            documents.put(system, LOGIN, wwpn, json.valueToTree(new Login(wwpn, targets)));
            logins.put(wwpn, List.copyOf(targets));
        }
    }

    /** Every host port that is logged in somewhere. */
    Set<String> loggedIn() {
        return new TreeSet<>(logins.keySet());
    }

    // --- mappings
    // -----------------------------------------------------------------------------------------------------------

    StoredMapping map(StoredVolume volume, StoredHost host, Optional<Integer> wantedScsiId, boolean force) {
        List<StoredMapping> mapped = mappingsOfVolume(volume.id());
        if (!mapped.isEmpty() && !force) {
            throw CliMessage.CMMVC6071E.refusal();
        }
        if (mapped.stream().anyMatch(mapping -> mapping.hostId() == host.id())) {
            throw CliMessage.CMMVC5878E.refusal();
        }
        Set<Integer> used = new TreeSet<>();
        mappingsOfHost(host.id()).forEach(mapping -> used.add(mapping.scsiId()));
        int scsiId = wantedScsiId.orElseGet(() -> lowestFree(used));
        if (used.contains(scsiId)) {
            throw CliMessage.CMMVC5879E.refusal();
        }
        StoredMapping mapping = new StoredMapping(volume.id(), host.id(), scsiId);
        documents.put(system, MAPPING, mapping.key(), json.valueToTree(mapping));
        mappings.put(mapping.key(), mapping);
        return mapping;
    }

    void unmap(StoredVolume volume, StoredHost host) {
        StoredMapping mapping = mappings.get(host.id() + ":" + volume.id());
        if (mapping == null) {
            throw CliMessage.CMMVC5842E.refusal();
        }
        drop(mapping);
    }

    private void drop(StoredMapping mapping) {
        documents.delete(system, MAPPING, mapping.key());
        mappings.remove(mapping.key());
    }

    // --- common
    // -------------------------------------------------------------------------------------------------------------

    static int lowestFree(Set<Integer> used) {
        int free = 0;
        while (used.contains(free)) {
            free++;
        }
        return free;
    }

    static void checkName(String name) {
        if (name.length() > MAX_NAME) {
            throw CliMessage.CMMVC5738E.refusal(name);
        }
        if (!name.matches("[A-Za-z_]([A-Za-z0-9_. -]*[A-Za-z0-9_.-])?")) {
            throw CliMessage.CMMVC6527E.refusal();
        }
    }
}
