package io.gulliver.adapter.oracle;

import io.gulliver.adapter.oracle.OracleStatement.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Every statement of the catalogue as a SQL*Plus script, to be tried on a real database of any release.
 *
 * <p>Queries and blocks are parsed and not run: DBMS_SQL.PARSE checks syntax, names and rights of both. Of a command it would
 * run it ({@code DBMS_SQL}, <em>PARSE Procedure</em>: DDL is run when parsed), so commands are run, on objects that are made
 * for it, in an order in which each undoes another.
 */
final class StatementTrial {
    static final String MARK = "gulliver statement ";
    private static final String PASSWORD = "Lilliput_1";

    /** Where a command is run. */
    enum Place {
        /** In the database of applications. */
        APPLICATION,
        /** For the instance: the root of a container. */
        INSTANCE
    }

    /**
     * One command with what it is given.
     *
     * @param allowed codes by which a plain image may refuse it though it understood it
     */
    record Command(String statement, Place place, Map<String, String> slots, Set<Integer> allowed) {}

    private static Command here(String statement, Map<String, String> slots, Integer... allowed) {
        return new Command(statement, Place.APPLICATION, slots, Set.of(allowed));
    }

    private static Command instance(String statement, Map<String, String> slots, Integer... allowed) {
        return new Command(statement, Place.INSTANCE, slots, Set.of(allowed));
    }

