package io.gulliver.adapter.oracle;

import io.gulliver.adapter.oracle.OracleStatement.Discovery;
import io.gulliver.adapter.oracle.OracleStatement.Field;
import io.gulliver.adapter.oracle.OracleStatement.Kind;
import io.gulliver.adapter.oracle.OracleStatement.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes questions of discovery as one script for SQL*Plus of 10.2 and later, whose output a program can read.
 *
 * <p>Form of the output ({@code docs/discovery.md}): a line {@code gulliver question NAME STATEMENT COLUMNS} opens an
 * answer and {@code gulliver end NAME} closes it; each row between them is one line that begins with {@code =} and holds
 * each value followed by {@code |}. In a value a backslash is {@code \\}, a bar {@code \p}, a line feed {@code \n} and a
 * carriage return {@code \r}, so no value can look like anything else. Nothing that the script does needs the MARKUP CSV
 * of 12.2, and nothing is written to the database.
 */
public final class DiscoveryScript {
    /** Name of the file that a person's run leaves. */
    public static final String SPOOL = "gulliver-discovery.txt";

    /** The oldest release that the questions are written for; every later one understands its script. */
    public static final String OLDEST = "10.2";

    /** First word of every line that is not a row. */
    public static final String MARK = "gulliver";

    /** What a row of VARCHAR2 can hold is shared by its columns, so long ones are cut. */
    private static final int CUT = 300;

    private static final Pattern OWNED =
            Pattern.compile("INSTR\\(:owners, ',' \\|\\| ([A-Za-z_.$#]+) \\|\\| ','\\) > 0");
    private static final String LOCAL_DESTINATION =
            "NVL((SELECT MIN(dest_id) FROM v$archive_dest WHERE target IN ('PRIMARY', 'LOCAL') AND status = 'VALID'), 1)";
    private static final String PACK =
            "WHERE EXISTS (SELECT 1 FROM v$parameter WHERE name = 'control_management_pack_access' AND value LIKE"
                    + " '%DIAGNOSTIC%')";
    /** The first release that has the switch of the packs. */
    private static final OracleStatement.Versions SWITCHED = new OracleStatement.Versions("11.1", null);

    private final DiscoveryQuestions questions;
    private final String release;

    private DiscoveryScript(DiscoveryQuestions questions, String release) {
        this.questions = questions;
        this.release = release;
    }

    /** Scripts for databases of one release, such as 10.2.0.5.0. */
    public static DiscoveryScript of(DiscoveryQuestions questions, String release) {
        return new DiscoveryScript(questions, release);
    }

    /**
     * The questions that tell whether it is the right database and which others to ask: release, identity, time, switch of
     * the packs, STATSPACK, tablespaces. They are understood by every release.
     */
    public static String probe(DiscoveryQuestions questions) {
        DiscoveryScript script = new DiscoveryScript(questions, OLDEST);
        return script.render(
                List.of(
                                "instances",
                                "identity",
                                "services",
                                "database-clock",
                                "pack-licence",
                                "statspack-tables",
                                "tablespaces")
                        .stream()
                        .map(question -> questions.all().getOrDefault(question, List.of()))
                        // The oldest variant; the view that holds the switch is there long before the switch.
                        .flatMap(variants -> variants.stream().limit(1))
                        .toList(),
                List.of(),
                null);
    }

    /**
     * All questions of the release.
     *
     * @param load the one source of load figures to ask, or null for none; samples are taken at the beginning, in the middle
     *     and at the end
     * @param quiet also those that must not run at peak hours
     * @param transportSet tablespaces to check for transport; null = all permanent ones but SYSTEM and SYSAUX
     * @param spool file that the output also goes to, or null
     */
    public String render(
            OracleStatement.@Nullable Load load,
            boolean quiet,
            @Nullable List<String> transportSet,
            @Nullable String spool) {
        List<OracleStatement> asked = new ArrayList<>();
        List<OracleStatement> samples = new ArrayList<>();
        List<OracleStatement> heavy = new ArrayList<>();
        for (OracleStatement statement : questions.fitting(release)) {
            Discovery discovery = DiscoveryQuestions.discovery(statement);
            if (discovery.load() != null && discovery.load() != load || statement.kind() != Kind.QUERY) {
                continue;
            }
            (discovery.load() == OracleStatement.Load.SAMPLE ? samples : discovery.quiet() ? heavy : asked)
                    .add(statement);
        }
        List<OracleStatement> all = new ArrayList<>(samples);
        all.addAll(asked);
        if (quiet) {
            all.addAll(samples);
            all.addAll(heavy);
        }
        all.addAll(samples);
        return render(all, transportSet, spool);
    }

