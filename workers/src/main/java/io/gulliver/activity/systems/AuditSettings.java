package io.gulliver.activity.systems;

import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleName;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OracleStatements;
import io.gulliver.assessment.crossing.CarryOver.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is audited in a database: unified policies (12.1) and for whom they are enabled, options of traditional auditing, by
 * statement, privilege and object, and fine-grained policies; each with the statement that sets it.
 *
 * <p>Policies that a release brings ({@code ORA_…}) are not listed by themselves; that one is enabled is. Whether a record is
 * written BY SESSION or BY ACCESS is not looked at: from 11.2 on both write one for each statement (SQL Language Reference, AUDIT),
 * and the statements say BY ACCESS, as it recommends. Nor is where a fine-grained policy writes its records: in the unified trail,
 * whatever it says, where a database audits by that alone (DBMS_FGA, ADD_POLICY).
 *
 * @param settings by kind and name
 * @param seen whether unified policies could be read, for which a login needs AUDIT_VIEWER
 */
public record AuditSettings(SortedMap<Kind, SortedMap<String, Setting>> settings, boolean seen) {
    /** The kinds that are read here. */
    public static final List<Kind> KINDS = List.of(
            Kind.AUDIT_POLICY,
            Kind.ENABLED_AUDIT_POLICY,
            Kind.AUDIT_OPTIONS,
            Kind.AUDITED_OBJECT,
            Kind.FINE_GRAINED_POLICY,
            Kind.AUDIT_HANDLER);

    /** Where traditional auditing takes no new options any more: ORA-46401. */
    public static final int LAST_TRADITIONAL = 21;

    private static final OracleStatements STATEMENTS = OracleStatements.load();

    private static final String POLICIES = "audit-policies";
    private static final String ENABLED = "audit-enabled-policies";

    private static final String FINE = "fine-grained-policies";

    private static final int NO_SUCH_TABLE = 942;
    private static final String ALL_USERS = "ALL USERS";
    private static final String OF_A_RELEASE = "ORA_";

    /** Columns of DBA_OBJ_AUDIT_OPTS by the option of AUDIT (Database Reference, DBA_OBJ_AUDIT_OPTS). */
    private static final Map<String, String> OBJECT_OPTIONS = new TreeMap<>(Map.ofEntries(
            Map.entry("ALT", "ALTER"),
            Map.entry("AUD", "AUDIT"),
            Map.entry("COM", "COMMENT"),
            Map.entry("DEL", "DELETE"),
            Map.entry("EXE", "EXECUTE"),
            Map.entry("GRA", "GRANT"),
            Map.entry("IND", "INDEX"),
            Map.entry("INS", "INSERT"),
            Map.entry("LOC", "LOCK"),
            Map.entry("REN", "RENAME"),
            Map.entry("SEL", "SELECT"),
            Map.entry("UPD", "UPDATE")));

    /** Columns of DBA_AUDIT_POLICIES by the statement that they stand for, in the order of their names. */
    private static final SortedMap<String, String> FINE_STATEMENTS =
            new TreeMap<>(Map.of("DEL", "DELETE", "INS", "INSERT", "SEL", "SELECT", "UPD", "UPDATE"));

    /**
     * One setting.
     *
     * @param statement what a person types to have it
     * @param value what must be the same at the target
     * @param owner whose a fine-grained policy is, from 11.2 on: that of whoever adds it; null where nobody's
     */
    public record Setting(
            String statement, String value, @Nullable String owner) {
        Setting(String statement, String value) {
            this(statement, value, null);
        }

        /** Whether the other is the same setting; whose it is counts where both sides tell. */
        public boolean same(Setting other) {
            return value.equals(other.value) && (owner == null || other.owner == null || owner.equals(other.owner));
        }
    }

    public AuditSettings {
        settings = Collections.unmodifiableSortedMap(settings);
    }

