package io.gulliver.evidence.discovery;

import io.gulliver.evidence.Regex;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What people are told of a database before its method is judged.
 *
 * @param blockers what forbids Data Pump with dump files
 * @param warnings what needs a person's eye
 */
record Findings(List<String> blockers, List<String> warnings) {
    /** From this share on LOBs decide how long it takes (R21 of {@code docs/domain/methods.md}). */
    private static final double LOB_SHARE = 0.2;

    static Findings of(QueryResults answers, DiscoveredFacts facts) {
        List<String> blockers = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        modes(answers, facts, warnings);
        landscape(answers, facts, blockers, warnings);
        StorageFactMapper.schemas(answers).stream()
                .filter(schema -> !Regex.matches(schema, "[A-Z][A-Z0-9_$]*"))
                .forEach(schema ->
                        blockers.add("schema \"" + schema + "\" needs quotes, which this playbook does not write"));
        features(answers, facts, warnings);
        counted(
                answers.of("pending-distributed").stream()
                        .filter(row -> row.number("PENDING") > 0)
                        .toList(),
                "distributed transactions in doubt",
                blockers);
        counted(
                answers.of("archive-destinations").stream()
                        .filter(row -> row.is("TARGET", "STANDBY"))
                        .toList(),
                "standby: it is built anew on LinuxONE",
                warnings);
        return new Findings(blockers, warnings);
    }

    private static void modes(QueryResults answers, DiscoveredFacts facts, List<String> warnings) {
        AnswerRow identity = answers.first("identity");
        if (identity != null && facts.is("source_is_standby")) {
            warnings.add("database role is " + identity.text("DATABASE_ROLE"));
        }
        if ("standard".equals(facts.value("source_edition"))) {
            warnings.add("Standard Edition: Data Pump works with one worker (R04)");
        }
        Object dst = facts.value("dst_upgrade_state");
        if (dst != null && !dst.equals("NONE")) {
            warnings.add("a time zone upgrade is open: DST_UPGRADE_STATE " + dst);
        }
    }

    /** Cluster, container: what stands around the database (R36, R38 of {@code docs/domain/methods.md}). */
    private static void landscape(
            QueryResults answers, DiscoveredFacts facts, List<String> blockers, List<String> warnings) {
        List<AnswerRow> instances = answers.of("instances");
        if (instances.size() > 1) {
            warnings.add("a cluster of " + instances.size() + " instances ("
                    + instances.stream().map(row -> row.text("INSTANCE_NAME")).collect(Collectors.joining(", "))
                    + "): Data Pump stays on one (CLUSTER=N), and every instance is made quiet (R36)");
        }
        if (facts.is("source_container")) {
            List<String> seen = answers.of("pluggable-databases").stream()
                    .map(row -> row.text("NAME"))
                    .toList();
            if (IdentityFactMapper.root(answers)) {
                blockers.add("this is the root of a container with "
                        + seen.stream().filter(name -> !name.equals("PDB$SEED")).toList()
                        + ": name the service of the pluggable database that shall move (R38, ORA-39357)");
            } else {
                warnings.add(
                        "a pluggable database: every connection goes by its own service, and DATA_PUMP_DIR is of no"
                                + " use there (R38)");
            }
        }
    }

    private static void features(QueryResults answers, DiscoveredFacts facts, List<String> warnings) {
        counted(
                answers.of("encrypted-tablespaces").stream()
                        .filter(row -> !row.is("ENCRYPTEDTS", "NO"))
                        .toList(),
                "encrypted tablespaces: the dump holds their rows in clear unless it is encrypted (R11, ORA-39173), and"
                        + " they cannot be transported (R09)",
                warnings);
        if (facts.value("lob_share") instanceof Double share && share > LOB_SHARE) {
            warnings.add("LOBs are " + Math.round(share * 100)
                    + " % of the data: one worker for each LOB segment that is not partitioned (R21)");
        }
        counted(
                answers.of("encrypted-columns"),
                "encrypted columns: the dump must be encrypted, or it holds them in clear",
                warnings);
        counted(Owned.rows(answers, "external-tables"), "external tables: their files must be carried over", warnings);
        counted(
                Owned.orPublic(answers, "database-links"),
                "database links: passwords may have to be given again",
                warnings);
        counted(
                Owned.rows(answers, "materialized-views").stream()
                        .filter(row -> row.find("MASTER_LINK") != null)
                        .toList(),
                "materialized views of remote masters: register and refresh completely",
                warnings);
        counted(answers.of("queues"), "queue tables: drain them, start the queues after the import", warnings);
        counted(
                answers.of("scheduler-jobs").stream()
                        .filter(row -> row.is("JOB_TYPE", "EXECUTABLE") || row.is("JOB_TYPE", "EXTERNAL_SCRIPT"))
                        .toList(),
                "jobs that run programs of the host",
                warnings);
        Set<String> bytes = new TreeSet<>();
        if (facts.value("binary_types") instanceof Collection<?> types) {
            types.forEach(type -> bytes.add(String.valueOf(type)));
        }
        if (!bytes.isEmpty()) {
            warnings.add("columns of " + bytes + ": their bytes are not converted; ask the application's owner (0.4)");
        }
    }

    private static void counted(Collection<AnswerRow> rows, String words, List<String> found) {
        if (!rows.isEmpty()) {
            found.add(rows.size() + " " + words);
        }
    }
}