    private String render(
            List<OracleStatement> statements, @Nullable List<String> transportSet, @Nullable String spool) {
        StringBuilder script = new StringBuilder();
        script.append("-- Asks an Oracle database of release ").append(release).append("""
                 what it is and holds. Reads only.
                -- Run it with SQL*Plus as a user with CREATE SESSION and SELECT_CATALOG_ROLE, or as SYSDBA.
                SET ECHO OFF
                SET FEEDBACK OFF
                SET HEADING OFF
                SET PAGESIZE 0
                SET LINESIZE 32767
                SET TRIMSPOOL ON
                SET TRIMOUT ON
                SET TAB OFF
                SET WRAP ON
                SET RECSEP OFF
                SET VERIFY OFF
                SET DEFINE OFF
                SET ESCAPE OFF
                SET TIMING OFF
                SET FLUSH ON
                SET SERVEROUTPUT OFF
                SET ARRAYSIZE 100
                SET LONG 8000
                SET LONGCHUNKSIZE 8000
                SET NUMWIDTH 38
                WHENEVER SQLERROR CONTINUE
                WHENEVER OSERROR CONTINUE
                ALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,';
                ALTER SESSION SET NLS_CALENDAR = 'GREGORIAN';
                """);
        if (spool != null) {
            script.append("SET TERMOUT OFF\nSPOOL ").append(spool).append('\n');
        }
        line(script, "discovery 1 begin " + release);
        statements.forEach(statement -> question(script, statement, transportSet));
        line(script, "discovery 1 end");
        if (spool != null) {
            script.append("SPOOL OFF\n");
        }
        return script.append("EXIT\n").toString();
    }

    private static void line(StringBuilder script, String words) {
        script.append("PROMPT ").append(MARK).append(' ').append(words).append('\n');
    }

    private void question(StringBuilder script, OracleStatement statement, @Nullable List<String> transportSet) {
        Discovery discovery = DiscoveryQuestions.discovery(statement);
        // SQL*Plus has no limit of its own: the shell around it reads this one.
        script.append("-- limit ")
                .append(discovery.question())
                .append(' ')
                .append(discovery.seconds())
                .append('\n');
        line(
                script,
                "question " + discovery.question() + " " + statement.id() + " "
                        + statement.columns().stream().map(Field::name).collect(Collectors.joining(",")));
        if (statement.id().equals("transport-violations")) {
            check(script, transportSet);
        }
        script.append("SELECT '='");
        for (Field column : statement.columns()) {
            script.append("\n  || ").append(value(column, discovery.cut())).append(" || '|'");
        }
        script.append("\nFROM (\n").append(unbound(statement.text())).append("\n)");
        if (discovery.load() == OracleStatement.Load.AWR && SWITCHED.contains(release)) {
            script.append('\n').append(PACK);
        }
        script.append(";\n");
        line(script, "end " + discovery.question());
    }

    /** What a value becomes: text that holds neither the bar nor a line end. */
    private static String value(Field column, boolean cut) {
        String name = column.name().toLowerCase(Locale.ROOT);
        if (column.type() == Type.NUMBER) {
            return name;
        }
        if (column.type() == Type.TIMESTAMP) {
            return "TO_CHAR(" + name + ", 'YYYY-MM-DD\"T\"HH24:MI:SS')";
        }
        String text = cut ? "TO_CHAR(SUBSTR(" + name + ", 1, " + CUT + "))" : name;
        return escaped(text);
    }

    /** A text as an expression that holds neither the bar nor a line end. */
    static String escaped(String text) {
        return "REPLACE(REPLACE(REPLACE(REPLACE(" + text
                + ", '\\', '\\\\'), '|', '\\p'), CHR(10), '\\n'), CHR(13), '\\r')";
    }

    /** SQL*Plus has no values to bind here: what they would be is asked for in place. */
    private String unbound(String text) {
        String owners = questions
                .find("owners", release)
                .map(OracleStatement::text)
                .orElseThrow(() -> new IllegalStateException("release " + release + " has no question for owners"))
                .replaceAll("\\s*ORDER BY username$", "");
        return OWNED.matcher(text)
                .replaceAll(match -> java.util.regex.Matcher.quoteReplacement(match.group(1) + " IN (" + owners + ")"))
                .replace(":destination", LOCAL_DESTINATION);
    }

    private static void check(StringBuilder script, @Nullable List<String> transportSet) {
        if (transportSet != null) {
            script.append("BEGIN DBMS_TTS.TRANSPORT_SET_CHECK('")
                    .append(String.join(",", transportSet).replace("'", "''"))
                    .append("', TRUE, TRUE); END;\n/\n");
            return;
        }
        script.append("""
                DECLARE
                  spaces VARCHAR2(32767);
                BEGIN
                  FOR each IN (SELECT tablespace_name FROM dba_tablespaces
                               WHERE contents = 'PERMANENT' AND tablespace_name NOT IN ('SYSTEM', 'SYSAUX')) LOOP
                    spaces := spaces || ',' || each.tablespace_name;
                  END LOOP;
                  DBMS_TTS.TRANSPORT_SET_CHECK(SUBSTR(spaces, 2), TRUE, TRUE);
                END;
                /
                """);
    }
}
