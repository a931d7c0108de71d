package io.gulliver.adapter.ds8000;

import io.gulliver.adapter.ds8000.Ds8000Exception.Meaning;
import io.gulliver.adapter.ds8000.model.Ds8000Host;
import io.gulliver.adapter.ds8000.model.Ds8000HostPort;
import io.gulliver.adapter.ds8000.model.Ds8000Mapping;
import io.gulliver.adapter.ds8000.model.Ds8000Volume;
import io.gulliver.adapter.ds8000.model.ExtentPool;
import io.gulliver.adapter.ds8000.model.FlashRelation;
import io.gulliver.adapter.ds8000.model.Lss;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes a volume, host, mapping or copy be there exactly once: looks, acts, looks again, and returns what it saw.
 *
 * <p>Names are not unique here and nothing else tells whose a volume is: a volume of the wanted name, size and kind counts as ours, of
 * another size or kind it is somebody's and is left alone, and two of the name are never chosen between. A new volume has an id that
 * its name decides ({@link VolumeIds}). There is no wait in here: when a change may still be under way the failure says so, and the
 * caller's later repeat looks again first.
 */
public final class Ds8000Provisioner {
    private static final int OTHER_IDS = 8;

    private final String system;
    private final Ds8000Client client;

    /**
     * @param system name of the storage unit, for messages
     */
    public Ds8000Provisioner(String system, Ds8000Client client) {
        this.system = system;
        this.client = client;
    }

    // --- volumes --------------------------------------------------------------------------------------------------

    /**
     * The one volume of fixed blocks of this name.
     *
     * @throws Ds8000Exception CONFLICT when there are several
     */
    public Optional<Ds8000Volume> findVolume(String name) {
        List<Ds8000Volume> found = new ArrayList<>();
        for (ExtentPool pool : client.fetchPools()) {
            if (pool.fixedBlock()) {
                client.fetchVolumesOfPool(pool.id()).stream()
                        .filter(volume -> volume.name().equals(name))
                        .forEach(found::add);
            }
        }
        if (found.size() > 1) {
            throw conflict(
                    "list-pool-volumes",
                    Meaning.TAKEN,
                    "the name " + name + " is that of " + found.size() + " volumes: "
                            + found.stream().map(Ds8000Volume::id).toList() + ".",
                    "Nothing was changed. Ask the storage team which of them to rename or delete.");
        }
        return found.stream().findFirst();
    }

    /**
     * Makes sure of a volume of this name, size and kind.
     *
     * @param pool from which a new one takes its space
     * @param pools in which one that is there may lie; empty for any
     * @param allowed LSS that may be used; empty for any
     */
    public Ds8000Volume ensureVolume(
            String name,
            ExtentPool pool,
            Collection<String> pools,
            Set<String> allowed,
            long capacityBytes,
            boolean thin) {
        Optional<Ds8000Volume> before = findVolume(name);
        if (before.isPresent()) {
            return accepted(before.get(), pools, capacityBytes, thin);
        }
        Set<String> full = new TreeSet<>();
        for (int tries = 0; tries < OTHER_IDS; tries++) {
            String id = choose(name, pool, allowed, full);
            Ds8000Exception trouble = null;
            try {
                client.createVolumes(NewVolumes.one(id, name, pool.id(), capacityBytes, thin));
            } catch (Ds8000Exception e) {
                trouble = e;
            }
            Optional<Ds8000Volume> there = volumeOf(id);
            if (there.isPresent() && there.get().name().equals(name)) {
                return accepted(there.get(), pools, capacityBytes, thin);
            }
            if (trouble == null) {
                throw notShown(id, name, null, "was made and is not shown");
            }
            if (trouble.meaning() == Meaning.LSS_FULL) {
                full.add(id.substring(0, 2));
            } else if (there.isEmpty()) {
                throw notMade(trouble, id, name, pool, capacityBytes, thin);
            }
            // Else the id went to somebody in between, and ours was refused.
        }
        throw failure(
                "create-volumes",
                Meaning.TAKEN,
                "others took each of " + OTHER_IDS + " ids that were free before.",
                "Try again.",
                Kind.TRANSIENT,
                false,
                null);
    }

