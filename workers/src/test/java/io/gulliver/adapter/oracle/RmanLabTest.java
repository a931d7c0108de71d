package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.lab.Examines;
import io.gulliver.lab.Kindness;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Command files of RMAN, ours and wrong ones, read by the lab's Recovery Manager of 19c. */
@Tag("store")
class RmanLabTest {

    @TempDir
    Path root;

    OracleLab lab;

    @BeforeEach
    void start() throws Exception {
        lab = new OracleLab(root);
        lab.source();
    }

    @AfterEach
    void stop() {
        lab.close();
    }

    private OracleLab.Run rman(String commands) throws Exception {
        Path job = Files.createDirectories(root.resolve(OracleLab.SOURCE_HOST).resolve("job"));
        Files.writeString(job.resolve("f.rman"), commands);
        return lab.run(
                OracleLab.SOURCE_HOST,
                ScriptTemplate.load("rman.sh")
                        .render(Map.of(
                                "oracle_home",
                                lab.home(OracleLab.SOURCE_HOST).toString(),
                                "sid",
                                "ORDERS",
                                "cmdfile",
                                "f.rman")),
                "");
    }

    private static String levelZero() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("channels", "2");
        values.put("database_tag", "MIG_1_L0_1");
        values.put("pluggable_tag", "");
        values.put("backup_pluggable", "");
        values.put("validate_database", "DATABASE");
        values.put("validate_pluggable", "");
        return ScriptTemplate.load("level-0.rman").render(values);
    }

    @Test
    void oursBackUpValidateAndDelete() throws Exception {
        OracleLab.Run made = rman(levelZero());
        assertThat(made.exit()).as(made.output()).isZero();
        assertThat(made.output())
                .contains("RMAN> RUN {", "allocated channel: c2", "validation complete", "Recovery Manager complete.");
        OracleLab.Run deleted = rman(ScriptTemplate.load("delete-level-0.rman").render(Map.of("tag", "MIG_1_L0_1")));
        assertThat(deleted.output()).contains("Deleted 1 objects");
        assertThat(lab.context.ledger().entries(OracleLab.SOURCE_SYSTEM, "rman-backup"))
                .hasSize(1);
    }

    /** A mistake, made in our own file, and what RMAN says of it. */
    private record Mistake(String right, String wrong, String says) {}

    private static final List<Mistake> MISTAKES = List.of(
            new Mistake("CHECK LOGICAL", "CHECK LOGICALLY", "expecting one of: \"logical\""),
            new Mistake("SECTION SIZE 64G", "SECTION SIZE 64T", "the bad identifier was: T"),
            new Mistake("SECTION SIZE 64G", "SECTIONSIZE 64G", "the bad identifier was: SECTIONSIZE"),
            new Mistake("INCREMENTAL LEVEL 0", "LEVEL 0 INCREMENTAL", "found \"level\": expecting one of:"),
            new Mistake("LEVEL 0 SECTION", "LEVEL ZERO SECTION", "expecting one of: \"equal, integer\""),
            new Mistake("DATABASE PLUS ARCHIVELOG", "PLUS ARCHIVELOG DATABASE", "found \"plus\": expecting one of:"),
            new Mistake("PLUS ARCHIVELOG", "PLUS ARCHIVELOGS", "expecting one of: \"archivelog\""),
            new Mistake("TAG 'MIG_1_L0_1' DATABASE", "TAG full DATABASE", "found \"full\": expecting one of:"),
            new Mistake("TAG 'MIG_1_L0_1' DATABASE", "TAG 'MIG_1_L0_1 DATABASE", "the bad identifier was: MIG_1_L0_1"),
            new Mistake("DEVICE TYPE DISK;", "DEVICE DISK;", "expecting one of: \"type\""),
            new Mistake(
                    "RESTORE DATABASE VALIDATE;",
                    "RESTORE VALIDATE DATABASE;",
                    "found \"validate\": expecting one of:"),
            new Mistake(
                    "RESTORE DATABASE VALIDATE;", "RESTORE DATABASE VALIDATE", "found \"}\": expecting one of: \";"),
            new Mistake(
                    "RESTORE DATABASE VALIDATE;", "SHOW ALL;", "found \"show\": expecting one of: \"advise, allocate,"),
            new Mistake("}\nEXIT;", "EXIT;", "found \"exit\": expecting one of: \"advise, allocate, alter, backup,"),
            new Mistake("RUN {\n", "", "found \"identifier\": expecting one of: \"for\""),
            new Mistake("# First", "-- First", "RMAN-02001: unrecognized punctuation symbol \"-\""));

    @Test
    @Examines(value = Kindness.RMAN_PASSES_OVER_WORDS, red = "RMAN reads what it does not know")
    void aWordThatDoesNotStandThereEndsItBeforeAnythingRuns() throws Exception {
        for (Mistake mistake : MISTAKES) {
            String file = levelZero();
            assertThat(file).contains(mistake.right());
            OracleLab.Run run = rman(file.replace(mistake.right(), mistake.wrong()));
            assertThat(run.output())
                    .as("RMAN reads what it does not know: " + mistake.wrong())
                    .contains("RMAN-00558: error encountered while parsing input commands", mistake.says())
                    .doesNotContain("Starting backup");
            assertThat(run.exit()).as(mistake.wrong()).isEqualTo(1);
        }
        assertThat(lab.context.ledger().entries(OracleLab.SOURCE_SYSTEM, "rman-backup"))
                .isEmpty();
    }

    @Test
    void whatIsGrammaticalAndExcludedOrNotPlayedIsSaidSo() throws Exception {
        Map<String, String> commands = new LinkedHashMap<>();
        commands.put("BACKUP TAG 'A' TAG 'B' DATABASE;", "RMAN-06016: duplicate backup operand specified: TAG");
        commands.put("BACKUP DATABASE FORMAT 'a' FORMAT 'b';", "RMAN-06018: duplicate operand");
        commands.put("BACKUP ALLOW INCONSISTENT TABLESPACE A;", "RMAN-06591: ALLOW INCONSISTENT");
        commands.put("BACKUP AS COPY INCREMENTAL LEVEL 1 DATABASE;", "RMAN-06022: invalid level");
        commands.put("RESTORE DATABASE VALIDATE VALIDATE;", "RMAN-06028: duplicate operand");
        commands.put("BACKUP DATABASE;", "LAB-00007: the lab does not play BACKUP other than INCREMENTAL LEVEL 0");
        commands.put("RESTORE DATABASE;", "LAB-00007: the lab does not play RESTORE other than VALIDATE");
        commands.put("CROSSCHECK BACKUP;", "LAB-00007: the lab does not play CROSSCHECK");
        commands.put("CONFIGURE CONTROLFILE AUTOBACKUP ON;", "LAB-00007: the lab does not play CONFIGURE");
        commands.put("RECOVER DATABASE;", "LAB-00007: the lab does not play RECOVER");
        commands.put("RUN { RELEASE CHANNEL c1; }", "RMAN-06012: channel: c1 not allocated");
        for (Map.Entry<String, String> command : commands.entrySet()) {
            OracleLab.Run run = rman("CONNECT TARGET /\n" + command.getKey() + "\n");
            assertThat(run.output()).as(command.getKey()).contains(command.getValue());
            assertThat(run.exit()).as(command.getKey()).isEqualTo(1);
        }
        assertThat(rman("REPORT SCHEMA;").output()).contains("RMAN-06171: not connected to target database");
    }
}
