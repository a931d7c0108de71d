package io.gulliver.activity.validation;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.SchedulerJobs;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.assessment.comparison.TableKind;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.migration.Purpose;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** {@code validation.dictionary}: checks V01, V02, V05 to V11 and V13 of {@code docs/domain/validation.md}. */
final class CompareDictionary extends Comparison {
    private static final int NAMED = 12;

    private final Databases databases;

    CompareDictionary(Databases databases) {
        super("validation.dictionary");
        this.databases = databases;
    }

    /**
     * A difference between the two sides.
     *
     * @param rule why it does no harm, or null
     */
    record Difference(
            String check,
            String what,
            @Nullable String source,
            @Nullable String target,
            @Nullable String rule) {
        String words() {
            return check + " " + what + ": source " + source + ", target " + target;
        }
    }

    @Override
    void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would compare dictionary, statistics and accounts of " + rendering.shown("schemas") + " at "
                        + rendering.database("source_") + " and " + rendering.database(""))
                .asksBoth(
                        "object-counts",
                        "column-kinds",
                        "scheduler-jobs",
                        "old-jobs",
                        "refresh-jobs",
                        "invalid-objects",
                        "constraint-states",
                        "sequences",
                        "identity-sequences",
                        "index-states",
                        "trigger-states",
                        "rights-on-objects",
                        "object-grants",
                        "public-rights",
                        "proxies",
                        "audit-policies",
                        "audit-enabled-policies",
                        "audit-options",
                        "audited-objects",
                        "fine-grained-policies",
                        "fine-grained-columns",
                        "application-roles",
                        "role-grants",
                        "system-grants",
                        "profiles",
                        "quotas",
                        "synonyms",
                        "private-synonyms",
                        "public-synonyms",
                        "users",
                        "row-policies",
                        "redaction-policies")
                .asks(rendering.database(""), "statistics-states", "block-corruption")
                .check("both print the same, but for what is approved to differ, for sequences, which are at least as"
                        + " far at the target; every table has statistics and no block is corrupt.");
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        List<String> schemas = Inputs.of(call).texts("schemas");
        Map<String, ?> owners = Map.of("owners", SessionRestriction.owners(schemas));
        List<Difference> found = new ArrayList<>();
        int checks = 0;
        Address target = Address.of(call, "");
        Set<String> approved = new TreeSet<>(
                Inputs.of(call).given("approved") ? Inputs.of(call).texts("approved") : List.of());
        try (OracleClient a = databases.read(Address.of(call, "source_"), context);
                OracleClient b = databases.read(target, context)) {
            Set<String> wanted = new HashSet<>(schemas);
            Function<OracleClient, Map<String, String>> objects = client -> counted(client, owners);
            checks += compare("V01 objects", objects.apply(a), objects.apply(b), found);
            checks += invalid(a, b, wanted, found);
            Map<String, TableKind> here = CompareContent.kinds(a, owners);
            Map<String, TableKind> there = CompareContent.kinds(b, owners);
            checks += compare("V01 columns", columns(a, owners, here), columns(b, owners, there), found);
            checks += jobs(a, b, wanted, approved, found);
            checks += compare("V05 constraints", constraints(a, owners, here), constraints(b, owners, there), found);
            checks += sequences(a, b, owners, found);
            checks += compare(
                    "V07 indexes",
                    states(a, "index-states", owners, here, "INDEX_NAME", "UNIQUENESS", "STATUS", "VISIBILITY"),
                    states(b, "index-states", owners, there, "INDEX_NAME", "UNIQUENESS", "STATUS", "VISIBILITY"),
                    found);
            checks += compare(
                    "V08 triggers",
                    states(a, "trigger-states", owners, here, "TRIGGER_NAME", "TABLE_NAME", "STATUS"),
                    states(b, "trigger-states", owners, there, "TRIGGER_NAME", "TABLE_NAME", "STATUS"),
                    found);
            List<String> leftBehind =
                    Inputs.of(call).given("left_behind") ? Inputs.of(call).texts("left_behind") : List.of();
            checks += PeopleComparison.compare(a, b, wanted, databases.ownUsers(), approved, leftBehind, found);
            checks += AuditComparison.compare(
                    a,
                    b,
                    wanted,
                    databases.ownUsers(),
                    approved,
                    leftBehind,
                    call.purpose() == Purpose.REHEARSAL,
                    found);
            checks += compare("V09 row policies", rowPolicies(a, owners), rowPolicies(b, owners), found);
            checks += compare("V09 redactions", redactions(a, wanted), redactions(b, wanted), found);
            checks += Readiness.check(
                    a, b, owners, wanted, Inputs.of(call).findTextsByName("accounts"), leftBehind, approved, found);
        }
        List<Difference> open =
                found.stream().filter(difference -> difference.rule() == null).toList();
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("schemas", schemas);
        report.put("checks", checks);
        report.put("differences", found);
        EvidenceRef kept = context.evidence(
                "dictionary.json", "report", JsonMapper.shared().writeValueAsString(report));
        if (!open.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Dictionary of " + target.name() + " differs in " + open.size() + " places: "
                            + open.stream().limit(NAMED).map(Difference::words).collect(Collectors.joining("; "))
                            + (open.size() > NAMED ? "; and more in dictionary.json" : ""),
                    "Mend each on the target (dictionary.json names them all) and retry. An account, role or"
                            + " profile that is meant to differ goes into the program's approved_changes; a skip needs the"
                            + " reason.");
        }
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("checks", checks);
        outputs.put("differences", open.size());
        outputs.put("explained", found.size() - open.size());
        return new StepResult(
                true,
                outputs,
                null,
                null,
                List.of(kept),
                checks + " entries compared; explained differences: " + (found.size() - open.size()));
    }

    /**
     * V01: names that the system gives may differ in number (LOB segments and indexes, system partitions); jobs are compared
     * by name.
     */
    private static Map<String, String> counted(OracleClient client, Map<String, ?> owners) {
        SortedMap<String, Long> sums = new TreeMap<>();
        for (OracleRow row : client.query("object-counts", owners)) {
            String type = row.text("OBJECT_TYPE");
            if (!type.equals("LOB") && !type.equals("JOB") && !type.contains("PARTITION")) {
                sums.merge(row.text("OWNER") + " " + type, row.number("OBJECTS").longValue(), Long::sum);
            }
        }
        Map<String, String> counts = new TreeMap<>();
        sums.forEach((key, value) -> counts.put(key, value.toString()));
        return counts;
    }

    /** V01: type, null or not, virtual, invisible; lengths follow character sets, and V04 reads what is in them. */
    private static Map<String, String> columns(
            OracleClient client, Map<String, ?> owners, Map<String, TableKind> kinds) {
        Map<String, String> columns = new TreeMap<>();
        for (OracleRow row : client.query("column-kinds", owners)) {
            TableKind kind = kinds.get(CompareContent.key(row.text("OWNER"), row.text("TABLE_NAME")));
            if (kind != null && kind.keepsItsName()) {
                columns.put(
                        row.text("OWNER") + "." + row.text("TABLE_NAME") + "." + row.text("COLUMN_NAME"),
                        row.findText("DATA_TYPE")
                                + ("N".equals(row.findText("NULLABLE")) ? " not null" : " null")
                                + ("YES".equals(row.findText("VIRTUAL_COLUMN")) ? " virtual" : "")
                                + ("YES".equals(row.findText("HIDDEN_COLUMN")) ? " invisible" : ""));
            }
        }
        return columns;
    }

    /**
     * V01: jobs by name, those of DBMS_JOB by number, and those that refresh materialized views by what they refresh, for the
     * database names them. What a release makes by itself is no difference: from 19 on a job of the scheduler for each of
     * DBMS_JOB.
     */
    private static int jobs(
            OracleClient a, OracleClient b, Set<String> schemas, Set<String> approved, List<Difference> found) {
        Set<String> here = jobs(a, schemas);
        Set<String> there = jobs(b, schemas);
        Set<String> all = new TreeSet<>(here);
        all.addAll(there);
        for (String name : all) {
            if (here.contains(name) && there.contains(name)) {
                continue;
            }
            found.add(new Difference(
                    "V01 job",
                    name,
                    here.contains(name) ? "there" : "missing",
                    there.contains(name) ? "there" : "missing",
                    approved.contains(name) ? "approved" : null));
        }
        return all.size();
    }

    private static Set<String> jobs(OracleClient client, Set<String> schemas) {
        Set<String> jobs = new TreeSet<>();
        Map<String, String> refreshes = SchedulerJobs.refreshes(client);
        client.query("scheduler-jobs").stream()
                .filter(row -> schemas.contains(row.text("OWNER")) && !SchedulerJobs.ofOldJob(row))
                .map(SchedulerJobs::name)
                .forEach(name -> jobs.add(refreshes.getOrDefault(name, name)));
        client.query("old-jobs").stream()
                .filter(row -> schemas.contains(row.findText("SCHEMA_USER")))
                .forEach(row -> jobs.add(
                        SchedulerJobs.refreshOf(row.findText("WHAT")).orElseGet(() -> SchedulerJobs.oldName(row))));
        return jobs;
    }

    /** V02: what is invalid on the target alone. */
    private static int invalid(OracleClient a, OracleClient b, Set<String> schemas, List<Difference> found) {
        Set<String> before = names(a, schemas);
        Set<String> after = names(b, schemas);
        for (String name : after) {
            if (!before.contains(name)) {
                found.add(new Difference("V02 invalid", name, "valid", "invalid", null));
            }
        }
        return after.size();
    }

    private static Set<String> names(OracleClient client, Set<String> schemas) {
        return client.query("invalid-objects").stream()
                .filter(row -> schemas.contains(row.text("OWNER")))
                .map(row -> row.text("OWNER") + "." + row.text("OBJECT_NAME") + " (" + row.text("OBJECT_TYPE") + ")")
                .collect(Collectors.toCollection(java.util.TreeSet::new));
    }

    /** V05: named ones by name; generated names are compared as counts by table, type and state. */
    private static Map<String, String> constraints(
            OracleClient client, Map<String, ?> owners, Map<String, TableKind> kinds) {
        Map<String, String> states = new TreeMap<>();
        SortedMap<String, Long> generated = new TreeMap<>();
        for (OracleRow row : client.query("constraint-states", owners)) {
            if (!crosses(row, kinds)) {
                continue;
            }
            String state = row.findText("STATUS") + " " + row.findText("VALIDATED");
            String table = row.text("OWNER") + "." + row.text("TABLE_NAME") + " " + row.text("CONSTRAINT_TYPE");
            if ("GENERATED NAME".equals(row.findText("GENERATED"))) {
                generated.merge(table + " " + state, 1L, Long::sum);
            } else {
                states.put(table + " " + row.text("CONSTRAINT_NAME"), state);
            }
        }
        generated.forEach((key, value) -> states.put(key, value.toString()));
        return states;
    }

    /** V06: an ascending sequence may not lie behind; being ahead does no harm. */
    private int sequences(OracleClient a, OracleClient b, Map<String, ?> owners, List<Difference> found) {
        Map<String, OracleRow> after = sequences(b, owners);
        Map<String, OracleRow> before = sequences(a, owners);
        before.forEach((name, row) -> {
            OracleRow there = after.get(name);
            BigDecimal last = row.number("LAST_NUMBER");
            BigDecimal next = there == null ? null : there.number("LAST_NUMBER");
            int order = next == null
                    ? -1
                    : next.compareTo(last) * row.number("INCREMENT_BY").signum();
            if (order != 0) {
                found.add(new Difference(
                        "V06 sequence",
                        name,
                        last.toPlainString(),
                        next == null ? "missing" : next.toPlainString(),
                        order > 0 ? "ahead of the source, as after a cache" : null));
            }
        });
        return before.size();
    }

    /**
     * By name; one behind an identity column by its table and column, for its own name (ISEQ$$_ and the number of the table)
     * is another in every database.
     */
    private Map<String, OracleRow> sequences(OracleClient client, Map<String, ?> owners) {
        Map<String, String> identities = new TreeMap<>();
        for (String statement : List.of("identity-sequences-12", "identity-sequences")) {
            CompareContent.askedFrom(databases, statement, client, owners)
                    .forEach(row -> identities.put(
                            row.text("OWNER") + "." + row.text("SEQUENCE_NAME"),
                            row.text("OWNER") + "." + row.text("TABLE_NAME") + "." + row.text("COLUMN_NAME")
                                    + " (identity)"));
        }
        Map<String, OracleRow> sequences = new TreeMap<>();
        for (OracleRow row : client.query("sequences", owners)) {
            String name = row.text("SEQUENCE_OWNER") + "." + row.text("SEQUENCE_NAME");
            sequences.put(identities.getOrDefault(name, name), row);
        }
        return sequences;
    }

    private static Map<String, String> states(
            OracleClient client,
            String statement,
            Map<String, ?> owners,
            Map<String, TableKind> kinds,
            String name,
            String... columns) {
        Map<String, String> states = new TreeMap<>();
        for (OracleRow row : client.query(statement, owners)) {
            // Names that the system gave differ from database to database.
            if (!row.text(name).startsWith("SYS_") && !row.text(name).startsWith("DR$") && crosses(row, kinds)) {
                List<String> values = new ArrayList<>();
                for (String column : columns) {
                    values.add(String.valueOf(row.findText(column)));
                }
                states.put(row.text("OWNER") + "." + row.text(name), String.join(" ", values));
            }
        }
        return states;
    }

    /** Whether what hangs on a table crosses with it: not in the recycle bin, nor of what a domain index makes anew. */
    private static boolean crosses(OracleRow row, Map<String, TableKind> kinds) {
        String table = row.findText("TABLE_NAME");
        TableKind kind = table == null ? null : kinds.get(CompareContent.key(row.text("OWNER"), table));
        return table == null || (kind == null ? !table.startsWith("BIN$") : kind.crosses());
    }

    private static Map<String, String> rowPolicies(OracleClient client, Map<String, ?> owners) {
        return policies(client.query("row-policies", owners), "OWNER");
    }

    private Map<String, String> redactions(OracleClient client, Set<String> schemas) {
        return policies(
                CompareContent.askedFrom(databases, "redaction-policies", client).stream()
                        .filter(row -> schemas.contains(row.text("OBJECT_OWNER")))
                        .toList(),
                "OBJECT_OWNER");
    }

    /** V09: what hides rows or masks values, and whether it does. */
    private static Map<String, String> policies(List<OracleRow> rows, String owner) {
        Map<String, String> policies = new TreeMap<>();
        rows.forEach(row -> policies.put(
                row.text(owner) + "." + row.text("OBJECT_NAME") + " " + row.text("POLICY_NAME"),
                "YES".equals(row.findText("ENABLE")) ? "enabled" : "disabled"));
        return policies;
    }

    static int compare(String check, Map<String, String> source, Map<String, String> target, List<Difference> found) {
        Set<String> all = new java.util.TreeSet<>(source.keySet());
        all.addAll(target.keySet());
        for (String key : all) {
            String a = source.get(key);
            String b = target.get(key);
            if (!Objects.equals(a, b)) {
                found.add(new Difference(check, key, a == null ? "missing" : a, b == null ? "missing" : b, null));
            }
        }
        return all.size();
    }
}
