package io.gulliver.lab.ds8000;

import io.gulliver.lab.Documents;
import io.gulliver.lab.ds8000.LabDs8000Spec.PoolSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a DS8000 remembers, and its rules: ids of volumes are LSS and number, an even LSS takes its space from an even pool, sixteen
 * LSS of one address group hold one kind of volume, names may come twice.
 *
 * <p>Not safe for many threads by itself: the storage unit changes one thing at a time.
 */
final class Ds8000State {
    static final long GIB = 1L << 30;
    /** Bytes of a cylinder of a 3390. */
    static final long CYLINDER = 849_960;

    static final int VOLUMES_OF_LSS = 256;
    static final String FB = "fb";
    static final String CKD = "ckd";

    /**
     * A volume.
     *
     * @param id LSS and number, two upper-case hex digits each
     * @param takenBytes of its pool
     * @param thin whether it is extent space efficient
     * @param base of an alias, else empty
     * @param hidden how many more listings pass before it is seen; it is there all the same
     */
    record StoredVolume(
            String id,
            String name,
            String type,
            String pool,
            long capacityBytes,
            long takenBytes,
            boolean thin,
            String base,
            int hidden) {
        String lss() {
            return id.substring(0, 2);
        }

        StoredVolume hidden(int looks) {
            return new StoredVolume(id, name, type, pool, capacityBytes, takenBytes, thin, base, looks);
        }

        StoredVolume named(String other) {
            return new StoredVolume(id, other, type, pool, capacityBytes, takenBytes, thin, base, hidden);
        }

        StoredVolume in(String other) {
            return new StoredVolume(id, name, type, other, capacityBytes, takenBytes, thin, base, hidden);
        }

        StoredVolume grown(long bytes, long taken) {
            return new StoredVolume(id, name, type, pool, bytes, taken, thin, base, hidden);
        }
    }

    /** A logical control unit that was made; those for fixed blocks come and go with their volumes. */
    record StoredLss(String id, String subsystem, String cuType) {}

    record StoredHost(String id, String name, String type) {}

    record StoredPort(String wwpn, String host) {}

    record StoredMapping(String host, int lunId, String volume) {
        String key() {
            return host + ":" + String.format(Locale.ROOT, "%04x", lunId);
        }
    }

    record Erasure(int times) {}

    /** Where a host port is logged in, by WWPN. */
    record Login(String wwpn, List<String> targets) {}

    private final JsonMapper json = JsonMapper.shared();
    private final Documents documents;
    private final String system;
    private final Map<String, PoolSpec> pools = new TreeMap<>();
    private final Map<String, StoredVolume> volumes = new TreeMap<>();
    private final Map<String, StoredLss> units = new TreeMap<>();
    private final Map<String, StoredHost> hosts = new TreeMap<>();
    private final Map<String, StoredPort> ports = new TreeMap<>();
    private final Map<String, StoredMapping> mappings = new TreeMap<>();
    private final Map<String, Login> logins = new TreeMap<>();
    private final Map<String, Erasure> erased = new TreeMap<>();

    Ds8000State(Documents documents, LabDs8000Spec spec) {
        this.documents = documents;
        this.system = spec.system();
        spec.pools().forEach(pool -> pools.put(pool.id(), pool));
        load("volume", StoredVolume.class, volumes);
        load("lss", StoredLss.class, units);
        load("host", StoredHost.class, hosts);
        load("host-port", StoredPort.class, ports);
        load("mapping", StoredMapping.class, mappings);
        load("login", Login.class, logins);
        load("erasure", Erasure.class, erased);
    }

    private <T> void load(String kind, Class<T> type, Map<String, T> into) {
        documents.list(system, kind).forEach((id, body) -> into.put(id, json.treeToValue(body, type)));
    }

    private <T> T keep(String kind, String id, T value, Map<String, T> in) {
        documents.put(system, kind, id, json.valueToTree(value));
        in.put(id, value);
        return value;
    }