    /**
     * All commands in their order. Codes: Database Error Messages. The images do not archive (ORA-00258), so there is no
     * guaranteed restore point (ORA-38784), none to drop (ORA-38780), and no flashback of an open database (ORA-38757,
     * 38780).
     *
     * @param files folder of data files
     */
    static List<Command> commands(String files) {
        List<Command> commands = new ArrayList<>();
        commands.add(here(
                "create-tablespace",
                Map.of("tablespace", "TRIAL", "file", files + "/trial01.dbf", "megabytes", "16", "next", "8")));
        // ORA-29339: there is no cache for other blocks than the database's own.
        commands.add(here(
                "create-tablespace-blocks",
                Map.of(
                        "tablespace", "TRIAL_16K",
                        "file", files + "/trial16.dbf",
                        "megabytes", "16",
                        "next", "8",
                        "block_size", "16384"),
                29339));
        commands.add(here("resize-tablespace", Map.of("tablespace", "TRIAL", "megabytes", "24")));
        commands.add(here("let-tablespace-grow", Map.of("tablespace", "TRIAL", "next", "8")));
        commands.add(here(
                "add-datafile",
                Map.of("tablespace", "USERS", "file", files + "/trial03.dbf", "megabytes", "8", "next", "8")));
        commands.add(here("drop-datafile", Map.of("tablespace", "USERS", "file", files + "/trial03.dbf")));
        commands.add(
                here("create-migration-user", Map.of("user", "TRIAL", "password", PASSWORD, "tablespace", "TRIAL")));
        commands.add(here("grant-session", Map.of("user", "TRIAL")));
        commands.add(here("grant-role", Map.of("role", "DATAPUMP_EXP_FULL_DATABASE", "user", "TRIAL")));
        commands.add(here("grant-sys-select", Map.of("object", "V_$SESSION", "user", "TRIAL")));
        commands.add(here("grant-sys-execute", Map.of("object", "DBMS_FLASHBACK", "user", "TRIAL")));
        commands.add(here(
                "grant-on-user", Map.of("user_privilege", "INHERIT PRIVILEGES", "account", "TRIAL", "user", "SYSTEM")));
        commands.add(here("create-directory", Map.of("directory", "TRIAL_DIR", "path", "/tmp")));
        commands.add(here("grant-directory", Map.of("directory", "TRIAL_DIR", "user", "TRIAL")));
        commands.add(here("truncate-table", Map.of("table", "\"TRIAL\".\"ROWS_TO_GO\"")));
        Map<String, String> right =
                Map.of("privilege", "SELECT", "owner", "TRIAL", "object", "ROWS_TO_GO", "user", "TRIAL_ROLE");
        Map<String, String> passed =
                Map.of("privilege", "SELECT", "owner", "TRIAL", "object", "ROWS_TO_GO", "user", "SYSTEM");
        commands.add(here("create-role", Map.of("role", "TRIAL_ROLE")));
        commands.add(here("grant-role-admin", Map.of("role", "TRIAL_ROLE", "user", "TRIAL")));
        commands.add(here("revoke-role", Map.of("role", "TRIAL_ROLE", "user", "TRIAL")));
        commands.add(here("grant-privilege", Map.of("system_privilege", "CREATE VIEW", "user", "TRIAL_ROLE")));
        commands.add(here("grant-privilege-admin", Map.of("system_privilege", "CREATE VIEW", "user", "TRIAL")));
        commands.add(here("revoke-privilege", Map.of("system_privilege", "CREATE VIEW", "user", "TRIAL")));
        commands.add(here("grant-object", right));
        // ORA-01926: no option for a role, so it goes to a user.
        commands.add(here("grant-object-option", passed));
        commands.add(here(
                "create-migration-user", Map.of("user", "TRIAL_PROXY", "password", PASSWORD, "tablespace", "TRIAL")));
        Map<String, String> proxy = Map.of("client", "TRIAL", "proxy", "TRIAL_PROXY");
        commands.add(here("grant-proxy", proxy));
        commands.add(here("grant-proxy-no-roles", proxy));
        Map<String, String> some = new TreeMap<>(proxy);
        some.putAll(Map.of("which", "ROLE ALL EXCEPT", "roles", "TRIAL_ROLE"));
        commands.add(here("grant-proxy-roles", some));
        commands.add(here("drop-user", Map.of("user", "TRIAL_PROXY")));
        commands.add(here(
                "create-public-synonym", Map.of("synonym", "TRIAL_ROWS", "owner", "TRIAL", "object", "ROWS_TO_GO")));
        commands.add(here("drop-public-synonym", Map.of("synonym", "TRIAL_ROWS")));
        Map<String, String> context = Map.of("context", "TRIAL_CONTEXT", "owner", "TRIAL", "package", "NOT_THERE_YET");
        commands.add(here("create-context", context));
        Map<String, String> shared = new TreeMap<>(context);
        shared.put("how", "ACCESSED GLOBALLY");
        commands.add(here("create-context-as", shared));
        commands.add(here("drop-context", Map.of("context", "TRIAL_CONTEXT")));
        commands.add(here("drop-role", Map.of("role", "TRIAL_ROLE")));
        commands.add(here("create-profile", Map.of("profile", "TRIAL_PROFILE")));
        commands.add(here(
                "alter-profile", Map.of("profile", "TRIAL_PROFILE", "resource", "SESSIONS_PER_USER", "setting", "10")));
        commands.add(here("drop-profile", Map.of("profile", "TRIAL_PROFILE")));
        commands.add(here(
                "create-temporary-tablespace",
                Map.of("tablespace", "TRIAL_TEMP", "file", files + "/trial03.dbf", "megabytes", "8", "next", "8")));
        commands.add(here("grant-database-link", Map.of("user", "TRIAL")));
        commands.add(here(
                "create-database-link",
                Map.of("link", "TRIAL_LINK", "user", "TRIAL", "password", PASSWORD, "descriptor", "nowhere")));
        Map<String, String> far = Map.of("synonym", "TRIAL_ROWS", "object", "ROWS_TO_GO", "link", "TRIAL_LINK");
        commands.add(here("create-public-synonym-to-link", far));
        commands.add(here("drop-public-synonym", Map.of("synonym", "TRIAL_ROWS")));
        Map<String, String> owned = new TreeMap<>(far);
        owned.put("owner", "TRIAL");
        commands.add(here("create-public-synonym-over-link", owned));
        commands.add(here("drop-public-synonym", Map.of("synonym", "TRIAL_ROWS")));
        commands.add(here("drop-database-link", Map.of("link", "TRIAL_LINK")));
        commands.add(here("purge-recycle-bin", Map.of()));
        commands.add(here(
                "add-temporary-file", Map.of("tablespace", "TEMP", "file", files + "/trial02.dbf", "megabytes", "8")));
        commands.add(here("drop-directory", Map.of("directory", "TRIAL_DIR")));
        commands.add(here("set-user-tablespace", Map.of("user", "TRIAL", "tablespace", "TRIAL")));
        commands.add(here("lock-account", Map.of("user", "TRIAL")));
        commands.add(here("unlock-account", Map.of("user", "TRIAL")));
        commands.add(here("tablespace-read-only", Map.of("tablespace", "TRIAL")));
        commands.add(here("tablespace-read-write", Map.of("tablespace", "TRIAL")));
        commands.add(here("drop-user", Map.of("user", "TRIAL")));
        commands.add(here("drop-tablespace", Map.of("tablespace", "TRIAL")));
        commands.add(instance("checkpoint", Map.of()));
        commands.add(instance("archive-current-log", Map.of(), 258));
        commands.add(instance("set-job-queue-processes", Map.of("processes", "1")));
        commands.add(instance("keep-job-queue-processes", Map.of("processes", "1", "comment", "trial")));
        commands.add(instance("reset-job-queue-processes", Map.of()));
        commands.add(instance("set-resource-plan", Map.of("plan", "")));
        commands.add(instance(
                "add-log-group",
                Map.of(
                        "group",
                        "9",
                        "file",
                        files + "/trial09a.log",
                        "second",
                        files + "/trial09b.log",
                        "megabytes",
                        "50")));
        commands.add(instance("drop-log-group", Map.of("group", "9")));
        // No such session: ORA-00030, or 00026 where the text is not one.
        commands.add(instance("kill-session", Map.of("session", "65000,65000,@1"), 30));
        commands.add(instance("create-restore-point", Map.of("name", "TRIAL"), 38784));
        commands.add(instance("flashback-to-restore-point", Map.of("name", "TRIAL"), 38757, 38780));
        commands.add(instance("drop-restore-point", Map.of("name", "TRIAL"), 38780));
        commands.add(instance("restrict-sessions", Map.of()));
        commands.add(instance("unrestrict-sessions", Map.of()));
        return Collections.unmodifiableList(commands);
    }

