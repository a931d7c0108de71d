package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code movement.prepare-tablespaces}: step DP07 of {@code docs/domain/data-pump.md}, sizes by its 1.5. What is missing is
 * made small, as a bigfile tablespace, before anything is made long; what is there is enlarged. A detached SQL*Plus does it
 * piece by piece, so that no statement takes long. Blocks are as large as at the source: where they are not those of the
 * target, it needs a cache of its own for them.
 */
final class PrepareTablespaces extends SqlPlusJob {
    private static final int LEAST_MB = 100;
    static final int NEXT_MB = 1024;

    /** Of one statement: formatted within ten minutes even at 110 MB/s. */
    static final int PIECE_MB = 65_536;

    /** Of a file of a smallfile tablespace ([S-O18]). */
    static final long MOST_BLOCKS = 4_194_303;

    private static final int MOST_FILES = 1022;

    PrepareTablespaces(Systems systems, Databases databases) {
        super("movement.prepare-tablespaces", "tablespaces", "statements", systems, databases);
    }

    /** A tablespace as it is. */
    private record Found(boolean big, long blockSize, List<OracleRow> files) {
        long megabytes() {
            return files.stream()
                            .mapToLong(file -> file.number("BYTES").longValue())
                            .sum()
                    >> 20;
        }

        boolean grows() {
            return files.stream().allMatch(file -> file.text("AUTOEXTENSIBLE").equals("YES"));
        }
    }

    private static Map<String, Found> found(OracleClient client) {
        Map<String, List<OracleRow>> files =
                client.query("datafiles").stream().collect(Collectors.groupingBy(row -> row.text("TABLESPACE_NAME")));
        return client.query("tablespaces").stream()
                .collect(Collectors.toMap(
                        row -> row.text("TABLESPACE_NAME"),
                        row -> new Found(
                                row.text("BIGFILE").equals("YES"),
                                row.number("BLOCK_SIZE").longValue(),
                                files.getOrDefault(row.text("TABLESPACE_NAME"), List.of()))));
    }

    private static String file(StepCall call, String tablespace, int number) {
        return Inputs.of(call).text("datafile_destination") + "/"
                + Address.of(call, "").service().toLowerCase(Locale.ROOT) + "_"
                + tablespace.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_")
                + String.format(Locale.ROOT, "_mig%02d.dbf", number);
    }

    @Override
    void render(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        rendering
                .says("Would have the tablespaces of " + rendering.shown("megabytes") + " at " + where + ", with "
                        + rendering.shown("percent", "130") + " % of their used size: make those that are missing, "
                        + NEXT_MB + " MB at first and then longer by at most " + PIECE_MB
                        + " MB a statement; make longer a bigfile tablespace that is there, and give one of small files"
                        + " more of them")
                .asksBoth("tablespaces")
                .asks(where, "datafiles")
                .asksParameters(where, "db_block_size");
        Inputs inputs = Inputs.of(call);
        if (!inputs.known("megabytes")) {
            rendering.runs(where, "create-tablespace", Map.of()).runs(where, "resize-tablespace", Map.of());
        } else {
            List<Part> pieces = new ArrayList<>();
            inputs.numbers("megabytes").forEach((tablespace, used) -> {
                long wanted = wanted(call, used);
                Part made = create(call, tablespace, wanted, null);
                rendering.runs(where, made.statement(), made.slots());
                longer(tablespace, Math.min(wanted, NEXT_MB), wanted, pieces);
            });
            pieces.forEach(piece -> rendering.runs(where, piece.statement(), piece.slots()));
        }
        rendering
                .says("Where a tablespace is there already, in place of these")
                .runs(where, "let-tablespace-grow", Map.of())
                .runs(where, "add-datafile", Map.of())
                .forms(
                        where,
                        "tablespace that is missing and whose BLOCK_SIZE at the source is not db_block_size, for which"
                                + " db_nk_cache_size is set before",
                        "create-tablespace-blocks")
                .check("the files of each tablespace hold what is wanted.");
    }

    private static long wanted(StepCall call, double used) {
        int percent = Inputs.of(call).findWhole("percent").orElse(130);
        return Math.max(LEAST_MB, (long) Math.ceil(used * percent / 100));
    }

