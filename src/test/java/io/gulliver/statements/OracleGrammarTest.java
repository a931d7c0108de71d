package io.gulliver.statements;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.DiscoveryQuestions;
import io.gulliver.adapter.oracle.DiscoveryScript;
import io.gulliver.adapter.oracle.OracleStatement;
import io.gulliver.adapter.oracle.OracleStatements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.shardingsphere.sql.parser.api.CacheOption;
import org.apache.shardingsphere.sql.parser.api.SQLParserEngine;
import org.apache.shardingsphere.sql.parser.exception.SQLParsingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every statement of the catalogue, judged by a parser of Oracle's grammar that we did not write. */
class OracleGrammarTest {

    private static final Path STATEMENTS = Path.of("..", "..", "playbooks", "statements");

    /** Oracle's SQL that this parser does not take, each read by a person, with the reason. */
    private static final Set<String> REVIEWED = new TreeSet<>(Set.of(
            // PARAMETER, CDB and CON_ID are ordinary column names to Oracle; the parser keeps one of them for itself.
            "character-sets.sql",
            "options.sql",
            "container-state.sql",
            "pluggable-databases.sql",
            // A known gap of the parser: CREATE TABLESPACE.
            "create-tablespace.sql",
            "create-tablespace-blocks.sql",
            // GRANT .. ON DIRECTORY, ON USER: the parser knows privileges on tables only.
            "grant-directory.sql",
            "grant-on-user.sql"));

    private static final Path SCRIPTS = Path.of("..", "..", "playbooks", "scripts");

    /** The same of what scripts send, by question: those with the column names above. */
    private static final Set<String> REVIEWED_SCRIPTS =
            new TreeSet<>(Set.of("character-sets", "container", "options", "pluggable-databases"));

    /** What SQL*Plus does itself, comments and empty lines. */
    private static final Pattern SQLPLUS =
            Pattern.compile("(?i)^(--|SET |PROMPT |WHENEVER |SPOOL |EXIT|DEFINE |UNDEFINE |ACCEPT |COLUMN |@|\\s*$)");

    private static final Pattern BLOCK =
            Pattern.compile("(?i)^(BEGIN|DECLARE|CREATE( OR REPLACE)? (FUNCTION|PROCEDURE|PACKAGE|TRIGGER|TYPE))\\b");

    private static final Map<String, String> SAMPLES = Map.of(
            "grantee", "PUBLIC",
            "table", "\"APP\".\"ORDERS\"",
            "row", "STANDARD_HASH(NVL2(\"ID\", TO_CHAR(LENGTH(\"ID\")) || ':' || \"ID\", '-'), 'SHA256')",
            "text",
                    "NVL2(\"ID\", TO_CHAR(LENGTH(TO_CHAR(\"ID\", 'TM9'))) || ':' || TO_CHAR(\"ID\", 'TM9'), '-')"
                            + " || CHR(31) || NVL2(\"NAME\", TO_CHAR(ORA_HASH(\"NAME\", 4294967295, 0)) || ':'"
                            + " || TO_CHAR(ORA_HASH(\"NAME\", 4294967295, 1)), '-') || CHR(31)"
                            + " || NVL2(\"TITLE\", TO_CHAR(LENGTH(\"TITLE\")) || ':' || CASE WHEN LENGTH(\"TITLE\") >= 1"
                            + " THEN RAWTOHEX(UTL_I18N.STRING_TO_RAW(SUBSTR(\"TITLE\", 1, 500), 'AL32UTF8')) END, '-')",
            "segment", "ROWID >= CHARTOROWID('AAAAAAAAAAAAAAAAAA') AND ROWID < CHARTOROWID('AAAAAAAAAAAAAAAAAB')",
            "literal", "'/u01/stage'",
            "number", "8",
            "identifier", "\"NAME\"",
            "identifiers", "\"NAME\", \"OTHER\"",
            "password", "\"Secret_1\"");

    /** Words by the slot that they stand in. */
    private static final Map<String, String> WORDS = Map.of(
            "percent", "0.004000",
            "privilege", "SELECT",
            "system_privilege", "CREATE SESSION",
            "user_privilege", "INHERIT PRIVILEGES",
            "resource", "IDLE_TIME",
            "setting", "30",
            "how", "ACCESSED GLOBALLY",
            "which", "ROLE ALL EXCEPT",
            "logging", "LOGGING_RUNS",
            "history", "NULL");