    private final OracleStatements catalogue;
    private final String release;

    StatementTrial(OracleStatements catalogue, String release) {
        this.catalogue = catalogue;
        this.release = release;
    }

    private static String sample(OracleStatement.Type type) {
        switch (type) {
            case NUMBER:
                return "1";
            case LITERAL:
                return "SYSTEM";
            case TABLE:
                return "\"SYSTEM\".\"HELP\"";
            default:
                return "TRIAL";
        }
    }

    /** The text with its slots filled, those of queries and blocks by samples. */
    String text(OracleStatement statement, Map<String, String> slots) {
        String text = statement.text();
        for (OracleStatement.Field slot : statement.slots()) {
            String value = slots.getOrDefault(slot.name(), sample(slot.type()));
            text = text.replace("{{" + slot.name() + "}}", slot.quoted(value));
        }
        return text;
    }

    /** Statements that are parsed, by name, with their text. */
    SortedMap<String, String> parsed() {
        SortedMap<String, String> parsed = new TreeMap<>();
        for (OracleStatement statement : catalogue.all().values()) {
            if (statement.versions().contains(release)
                    && (statement.kind() == Kind.QUERY || statement.kind() == Kind.BLOCK)) {
                parsed.put(statement.id(), text(statement, Map.of()));
            }
        }
        parsed.putAll(generated());
        return parsed;
    }

