package io.gulliver.activity.validation;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Accounts;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.ObjectRight;
import io.gulliver.activity.systems.SchedulerJobs;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OracleStatement.Versions;
import io.gulliver.assessment.comparison.ReadinessCriterion;
import io.gulliver.assessment.comparison.ReadinessCriterion.Verdict;
import io.gulliver.assessment.comparison.ReadinessDemand;
import io.gulliver.assessment.comparison.ReadinessRules;
import io.gulliver.assessment.comparison.ReadinessSide;
import io.gulliver.assessment.crossing.CarryOver;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.evidence.discovery.LicensedFeatures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** {@code validation.readiness}: check V12 of {@code docs/domain/validation.md}, days before the outage. */
final class CheckReadiness extends Comparison {
    private static final int NAMED = 20;

    /** Before these releases nothing of the kind is there to ask. */
    private static final int WITH_CONTAINERS = 12;

    private static final int WITH_FULL_RELEASE = 18;

    /** Where statistics can be gathered by several jobs at once: {@code concurrent-statistics}. */
    private static final Versions WITH_CONCURRENCY = new Versions("11.2", null);

    /** Where a tablespace can be encrypted: ENCRYPTED of DBA_TABLESPACES. */
    private static final Versions WITH_ENCRYPTION = new Versions("11.1", null);

    private static final double MB = 1 << 20;

    private final Databases databases;

    CheckReadiness(Databases databases) {
        super("validation.readiness");
        this.databases = databases;
    }

