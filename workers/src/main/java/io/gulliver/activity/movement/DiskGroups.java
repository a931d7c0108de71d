package io.gulliver.activity.movement;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.FailureCode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Destinations of files in disk groups of ASM ({@code +DATA}): what is left there the database knows, and no {@code df} does. */
final class DiskGroups {
    /** CONNECTED as a database sees a group that it uses, MOUNTED otherwise. */
    private static final Set<String> USABLE = Set.of("CONNECTED", "MOUNTED");

    private DiskGroups() {}

    /** Whether a destination, or the name of a file, is in a disk group. */
    static boolean isGroup(String destination) {
        return destination.startsWith("+");
    }

    /** The name of the group of such a destination. */
    private static String name(String destination) {
        return destination.substring(1).replaceFirst("/.*", "");
    }

    /**
     * Before files are made: each group is mounted and has the room. Directories are not looked at.
     *
     * @param megabytes to be made, by destination
     * @throws StepFailedException CHECK_FAILED for a group that is not there, CAPACITY_EXHAUSTED for one without the room
     */
    static void requireRoom(OracleClient client, Map<String, Long> megabytes) {
        Map<String, Long> wanted = new TreeMap<>();
        megabytes.forEach((destination, more) -> {
            if (isGroup(destination)) {
                wanted.merge(name(destination), more, Long::sum);
            }
        });
        if (wanted.isEmpty()) {
            return;
        }
        Map<String, OracleRow> groups = new TreeMap<>();
        client.query("asm-diskgroups").forEach(row -> groups.put(row.text("NAME"), row));
        wanted.forEach((name, more) -> {
            OracleRow group = groups.get(name);
            if (group == null || !USABLE.contains(group.text("STATE"))) {
                throw new StepFailedException(
                        FailureCode.CHECK_FAILED,
                        "Disk group " + name + " is " + (group == null ? "not there" : group.text("STATE"))
                                + "; known are " + groups.keySet() + ".",
                        "Mount it (srvctl start diskgroup), or correct the destination in the program's parameters, then"
                                + " retry.");
            }
            long free = group.number("USABLE_FILE_MB").longValue();
            if (free < more) {
                throw new StepFailedException(
                        FailureCode.CAPACITY_EXHAUSTED,
                        "Disk group " + name + " has room for " + free + " MB, wanted are " + more + " MB.",
                        "Give it more disks of the same size (asmca -silent -addDisk), or take away what it need not hold,"
                                + " then retry.");
            }
        });
    }
}
