package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.evidence.discovery.SpoolQueryResults;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shell around SQL*Plus, with a stand-in for SQL*Plus that does at once what the real one does on a bad day: hangs,
 * dies, or writes more than there is room for.
 */
@Tag("process")
class DiscoveryShellTest {
    /** Understands PROMPT, ROW (a row with the SID), SLEEP n (a query that takes long), LARGE and DIE. */
    private static final String PROGRAM = """
            #!/bin/sh
            for word in "$@"; do case $word in @*) script=${word#@} ;; esac; done
            if [ -z "$script" ]; then
              case $ORACLE_HOME in *idle*) echo 'ORA-01034: ORACLE not available' ;; esac
              exit 0
            fi
            STUBBORN
            while read -r line; do
              case $line in
              'PROMPT '*) echo "${line#PROMPT }" ;;
              ROW) echo "=$ORACLE_SID|" ;;
              HOME) echo "=${ORACLE_HOME##*/}|" ;;
              SLEEP*) n=0; broken=; while [ "$n" -lt "${line#SLEEP }0" ] && [ -z "$broken" ]; do sleep 0.1; n=$((n + 1)); done
                [ -z "$broken" ] || echo 'ORA-01013: user requested cancel of current operation' ;;
              LARGE) n=0; while [ "$n" -lt 400 ]; do echo "=$n$n$n$n$n$n$n$n$n$n$n$n$n$n$n$n$n$n$n$n|"; n=$((n + 1)); done ;;
              DIE) exit 137 ;;
              esac
            done <"$script"
            exit 0
            """;

    @TempDir
    Path root;

    private Path bin;

    @BeforeEach
    void lay() throws IOException {
        bin = Files.createDirectories(root.resolve("bin"));
        program(bin.resolve("ps"), "#!/bin/sh\n");
    }

