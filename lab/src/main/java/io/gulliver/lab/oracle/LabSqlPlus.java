package io.gulliver.lab.oracle;

import io.gulliver.lab.oracle.driver.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * SQL*Plus as scripts use it: settings, spool, prompts, queries shown in columns, errors as it shows them.
 *
 * <p>Statements that change something are those of the catalogue; queries are free, within the dictionary of the release.
 */
final class LabSqlPlus {

    private static final Pattern COMMAND = Pattern.compile(
            "(?i)(SET|SPOOL|SPO|PROMPT|PRO|VARIABLE|VAR|REM|REMARK|COLUMN|COL|DEFINE|DEF|UNDEFINE|CLEAR|TTITLE|BTITLE"
                    + "|WHENEVER|EXIT|QUIT|EXEC|EXECUTE|SHOW|CONNECT|CONN|HOST|ALTER\\s+SESSION|@\\S+|--)(\\s.*)?");

    /** Settings that change what is shown; all others are taken and mean nothing to a script. */
    private static final Map<String, String> SHORT = Map.ofEntries(
            Map.entry("PAGES", "PAGESIZE"),
            Map.entry("LIN", "LINESIZE"),
            Map.entry("LINES", "LINESIZE"),
            Map.entry("FEED", "FEEDBACK"),
            Map.entry("HEA", "HEADING"),
            Map.entry("HEAD", "HEADING"),
            Map.entry("TRIMS", "TRIMSPOOL"),
            Map.entry("TERM", "TERMOUT"),
            Map.entry("VER", "VERIFY"),
            Map.entry("SERVEROUT", "SERVEROUTPUT"),
            Map.entry("COLSEP", "COLSEP"),
            Map.entry("NUM", "NUMWIDTH"),
            Map.entry("UND", "UNDERLINE"),
            Map.entry("TRIM", "TRIMOUT"),
            Map.entry("TIMI", "TIMING"));

    private static final List<String> KNOWN = List.of(
            "PAGESIZE",
            "LINESIZE",
            "FEEDBACK",
            "HEADING",
            "TRIMSPOOL",
            "TRIMOUT",
            "TERMOUT",
            "VERIFY",
            "SERVEROUTPUT",
            "COLSEP",
            "NUMWIDTH",
            "UNDERLINE",
            "TIMING",
            "ECHO",
            "TIME",
            "LONG",
            "LONGCHUNKSIZE",
            "ARRAYSIZE",
            "NEWPAGE",
            "NULL",
            "DEFINE",
            "SCAN",
            "TAB",
            "WRAP",
            "SQLBLANKLINES",
            "SQLPROMPT",
            "SQLNUMBER",
            "AUTOTRACE",
            "EMBEDDED",
            "SPACE",
            "RECSEP",
            "ESCAPE",
            "CONCAT",
            "APPINFO",
            "EXITCOMMIT",
            "ERRORLOGGING",
            "SQLTERMINATOR",
            "BLOCKTERMINATOR",
            "MARKUP",
            "FLUSH",
            "AUTOCOMMIT",
            "STATEMENTCACHE",
            "ROWPREFETCH",
            "PAUSE",
            "CMDSEP",
            "LOBPREFETCH");

    /** Characters that a line may have: User's Guide and Reference 10.2, appendix A. */
    private static final int LINE = 2499;

    private static final Pattern ASSIGNMENTS =
            Pattern.compile("(?is)BEGIN((?:\\s+:\\w+\\s*:=\\s*(?:'(?:[^']|'')*+'|[^';]+)++;)+)\\s*END\\s*;");
    private static final Pattern ASSIGNMENT = Pattern.compile("(?is):(\\w+)\\s*:=\\s*((?:'(?:[^']|'')*+'|[^';]+)++);");
    private static final Pattern PART =
            Pattern.compile("(?is)\\s*(?:'((?:[^']|'')*+)'|CHR\\((\\d+)\\)|(-?\\d+(?:\\.\\d+)?))\\s*(?:\\|\\||$)");
    private static final Pattern BIND =
            Pattern.compile("'(?:[^']|'')*+'|\"[^\"]*+\"|--[^\n]*|(?<![:\\w]):([A-Za-z]\\w*)");

    /** Longest text that an expression of SQL can make in these releases, in bytes. */
    static final int LONGEST = 4000;

