package io.gulliver.activity.discovery;

import io.gulliver.activity.Databases;
import io.gulliver.activity.Databases.Address;
import io.gulliver.activity.Edition;
import io.gulliver.activity.Inputs;
import io.gulliver.activity.Quiet;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleFailure;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code discovery.database}: the read-only questions of the domain document, section 3, that Data Pump and sizing need.
 * A question that the database refuses costs its own answers; a lost connection fails the step.
 */
final class DiscoverDatabase extends ShortAction {
    /** From this share on LOBs decide how long it takes (R21). */
    private static final double LOB_SHARE = 0.2;

    private final Databases databases;

    DiscoverDatabase(Databases databases) {
        super("discovery.database");
        this.databases = databases;
    }

    /** The answers of one database by question. */
    private static final class Answers {
        private final OracleClient client;
        private final Map<String, List<OracleRow>> rows = new LinkedHashMap<>();
        private final List<String> unanswered = new ArrayList<>();

        Answers(OracleClient client) {
            this.client = client;
        }

        List<OracleRow> ask(String statement, Map<String, ?> binds) {
            try {
                List<OracleRow> answer = client.query(statement, binds);
                rows.put(statement, answer);
                return answer;
            } catch (OracleException e) {
                if (e.kind() == OracleFailure.TRANSIENT || e.kind() == OracleFailure.BUG) {
                    throw e;
                }
                unanswered.add(statement + ": " + (e.oraCode().isEmpty() ? e.advice() : e.oraCode()));
                return List.of();
            }
        }

        List<OracleRow> ask(String statement) {
            return ask(statement, Map.of());
        }

        Map<String, String> named(String statement, String name, String value) {
            Map<String, String> found = new TreeMap<>();
            for (OracleRow row : ask(statement)) {
                found.put(row.text(name), String.valueOf(row.findText(value)));
            }
            return found;
        }
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would look at " + rendering.database(""))
                .asks(
                        rendering.database(""),
                        "database-identity",
                        "endianness",
                        "release-banner",
                        "character-sets",
                        "time-zone-file",
                        "object-counts",
                        "segments",
                        "datafiles",
                        "redo-per-hour",
                        "archive-destinations",
                        "tables",
                        "data-types",
                        "scheduler-jobs");
    }