    /** @param blockSize bytes, where it is not that of the database */
    private static Part create(StepCall call, String tablespace, long wanted, @Nullable Long blockSize) {
        Map<String, String> slots = new TreeMap<>(Map.of(
                "tablespace",
                tablespace,
                "file",
                file(call, tablespace, 1),
                "megabytes",
                Long.toString(Math.min(wanted, NEXT_MB)),
                "next",
                Integer.toString(NEXT_MB)));
        if (blockSize != null) {
            slots.put("block_size", blockSize.toString());
        }
        return new Part(tablespace, blockSize == null ? "create-tablespace" : "create-tablespace-blocks", slots);
    }

    /** Block sizes at the source of what is to be made and may not have the target's own. */
    private Map<String, Long> blockSizes(StepCall call, Map<String, Found> found, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Set<String> missing = new TreeSet<>(inputs.numbers("megabytes").keySet());
        missing.removeAll(found.keySet());
        missing.removeAll(inputs.findTexts("approved"));
        if (missing.isEmpty() || inputs.findText("source_host").orElse("").isEmpty()) {
            return Map.of();
        }
        try (OracleClient source = databases.read(Address.of(call, "source_"), context)) {
            return source.query("tablespaces").stream()
                    .filter(row -> missing.contains(row.text("TABLESPACE_NAME")))
                    .collect(Collectors.toMap(
                            row -> row.text("TABLESPACE_NAME"),
                            row -> row.number("BLOCK_SIZE").longValue()));
        }
    }

