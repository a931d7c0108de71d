package io.gulliver.adapter.spectrumvirtualize;

import io.gulliver.adapter.http.HttpSystemException.Kind;
import io.gulliver.adapter.spectrumvirtualize.model.FlashCopy;
import io.gulliver.adapter.spectrumvirtualize.model.GroupSnapshot;
import io.gulliver.adapter.spectrumvirtualize.model.Host;
import io.gulliver.adapter.spectrumvirtualize.model.Mapping;
import io.gulliver.adapter.spectrumvirtualize.model.Volume;
import io.gulliver.adapter.spectrumvirtualize.model.VolumeGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a volume, host, mapping, volume group or snapshot be there exactly once: looks, acts, looks again, and returns what it saw.
 *
 * <p>An object of the right name and attributes counts as ours, made by an earlier attempt; one with other attributes is a CONFLICT and
 * is never touched. When the answer to an act is lost, it looks once more: found means done; not found means that the act may still be
 * running, and the failure goes to the caller, whose later repeat looks again first. There is no loop and no wait in here.
 */
public final class ArrayProvisioner {

    private final String system;
    private final SpectrumVirtualizeClient client;

    /**
     * @param system name of the array, for messages
     */
    public ArrayProvisioner(String system, SpectrumVirtualizeClient client) {
        this.system = system;
        this.client = client;
    }

    /** Makes sure of a volume with this name, pool, size and kind. */
    public Volume ensureVolume(NewVolume wanted) {
        return ensure(
                "mkvolume/" + wanted.name(),
                () -> client.findVolume(wanted.name()),
                found -> differences(wanted, found),
                () -> client.createVolume(wanted));
    }

    private static List<String> differences(NewVolume wanted, Volume found) {
        List<String> differences = new ArrayList<>();
        if (!found.poolName().equals(wanted.poolName())) {
            differences.add("pool " + found.poolName() + ", wanted " + wanted.poolName());
        }
        if (found.capacityBytes() != wanted.capacityBytes()) {
            differences.add("capacity " + found.capacityBytes() + " bytes, wanted " + wanted.capacityBytes());
        }
        boolean compressed = wanted.provisioning() == NewVolume.Provisioning.COMPRESSED
                || wanted.provisioning() == NewVolume.Provisioning.DEDUPLICATED;
        if (found.compressed() != compressed) {
            differences.add(found.compressed() ? "compressed, wanted uncompressed" : "uncompressed, wanted compressed");
        }
        // A compressed volume is thin by nature, whatever the level says of it.
        boolean thin = wanted.provisioning() == NewVolume.Provisioning.THIN;
        if (!compressed && !found.compressed() && found.thin() != thin) {
            differences.add(found.thin() ? "thin, wanted thick" : "thick, wanted thin");
        }
        return differences;
    }

    /**
     * Makes sure of a volume group of this name that nothing rules and in which no other volumes are than these; who is missing is not
     * put into it here.
     */
    public VolumeGroup ensureVolumeGroup(String name, Set<String> volumes) {
        return ensure(
                "mkvolumegroup/" + name,
                () -> client.findVolumeGroup(name),
                found -> differences(name, volumes, found),
                () -> client.createVolumeGroup(name));
    }

    private List<String> differences(String name, Set<String> volumes, VolumeGroup found) {
        List<String> differences = new ArrayList<>(found.rules());
        Set<String> others = new TreeSet<>();
        if (found.volumeCount() > 0) {
            client.fetchVolumes(VolumeFilter.inGroup(name)).forEach(volume -> others.add(volume.name()));
        }
        others.removeAll(volumes);
        if (!others.isEmpty()) {
            differences.add("volumes " + others + " that do not belong to it");
        }
        return differences;
    }

    /** Makes sure that a volume that is in no group, or in this one, is in this one. */
    public Volume ensureInGroup(String volume, String group) {
        return ensure(
                "chvdisk/" + volume,
                () -> client.findVolume(volume)
                        .filter(found -> !found.groupName().isEmpty()),
                found -> found.groupName().equals(group)
                        ? List.of()
                        : List.of("volume group " + found.groupName() + ", wanted " + group),
                () -> client.joinVolumeGroup(volume, group));
    }

    /** Makes sure of a snapshot of this name that somebody took, and holds all volumes of its group. */
    public GroupSnapshot ensureSnapshot(NewSnapshot wanted) {
        return ensure(
                "addsnapshot/" + wanted.groupName() + "/" + wanted.name(),
                () -> client.fetchSnapshots(wanted.groupName()).stream()
                        .filter(found -> found.name().equals(wanted.name()))
                        .findFirst(),
                found -> differences(wanted, found),
                () -> client.createSnapshot(wanted));
    }