    private void drop(String kind, String id, Map<String, ?> from) {
        documents.delete(system, kind, id);
        from.remove(id);
    }

    // --- pools ----------------------------------------------------------------------------------------------------

    Collection<PoolSpec> pools() {
        return Collections.unmodifiableCollection(pools.values());
    }

    PoolSpec pool(String id) {
        PoolSpec pool = pools.get(id);
        if (pool == null) {
            throw Ds8000Answers.absent("Pool " + id);
        }
        return pool;
    }

    long taken(String pool) {
        return volumes.values().stream()
                .filter(volume -> volume.pool().equals(pool))
                .mapToLong(StoredVolume::takenBytes)
                .sum();
    }

    long promised(String pool, boolean thin) {
        return volumes.values().stream()
                .filter(volume -> volume.pool().equals(pool) && volume.thin() == thin)
                .mapToLong(StoredVolume::capacityBytes)
                .sum();
    }

    long free(PoolSpec pool) {
        return pool.capacityBytes() - taken(pool.id());
    }

    // --- LSS ------------------------------------------------------------------------------------------------------

    /** Those that are there, by id: made ones, and those that have volumes. */
    Map<String, String> lss() {
        Map<String, String> types = new TreeMap<>();
        units.keySet().forEach(id -> types.put(id, CKD));
        volumes.values().forEach(volume -> types.put(volume.lss(), volume.type()));
        return types;
    }

    Optional<StoredLss> unit(String id) {
        return Optional.ofNullable(units.get(id));
    }

    List<StoredVolume> volumesOfLss(String lss) {
        return volumes.values().stream()
                .filter(volume -> volume.lss().equals(lss))
                .toList();
    }

    StoredLss createLss(String id, String subsystem, String cuType) {
        if (lss().containsKey(id)) {
            throw Ds8000Answers.refusal(400, Ds8000Answers.TAKEN, "LSS " + id + " exists.");
        }
        requireGroup(id, CKD);
        return keep("lss", id, new StoredLss(id, subsystem, cuType), units);
    }

    /** Sixteen LSS hold one kind. */
    private void requireGroup(String lss, String type) {
        String group = lss.substring(0, 1);
        lss().forEach((id, other) -> {
            if (id.startsWith(group) && !other.equals(type)) {
                throw Ds8000Answers.refusal(
                        400,
                        Ds8000Answers.RULE,
                        "Address group " + group + " holds " + other + " volumes, LSS " + lss + " cannot be " + type
                                + ".");
            }
        });
    }

    // --- volumes --------------------------------------------------------------------------------------------------

    /** All of them, hidden ones too. */
    Collection<StoredVolume> volumes() {
        return Collections.unmodifiableCollection(volumes.values());
    }

    Optional<StoredVolume> find(String id) {
        return Optional.ofNullable(volumes.get(id));
    }

    /** One listing goes by for what is hidden. */
    void looked() {
        for (StoredVolume volume : List.copyOf(volumes.values())) {
            if (volume.hidden() > 0) {
                keep("volume", volume.id(), volume.hidden(volume.hidden() - 1), volumes);
            }
        }
    }

    StoredVolume volume(String id) {
        StoredVolume volume = volumes.get(id);
        if (volume == null || volume.hidden() > 0) {
            throw Ds8000Answers.absent("Volume " + id);
        }
        return volume;
    }

    /** The lowest free id of an LSS; LSS full when there is none. */
    String freeId(String lss) {
        for (int number = 0; number < VOLUMES_OF_LSS; number++) {
            String id = lss + String.format(Locale.ROOT, "%02X", number);
            if (!volumes.containsKey(id)) {
                return id;
            }
        }
        throw Ds8000Answers.refusal(400, Ds8000Answers.LSS_FULL, "The LSS is full.");
    }