    /**
     * Reads one database.
     *
     * @param owners whose objects are looked at, with a comma before, between and after them
     * @param ours users of our own credentials, who are nobody's to audit
     */
    public static AuditSettings of(OracleClient client, String owners, Set<String> ours) {
        SortedMap<Kind, SortedMap<String, Setting>> settings = new TreeMap<>();
        KINDS.forEach(kind -> settings.put(kind, new TreeMap<>()));
        boolean seen = true;
        if (STATEMENTS.require(POLICIES).versions().contains(client.release())
                || STATEMENTS.require(POLICIES + "-12").versions().contains(client.release())) {
            try {
                policies(
                        client.query(
                                STATEMENTS.require(POLICIES).versions().contains(client.release())
                                        ? POLICIES
                                        : POLICIES + "-12"),
                        settings.get(Kind.AUDIT_POLICY));
                enabled(
                        client.query(
                                STATEMENTS.require(ENABLED).versions().contains(client.release())
                                        ? ENABLED
                                        : ENABLED + "-12"),
                        ours,
                        settings.get(Kind.ENABLED_AUDIT_POLICY));
            } catch (OracleException e) {
                if (e.code() != NO_SUCH_TABLE) {
                    throw e;
                }
                seen = false;
            }
        }
        options(client.query("audit-options"), ours, settings.get(Kind.AUDIT_OPTIONS));
        objects(client.query("audited-objects", Map.of("owners", owners)), settings.get(Kind.AUDITED_OBJECT));
        fineGrained(
                client.query(
                        STATEMENTS.require(FINE).versions().contains(client.release()) ? FINE : FINE + "-10",
                        Map.of("owners", owners)),
                client.query("fine-grained-columns", Map.of("owners", owners)),
                owners,
                settings);
        return new AuditSettings(settings, seen);
    }

    /** Settings of one kind, by name. */
    public SortedMap<String, Setting> of(Kind kind) {
        return settings.getOrDefault(kind, Collections.emptySortedMap());
    }

    private static void policies(List<OracleRow> rows, SortedMap<String, Setting> settings) {
        SortedMap<String, List<OracleRow>> policies = new TreeMap<>();
        rows.stream()
                .filter(row -> !row.text("POLICY_NAME").startsWith(OF_A_RELEASE))
                .forEach(row -> policies.computeIfAbsent(row.text("POLICY_NAME"), name -> new ArrayList<>())
                        .add(row));
        policies.forEach((name, options) -> {
            String clauses = clause("PRIVILEGES", options, "SYSTEM PRIVILEGE")
                    + clause("ACTIONS", options, "STANDARD ACTION", "OBJECT ACTION")
                    + clause("ROLES", options, "ROLE PRIVILEGE");
            String others = options.stream()
                    .filter(row -> !Set.of("SYSTEM PRIVILEGE", "STANDARD ACTION", "OBJECT ACTION", "ROLE PRIVILEGE")
                            .contains(type(row)))
                    .map(row -> type(row) + " " + row.findText("AUDIT_OPTION"))
                    .sorted()
                    .collect(Collectors.joining(", "));
            String condition = options.get(0).findText("AUDIT_CONDITION");
            String when = none(condition)
                    ? ""
                    : " WHEN '" + String.valueOf(condition).replace("'", "''") + "' EVALUATE PER "
                            + options.get(0).findText("CONDITION_EVAL_OPT");
            String top = "YES".equals(options.get(0).findText("AUDIT_ONLY_TOPLEVEL")) ? " ONLY TOPLEVEL" : "";
            settings.put(
                    name,
                    new Setting(
                            "CREATE AUDIT POLICY " + name + clauses + when + top
                                    + (others.isEmpty() ? "" : ", and of components " + others),
                            clauses + when + top + others));
        });
    }

    private static String clause(String word, List<OracleRow> options, String... types) {
        String list = options.stream()
                .filter(row -> List.of(types).contains(type(row)))
                .map(row -> row.findText("AUDIT_OPTION") + on(row))
                .sorted()
                .collect(Collectors.joining(", "));
        return list.isEmpty() ? "" : " " + word + " " + list;
    }

    private static String on(OracleRow row) {
        String object = row.findText("OBJECT_NAME");
        if (none(object)) {
            return "";
        }
        return "DIRECTORY".equals(row.findText("OBJECT_TYPE"))
                ? " ON DIRECTORY " + object
                : " ON " + row.findText("OBJECT_SCHEMA") + "." + object;
    }

