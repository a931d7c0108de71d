package io.gulliver.evidence.awrminer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A capture with known figures, written the way SQL*Plus would under the chosen circumstances.
 *
 * <p>Figures are tenths and pure functions of snapshot and instance, so that a test can say what must come out.
 */
public record GeneratedCapture(
        long seed,
        int instances,
        int snapshots,
        boolean comma,
        boolean windows,
        boolean shuffled,
        boolean paged,
        boolean tabs,
        boolean versionFive,
        boolean oraErrors,
        boolean trimmed,
        boolean blanks) {
    static final int CORES = 16;

    private static final List<String> METRICS = List.of(
            "dur_m",
            "end",
            "inst",
            "os_cpu",
            "os_cpu_max",
            "aas",
            "aas_max",
            "exec_s",
            "read_mb_s",
            "read_iops",
            "write_mb_s",
            "write_iops",
            "redo_mb_s",
            "se_sess",
            "cell_io_int_mb_max");

    /** Whether the cell is known; a blank is unknown, not zero. */
    boolean known(int snapshot, int instance, int measure) {
        return !blanks || Math.floorMod(mix(snapshot, instance, measure + 100), 7) != 0;
    }

    /** Tenths of a figure, 0 to 999. */
    int tenths(int snapshot, int instance, int measure) {
        return Math.floorMod(mix(snapshot, instance, measure), 1000);
    }

    private int mix(int snapshot, int instance, int measure) {
        long z = seed + snapshot * 0x9E3779B97F4A7C15L + instance * 0xBF58476D1CE4E5B9L + measure * 0x94D049BB133111EBL;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return (int) (z >>> 32);
    }

    /** Instance numbers need not be 1..n. */
    int number(int instance) {
        return instance * 2 + 1;
    }

    int minutes(int snapshot) {
        return snapshot % 3 == 0 ? 29 : 31;
    }

    /** Writes it line by line. */
    void writeTo(OutputStream out) throws IOException {
        Writer w = new Writer(out);
        if (oraErrors) {
            w.line("SQL> @awr_miner");
            w.line("ORA-00942: table or view does not exist");
        }
        osInformation(w);
        if (versionFive) {
            w.line("------------------------- BEGIN-PATCH-HISTORY -------------------------");
            w.begin("PATCH-HISTORY");
            w.line("no rows selected");
            w.end("PATCH-HISTORY");
            w.begin("CELL-STORAGE");
            w.line("anything, read by nobody yet");
            w.end("CELL-STORAGE");
        }
        memory(w);
        size(w);
        metrics(w);
        w.begin("IO-WAIT-HISTOGRAM");
        w.line("'TABLENOTINTHISVERSION'");
        w.line("-------------------------");
        w.line("table not in this version");
        w.end("IO-WAIT-HISTOGRAM");
    }

    private void osInformation(Writer w) throws IOException {
        w.begin("OS-INFORMATION");
        Table table = new Table(w, List.of("STAT_NAME", "STAT_VALUE"), new int[] {60, 60}, new boolean[2]);
        table.head();
        table.row("NUM_CPUS", String.valueOf(CORES * 2));
        table.row("NUM_CPU_CORES", String.valueOf(CORES));
        table.row("PHYSICAL_MEMORY_GB", tenthsText(2525));
        table.row("PLATFORM_NAME", "Linux_x86_64-bit");
        if (versionFive) {
            table.row("!CPU_COUNT", "3");
        }
        table.row("VERSION", "19.21.0.0.0");
        table.row("DB_NAME", "GENDB");
        table.row("INSTANCES", String.valueOf(instances));
        StringBuilder hosts = new StringBuilder("h0");
        for (int i = 1; i < instances; i++) {
            hosts.append(",h").append(i);
        }
        table.row("HOSTS", hosts.toString());
        table.row("AWR_MINER_VER", versionFive ? "5.0.8" : "3.0.2");
        w.end("OS-INFORMATION");
    }

    private void memory(Writer w) throws IOException {
        w.begin("MEMORY");
        Table table = new Table(
                w,
                List.of("SNAP_ID", "INSTANCE_NUMBER", "SGA", "PGA", "TOTAL"),
                new int[] {10, 15, 10, 10, 10},
                new boolean[] {true, true, true, true, true});
        table.head();
        for (int s = 0; s < snapshots; s++) {
            for (int i = 0; i < instances; i++) {
                table.row(
                        String.valueOf(1000 + s),
                        String.valueOf(number(i)),
                        tenthsText(tenths(s, i, 20)),
                        tenthsText(tenths(s, i, 21)),
                        tenthsText(tenths(s, i, 20) + tenths(s, i, 21)));
            }
        }
        w.end("MEMORY");
    }

    private void size(Writer w) throws IOException {
        w.begin("SIZE-ON-DISK");
        Table table = new Table(w, List.of("SNAP_ID", "SIZE_GB"), new int[] {10, 10}, new boolean[] {true, true});
        table.head();
        table.row("1000", tenthsText(12345));
        table.row(String.valueOf(1000 + snapshots), comma ? "6,3294E+03" : "6.3294E+03");
        w.end("SIZE-ON-DISK");
    }

    private void metrics(Writer w) throws IOException {
        List<String> names = new ArrayList<>(METRICS);
        if (shuffled) {
            java.util.Collections.shuffle(names, new Random(seed));
        }
        names.add(0, "snap");
        int[] widths = new int[names.size()];
        boolean[] right = new boolean[names.size()];
        for (int c = 0; c < widths.length; c++) {
            widths[c] =
                    names.get(c).equals("end") ? 14 : Math.max(10, names.get(c).length());
            right[c] = !names.get(c).equals("end");
        }
        w.begin("MAIN-METRICS");
        Table table = new Table(w, names, widths, right);
        table.head();
        String[] cells = new String[names.size()];
        int line = 0;
        for (int s = 0; s < snapshots; s++) {
            for (int i = 0; i < instances; i++) {
                for (int c = 0; c < cells.length; c++) {
                    cells[c] = cell(names.get(c), s, i);
                }
                if (paged && ++line % 14 == 0) {
                    w.line("");
                    table.head();
                }
                if (oraErrors && s == snapshots / 2 && i == 0) {
                    w.line("ERROR at line 12:");
                    w.line("ORA-01555: snapshot too old: rollback segment number 3");
                }
                table.row(cells);
            }
        }
        w.end("MAIN-METRICS");
    }

    private String cell(String name, int s, int i) {
        return switch (name) {
            case "snap" -> String.valueOf(1000 + s);
            case "inst" -> String.valueOf(number(i));
            case "dur_m" -> String.valueOf(minutes(s));
            case "end" ->
                String.format(
                        "%02d/%02d/%02d %02d:%02d",
                        14 + s / (28 * 24 * 12), 1 + s / (28 * 24) % 12, 1 + s / 24 % 28, s % 24, i % 2);
            default -> {
                int measure = METRICS.indexOf(name);
                yield known(s, i, measure) ? tenthsText(tenths(s, i, measure)) : "";
            }
        };
    }

    static int measure(String name) {
        return METRICS.indexOf(name);
    }

    /** As SQL*Plus writes it: no zero before the mark, no mark before a zero. */
    private String tenthsText(int tenths) {
        if (tenths % 10 == 0) {
            return String.valueOf(tenths / 10);
        }
        return (tenths < 10 ? "" : String.valueOf(tenths / 10)) + (comma ? ',' : '.') + tenths % 10;
    }

    private final class Writer {
        private final OutputStream out;

        Writer(OutputStream out) {
            this.out = out;
        }

        void line(String text) throws IOException {
            out.write((tabs ? blanksToTabs(text) : text).getBytes(StandardCharsets.UTF_8));
            out.write(windows ? new byte[] {'\r', '\n'} : new byte[] {'\n'});
        }

        void begin(String name) throws IOException {
            line("~~BEGIN-" + name + "~~");
            if (!name.equals("OS-INFORMATION")) {
                line("");
            }
        }

        void end(String name) throws IOException {
            line("");
            line("~~END-" + name + "~~");
            if (versionFive) {
                line("Elapsed: 00:00:00.04");
            }
            line("");
        }
    }

    private final class Table {
        private final Writer out;
        private final List<String> names;
        private final int[] widths;
        private final boolean[] right;

        Table(Writer out, List<String> names, int[] widths, boolean[] right) {
            this.out = out;
            this.names = names;
            this.widths = widths;
            this.right = right;
        }

        void head() throws IOException {
            row(names.toArray(String[]::new));
            StringBuilder dashes = new StringBuilder();
            for (int width : widths) {
                dashes.append(dashes.length() == 0 ? "" : " ").append("-".repeat(width));
            }
            out.line(dashes.toString());
        }

        void row(String... cells) throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < cells.length; c++) {
                line.append(c == 0 ? "" : " ");
                String pad = " ".repeat(widths[c] - cells[c].length());
                line.append(right[c] ? pad + cells[c] : cells[c] + pad);
            }
            out.line(trimmed ? line.toString().stripTrailing() : line.toString());
        }
    }

    /** SQL*Plus with TAB ON: a run of blanks that ends at a multiple of eight becomes a tab. */
    private static String blanksToTabs(String line) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < line.length(); at += 8) {
            String eight = line.substring(at, Math.min(at + 8, line.length()));
            String kept = eight.stripTrailing();
            text.append(eight.length() == 8 && eight.length() - kept.length() >= 2 ? kept + "\t" : eight);
        }
        return text.toString();
    }
}