    private Optional<Ds8000Volume> volumeOf(String id) {
        String lss = id.substring(0, 2);
        return client.fetchLss().stream().anyMatch(one -> one.id().equals(lss))
                ? client.fetchVolumesOfLss(lss).stream()
                        .filter(volume -> volume.id().equals(id))
                        .findFirst()
                : Optional.empty();
    }

    private String choose(String name, ExtentPool pool, Set<String> allowed, Set<String> full) {
        List<Lss> all = client.fetchLss();
        return VolumeIds.choose(
                        name,
                        pool,
                        all,
                        allowed,
                        full,
                        lss -> client.fetchVolumesOfLss(lss).stream()
                                .map(Ds8000Volume::id)
                                .collect(Collectors.toCollection(TreeSet::new)))
                .orElseThrow(() -> failure(
                        "list-lss",
                        Meaning.LSS_FULL,
                        "no LSS that goes with pool " + pool.id() + " has a free id"
                                + (allowed.isEmpty() ? "" : " among " + new TreeSet<>(allowed)) + ".",
                        "Name other LSS for us in the landscape, or free ids.",
                        Kind.CAPACITY,
                        false,
                        null));
    }

    /** What a create came to that left nothing to see; which codes a full pool has no source tells, so the pool is asked. */
    private Ds8000Exception notMade(
            Ds8000Exception trouble, String id, String name, ExtentPool pool, long capacityBytes, boolean thin) {
        if (trouble.mayHaveHappened()) {
            return notShown(id, name, trouble, "may still be being made");
        }
        if (trouble.meaning() != Meaning.REFUSED) {
            return trouble;
        }
        long free = client.fetchPools().stream()
                .filter(one -> one.id().equals(pool.id()))
                .mapToLong(ExtentPool::available)
                .findFirst()
                .orElse(0);
        if (free < (thin ? 1 : capacityBytes)) {
            return failure(
                    "create-volumes",
                    Meaning.POOL_FULL,
                    "pool " + pool.id() + " has " + free + " bytes free, wanted " + capacityBytes + " for volume "
                            + name + "; " + said(trouble) + ".",
                    "Ask the storage team for space, or choose another pool.",
                    Kind.CAPACITY,
                    false,
                    trouble);
        }
        // An id that an earlier call is still filling is refused before it is shown; asking for it again is safe.
        return failure(
                "create-volumes",
                Meaning.REFUSED,
                "volume " + name + " was refused under id " + id + ", under which none is shown; " + said(trouble)
                        + ".",
                "If an earlier call is still making it, it appears; otherwise look the code up in the vendor's message list.",
                Kind.TRANSIENT,
                false,
                trouble);
    }

    private static String said(Ds8000Exception trouble) {
        String message = String.valueOf(trouble.getMessage());
        String without = message.endsWith(trouble.advice())
                ? message.substring(0, message.length() - trouble.advice().length())
                        .strip()
                : message;
        return without.endsWith(".") ? without.substring(0, without.length() - 1) : without;
    }

    private Ds8000Exception notShown(String id, String name, @Nullable Ds8000Exception trouble, String what) {
        return failure(
                "create-volumes",
                Meaning.UNCERTAIN,
                "volume " + name + " " + what + " under id " + id + (trouble == null ? "" : "; " + said(trouble)) + ".",
                "It is looked for again under that id before anything is repeated.",
                Kind.TRANSIENT,
                true,
                trouble);
    }

    private Ds8000Volume accepted(Ds8000Volume found, Collection<String> pools, long capacityBytes, boolean thin) {
        List<String> differences = new ArrayList<>();
        if (!pools.isEmpty() && !pools.contains(found.pool())) {
            differences.add("pool " + found.pool() + ", wanted " + String.join(" or ", pools));
        }
        if (found.capacityBytes() != capacityBytes) {
            differences.add("capacity " + found.capacityBytes() + " bytes, wanted " + capacityBytes);
        }
        if (found.thin() != thin) {
            differences.add(found.thin() ? "thin, wanted thick" : "thick, wanted thin");
        }
        if (!differences.isEmpty()) {
            throw conflict(
                    "create-volumes",
                    Meaning.TAKEN,
                    "volume " + found.id() + " has the name " + found.name() + ", but " + String.join("; ", differences)
                            + ".",
                    "Nothing was changed. Choose another name, or ask the storage team about the volume.");
        }
        return found;
    }