    private static void program(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** A home whose SQL*Plus obeys an interrupt, or does not. */
    private Path home(String name, boolean stubborn) throws IOException {
        Path home = root.resolve(name);
        program(
                home.resolve("bin/sqlplus"),
                PROGRAM.replace("STUBBORN", stubborn ? "trap '' INT" : "trap 'broken=yes' INT"));
        return home;
    }

    private record Ran(int code, String output, SpoolQueryResults spool) {}

    private static String question(String name, int limit, String... body) {
        return "-- limit " + name + " " + limit + "\nPROMPT gulliver question " + name + " " + name + " V\n"
                + String.join("\n", body) + "\nPROMPT gulliver end " + name + "\n";
    }

    private static String script(String... questions) {
        return "SET ECHO OFF\nPROMPT gulliver discovery 1 begin 10.2\n" + String.join("", questions)
                + "PROMPT gulliver discovery 1 end\nEXIT\n";
    }

    private Ran run(String script, String sid, Path home, Path listed, int seconds, String before) throws Exception {
        Path work = Files.createTempDirectory(root, "work");
        Files.writeString(work.resolve("discovery.sql"), script);
        String shell = ScriptTemplate.load("discovery.sh")
                .render(Map.of(
                        "oracle_sid", sid,
                        "oracle_home", home.toString(),
                        "inventory_home", listed.toString(),
                        "script", "discovery.sql",
                        "seconds", Integer.toString(seconds)));
        Files.writeString(work.resolve("script"), shell);
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", before + "exec /bin/sh ./script"));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(work.toFile()).redirectErrorStream(true);
        builder.environment().merge("PATH", bin + ":", (path, first) -> first + path);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return new Ran(
                process.exitValue(),
                output,
                SpoolQueryResults.read(new ByteArrayInputStream(output.getBytes(StandardCharsets.UTF_8))));
    }

    private Ran run(String script, Path home) throws Exception {
        return run(script, "ORCL", home, root.resolve("nowhere"), 600, "");
    }

    @Test
    void bringsEveryAnswer() throws Exception {
        Ran ran = run(script(question("one", 60, "ROW"), question("two", 60, "ROW", "ROW")), home("db", false));
        assertThat(ran.code()).as(ran.output()).isZero();
        assertThat(ran.spool().whole()).isTrue();
        assertThat(ran.spool().answers().of("two")).hasSize(2);
    }

    @Test
    void aQuestionBeyondItsLimitIsCancelledAndTheRestIsAsked() throws Exception {
        Ran ran = run(
                script(question("one", 60, "ROW"), question("slow", 1, "SLEEP 60"), question("three", 60, "ROW")),
                home("db", false));
        assertThat(ran.code()).as(ran.output()).isZero();
        assertThat(ran.spool().whole()).isTrue();
        assertThat(ran.spool().answers().unanswered()).containsExactly(Map.entry("slow", "ORA-01013"));
        assertThat(ran.spool().answers().of("three")).hasSize(1);
    }

    @Test
    void aProgramThatDoesNotListenIsEndedAndANewOneAsksWhatFollows() throws Exception {
        Ran ran = run(
                script(
                        question("sample", 60, "ROW"),
                        question("slow", 1, "ROW", "SLEEP 60"),
                        question("sample", 60, "ROW"),
                        question("last", 60, "ROW")),
                home("db", true));
        assertThat(ran.code()).as(ran.output()).isZero();
        assertThat(ran.spool().whole()).isTrue();
        assertThat(ran.spool().answers().unanswered()).containsExactly(Map.entry("slow", "ORA-01013"));
        assertThat(ran.spool().answers().of("sample"))
                .as("asked twice, and not more")
                .hasSize(2);
        assertThat(ran.spool().answers().of("last")).hasSize(1);
    }

    @Test
    void theWholeIsStoppedAtItsLimitAndWhatWasAnsweredStands() throws Exception {
        Ran ran = run(
                script(question("one", 60, "ROW"), question("slow", 600, "SLEEP 600")),
                "ORCL",
                home("db", true),
                root.resolve("nowhere"),
                2,
                "");
        assertThat(ran.code()).as(ran.output()).isEqualTo(124);
        assertThat(ran.spool().whole()).isFalse();
        assertThat(ran.spool().answers().of("one")).hasSize(1);
    }

    @Test
    void aProgramThatDiesLeavesNoWholeSpoolAndItsOwnCode() throws Exception {
        Ran ran = run(script(question("one", 60, "ROW"), question("two", 60, "DIE")), home("db", false));
        assertThat(ran.code()).as(ran.output()).isEqualTo(137);
        assertThat(ran.spool().whole()).isFalse();
    }

    @Test
    void theInstanceOfANodeAndTheOneInOtherCapitalsAreFound() throws Exception {
        String asked = script(question("sid", 60, "ROW"));
        Path home = home("db", false);
        program(
                bin.resolve("ps"),
                "#!/bin/sh\nprintf ' 12 ora_pmon_ORCL2\\n 13 ora_pmon_ORCLTEST\\n 14 ora_smon_ORCL\\n'\n");
        assertThat(run(asked, home).spool().answers().values("sid", "V")).containsExactly("ORCL2");
        program(bin.resolve("ps"), "#!/bin/sh\nprintf ' 12 ora_pmon_orcl\\n 13 ora_pmon_ORCL1\\n'\n");
        assertThat(run(asked, home).spool().answers().values("sid", "V")).containsExactly("orcl");
        program(bin.resolve("ps"), "#!/bin/sh\nprintf ' 12 ora_pmon_ORCL1\\n 13 ora_pmon_ORCL2\\n'\n");
        assertThat(run(asked, home).spool().answers().values("sid", "V"))
                .as("two fit: nobody guesses")
                .containsExactly("ORCL");
    }

    @Test
    void ofSeveralHomesTheOneThatReachesTheInstanceIsTaken() throws Exception {
        Ran ran = run(script(question("home", 60, "HOME")), "ORCL", home("right", false), home("idle", false), 600, "");
        assertThat(ran.spool().answers().values("home", "V")).containsExactly("right");
    }

    @Test
    void withoutSqlPlusItSaysWhereItLooked() throws Exception {
        Ran ran = run(script(), root.resolve("empty"));
        assertThat(ran.code()).isEqualTo(127);
        assertThat(ran.output()).contains("SP2-0667", root.resolve("empty").toString(), "/etc/oratab");
    }

    @Test
    void aDiskWithoutRoomHasACodeOfItsOwn() throws Exception {
        Ran ran = run(
                script(question("large", 60, "LARGE"), question("after", 60, "ROW")),
                "ORCL",
                home("db", false),
                root.resolve("nowhere"),
                600,
                "ulimit -f 8; trap '' XFSZ; ");
        assertThat(ran.code()).as(ran.output()).isEqualTo(73);
    }
}
