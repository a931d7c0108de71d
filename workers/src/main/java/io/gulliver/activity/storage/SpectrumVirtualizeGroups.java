package io.gulliver.activity.storage;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.spectrumvirtualize.ArrayNames;
import io.gulliver.adapter.spectrumvirtualize.ArrayProvisioner;
import io.gulliver.adapter.spectrumvirtualize.NewSnapshot;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeClient;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeException;
import io.gulliver.adapter.spectrumvirtualize.VolumeFilter;
import io.gulliver.adapter.spectrumvirtualize.model.GroupSnapshot;
import io.gulliver.adapter.spectrumvirtualize.model.Volume;
import io.gulliver.adapter.spectrumvirtualize.model.VolumeGroup;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.storage.PlannedCall;
import io.gulliver.contract.storage.VolumeGroups;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The volume groups of a FlashSystem or one of its relatives. Snapshots of them are known from 8.5.1 on, as IBM's Ansible collection
 * {@code ibm.storage_virtualize} says ({@code ibm_svc_info}); the level is looked at before anything is made.
 */
final class SpectrumVirtualizeGroups implements VolumeGroups {
    private static final int NOT_FOUND = 404;
    private static final int[] SNAPSHOTS_FROM = {8, 5, 1};
    /** A parameter that the level does not know. */
    private static final String UNKNOWN_PARAMETER = "CMMVC5709E";

    private final String array;
    private final SpectrumVirtualizeClient client;
    private final ArrayProvisioner provisioner;

    SpectrumVirtualizeGroups(String array, SpectrumVirtualizeClient client, ArrayProvisioner provisioner) {
        this.array = array;
        this.client = client;
        this.provisioner = provisioner;
    }

    @Override
    public @Nullable String withoutSnapshots() {
        String level = client.fetchSystem().codeLevel();
        return takesSnapshots(level)
                ? null
                : "Array " + array + " has level " + level
                        + ", which takes no snapshots of volume groups (they are known from 8.5.1 on).";
    }

    /** A level as in {@code 8.6.0.2 (build 167.19.2402291500000)}; one that cannot be read is left to the array's own answer. */
    static boolean takesSnapshots(String level) {
        String[] parts = level.strip().split("[ .(]");
        for (int i = 0; i < SNAPSHOTS_FROM.length; i++) {
            if (i >= parts.length || !parts[i].matches("\\d{1,6}")) {
                return i == 0;
            }
            int part = Integer.parseInt(parts[i]);
            if (part != SNAPSHOTS_FROM[i]) {
                return part > SNAPSHOTS_FROM[i];
            }
        }
        return true;
    }

