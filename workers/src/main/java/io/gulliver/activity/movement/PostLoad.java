package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What follows the load: rights on SYS objects, compiling, statistics (DP10 to DP12 of
 * {@code docs/domain/data-pump.md}).
 */
final class PostLoad {
    private PostLoad() {}

    /** {@code movement.replay-grants}. */
    static final class Grants extends ShortAction {
        private static final Map<String, String> STATEMENTS =
                Map.of("EXECUTE", "grant-sys-execute", "SELECT", "grant-sys-select");

        private static final int INSUFFICIENT_PRIVILEGES = 1031; // ORA-01031

        private final Databases databases;

        Grants(Databases databases) {
            super("movement.replay-grants");
            this.databases = databases;
        }

        @Override
        protected void render(StepCall call, Rendering rendering) {
            rendering
                    .says("Would give at " + rendering.database("") + " the rights on SYS objects that "
                            + rendering.database("source_") + " has, and list those that only a person can give")
                    .asksBoth("object-grants", "directories")
                    .runs(rendering.database(""), "grant-sys-execute", Map.of())
                    .runs(rendering.database(""), "grant-sys-select", Map.of())
                    .check("each right on an object of SYS that the source lists stands at the target, of directories"
                            + " too.");
        }

        @Override
        public StepResult run(StepCall call, StepContext context) {
            String owners = SessionRestriction.owners(Inputs.of(call).texts("schemas"));
            int granted = 0;
            List<String> left = new ArrayList<>();
            try (OracleClient source = databases.read(Address.of(call, "source_"), context);
                    OracleClient target = databases.change(Address.of(call, ""), call, context)) {
                Set<String> directories = source.query("directories").stream()
                        .map(row -> row.text("DIRECTORY_NAME"))
                        .collect(Collectors.toCollection(TreeSet::new));
                for (SysGrant grant : SysGrant.missing(source, target, owners)) {
                    String statement = STATEMENTS.get(grant.privilege());
                    // Rights with the grant option and rights on directories need a person's decision.
                    if (statement == null || grant.grantable() || directories.contains(grant.object())) {
                        left.add(grant.sql());
                        continue;
                    }
                    try {
                        target.execute(statement, Map.of("object", grant.object(), "user", grant.grantee()));
                        granted++;
                    } catch (OracleException e) {
                        if (e.code() != INSUFFICIENT_PRIVILEGES) {
                            throw e;
                        }
                        // Only SYS gives rights on its objects, and Gulliver need not log in as SYS: a person does.
                        left.add(grant.sql());
                    }
                }
            }
            return StepResult.done(
                    Map.of("granted", granted, "left", left), granted + " rights given back, left: " + left);
        }
    }

    /** {@code movement.check-grants}: reads both sides again and believes nobody's word. */
    static final class CheckGrants extends ShortAction {
        private final Databases databases;

        CheckGrants(Databases databases) {
            super("movement.check-grants");
            this.databases = databases;
        }

        @Override
        protected void render(StepCall call, Rendering rendering) {
            rendering
                    .says("Would read the rights on SYS objects of both sides and demand that none is missing at "
                            + rendering.database(""))
                    .asksBoth("object-grants")
                    .check("no right on an object of SYS that the source lists is missing at the target.");
        }

        @Override
        public StepResult run(StepCall call, StepContext context) {
            Address there = Address.of(call, "");
            String owners = SessionRestriction.owners(Inputs.of(call).texts("schemas"));
            try (OracleClient source = databases.read(Address.of(call, "source_"), context);
                    OracleClient target = databases.read(there, context)) {
                List<String> missing = SysGrant.missing(source, target, owners).stream()
                        .map(SysGrant::sql)
                        .toList();
                if (!missing.isEmpty()) {
                    throw new StepFailedException(
                            FailureCode.CHECK_FAILED,
                            "On " + there.name() + " " + missing.size()
                                    + " rights on SYS objects are still missing that" + " the source has: "
                                    + String.join("; ", missing) + ".",
                            "Log on there as SYS (in the pluggable database, where it is one), run these statements, then"
                                    + " retry the step: it reads the rights again.");
                }
                return StepResult.done(
                        Map.of("done", true), "All rights on SYS objects of the source are at " + there.name());
            }
        }
    }

