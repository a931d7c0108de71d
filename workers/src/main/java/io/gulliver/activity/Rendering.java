package io.gulliver.activity;

import io.gulliver.adapter.oracle.OracleName;
import io.gulliver.adapter.oracle.OracleStatement;
import io.gulliver.adapter.oracle.OracleStatements;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What one step would do, written down without doing it: statements, scripts and requests with the values that are known.
 *
 * <p>What only the run will know stands in it as {@code «scn of quiesce»} and is listed at the end. No secret is resolved
 * for it: a password is {@code «password of credential»}. The text is kept as evidence {@code evaluation.txt}.
 */
public final class Rendering {
    /** Name of the evidence. */
    public static final String EVIDENCE = "evaluation.txt";

    /** Name of the same as a person would do it, in Markdown. */
    public static final String BY_HAND = "by-hand.md";

    private static final Pattern UNKNOWN = Pattern.compile("«[^»]*»");
    private static final OracleStatements STATEMENTS = OracleStatements.load();

    /** Binds of the statements that are asked of some schemas, and the statement that is asked of one parameter. */
    private static final Set<String> OWNERS = Set.of("owners", "schemas");

    private static final String PARAMETER = "parameter";

    private final StepCall call;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder hand = new StringBuilder();
    private boolean acted;
    private String summary = "";

    private Rendering(StepCall call) {
        this.call = call;
    }

    /** An empty one. */
    public static Rendering of(StepCall call) {
        return new Rendering(call);
    }