    private final LabSession session;
    private final ProgramCall call;
    private final Map<String, String> settings = new TreeMap<>();
    private @Nullable Path spool;
    private final Map<String, Boolean> variables = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final Map<String, @Nullable Object> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private boolean exitOnError;
    private String exitCode = "SQL.SQLCODE";
    private boolean silenced;

    LabSqlPlus(LabSession session, ProgramCall call) {
        this.session = session;
        this.call = call;
        settings.putAll(Map.of(
                "PAGESIZE", "14",
                "LINESIZE", "80",
                "FEEDBACK", "6",
                "HEADING", "ON",
                "TRIMSPOOL", "OFF",
                "TERMOUT", "ON",
                "COLSEP", " ",
                "NUMWIDTH", "10",
                "LONG", "80",
                "NULL", ""));
    }

    /** Runs the lines of a script; the exit code is that of the program. */
    int run(Iterator<String> lines, boolean fromFile) throws IOException {
        silenced = fromFile;
        StringBuilder statement = new StringBuilder();
        while (lines.hasNext()) {
            String raw = lines.next();
            if (raw.length() > LINE) {
                show("SP2-0027: Input is too long (> " + LINE + " characters) - line ignored");
                continue;
            }
            String line = raw.strip();
            boolean fresh = statement.length() == 0;
            if (fresh && (line.isEmpty() || line.startsWith("--") || line.equals("/"))) {
                continue;
            }
            if (fresh && line.startsWith("/*")) {
                while (!line.endsWith("*/") && lines.hasNext()) {
                    line = lines.next().strip();
                }
                continue;
            }
            if (fresh && COMMAND.matcher(line).matches()) {
                Integer exit = command(line);
                if (exit != null) {
                    return exit;
                }
                continue;
            }
            boolean block = line.toUpperCase(Locale.ROOT).matches("(BEGIN|DECLARE)\\b.*") && fresh
                    || !fresh && statement.toString().matches("(?is)(BEGIN|DECLARE)\\b.*");
            if (!fresh && line.isEmpty() && !block && !on("SQLBLANKLINES")) {
                statement.setLength(0); // SQLBLANKLINES is off: an empty line ends and forgets a statement
                continue;
            }
            boolean end = line.equals("/") || !block && line.endsWith(";");
            if (!line.equals("/")) {
                statement
                        .append(statement.length() == 0 ? "" : "\n")
                        .append(
                                end
                                        ? raw.stripTrailing()
                                                .substring(
                                                        0, raw.stripTrailing().length() - 1)
                                        : raw);
            }
            if (!end) {
                continue;
            }
            String sql = statement.toString();
            statement.setLength(0);
            Integer exit = carryOut(sql);
            if (exit != null) {
                return exit;
            }
        }
        if (statement.length() > 0) {
            show("SP2-0042: unknown command \""
                    + statement.toString().lines().findFirst().orElse("") + "\" - rest of line ignored.");
        }
        // Without EXIT a script would leave the real program at its prompt; the end of its input ends it.
        return fromFile ? 1 : 0;
    }

    private @Nullable Integer command(String line) throws IOException {
        String bare = line.endsWith(";") ? line.substring(0, line.length() - 1).strip() : line;
        String[] words = bare.split("\\s+");
        String upper = bare.toUpperCase(Locale.ROOT);
        switch (words[0].toUpperCase(Locale.ROOT)) {
            case "SET":
                set(bare.substring(3).strip());
                return null;
            case "SPOOL":
            case "SPO":
                spool(words);
                return null;
            case "PROMPT":
            case "PRO":
                int at = line.indexOf(' ');
                show(at < 0 ? "" : line.substring(at + 1));
                return null;
            case "VARIABLE":
            case "VAR":
                variable(words);
                return null;
            case "WHENEVER":
                whenever(upper);
                return null;
            case "EXIT":
            case "QUIT":
                return exit(words.length > 1 ? words[1] : "SUCCESS", 0);
            case "EXEC":
            case "EXECUTE":
                return carryOut("BEGIN " + bare.substring(words[0].length()).strip() + "; END;");
            case "ALTER":
                if (feedback(0)) {
                    show("");
                    show("Session altered.");
                    show("");
                }
                return null;
            case "SHOW":
                show(upper.endsWith("USER") ? "USER is \"" + session.user() + "\"" : "");
                return null;
            case "CONNECT":
            case "CONN":
            case "HOST":
                show("SP2-0738: Restricted command \"" + words[0].toLowerCase(Locale.ROOT) + "\" not available");
                return null;
            default:
                if (!line.startsWith("@")) {
                    return null; // formats of columns, remarks, titles: nothing that a script's reader sees here
                }
                if (!line.equals("@?/rdbms/admin/utlrp.sql")) {
                    show("SP2-0310: unable to open file \"" + line.substring(1) + "\"");
                    return 9;
                }
                session.execute("BEGIN utl_recomp.recomp_parallel(0); END;", false, List.of());
                show("PL/SQL procedure successfully completed.");
                return null;
        }
    }

