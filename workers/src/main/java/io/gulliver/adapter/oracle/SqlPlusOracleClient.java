package io.gulliver.adapter.oracle;

import io.gulliver.secret.SecretRegistry;
import java.math.BigDecimal;
import java.sql.SQLRecoverableException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@link OracleClient} by SQL*Plus of 10.2 and later, for databases with which no driver speaks.
 *
 * <p>One program is one session, as one connection of JDBC is: it is logged on once, and gone when the client is closed or its
 * way is cut. Password, statements and binds go through its standard input. A query is asked as one text a row: {@code =},
 * then each value followed by {@code |}; in a value a backslash is {@code \\}, a bar {@code \p}, a line feed {@code \n} and a
 * carriage return {@code \r} (the form of {@link DiscoveryScript}). A row of more than 4,000 bytes (ORA-01489) is asked
 * again as CLOB. A query that the release does not know yet is asked by its variant for it, whose missing columns are null. Binds are variables of SQL*Plus, set by a block. Times have whole seconds.
 *
 * <p>Limits of SQL*Plus 10.2 (User's Guide and Reference, appendix A): a line has 2,500 characters, so long ones are cut at
 * blanks; a row has 32,767, and goes on in the next line.
 */
public final class SqlPlusOracleClient extends CatalogueClient {
    /** How long SQL*Plus may take to answer that it has left a statement. */
    private static final Duration GRACE = Duration.ofSeconds(15);

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration LEAVING = Duration.ofSeconds(5);

    /** From so many characters on a line ends at the next blank. */
    private static final int LONG_LINE = 1000;

    /** More characters no line of SQL*Plus has. */
    private static final int LINE = 2499;

    /** So many characters of a bind stand in one line of the block that sets it. */
    private static final int PIECE = 1000;

    private static final int TOO_LONG = 1489;
    private static final int MOST_SAID = 6;
    private static final String MARK = "gulliver answered ";
    private static final Pattern ERROR = Pattern.compile("(ORA|TNS|SP2|PLS|CPY)-(\\d{4,5}):?.*");

    private static final String SETTINGS = """
            SET ECHO OFF
            SET FEEDBACK OFF
            SET TERMOUT ON
            SET PAUSE OFF
            SET SQLPROMPT ''
            SET SQLNUMBER OFF
            SET DEFINE OFF
            SET ESCAPE OFF
            SET VERIFY OFF
            SET TIME OFF
            SET TIMING OFF
            SET AUTOTRACE OFF
            SET SERVEROUTPUT OFF
            SET AUTOCOMMIT ON
            SET SQLBLANKLINES ON
            SET BLOCKTERMINATOR OFF
            SET CMDSEP OFF
            SET HEADING OFF
            SET PAGESIZE 0
            SET LINESIZE 32767
            SET TRIMOUT ON
            SET TAB OFF
            SET WRAP ON
            SET RECSEP OFF
            SET NULL ''
            SET ARRAYSIZE 500
            SET LONG 1000000
            SET LONGCHUNKSIZE 32767
            SET FLUSH ON
            WHENEVER SQLERROR CONTINUE
            WHENEVER OSERROR CONTINUE
            ALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,';
            ALTER SESSION SET NLS_CALENDAR = 'GREGORIAN';
            """;

    private final SqlPlusProgram program;
    private final OracleStatements statements;
    private @Nullable String release;
    private int asked;
    private volatile boolean cancelled;

    private SqlPlusOracleClient(
            OracleSettings settings,
            OracleStatements statements,
            StatementLog log,
            boolean readOnly,
            SecretRegistry secrets,
            SqlPlusProgram program) {
        super(settings.system(), settings.queryTimeout(), statements, log, readOnly, secrets);
        this.program = program;
        this.statements = statements;
    }

    /**
     * Logs on with a program that was just started and asks for the password.
     *
     * @param settings user, name and time-outs; where it goes, the program was told
     * @param password said to the program and not kept anywhere else
     * @param readOnly refuse every statement that mutates
     * @throws OracleException as {@link JdbcOracleClient#open}
     */
    public static SqlPlusOracleClient open(
            OracleSettings settings,
            char[] password,
            OracleStatements statements,
            boolean readOnly,
            StatementLog log,
            SqlPlusProgram program) {
        String secret = new String(password);
        SecretRegistry secrets = new SecretRegistry();
        secrets.add(secret);
        long start = System.nanoTime();
        SqlPlusOracleClient client = new SqlPlusOracleClient(settings, statements, log, readOnly, secrets, program);
        try {
            client.program.say(secret + "\n" + SETTINGS + client.mark());
            Said said =
                    client.read(0, start + settings.connectTimeout().plus(GRACE).toNanos());
            if (!said.whole()) {
                throw client.failed("connect", said);
            }
            log.called(new StatementLog.Call(settings.system(), "connect", "", "ok", since(start)));
            return client;
        } catch (RuntimeException e) {
            program.close();
            log.called(new StatementLog.Call(
                    settings.system(), "connect", "", String.valueOf(e.getMessage()), since(start)));
            throw e;
        }
    }

    @Override
    public void label(SessionLabel label) {
        execute("set-module", Map.of("module", label.module(), "identifier", label.identifier()));
    }

    @Override
    public void cancel() {
        cancelled = true;
        program.interrupt();
    }

    @Override
    List<OracleRow> run(OracleStatement wanted, String given, Map<String, ?> binds, Duration limit) {
        OracleStatement statement = wanted;
        String text = given;
        if (wanted.kind() == OracleStatement.Kind.QUERY && !wanted.versions().contains(DiscoveryScript.OLDEST)) {
            statement = statements.fitting(wanted, release());
            text = statement.text();
        }
        SqlText sql = checked(statement, text, binds);
        long start = System.nanoTime();
        String operation = statement.answersRows() ? "query" : "execute";
        try {
            String set = binds(statement, sql, binds);
            Said said = ask(statement, set + script(statement, text, false), limit, start);
            if (said.code() == TOO_LONG && statement.answersRows()) {
                said = ask(statement, set + script(statement, text, true), limit, start);
            }
            if (!said.whole() || !said.errors().isEmpty()) {
                throw failed(statement.id(), said);
            }
            List<OracleRow> rows = new ArrayList<>();
            for (List<@Nullable String> cells : said.rows()) {
                rows.add(row(wanted, statement, cells));
            }
            called(operation, statement, statement.answersRows() ? "ok, rows: " + rows.size() : "ok", start);
            return rows;
        } catch (OracleException e) {
            called(operation, statement, String.valueOf(e.getMessage()), start);
            throw e;
        }
    }

    /**
     * What SQL*Plus printed.
     *
     * @param rows values in the order of the columns
     * @param errors its other lines, from the first error on
     * @param last its last words, for the case that it ended without an error
     * @param whole whether it came to the mark behind what was asked
     */
    private record Said(List<List<@Nullable String>> rows, List<String> errors, String last, boolean whole) {
        int code() {
            for (String line : errors) {
                Matcher error = ERROR.matcher(line);
                if (error.matches()
                        && (error.group(1).equals("ORA") || error.group(1).equals("TNS"))) {
                    return Integer.parseInt(error.group(2));
                }
            }
            return 0;
        }
    }

    private Said ask(OracleStatement statement, String script, Duration limit, long start) {
        if (cancelled) {
            throw failed(system(), statement.id(), CANCELLED, "ORA-01013: called off before it began.", gone());
        }
        for (String line : script.split("\n")) {
            if (line.length() > LINE) {
                throw OracleException.refused(
                        system(),
                        statement.id(),
                        "it has a line of " + line.length() + " characters, and SQL*Plus takes " + LINE + ".",
                        "Report it: it has no blank at which it can be cut.");
            }
        }
        program.say(script + mark());
        Said said = read(statement.columns().size(), start + limit.toNanos());
        if (said.whole() || program.over()) {
            if (program.over() && cancelled) {
                throw failed(system(), statement.id(), CANCELLED, "ORA-01013: called off.", gone());
            }
            return said;
        }
        program.interrupt();
        Said left = read(statement.columns().size(), System.nanoTime() + GRACE.toNanos());
        if (!left.whole()) {
            program.close();
        }
        throw cancelled
                ? failed(system(), statement.id(), CANCELLED, "ORA-01013: called off.", gone())
                : outOfTime(statement, limit, gone());
    }

    private String mark() {
        // An empty line first: whatever stands there without a line end shall not hide the mark.
        return "PROMPT\nPROMPT " + MARK + ++asked + "\n";
    }

    private Said read(int columns, long until) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        String last = "it said nothing";
        StringBuilder row = new StringBuilder();
        while (!program.over()) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return new Said(rows, errors, last, false);
            }
            String line = program.line(LOOK.toNanos() < left ? LOOK : Duration.ofNanos(left));
            if (line == null) {
                continue;
            }
            if (row.length() > 0 || columns > 0 && line.startsWith("=")) {
                row.append(line);
                List<@Nullable String> cells = cells(row, columns);
                if (cells != null) {
                    rows.add(cells);
                    row.setLength(0);
                }
            } else if (line.strip().equals(MARK + asked)) {
                return new Said(rows, errors, last, true);
            } else if (!line.isBlank()) {
                last = secrets().mask(line.strip());
                if (!errors.isEmpty() || ERROR.matcher(last).matches()) {
                    errors.add(last);
                }
            }
        }
        return new Said(rows, errors, last, false);
    }

    private OracleException failed(String statement, Said said) {
        String seen = said.errors().stream().limit(MOST_SAID).collect(Collectors.joining(" "));
        if (said.code() != 0) {
            return failed(system(), statement, said.code(), seen, new IllegalStateException("SQL*Plus: " + seen));
        }
        if (!seen.isEmpty()) {
            return new OracleException(
                    system(),
                    statement,
                    0,
                    statement.equals("connect") ? OracleFailure.EXTERNAL : OracleFailure.BUG,
                    "SQL*Plus said " + seen + ".",
                    statement.equals("connect")
                            ? "See that the database's home stands in /etc/oratab of its host, and that SQL*Plus runs there."
                            : "Report it: SQL*Plus did not understand what it was asked.",
                    new IllegalStateException("SQL*Plus: " + seen));
        }
        return new OracleException(
                system(),
                statement,
                0,
                OracleFailure.TRANSIENT,
                "SQL*Plus " + (program.over() ? "ended" : "does not answer") + "; last words: " + said.last() + ".",
                "Look at host and instance; it is asked again.",
                gone());
    }

    private static SQLRecoverableException gone() {
        return new SQLRecoverableException("the session of SQL*Plus is gone");
    }

    // ---- what it is told

    private String script(OracleStatement statement, String text, boolean large) {
        if (!statement.answersRows()) {
            return lines(text) + "\n/\n";
        }
        StringBuilder query = new StringBuilder("SELECT ").append(large ? "TO_CLOB('=')" : "'='");
        for (OracleStatement.Field column : statement.columns()) {
            query.append("\n  || ").append(value(column, large)).append(" || '|'");
        }
        return query.append(" AS answer\nFROM (\n")
                .append(lines(text))
                .append("\n)\n/\n")
                .toString();
    }

    private static String value(OracleStatement.Field column, boolean large) {
        String name = column.name().toLowerCase(Locale.ROOT);
        switch (column.type()) {
            case NUMBER:
                return name;
            case TIMESTAMP:
                return "TO_CHAR(" + name + ", 'YYYY-MM-DD\"T\"HH24:MI:SS')";
            default:
                return DiscoveryScript.escaped(large ? "TO_CLOB(" + name + ")" : name);
        }
    }

    /** The same text in lines that SQL*Plus takes: long ones end at a blank outside of quotes, never behind a dash. */
    static String lines(String text) {
        StringBuilder out = new StringBuilder();
        char quote = 0;
        int length = 0;
        boolean comment = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                length = 0;
                comment = false;
            } else if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (!comment && (c == '\'' || c == '"')) {
                quote = c;
            } else if (text.startsWith("--", i)) {
                comment = true;
            } else if (c == ' ' && !comment && length > LONG_LINE && text.charAt(i - 1) != '-') {
                out.append('\n');
                length = 0;
                continue;
            }
            out.append(c);
            length++;
        }
        return out.toString();
    }

    private String binds(OracleStatement statement, SqlText sql, Map<String, ?> binds) {
        StringBuilder declared = new StringBuilder();
        StringBuilder set = new StringBuilder("BEGIN\n");
        for (String name : new java.util.TreeSet<>(sql.binds())) {
            Object value = binds.get(name);
            if (value instanceof Number number) {
                declared.append("VARIABLE ").append(name).append(" NUMBER\n");
                set.append("  :").append(name).append(" := ").append(new BigDecimal(number.toString()).toPlainString());
            } else if (value instanceof String text) {
                declared.append("VARIABLE ").append(name).append(" VARCHAR2(4000)\n");
                set.append("  :").append(name).append(" := ").append(literal(text));
            } else {
                throw OracleException.refused(
                        system(),
                        statement.id(),
                        "bind " + name + " is null or of a type that SQL*Plus has no variable for.",
                        "Give a text or a number.");
            }
            set.append(";\n");
        }
        return declared.isEmpty() ? "" : declared + set.append("END;\n/\n").toString();
    }

    /** A text in PL/SQL, in lines that SQL*Plus takes whatever the text holds. */
    private static String literal(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (Character.isISOControl(c) || part.length() >= PIECE && !Character.isLowSurrogate(c)) {
                parts.add("'" + part + "'");
                part.setLength(0);
            }
            if (Character.isISOControl(c)) {
                parts.add("CHR(" + (int) c + ")");
            } else {
                part.append(c == '\'' ? "''" : String.valueOf(c));
            }
        }
        parts.add("'" + part + "'");
        return String.join("\n    || ", parts);
    }

    // ---- what it answers

    /** The values of a row, or null while it is not whole. */
    private static @Nullable List<@Nullable String> cells(StringBuilder row, int columns) {
        List<@Nullable String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        for (int i = 1; i < row.length(); i++) {
            char c = row.charAt(i);
            if (c == '|') {
                cells.add(cell.isEmpty() ? null : cell.toString());
                cell.setLength(0);
            } else if (c == '\\' && i + 1 < row.length()) {
                char escaped = row.charAt(++i);
                cell.append(escaped == 'p' ? '|' : escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped);
            } else {
                cell.append(c);
            }
        }
        return cells.size() == columns ? cells : null;
    }

    private OracleRow row(OracleStatement wanted, OracleStatement statement, List<@Nullable String> cells) {
        SortedMap<String, @Nullable Object> values = new TreeMap<>();
        wanted.columns().forEach(column -> values.put(column.name(), null));
        for (int i = 0; i < cells.size(); i++) {
            OracleStatement.Field column = statement.columns().get(i);
            String cell = cells.get(i);
            try {
                values.put(
                        column.name(),
                        cell == null
                                ? null
                                : switch (column.type()) {
                                    case NUMBER -> new BigDecimal(cell.strip());
                                    case TIMESTAMP -> LocalDateTime.parse(cell);
                                    default -> cell;
                                });
            } catch (NumberFormatException | java.time.DateTimeException e) {
                throw new OracleException(
                        system(),
                        statement.id(),
                        0,
                        OracleFailure.BUG,
                        "column " + column.name() + " answered \"" + cell + "\" and is declared a " + column.type()
                                + ".",
                        "Correct the statement's header.",
                        e);
            }
        }
        return new OracleRow(values);
    }

    @Override
    public String release() {
        String known = release;
        if (known == null) {
            known = super.release();
            release = known;
        }
        return known;
    }

    @Override
    public void close() {
        ended();
        if (!program.over()) {
            try {
                program.say("EXIT\n");
                long until = System.nanoTime() + LEAVING.toNanos();
                while (!program.over() && System.nanoTime() < until) {
                    program.line(LOOK);
                }
            } catch (RuntimeException e) {
                // It listens no more; whatever is left of it ends with its way.
                org.slf4j.LoggerFactory.getLogger(SqlPlusOracleClient.class)
                        .debug("oracle {} close: {}", system(), e.getMessage());
            }
        }
        program.close();
    }

    @Override
    public String toString() {
        return "SqlPlusOracleClient[" + system() + "]";
    }
}
