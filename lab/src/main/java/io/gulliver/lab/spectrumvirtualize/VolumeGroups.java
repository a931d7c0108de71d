package io.gulliver.lab.spectrumvirtualize;

import io.gulliver.lab.Documents;
import io.gulliver.lab.LabTime;
import io.gulliver.lab.spectrumvirtualize.ArrayState.StoredVolume;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Volume groups of an array and their snapshots.
 *
 * <p>Commands and options: IBM's command reference of FlashSystem 9.1.3 ({@code addsnapshot}, {@code rmsnapshot}, {@code chvdisk}) and
 * its Ansible collection {@code ibm.storage_virtualize} ({@code ibm_svc_manage_volumegroup}, {@code ibm_sv_manage_snapshot}), which
 * also tells from which level on they are known; the fields of both views are those of that collection's recorded answers. What is
 * refused stands there; by which code is not published, so those are the array's general ones. A snapshot keeps its volumes: one that
 * lies in a snapshot is not deleted, as one in a FlashCopy mapping is not (the setting of the system that hides a deleted parent
 * instead is not played). Not played: policies, safeguarded snapshots, replication, clones and restoring.
 *
 * <p>Not safe for many threads by itself: the array runs one command at a time.
 */
final class VolumeGroups {

    /** A group without its volumes; its number returns, its uid does not. */
    record StoredGroup(int id, String name, long uid) {}

    /** Which group a volume is in. */
    record Membership(int volumeId, int groupId) {}

    /**
     * A snapshot of a group.
     *
     * @param volumes that it holds, by number
     * @param bytes of them together
     * @param taken when, in the lab's time
     * @param ends when the array removes it by itself; null for never
     * @param lingering whether it was removed and waits for what depends on it
     */
    record StoredSnapshot(
            int id,
            String name,
            int groupId,
            List<Integer> volumes,
            long bytes,
            Instant taken,
            @Nullable Instant ends,
            boolean lingering) {}

    /** Counts what must never come again. */
    record Counter(long next) {}

    /** Year, month, day, hour, minute, second in two digits each, as the collection's recorded answers have it. */
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss").withZone(ZoneOffset.UTC);

    private static final String GROUP = "volumegroup";
    private static final String MEMBER = "volumegroupmember";
    private static final String SNAPSHOT = "snapshot";
    private static final String COUNTER = "volumegroupcounter";
    private static final int MOST_DAYS = 99_999;

    private final JsonMapper json = JsonMapper.shared();
    private final Documents documents;
    private final String system;
    private final LabTime time;
    private final Map<Integer, StoredGroup> groups = new TreeMap<>();
    private final Map<Integer, Integer> members = new TreeMap<>();
    private final Map<Integer, StoredSnapshot> snapshots = new TreeMap<>();

    VolumeGroups(Documents documents, String system, LabTime time) {
        this.documents = documents;
        this.system = system;
        this.time = time;
        documents.list(system, GROUP).values().stream()
                .map(body -> json.treeToValue(body, StoredGroup.class))
                .forEach(group -> groups.put(group.id(), group));
        documents.list(system, MEMBER).values().stream()
                .map(body -> json.treeToValue(body, Membership.class))
                .forEach(member -> members.put(member.volumeId(), member.groupId()));
        documents.list(system, SNAPSHOT).values().stream()
                .map(body -> json.treeToValue(body, StoredSnapshot.class))
                .forEach(snapshot -> snapshots.put(snapshot.id(), snapshot));
    }

    // --- groups

    StoredGroup create(@Nullable String wanted) {
        String name = wanted == null ? "volumegroup" + groups.size() : wanted;
        ArrayState.checkName(name);
        if (groups.values().stream().anyMatch(group -> group.name().equals(name))) {
            throw CliMessage.CMMVC6035E.refusal();
        }
        long uid = documents
                .find(system, COUNTER, "uid")
                .map(body -> json.treeToValue(body, Counter.class).next())
                .orElse(1L);
        documents.put(system, COUNTER, "uid", json.valueToTree(new Counter(uid + 1)));
        StoredGroup group = new StoredGroup(ArrayState.lowestFree(groups.keySet()), name, uid);
        documents.put(system, GROUP, Integer.toString(group.id()), json.valueToTree(group));
        groups.put(group.id(), group);
        return group;
    }