    /** What is written for tables, for one that every database has: a key of text and number, and one text column. */
    private SortedMap<String, String> generated() {
        TableStatements.Side side = new TableStatements.Side(release, "AL32UTF8");
        TableStatements tables = TableStatements.between(catalogue, side, side);
        List<TableStatements.Column> columns = List.of(
                new TableStatements.Column("TOPIC", "VARCHAR2", 50),
                new TableStatements.Column("SEQ", "NUMBER", 22),
                new TableStatements.Column("INFO", "VARCHAR2", 80));
        SortedMap<String, String> generated = new TreeMap<>();
        for (TableStatements.Generated one : List.of(
                tables.rowCount("SYSTEM", "HELP"),
                tables.change("SYSTEM", "HELP"),
                tables.rowHash("SYSTEM", "HELP", columns),
                tables.segmentHash("SYSTEM", "HELP", columns, null, "AAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAB"),
                tables.segmentCount("SYSTEM", "HELP", "SEQ", "1", "9"),
                tables.sampledCuts("SYSTEM", "HELP", 10),
                tables.sampledKeys("SYSTEM", "HELP", "TOPIC", 10),
                tables.rangeKeys("SYSTEM", "HELP", "TOPIC", true, true),
                tables.differingTexts("SYSTEM", "HELP", columns, "TOPIC", true, false),
                tables.chunkHash("SYSTEM", "HELP", columns, "SEQ"),
                tables.keyRange("SYSTEM", "HELP", "SEQ"),
                tables.differingRows("SYSTEM", "HELP", columns, "SEQ"))) {
            generated.put(one.statement(), one.sql());
        }
        return generated;
    }

    /** A script that parses each of them and says after its mark what the database said. */
    String parseScript() {
        StringBuilder script = new StringBuilder("SET DEFINE OFF\nSET FEEDBACK OFF\n");
        parsed().forEach((name, text) -> {
            if (text.contains("~'")) {
                throw new IllegalStateException(name + " holds what ends the quote around it");
            }
            script.append("PROMPT ").append(MARK).append(name).append('\n');
            script.append("DECLARE\n  c INTEGER := DBMS_SQL.OPEN_CURSOR;\nBEGIN\n  DBMS_SQL.PARSE(c, q'~")
                    .append(text)
                    .append("~', DBMS_SQL.NATIVE);\n  DBMS_SQL.CLOSE_CURSOR(c);\nEND;\n/\n");
        });
        return script.append("PROMPT ").append(MARK).append("end\n").toString();
    }

    /** A script that runs the commands of one place; the table that is truncated stands before them. */
    String runScript(Place place, String files) {
        StringBuilder script = new StringBuilder("SET DEFINE OFF\nSET FEEDBACK OFF\nSET SQLBLANKLINES ON\n");
        for (Command command : commands(files)) {
            OracleStatement statement = catalogue.require(command.statement());
            if (command.place() != place || !statement.versions().contains(release)) {
                continue;
            }
            if (command.statement().equals("truncate-table")) {
                script.append("CREATE TABLE TRIAL.ROWS_TO_GO (ID NUMBER);\n");
            }
            script.append("PROMPT ").append(MARK).append(command.statement()).append('\n');
            script.append(text(statement, command.slots())).append(";\n");
        }
        return script.append("PROMPT ").append(MARK).append("end\n").toString();
    }

    private static final Pattern ERROR = Pattern.compile("\\b(?:ORA|SP2|PLS)-(\\d{4,5}): .*");

    /**
     * What the database said of each statement: the first line with an error, or nothing.
     *
     * @throws IllegalArgumentException when the script did not run to its end
     */
    static Map<String, String> answers(String output) {
        Map<String, String> answers = new LinkedHashMap<>();
        String name = null;
        boolean ended = false;
        for (String line : output.split("\\R")) {
            if (line.startsWith(MARK)) {
                name = line.substring(MARK.length()).strip();
                ended = name.equals("end");
                if (!ended) {
                    answers.put(name, "");
                }
                continue;
            }
            Matcher error = ERROR.matcher(line);
            if (name != null && !ended && error.find() && answers.get(name).isEmpty()) {
                answers.put(name, error.group());
            }
        }
        if (!ended) {
            throw new IllegalArgumentException("the script ended at " + name + ":\n" + output);
        }
        return answers;
    }

    /** Answers that are no understanding: all errors but the allowed ones. */
    static Map<String, String> misunderstood(Map<String, String> answers, Map<String, Set<Integer>> allowed) {
        Map<String, String> wrong = new LinkedHashMap<>();
        answers.forEach((name, said) -> {
            Matcher error = ERROR.matcher(said);
            if (error.find()
                    && !(said.startsWith("ORA-")
                            && allowed.getOrDefault(name, Set.of()).contains(Integer.parseInt(error.group(1))))) {
                wrong.put(name, said);
            }
        });
        return wrong;
    }
}