    @Override
    void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would compare what the load and the applications of " + rendering.shown("schemas") + " need at "
                        + rendering.database("source_") + " with " + rendering.database(""))
                .asksBoth(
                        "character-sets",
                        "database-time-zone",
                        "time-zone-file",
                        "release",
                        "components",
                        "options",
                        "changed-parameters",
                        "profiles",
                        "object-grants",
                        "directories")
                .asks(
                        rendering.database("source_"),
                        "feature-usage",
                        "application-roles",
                        "users",
                        "old-jobs",
                        "tablespaces")
                .asksParameters(rendering.database("source_"), "compatible", "max_string_size")
                .asksParameters(rendering.database(""), "compatible", "max_string_size")
                .asks(
                        rendering.database(""),
                        "tablespaces",
                        "datafiles",
                        "free-space-metrics",
                        "recovery-area",
                        "database-identity",
                        "application-roles",
                        "plug-in-violations",
                        "concurrent-statistics",
                        "encryption-wallet")
                .check(
                        "sets, DBTIMEZONE and what was set at the source are alike, or approved to differ; release, COMPATIBLE"
                                + " and time zone file of the target are not lower; components, options, tablespaces, roles and"
                                + " profiles of the source are there; each tablespace has room for 1.3 times what the source uses,"
                                + " no plug-in violation is left, and what a right is on at the source is in DBA_OBJECTS, or"
                                + " DBA_USERS, of the target or crosses.");
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address target = Address.of(call, "");
        List<ReadinessCriterion> found;
        try (OracleClient a = databases.read(Address.of(call, "source_"), context);
                OracleClient b = databases.read(target, context)) {
            Accounts crossing = Accounts.of(a, databases.ownUsers());
            SortedMap<String, SortedSet<String>> rights = new TreeMap<>();
            SortedSet<String> objects = rights(a, b, crossing, inputs, rights);
            found = ReadinessRules.judge(
                    side(a, crossing, new TreeSet<>(), false),
                    side(b, Accounts.of(b, databases.ownUsers()), objects, true),
                    demand(a, crossing, rights, inputs));
        }
        List<ReadinessCriterion> open =
                found.stream().filter(ReadinessCriterion::blocks).toList();
        long allowed =
                found.stream().filter(one -> one.verdict() == Verdict.ALLOWED).count();
        EvidenceRef kept = context.evidence(
                "readiness.json", "report", JsonMapper.shared().writeValueAsString(Map.of("criteria", found)));
        if (!open.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Target " + target.name() + " is not ready in " + open.size() + " of " + found.size() + " points: "
                            + open.stream()
                                    .limit(NAMED)
                                    .map(ReadinessCriterion::words)
                                    .collect(Collectors.joining(" "))
                            + (open.size() > NAMED ? " More are in readiness.json." : ""),
                    "There is still time: do what each point says, and retry. What is meant to differ goes by its name into the"
                            + " program's approved_changes.");
        }
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("criteria", found.size());
        outputs.put("allowed", (int) allowed);
        return new StepResult(
                true,
                outputs,
                null,
                null,
                List.of(kept),
                target.name() + " is ready: " + found.size() + " points, " + allowed + " of them allowed to differ");
    }

    /**
     * Rights on what does not cross with the schemas and is no directory (those are on the carry-over list), unless the
     * holder may differ.
     *
     * @param rights filled with them, by what they are on
     * @return what of that is at the target, or comes with the accounts
     */
    private static SortedSet<String> rights(
            OracleClient source,
            OracleClient target,
            Accounts crossing,
            Inputs inputs,
            SortedMap<String, SortedSet<String>> rights) {
        Set<String> directories = source.query("directories").stream()
                .map(row -> row.text("DIRECTORY_NAME"))
                .collect(Collectors.toSet());
        List<String> approved = inputs.findTexts("approved");
        List<String> schemas = inputs.texts("schemas");
        List<ObjectRight> wanted = new ArrayList<>();
        for (ObjectRight right : ObjectRight.missingBeyond(
                source, target, schemas, crossing.roles().keySet())) {
            boolean comes = right.onUser() && schemas.contains(right.object());
            if (!comes
                    && !approved.contains(right.grantee())
                    && !(right.owner().equals("SYS") && directories.contains(right.object()))) {
                wanted.add(right);
                rights.computeIfAbsent(right.place(), place -> new TreeSet<>())
                        .add(right.privilege() + " to " + right.grantee());
            }
        }
        SortedSet<String> there = new TreeSet<>(rights.keySet());
        ObjectRight.onNothing(wanted, target).forEach(right -> there.remove(right.place()));
        return there;
    }

    private static ReadinessDemand demand(
            OracleClient source, Accounts crossing, SortedMap<String, SortedSet<String>> rights, Inputs inputs) {
        List<String> schemas = inputs.texts("schemas");
        SortedSet<String> tablespaces = new TreeSet<>();
        SortedSet<String> profiles = new TreeSet<>();
        crossing.users().forEach((user, row) -> {
            if (schemas.contains(user)) {
                tablespaces.add(row.text("DEFAULT_TABLESPACE"));
                tablespaces.add(row.text("TEMPORARY_TABLESPACE"));
                profiles.add(row.text("PROFILE"));
            }
        });
        boolean local = source.query("time-zone-columns", Map.of("owners", SessionRestriction.owners(schemas))).stream()
                .anyMatch(row -> row.text("DATA_TYPE").contains("LOCAL"));
        Set<String> features = source.query("feature-usage").stream()
                .filter(row -> "TRUE".equals(row.findText("CURRENTLY_USED")))
                .map(row -> row.text("NAME"))
                .collect(Collectors.toCollection(TreeSet::new));
        SortedMap<String, String> told = new TreeMap<>();
        rights.forEach((object, of) -> told.put(object, String.join(", ", of)));
        return new ReadinessDemand(
                new TreeMap<>(inputs.numbers("tablespace_mb")),
                tablespaces,
                new TreeSet<>(crossing.roles().keySet()),
                profiles,
                told,
                new TreeSet<>(SchedulerJobs.goingOn(source, schemas)),
                local,
                features,
                LicensedFeatures.products(features),
                CarryOver.reasons(inputs.findTexts("left_behind")),
                Set.copyOf(inputs.given("approved") ? inputs.texts("approved") : List.of()));
    }

    private static ReadinessSide side(
            OracleClient client, Accounts accounts, SortedSet<String> objects, boolean landing) {
        String release = client.release();
        int major = Integer.parseInt(release.substring(0, release.indexOf('.')));
        SortedMap<String, String> properties = pairs(client, "character-sets", "PARAMETER", "VALUE");
        properties.put(
                "DBTIMEZONE", client.queryOne("database-time-zone", Map.of()).text("TIME_ZONE"));
        if (landing && WITH_CONCURRENCY.contains(release)) {
            properties.put(
                    ReadinessRules.CONCURRENT,
                    client.queryOne("concurrent-statistics", Map.of()).text("SETTING"));
        }
        if (landing && WITH_ENCRYPTION.contains(release)) {
            client.query("encryption-wallet")
                    .forEach(row -> properties.put(ReadinessRules.KEYSTORE, String.valueOf(row.findText("STATUS"))));
        }
        SortedMap<String, String> parameters = pairs(client, "changed-parameters", "NAME", "VALUE");
        for (String name : List.of("compatible", "max_string_size")) {
            client.query("parameter", Map.of("name", name)).forEach(row -> parameters.put(name, row.text("VALUE")));
        }
        List<String> violations = !landing || major < WITH_CONTAINERS
                ? List.of()
                : client.query("plug-in-violations").stream()
                        .map(row -> row.text("NAME") + ", " + row.text("CAUSE") + ": " + row.text("MESSAGE")
                                + " ACTION: " + row.findText("ACTION"))
                        .toList();
        return new ReadinessSide(
                major < WITH_FULL_RELEASE
                        ? release
                        : client.query("instance-release").get(0).text("VERSION_FULL"),
                properties,
                client.query("time-zone-file").get(0).number("VERSION").intValue(),
                pairs(client, "components", "COMP_ID", "STATUS"),
                parameters,
                client.query("options").stream()
                        .filter(row -> "TRUE".equals(row.findText("VALUE")))
                        .map(row -> row.text("PARAMETER"))
                        .collect(Collectors.toCollection(TreeSet::new)),
                major >= WITH_CONTAINERS
                        && "YES"
                                .equals(client.queryOne("container-state", Map.of())
                                        .findText("CDB")),
                "YES".equals(client.queryOne("database-identity", Map.of()).findText("FORCE_LOGGING")),
                landing ? room(client) : new TreeMap<>(),
                made(client),
                landing ? recoveryRoom(client) : -1,
                new TreeSet<>(accounts.roles().keySet()),
                new TreeSet<>(accounts.profiles().keySet()),
                objects,
                violations);
    }

    private static SortedMap<String, String> pairs(OracleClient client, String statement, String name, String value) {
        SortedMap<String, String> pairs = new TreeMap<>();
        client.query(statement).forEach(row -> pairs.put(row.text(name), String.valueOf(row.findText(value))));
        return pairs;
    }

    private static SortedMap<String, ReadinessSide.Made> made(OracleClient client) {
        SortedMap<String, ReadinessSide.Made> made = new TreeMap<>();
        client.query("tablespaces")
                .forEach(row -> made.put(
                        row.text("TABLESPACE_NAME"),
                        new ReadinessSide.Made(
                                row.number("BLOCK_SIZE").longValue(),
                                WITH_ENCRYPTION.contains(client.release())
                                        && "YES".equals(row.findText("ENCRYPTED")))));
        return made;
    }

    /** Free now, and what the files may still grow. */
    private static SortedMap<String, Double> room(OracleClient client) {
        SortedMap<String, Double> room = new TreeMap<>();
        client.query("tablespaces").forEach(row -> room.put(row.text("TABLESPACE_NAME"), 0.0));
        client.query("free-space-metrics")
                .forEach(row -> room.merge(row.text("TABLESPACE_NAME"), mb(row, "BYTES"), Double::sum));
        for (OracleRow file : client.query("datafiles")) {
            if ("YES".equals(file.findText("AUTOEXTENSIBLE"))) {
                room.merge(
                        file.text("TABLESPACE_NAME"),
                        Math.max(0, mb(file, "MAXBYTES") - mb(file, "BYTES")),
                        Double::sum);
            }
        }
        return room;
    }

    /** What its limit leaves, with what it may delete by itself; -1 without a recovery area. */
    private static double recoveryRoom(OracleClient client) {
        return client.query("recovery-area").stream()
                .filter(row -> row.number("SPACE_LIMIT").signum() > 0)
                .mapToDouble(row -> mb(row, "SPACE_LIMIT") - mb(row, "SPACE_USED") + mb(row, "SPACE_RECLAIMABLE"))
                .findFirst()
                .orElse(-1);
    }

    private static double mb(OracleRow row, String column) {
        return row.number(column).doubleValue() / MB;
    }
}