    /**
     * Deletes a volume that was seen.
     *
     * @return false when it was gone
     */
    public boolean deleteVolume(Ds8000Volume volume) {
        if (volumeOf(volume.id())
                .filter(there -> there.name().equals(volume.name()))
                .isEmpty()) {
            return false;
        }
        try {
            client.deleteVolume(volume.id());
        } catch (Ds8000Exception e) {
            if (volumeOf(volume.id()).isPresent()) {
                throw e;
            }
        }
        return true;
    }

    // --- hosts ----------------------------------------------------------------------------------------------------

    /** A host by name. */
    public Optional<Ds8000Host> findHost(String name) {
        return client.fetchHosts().stream()
                .filter(host -> host.name().equals(name))
                .findFirst();
    }

    /** WWPNs of a host's ports, upper case. */
    public Set<String> portsOf(String host) {
        return client.fetchHostPorts().stream()
                .filter(port -> port.host().equals(host))
                .map(Ds8000HostPort::wwpn)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Makes sure of a host with exactly these ports; a port of another host is never moved. */
    public Ds8000Host ensureHost(String name, Collection<String> wwpns) {
        Set<String> wanted = new TreeSet<>();
        wwpns.forEach(wwpn -> wanted.add(Ds8000Names.hex("WWPN", wwpn, 16)));
        requireOurs(name, wanted);
        if (findHost(name).isEmpty()) {
            act(() -> client.createHost(name), () -> findHost(name).isPresent());
        }
        for (String wwpn : wanted) {
            if (!portsOf(name).contains(wwpn)) {
                act(() -> client.createHostPort(wwpn, name), () -> portsOf(name).contains(wwpn));
            }
        }
        requireOurs(name, wanted);
        return findHost(name)
                .orElseThrow(() -> conflict(
                        "list-hosts",
                        Meaning.ABSENT,
                        "host " + name + " was made and is not there.",
                        "Somebody may have removed it at once; look at the storage unit's audit log."));
    }

    private void requireOurs(String name, Set<String> wanted) {
        for (Ds8000HostPort port : client.fetchHostPorts()) {
            if (wanted.contains(port.wwpn())
                    && !port.host().isEmpty()
                    && !port.host().equals(name)) {
                throw conflict(
                        "list-host-ports",
                        Meaning.TAKEN,
                        "port " + port.wwpn() + " belongs to host " + port.host() + ", wanted for " + name + ".",
                        "Nothing was moved. Ask the storage team whose host it is.");
            }
            if (port.host().equals(name) && !wanted.contains(port.wwpn())) {
                throw conflict(
                        "list-host-ports",
                        Meaning.TAKEN,
                        "host " + name + " has port " + port.wwpn() + ", wanted are " + wanted + ".",
                        "Nothing was changed. Choose another name, or ask the storage team about the host.");
            }
        }
        findHost(name).filter(host -> !host.type().equalsIgnoreCase("zLinux")).ifPresent(host -> {
            throw conflict(
                    "list-hosts",
                    Meaning.TAKEN,
                    "host " + name + " is there with type " + host.type() + ", wanted zLinux.",
                    "Nothing was changed. Choose another name, or ask the storage team about the host.");
        });
    }

    /**
     * Deletes a host and its ports.
     *
     * @return false when there was none
     */
    public boolean deleteHost(String name) {
        if (findHost(name).isEmpty()) {
            return false;
        }
        act(() -> client.deleteHost(name), () -> findHost(name).isEmpty());
        return true;
    }

    // --- mappings -------------------------------------------------------------------------------------------------

    /** Which hosts see a volume; the storage unit is asked host by host. */
    public List<Ds8000Mapping> mappingsOf(Ds8000Volume volume) {
        List<Ds8000Mapping> found = new ArrayList<>();
        for (Ds8000Host host : client.fetchHosts()) {
            try {
                client.fetchMappings(host.name()).stream()
                        .filter(mapping -> mapping.volumeId().equals(volume.id()))
                        .forEach(found::add);
            } catch (Ds8000Exception e) {
                // One of others that was deleted since sees nothing.
                if (e.meaning() != Meaning.ABSENT) {
                    throw e;
                }
            }
        }
        return found;
    }

    private Optional<Ds8000Mapping> mapping(Ds8000Volume volume, String host) {
        return findHost(host).isEmpty()
                ? Optional.empty()
                : client.fetchMappings(host).stream()
                        .filter(one -> one.volumeId().equals(volume.id()))
                        .findFirst();
    }

    /** Makes sure that this host, and no other, sees the volume. */
    public Ds8000Mapping ensureMapping(Ds8000Volume volume, String host) {
        List<String> others = mappingsOf(volume).stream()
                .map(Ds8000Mapping::host)
                .filter(other -> !other.equals(host))
                .toList();
        if (!others.isEmpty()) {
            throw conflict(
                    "list-mappings",
                    Meaning.TAKEN,
                    "volume " + volume.name() + " (" + volume.id() + ") is mapped to " + String.join(", ", others)
                            + ", wanted for " + host + " alone.",
                    "Nothing was changed. Ask the storage team whose mapping it is.");
        }
        if (mapping(volume, host).isEmpty()) {
            act(
                    () -> client.createMapping(host, volume.id()),
                    () -> mapping(volume, host).isPresent());
        }
        return mapping(volume, host)
                .orElseThrow(() -> conflict(
                        "list-mappings",
                        Meaning.ABSENT,
                        "volume " + volume.id() + " was mapped to " + host + " and is not.",
                        "Somebody may have removed the mapping at once; look at the storage unit's audit log."));
    }

    /**
     * Takes the volume away from the host.
     *
     * @return false when it did not see it
     */
    public boolean deleteMapping(Ds8000Volume volume, String host) {
        Optional<Ds8000Mapping> found = mapping(volume, host);
        found.ifPresent(mapping -> act(
                () -> client.deleteMapping(mapping), () -> mapping(volume, host).isEmpty()));
        return found.isPresent();
    }

    // --- FlashCopy ------------------------------------------------------------------------------------------------

    /** Relationships that write to a volume. */
    public List<FlashRelation> relationsOnto(Ds8000Volume target) {
        return client.fetchFlashRelations().stream()
                .filter(one -> one.targetId().equals(target.id()))
                .toList();
    }

    private Optional<FlashRelation> relation(Ds8000Volume source, Ds8000Volume target) {
        return relationsOnto(target).stream()
                .filter(one -> one.sourceId().equals(source.id()))
                .findFirst();
    }

    /** Makes sure that one volume is copied onto another. */
    public FlashRelation ensureRelation(Ds8000Volume source, Ds8000Volume target) {
        if (relation(source, target).isEmpty()) {
            act(
                    () -> client.createFlashRelation(source.id(), target.id()),
                    () -> relation(source, target).isPresent());
        }
        return relation(source, target)
                .orElseThrow(() -> failure(
                        "list-flashcopies",
                        Meaning.UNCERTAIN,
                        "the copy of " + source.id() + " onto " + target.id() + " was begun and is not shown.",
                        "It is looked for again.",
                        Kind.TRANSIENT,
                        true,
                        null));
    }

    /**
     * Withdraws a relationship.
     *
     * @return false when there was none
     */
    public boolean deleteRelation(Ds8000Volume source, Ds8000Volume target) {
        if (relation(source, target).isEmpty()) {
            return false;
        }
        act(
                () -> client.deleteFlashRelation(source.id(), target.id()),
                () -> relation(source, target).isEmpty());
        return true;
    }

    // --- common ---------------------------------------------------------------------------------------------------

    /** Acts once; whatever the answer was, what is seen after it decides. */
    private static void act(Runnable change, BooleanSupplier done) {
        try {
            change.run();
        } catch (Ds8000Exception e) {
            if (e.meaning() == Meaning.BUSY || e.meaning() == Meaning.LOGON || !done.getAsBoolean()) {
                throw e;
            }
        }
    }

    private Ds8000Exception conflict(String operation, Meaning meaning, String message, String advice) {
        return failure(operation, meaning, message, advice, Kind.CONFLICT, false, null);
    }

    private Ds8000Exception failure(
            String operation,
            Meaning meaning,
            String message,
            String advice,
            Kind kind,
            boolean mayHaveHappened,
            @Nullable Throwable cause) {
        return new Ds8000Exception(
                system, operation, 200, null, meaning, message, advice, kind, mayHaveHappened, cause);
    }
}
