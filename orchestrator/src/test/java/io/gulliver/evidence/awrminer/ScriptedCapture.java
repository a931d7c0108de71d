package io.gulliver.evidence.awrminer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/**
 * A capture as a version of the script writes it on a platform: its sections, keys, columns, marks and noise, with figures that are
 * the same in all of them, so that a test can say what must come out.
 *
 * <p>Taken from the scripts themselves: AWR Miner 2.9 to 5.22 and 24.6, and what AWS made of it for AWR and for STATSPACK.
 */
public record ScriptedCapture(
        Script script,
        String platform,
        String release,
        String name,
        long dbid,
        List<String> hosts,
        List<Integer> cores,
        int threads,
        boolean comma,
        boolean windows,
        boolean mark,
        boolean gzipped,
        long shuffled) {
    public static final int SNAPSHOTS = 48;
    static final int FIRST = 700;

    /** Versions of the script that differ in what they write. */
    public enum Script {
        V2_9("2.9.6"),
        V3_0("3.0.7"),
        V4_0("4.0.11"),
        V5_0("5.0.8"),
        V5_22("5.22.2"),
        V24_6("24.6.rc"),
        AWS("4.0.11.aws.13"),
        STATSPACK("4.0.11.statspack.16");

        private final String version;

        Script(String version) {
            this.version = version;
        }

        boolean timed() {
            return this == V4_0 || this == V5_0 || this == V5_22;
        }

        boolean advises() {
            return timed() || this == V24_6;
        }

        public boolean namesInstances() {
            return this == V5_22 || this == V24_6;
        }

        public boolean tellsParameters() {
            return this != AWS && this != STATSPACK;
        }

        public boolean tellsTraffic() {
            return namesInstances();
        }

        public boolean tellsEdition() {
            return this == AWS || this == STATSPACK;
        }

        public boolean tellsRedo() {
            return this != STATSPACK;
        }
    }

    /** One instance on Linux x86 of 16 cores with two threads each. */
    public static ScriptedCapture of(Script script, String platform, String release) {
        return new ScriptedCapture(
                script,
                platform,
                release,
                "ORDERS",
                1_234_567_890L,
                List.of("ora1"),
                List.of(16),
                2,
                false,
                false,
                false,
                false,
                0);
    }

    public ScriptedCapture onHosts(List<String> names, List<Integer> each) {
        return new ScriptedCapture(
                script, platform, release, name, dbid, names, each, threads, comma, windows, mark, gzipped, shuffled);
    }

    /** The mark of a decimal is a comma, lines end as Windows ends them, the file begins with a mark of its order of bytes. */
    public ScriptedCapture written(boolean decimalComma, boolean lineFeeds, boolean byteOrderMark, boolean zipped) {
        return new ScriptedCapture(
                script,
                platform,
                release,
                name,
                dbid,
                hosts,
                cores,
                threads,
                decimalComma,
                lineFeeds,
                byteOrderMark,
                zipped,
                shuffled);
    }

    /** Sections in another order. */
    public ScriptedCapture inOrder(long seed) {
        return new ScriptedCapture(
                script, platform, release, name, dbid, hosts, cores, threads, comma, windows, mark, gzipped, seed);
    }

    public String file() {
        String range = "-" + FIRST + "-" + (FIRST + SNAPSHOTS) + ".out" + (gzipped ? ".gz" : "");
        return switch (script) {
            case AWS -> "awr-hist-" + name + "-" + dbid + range;
            case STATSPACK -> "statspack-hist-" + name + "-" + dbid + range;
            default -> "awr-hist-" + dbid + "-" + name + range;
        };
    }

    int instances() {
        return hosts.size();
    }

    private boolean before(String other) {
        return Double.parseDouble(release.replaceAll("^(\\d+\\.\\d+).*", "$1")) < Double.parseDouble(other);
    }

    /** Busy per cent of the host of an instance. */
    static double busy(int snapshot, int instance) {
        return 10 + (snapshot * 7 + instance * 20) % 60 + .5;
    }

    /** Busy cores of all hosts at a snapshot, each host with its own cores. */
    public double busyCores(int snapshot) {
        double sum = 0;
        for (int i = 0; i < instances(); i++) {
            sum += busy(snapshot, i) / 100 * cores.get(i);
        }
        return sum;
    }

    public byte[] bytes() {
        List<String> sections = new ArrayList<>();
        sections.add(osInformation());
        if (script.namesInstances()) {
            sections.add(byInstance());
        }
        if (script.advises()) {
            sections.add(headed(
                    "PATCH-HISTORY",
                    "      RNUM ACTION_TIME              ACTION          VERSION                                ID COMMENTS",
                    "---------- ------------------------ --------------- ------------------------------ ---------- --------",
                    List.of()));
            sections.add(headed("MODULE", "MODULE", "-----------", List.of("sqlplus.exe")));
        }
        if (script == Script.V5_22) {
            sections.add(
                    before("12.1")
                            ? headed(
                                    "PDBs",
                                    "'TABLENOTINTHISVERSION'",
                                    "-------------------------",
                                    List.of("table not in this version"))
                            : headed(
                                    "PDBs",
                                    "PDB_NAME                       OPEN_MODE  TOTAL_SIZE_GB",
                                    "------------------------------ ---------- -------------",
                                    List.of("SALES                          READ WRITE           100")));
        }
        sections.add(memory());
        if (script.advises()) {
            sections.add(advice());
        }
        sections.add(size());
        if (script.advises()) {
            sections.add(statistics());
        }
        sections.add(metrics());
        if (script.tellsTraffic()) {
            sections.add(traffic());
        }
        if (script.tellsParameters()) {
            sections.addAll(parameters());
        }
        if (script == Script.V24_6) {
            sections.add(headed(
                    "SNAP-HISTORY-TZ",
                    "'COLUMNNOTINTHISVERSION'",
                    "--------------------------",
                    List.of("column not in this version")));
        }
        sections.add(headed(
                "AVERAGE-ACTIVE-SESSIONS",
                "   SNAP_ID WAIT_CLASS             AVG_SESS",
                "---------- -------------------- ----------",
                script == Script.STATSPACK
                        ? List.of()
                        : List.of("       701 DB CPU                      " + number(1.25))));
        if (script.tellsParameters()) {
            sections.add(headed(
                    "IO-WAIT-HISTOGRAM",
                    "'TABLENOTINTHISVERSION'",
                    "-------------------------",
                    List.of("table not in this version")));
            sections.add(headed(
                    "IO-OBJECT-TYPE",
                    "   SNAP_ID OBJECT_TYPE     LOGICAL_READ_GB",
                    "---------- --------------- ---------------",
                    List.of()));
            sections.add(headed(
                    "TOP-SQL-SUMMARY",
                    "MODULE               ACTION               SQL_ID        COMMAND_NAME          PARSING_SCHEMA_NAME  ELAP_RANK",
                    "-------------------- -------------------- ------------- -------------------- ------------------- ----------",
                    List.of()));
            sections.add(headed("TOP-SQL-BY-SNAPID", "   SNAP_ID SQL_ID", "---------- -------------", List.of()));
        } else {
            // one tilde only, as these scripts write it
            sections.add(
                    "~~BEGIN-FEATURES~\n\nNAME                 DETECTED_USAGES\n-------------------- ---------------\n"
                            + "Partitioning (user)                3\n\n~~END-FEATURES~~\n");
        }
        if (shuffled != 0) {
            Collections.shuffle(sections, new Random(shuffled));
        }
        StringBuilder text = new StringBuilder(mark ? "\ufeff" : "");
        for (String section : sections) {
            if (script == Script.V24_6) {
                text.append("\n------------------------- BEGIN-SOMETHING ----------------------------\n");
            }
            text.append(section);
            text.append(script.timed() ? "Elapsed: 00:00:00.04\n\n\n" : "\n\n");
        }
        String all = windows ? text.toString().replace("\n", "\r\n") : text.toString();
        return gzipped ? zip(all) : all.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] zip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static String headed(String name, String head, String dashes, List<String> rows) {
        StringBuilder text = new StringBuilder("~~BEGIN-" + name + "~~\n\n");
        if (!rows.isEmpty()) {
            text.append(head).append('\n').append(dashes).append('\n');
            rows.forEach(row -> text.append(row.stripTrailing()).append('\n'));
        }
        return text.append("\n~~END-").append(name).append("~~\n").toString();
    }

    private String number(double value) {
        String plain = value == Math.rint(value)
                ? String.valueOf((long) value)
                : new java.math.BigDecimal(String.valueOf(value))
                        .stripTrailingZeros()
                        .toPlainString();
        String oracle = plain.startsWith("0.") ? plain.substring(1) : plain;
        return comma ? oracle.replace('.', ',') : oracle;
    }

    private String cell(double value, int width) {
        String text = number(value);
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    private static String key(String key, String value) {
        return String.format(Locale.ROOT, "%-60s %s%n", key, value).replace(System.lineSeparator(), "\n");
    }

    private String osInformation() {
        StringBuilder text = new StringBuilder("~~BEGIN-OS-INFORMATION~~\n");
        text.append(key("STAT_NAME", "STAT_VALUE"));
        text.append("-".repeat(60)).append(' ').append("-".repeat(60)).append('\n');
        if (script == Script.AWS) {
            text.append(key("AWR_MINER_VER", script.version));
        }
        if (script == Script.STATSPACK) {
            text.append(key("STATSPACK_MINER_VER", script.version));
        }
        text.append(key("NUM_CPUS", String.valueOf(cores.get(0) * threads)));
        text.append(key("NUM_CPU_CORES", String.valueOf(cores.get(0))));
        text.append(key("NUM_CPU_SOCKETS", "2"));
        text.append(key("PHYSICAL_MEMORY_GB", number(252.28)));
        if (script.advises()) {
            text.append(key("!CPU_COUNT", "8"));
            text.append(key("!CPU_CORE_COUNT", "4"));
            text.append(key("!PLATFORM_NAME", platform));
        }
        if (script.tellsEdition()) {
            text.append(key("GLOBAL_CPU_CORE_COUNT", "4"));
        }
        boolean none = before("11.2");
        if (script == Script.STATSPACK) {
            text.append(key("PLATFORM_NAME", platform.replace(' ', '_')));
        } else {
            text.append(key("PLATFORM_NAME", none ? "None" : platform.replace(' ', '_')));
        }
        text.append(key("VERSION", release));
        boolean container = script == Script.V5_22 && !before("12.1");
        text.append(key("DB_NAME", container ? "CDB$ROOT" : name));
        if (container) {
            text.append(key("CDB_NAME", name));
        }
        if (script != Script.V2_9 && script != Script.V3_0) {
            text.append(key("DBID", String.valueOf(dbid)));
        }
        if (script.tellsEdition()) {
            text.append(key("BANNER", "Oracle Database 19c Enterprise Edition Release " + release + " - Production"));
        }
        text.append(key("INSTANCES", String.valueOf(instances())));
        text.append(key("HOSTS", String.join(",", hosts)));
        if (script.tellsEdition()) {
            text.append(key("TOTAL_DB_SIZE_GB", "620"));
            text.append(key("TOTAL_DATAFILE_SIZE_GB", "600"));
            text.append(key("USED_DB_SIZE_GB", "400"));
            text.append(key("COUNT_DB_LINKS", "3"));
            text.append(key("COUNT_PDBS", "2"));
            text.append(key("FEATURE_Transparent Data Encryption", "Yes"));
            text.append(key("ERROR:C12", "ORA-00942: table or view does not exist"));
        }
        if (script.advises()) {
            text.append(key("MODULE", "sqlplus"));
        }
        if (!script.tellsEdition()) {
            text.append(key("AWR_MINER_VER", script.version));
        }
        return text.append("~~END-OS-INFORMATION~~\n").toString();
    }

    private String byInstance() {
        StringBuilder text = new StringBuilder("~~BEGIN-OS-INFORMATION2~~\n");
        text.append(String.format(Locale.ROOT, "%-60s %-60s %s\n", "STAT_NAME", "INSTANCE", "STAT_VALUE"));
        text.append("-".repeat(60))
                .append(' ')
                .append("-".repeat(60))
                .append(' ')
                .append("-".repeat(60))
                .append('\n');
        for (int i = 0; i < instances(); i++) {
            text.append(triple("NUM_CPUS", i + 1, String.valueOf(cores.get(i) * threads)));
            text.append(triple("NUM_CPU_CORES", i + 1, String.valueOf(cores.get(i))));
            text.append(triple("PHYSICAL_MEMORY_GB", i + 1, number(252.28)));
        }
        text.append(triple("!CPU_CORE_COUNT", 0, "4"));
        text.append(triple("DB_NAME", 0, name));
        for (int i = 0; i < instances(); i++) {
            text.append(triple("HOSTS", i + 1, hosts.get(i)));
        }
        // version 5.22 closes it with one tilde in front
        return text.append(script == Script.V5_22 ? "~END-OS-INFORMATION2~~\n" : "~~END-OS-INFORMATION2~~\n")
                .toString();
    }

    private static String triple(String key, int instance, String value) {
        return String.format(Locale.ROOT, "%-60s %-60s %s\n", key, instance, value);
    }

    private String memory() {
        List<String> rows = new ArrayList<>();
        for (int s = 0; s < SNAPSHOTS; s++) {
            for (int i = 0; i < instances(); i++) {
                rows.add(cell(FIRST + s, 10)
                        + cell(i + 1, 16)
                        + cell(8.1, 11)
                        + cell(.4 + s % 3, 11)
                        + cell(8.5 + s % 3, 11));
            }
        }
        return headed(
                "MEMORY",
                "   SNAP_ID INSTANCE_NUMBER        SGA        PGA      TOTAL",
                "---------- --------------- ---------- ---------- ----------",
                rows);
    }

    private String advice() {
        List<String> rows = new ArrayList<>();
        for (double factor : new double[] {.5, 1, 1.5, 2}) {
            rows.add(cell(FIRST + 40, 10)
                    + cell(1, 16)
                    + cell(8 * factor, 14)
                    + cell(factor, 12)
                    + cell(Math.round(10_000_000 / factor), 20)
                    + cell(2, 15));
        }
        return headed(
                "MEMORY-SGA-ADVICE",
                "   SNAP_ID INSTANCE_NUMBER SGA_TARGET_GB SIZE_FACTOR ESTD_PHYSICAL_READS LEAD_READ_DIFF",
                "---------- --------------- ------------- ----------- ------------------- --------------",
                rows);
    }

    private String size() {
        return headed(
                "SIZE-ON-DISK",
                "   SNAP_ID    SIZE_GB",
                "---------- ----------",
                List.of(cell(FIRST + 23, 10) + cell(500.25, 11), cell(FIRST + 47, 10) + cell(512.75, 11)));
    }

    private String statistics() {
        List<String> rows = new ArrayList<>();
        for (int s = 0; s < SNAPSHOTS; s++) {
            for (int i = 0; i < instances(); i++) {
                rows.add(cell(FIRST + s, 10)
                        + cell(i + 1, 16)
                        + cell(1.7, 11)
                        + cell(cores.get(i) * threads, 11)
                        + cell(cores.get(i), 11)
                        + cell(2, 11)
                        + cell(258334, 11)
                        + cell(1000 + s, 11));
            }
        }
        return headed(
                "OSSTAT",
                "   SNAP_ID INSTANCE_NUMBER       load       cpus      cores    sockets     mem_gb       idle",
                "---------- --------------- ---------- ---------- ---------- ---------- ---------- ----------",
                rows);
    }

    private String metrics() {
        List<String> rows = new ArrayList<>();
        boolean short1 = script == Script.STATSPACK;
        String own = script == Script.V5_22 ? " cpu_p_sec" : " cpu_per_s";
        boolean hasOwn = script != Script.V2_9 && script != Script.V3_0;
        String head = "      snap      dur_m end                  inst"
                + (short1 ? "" : "     os_cpu os_cpu_max db_cpu_ratio        aas bkgd_t_per_s logons_total")
                + (hasOwn ? own : "") + "  read_iops  read_mb_s write_iops write_mb_s" + (short1 ? "" : "  redo_mb_s");
        String dashes = "---------- ---------- -------------- ----------"
                + (short1 ? "" : " ---------- ---------- ------------ ---------- ------------ ------------")
                + (hasOwn ? " ----------".substring(0, own.length()) : "")
                + " ---------- ---------- ---------- ----------" + (short1 ? "" : " ----------");
        for (int s = 0; s < SNAPSHOTS; s++) {
            for (int i = 0; i < instances(); i++) {
                String end = String.format(Locale.ROOT, "26/01/%02d %02d:%02d", 10 + s / 24, s % 24, i % 2);
                rows.add(cell(FIRST + s, 10) + cell(60, 11) + " " + end + cell(i + 1, 11)
                        + (short1
                                ? ""
                                : cell(busy(s, i), 11)
                                        + cell(99.5, 11)
                                        + cell(80, 13)
                                        + cell(2, 11)
                                        + cell(.1, 13)
                                        + cell(120.5, 13))
                        + (hasOwn ? cell(1.625, own.length()) : "")
                        + cell(1000 + s, 11) + cell(12.5, 11) + cell(50.5, 11) + cell(1.2, 11)
                        + (short1 ? "" : cell(.4, 11)));
            }
        }
        return headed("MAIN-METRICS", head, dashes, rows);
    }

    /** Counters that run on: each hour 3.6 GB from and to the clients of each instance. */
    private String traffic() {
        List<String> rows = new ArrayList<>();
        for (int s = 0; s < SNAPSHOTS; s++) {
            for (int i = 0; i < instances(); i++) {
                rows.add(cell(FIRST + s, 10)
                        + cell(i + 1, 11)
                        + cell(5, 22)
                        + cell(1_000_000_000L + s * 1_200_000_000L, 22)
                        + cell(500_000_000L + s * 2_400_000_000L, 20));
            }
        }
        return headed(
                "SQLNET-METRICS",
                "      snap       inst sqlnet_to_from_client sqlnet_bytes_received   sqlnet_bytes_sent",
                "---------- ---------- --------------------- --------------------- -------------------",
                rows);
    }

    private List<String> parameters() {
        boolean amm = before("11.2") ? false : script == Script.V4_0;
        List<String[]> told = new ArrayList<>();
        told.add(new String[] {"cluster_database", instances() > 1 ? "TRUE" : "FALSE"});
        told.add(new String[] {"compatible", release});
        told.add(new String[] {"control_files", "+DATA/orders/control01.ctl, +FRA/orders/control02.ctl"});
        told.add(new String[] {"db_block_size", "8192"});
        told.add(new String[] {"log_archive_start", ""});
        if (amm) {
            told.add(new String[] {"memory_target", "12884901888"});
        }
        told.add(new String[] {"pga_aggregate_target", "2147483648"});
        told.add(new String[] {"processes", "600"});
        told.add(new String[] {"sga_max_size", "8589934592"});
        told.add(new String[] {"sga_target", "8589934592"});
        if (!before("12.1")) {
            told.add(new String[] {"enable_pluggable_database", "TRUE"});
        }
        List<String> sections = new ArrayList<>();
        if (script != Script.V24_6) {
            List<String> rows = new ArrayList<>();
            told.forEach(one -> rows.add(String.format(Locale.ROOT, "%-64s %s", one[0], one[1])));
            sections.add(headed(
                    "DATABASE-PARAMETERS",
                    String.format(Locale.ROOT, "%-64s %s", "PARAMETER_NAME", "VALUE"),
                    "-".repeat(64) + " " + "-".repeat(80),
                    rows));
        }
        if (script.namesInstances()) {
            List<String> rows = new ArrayList<>();
            for (int i = 0; i < instances(); i++) {
                for (String[] one : told) {
                    // the second instance may grow further than the first
                    String value = one[0].equals("sga_max_size") && i == 1 ? "12884901888" : one[1];
                    rows.add(cell(i + 1, 15) + " " + String.format(Locale.ROOT, "%-64s %s", one[0], value));
                }
            }
            sections.add(headed(
                    script == Script.V24_6 ? "DATABASE-PARAMETERS" : "DATABASE-PARAMETERS2",
                    "INSTANCE_NUMBER " + String.format(Locale.ROOT, "%-64s %s", "PARAMETER_NAME", "VALUE"),
                    "-".repeat(15) + " " + "-".repeat(64) + " " + "-".repeat(80),
                    rows));
        }
        return sections;
    }
}
