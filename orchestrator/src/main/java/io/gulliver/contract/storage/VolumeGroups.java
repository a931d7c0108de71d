package io.gulliver.contract.storage;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Groups of volumes of an array of which snapshots are taken at one moment.
 *
 * <p>A group and a snapshot carry no mark: what is in a group, that nothing else rules it, and the number that was seen when it was
 * made tell whose it is.
 */
public interface VolumeGroups {

    /**
     * A group.
     *
     * @param id number on the array
     * @param volumes names of what is in it now, sorted
     * @param rules what acts on it by itself or restricts it, in the array's words; none of a group that is made here
     */
    record Group(String name, String id, List<String> volumes, List<String> rules) {
        public Group {
            volumes = List.copyOf(volumes);
            rules = List.copyOf(rules);
        }
    }

    /**
     * A snapshot.
     *
     * @param id number on the array
     * @param ends when the array removes it by itself, as it writes that; empty for never
     * @param lingering whether it was removed and waits for what depends on it
     */
    record Snapshot(String name, String group, String id, String ends, boolean lingering) {}

    /** Whether the level of the array takes snapshots of groups; the sentence that it does not, or null. */
    @Nullable
    String withoutSnapshots();

    /** The group of this name, or empty. */
    Optional<Group> find(String name);

    /**
     * Makes sure of a group with exactly these volumes.
     *
     * <p>Nothing is made where one of them is not there or in another group, or where a group of this name holds another volume or is
     * ruled by something.
     */
    Group ensure(String name, List<String> volumes);

    /** Takes volumes out of a group that was seen; those that are not in it, or not there, are left alone. */
    void release(Group group, List<String> volumes);

    /** Deletes a group without volumes and snapshots; refused otherwise. Nothing when there is none. */
    void delete(Group group);

    /** Snapshots of a group; none where there is no such group or its level takes none. */
    List<Snapshot> snapshots(String group);

    /**
     * Makes sure of a snapshot of this name that holds all volumes of the group.
     *
     * @param days after which the array removes it by itself; 0 for never
     */
    Snapshot ensureSnapshot(String group, String name, int days);

    /** Removes a snapshot that was seen. Nothing when there is none. */
    void deleteSnapshot(Snapshot snapshot);

    /** What would be sent to make a group of these volumes. */
    List<PlannedCall> plannedGroup(String name, String volumes);

    /** What would be sent to take a snapshot. */
    List<PlannedCall> plannedSnapshot(String group, String name, String days);
}