    /** An input as text: its value, what stands for it while it is unknown, or {@code «name»} when it is missing. */
    public String shown(String input) {
        Object value = call.inputs().get(input);
        if (value == null || value.toString().isEmpty()) {
            return "«" + input + "»";
        }
        if (value instanceof List<?> list) {
            return String.join(",", list.stream().map(String::valueOf).toList());
        }
        if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15) {
            return String.valueOf(number.longValue());
        }
        return value.toString();
    }

    /** As {@link #shown}, or the other when the input is missing. */
    public String shown(String input, String orElse) {
        Object value = call.inputs().get(input);
        return value == null || value.toString().isEmpty() ? orElse : shown(input);
    }

    /** How people are told of a database that the inputs name with this prefix. */
    public String database(String prefix) {
        return shown(prefix + "service") + " on " + shown(prefix + "host") + ":" + shown(prefix + "port", "1521")
                + " (credential " + shown(prefix + "credential") + ")";
    }

    /** One line; the first one is also what the step answers. */
    public Rendering says(String line) {
        if (summary.isEmpty()) {
            summary = line;
        }
        text.append(line).append('\n');
        hand.append(line).append(".\n\n");
        return this;
    }

    /** What must be so before the next step begins, for whoever works by hand. */
    public Rendering check(String demand) {
        hand.append("**Check:** ").append(demand).append("\n\n");
        return this;
    }

    /** A command that is given from a machine that reaches all hosts, for whoever works by hand. */
    public Rendering command(String command) {
        acted = true;
        fenced("From a machine that reaches both hosts, run:", "sh", command);
        return this;
    }

    private void fenced(String before, String language, String content) {
        hand.append(before)
                .append("\n\n```")
                .append(language)
                .append('\n')
                .append(content.stripTrailing())
                .append("\n```\n\n");
    }

    private void sql(String what, String where, String statements) {
        fenced(what + " at " + where + ", with SQL*Plus:", "sql", statements);
    }

    private static String ended(String sql) {
        String bare = sql.stripTrailing();
        // a block of PL/SQL is run by a slash
        return bare.endsWith(";") ? bare + "\n/" : bare + ";";
    }

    /** Queries of the catalogue that are asked somewhere. */
    public Rendering asks(String where, String... statements) {
        listed(where, statements);
        sql(looks(), where, asked(statements));
        return this;
    }

    /** As {@link #asks}, at the source and at the target. */
    public Rendering asksBoth(String... statements) {
        listed("both", statements);
        sql(looks(), database("source_"), asked(statements));
        sql(looks(), database(""), asked(statements));
        return this;
    }

    /** A query whose lines a person goes on with: without headings, and wide enough for each. */
    public Rendering asksForLines(String where, String statement) {
        return asksForLines(where, statement, Map.of());
    }

    /** As {@link #asksForLines(String, String)}, with what the query asks for besides schemas. */
    public Rendering asksForLines(String where, String statement, Map<String, String> binds) {
        OracleStatement known = STATEMENTS.require(statement);
        listed(where, statement);
        Map<String, String> values = known(known);
        values.putAll(binds);
        sql(looks(), where, "SET PAGESIZE 0 LINESIZE 500\n" + ended(bound(known.text(), values)));
        return this;
    }

    /**
     * Statements that queries of the catalogue print at the source, for a person to run at the target: each once, in the order
     * given. What says that it is there already is no finding.
     *
     * @param binds of those that ask for something besides schemas
     */
    public Rendering copies(List<String> statements, Map<String, String> binds) {
        for (String statement : statements) {
            asksForLines(database("source_"), statement, binds);
        }
        acted = true;
        return check("each line that these print is run at " + database("")
                + ", from the first to the last; ORA-00955, ORA-01543, ORA-01921 and ORA-02379 say that it was there"
                + " already, any other error is looked into.");
    }

    private String looks() {
        return acted ? "Check" : "Look first";
    }

    private void listed(String where, String... statements) {
        text.append("\nAsks ").append(where).append(":\n");
        for (String id : statements) {
            text.append(indented(STATEMENTS.require(id).text())).append(";\n");
        }
    }

    /** As a person gives them: SQL*Plus knows no bind that nobody declared. */
    private String asked(String... statements) {
        return Arrays.stream(statements)
                .map(STATEMENTS::require)
                .map(statement -> ended(bound(statement.text(), known(statement))))
                .collect(Collectors.joining("\n"));
    }

    private Map<String, String> known(OracleStatement statement) {
        Map<String, String> known = new TreeMap<>();
        for (OracleStatement.Field bind : statement.binds()) {
            known.put(
                    bind.name(), OWNERS.contains(bind.name()) ? "," + shown("schemas") + "," : "«" + bind.name() + "»");
        }
        return known;
    }

    /** Parameters of an instance that are looked at. */
    public Rendering asksParameters(String where, String... names) {
        String sql = STATEMENTS.require(PARAMETER).text();
        text.append("\nAsks ").append(where).append(":\n").append(indented(sql)).append(";\n");
        text.append("    -- :name = ").append(String.join(", ", names)).append('\n');
        sql(
                looks(),
                where,
                Arrays.stream(names)
                        .map(name -> ended(bound(sql, Map.of("name", name))))
                        .collect(Collectors.joining("\n")));
        return this;
    }

    /** A query of the catalogue with what it asks for. */
    public Rendering asksFor(String where, String statement, Map<String, ?> binds) {
        String sql = STATEMENTS.require(statement).text();
        text.append("\nAsks ").append(where).append(":\n").append(indented(sql)).append(";\n");
        new TreeMap<>(binds)
                .forEach((name, value) -> text.append("    -- :")
                        .append(name)
                        .append(" = ")
                        .append(value)
                        .append('\n'));
        sql(looks(), where, ended(bound(sql, binds)));
        return this;
    }

    /** A command of the catalogue with its slots filled. */
    public Rendering runs(String where, String statement, Map<String, String> slots) {
        return runs(where, statement, slots, Map.of());
    }

    /** A command of the catalogue with slots and binds filled. */
    public Rendering runs(String where, String statement, Map<String, String> slots, Map<String, ?> binds) {
        OracleStatement known = STATEMENTS.require(statement);
        String sql = known.text();
        for (OracleStatement.Field slot : known.slots()) {
            String value = slots.getOrDefault(slot.name(), "«" + slot.name() + "»");
            sql = sql.replace("{{" + slot.name() + "}}", quoted(slot, value));
        }
        acted = true;
        sql("Run", where, ended(bound(sql, binds)));
        text.append("\nRuns at ").append(where).append(":\n").append(indented(sql));
        text.append(sql.endsWith(";") ? "\n" : ";\n");
        new TreeMap<>(binds)
                .forEach((name, value) -> text.append("    -- :")
                        .append(name)
                        .append(" = ")
                        .append(value)
                        .append('\n'));
        return this;
    }

    /** With its binds as literals: SQL*Plus has no other way to be given them in one line. */
    private static String bound(String sql, Map<String, ?> binds) {
        String bound = sql;
        for (Map.Entry<String, ?> bind :
                new TreeMap<String, Object>(binds).descendingMap().entrySet()) {
            String value = String.valueOf(bind.getValue());
            boolean open = value.startsWith("«") && value.endsWith("»");
            String literal = bind.getValue() instanceof Number || open ? value : OracleName.literal(value);
            bound = bound.replaceAll(":" + bind.getKey() + "\\b", Matcher.quoteReplacement(literal));
        }
        return bound;
    }

    private static String quoted(OracleStatement.Field slot, String value) {
        if (slot.type() == OracleStatement.Type.PASSWORD) {
            return "\"«password»\"";
        }
        if (value.contains("«")) {
            return slot.type() == OracleStatement.Type.LITERAL ? "'" + value + "'" : value;
        }
        return switch (slot.type()) {
            case IDENTIFIER -> OracleName.quote(value);
            case GRANTEE -> value.equals("PUBLIC") ? value : OracleName.quote(value);
            case IDENTIFIERS ->
                Stream.of(value.split(",")).map(OracleName::quote).collect(Collectors.joining(", "));
            case LITERAL -> OracleName.literal(value);
            default -> value;
        };
    }

    /** A statement that Gulliver writes for tables which only the run knows; nobody gives it by hand. */
    public Rendering form(String where, String statement) {
        return forms(where, "table", statement);
    }

    /**
     * Statements that Gulliver writes for what only the run knows; nobody gives them by hand.
     *
     * @param each what they are written for
     */
    public Rendering forms(String where, String each, String... statements) {
        for (String statement : statements) {
            text.append(STATEMENTS.require(statement).mutates() ? "\nRuns at " : "\nAsks ")
                    .append(where)
                    .append(", for each ")
                    .append(each)
                    .append(":\n")
                    .append(indented(STATEMENTS.require(statement).text()))
                    .append(";\n");
        }
        return this;
    }

    /** A script that runs what is shown besides, which a person gives to SQL*Plus itself. */
    public Rendering wrapper(String host, String template, Map<String, String> values) {
        told(host, template, ScriptTemplate.load(template).preview(values));
        return this;
    }

    /** A script template with its places filled. */
    public Rendering script(String host, String template, Map<String, String> values) {
        return file(host, template, ScriptTemplate.load(template).preview(values));
    }

    /** A file or script as it would be laid on a host. */
    public Rendering file(String host, String name, String content) {
        boolean runs = name.endsWith(".sh");
        acted |= runs;
        fenced(
                "On `" + host + "`, save as `" + name + "`" + (runs ? " and run `sh " + name + "`:" : ":"),
                runs ? "sh" : "text",
                content);
        told(host, name, content);
        return this;
    }

    private void told(String host, String name, String content) {
        text.append("\nOn host ").append(host).append(", ").append(name).append(":\n");
        text.append(indented(content.stripTrailing())).append('\n');
    }

    /** A request to a device, its body as JSON. */
    public Rendering request(String system, String request, @Nullable Object body) {
        acted = true;
        fenced(
                "Send to `" + system + "`: `" + request + "`",
                "json",
                body == null
                        ? ""
                        : JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(body));
        text.append("\nSends to ").append(system).append(": ").append(request).append('\n');
        if (body != null) {
            text.append(indented(
                            JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(body)))
                    .append('\n');
        }
        return this;
    }

    private static String indented(String text) {
        return text.strip().indent(4).stripTrailing();
    }

    /** What only the run will know, by input. */
    private Map<String, String> unknown() {
        Map<String, String> unknown = new LinkedHashMap<>();
        new TreeMap<>(call.inputs()).forEach((name, value) -> {
            Matcher matcher = UNKNOWN.matcher(String.valueOf(value));
            SortedSet<String> found = new TreeSet<>();
            while (matcher.find()) {
                found.add(matcher.group());
            }
            if (!found.isEmpty()) {
                unknown.put(name, String.join(", ", found));
            }
        });
        return unknown;
    }

    /** The step's answer, with the text as evidence. */
    public StepResult result(StepContext context) {
        return result(context, Map.of());
    }

    /** As {@link #result(StepContext)}, with outputs that an evaluation may know already. */
    public StepResult result(StepContext context, Map<String, Object> outputs) {
        Map<String, String> unknown = unknown();
        text.append("\nKnown only in the run: ");
        text.append(unknown.isEmpty() ? "nothing" : "");
        unknown.forEach(
                (name, value) -> text.append("\n    ").append(name).append(": ").append(value));
        text.append('\n');
        return new StepResult(
                true,
                outputs,
                null,
                null,
                List.of(
                        context.evidence(EVIDENCE, "rendering", text.toString()),
                        context.evidence(BY_HAND, "rendering", hand.toString())),
                summary + (unknown.isEmpty() ? "" : "; known only in the run: " + String.join(", ", unknown.keySet())));
    }
}