    /** Several settings may stand in one line. */
    private void set(String text) {
        Matcher words = Pattern.compile("'[^']*'|\"[^\"]*\"|\\S+").matcher(text);
        List<String> all = new ArrayList<>();
        while (words.find()) {
            all.add(words.group());
        }
        for (int i = 0; i < all.size(); i += 2) {
            String name = all.get(i).toUpperCase(Locale.ROOT);
            name = SHORT.getOrDefault(name, name);
            if (!KNOWN.contains(name)) {
                show("SP2-0158: unknown SET option \"" + all.get(i) + "\"");
                return;
            }
            String value = i + 1 < all.size() ? all.get(i + 1) : "ON";
            boolean quoted = value.matches("(?s)'.*'|\".*\"");
            settings.put(name, quoted ? value.substring(1, value.length() - 1) : value.toUpperCase(Locale.ROOT));
            if (name.equals("SERVEROUTPUT") || name.equals("MARKUP") || name.equals("ERRORLOGGING")) {
                return; // the rest of the line is theirs
            }
        }
    }

    private void spool(String[] words) throws IOException {
        if (words.length < 2) {
            show(spool == null ? "not spooling currently" : "currently spooling to " + spool);
            return;
        }
        String name = words[1].replace("\"", "").replace("'", "");
        if (name.equalsIgnoreCase("OFF") || name.equalsIgnoreCase("OUT")) {
            if (spool == null) {
                show("not spooling currently");
            }
            spool = null;
            return;
        }
        Path file = call.file(name.contains(".") ? name : name + ".lst");
        boolean append = words.length > 2 && words[2].toUpperCase(Locale.ROOT).startsWith("APP");
        try {
            if (append && Files.exists(file)) {
                spool = file;
            } else {
                Files.writeString(file, "");
                spool = file;
            }
        } catch (IOException e) {
            show("SP2-0606: Cannot create SPOOL file \"" + name + "\"");
        }
    }

    private void whenever(String upper) {
        Matcher word = Pattern.compile("WHENEVER\\s+(SQLERROR|OSERROR)\\s+(EXIT|CONTINUE)\\b\\s*(\\S*).*")
                .matcher(upper);
        if (!word.matches()) {
            show("SP2-0735: unknown WHENEVER option");
            return;
        }
        if (word.group(1).equals("SQLERROR")) {
            exitOnError = word.group(2).equals("EXIT");
            String code = word.group(3);
            exitCode = code.isEmpty() || code.equals("ROLLBACK") || code.equals("COMMIT") ? "SUCCESS" : code;
        }
    }

    private int exit(String word, int sqlCode) {
        spool = null;
        switch (word.toUpperCase(Locale.ROOT)) {
            case "SUCCESS", "COMMIT", "ROLLBACK":
                return 0;
            case "FAILURE":
                return 1;
            case "WARNING":
                return 2;
            case "SQL.SQLCODE":
                return sqlCode % 256 == 0 && sqlCode != 0 ? 1 : sqlCode % 256; // a shell sees the low byte
            default:
                return word.matches("\\d+") ? Integer.parseInt(word) % 256 : 0;
        }
    }

    private boolean on(String setting) {
        return settings.getOrDefault(setting, "OFF").equals("ON");
    }

    private void variable(String[] words) {
        String type = words.length == 3 ? words[2].toUpperCase(Locale.ROOT) : "";
        Matcher text = Pattern.compile("N?VARCHAR2\\((\\d{1,5})\\)").matcher(type);
        if (!type.equals("NUMBER") && !(text.matches() && Integer.parseInt(text.group(1)) <= LONGEST)) {
            show(
                    "Usage: VAR[IABLE] [ <variable> [ NUMBER | CHAR | CHAR (n [CHAR|BYTE]) | VARCHAR2 (n [CHAR|BYTE]) ] ]");
            return;
        }
        variables.put(words[1], type.equals("NUMBER"));
        values.put(words[1], null);
    }