    private static @Nullable Long blockSize(
            StepCall call, OracleClient target, String tablespace, @Nullable Long wanted, long standard) {
        if (wanted == null || wanted == standard) {
            return null;
        }
        String cache = "db_" + wanted / 1024 + "k_cache_size";
        boolean there = target.query("parameter", Map.of("name", cache)).stream()
                .anyMatch(row -> !"0".equals(row.text("VALUE")));
        if (!there) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Tablespace " + tablespace + " has blocks of " + wanted + " bytes at the source, and "
                            + Address.of(call, "").name() + ", whose own have " + standard + ", has no cache for such ("
                            + cache.toUpperCase(Locale.ROOT) + " is 0): it could not be made (ORA-29339).",
                    "Set " + cache.toUpperCase(Locale.ROOT)
                            + " there, in the root where it is a pluggable database, then retry."
                            + " Where the blocks of the target are wanted, put " + tablespace
                            + " into the program's approved_changes.");
        }
        return wanted;
    }

    private static void longer(String tablespace, long from, long wanted, List<Part> parts) {
        for (long size = from; size < wanted; ) {
            size = Math.min(wanted, size + PIECE_MB);
            parts.add(new Part(
                    tablespace + " to " + size + " MB",
                    "resize-tablespace",
                    Map.of("tablespace", tablespace, "megabytes", Long.toString(size))));
        }
    }

    @Override
    List<Part> parts(StepCall call, OracleClient client, StepContext context) {
        Map<String, Found> found = found(client);
        Map<String, Long> blockSizes = blockSizes(call, found, context);
        long standard = Long.parseLong(
                client.queryOne("parameter", Map.of("name", "db_block_size")).text("VALUE"));
        List<Part> made = new ArrayList<>();
        List<Part> longer = new ArrayList<>();
        Inputs.of(call).numbers("megabytes").forEach((tablespace, used) -> {
            long wanted = wanted(call, used);
            Found there = found.get(tablespace);
            if (there == null) {
                made.add(create(
                        call,
                        tablespace,
                        wanted,
                        blockSize(call, client, tablespace, blockSizes.get(tablespace), standard)));
                longer(tablespace, Math.min(wanted, NEXT_MB), wanted, longer);
            } else if (there.big()) {
                if (!there.grows()) {
                    made.add(new Part(
                            tablespace + " grows",
                            "let-tablespace-grow",
                            Map.of("tablespace", tablespace, "next", Integer.toString(NEXT_MB))));
                }
                longer(tablespace, there.megabytes(), wanted, longer);
            } else {
                more(call, tablespace, there, wanted, longer);
            }
        });
        made.addAll(longer);
        DiskGroups.requireRoom(client, Map.of(Inputs.of(call).text("datafile_destination"), lacking(call, found)));
        return made;
    }

    /** MB that the tablespaces are to have more than now. */
    private static long lacking(StepCall call, Map<String, Found> found) {
        long lacking = 0;
        for (Map.Entry<String, Double> one :
                Inputs.of(call).numbers("megabytes").entrySet()) {
            Found there = found.get(one.getKey());
            lacking += Math.max(0, wanted(call, one.getValue()) - (there == null ? 0 : there.megabytes()));
        }
        return lacking;
    }

    private static void more(StepCall call, String tablespace, Found there, long wanted, List<Part> parts) {
        Set<String> names =
                there.files().stream().map(file -> file.text("FILE_NAME")).collect(Collectors.toSet());
        long most = Math.min(PIECE_MB, MOST_BLOCKS * there.blockSize() >> 20);
        long lacking = wanted - there.megabytes();
        if (names.size() + (Math.max(0, lacking) + most - 1) / most > MOST_FILES) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Tablespace " + tablespace + " of " + Address.of(call, "").name() + " has small files, at most "
                            + MOST_FILES + " of " + most + " MB: " + wanted + " MB do not fit.",
                    "Make it anew as a bigfile tablespace while it is empty, then retry: it is enlarged then.");
        }
        for (int number = 2; lacking > 0; number++) {
            String file = file(call, tablespace, number);
            if (!names.contains(file)) {
                long size = Math.min(most, Math.max(lacking, LEAST_MB));
                parts.add(new Part(
                        tablespace + " with " + file,
                        "add-datafile",
                        Map.of(
                                "tablespace",
                                tablespace,
                                "file",
                                file,
                                "megabytes",
                                Long.toString(size),
                                "next",
                                Integer.toString(NEXT_MB))));
                lacking -= size;
            }
        }
    }

    /** A repeated call finds its own by the name of the file that only this step gives. */
    @Override
    StepResult seen(StepCall call, OracleClient client, StepContext context) {
        List<Part> left = parts(call, client, context);
        if (!left.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Tablespaces of " + Address.of(call, "").name() + " are not as wanted; left to do: "
                            + left.stream().map(Part::words).toList() + ".",
                    "Read tablespaces.log in the evidence, look at DBA_DATA_FILES, mend the cause and retry: what is done"
                            + " stays done.");
        }
        Map<String, List<String>> ours = ours(call, client);
        List<String> created = ours.keySet().stream()
                .filter(tablespace -> made(call, tablespace, ours))
                .toList();
        List<String> enlarged = ours.keySet().stream()
                .filter(tablespace -> !created.contains(tablespace))
                .toList();
        return StepResult.done(
                Map.of("created", created, "enlarged", enlarged),
                "Tablespaces made by this step: " + created + "; given more files: " + enlarged);
    }

    private static boolean made(StepCall call, String tablespace, Map<String, List<String>> ours) {
        return ours.getOrDefault(tablespace, List.of()).contains(file(call, tablespace, 1));
    }

    /** Files that this step gave, by tablespace. */
    private static Map<String, List<String>> ours(StepCall call, OracleClient client) {
        Set<String> wanted = Inputs.of(call).numbers("megabytes").keySet();
        return client.query("datafiles").stream()
                .filter(row -> wanted.contains(row.text("TABLESPACE_NAME")))
                .filter(row -> {
                    String first = file(call, row.text("TABLESPACE_NAME"), 1);
                    String stem = first.substring(0, first.length() - "01.dbf".length());
                    String name = row.text("FILE_NAME");
                    return name.startsWith(stem)
                            && name.substring(stem.length()).matches("\\d{2,4}\\.dbf");
                })
                .collect(Collectors.groupingBy(
                        row -> row.text("TABLESPACE_NAME"),
                        TreeMap::new,
                        Collectors.mapping(row -> row.text("FILE_NAME"), Collectors.toList())));
    }

    /** A bigfile tablespace that was there stays as long as it was made: nobody else's space is made smaller. */
    @Override
    public StepResult undo(StepCall call, StepContext context) {
        clear(call, context);
        try (OracleClient client = databases.change(Address.of(call, ""), call, context)) {
            Map<String, List<String>> ours = ours(call, client);
            ours.forEach((tablespace, files) -> {
                if (made(call, tablespace, ours)) {
                    client.execute("drop-tablespace", Map.of("tablespace", tablespace));
                } else {
                    files.forEach(
                            file -> client.execute("drop-datafile", Map.of("tablespace", tablespace, "file", file)));
                }
            });
            return StepResult.done(Map.of(), "Dropped tablespaces or their files: " + ours);
        }
    }
}
