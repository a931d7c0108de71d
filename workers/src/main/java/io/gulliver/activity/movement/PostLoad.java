package io.gulliver.activity.movement;

import io.gulliver.activity.Databases;
import io.gulliver.activity.Databases.Address;
import io.gulliver.activity.Inputs;
import io.gulliver.activity.Quiet;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What follows the load: rights on SYS objects, compiling, statistics (DP10 to DP12). */
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

        private static Set<List<String>> grants(OracleClient client, String owners) {
            return client.query("object-grants", Map.of("owners", owners)).stream()
                    .filter(row -> row.text("OWNER").equals("SYS"))
                    .map(row -> List.of(
                            row.text("GRANTEE"),
                            row.text("PRIVILEGE"),
                            row.text("TABLE_NAME"),
                            String.valueOf(row.findText("GRANTABLE"))))
                    .collect(Collectors.toCollection(() -> new java.util.LinkedHashSet<>()));
        }

        @Override
        public StepResult run(StepCall call, StepContext context) {
            String owners = Quiet.owners(Inputs.of(call).texts("schemas"));
            int granted = 0;
            List<String> left = new ArrayList<>();
            try (OracleClient source = databases.read(Address.of(call, "source_"), context);
                    OracleClient target = databases.change(Address.of(call, ""), context)) {
                Set<List<String>> missing = grants(source, owners);
                missing.removeAll(grants(target, owners));
                Set<String> directories = source.query("directories").stream()
                        .map(row -> row.text("DIRECTORY_NAME"))
                        .collect(Collectors.toCollection(TreeSet::new));
                for (List<String> grant : missing) {
                    String statement = STATEMENTS.get(grant.get(1));
                    // Rights with the grant option and rights on directories need a person's decision.
                    if (statement == null || grant.get(3).equals("YES") || directories.contains(grant.get(2))) {
                        left.add("GRANT " + grant.get(1) + " ON SYS." + grant.get(2) + " TO " + grant.get(0)
                                + (grant.get(3).equals("YES") ? " WITH GRANT OPTION" : ""));
                        continue;
                    }
                    try {
                        target.execute(statement, Map.of("object", grant.get(2), "user", grant.get(0)));
                        granted++;
                    } catch (OracleException e) {
                        if (e.code() != INSUFFICIENT_PRIVILEGES) {
                            throw e;
                        }
                        // Only SYS gives rights on its objects, and Gulliver does not log in as SYS: a person does.
                        left.add("GRANT " + grant.get(1) + " ON SYS." + grant.get(2) + " TO " + grant.get(0));
                    }
                }
            }
            return StepResult.done(
                    Map.of("granted", granted, "left", left), granted + " rights given back, left: " + left);
        }
    }

    /** {@code movement.compile}. */
    static final class Compile extends ShortAction {
        private final Databases databases;

        Compile(Databases databases) {
            super("movement.compile");
            this.databases = databases;
        }

        @Override
        public StepResult run(StepCall call, StepContext context) {
            try (OracleClient client = databases.change(Address.of(call, ""), context)) {
                client.execute("recompile-invalid", Map.of(), Map.of("threads", 0));
                List<OracleRow> invalid = client.query("invalid-objects");
                return StepResult.done(Map.of("invalid", invalid.size()), "Still invalid: " + invalid);
            }
        }
    }

    /** {@code movement.gather-statistics}. */
    static final class Statistics extends ShortAction {
        private final Databases databases;

        Statistics(Databases databases) {
            super("movement.gather-statistics");
            this.databases = databases;
        }

        @Override
        public StepResult run(StepCall call, StepContext context) {
            Inputs inputs = Inputs.of(call);
            String owners = Quiet.owners(inputs.texts("schemas"));
            try (OracleClient client = databases.change(Address.of(call, ""), context)) {
                Set<String> without = client.query("statistics-states", Map.of("owners", owners)).stream()
                        .filter(row -> row.findTime("LAST_ANALYZED") == null)
                        .map(row -> row.text("OWNER"))
                        .collect(Collectors.toCollection(TreeSet::new));
                int done = 0;
                for (String owner : without) {
                    context.progress(new io.gulliver.contract.activity.Progress(
                            done++, (double) without.size(), "schemas", null, owner));
                    client.execute(
                            "gather-schema-statistics",
                            Map.of(),
                            Map.of(
                                    "owner",
                                    owner,
                                    "degree",
                                    inputs.findWhole("degree").orElse(4)));
                }
                int tables = client.query("statistics-states", Map.of("owners", owners))
                        .size();
                return StepResult.done(Map.of("tables", tables), "Gathered " + without + ", " + tables + " tables");
            }
        }
    }
}
