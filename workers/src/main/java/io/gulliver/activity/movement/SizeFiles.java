package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Containers;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code oracle.size-files}: online redo logs, temporary files and undo of the sized size, beside or in place of those that DBCA's
 * template brings ({@code docs/domain/sizing.md}). A pluggable database has no redo logs, and undo only where its container has
 * local undo. Undo is what its files may grow to. Sizes in MB of 1,048,576 bytes.
 */
final class SizeFiles extends SqlPlusJob {
    private static final String TEMPORARY = "TEMP";
    private static final long USUAL_BLOCK = 8192;

    /** Members of a group: one that is lost, or written wrongly, is no lost redo. */
    private static final int MEMBERS = 2;

    SizeFiles(Systems systems, Databases databases) {
        super("oracle.size-files", "files", "statements", systems, databases);
    }

    @Override
    void render(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        rendering
                .says("Would have " + rendering.shown("redo_groups") + " groups of redo logs of "
                        + rendering.shown("redo_log_mb") + " MB and " + rendering.shown("temporary_mb")
                        + " MB of temporary files at " + where + ", let undo grow to " + rendering.shown("undo_mb")
                        + " MB, and take away the logs of another size or place; redo logs lie in "
                        + rendering.shown("redo_destination", "the destinations of data files and recovery area"))
                .asks(
                        where,
                        "container-state",
                        "redo-logs",
                        "redo-members",
                        "temporary-space",
                        "tablespaces",
                        "datafiles")
                .runs(where, "add-log-group", Map.of())
                .runs(where, "archive-current-log", Map.of())
                .runs(where, "checkpoint", Map.of())
                .runs(where, "drop-log-group", Map.of())
                .runs(where, "add-temporary-file", Map.of())
                .runs(where, "add-datafile", Map.of())
                .runs(where, "resize-tablespace", Map.of());
    }

    @Override
    List<Part> parts(StepCall call, OracleClient client, StepContext context) {
        List<Part> parts = new ArrayList<>();
        if (!Containers.pluggable(client)) {
            logs(call, client, parts);
        }
        int wanted = Inputs.of(call).findWhole("temporary_mb").orElse(0);
        long most = most(client);
        for (long there = temporary(client); there < wanted; there += most) {
            // Named by what is there before it, so that no round gives a name twice.
            parts.add(new Part(
                    "temporary file behind " + there + " MB",
                    "add-temporary-file",
                    Map.of(
                            "tablespace",
                            TEMPORARY,
                            "file",
                            file(call, Inputs.of(call).text("datafile_destination"), "temp_mig_" + there + ".dbf"),
                            "megabytes",
                            Long.toString(Math.min(most, wanted - there)))));
        }
        undo(call, client, parts);
        DiskGroups.requireRoom(client, room(parts));
        return parts;
    }

    /** MB of what is to be made, by destination. */
    private static Map<String, Long> room(List<Part> parts) {
        Map<String, Long> room = new TreeMap<>();
        for (Part part : parts) {
            long megabytes = Long.parseLong(part.slots().getOrDefault("megabytes", "0"));
            for (String slot : List.of("file", "second")) {
                if (part.slots().containsKey(slot)) {
                    room.merge(part.slots().get(slot), megabytes, Long::sum);
                }
            }
        }
        return room;
    }

    /** Each undo tablespace, there is one for every instance, gets its share of the room. */
    private static void undo(StepCall call, OracleClient client, List<Part> parts) {
        List<OracleRow> spaces = undoTablespaces(client);
        int wanted = Inputs.of(call).findWhole("undo_mb").orElse(0);
        if (spaces.isEmpty() || wanted == 0) {
            return;
        }
        long share = (wanted + spaces.size() - 1L) / spaces.size();
        for (OracleRow space : spaces) {
            String name = space.text("TABLESPACE_NAME");
            long room = room(client, name);
            if ("YES".equals(space.findText("BIGFILE"))) {
                if (room < share) {
                    parts.add(new Part(
                            name + " of " + share + " MB",
                            "resize-tablespace",
                            Map.of("tablespace", name, "megabytes", Long.toString(share))));
                }
                continue;
            }
            long most = most(space.number("BLOCK_SIZE").longValue());
            for (; room < share; room += most) {
                // Made small, for undo is written where it is needed; counted by what the file may grow to.
                parts.add(new Part(
                        "undo behind " + room + " MB of " + name,
                        "add-datafile",
                        Map.of(
                                "tablespace",
                                name,
                                "file",
                                file(
                                        call,
                                        Inputs.of(call).text("datafile_destination"),
                                        name.toLowerCase(Locale.ROOT) + "_mig_" + room + ".dbf"),
                                "megabytes",
                                Integer.toString(PrepareTablespaces.NEXT_MB),
                                "next",
                                Integer.toString(PrepareTablespaces.NEXT_MB))));
            }
        }
    }

    private static List<OracleRow> undoTablespaces(OracleClient client) {
        return client.query("tablespaces").stream()
                .filter(row -> "UNDO".equals(row.findText("CONTENTS")) && "ONLINE".equals(row.findText("STATUS")))
                .toList();
    }

