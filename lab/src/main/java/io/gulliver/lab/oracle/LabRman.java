package io.gulliver.lab.oracle;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.oracle.RmanReader.Node;
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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Recovery Manager on a lab host: reads its command file by the grammar of its release ({@link RmanReader}) and does what the
 * lab has a use for. What is grammatical and not played it refuses as LAB-00007.
 */
final class LabRman {

    /** Bytes a second that one channel reads in a data centre. */
    private static final double CHANNEL_RATE = 225e6;

    /** Rules of the grammar that only lead to a command. */
    private static final Set<String> LEADING = Set.of("statement", "prompt", "job", "common");

    /** Operands that the lab plays, by their first word. */
    private static final Set<String> BACKUP = Set.of("AS", "CHECK", "INCREMENTAL", "SECTION", "TAG");

    private final LabOracle oracle;
    private final LabContext context;
    private final ProgramCall call;
    /** Those of the block that runs; outside of one, and in one that allocates none, there is the default channel. */
    private final Set<String> allocated = new TreeSet<>();

    private boolean pieceLimit;
    private boolean connected;
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
            return failed(List.of("RMAN-00552: syntax error in command line arguments"));
        }
        String name = call.arguments().get(0).substring("cmdfile=".length());
        Path file = call.file(name);
        if (!Files.isRegularFile(file)) {
            return failed(List.of("RMAN-00556: could not open CMDFILE \"" + name + "\""));
        }
        RmanReader reader = new RmanReader(
                name,
                Files.readAllLines(file, StandardCharsets.UTF_8),
                database.spec().version(),
                context.kindnesses().has(Kindness.RMAN_PASSES_OVER_WORDS));
        try {
            for (Node statement = reader.next(); statement != null; statement = reader.next()) {
                reader.echo().forEach(call::print);
                if (List.of("EXIT", "QUIT").contains(statement.key())) {
                    break;
                }
                for (Node command : statement.parts()) {
                    run(command);
                }
                allocated.clear();
                pieceLimit = false;
            }
        } catch (RmanReader.Refused e) {
            reader.echo().forEach(call::print);
            return failed(e.lines());
        } catch (Stack e) {
            return failed(e.lines);
        }
        call.print("Recovery Manager complete.");
        return 0;
    }

    private int failed(List<String> lines) {
        call.print("RMAN-00571: ===========================================================");
        call.print("RMAN-00569: =============== ERROR MESSAGE STACK FOLLOWS ===============");
        call.print("RMAN-00571: ===========================================================");
        lines.forEach(call::print);
        return 1;
    }

    private void run(Node node) throws Stack {
        Node command = node;
        while (LEADING.contains(command.rule())) {
            command = command.parts().get(0);
        }
        if (!command.rule().equals("connect") && !connected) {
            throw new Stack("RMAN-06171: not connected to target database");
        }
        switch (command.rule()) {
            case "connect" -> {
                if (!command.words().equals(List.of("CONNECT", "TARGET", "/"))) {
                    throw notPlayed(String.join(" ", command.words().subList(0, 2)) + " other than by TARGET /");
                }
                if (!call.ofDba() && !context.kindnesses().has(Kindness.LOGINS_MAY_DO_ALL)) {
                    throw new Stack("RMAN-04005: error from target database:", "ORA-01031: insufficient privileges");
                }
                connected = true;
                call.print("connected to target database: " + database.spec().name());
            }
            case "allocate" -> allocate(command);
            case "release" -> {
                if (!allocated.remove(command.last())) {
                    throw new Stack("RMAN-06012: channel: " + command.last() + " not allocated");
                }
                call.print("released channel: " + command.last());
            }
            case "backup" -> backup(command);
            case "restore" -> restore(command);
            case "delete" -> {
                List<String> words = command.words();
                if (!words.subList(0, words.size() - 1).equals(List.of("DELETE", "NOPROMPT", "BACKUP", "TAG"))) {
                    throw notPlayed("DELETE other than NOPROMPT BACKUP TAG");
                }
                delete(command.last());
            }
            default -> throw notPlayed(command.key());
        }
    }

    /** What the grammar has and the lab has no use for. */
    private static Stack notPlayed(String what) {
        return new Stack("LAB-00007: the lab does not play " + what);
    }

    private void allocate(Node command) throws Stack {
        String channel = command.words().get(command.words().indexOf("CHANNEL") + 1);
        if (command.words().get(1).equals("AUXILIARY")
                || !command.parts("deviceType").get(0).last().equals("DISK")) {
            throw notPlayed("channels other than of disk");
        }
        for (Node operand : command.parts("allocOperand")) {
            if (!operand.key().equals("MAXPIECESIZE")) {
                throw notPlayed(operand.key() + " in ALLOCATE CHANNEL");
            }
            pieceLimit = true;
        }
        if (!allocated.add(channel)) {
            throw notPlayed("channel " + channel + " allocated twice");
        }
        call.print("allocated channel: " + channel);
    }

    /**
     * The operands of a command by their first word.
     *
     * @param duplicate the error for one that stands twice
     */
    private static SortedMap<String, Node> operands(List<Node> operands, String failed, String duplicate) throws Stack {
        SortedMap<String, Node> found = new TreeMap<>();
        for (Node operand : operands) {
            if (found.put(operand.key(), operand) != null) {
                throw new Stack(failed, duplicate + operand.key());
            }
        }
        return found;
    }

    private void backup(Node command) throws Stack {
        List<Node> plus = command.parts("plusArchivelog");
        String failed = "RMAN-03002: failure of backup " + (plus.isEmpty() ? "" : "plus archivelog ") + "command";
        SortedMap<String, Node> operands =
                operands(command.parts("backupOperand"), failed, "RMAN-06016: duplicate backup operand specified: ");
        boolean transport =
                operands.containsKey("FOR") && operands.get("FOR").words().contains("TRANSPORT")
                        || operands.containsKey("TO");
        Node incremental = operands.get("INCREMENTAL");
        boolean level = incremental != null && incremental.words().contains("LEVEL");
        for (Node spec : command.parts("backupSpec")) {
            SortedMap<String, Node> own = operands(
                    spec.parts("backupSpecOperand"),
                    failed,
                    "RMAN-06018: duplicate operand specified in backup specification: ");
            if (own.keySet().stream().anyMatch(Set.of("FORMAT", "TAG")::contains)) {
                // Both may stand before or after what is backed up.
                own.forEach(operands::putIfAbsent);
            } else if (!own.isEmpty()) {
                throw notPlayed(own.firstKey() + " behind " + spec.key());
            }
        }
        // Exclusive and required clauses: the error help of each code.
        if (operands.containsKey("ALLOW") && !transport) {
            throw new Stack(failed, "RMAN-06591: ALLOW INCONSISTENT can only be used with cross-platform backup");
        }
        if (operands.containsKey("AS")
                && operands.get("AS").words().contains("COPY")
                && level
                && !incremental.last().equals("0")) {
            throw new Stack(failed, "RMAN-06022: invalid level specified for image copy: " + incremental.last());
        }
        if (operands.containsKey("SECTION") && pieceLimit) {
            throw new Stack(failed, "RMAN-06808: SECTION SIZE cannot be used when piece limit is in effect");
        }
        if (level && !incremental.last().equals("0") && !database.spec().enterprise()) {
            throw new Stack(failed, "RMAN-06180: incremental backups require Enterprise Edition");
        }
        for (String operand : operands.keySet()) {
            if (!BACKUP.contains(operand)) {
                throw notPlayed(operand + " in BACKUP");
            }
        }
        if (!level || !incremental.last().equals("0") || !operands.containsKey("TAG")) {
            throw notPlayed("BACKUP other than INCREMENTAL LEVEL 0 with TAG");
        }
        if (operands.containsKey("AS") && operands.get("AS").words().contains("COPY")) {
            throw notPlayed("BACKUP AS COPY");
        }
        if (command.parts("backupSpec").size() != 1 || plus.isEmpty()) {
            throw notPlayed("BACKUP of more or less than one thing PLUS ARCHIVELOG");
        }
        for (String operand : operands(
                        plus.get(0).parts("backupSpecOperand"),
                        failed,
                        "RMAN-06018: duplicate operand" + " specified in backup specification: ")
                .keySet()) {
            if (!operand.equals("TAG")) {
                throw notPlayed(operand + " behind PLUS ARCHIVELOG");
            }
        }
        Node section = operands.get("SECTION");
        String tag = operands.get("TAG").last();
        if (tag.getBytes(StandardCharsets.UTF_8).length > 30) {
            throw new Stack(failed, "LAB-00007: a tag has at most 30 bytes: " + tag);
        }
        backup(
                section == null ? 0 : bytes(section.parts("sizeSpec").get(0)),
                tag.toUpperCase(Locale.ROOT),
                pluggable(command.parts("backupSpec").get(0), "BACKUP"));
    }

    private static long bytes(Node size) {
        long number = Long.parseLong(size.key());
        return switch (size.last().toUpperCase(Locale.ROOT)) {
            case "K" -> number << 10;
            case "M" -> number << 20;
            case "G" -> number << 30;
            default -> number;
        };
    }

    /** Null for the whole database. */
    private @org.jspecify.annotations.Nullable String pluggable(Node object, String command) throws Stack {
        List<String> words = object.words();
        if (words.get(0).equals("PLUGGABLE")
                && (words.size() == 3 || !words.get(3).equals(","))) {
            return words.get(2);
        }
        if (!words.get(0).equals("DATABASE") || words.contains("ROOT") || words.contains("SKIP")) {
            throw notPlayed(command + " of " + words.get(0) + (words.size() == 1 ? "" : " " + words.get(1)));
        }
        return null;
    }

    private void restore(Node command) throws Stack {
        SortedMap<String, Node> operands = operands(
                command.parts("restoreOperand"),
                "RMAN-03002: failure of restore command",
                "RMAN-06028: duplicate operand specified in restore specification: ");
        String pluggable = pluggable(command.parts("restoreObject").get(0), "RESTORE");
        if (!operands.containsKey("VALIDATE") || !Set.of("CHECK", "VALIDATE").containsAll(operands.keySet())) {
            throw notPlayed("RESTORE other than VALIDATE");
        }
        validate(pluggable);
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

    private void backup(long section, String tag, @org.jspecify.annotations.Nullable String pluggable) throws Stack {
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
        long longest = section == 0 ? largest(part) : Math.min(largest(part), section);
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
                        Map.of(
                                "level",
                                0,
                                "channels",
                                channels(),
                                "section",
                                section == 0 ? "" : (section >> 30) + "G"));
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
