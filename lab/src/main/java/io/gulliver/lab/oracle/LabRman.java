package io.gulliver.lab.oracle;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.Ledger.Effect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recovery Manager on a lab host: reads its command file and does what the lab has a use for, refusing the rest. */
final class LabRman {

    /** Bytes a second that one channel reads in a data centre. */
    private static final double CHANNEL_RATE = 225e6;

    private static final Pattern ALLOCATE =
            Pattern.compile("ALLOCATE CHANNEL ([A-Za-z][A-Za-z0-9_]*) DEVICE TYPE DISK");
    private static final Pattern BACKUP =
            Pattern.compile("BACKUP INCREMENTAL LEVEL 0(?: SECTION SIZE (\\d+)G)? CHECK LOGICAL"
                    + " TAG '([^']{1,30})' (?:DATABASE|PLUGGABLE DATABASE (\\S+)) PLUS ARCHIVELOG TAG '([^']{1,30})'");
    private static final Pattern RESTORE = Pattern.compile("RESTORE (?:DATABASE|PLUGGABLE DATABASE (\\S+)) VALIDATE");
    private static final Pattern DELETE = Pattern.compile("DELETE NOPROMPT BACKUP TAG '([^']{1,30})'");

    private final LabOracle oracle;
    private final LabContext context;
    private final ProgramCall call;
    /** Those of the block that is read; outside of one, and in one that allocates none, there is the default channel. */
    private final Set<String> allocated = new TreeSet<>();

    private boolean block;
    private LabDatabase database;

    LabRman(LabOracle oracle, LabContext context, ProgramCall call) {
        this.oracle = oracle;
        this.context = context;
        this.call = call;
        this.database = oracle.findBySid(call.host(), Objects.requireNonNullElse(call.environment("ORACLE_SID"), ""))
                .orElseThrow(() -> new OraError(1034, "ORACLE not available"));
    }

    /** A stack as RMAN prints it; the program then ends with 1. */
    private static final class Stack extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient List<String> lines;