    Optional<StoredGroup> find(String idOrName) {
        return groups.values().stream()
                .filter(group -> group.name().equals(idOrName)
                        || Integer.toString(group.id()).equals(idOrName))
                .findFirst();
    }

    StoredGroup require(String idOrName) {
        return find(idOrName)
                .orElseThrow(() ->
                        idOrName.matches("\\d+") ? CliMessage.CMMVC5753E.refusal() : CliMessage.CMMVC5754E.refusal());
    }

    /** A group that is named in an option. */
    private StoredGroup named(String idOrName) {
        return find(idOrName).orElseThrow(CliMessage.CMMVC5804E::refusal);
    }

    /** A volume is in one group at most, and leaves it before it goes into another. */
    StoredGroup join(StoredVolume volume, String group) {
        StoredGroup wanted = named(group);
        Integer now = members.get(volume.id());
        if (now != null && now != wanted.id()) {
            throw CliMessage.CMMVC5753E.refusal();
        }
        members.put(volume.id(), wanted.id());
        documents.put(
                system,
                MEMBER,
                Integer.toString(volume.id()),
                json.valueToTree(new Membership(volume.id(), wanted.id())));
        return wanted;
    }

    void leave(StoredVolume volume) {
        if (members.remove(volume.id()) == null) {
            throw CliMessage.CMMVC5753E.refusal();
        }
        documents.delete(system, MEMBER, Integer.toString(volume.id()));
    }

    /** One that has volumes or snapshots is not removed. */
    void remove(StoredGroup group) {
        if (members.containsValue(group.id()) || !of(group).isEmpty()) {
            throw CliMessage.CMMVC5753E.refusal();
        }
        groups.remove(group.id());
        documents.delete(system, GROUP, Integer.toString(group.id()));
    }

    /** A volume's row with its group. */
    ObjectNode grouped(ObjectNode volume, int volumeId) {
        Integer id = members.get(volumeId);
        return volume.put("volume_group_id", id == null ? "" : Integer.toString(id))
                .put("volume_group_name", id == null ? "" : groups.get(id).name());
    }

    /** Whether a snapshot holds a volume. */
    boolean holds(int volumeId) {
        settle();
        return snapshots.values().stream().anyMatch(one -> one.volumes().contains(volumeId));
    }

    void volumeGone(int volumeId) {
        if (members.remove(volumeId) != null) {
            documents.delete(system, MEMBER, Integer.toString(volumeId));
        }
    }

    Stream<ObjectNode> groupRows() {
        settle();
        return groups.values().stream().map(this::row);
    }

    ObjectNode row(StoredGroup group) {
        settle();
        return json.createObjectNode()
                .put("id", Integer.toString(group.id()))
                .put("name", group.name())
                .put("volume_count", Integer.toString(volumesOf(group).size()))
                .put("backup_status", volumesOf(group).isEmpty() ? "empty" : "off")
                .put("last_backup_time", "")
                .put("owner_id", "")
                .put("owner_name", "")
                .put("safeguarded_policy_id", "")
                .put("safeguarded_policy_name", "")
                .put("safeguarded_policy_start_time", "")
                .put("replication_policy_id", "")
                .put("replication_policy_name", "")
                .put("volume_group_type", "")
                .put("uid", Long.toString(group.uid()))
                .put("source_volume_group_id", "")
                .put("source_volume_group_name", "")
                .put("parent_uid", "")
                .put("source_snapshot_id", "")
                .put("source_snapshot", "")
                .put("snapshot_count", Integer.toString(of(group).size()))
                .put("snapshot_policy_id", "")
                .put("snapshot_policy_name", "")
                .put("safeguarded_snapshot_count", "0")
                .put("ignore_user_flash_copy_maps", "no")
                .put("partition_id", "")
                .put("partition_name", "")
                .put("restore_in_progress", "no")
                .put("owner_type", "none");
    }

    private List<Integer> volumesOf(StoredGroup group) {
        return members.entrySet().stream()
                .filter(member -> member.getValue() == group.id())
                .map(Map.Entry::getKey)
                .toList();
    }

    // --- snapshots