    private static List<String> differences(NewSnapshot wanted, GroupSnapshot found) {
        List<String> differences = new ArrayList<>();
        if (found.automatic()) {
            differences.add("taken by a policy of the array");
        }
        if (found.safeguarded()) {
            differences.add("safeguarded");
        }
        if (found.lingers()) {
            differences.add("state " + found.state() + ", as it was removed and something depends on it");
        }
        if (!found.matchesGroup()) {
            differences.add("other volumes than are in the group now");
        }
        if (found.expires().isEmpty() != (wanted.days() == 0)) {
            differences.add(
                    found.expires().isEmpty()
                            ? "no end, wanted " + wanted.days() + " days"
                            : "an end at " + found.expires() + ", wanted none");
        }
        return differences;
    }

    /** Makes sure of a FlashCopy mapping of this name, source and target; in which state it is, the caller sees. */
    public FlashCopy ensureFlashCopy(NewFlashCopy wanted) {
        return ensure(
                "mkfcmap/" + wanted.name(),
                () -> client.findFlashCopy(wanted.name()),
                found -> differences(wanted, found),
                () -> client.createFlashCopy(wanted));
    }

    private static List<String> differences(NewFlashCopy wanted, FlashCopy found) {
        List<String> differences = new ArrayList<>();
        if (!found.sourceName().equals(wanted.sourceName())) {
            differences.add("source " + found.sourceName() + ", wanted " + wanted.sourceName());
        }
        if (!found.targetName().equals(wanted.targetName())) {
            differences.add("target " + found.targetName() + ", wanted " + wanted.targetName());
        }
        return differences;
    }

    /**
     * Makes sure of a host with exactly these ports.
     *
     * @param portset in which it is to be; null for any
     */
    public Host ensureHost(String name, List<String> wwpns, @Nullable String portset) {
        Set<String> wanted = new TreeSet<>();
        wwpns.forEach(wwpn -> wanted.add(Wwpns.canonical(wwpn)));
        return ensure(
                "mkhost/" + name,
                () -> client.findHost(name),
                found -> differences(wanted, portset, found),
                () -> client.createHost(name, List.copyOf(wanted), portset));
    }

    private static List<String> differences(Set<String> ports, @Nullable String portset, Host found) {
        List<String> differences = new ArrayList<>();
        if (!new TreeSet<>(found.wwpns()).equals(ports)) {
            differences.add("ports " + found.wwpns() + ", wanted " + ports);
        }
        if (portset != null && !found.portset().equals(portset)) {
            differences.add("portset " + found.portset() + ", wanted " + portset);
        }
        return differences;
    }

    /** Makes sure that the host sees the volume, under the wanted SCSI id if one is given. */
    public Mapping ensureMapping(NewMapping wanted) {
        Integer scsiId = wanted.scsiId();
        return ensure(
                "mkvdiskhostmap/" + wanted.volumeName(),
                () -> client.fetchMappingsOfVolume(wanted.volumeName()).stream()
                        .filter(mapping -> mapping.hostName().equals(wanted.hostName()))
                        .min(Comparator.comparingInt(Mapping::scsiId)),
                found -> scsiId == null || found.scsiId() == scsiId
                        ? List.of()
                        : List.of("SCSI id " + found.scsiId() + " on host " + found.hostName() + ", wanted " + scsiId),
                () -> client.mapVolume(wanted));
    }

    private <T> T ensure(
            String operation, Supplier<Optional<T>> look, Function<T, List<String>> compare, Runnable act) {
        Optional<T> before = look.get();
        if (before.isPresent()) {
            return accepted(operation, before.get(), compare, null);
        }
        SpectrumVirtualizeException trouble = null;
        try {
            act.run();
        } catch (SpectrumVirtualizeException e) {
            // A conflict after we saw nothing means that an earlier attempt ended in between; both ask for a second
            // look.
            if (!e.mayHaveHappened() && e.kind() != Kind.CONFLICT) {
                throw e;
            }
            trouble = e;
        }
        Optional<T> after = look.get();
        if (after.isPresent()) {
            return accepted(operation, after.get(), compare, trouble);
        }
        if (trouble != null) {
            throw trouble;
        }
        throw new SpectrumVirtualizeException(
                system,
                operation,
                200,
                null,
                "the array said done, but the object is not there.",
                "Somebody may have removed it at once; look at the array's audit log.",
                Kind.CONFLICT,
                false,
                null);
    }

    private <T> T accepted(
            String operation,
            T found,
            Function<T, List<String>> compare,
            @Nullable SpectrumVirtualizeException trouble) {
        List<String> differences = compare.apply(found);
        if (differences.isEmpty()) {
            return found;
        }
        throw new SpectrumVirtualizeException(
                system,
                operation,
                trouble == null ? 200 : trouble.httpStatus(),
                trouble == null ? null : trouble.cmmvcCode(),
                "an object of that name is there, but with " + String.join("; ", differences) + ".",
                "Nothing was changed. Choose another name, or ask the storage team about the object.",
                Kind.CONFLICT,
                false,
                trouble);
    }
}