    /** What the files of a tablespace may grow to, MB. */
    private static long room(OracleClient client, String tablespace) {
        return client.query("datafiles").stream()
                        .filter(row -> row.text("TABLESPACE_NAME").equals(tablespace))
                        .mapToLong(row -> Math.max(
                                row.number("BYTES").longValue(),
                                "YES".equals(row.findText("AUTOEXTENSIBLE"))
                                        ? row.number("MAXBYTES").longValue()
                                        : 0))
                        .sum()
                >> 20;
    }

    private static void logs(StepCall call, OracleClient client, List<Part> parts) {
        Inputs inputs = Inputs.of(call);
        int wanted = inputs.whole("redo_log_mb");
        List<String> destinations = destinations(call);
        Map<Integer, List<String>> members = RedoPlaces.members(client);
        List<Integer> others = new ArrayList<>();
        int there = 0;
        int last = 0;
        for (OracleRow log : client.query("redo-logs")) {
            int group = log.number("GROUP#").intValue();
            last = Math.max(last, group);
            if (megabytes(log) == wanted
                    && RedoPlaces.outside(
                                    members.getOrDefault(group, List.of()),
                                    Inputs.of(call).findTexts("redo_destination"))
                            .isEmpty()) {
                there++;
            } else {
                others.add(group);
            }
        }
        for (int more = there; more < inputs.whole("redo_groups"); more++) {
            last++;
            parts.add(new Part(
                    "redo log " + last,
                    "add-log-group",
                    Map.of(
                            "group",
                            Integer.toString(last),
                            "file",
                            member(call, destinations.get(0), "redo" + last + "a_mig.log"),
                            "second",
                            member(call, destinations.get(1), "redo" + last + "b_mig.log"),
                            "megabytes",
                            Integer.toString(wanted))));
        }
        if (!others.isEmpty()) {
            // Unused groups come next, so the current one is no longer one of those to go; a checkpoint frees them.
            parts.add(new Part("next redo log", "archive-current-log", Map.of()));
            parts.add(new Part("checkpoint", "checkpoint", Map.of()));
            others.forEach(group -> parts.add(new Part(
                    "redo log " + group + " away", "drop-log-group", Map.of("group", Integer.toString(group)))));
        }
    }

    /** Where the members of a group lie, in their order: both on the volumes for redo logs where there are some. */
    private static List<String> destinations(StepCall call) {
        Inputs inputs = Inputs.of(call);
        List<String> given = inputs.findTexts("redo_destination");
        if (given.size() > MEMBERS) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "redo_destination is " + given + ", wanted one or two places: a group of redo logs has " + MEMBERS
                            + " members.",
                    "Correct it in the program's parameters, then retry.");
        }
        return given.isEmpty()
                ? List.of(inputs.text("datafile_destination"), inputs.text("recovery_area"))
                : List.of(given.get(0), given.get(given.size() - 1));
    }

    /** Megabytes of a file of the tablespace, which has 4,194,303 blocks at most (ORA-01144). */
    private static long most(OracleClient client) {
        long block = client.query("tablespaces").stream()
                .filter(row -> row.text("TABLESPACE_NAME").equals(TEMPORARY))
                .mapToLong(row -> row.number("BLOCK_SIZE").longValue())
                .findFirst()
                .orElse(USUAL_BLOCK);
        return most(block);
    }

    private static long most(long block) {
        return Math.min(PrepareTablespaces.PIECE_MB, PrepareTablespaces.MOST_BLOCKS * block >> 20);
    }

    private static long megabytes(OracleRow row) {
        return row.number("BYTES").longValue() >> 20;
    }

    private static long temporary(OracleClient client) {
        return client.query("temporary-space").stream()
                .filter(row -> row.text("TABLESPACE_NAME").equals(TEMPORARY))
                .mapToLong(SizeFiles::megabytes)
                .sum();
    }

    /** In a disk group Oracle names it, and takes it away with the group of logs. */
    private static String member(StepCall call, String destination, String name) {
        return DiskGroups.isGroup(destination) ? destination : file(call, destination, name);
    }

    private static String file(StepCall call, String directory, String name) {
        return directory + "/" + Address.of(call, "").service().toLowerCase(Locale.ROOT) + "_" + name;
    }

    @Override
    StepResult seen(StepCall call, OracleClient client, StepContext context) {
        List<Part> left = parts(call, client, context);
        if (!left.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Redo logs, temporary files and undo of "
                            + Address.of(call, "").name()
                            + " are not as sized; left to do: "
                            + left.stream().map(Part::words).toList() + ".",
                    "Read files.log in the evidence, look at V$LOG, V$LOGFILE, DBA_TEMP_FILES and DBA_DATA_FILES, mend the cause and retry: what is"
                            + " done stays done.");
        }
        long temporary = temporary(client);
        return StepResult.done(
                Map.of("temporary_mb", temporary), "Redo logs are as sized, temporary files hold " + temporary + " MB");
    }
}