    /** The first LSS of a kind that goes with a node and has room. */
    String freeLss(String type, int node) {
        for (int number = node; number < 0xff; number += 2) {
            String lss = String.format(Locale.ROOT, "%02X", number);
            boolean other = lss().entrySet().stream()
                    .anyMatch(one -> one.getKey().startsWith(lss.substring(0, 1))
                            && !one.getValue().equals(type));
            boolean made = type.equals(FB) || units.containsKey(lss);
            if (!other && made && volumesOfLss(lss).size() < VOLUMES_OF_LSS) {
                return lss;
            }
        }
        throw Ds8000Answers.refusal(400, Ds8000Answers.EVERY_LSS_FULL, "All LSS are full.");
    }

    StoredVolume create(StoredVolume wanted, boolean full) {
        PoolSpec pool = pool(wanted.pool());
        if (volumes.containsKey(wanted.id())) {
            throw Ds8000Answers.refusal(400, Ds8000Answers.TAKEN, "Volume id " + wanted.id() + " is in use.");
        }
        if (!pool.type().equals(wanted.type())) {
            throw Ds8000Answers.refusal(
                    400, Ds8000Answers.RULE, "Pool " + pool.id() + " is of type " + pool.type() + ".");
        }
        if (Integer.parseInt(wanted.lss(), 16) % 2 != pool.node()) {
            throw Ds8000Answers.refusal(
                    400,
                    Ds8000Answers.RULE,
                    "LSS " + wanted.lss() + " is of rank group " + (1 - pool.node()) + ", pool " + pool.id()
                            + " is not.");
        }
        requireGroup(wanted.lss(), wanted.type());
        if (wanted.type().equals(CKD) && !units.containsKey(wanted.lss())) {
            throw Ds8000Answers.absent("LSS " + wanted.lss());
        }
        if (full || wanted.takenBytes() > free(pool)) {
            throw Ds8000Answers.refusal(
                    400, Ds8000Answers.POOL_FULL, "Pool " + pool.id() + " has not enough available extents.");
        }
        return keep("volume", wanted.id(), wanted, volumes);
    }

    StoredVolume change(StoredVolume changed) {
        return keep("volume", changed.id(), changed, volumes);
    }

    /** An alias needs an id and its base, no space. */
    StoredVolume createAlias(String id, StoredVolume base) {
        if (volumes.containsKey(id)) {
            throw Ds8000Answers.refusal(400, Ds8000Answers.TAKEN, "Volume id " + id + " is in use.");
        }
        if (!base.type().equals(CKD) || !base.base().isEmpty() || !base.lss().equals(id.substring(0, 2))) {
            throw Ds8000Answers.refusal(
                    400,
                    Ds8000Answers.RULE,
                    "Volume " + base.id() + " is no base volume of LSS " + id.substring(0, 2) + ".");
        }
        return keep("volume", id, new StoredVolume(id, "", CKD, base.pool(), 0, 0, false, base.id(), 0), volumes);
    }

    void delete(StoredVolume volume) {
        if (mappings.values().stream().anyMatch(mapping -> mapping.volume().equals(volume.id()))) {
            throw Ds8000Answers.refusal(400, Ds8000Answers.IN_USE, "Volume " + volume.id() + " is mapped to a host.");
        }
        if (volumes.values().stream().anyMatch(other -> other.base().equals(volume.id()))) {
            throw Ds8000Answers.refusal(400, Ds8000Answers.IN_USE, "Volume " + volume.id() + " has aliases.");
        }
        drop("volume", volume.id(), volumes);
        keep("erasure", volume.id(), new Erasure(erasures(volume.id()) + 1), erased);
    }

    /** How often a volume of this id was deleted: what lay on it then is not on the one that has the id now. */
    int erasures(String id) {
        return Optional.ofNullable(erased.get(id)).map(Erasure::times).orElse(0);
    }

    // --- hosts ----------------------------------------------------------------------------------------------------

    Collection<StoredHost> hosts() {
        return Collections.unmodifiableCollection(hosts.values());
    }

    StoredHost host(String name) {
        StoredHost host = hosts.get(name);
        if (host == null) {
            throw Ds8000Answers.absent("Host " + name);
        }
        return host;
    }