    /** A right on an object of SYS, which Data Pump never carries over (R44 of {@code docs/domain/methods.md}). */
    record SysGrant(String grantee, String privilege, String object, boolean grantable) {
        /** What the source has and the target has not, in the order of the source's answer. */
        static Set<SysGrant> missing(OracleClient source, OracleClient target, String owners) {
            Set<SysGrant> missing = of(source, owners);
            missing.removeAll(of(target, owners));
            return missing;
        }

        private static Set<SysGrant> of(OracleClient client, String owners) {
            return client.query("object-grants", Map.of("owners", owners)).stream()
                    .filter(row -> row.text("OWNER").equals("SYS"))
                    .map(row -> new SysGrant(
                            row.text("GRANTEE"),
                            row.text("PRIVILEGE"),
                            row.text("TABLE_NAME"),
                            "YES".equals(row.findText("GRANTABLE"))))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }

        /** The statement that SYS runs; a name is quoted where it would not be read as it is. */
        String sql() {
            return "GRANT " + privilege + " ON SYS." + word(object) + " TO " + word(grantee)
                    + (grantable ? " WITH GRANT OPTION" : "");
        }

        private static String word(String name) {
            return name.matches("[A-Z][A-Z0-9_$#]*") ? name : '"' + name + '"';
        }
    }

    /** {@code movement.compile}: as utlrp does, in a detached SQL*Plus. */
    static final class Compile extends SqlPlusJob {
        Compile(Systems systems, Databases databases) {
            super("movement.compile", "compile", "runs", systems, databases);
        }

        @Override
        void render(StepCall call, Rendering rendering) {
            rendering
                    .says("Would compile what is invalid at " + rendering.database(""))
                    .runs(rendering.database(""), "recompile-invalid", Map.of("threads", "0"))
                    .asks(rendering.database(""), "invalid-objects")
                    .check("nothing is invalid that is valid at the source.");
        }

        @Override
        List<Part> parts(StepCall call, OracleClient client) {
            return client.query("invalid-objects").isEmpty()
                    ? List.of()
                    : List.of(new Part("invalid objects", "recompile-invalid", Map.of("threads", "0")));
        }

        @Override
        StepResult seen(StepCall call, OracleClient client) {
            List<OracleRow> invalid = client.query("invalid-objects");
            return StepResult.done(Map.of("invalid", invalid.size()), "Still invalid: " + invalid);
        }
    }

    /** {@code movement.gather-statistics}: schema by schema, in a detached SQL*Plus. */
    static final class Statistics extends SqlPlusJob {
        Statistics(Systems systems, Databases databases) {
            super("movement.gather-statistics", "statistics", "schemas", systems, databases);
        }

        @Override
        void render(StepCall call, Rendering rendering) {
            rendering
                    .says("Would gather statistics at " + rendering.database("") + " of those schemas of "
                            + rendering.shown("schemas") + " that have tables without")
                    .asks(rendering.database(""), "statistics-states");
            List<String> schemas = call.inputs().get("schemas") instanceof List<?> known
                    ? known.stream().map(String::valueOf).toList()
                    : List.of("«each schema»");
            schemas.forEach(schema -> rendering.runs(
                    rendering.database(""),
                    "gather-schema-statistics",
                    Map.of("owner", schema, "degree", rendering.shown("degree", "4"))));
            rendering.asks(rendering.database(""), "statistics-states").check("every table has LAST_ANALYZED.");
        }

        private static List<OracleRow> tables(StepCall call, OracleClient client) {
            return client.query(
                    "statistics-states",
                    Map.of("owners", SessionRestriction.owners(Inputs.of(call).texts("schemas"))));
        }

        @Override
        List<Part> parts(StepCall call, OracleClient client) {
            String degree = Integer.toString(Inputs.of(call).findWhole("degree").orElse(4));
            return tables(call, client).stream()
                    .filter(row -> row.findTime("LAST_ANALYZED") == null)
                    .map(row -> row.text("OWNER"))
                    .collect(Collectors.toCollection(TreeSet::new))
                    .stream()
                    .map(owner -> new Part(owner, "gather-schema-statistics", Map.of("owner", owner, "degree", degree)))
                    .toList();
        }

        @Override
        StepResult seen(StepCall call, OracleClient client) {
            int tables = tables(call, client).size();
            return StepResult.done(Map.of("tables", tables), "Tables with statistics: " + tables);
        }
    }
}
