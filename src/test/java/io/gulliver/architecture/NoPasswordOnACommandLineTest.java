package io.gulliver.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A password on a command line is in the process list for everybody and in the shell's history for good. Read is whatever
 * people run or copy: launcher, scripts, templates, statements, playbooks, actions and documents.
 */
class NoPasswordOnACommandLineTest {
    private static final Path ROOT = LauncherPath.find();
    private static final List<String> PLACES = List.of(
            "gulliver",
            "README.md",
            "CONTRIBUTING.md",
            "SECURITY.md",
            "docs",
            "playbooks",
            "workers/src/main/resources",
            "lab/src/main/resources",
            "src/test/tools");
    private static final List<String> ENDINGS = List.of(
            ".md", ".sql", ".sh", ".py", ".yaml", ".yml", ".tmpl", ".mustache", ".txt", ".par", ".rman", ".properties");

    /** Programs that take a log-on as a word, and how a password stands in it. */
    private static final List<Pattern> FORBIDDEN = List.of(
            // sqlplus user/password, expdp user/password@db; "/ as sysdba" and "/@wallet" hold none
            Pattern.compile(
                    "(?i)\\b(sqlplus|sql|expdp|impdp|exp|imp|rman|adrci|dgmgrl|sqlldr|tnsping)\\b(?:\\s+-\\S+|\\s+target)*"
                            + "\\s+['\"]?[A-Za-z_$#{}][A-Za-z0-9_$#{}.]*/['\"]?[^\\s/'\"@][^\\s@]*(@|\\s|$)"),
            // @script USER a-password
            Pattern.compile("(?i)sqlplus\\b[^\\n|]*@\\S+\\.sql\\s+\\S+\\s+\\S*(password|passwd|secret)"),
            Pattern.compile("(?i)\\bcurl\\b[^\\n]*\\s(-u|--user)[ =]?['\"]?[A-Za-z0-9_.$-]+:[^\\s'\"]+"),
            Pattern.compile("(?i)\\b(sshpass\\s+-p|mysql\\b[^\\n]*\\s-p\\S)"),
            Pattern.compile("(?i)\\b(PGPASSWORD|MYSQL_PWD|ORACLE_PWD)=[^\\s$\"'*]\\S*\\s+\\w"),
            Pattern.compile("(?i)(?:^|\\s)--?(?:[a-z.-]*[.-])?(password|passwd|passphrase|secret|token)[= ]"
                    + "(?!FILE|file:|env:|vault:|DIR|`)[^\\s<>`|,.:;)\\\\]+"),
            Pattern.compile("(?i)\\b[a-z][a-z+.-]*://[^\\s/:@'\"]+:[^\\s/:@'\"]{3,}@"));

    /** The repository, from wherever the tests run. */
    private static final class LauncherPath {
        static Path find() {
            Path here = Path.of("").toAbsolutePath();
            while (!Files.exists(here.resolve("gulliver")) || !Files.exists(here.resolve("playbooks"))) {
                here = here.getParent();
            }
            return here;
        }
    }

    static List<String> found(String text) {
        List<String> found = new ArrayList<>();
        text.lines()
                .forEach(line -> FORBIDDEN.stream()
                        .filter(pattern -> pattern.matcher(line).find())
                        .findFirst()
                        .ifPresent(pattern -> found.add(line.strip())));
        return found;
    }

    @Test
    void nothingThatPeopleRunOrCopyHoldsOne() throws IOException {
        List<String> found = new ArrayList<>();
        int read = 0;
        for (String place : PLACES) {
            Path path = ROOT.resolve(place);
            try (Stream<Path> files = Files.isDirectory(path) ? Files.walk(path) : Stream.of(path)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
                    boolean text = ENDINGS.stream().anyMatch(name::endsWith) || !name.contains(".");
                    if (!text || file.toString().contains("/target/")) {
                        continue;
                    }
                    try {
                        read++;
                        found(Files.readString(file)).forEach(line -> found.add(ROOT.relativize(file) + ": " + line));
                    } catch (MalformedInputException binary) {
                        read--;
                    }
                }
            }
        }
        assertThat(read).isGreaterThan(100);
        assertThat(found).isEmpty();
    }

    @Test
    void theTestKnowsWhatOneLooksLike() {
        for (String bad : List.of(
                "sqlplus / as sysdba @discovery-grants.sql GULLIVER_READER a-password",
                "sqlplus scott/tiger@orcl",
                "expdp system/manager full=y",
                "rman target sys/oracle@db",
                "curl -u pm:lilliput http://127.0.0.1",
                "sshpass -p secret ssh host",
                "PGPASSWORD=secret psql",
                "tool --password=hunter2",
                "psql postgresql://user:secret@host/db")) {
            assertThat(found(bad)).as(bad).hasSize(1);
        }
        for (String good : List.of(
                "sqlplus / as sysdba @discovery-grants.sql GULLIVER_READER",
                "sqlplus -S /nolog",
                "sqlplus sys@//host/its-service as sysdba",
                "rman target /",
                "curl -u pm -H 'x: y'",
                "./gulliver backup --passphrase-file FILE",
                "jdbc:postgresql://host:5432/db")) {
            assertThat(found(good)).as(good).isEmpty();
        }
    }
}