        Stack(String... lines) {
            this.lines = List.of(lines);
        }
    }

    int run() throws IOException {
        call.print("");
        call.print("Recovery Manager: Release " + database.spec().version() + " - Production");
        call.print("");
        if (call.arguments().size() != 1 || !call.arguments().get(0).startsWith("cmdfile=")) {
            return failed(new Stack("RMAN-00552: syntax error in command line arguments"));
        }
        Path file = call.file(call.arguments().get(0).substring("cmdfile=".length()));
        if (!Files.isRegularFile(file)) {
            return failed(new Stack("RMAN-00554: initialization of internal recovery manager package failed"));
        }
        boolean connected = false;
        for (String raw : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            String line = raw.strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            call.print("RMAN> " + line);
            String command = line.replaceFirst(";$", "");
            try {
                if (line.equals("RUN {") || line.equals("}")) {
                    if (block == line.equals("RUN {")) {
                        throw new Stack(
                                "RMAN-00558: error encountered while parsing input commands",
                                "RMAN-01009: syntax error: found \"" + line + "\"");
                    }
                    block = line.equals("RUN {");
                    allocated.clear();
                    continue;
                }
                if (block
                        && (command.startsWith("CONNECT")
                                || command.startsWith("CONFIGURE")
                                || command.equals("EXIT"))) {
                    throw new Stack(
                            "RMAN-00558: error encountered while parsing input commands",
                            "RMAN-01009: syntax error: found \"" + command.split(" ")[0] + "\" in RUN");
                }
                if (command.equals("CONNECT TARGET /")) {
                    connected = true;
                    call.print(
                            "connected to target database: " + database.spec().name());
                } else if (command.equals("EXIT")) {
                    call.print("Recovery Manager complete.");
                    return 0;
                } else if (!line.endsWith(";")) {
                    throw new Stack(
                            "RMAN-00558: error encountered while parsing input commands",
                            "RMAN-01009: syntax error: found \"end-of-file\": expecting one of: \";\"");
                } else if (!connected) {
                    throw new Stack("RMAN-06171: not connected to target database");
                } else {
                    command(command);
                }
            } catch (Stack e) {
                return failed(e);
            }
        }
        return 0;
    }

    private int failed(Stack stack) {
        call.print("RMAN-00571: ===========================================================");
        call.print("RMAN-00569: =============== ERROR MESSAGE STACK FOLLOWS ===============");
        call.print("RMAN-00571: ===========================================================");
        stack.lines.forEach(call::print);
        return 1;
    }

    private void command(String command) throws Stack {
        Matcher allocate = ALLOCATE.matcher(command);
        Matcher backup = BACKUP.matcher(command);
        Matcher restore = RESTORE.matcher(command);
        Matcher delete = DELETE.matcher(command);
        if (allocate.matches()) {
            if (!block || !allocated.add(allocate.group(1))) {
                throw new Stack(
                        "RMAN-00558: error encountered while parsing input commands",
                        "RMAN-01009: syntax error: channel " + allocate.group(1) + " outside of RUN, or twice");
            }
            call.print("allocated channel: " + allocate.group(1));
        } else if (backup.matches()) {
            backup(backup.group(1), backup.group(2), backup.group(3));
        } else if (restore.matches()) {
            validate(restore.group(1));
        } else if (delete.matches()) {
            delete(delete.group(1));
        } else {
            throw new Stack(
                    "RMAN-00558: error encountered while parsing input commands",
                    "RMAN-01009: syntax error: the lab does not know: " + command);
        }
    }

    private int channels() {
        return Math.max(1, allocated.size());
    }

    /** Where the rows are: the database itself, or a pluggable one of it. */
    private LabDatabase part(@org.jspecify.annotations.Nullable String pluggable) throws Stack {
        if (pluggable == null) {
            return database;
        }
        return oracle.find(call.host(), pluggable)
                .filter(found -> database.spec().kind() == LabDatabaseSpec.Kind.ROOT)
                .orElseThrow(() -> new Stack(
                        "RMAN-03002: failure of backup command",
                        "RMAN-06813: could not translate pluggable database " + pluggable));
    }

    private void backup(
            @org.jspecify.annotations.Nullable String section,
            String tag,
            @org.jspecify.annotations.Nullable String pluggable)
            throws Stack {
        LabDatabase part = part(pluggable);
        if (!database.spec().enterprise() && channels() > 1) {
            throw new Stack(
                    "RMAN-03002: failure of backup command",
                    "ORA-00439: feature not enabled: Parallel backup and recovery");
        }
        if (!database.spec().archiveLog()) {
            throw new Stack(
                    "RMAN-03002: failure of backup plus archivelog command",
                    "RMAN-06149: cannot BACKUP DATABASE in NOARCHIVELOG mode");
        }
        call.print("Starting backup at " + context.clock().instant());
        call.print("channel ORA_DISK_1: starting incremental level 0 datafile backup set");
        long bytes = bytes(part);
        // Files are shared out among channels; one file alone is read by one channel unless it is cut into sections.
        long longest = section == null ? largest(part) : Math.min(largest(part), Long.parseLong(section) << 30);
        work(Math.max(bytes, longest * channels()));
        long written = bytes / 3;
        boolean full = !context.kindnesses().has(Kindness.RECOVERY_AREA_NEVER_FILLS)
                && !LabRecoveryArea.take(database, written);
        if (full || context.faults().take(part.spec().system(), "rman", FaultKind.JOB_FAILS)) {
            throw new Stack(
                    "RMAN-03009: failure of backup command on ORA_DISK_1 channel",
                    "ORA-19809: limit exceeded for recovery files",
                    "ORA-19804: cannot reclaim " + written + " bytes disk space from limit");
        }
        call.print("piece handle=" + tag.toLowerCase(Locale.ROOT) + "_1_1 tag=" + tag + " comment=NONE");
        call.print("Finished backup at " + context.clock().instant());
        try (Connection c = part.connect()) {
            Rows.insert(
                    c,
                    "V$RMAN_BACKUP_JOB_DETAILS",
                    Rows.row(
                            "input_type",
                            "DB INCR",
                            "status",
                            "COMPLETED",
                            "start_time",
                            LabDatabase.timestamp(context.clock().instant()),
                            "end_time",
                            LabDatabase.timestamp(context.clock().instant()),
                            "input_bytes",
                            bytes,
                            "output_bytes",
                            written));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        context.documents().put("rman", database.spec().system(), tag, LabOracle.json("{\"bytes\":" + written + "}"));
        context.ledger()
                .record(
                        part.spec().system(),
                        "rman-backup",
                        tag,
                        "oracle",
                        Effect.CREATED,
                        Map.of("level", 0, "channels", channels(), "section", section == null ? "" : section + "G"));
    }

    private void validate(@org.jspecify.annotations.Nullable String pluggable) throws Stack {
        LabDatabase part = part(pluggable);
        if (context.documents().list("rman", database.spec().system()).isEmpty()) {
            throw new Stack(
                    "RMAN-03002: failure of restore command",
                    "RMAN-06026: some targets not found - aborting restore",
                    "RMAN-06023: no backup or copy of datafile 1 found to restore");
        }
        call.print("Starting restore at " + context.clock().instant());
        work(bytes(part));
        call.print("channel ORA_DISK_1: validation complete");
        call.print("Finished restore at " + context.clock().instant());
    }

    private void delete(String tag) {
        var backup = context.documents().find("rman", database.spec().system(), tag);
        if (backup.isEmpty()) {
            call.print("specification does not match any backup in the repository");
            return;
        }
        LabRecoveryArea.give(database, backup.get().path("bytes").asLong());
        context.documents().delete("rman", database.spec().system(), tag);
        call.print("Deleted 1 objects");
        context.ledger().record(database.spec().system(), "rman-delete", tag, "oracle", Effect.DELETED, Map.of());
    }

    private static long largest(LabDatabase part) {
        try (Connection c = part.connect()) {
            return Rows.number(
                    c,
                    "select coalesce(max(b), 0) from (select sum(s.bytes) / greatest(1, (select count(*) from DBA_DATA_FILES"
                            + " f where f.tablespace_name = s.tablespace_name)) b from DBA_SEGMENTS s group by"
                            + " s.tablespace_name)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long bytes(LabDatabase part) {
        try (Connection c = part.connect()) {
            return Rows.number(c, "select coalesce(sum(bytes), 0) from DBA_SEGMENTS");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void work(long bytes) {
        try {
            context.time().sleep(context.time().transfer(bytes, CHANNEL_RATE * channels()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
