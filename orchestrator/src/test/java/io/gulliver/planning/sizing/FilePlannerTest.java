package io.gulliver.planning.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.planning.figure.UnfitFiguresException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FilePlannerTest {
    private static final List<String> SOURCES = List.of("size", "redo", "temp", "undo");

    @Test
    void aRedoLogHoldsTwentyMinutesOfThePeak() {
        FileSizing files = FilePlanner.plan(100, 10, 5.0, 3.0, SOURCES);
        // 10 MB/s x 1,200 s are 12,000,000,000 bytes: 11,444.1 MB of 1,048,576
        assertThat(files.redoLog().value()).isEqualTo(11_445);
        assertThat(files.redoGroups().value()).isEqualTo(4);
        assertThat(files.redoLogs().value()).isEqualTo(11_445 * 8);
        // 100 GB and 10 MB/s x 86,400 s x 2 = 1,728 GB
        assertThat(files.recoveryArea().value()).isEqualTo(Math.ceil((100 + 1728) * 1e9 / (1 << 20)));
        assertThat(files.temporary()).isNotNull();
        assertThat(files.temporary().value()).isEqualTo(Math.ceil(5e9 / (1 << 20)));
        assertThat(files.undo()).isNotNull();
        assertThat(files.undo().value()).isEqualTo(Math.ceil(3e9 / (1 << 20)));
        assertThat(files.redoLog().explained().toString()).contains("redo of 20 minutes", "redo");
    }

    @Test
    void aQuietDatabaseHasTheLeastLogAndOneBackup() {
        FileSizing files = FilePlanner.plan(100, 0, null, null, SOURCES);
        assertThat(files.redoLog().value()).isEqualTo(1024);
        assertThat(files.recoveryArea().value()).isEqualTo(Math.ceil(100e9 / (1 << 20)));
        assertThat(files.temporary()).isNull();
        assertThat(files.undo()).isNull();
    }

    @Test
    void figuresThatCannotBeAreNamed() {
        assertThatThrownBy(() -> FilePlanner.plan(-1, -1, -1.0, -1.0, SOURCES))
                .isInstanceOf(UnfitFiguresException.class)
                .hasMessageContaining("/used_gb")
                .hasMessageContaining("/redo_mb_s")
                .hasMessageContaining("/temporary_gb")
                .hasMessageContaining("/undo_gb");
    }
}
