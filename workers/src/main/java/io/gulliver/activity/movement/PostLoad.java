package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Accounts;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.JobQueue;
import io.gulliver.activity.systems.ObjectRight;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
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

        /**
         * ORA-01031: only SYS gives rights on its objects, and Gulliver need not log in as SYS; ORA-00942, ORA-01917: there is
         * no such object, or nobody of that name; ORA-04042: no such procedure.
         */
        private static final Set<Integer> FOR_A_PERSON = Set.of(1031, 942, 1917, 4042);

        private final Databases databases;

        Grants(Databases databases) {
            super("movement.replay-grants");
            this.databases = databases;
        }

        @Override
        protected void render(StepCall call, Rendering rendering) {
            rendering
                    .says("Would give at " + rendering.database("") + " the rights on objects of SYS and of Oracle's"
                            + " products that accounts and roles of " + rendering.database("source_")
                            + " have, and list those that only a person can give")
                    .asksBoth("object-grants", "application-roles", "directories")
                    .runs(rendering.database(""), "grant-sys-execute", Map.of())
                    .runs(rendering.database(""), "grant-sys-select", Map.of())
                    .runs(rendering.database(""), "grant-object", Map.of())
                    .runs(rendering.database(""), "grant-on-user", Map.of())
                    .check("each right on an object of SYS that the source lists stands at the target, of directories"
                            + " too.");
        }

        @Override
        public StepResult run(StepCall call, StepContext context) {
            int granted = 0;
            List<String> left = new ArrayList<>();
            List<String> lost = new ArrayList<>();
            try (OracleClient source = databases.read(Address.of(call, "source_"), context);
                    OracleClient target = databases.change(Address.of(call, ""), call, context)) {
                Set<String> directories = directories(source);
                List<ObjectRight> missing = missing(call, databases, source, target);
                List<ObjectRight> onNothing = ObjectRight.onNothing(missing, target);
                for (ObjectRight right : missing) {
                    if (onNothing.contains(right)) {
                        lost.add(right.sql(directories));
                    } else if (give(target, right, directories)) {
                        granted++;
                    } else {
                        left.add(right.sql(directories));
                    }
                }
            }
            return StepResult.done(
                    Map.of("granted", granted, "left", left),
                    granted + " rights given back, left: " + left
                            + (lost.isEmpty() ? "" : "; on what is not at the target: " + lost));
        }

        private static boolean give(OracleClient target, ObjectRight right, Set<String> directories) {
            boolean sys = right.owner().equals("SYS");
            if (right.onUser()) {
                return !right.grantable()
                        && done(
                                target,
                                "grant-on-user",
                                Map.of(
                                        "user_privilege", right.privilege(),
                                        "account", right.object(),
                                        "user", right.grantee()));
            }
            String statement = sys
                    ? STATEMENTS.get(right.privilege())
                    : right.grantable() ? "grant-object-option" : "grant-object";
            // Rights of SYS with the grant option and rights on directories need a person's decision.
            if (statement == null || sys && (right.grantable() || directories.contains(right.object()))) {
                return false;
            }
            return done(
                    target,
                    statement,
                    sys
                            ? Map.of("object", right.object(), "user", right.grantee())
                            : Map.of(
                                    "privilege",
                                    right.privilege(),
                                    "owner",
                                    right.owner(),
                                    "object",
                                    right.object(),
                                    "user",
                                    right.grantee()));
        }

        private static boolean done(OracleClient target, String statement, Map<String, String> slots) {
            try {
                target.execute(statement, slots);
                return true;
            } catch (OracleException e) {
                if (!FOR_A_PERSON.contains(e.code())) {
                    throw e;
                }
                return false;
            }
        }

        private static Set<String> directories(OracleClient source) {
            return source.query("directories").stream()
                    .map(row -> row.text("DIRECTORY_NAME"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        /** What the target lacks and nobody approved to be left behind. */
        private static List<ObjectRight> missing(
                StepCall call, Databases databases, OracleClient source, OracleClient target) {
            Inputs inputs = Inputs.of(call);
            List<String> approved = inputs.findTexts("approved");
            return ObjectRight.missingBeyond(
                            source,
                            target,
                            inputs.texts("schemas"),
                            Accounts.of(source, databases.ownUsers()).roles().keySet())
                    .stream()
                    .filter(right -> !right.approved(approved))
                    .toList();
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
                    .says(
                            "Would read the rights on objects of SYS and of Oracle's products of both sides and demand that"
                                    + " none is missing at " + rendering.database(""))
                    .asksBoth("object-grants", "application-roles")
                    .check("no right on an object of SYS that the source lists is missing at the target.");
        }

        @Override
        public StepResult run(StepCall call, StepContext context) {
            Address there = Address.of(call, "");
            try (OracleClient source = databases.read(Address.of(call, "source_"), context);
                    OracleClient target = databases.read(there, context)) {
                Set<String> directories = Grants.directories(source);
                List<ObjectRight> missing = Grants.missing(call, databases, source, target);
                List<ObjectRight> onNothing = ObjectRight.onNothing(missing, target);
                List<String> left = missing.stream()
                        .filter(right -> !onNothing.contains(right))
                        .map(right -> right.sql(directories))
                        .toList();
                if (!missing.isEmpty()) {
                    throw new StepFailedException(
                            FailureCode.CHECK_FAILED,
                            "On " + there.name() + (left.isEmpty() ? "" : stillMissing(left))
                                    + (onNothing.isEmpty() ? "" : cannotBeGiven(onNothing)),
                            (left.isEmpty()
                                            ? ""
                                            : "Log on there as SYS (in the pluggable database, where it is one), run these"
                                                    + " statements, then retry the step: it reads the rights again.")
                                    + (onNothing.isEmpty()
                                            ? ""
                                            : " What is not there is made, or put as OWNER.OBJECT into the program's"
                                                    + " approved_changes by whoever knows that the application does without;"
                                                    + " then retry."));
                }
                return StepResult.done(
                        Map.of("done", true), "All rights on SYS objects of the source are at " + there.name());
            }
        }

        private static String stillMissing(List<String> statements) {
            return " " + statements.size() + " rights on SYS objects are still missing that the source has: "
                    + String.join("; ", statements) + ".";
        }

        private static String cannotBeGiven(List<ObjectRight> onNothing) {
            return " " + onNothing.size() + " rights of the source cannot be given, for what they are on is not there: "
                    + onNothing.stream()
                            .map(right -> right.privilege() + " on " + right.place() + " to " + right.grantee())
                            .collect(Collectors.joining("; "))
                    + ".";
        }
    }

    /**
     * {@code movement.compile}: in a detached SQL*Plus, in parallel as utlrp does where the job queue runs. Parallel
     * recompilation uses the job queue (PL/SQL Packages, UTL_RECOMP, <i>Operational Notes</i>, 10.2 to 23), which the fence
     * has stopped: there it is serial.
     */
    static final class Compile extends SqlPlusJob {
        Compile(Systems systems, Databases databases) {
            super("movement.compile", "compile", "runs", systems, databases);
        }

        @Override
        void render(StepCall call, Rendering rendering) {
            rendering
                    .says("Would compile what is invalid at " + rendering.database("")
                            + ", one after the other while JOB_QUEUE_PROCESSES is 0, as the fence has it")
                    .asksParameters(rendering.database(""), "job_queue_processes")
                    .runs(rendering.database(""), "recompile-invalid-serial", Map.of())
                    .asks(rendering.database(""), "invalid-objects")
                    .check("nothing is invalid that is valid at the source.");
        }

        @Override
        List<Part> parts(StepCall call, OracleClient client, StepContext context) {
            if (client.query("invalid-objects").isEmpty()) {
                return List.of();
            }
            return List.of(
                    JobQueue.now(client) == 0
                            ? new Part("invalid objects", "recompile-invalid-serial", Map.of())
                            : new Part("invalid objects", "recompile-invalid", Map.of("threads", "0")));
        }

        @Override
        StepResult seen(StepCall call, OracleClient client, StepContext context) {
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
        List<Part> parts(StepCall call, OracleClient client, StepContext context) {
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
        StepResult seen(StepCall call, OracleClient client, StepContext context) {
            int tables = tables(call, client).size();
            return StepResult.done(Map.of("tables", tables), "Tables with statistics: " + tables);
        }
    }
}