    StoredSnapshot take(Options options, Collection<StoredVolume> all) {
        settle();
        StoredGroup group = named(options.require("volumegroup"));
        List<StoredVolume> held = all.stream()
                .filter(volume -> Integer.valueOf(group.id()).equals(members.get(volume.id())))
                .toList();
        if (held.isEmpty()) {
            throw CliMessage.CMMVC5753E.refusal();
        }
        String name = options.find("name").orElse("snapshot" + snapshots.size());
        ArrayState.checkName(name);
        if (of(group).stream().anyMatch(one -> one.name().equals(name))) {
            throw CliMessage.CMMVC6035E.refusal();
        }
        Instant now = time.now();
        StoredSnapshot snapshot = new StoredSnapshot(
                ArrayState.lowestFree(snapshots.keySet()),
                name,
                group.id(),
                held.stream().map(StoredVolume::id).toList(),
                held.stream().mapToLong(StoredVolume::capacityBytes).sum(),
                now,
                options.find("retentiondays")
                        .map(days -> now.plus(Duration.ofDays(days(days))))
                        .orElse(null),
                false);
        return keep(snapshot);
    }

    private static int days(String text) {
        if (text.matches("[1-9]\\d{0,4}") && Integer.parseInt(text) <= MOST_DAYS) {
            return Integer.parseInt(text);
        }
        throw CliMessage.CMMVC5711E.refusal(text);
    }

    private StoredSnapshot keep(StoredSnapshot snapshot) {
        documents.put(system, SNAPSHOT, Integer.toString(snapshot.id()), json.valueToTree(snapshot));
        snapshots.put(snapshot.id(), snapshot);
        return snapshot;
    }

    /** The one that an option or two name. */
    StoredSnapshot wanted(Options options) {
        settle();
        if (options.has("snapshotid")) {
            if (options.has("snapshot") || options.has("volumegroup")) {
                throw CliMessage.CMMVC5713E.refusal();
            }
            return snapshots.values().stream()
                    .filter(one -> Integer.toString(one.id()).equals(options.require("snapshotid")))
                    .findFirst()
                    .orElseThrow(CliMessage.CMMVC5804E::refusal);
        }
        String name = options.require("snapshot");
        return of(named(options.require("volumegroup"))).stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(CliMessage.CMMVC5804E::refusal);
    }

    /**
     * Removes a snapshot.
     *
     * @param depended on, so that it waits, as state dependent_delete says
     */
    void remove(StoredSnapshot snapshot, boolean depended) {
        if (depended) {
            keep(new StoredSnapshot(
                    snapshot.id(),
                    snapshot.name(),
                    snapshot.groupId(),
                    snapshot.volumes(),
                    snapshot.bytes(),
                    snapshot.taken(),
                    snapshot.ends(),
                    true));
            return;
        }
        snapshots.remove(snapshot.id());
        documents.delete(system, SNAPSHOT, Integer.toString(snapshot.id()));
    }

    private List<StoredSnapshot> of(StoredGroup group) {
        return snapshots.values().stream()
                .filter(one -> one.groupId() == group.id())
                .toList();
    }

    /** Those whose days are over are gone. */
    private void settle() {
        Instant now = time.now();
        for (StoredSnapshot one : new ArrayList<>(snapshots.values())) {
            if (one.ends() != null && !now.isBefore(one.ends())) {
                remove(one, false);
            }
        }
    }

    Stream<ObjectNode> snapshotRows() {
        settle();
        return snapshots.values().stream().map(this::row);
    }

    private ObjectNode row(StoredSnapshot snapshot) {
        StoredGroup group = groups.get(snapshot.groupId());
        boolean matches = new TreeSet<>(snapshot.volumes()).equals(new TreeSet<>(volumesOf(group)));
        return json.createObjectNode()
                .put("id", Integer.toString(snapshot.id()))
                .put("name", snapshot.name())
                .put("volume_group_id", Integer.toString(group.id()))
                .put("volume_group_name", group.name())
                .put("time", TIME.format(snapshot.taken()))
                .put("state", snapshot.lingering() ? "dependent_delete" : "active")
                .put("matches_group", matches ? "yes" : "no")
                .put("parent_uid", Long.toString(group.uid()))
                .put("expiration_time", snapshot.ends() == null ? "" : TIME.format(snapshot.ends()))
                .put("protection_provisioned_capacity", Long.toString(snapshot.bytes()))
                .put("protection_written_capacity", "0")
                .put("operation_start_time", "")
                .put("operation_completion_estimate", "")
                .put("owner_id", "")
                .put("owner_name", "")
                .put("auto_snapshot", "no")
                .put("safeguarded", "no");
    }
}
