package io.gulliver.activity.validation;

import io.gulliver.activity.validation.CompareDictionary.Difference;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.assessment.comparison.TableKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether the target is fit for service, beyond having the same objects: checks V10 to V13 of
 * {@code docs/domain/validation.md}.
 */
final class Readiness {
    /** What belongs to a host, an instance or the way the target was built; the rest must be equal or approved. */
    private static final List<String> OWN = List.of(
            "audit_file_dest",
            "cluster_database",
            "cluster_database_instances",
            "control_files",
            "db_create_file_dest",
            "db_name",
            "db_recovery_file_dest",
            "db_recovery_file_dest_size",
            "db_unique_name",
            "diagnostic_dest",
            "dispatchers",
            "fal_client",
            "fal_server",
            "instance_name",
            "instance_number",
            "local_listener",
            "log_archive_config",
            "log_archive_dest",
            "memory_target",
            "pga_aggregate_limit",
            "pga_aggregate_target",
            "remote_listener",
            "sga_max_size",
            "sga_target",
            "thread",
            "undo_tablespace",
            "use_large_pages");

    /** What the instance has once for all, so that a pluggable database takes its container's. */
    private static final List<String> OF_THE_INSTANCE =
            List.of("db_files", "open_links", "parallel_max_servers", "processes", "sessions", "transactions");

    private final OracleClient source;
    private final OracleClient target;
    private final List<Difference> found;
    private final Set<String> approved;

    private Readiness(OracleClient source, OracleClient target, List<Difference> found, Set<String> approved) {
        this.source = source;
        this.target = target;
        this.found = found;
        this.approved = approved;
    }

    /**
     * Compares and adds what differs.
     *
     * @param approved names of parameters that may differ: the approved change list
     * @return how many entries were compared
     */
    static int check(
            OracleClient source,
            OracleClient target,
            Map<String, ?> owners,
            Set<String> schemas,
            Set<String> approved,
            List<Difference> found) {
        Readiness readiness = new Readiness(source, target, found, approved);
        return readiness.statistics(owners)
                + readiness.blocks()
                + readiness.parameters()
                + readiness.components()
                + readiness.properties()
                + readiness.accounts(schemas);
    }

    private void add(String check, String what, @Nullable String here, @Nullable String there, @Nullable String rule) {
        found.add(new Difference(check, what, here, there, rule));
    }

    /** V10: a table without statistics, or with stale ones, plans blindly on the first morning. */
    private int statistics(Map<String, ?> owners) {
        List<OracleRow> tables = target.query("statistics-states", owners);
        Map<String, TableKind> kinds = CompareContent.kinds(target, owners);
        for (OracleRow row : tables) {
            TableKind kind = kinds.get(CompareContent.key(row.text("OWNER"), row.text("TABLE_NAME")));
            if (kind != null && !kind.gathered()) {
                continue;
            }
            String name = row.text("OWNER") + "." + row.text("TABLE_NAME");
            if (row.findTime("LAST_ANALYZED") == null) {
                add("V10 statistics", name, "wanted", "never gathered", null);
            } else if ("YES".equals(row.findText("STALE_STATS"))) {
                add("V10 statistics", name, "wanted", "stale since " + row.findTime("LAST_ANALYZED"), null);
            }
        }
        return tables.size();
    }

    /** V11: what the target's own backups and validations found; RMAN's level 0 reads every block with CHECK LOGICAL. */
    private int blocks() {
        List<OracleRow> corrupt = target.query("block-corruption");
        for (OracleRow row : corrupt) {
            add(
                    "V11 blocks",
                    "file " + row.number("FILE#") + " block " + row.number("BLOCK#"),
                    "healthy",
                    row.number("BLOCKS") + " blocks " + row.findText("CORRUPTION_TYPE"),
                    null);
        }
        return Math.max(1, corrupt.size());
    }

    /** V12: parameters that somebody set on the source. */
    private int parameters() {
        Map<String, String> there = parameters(target);
        Map<String, String> here = parameters(source);
        boolean contained =
                "YES".equals(target.queryOne("container-state", Map.of()).findText("CDB"));
        here.forEach((name, value) -> {
            String now = there.get(name);
            if (value.equals(now)) {
                return;
            }
            String rule = null;
            if (approved.contains(name)) {
                rule = "approved change";
            } else if (name.startsWith("_")) {
                rule = "hidden parameter of the old release and machine, not carried over";
            } else if (OWN.contains(name) || name.matches("log_archive_dest_(state_)?\\d+")) {
                rule = "belongs to the host, the instance or the standby of the target";
            } else if (contained && OF_THE_INSTANCE.contains(name)) {
                rule = "the container's, for all that live there";
            } else if (name.equals("job_queue_processes") && "0".equals(now)) {
                rule = "the fence holds jobs until the target is opened";
            } else if (name.equals("compatible") && now != null && release(now, value) >= 0) {
                rule = "not lower than the source";
            }
            add("V12 parameter", name, value, now == null ? "default" : now, rule);
        });
        return here.size();
    }