    /** It only reads, so an evaluation really looks: what it sees lets later steps be rendered in full. */
    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        if (!Inputs.of(call).known("host", "service", "credential")) {
            return super.evaluate(call, context);
        }
        StepResult seen = run(call, context);
        Rendering rendering = Rendering.of(call).says("Looked at " + seen.message());
        render(call, rendering);
        return rendering.result(context, seen.outputs());
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        Map<String, Object> out = new LinkedHashMap<>();
        List<String> blockers = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        Answers answers;
        try (OracleClient client =
                databases.withQueryLimit(java.time.Duration.ofMinutes(10)).read(address, context)) {
            answers = new Answers(client);
            int major = Integer.parseInt(client.release().split("\\.")[0]);
            out.put("release", client.release());
            identity(answers, out, major, warnings);
            landscape(answers, out, major, blockers, warnings);
            List<String> schemas = schemas(answers, major);
            out.put("schemas", schemas);
            sizes(answers, out, schemas);
            resources(answers, out);
            features(answers, out, schemas, blockers, warnings);
        }
        out.put("blockers", blockers);
        out.put("warnings", warnings);
        out.put("unanswered", answers.unanswered);
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("database", address.name());
        report.put("facts", out);
        Map<String, Object> raw = new LinkedHashMap<>();
        answers.rows.forEach((statement, rows) -> raw.put(
                statement, rows.stream().map(row -> new TreeMap<>(texts(row))).toList()));
        report.put("answers", raw);
        EvidenceRef kept =
                context.evidence("database.json", "report", JsonMapper.shared().writeValueAsString(report));
        return new StepResult(
                true,
                out,
                null,
                null,
                List.of(kept),
                address.name() + ": " + out.get("release") + ", " + out.get("data_gb") + " GB of data, blockers: "
                        + blockers.size() + ", unanswered: " + answers.unanswered.size());
    }

    private static Map<String, String> texts(OracleRow row) {
        Map<String, String> texts = new TreeMap<>();
        row.values().forEach((name, value) -> texts.put(name, String.valueOf(value)));
        return texts;
    }

    private static void identity(Answers answers, Map<String, Object> out, int major, List<String> warnings) {
        for (OracleRow row : answers.ask("database-identity")) {
            out.put("name", row.text("NAME"));
            out.put("platform", String.valueOf(row.findText("PLATFORM_NAME")));
            out.put("archive_log", "ARCHIVELOG".equals(row.findText("LOG_MODE")));
            if (!"PRIMARY".equals(row.findText("DATABASE_ROLE"))) {
                warnings.add("database role is " + row.findText("DATABASE_ROLE"));
            }
        }
        for (OracleRow row : answers.ask("endianness")) {
            out.put("endian", row.text("ENDIAN_FORMAT"));
        }
        out.put("edition", Edition.of(answers.ask("release-banner")));
        if ("standard".equals(out.get("edition"))) {
            warnings.add("Standard Edition: Data Pump works with one worker (R04)");
        }
        Map<String, String> sets = answers.named("character-sets", "PARAMETER", "VALUE");
        if (sets.containsKey("NLS_CHARACTERSET")) {
            out.put("character_set", sets.get("NLS_CHARACTERSET"));
        }
        if (sets.containsKey("NLS_NCHAR_CHARACTERSET")) {
            out.put("national_character_set", sets.get("NLS_NCHAR_CHARACTERSET"));
        }
        for (OracleRow row : answers.ask("time-zone-file")) {
            out.put("time_zone_file", row.number("VERSION").intValue());
        }
        Map<String, String> dst = answers.named("dst-properties", "PROPERTY_NAME", "PROPERTY_VALUE");
        if (!"NONE".equals(dst.getOrDefault("DST_UPGRADE_STATE", "NONE"))) {
            warnings.add("a time zone upgrade is open: DST_UPGRADE_STATE " + dst.get("DST_UPGRADE_STATE"));
        }
        out.put("container", false);
        if (major >= 12) {
            for (OracleRow row : answers.ask("container-state")) {
                out.put("container", "YES".equals(row.findText("CDB")));
            }
        }
    }

    /** Cluster, standby, container: what stands around the database (R36, R38, D18). */
    private static void landscape(
            Answers answers, Map<String, Object> out, int major, List<String> blockers, List<String> warnings) {
        List<OracleRow> instances = answers.ask("instances");
        out.put("instances", instances.size());
        if (instances.size() > 1) {
            warnings.add("a cluster of " + instances.size() + " instances ("
                    + instances.stream().map(row -> row.text("INSTANCE_NAME")).collect(Collectors.joining(", "))
                    + "): Data Pump stays on one (CLUSTER=N), and every instance is made quiet (R36)");
        }
        String self = String.valueOf(answers.rows.getOrDefault("database-identity", List.of()).stream()
                .map(row -> row.findText("DB_UNIQUE_NAME"))
                .findFirst()
                .orElse(""));
        List<String> standbys = answers.ask("dataguard-members").stream()
                .map(row -> row.text("DB_UNIQUE_NAME"))
                .filter(name -> !name.equals(self))
                .toList();
        out.put("standbys", standbys);
        if (major >= 12 && Boolean.TRUE.equals(out.get("container"))) {
            List<OracleRow> seen = answers.ask("pluggable-databases");
            // The seed is seen from the root alone; a pluggable database sees itself and nothing else.
            if (seen.stream().anyMatch(row -> row.text("NAME").equals("PDB$SEED"))) {
                blockers.add("this is the root of a container with "
                        + seen.stream()
                                .map(row -> row.text("NAME"))
                                .filter(name -> !name.equals("PDB$SEED"))
                                .toList()
                        + ": name the service of the pluggable database that shall move (R38, ORA-39357)");
            } else {
                out.put(
                        "pluggable",
                        seen.stream().map(row -> row.text("NAME")).findFirst().orElse(""));
                warnings.add(
                        "a pluggable database: every connection goes by its own service, and DATA_PUMP_DIR is of no"
                                + " use there (R38)");
            }
        }
    }

    /** Owners of anything, but none of Oracle's and none of Gulliver's. */
    private List<String> schemas(Answers answers, int major) {
        Set<String> owners = new TreeSet<>();
        for (OracleRow row : answers.ask(major >= 12 ? "application-owners" : "application-owners-11")) {
            owners.add(row.text("USERNAME"));
        }
        owners.removeAll(databases.ownUsers());
        Set<String> with = new TreeSet<>();
        for (OracleRow row : answers.ask("object-counts", Map.of("owners", Quiet.owners(List.copyOf(owners))))) {
            with.add(row.text("OWNER"));
        }
        owners.retainAll(with);
        return List.copyOf(owners);
    }

    private static double gigabytes(double bytes) {
        return Math.round(bytes / 1e6) / 1e3;
    }

    private static void sizes(Answers answers, Map<String, Object> out, List<String> schemas) {
        double data = 0;
        double lobs = 0;
        double index = 0;
        Map<String, Double> spaces = new TreeMap<>();
        for (OracleRow row : answers.ask("segments")) {
            if (schemas.contains(row.text("OWNER"))) {
                double bytes = row.number("BYTES").doubleValue();
                boolean isIndex = row.text("SEGMENT_TYPE").contains("INDEX");
                data += isIndex ? 0 : bytes;
                lobs += row.text("SEGMENT_TYPE").startsWith("LOB") && !isIndex ? bytes : 0;
                index += isIndex ? bytes : 0;
                spaces.merge(row.text("TABLESPACE_NAME"), bytes, Double::sum);
            }
        }
        out.put("data_gb", gigabytes(data));
        out.put("index_gb", gigabytes(index));
        out.put("lob_gb", gigabytes(lobs));
        Map<String, Double> megabytes = new TreeMap<>();
        spaces.forEach((name, bytes) -> megabytes.put(name, Math.ceil(bytes / 1048576)));
        out.put("tablespaces", List.copyOf(spaces.keySet()));
        out.put("tablespace_mb", megabytes);
        double files = answers.ask("datafiles").stream()
                .mapToDouble(row -> row.number("BYTES").doubleValue())
                .sum();
        double free = answers.ask("free-space").stream()
                .mapToDouble(row -> row.number("BYTES").doubleValue())
                .sum();
        out.put("files_gb", gigabytes(Math.max(0, files - free)));
        double destination = answers.ask("archive-destinations").stream()
                .filter(row -> "PRIMARY".equals(row.findText("TARGET")) && "VALID".equals(row.findText("STATUS")))
                .mapToDouble(row -> row.number("DEST_ID").doubleValue())
                .min()
                .orElse(1);
        Map<String, Double> hours = new TreeMap<>();
        for (OracleRow row : answers.ask("redo-per-hour", Map.of("destination", (int) destination))) {
            hours.merge(
                    String.valueOf(row.findTime("HOUR")), row.number("BYTES").doubleValue(), Double::sum);
        }
        out.put(
                "redo_peak_gb_hour",
                gigabytes(hours.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElse(0)));
    }

    private static void resources(Answers answers, Map<String, Object> out) {
        out.put("sga_mb", 0);
        out.put("pga_mb", 0);
        for (Map.Entry<String, String> wanted : Map.of(
                        "sga_target", "sga_mb",
                        "pga_aggregate_target", "pga_mb",
                        "processes", "processes",
                        "db_block_size", "block_size")
                .entrySet()) {
            for (OracleRow row : answers.ask("parameter", Map.of("name", wanted.getKey()))) {
                String value = String.valueOf(row.findText("VALUE"));
                if (value.matches("\\d+")) {
                    long number = Long.parseLong(value);
                    out.put(wanted.getValue(), (int) (wanted.getValue().endsWith("_mb") ? number >> 20 : number));
                }
            }
        }
        for (OracleRow row : answers.ask("host-resources")) {
            if (row.text("STAT_NAME").equals("NUM_CPU_CORES")) {
                out.put("cores", row.number("VALUE").intValue());
            }
        }
    }

    /** What trips the rules of Data Pump (domain document, 1.2). */
    private static void features(
            Answers answers,
            Map<String, Object> out,
            List<String> schemas,
            List<String> blockers,
            List<String> warnings) {
        Map<String, ?> owners = Map.of("owners", Quiet.owners(schemas));
        int objects = 0;
        for (OracleRow row : answers.ask("object-counts", owners)) {
            objects += row.number("OBJECTS").intValue();
        }
        out.put("objects", objects);
        out.put("tables", answers.ask("tables", owners).size());
        out.put("invalid_objects", answers.ask("invalid-objects").size());
        for (String schema : schemas) {
            if (!schema.matches("[A-Z][A-Z0-9_$]*")) {
                blockers.add("schema \"" + schema + "\" needs quotes, which this playbook does not write");
            }
        }
        List<OracleRow> parameter = answers.ask("parameter", Map.of("name", "compatible"));
        parameter.forEach(row -> out.put("compatible", String.valueOf(row.findText("VALUE"))));
        List<OracleRow> encrypted = answers.ask("encrypted-tablespaces");
        out.put("tde_tablespace", !encrypted.isEmpty());
        named(
                encrypted,
                "encrypted tablespaces: the dump holds their rows in clear unless it is encrypted (R11, ORA-39173), and"
                        + " they cannot be transported (R09)",
                warnings);
        out.put("tables_without_key", answers.ask("tables-without-key", owners).size());
        if (out.get("lob_gb") instanceof Double lobs
                && out.get("data_gb") instanceof Double data
                && data > 0
                && lobs / data > LOB_SHARE) {
            warnings.add("LOBs are " + Math.round(lobs / data * 100)
                    + " % of the data: one worker for each LOB segment that is not partitioned (R21)");
        }
        out.put("tde_column", !answers.ask("encrypted-columns").isEmpty());
        named(
                answers.ask("encrypted-columns"),
                "encrypted columns: the dump must be encrypted, or it holds them in clear",
                warnings);
        named(answers.ask("external-tables"), "external tables: their files must be carried over", warnings);
        named(answers.ask("database-links"), "database links: passwords may have to be given again", warnings);
        named(
                answers.ask("materialized-views").stream()
                        .filter(row -> row.findText("MASTER_LINK") != null)
                        .toList(),
                "materialized views of remote masters: register and refresh completely",
                warnings);
        named(answers.ask("queues", owners), "queue tables: drain them, start the queues after the import", warnings);
        named(
                answers.ask("scheduler-jobs").stream()
                        .filter(row -> List.of("EXECUTABLE", "EXTERNAL_SCRIPT")
                                .contains(String.valueOf(row.findText("JOB_TYPE"))))
                        .toList(),
                "jobs that run programs of the host",
                warnings);
        Set<String> types = answers.ask("data-types", owners).stream()
                .map(row -> row.text("DATA_TYPE"))
                .collect(Collectors.toCollection(TreeSet::new));
        out.put("long_columns", types.contains("LONG") || types.contains("LONG RAW"));
        Set<String> bytes = types.stream()
                .filter(Set.of("RAW", "LONG RAW", "BLOB", "ANYDATA")::contains)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!bytes.isEmpty()) {
            warnings.add("columns of " + bytes + ": their bytes are not converted; ask the application's owner (0.4)");
        }
        named(
                answers.ask("pending-distributed").stream()
                        .filter(row -> row.number("PENDING").signum() > 0)
                        .toList(),
                "distributed transactions in doubt",
                blockers);
        named(
                answers.ask("archive-destinations").stream()
                        .filter(row -> "STANDBY".equals(row.findText("TARGET")))
                        .toList(),
                "standby: it is built anew on LinuxONE",
                warnings);
    }

    private static void named(List<OracleRow> rows, String words, List<String> found) {
        if (!rows.isEmpty()) {
            found.add(rows.size() + " " + words);
        }
    }
}