    private static final Pattern SLOT = Pattern.compile(
            "- \\{name: (\\w+), type: (table|row|text|segment|literal|number|identifiers|identifier|password|grantee|word)");

    private final SQLParserEngine parser = new SQLParserEngine("Oracle", new CacheOption(1, 1));

    private static Map<String, String> statements() throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (var files = Files.list(STATEMENTS)) {
            for (Path file :
                    files.filter(name -> name.toString().endsWith(".sql")).toList()) {
                String name = file.getFileName().toString();
                String text = OracleStatements.load()
                        .require(name.replace(".sql", ""))
                        .text();
                var slot = SLOT.matcher(Files.readString(file).split("\n---\\*/\n", 2)[0]);
                while (slot.find()) {
                    text = text.replace(
                            "{{" + slot.group(1) + "}}", SAMPLES.getOrDefault(slot.group(2), WORDS.get(slot.group(1))));
                }
                texts.put(name, text.strip().replaceAll("(?<![:\\w]):[a-z]\\w*", "?"));
            }
        }
        return texts;
    }

    /** Releases between which any statement of discovery changes. */
    private static final List<String> RELEASES = List.of(
            "10.2.0.5.0",
            "11.1.0.7.0",
            "11.2.0.3.0",
            "11.2.0.4.0",
            "12.1.0.2.0",
            "12.2.0.1.0",
            "18.0.0.0.0",
            "19.0.0.0.0",
            "21.0.0.0.0",
            "23.0.0.0.0");

    /** All that SQL*Plus would send to the database, by what it is: the name of the question, or its first words. */
    private static Map<String, Set<String>> scripts() throws IOException {
        DiscoveryQuestions questions = DiscoveryQuestions.of(OracleStatements.load());
        Map<String, Set<String>> sent = new TreeMap<>();
        sent(DiscoveryScript.probe(questions), sent);
        for (String release : RELEASES) {
            DiscoveryScript script = DiscoveryScript.of(questions, release);
            for (OracleStatement.Load load : OracleStatement.Load.values()) {
                sent(script.render(load, true, List.of("DATA", "O'NEILL"), "out.txt"), sent);
            }
            sent(script.render(null, true, null, null), sent);
        }
        try (var files = Files.list(SCRIPTS)) {
            for (Path file : files.filter(name -> name.toString().endsWith(".sql"))
                    .sorted()
                    .toList()) {
                // As SQL*Plus replaces them for a user of 11.2 (this parser lacks CONTAINER = ALL); {{ }} is a slot of
                // ours.
                sent(
                        Files.readString(file)
                                .replace(" &everywhere", "")
                                .replace("&reader", "READER")
                                .replace("&look", "SELECT")
                                .replaceAll("&\\d", "Secret_1")
                                .replaceAll("\\{\\{[^}]*}}", "8"),
                        sent);
            }
        }
        return sent;
    }

    /** Takes a script apart as SQL*Plus does: commands of its own, SQL up to a semicolon, PL/SQL up to a slash. */
    private static void sent(String script, Map<String, Set<String>> sent) {
        StringBuilder text = new StringBuilder();
        String name = "";
        for (String line : script.split("\n")) {
            if (text.length() == 0) {
                if (line.startsWith("PROMPT gulliver question ")) {
                    name = line.split(" ")[3];
                } else if (line.startsWith("PROMPT gulliver ")) {
                    name = "";
                }
                if (SQLPLUS.matcher(line).find()) {
                    continue;
                }
            }
            boolean block = text.length() == 0
                    ? BLOCK.matcher(line).find()
                    : BLOCK.matcher(text).find();
            boolean ends = block ? line.equals("/") : line.endsWith(";");
            if (!(block && ends)) {
                text.append(line).append('\n');
            }
            if (ends) {
                String all = text.toString().strip();
                String plain = block ? all : all.substring(0, all.length() - 1);
                String key = name.isEmpty() || block
                        ? plain.replaceAll("\\s+", " ").replaceAll("^((\\S+ ){0,3}\\S+).*", "$1")
                        : name;
                sent.computeIfAbsent(key, none -> new TreeSet<>()).add(plain);
                text.setLength(0);
            }
        }
        assertThat(text.toString()).as("what no semicolon ends").isEmpty();
    }

    private boolean accepts(String text) {
        try {
            parser.parse(text, false);
            return true;
        } catch (SQLParsingException e) {
            return false;
        }
    }

    @Test
    void everyStatementIsOracleSqlOrReviewed() throws IOException {
        Set<String> rejected = statements().entrySet().parallelStream()
                .filter(statement -> !accepts(statement.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        // Equal, not contained: a statement that the parser takes now has no business on the list.
        assertThat(rejected).isEqualTo(REVIEWED);
    }

    /** The other conditions that stand in the slot of a segment. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"ID\" >= 17 AND \"ID\" < 42",
                "\"SKU\" >= UTL_RAW.CAST_TO_VARCHAR2(HEXTORAW(?)) AND \"SKU\" < UTL_RAW.CAST_TO_VARCHAR2(HEXTORAW(?))",
                "\"SKU\" IS NOT NULL"
            })
    void aRangeOfAKeyIsOracleSql(String range) throws IOException {
        String rowids = SAMPLES.get("segment");
        List<String> ranges = statements().values().stream()
                .filter(text -> text.contains(rowids))
                .map(text -> text.replace(rowids, range))
                .toList();
        assertThat(ranges).hasSizeGreaterThan(5).allMatch(this::accepts);
    }

    @Test
    void whatSqlPlusSendsIsOracleSqlOrReviewed() throws IOException {
        Map<String, Set<String>> sent = scripts();
        Set<String> rejected = sent.entrySet().parallelStream()
                // To Oracle a backslash is a letter like any other; this parser takes it for an escape.
                .filter(question -> question.getValue().stream().anyMatch(text -> !accepts(text.replace("\\", "\\\\"))))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(rejected).isEqualTo(REVIEWED_SCRIPTS);
        // Every question is among them, in every form that it takes.
        DiscoveryQuestions.of(OracleStatements.load())
                .all()
                .forEach((question, variants) -> variants.stream()
                        .filter(statement -> statement.kind() == OracleStatement.Kind.QUERY)
                        .forEach(statement -> assertThat(sent).containsKey(question)));
    }

    private static final Path REAL = Path.of("..", "..", "workers", "src", "test", "resources", "real-oracle");

    /** The same of the schema that real databases are given, by its first words. */
    private static final Set<String> REVIEWED_SCHEMA = new TreeSet<>(Set.of(
            // Gaps of the parser: CREATE TABLESPACE, as above; TEMPORARY TABLESPACE of a user; packages; member
            // functions of
            // a type and its body; where a nested table is stored; :NEW in a condition.
            "CREATE TABLESPACE NASTY_DATA DATAFILE",
            "CREATE TABLESPACE NASTY_INDEX DATAFILE",
            "CREATE USER NASTY IDENTIFIED",
            "CREATE OR REPLACE PACKAGE",
            "CREATE TYPE ADDRESS_T AS",
            "CREATE TYPE BODY ADDRESS_T",
            "CREATE TABLE CUSTOMERS (",
            "CREATE OR REPLACE TRIGGER"));

    /** The schema has never met a database: at least its words are Oracle's. */
    @Test
    void theSchemaForRealDatabasesIsOracleSqlOrReviewed() throws IOException {
        Map<String, Set<String>> sent = new TreeMap<>();
        try (var files = Files.list(REAL)) {
            for (Path file : files.sorted().toList()) {
                sent(Files.readString(file).replace("{{files}}", "/u02/oradata"), sent);
            }
        }
        assertThat(sent).hasSizeGreaterThan(80);
        Set<String> rejected = sent.entrySet().parallelStream()
                .filter(question -> question.getValue().stream().anyMatch(text -> !accepts(text.replace("\\", "\\\\"))))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(rejected).isEqualTo(REVIEWED_SCHEMA);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT dbid name, FROM v$database",
                "SELECT dbid FORM v$database",
                "SELECT COUNT(* FROM gv$transaction",
                "ALTER SYSTEM ENABLE RESTRICTED SESSIONS NOW",
                "SELECT owner FROM dba_tables ORDER owner",
                "CREATE USER \"A\" IDENTIFIED \"B\"",
                "SELECT owner FROM dba_tables LIMIT 5"
            })
    void theParserRefusesBrokenStatements(String broken) {
        assertThat(accepts(broken)).as(broken).isFalse();
    }
}
