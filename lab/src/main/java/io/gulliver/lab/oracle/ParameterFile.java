package io.gulliver.lab.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What an expdp or impdp run was told, read as strictly as the programs read it and a little stricter. */
record ParameterFile(boolean export, SortedMap<String, List<String>> values) {

    private static final Set<String> COMMON = Set.of(
            "ATTACH",
            "CLUSTER",
            "CONTENT",
            "DIRECTORY",
            "DUMPFILE",
            "ENCRYPTION_PASSWORD",
            "EXCLUDE",
            "FLASHBACK_SCN",
            "FLASHBACK_TIME",
            "FULL",
            "INCLUDE",
            "JOB_NAME",
            "LOGFILE",
            "LOGTIME",
            "METRICS",
            "NETWORK_LINK",
            "NOLOGFILE",
            "PARALLEL",
            "PARFILE",
            "QUERY",
            "REMAP_DATA",
            "SCHEMAS",
            "SERVICE_NAME",
            "STATUS",
            "TABLES",
            "TABLESPACES",
            "TRANSPORTABLE",
            "USERID",
            "VERSION");
    private static final Set<String> EXPORT = Set.of(
            "ABORT_STEP",
            "ACCESS_METHOD",
            "CHECKSUM",
            "CHECKSUM_ALGORITHM",
            "COMPRESSION",
            "COMPRESSION_ALGORITHM",
            "DATA_OPTIONS",
            "ENCRYPTION",
            "ENCRYPTION_ALGORITHM",
            "ENCRYPTION_MODE",
            "ESTIMATE",
            "ESTIMATE_ONLY",
            "FILESIZE",
            "KEEP_MASTER",
            "REUSE_DUMPFILES",
            "SAMPLE",
            "SOURCE_EDITION",
            "TRANSPORT_FULL_CHECK",
            "TRANSPORT_TABLESPACES",
            "VIEWS_AS_TABLES");
    private static final Set<String> IMPORT = Set.of(
            "PARTITION_OPTIONS",
            "REMAP_DATAFILE",
            "REMAP_SCHEMA",
            "REMAP_TABLE",
            "REMAP_TABLESPACE",
            "REUSE_DATAFILES",
            "SKIP_UNUSABLE_INDEXES",
            "SQLFILE",
            "STREAMS_CONFIGURATION",
            "TABLE_EXISTS_ACTION",
            "TARGET_EDITION",
            "TRANSFORM",
            "TRANSPORT_DATAFILES",
            "VERIFY_CHECKSUM",
            "VERIFY_ONLY");
    private static final Set<String> EXCLUDABLE = Set.of(
            "STATISTICS",
            "TABLE_STATISTICS",
            "INDEX_STATISTICS",
            "TABLESPACE",
            "INDEX",
            "CONSTRAINT",
            "GRANT",
            "USER",
            "ROLE",
            "PROFILE",
            "TRIGGER",
            "DB_LINK",
            "JOB");
    private static final Set<String> TRANSFORMS = Set.of(
            "DISABLE_ARCHIVE_LOGGING",
            "LOB_STORAGE",
            "SEGMENT_ATTRIBUTES",
            "STORAGE",
            "OID",
            "PCTSPACE",
            "TABLE_COMPRESSION_CLAUSE",
            "INMEMORY",
            "INMEMORY_CLAUSE",
            "DWCS_CVT_IOTS",
            "CONSTRAINT_USE_DEFAULT_INDEX");
    /** First release of names that came after 10.2, as far as anybody who migrates may write them. */
    private static final Map<String, String> SINCE = new TreeMap<>(Map.ofEntries(
            Map.entry("ABORT_STEP", "12.1"),
            Map.entry("ACCESS_METHOD", "12.1"),
            Map.entry("CHECKSUM", "21.0"),
            Map.entry("CHECKSUM_ALGORITHM", "21.0"),
            Map.entry("CLUSTER", "11.2"),
            Map.entry("COMPRESSION_ALGORITHM", "12.1"),
            Map.entry("DATA_OPTIONS", "11.1"),
            Map.entry("ENCRYPTION", "11.1"),
            Map.entry("ENCRYPTION_ALGORITHM", "11.1"),
            Map.entry("ENCRYPTION_MODE", "11.1"),
            Map.entry("KEEP_MASTER", "12.1"),
            Map.entry("LOGTIME", "12.1"),
            Map.entry("METRICS", "12.1"),
            Map.entry("PARTITION_OPTIONS", "11.1"),
            Map.entry("REMAP_DATA", "11.1"),
            Map.entry("REMAP_TABLE", "11.1"),
            Map.entry("REUSE_DUMPFILES", "11.1"),
            Map.entry("SERVICE_NAME", "11.2"),
            Map.entry("SOURCE_EDITION", "11.2"),
            Map.entry("TARGET_EDITION", "11.2"),
            Map.entry("TRANSPORTABLE", "11.1"),
            Map.entry("VERIFY_CHECKSUM", "21.0"),
            Map.entry("VERIFY_ONLY", "21.0"),
            Map.entry("VIEWS_AS_TABLES", "12.1")));

