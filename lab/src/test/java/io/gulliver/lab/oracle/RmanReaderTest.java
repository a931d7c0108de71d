package io.gulliver.lab.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RMAN's words by release: Backup and Recovery Reference, as rman-grammar.txt has it. */
class RmanReaderTest {

    private static List<String> read(String release, String... lines) throws RmanReader.Refused {
        RmanReader reader = new RmanReader("f.rman", List.of(lines), release, false);
        List<String> statements = new ArrayList<>();
        for (RmanReader.Node statement = reader.next(); statement != null; statement = reader.next()) {
            statements.add(String.join(" ", statement.words()));
        }
        return statements;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Seen in public logs and pages, see oracle-keywords/rman.yaml and the reference's examples.
                "backup for transport allow inconsistent incremental level 0 format '/dir/l0.bkp' tablespace tts;",
                "BACKUP INCREMENTAL LEVEL 0 FOR TRANSPORT ALLOW INCONSISTENT TABLESPACE A, B FORMAT '/dir/l0_%U';",
                "BACKUP FOR TRANSPORT FORMAT 'f' TABLESPACE a DATAPUMP FORMAT 'd';",
                "BACKUP AS COMPRESSED BACKUPSET DATABASE PLUS ARCHIVELOG;",
                "BACKUP DATABASE TAG 'full';",
                "BACKUP AS COMPRESSED BACKUPSET ARCHIVELOG ALL FORMAT 'ARCH_%d_%s_%p_%T.rmn' DELETE ALL INPUT;",
                "BACKUP CURRENT CONTROLFILE FORMAT 'CTL_%d_%s_%p_%T.rmn';",
                "RUN { ALLOCATE CHANNEL \"backup\" DEVICE TYPE DISK; BACKUP DATABASE; RELEASE CHANNEL \"backup\"; }",
                "RESTORE PLUGGABLE DATABASE crm VALIDATE CHECK LOGICAL;",
                "RESTORE FOREIGN TABLESPACE a FORMAT 'f' FROM BACKUPSET 'p';",
                "delete noprompt expired archivelog all;",
                "DELETE NOPROMPT EXPIRED BACKUP OF TABLESPACE user_data COMPLETED BEFORE 'SYSDATE-14';",
                "CROSSCHECK BACKUPSET 1345;",
                "CROSSCHECK BACKUP OF TABLESPACE user_data COMPLETED BEFORE 'SYSDATE-14';",
                "LIST BACKUP SUMMARY;",
                "REPORT SCHEMA;",
                "SHOW ALL;",
                "configure device type disk parallelism 2;",
                "configure channel device type disk format '/fra/%U', '/oracle_backup/%U';",
                "configure datafile backup copies for device type disk to 2;",
                "CONFIGURE DEVICE TYPE DISK BACKUP TYPE TO BACKUPSET PARALLELISM 1;",
                "CONFIGURE CONTROLFILE AUTOBACKUP ON;",
                "CONFIGURE RETENTION POLICY CLEAR;",
                "SQL 'ALTER SYSTEM ARCHIVE LOG CURRENT';",
                "BACKUP PLUGGABLE DATABASE sales, hr;",
            })
    void whatPublicLogsAndTheReferenceShowIsRead(String command) throws Exception {
        assertThat(read("19.24.0.0.0", command)).hasSize(1);
    }

    @Test
    void commandsSpanLinesAndEndAtACommentOrASemicolon() throws Exception {
        assertThat(read(
                        "10.2.0.5.0",
                        "# run this command once each day",
                        "BACKUP INCREMENTAL LEVEL 1",
                        "     FOR RECOVER OF COPY      # using incrementally updated backups",
                        "     WITH TAG \"DAILY_BACKUP\"  # daily backup routine",
                        "     DATABASE; EXIT"))
                .containsExactly(
                        "BACKUP INCREMENTAL LEVEL 1 FOR RECOVER OF COPY WITH TAG DAILY_BACKUP DATABASE ;", "EXIT");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "11.2.0.4.0 | BACKUP PLUGGABLE DATABASE crm; | the bad identifier was: PLUGGABLE",
                "11.2.0.4.0 | BACKUP FOR TRANSPORT TABLESPACE a; | expecting one of: \"recover\"",
                "10.2.0.5.0 | BACKUP SECTION SIZE 64G DATABASE; | the bad identifier was: SECTION",
                "11.2.0.4.0 | RESTORE DATABASE SECTION SIZE 1G VALIDATE; | found \"section\": expecting one of:",
                "12.2.0.1.0 | SHOW RMAN OUTPUT; | the bad identifier was: RMAN",
                "19.24.0.0.0 | ALLOCATE CHANNEL backup DEVICE TYPE DISK; | found \"backup\": expecting one of: \"for\"",
                "19.24.0.0.0 | BACKUP DATABASE TAG full; | found \"full\": expecting one of: \"double-quoted-string, equal,"
                        + " identifier, single-quoted-string\"",
                "19.24.0.0.0 | BACKUP DATABASE PLUS ARHIVELOG; | expecting one of: \"archivelog\"",
                "19.24.0.0.0 | -- no comment | RMAN-02001: unrecognized punctuation symbol \"-\"",
                "19.24.0.0.0 | DELETE | found \"end-of-file\": expecting one of: \"archivelog, backup, backuppiece, backupset,",
                "19.24.0.0.0 | RUN { LIST BACKUP; } | found \"list\": expecting one of: \"advise, allocate, alter, backup,",
            })
    void whatTheReleaseDoesNotHaveIsRefusedWithWhatItExpected(String release, String command, String words) {
        assertThatThrownBy(() -> read(release, command))
                .isInstanceOf(RmanReader.Refused.class)
                .hasMessageContaining("RMAN-00558: error encountered while parsing input commands")
                .hasMessageContaining(words);
    }

    @Test
    void aMistakeIsFoundWhereItStands() {
        assertThatThrownBy(() -> read("19.0", "CONNECT TARGET /", "RUN {", "  BACKUP DATABSE;", "}"))
                .hasMessage("RMAN-00558: error encountered while parsing input commands\n"
                        + "RMAN-01009: syntax error: found \"identifier\": expecting one of: \"allow, archivelog, as, backuppiece,"
                        + " backupset, channel, check, controlfilecopy, copies, cumulative, current, database, datafile,"
                        + " datafilecopy, datapump, db_recovery_file_dest, device, diskratio, filesperset, for, force, format,"
                        + " from, full, incremental, keep, maxsetsize, nochecksum, noexclude, nokeep, not, pluggable, pool, proxy,"
                        + " recovery, reuse, section, skip, spfile, tablespace, tag, to, validate\"\n"
                        + "RMAN-01008: the bad identifier was: DATABSE\n"
                        + "RMAN-01007: at line 3 column 10 file: f.rman");
    }
}