    private static String type(OracleRow row) {
        return String.valueOf(row.findText("AUDIT_OPTION_TYPE"));
    }

    private static boolean none(@Nullable String text) {
        return text == null || text.equals("NONE");
    }

    /** Whom a policy leaves out is said in one statement: the last of them counts (Security Guide, AUDIT POLICY … EXCEPT). */
    private static void enabled(List<OracleRow> rows, Set<String> ours, SortedMap<String, Setting> settings) {
        SortedMap<String, List<String>> left = new TreeMap<>();
        for (OracleRow row : rows) {
            String policy = row.text("POLICY_NAME");
            String entity = String.valueOf(row.findText("ENTITY_NAME"));
            String whenever = whenever(audited(row, "SUCCESS"), audited(row, "FAILURE"));
            switch (String.valueOf(row.findText("ENABLED_OPTION"))) {
                case "BY USER" -> {
                    String by = entity.equals(ALL_USERS) ? "" : " BY " + entity;
                    if (!ours.contains(entity)) {
                        settings.put(policy + by, new Setting("AUDIT POLICY " + policy + by + whenever, whenever));
                    }
                }
                case "BY GRANTED ROLE" -> {
                    String by = " BY USERS WITH GRANTED ROLES " + entity;
                    settings.put(policy + by, new Setting("AUDIT POLICY " + policy + by + whenever, whenever));
                }
                case "EXCEPT USER" ->
                    left.computeIfAbsent(policy + "\n" + whenever, key -> new ArrayList<>())
                            .add(entity);
                default -> {
                    // INVALID: enabled for nobody
                }
            }
        }
        left.forEach((key, users) -> {
            String policy = key.substring(0, key.indexOf('\n'));
            String whenever = key.substring(key.indexOf('\n') + 1);
            String name = policy + " EXCEPT " + users.stream().sorted().collect(Collectors.joining(", "));
            settings.put(name, new Setting("AUDIT POLICY " + name + whenever, whenever));
        });
    }

    /** One for everybody and one for each user, with all that is audited of them. */
    private static void options(List<OracleRow> rows, Set<String> ours, SortedMap<String, Setting> settings) {
        SortedMap<String, SortedMap<String, List<String>>> options = new TreeMap<>();
        for (OracleRow row : rows) {
            String user = row.findText("USER_NAME");
            String proxy = row.findText("PROXY_NAME");
            if (user == null || !ours.contains(user)) {
                String whose = proxy != null
                        ? proxy + " ON BEHALF OF " + (user == null || user.equals("ANY CLIENT") ? "ANY" : user)
                        : user == null ? "" : user;
                options.computeIfAbsent(whose, key -> new TreeMap<>())
                        .computeIfAbsent(
                                whenever(audited(row, "SUCCESS"), audited(row, "FAILURE")), key -> new ArrayList<>())
                        .add(row.text("AUDIT_OPTION"));
            }
        }
        options.forEach((whose, by) ->
                settings.put(whose.isEmpty() ? "of everybody" : "of " + whose, statement(by, "", whose)));
    }

    private static void objects(List<OracleRow> rows, SortedMap<String, Setting> settings) {
        for (OracleRow row : rows) {
            SortedMap<String, List<String>> by = new TreeMap<>();
            OBJECT_OPTIONS.forEach((column, option) -> {
                String set = String.valueOf(row.findText(column));
                boolean success = set.startsWith("A/") || set.startsWith("S/");
                boolean failure = set.endsWith("/A") || set.endsWith("/S");
                if (success || failure) {
                    by.computeIfAbsent(whenever(success, failure), key -> new ArrayList<>())
                            .add(option);
                }
            });
            if (!by.isEmpty()) {
                String name = row.text("OWNER") + "." + row.text("OBJECT_NAME");
                settings.put(name, statement(by, " ON " + name, ""));
            }
        }
    }