    @Override
    public Optional<Group> find(String name) {
        try {
            return client.findVolumeGroup(name).map(this::group);
        } catch (SpectrumVirtualizeException e) {
            if (e.httpStatus() != NOT_FOUND) {
                throw e;
            }
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Array " + array + " has level " + client.fetchSystem().codeLevel()
                            + ", which has no volume groups.",
                    "Take volume-group-name away from the array (gulliver.landscape.systems." + array
                            + "), then roll back and build anew.");
        }
    }

    private Group group(VolumeGroup found) {
        List<String> volumes = found.volumeCount() == 0
                ? List.of()
                : client.fetchVolumes(VolumeFilter.inGroup(found.name())).stream()
                        .map(Volume::name)
                        .sorted()
                        .toList();
        return new Group(found.name(), found.id(), volumes, found.rules());
    }

    @Override
    public Group ensure(String name, List<String> volumes) {
        valid(name);
        TreeSet<String> wanted = new TreeSet<>(volumes);
        TreeSet<String> outside = new TreeSet<>();
        find(name);
        for (String volume : wanted) {
            Volume there = client.findVolume(volume)
                    .orElseThrow(() -> conflict(
                            "Array " + array + " has no volume " + volume + ", which is to be in volume group " + name
                                    + ".",
                            "Ask the storage team who removed it, then roll back and build anew."));
            if (there.groupName().isEmpty()) {
                outside.add(volume);
            } else if (!there.groupName().equals(name)) {
                throw conflict(
                        "Volume " + volume + " of array " + array + " is in volume group " + there.groupName()
                                + ", which was not made here, and is to be in " + name + "; it was not moved.",
                        "Ask the storage team to take it out of that group, then retry the step.");
            }
        }
        provisioner.ensureVolumeGroup(name, wanted);
        outside.forEach(volume -> provisioner.ensureInGroup(volume, name));
        Group made = find(name)
                .orElseThrow(() -> conflict(
                        "Volume group " + name + " of array " + array + " was made and is not there any more.",
                        "Ask the storage team who removed it, then retry the step."));
        if (!new TreeSet<>(made.volumes()).equals(wanted)) {
            throw conflict(
                    "Volume group " + name + " of array " + array + " holds " + made.volumes() + ", wanted " + wanted
                            + ".",
                    "Ask the storage team what else is to be in it, then retry the step.");
        }
        return made;
    }

    private static void valid(String name) {
        if (!ArrayNames.valid(name)) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "\"" + name + "\" is no name of a volume group or snapshot: wanted 1 to " + ArrayNames.MAX_LENGTH
                            + " letters, digits, underscores, dots or dashes, starting with a letter or underscore.",
                    "Correct volume-group-name of the array in the landscape, then roll back and build anew.");
        }
    }

    private static StepFailedException conflict(String message, String advice) {
        return new StepFailedException(FailureCode.STATE_CONFLICT, message, advice);
    }

    @Override
    public void release(Group group, List<String> volumes) {
        TreeSet<String> inside = new TreeSet<>(group.volumes());
        inside.retainAll(volumes);
        for (String volume : inside) {
            try {
                client.leaveVolumeGroup(volume);
            } catch (SpectrumVirtualizeException e) {
                // Its answer was lost, or an earlier attempt came through meanwhile: where the volume is counts.
                boolean out = client.findVolume(volume)
                        .filter(seen -> seen.groupName().equals(group.name()))
                        .isEmpty();
                if (!out) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void delete(Group group) {
        try {
            client.deleteVolumeGroup(group.name());
        } catch (SpectrumVirtualizeException e) {
            if (!e.mayHaveHappened() || find(group.name()).isPresent()) {
                throw e;
            }
        }
        Optional<Group> still = find(group.name()).filter(seen -> seen.id().equals(group.id()));
        if (still.isPresent()) {
            throw conflict(
                    "Array " + array + " keeps volume group " + group.name() + ", which holds volumes "
                            + still.get().volumes() + " and snapshots "
                            + snapshots(group.name()).stream()
                                    .map(Snapshot::name)
                                    .toList() + ".",
                    "Ask the storage team what holds it, then retry.");
        }
    }

    @Override
    public List<Snapshot> snapshots(String group) {
        try {
            return client.fetchSnapshots(group).stream()
                    .map(SpectrumVirtualizeGroups::snapshot)
                    .toList();
        } catch (SpectrumVirtualizeException e) {
            if (e.httpStatus() == NOT_FOUND) {
                return List.of();
            }
            throw e;
        }
    }

    private static Snapshot snapshot(GroupSnapshot seen) {
        return new Snapshot(seen.name(), seen.groupName(), seen.id(), seen.expires(), seen.lingers());
    }

    @Override
    public Snapshot ensureSnapshot(String group, String name, int days) {
        valid(group);
        valid(name);
        try {
            return snapshot(provisioner.ensureSnapshot(new NewSnapshot(name, group, days)));
        } catch (SpectrumVirtualizeException e) {
            if (days > 0 && UNKNOWN_PARAMETER.equals(e.cmmvcCode())) {
                throw new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "Array " + array + " of level " + client.fetchSystem().codeLevel()
                                + " does not take a number of days for a snapshot (addsnapshot -retentiondays).",
                        "Set parameter restore_point_days to 0 in the program's policy and build anew, and let the"
                                + " storage team take the snapshot.");
            }
            throw e;
        }
    }

    @Override
    public void deleteSnapshot(Snapshot snapshot) {
        try {
            client.deleteSnapshot(snapshot.name(), snapshot.group());
        } catch (SpectrumVirtualizeException e) {
            if (!e.mayHaveHappened()) {
                throw e;
            }
            if (there(snapshot).filter(seen -> !seen.lingering()).isPresent()) {
                throw e;
            }
        }
        Optional<Snapshot> still = there(snapshot);
        if (still.isPresent()) {
            throw conflict(
                    "Snapshot " + snapshot.name() + " of volume group " + snapshot.group() + " on array " + array
                            + (still.get().lingering()
                                    ? " was removed and waits for what depends on it, such as a clone."
                                    : " is still there."),
                    "Have the storage team remove what depends on it (lsvolumegrouppopulation), then retry.");
        }
    }

    private Optional<Snapshot> there(Snapshot snapshot) {
        return snapshots(snapshot.group()).stream()
                .filter(seen -> seen.name().equals(snapshot.name()) && seen.id().equals(snapshot.id()))
                .findFirst();
    }

    @Override
    public List<PlannedCall> plannedGroup(String name, String volumes) {
        return List.of(
                new PlannedCall(
                        "POST /rest/mkvolumegroup, where no volume group of this name is there",
                        new TreeMap<>(Map.of("name", name))),
                new PlannedCall(
                        "POST /rest/chvdisk/VOLUME for each of " + volumes + ", where it is not in it",
                        new TreeMap<>(Map.of("volumegroup", name))));
    }

    @Override
    public List<PlannedCall> plannedSnapshot(String group, String name, String days) {
        TreeMap<String, Object> fields = new TreeMap<>(Map.of("name", name, "volumegroup", group));
        if (!days.equals("0")) {
            fields.put("retentiondays", days);
        }
        return List.of(new PlannedCall("POST /rest/addsnapshot, where the group has no snapshot of this name", fields));
    }
}