    private static Map<String, String> parameters(OracleClient client) {
        Map<String, String> set = new TreeMap<>();
        for (OracleRow row : client.query("changed-parameters")) {
            set.put(row.text("NAME"), String.valueOf(row.findText("VALUE")));
        }
        return set;
    }

    private static int release(String a, String b) {
        int[] left = Arrays.stream(a.split("\\.")).mapToInt(Integer::parseInt).toArray();
        int[] right = Arrays.stream(b.split("\\.")).mapToInt(Integer::parseInt).toArray();
        int length = Math.max(left.length, right.length);
        return Arrays.compare(Arrays.copyOf(left, length), Arrays.copyOf(right, length));
    }

    /** V12: a component that was used must be there and valid. */
    private int components() {
        Map<String, String> there = new TreeMap<>();
        target.query("components")
                .forEach(row -> there.put(row.text("COMP_ID"), String.valueOf(row.findText("STATUS"))));
        int compared = 0;
        for (OracleRow row : source.query("components")) {
            compared++;
            String now = there.get(row.text("COMP_ID"));
            if ("VALID".equals(row.findText("STATUS")) && !"VALID".equals(now)) {
                add(
                        "V12 component",
                        row.text("COMP_ID") + " (" + row.findText("COMP_NAME") + ")",
                        "VALID",
                        now == null ? "missing" : now,
                        approved.contains(row.text("COMP_ID")) ? "approved change" : null);
            }
        }
        return compared;
    }

    /** V12: character sets, length semantics, time zone. */
    private int properties() {
        SortedMap<String, String> here = sets(source);
        SortedMap<String, String> there = sets(target);
        here.forEach((name, value) -> {
            if (!value.equals(there.get(name))) {
                add(
                        "V12 character set",
                        name,
                        value,
                        String.valueOf(there.get(name)),
                        approved.contains(name) ? "approved change" : null);
            }
        });
        BigDecimal zone = source.query("time-zone-file").get(0).number("VERSION");
        BigDecimal now = target.query("time-zone-file").get(0).number("VERSION");
        if (zone.compareTo(now) != 0) {
            add(
                    "V12 time zone file",
                    "version",
                    zone.toPlainString(),
                    now.toPlainString(),
                    now.compareTo(zone) > 0 ? "newer than the source" : null);
        }
        String clock = source.queryOne("database-time-zone", Map.of()).text("TIME_ZONE");
        String other = target.queryOne("database-time-zone", Map.of()).text("TIME_ZONE");
        if (!clock.equals(other)) {
            add(
                    "V12 time zone",
                    "DBTIMEZONE",
                    clock,
                    other,
                    approved.contains("DBTIMEZONE") ? "approved change" : null);
        }
        return here.size() + 2;
    }

    private static SortedMap<String, String> sets(OracleClient client) {
        SortedMap<String, String> sets = new TreeMap<>();
        for (OracleRow row : client.query("character-sets")) {
            if (!row.text("PARAMETER").equals("NLS_RDBMS_VERSION")) {
                sets.put(row.text("PARAMETER"), String.valueOf(row.findText("VALUE")));
            }
        }
        return sets;
    }

    /**
     * V13: an account that could log on can still: it is there, as open as before, and has a verifier that 12.2 and later
     * accept (R43 of {@code docs/domain/methods.md}). A real logon of each class of account is the smoke test's.
     */
    private int accounts(Set<String> schemas) {
        Map<String, OracleRow> there = new TreeMap<>();
        target.query("users").forEach(row -> there.put(row.text("USERNAME"), row));
        int compared = 0;
        for (OracleRow row : source.query("users")) {
            String user = row.text("USERNAME");
            if (!schemas.contains(user)) {
                continue;
            }
            compared++;
            OracleRow now = there.get(user);
            String status = String.valueOf(row.findText("ACCOUNT_STATUS"));
            if (now == null) {
                add("V13 account", user, status, "missing", null);
                continue;
            }
            if (!status.equals(String.valueOf(now.findText("ACCOUNT_STATUS")))) {
                add("V13 account", user, status, String.valueOf(now.findText("ACCOUNT_STATUS")), null);
            }
            List<String> verifiers = new ArrayList<>(List.of(
                    String.valueOf(now.findText("PASSWORD_VERSIONS")).strip().split("\\s+")));
            boolean password = "PASSWORD".equals(String.valueOf(now.findText("AUTHENTICATION_TYPE")));
            if (password && status.equals("OPEN") && verifiers.stream().noneMatch(each -> each.matches("1[12]C?G?"))) {
                add("V13 password", user, "11G or 12C wanted", String.valueOf(verifiers), null);
            }
        }
        return compared;
    }
}