    /** A block that does nothing but give variables of SQL*Plus their values. */
    private boolean assigned(String block) {
        Matcher all = ASSIGNMENTS.matcher(block.strip());
        if (!all.matches()) {
            return false;
        }
        Matcher one = ASSIGNMENT.matcher(all.group(1));
        while (one.find()) {
            if (!variables.containsKey(one.group(1))) {
                show("SP2-0552: Bind variable \"" + one.group(1).toUpperCase(Locale.ROOT) + "\" not declared.");
                return true;
            }
            StringBuilder value = new StringBuilder();
            Matcher part = PART.matcher(one.group(2).strip());
            int at = 0;
            while (at < one.group(2).strip().length() && part.find(at) && part.start() == at) {
                value.append(
                        part.group(1) != null
                                ? part.group(1).replace("''", "'")
                                : part.group(2) != null
                                        ? String.valueOf((char) Integer.parseInt(part.group(2)))
                                        : part.group(3));
                at = part.end();
            }
            if (at < one.group(2).strip().length()) {
                throw new OraError(6550, "line 1, column 1: PLS-00103: the lab does not know this expression");
            }
            if (value.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST) {
                throw new OraError(6502, "PL/SQL: numeric or value error: character string buffer too small");
            }
            String text = value.toString();
            values.put(
                    one.group(1),
                    Boolean.TRUE.equals(variables.get(one.group(1)))
                            ? new java.math.BigDecimal(text)
                            : text.isEmpty() ? null : text);
        }
        return true;
    }