    /** Policies of DBMS_FGA, and the code of others that they call, where it is there. */
    private static void fineGrained(
            List<OracleRow> rows,
            List<OracleRow> columns,
            String owners,
            SortedMap<Kind, SortedMap<String, Setting>> settings) {
        for (OracleRow row : rows) {
            String name = row.text("OWNER") + "." + row.text("OBJECT_NAME") + " " + row.text("POLICY_NAME");
            String watched = columns.stream()
                    .filter(column -> name.equals(
                            column.text("OWNER") + "." + column.text("OBJECT_NAME") + " " + column.text("POLICY_NAME")))
                    .map(column -> column.text("POLICY_COLUMN"))
                    .sorted()
                    .collect(Collectors.joining(","));
            String owner = row.findText("PF_SCHEMA");
            String function = row.findText("PF_FUNCTION");
            String module = row.findText("PF_PACKAGE") == null ? function : row.findText("PF_PACKAGE") + "." + function;
            String types = FINE_STATEMENTS.entrySet().stream()
                    .filter(type -> "YES".equals(row.findText(type.getKey())))
                    .map(Map.Entry::getValue)
                    .collect(Collectors.joining(","));
            String value = argument("object_schema", row.text("OWNER"))
                    + argument(", object_name", row.text("OBJECT_NAME"))
                    + argument(", policy_name", row.text("POLICY_NAME"))
                    + argument(", audit_condition", row.findText("POLICY_TEXT"))
                    + argument(", audit_column", watched)
                    + (function == null ? "" : argument(", handler_schema", owner))
                    + argument(", handler_module", module)
                    + ", enable => " + ("YES".equals(row.findText("ENABLED")) ? "TRUE" : "FALSE")
                    + argument(", statement_types", types)
                    + constant(", audit_column_opts", row.findText("POLICY_COLUMN_OPTIONS"));
            String of = row.values().containsKey("POLICY_OWNER") ? row.findText("POLICY_OWNER") : null;
            settings.get(Kind.FINE_GRAINED_POLICY)
                    .put(
                            name,
                            new Setting(
                                    "EXECUTE DBMS_FGA.ADD_POLICY(" + value
                                            + constant(", audit_trail", row.findText("AUDIT_TRAIL")) + ")"
                                            + (of == null ? "" : " as " + of),
                                    value,
                                    of));
            if (function != null
                    && owner != null
                    && !owners.contains("," + owner + ",")
                    && row.number("HANDLERS").signum() > 0) {
                settings.get(Kind.AUDIT_HANDLER)
                        .put(
                                owner + "." + module,
                                new Setting(
                                        "called by fine-grained policy " + name
                                                + ": no export by schema has it, and where it is missing records are written"
                                                + " and nobody is told",
                                        ""));
            }
        }
    }

    /** {@code name => 'text'}, or nothing where there is none. */
    private static String argument(String name, @Nullable String text) {
        return text == null || text.isEmpty() ? "" : name + " => " + OracleName.literal(text);
    }

    /** {@code name => DBMS_FGA.DB + DBMS_FGA.EXTENDED} of {@code DB+EXTENDED}. */
    private static String constant(String name, @Nullable String words) {
        return words == null
                ? ""
                : name + " => "
                        + Stream.of(words.split("\\+"))
                                .map(word -> "DBMS_FGA." + word)
                                .collect(Collectors.joining(" + "));
    }

    /** @param by options by how it must end */
    private static Setting statement(SortedMap<String, List<String>> by, String on, String user) {
        List<String> statements = new ArrayList<>();
        by.forEach((whenever, options) ->
                statements.add("AUDIT " + options.stream().sorted().collect(Collectors.joining(", ")) + on
                        + (user.isEmpty() ? "" : " BY " + user) + " BY ACCESS" + whenever));
        return new Setting(String.join("; ", statements), String.join("; ", statements));
    }

    private static boolean audited(OracleRow row, String column) {
        return !Set.of("NO", "NOT SET").contains(String.valueOf(row.findText(column)));
    }

    private static String whenever(boolean success, boolean failure) {
        return success && failure ? "" : success ? " WHENEVER SUCCESSFUL" : " WHENEVER NOT SUCCESSFUL";
    }
}