    StoredHost createHost(String name, String type) {
        if (hosts.containsKey(name)) {
            throw Ds8000Answers.refusal(400, Ds8000Answers.TAKEN, "Host " + name + " exists.");
        }
        Set<String> ids = new TreeSet<>();
        hosts.values().forEach(host -> ids.add(host.id()));
        int number = 1;
        while (ids.contains("H" + number)) {
            number++;
        }
        return keep("host", name, new StoredHost("H" + number, name, type), hosts);
    }

    /** Its ports go with it. */
    void deleteHost(StoredHost host) {
        if (!mappings(host.name()).isEmpty()) {
            throw Ds8000Answers.refusal(400, Ds8000Answers.IN_USE, "Host " + host.name() + " has volumes.");
        }
        ports(host.name()).forEach(port -> drop("host-port", port.wwpn(), ports));
        drop("host", host.name(), hosts);
    }

    Collection<StoredPort> ports() {
        return Collections.unmodifiableCollection(ports.values());
    }

    List<StoredPort> ports(String host) {
        return ports.values().stream().filter(port -> port.host().equals(host)).toList();
    }

    @Nullable
    StoredPort port(String wwpn) {
        return ports.get(wwpn);
    }

    StoredPort createPort(String wwpn, StoredHost host) {
        StoredPort there = ports.get(wwpn);
        if (there != null) {
            throw Ds8000Answers.refusal(
                    400, Ds8000Answers.TAKEN, "Host port " + wwpn + " belongs to host " + there.host() + ".");
        }
        return keep("host-port", wwpn, new StoredPort(wwpn, host.name()), ports);
    }

    StoredPort movePort(StoredPort port, StoredHost host) {
        return keep("host-port", port.wwpn(), new StoredPort(port.wwpn(), host.name()), ports);
    }

    void deletePort(StoredPort port) {
        drop("host-port", port.wwpn(), ports);
    }

    // --- mappings -------------------------------------------------------------------------------------------------

    List<StoredMapping> mappings(String host) {
        return mappings.values().stream()
                .filter(mapping -> mapping.host().equals(host))
                .toList();
    }

    StoredMapping map(StoredHost host, StoredVolume volume, @Nullable Integer lunId) {
        List<StoredMapping> there = mappings(host.name());
        if (there.stream().anyMatch(mapping -> mapping.volume().equals(volume.id()))) {
            throw Ds8000Answers.refusal(
                    400, Ds8000Answers.TAKEN, "Volume " + volume.id() + " is mapped to host " + host.name() + ".");
        }
        if (!volume.type().equals(FB)) {
            throw Ds8000Answers.refusal(400, Ds8000Answers.RULE, "Volume " + volume.id() + " is not of fixed blocks.");
        }
        Set<Integer> used = new TreeSet<>();
        there.forEach(mapping -> used.add(mapping.lunId()));
        int free = lunId == null ? 0 : lunId;
        while (lunId == null && used.contains(free)) {
            free++;
        }
        if (used.contains(free)) {
            throw Ds8000Answers.refusal(400, Ds8000Answers.TAKEN, "LUN id " + free + " is in use.");
        }
        StoredMapping mapping = new StoredMapping(host.name(), free, volume.id());
        return keep("mapping", mapping.key(), mapping, mappings);
    }

    void unmap(StoredMapping mapping) {
        drop("mapping", mapping.key(), mappings);
    }

    // --- logins ---------------------------------------------------------------------------------------------------

    List<String> loggedInAt(String wwpn) {
        Login login = logins.get(wwpn);
        return login == null ? List.of() : login.targets();
    }

    List<String> loggedIn() {
        return new ArrayList<>(logins.keySet());
    }

    void login(String wwpn, List<String> targets) {
        if (targets.equals(loggedInAt(wwpn))) {
            return;
        }
        if (targets.isEmpty()) {
            drop("login", wwpn, logins);
        } else {
            keep("login", wwpn, new Login(wwpn, targets), logins);
        }
    }
}