    /** Transforms that came after 10.2. */
    private static final Map<String, String> TRANSFORM_SINCE = new TreeMap<>(Map.of(
            "DISABLE_ARCHIVE_LOGGING",
            "12.1",
            "LOB_STORAGE",
            "12.1",
            "TABLE_COMPRESSION_CLAUSE",
            "12.1",
            "INMEMORY",
            "12.1",
            "INMEMORY_CLAUSE",
            "12.1",
            "DWCS_CVT_IOTS",
            "18.0",
            "CONSTRAINT_USE_DEFAULT_INDEX",
            "19.0"));

    private static boolean knows(String version, String since) {
        String[] a = version.split("\\.");
        String[] b = since.split("\\.");
        int major = Integer.compare(Integer.parseInt(a[0]), Integer.parseInt(b[0]));
        return major > 0 || major == 0 && Integer.parseInt(a[1]) >= Integer.parseInt(b[1]);
    }

    private static final List<String> YES_NO = List.of("Y", "N", "YES", "NO");

    /** A run that cannot start: the lines that the program prints. */
    static final class Refused extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient List<String> lines;

        Refused(String... lines) {
            super(String.join("\n", lines), null, false, false);
            this.lines = List.of(lines);
        }

        List<String> lines() {
            return lines;
        }
    }

    /** Reads KEY=VALUE lines; a value may stand in quotes, a list item each or as a whole. */
    static ParameterFile parse(boolean export, List<String> lines) {
        SortedMap<String, List<String>> values = new TreeMap<>();
        for (String line : lines) {
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            int equals = text.indexOf('=');
            String key = (equals < 0 ? text : text.substring(0, equals)).strip().toUpperCase(Locale.ROOT);
            if (!COMMON.contains(key) && !(export ? EXPORT : IMPORT).contains(key)) {
                throw new Refused("LRM-00101: unknown parameter name '" + key + "'");
            }
            if (equals < 0 || text.substring(equals + 1).isBlank()) {
                throw new Refused("LRM-00110: syntax error at '" + text + "'", "LRM-00113: error when processing file");
            }
            List<String> list = values.computeIfAbsent(key, k -> new ArrayList<>());
            boolean repeatable = Set.of(
                            "EXCLUDE", "INCLUDE", "REMAP_TABLESPACE", "REMAP_SCHEMA", "TRANSFORM", "DUMPFILE")
                    .contains(key);
            if (!list.isEmpty() && !repeatable) {
                throw new Refused("UDE-00011: parameter " + key.toLowerCase(Locale.ROOT)
                        + " is incompatible with parameter " + key.toLowerCase(Locale.ROOT));
            }
            list.addAll(items(text.substring(equals + 1).strip()));
        }
        return new ParameterFile(export, Collections.unmodifiableSortedMap(values));
    }

    private static List<String> items(String value) {
        List<String> items = new ArrayList<>();
        StringBuilder item = new StringBuilder();
        boolean quoted = false;
        for (char c : value.toCharArray()) {
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                items.add(item.toString().strip());
                item.setLength(0);
            } else {
                item.append(c);
            }
        }
        if (quoted) {
            throw new Refused("LRM-00111: no closing quote for value '" + value + "'");
        }
        items.add(item.toString().strip());
        return items;
    }

    /**
     * Checks values, and that nothing is left to a default: a lab that forgives a forgotten parameter would let a template
     * rot.
     */
    void check(String version) {
        for (String key : values.keySet()) {
            if (!knows(version, SINCE.getOrDefault(key, "1.0"))) {
                throw new Refused("LRM-00101: unknown parameter name '" + key + "'");
            }
        }
        boolean linked = values.containsKey("NETWORK_LINK");
        if (export && linked) {
            throw new Refused("LAB-00001: the lab's expdp exports nothing over a link");
        }
        if (linked && values.containsKey("DUMPFILE")) {
            throw new Refused("UDI-00011: parameter dumpfile is incompatible with parameter network_link");
        }
        if (!export && !linked && values.containsKey("FLASHBACK_SCN")) {
            throw new Refused(
                    "LAB-00005: FLASHBACK_SCN says when to read a source, and an import without NETWORK_LINK reads none");
        }
        List<String> wanted =
                new ArrayList<>(List.of("DIRECTORY", "LOGFILE", "JOB_NAME", "PARALLEL", "EXCLUDE", "CLUSTER"));
        content();
        wanted.addAll(export ? List.of("FILESIZE", "REUSE_DUMPFILES") : List.of("TABLE_EXISTS_ACTION"));
        if (!linked) {
            wanted.add("DUMPFILE");
        }
        if ((export || linked) && !metadataOnly()) {
            wanted.add("FLASHBACK_SCN");
        }
        wanted.addAll(List.of("LOGTIME", "METRICS"));
        if (!export && knows(version, "12.1")) {
            wanted.add("TRANSFORM");
        }
        wanted.removeIf(key -> !knows(version, SINCE.getOrDefault(key, "1.0")));
        for (String key : wanted) {
            if (!values.containsKey(key)) {
                throw new Refused("LAB-00001: the parameter file does not state " + key
                        + "; the lab's programs refuse what is left to a default");
            }
        }
        if (values.containsKey("FULL") == values.containsKey("SCHEMAS")) {
            throw new Refused(
                    values.containsKey("FULL")
                            ? "UDE-00010: multiple job modes requested, full and schema."
                            : "LAB-00001: the parameter file states neither FULL nor SCHEMAS");
        }
        oneOf("CLUSTER", YES_NO);
        oneOf("METRICS", YES_NO);
        oneOf("FULL", YES_NO);
        oneOf("REUSE_DUMPFILES", YES_NO);
        oneOf("CHECKSUM", YES_NO);
        oneOf("LOGTIME", List.of("NONE", "STATUS", "LOGFILE", "ALL"));
        oneOf("TABLE_EXISTS_ACTION", List.of("SKIP", "APPEND", "TRUNCATE", "REPLACE"));
        number("PARALLEL");
        number("FLASHBACK_SCN");
        for (String excluded : list("EXCLUDE")) {
            if (!EXCLUDABLE.contains(excluded.toUpperCase(Locale.ROOT))) {
                throw new Refused(
                        "ORA-39001: invalid argument value",
                        "ORA-39038: Object path \"" + excluded + "\" is not supported for "
                                + (values.containsKey("FULL") ? "FULL" : "SCHEMA") + " jobs.");
            }
        }
        for (String transform : list("TRANSFORM")) {
            String name = transform.split(":")[0].toUpperCase(Locale.ROOT);
            if (!TRANSFORMS.contains(name) || !knows(version, TRANSFORM_SINCE.getOrDefault(name, "1.0"))) {
                throw new Refused(
                        "ORA-39001: invalid argument value", "ORA-39042: invalid transform name " + transform);
            }
        }
        String size = find("FILESIZE");
        if (size != null && !size.matches("\\d+[BKMGTbkmgt]?")) {
            throw invalid("FILESIZE");
        }
        if (!require("JOB_NAME").matches("[A-Za-z][A-Za-z0-9_$#]{0,29}")) {
            throw new Refused("ORA-39001: invalid argument value", "ORA-39006: internal error", "ORA-39213: job name");
        }
    }

    /** Whether definitions alone are carried. */
    boolean metadataOnly() {
        return "METADATA_ONLY".equalsIgnoreCase(find("CONTENT"));
    }

    /**
     * Values of CONTENT and what it goes with (Oracle Database Utilities 12.1, <i>CONTENT</i>): METADATA_ONLY neither with
     * TRANSPORT_TABLESPACES nor with QUERY, SQLFILE with METADATA_ONLY alone.
     */
    private void content() {
        oneOf("CONTENT", List.of("ALL", "DATA_ONLY", "METADATA_ONLY"));
        String value = values.containsKey("CONTENT") ? require("CONTENT").toUpperCase(Locale.ROOT) : "";
        for (String other : List.of("TRANSPORT_TABLESPACES", "QUERY")) {
            if (metadataOnly() && values.containsKey(other)) {
                throw incompatible(other);
            }
        }
        if (!value.isEmpty() && !metadataOnly() && values.containsKey("SQLFILE")) {
            throw incompatible("SQLFILE");
        }
        if (value.equals("DATA_ONLY")) {
            throw new Refused("LAB-00006: the lab's programs carry no rows without their definitions");
        }
        if (metadataOnly() && values.containsKey("FLASHBACK_SCN")) {
            throw new Refused("LAB-00005: FLASHBACK_SCN says when to read rows, and CONTENT=METADATA_ONLY reads none");
        }
    }

    private Refused incompatible(String other) {
        return new Refused((export ? "UDE" : "UDI") + "-00011: parameter content is incompatible with parameter "
                + other.toLowerCase(Locale.ROOT));
    }

    private void oneOf(String key, List<String> allowed) {
        String value = find(key);
        if (value != null && !allowed.contains(value.toUpperCase(Locale.ROOT))) {
            throw invalid(key);
        }
    }

    private void number(String key) {
        String value = find(key);
        if (value != null && !value.matches("\\d{1,18}")) {
            throw invalid(key);
        }
    }

    private Refused invalid(String key) {
        return new Refused((export ? "UDE" : "UDI") + "-00014: invalid value for parameter, '"
                + key.toLowerCase(Locale.ROOT) + "'.");
    }

    @Nullable
    String find(String key) {
        List<String> found = values.get(key);
        return found == null ? null : found.get(0);
    }

    String require(String key) {
        String value = find(key);
        if (value == null) {
            throw new Refused("LAB-00001: the parameter file does not state " + key);
        }
        return value;
    }

    List<String> list(String key) {
        return values.getOrDefault(key, List.of());
    }

    boolean yes(String key) {
        String value = find(key);
        return value != null && value.toUpperCase(Locale.ROOT).startsWith("Y");
    }

    Map<String, String> remaps(String key) {
        Map<String, String> remaps = new TreeMap<>();
        for (String item : list(key)) {
            String[] pair = item.split(":");
            if (pair.length != 2) {
                throw new Refused(
                        "ORA-39001: invalid argument value", "ORA-39069: invalid " + key + " \"" + item + "\"");
            }
            remaps.put(pair[0].toUpperCase(Locale.ROOT), pair[1].toUpperCase(Locale.ROOT));
        }
        return remaps;
    }
}