    /** Null when the script goes on. */
    private @Nullable Integer carryOut(String sql) {
        boolean query = sql.matches("(?is)\\s*(?:/\\*.*?\\*/\\s*)?(SELECT|WITH)\\b.*");
        boolean block = sql.matches("(?is)\\s*(BEGIN|DECLARE)\\b.*");
        try {
            if (block && assigned(sql)) {
                done("PL/SQL procedure successfully completed.");
                return null;
            }
            List<@Nullable Object> binds = new ArrayList<>();
            StringBuilder positional = new StringBuilder();
            Matcher bind = BIND.matcher(sql);
            while (bind.find()) {
                String name = bind.group(1);
                if (name != null && !variables.containsKey(name)) {
                    show("SP2-0552: Bind variable \"" + name.toUpperCase(Locale.ROOT) + "\" not declared.");
                    return null;
                }
                if (name != null) {
                    binds.add(values.get(name));
                }
                bind.appendReplacement(positional, Matcher.quoteReplacement(name == null ? bind.group() : "?"));
            }
            String asked = bind.appendTail(positional).toString();
            if (query) {
                show(session.query(asked, binds), sql.contains("TO_CLOB("));
            } else if (block && sql.toUpperCase(Locale.ROOT).contains("DBMS_TTS")) {
                try (Connection c = session.database().connect()) {
                    session.block(c, sql, List.of());
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
                done("PL/SQL procedure successfully completed.");
            } else {
                session.execute(asked, false, binds);
                done(block ? "PL/SQL procedure successfully completed." : "System altered.");
            }
            return null;
        } catch (OraError e) {
            error(sql, e);
            return exitOnError ? exit(exitCode, e.code()) : null;
        }
    }

    private void done(String words) {
        if (feedback(0)) {
            show("");
            show(words);
            show("");
        }
    }

    /** The line that is wrong, a star below the place, and what is wrong: so it stands in every spool file. */
    private void error(String sql, OraError error) {
        List<String> lines = sql.lines().toList();
        String message = String.valueOf(error.getMessage());
        int line = 0;
        int column = 0;
        Matcher name = Pattern.compile("\"([^\"]+)\": invalid identifier").matcher(message);
        String wanted = name.find() ? name.group(1) : error.code() == 942 ? session.unknown(sql) : "";
        for (int i = 0; i < lines.size() && !wanted.isEmpty(); i++) {
            int found = lines.get(i).toUpperCase(Locale.ROOT).indexOf(wanted.toUpperCase(Locale.ROOT));
            if (found >= 0) {
                line = i;
                column = found;
                break;
            }
        }
        show(lines.isEmpty() ? "" : lines.get(line));
        show(" ".repeat(column) + "*");
        show("ERROR at line " + (line + 1) + ":");
        show(message);
        show("");
        show("");
    }

    private boolean feedback(int rows) {
        String value = settings.getOrDefault("FEEDBACK", "6");
        if (value.equals("OFF") || value.equals("0")) {
            return false;
        }
        return rows == 0 || value.equals("ON") || !value.matches("\\d+") || rows >= Integer.parseInt(value);
    }

    private int number(String setting, int otherwise) {
        String value = settings.getOrDefault(setting, "");
        return value.matches("\\d+") ? Integer.parseInt(value) : otherwise;
    }

    private void show(LabSession.Answer answer, boolean large) {
        int columns = answer.names().size();
        List<List<String>> cells = new ArrayList<>();
        int[] widths = new int[columns];
        for (int i = 0; i < columns; i++) {
            widths[i] = answer.types().get(i) == Wire.NUMBER
                    ? Math.max(number("NUMWIDTH", 10), answer.names().get(i).length())
                    : answer.types().get(i) == Wire.TIME
                            ? Math.max(9, answer.names().get(i).length())
                            : 1;
        }
        for (List<@Nullable Object> row : answer.rows()) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < columns; i++) {
                String text = text(row.get(i), answer.types().get(i), widths[i]);
                if (large) {
                    text = text.substring(0, Math.min(text.length(), number("LONG", 80)));
                } else if (text.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
                    throw new OraError(1489, "result of string concatenation is too long");
                }
                widths[i] = Math.max(widths[i], text.length());
                texts.add(text);
            }
            cells.add(texts);
        }
        int page = number("PAGESIZE", 14);
        boolean heading = page > 0 && !settings.getOrDefault("HEADING", "ON").equals("OFF");
        int room = Math.max(1, page - 3);
        for (int i = 0; i < cells.size(); i++) {
            if (page > 0 && i % room == 0) {
                show("");
                if (heading) {
                    show(joined(answer.names(), answer.types(), widths));
                    List<String> dashes = new ArrayList<>();
                    for (int width : widths) {
                        dashes.add("-".repeat(width));
                    }
                    show(joined(dashes, answer.types(), widths));
                }
            }
            wrapped(joined(cells.get(i), answer.types(), widths));
        }
        if (cells.isEmpty() && feedback(0)) {
            show("");
            show("no rows selected");
            show("");
        } else if (!cells.isEmpty() && feedback(cells.size())) {
            show("");
            show(cells.size() + (cells.size() == 1 ? " row selected." : " rows selected."));
            show("");
        } else if (page > 0 && !cells.isEmpty()) {
            show("");
        }
    }

    private String text(@Nullable Object value, char type, int width) {
        if (value == null) {
            return settings.getOrDefault("NULL", "");
        }
        if (value instanceof Timestamp time) {
            return time.toLocalDateTime()
                    .format(java.time.format.DateTimeFormatter.ofPattern("dd-MMM-yy", Locale.ENGLISH))
                    .toUpperCase(Locale.ROOT);
        }
        if (type == Wire.NUMBER && value instanceof java.math.BigDecimal number) {
            String plain = number.stripTrailingZeros().toPlainString().replaceFirst("^(-?)0\\.", "$1.");
            return plain.length() <= width
                    ? plain
                    : String.format(Locale.ROOT, "%." + Math.max(0, width - 6) + "E", number);
        }
        return value.toString();
    }

    private String joined(List<String> cells, List<Character> types, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String pad = " ".repeat(Math.max(0, widths[i] - cells.get(i).length()));
            boolean right = types.get(i) == Wire.NUMBER;
            line.append(i == 0 ? "" : settings.getOrDefault("COLSEP", " "))
                    .append(right ? pad : "")
                    .append(cells.get(i))
                    .append(right ? "" : pad);
        }
        return line.toString();
    }

    /** What is longer than a line goes on in the next one. */
    private void wrapped(String text) {
        int size = number("LINESIZE", 80);
        for (String line : text.split("\n", -1)) {
            String rest = line;
            while (rest.length() > size) {
                show(rest.substring(0, size));
                rest = rest.substring(size);
            }
            show(rest);
        }
    }

    private void show(String line) {
        String trimmed = line.stripTrailing();
        if (!(silenced && settings.getOrDefault("TERMOUT", "ON").equals("OFF"))) {
            call.print(trimmed);
        }
        if (spool != null) {
            boolean trim = !settings.getOrDefault("TRIMSPOOL", "OFF").equals("OFF");
            String padded = trim || trimmed.isEmpty()
                    ? trimmed
                    : trimmed + " ".repeat(Math.max(0, number("LINESIZE", 80) - trimmed.length()));
            try {
                Files.writeString(spool, padded + "\n", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException("SP2-0308: cannot write to spool file " + spool, e);
            }
        }
    }
}
