package io.gulliver.lab.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What CONTENT may say and stand beside: Oracle Database Utilities 12.1, CONTENT. */
class ParameterFileTest {
    private static final List<String> SHARED = List.of(
            "SCHEMAS=SHOP",
            "DIRECTORY=MIG_DP",
            "LOGFILE=a.log",
            "JOB_NAME=A",
            "PARALLEL=1",
            "EXCLUDE=STATISTICS",
            "CLUSTER=N",
            "LOGTIME=ALL",
            "METRICS=YES");

    private static ParameterFile read(boolean export, String... more) {
        List<String> lines = new ArrayList<>(SHARED);
        lines.addAll(
                export
                        ? List.of("FILESIZE=1G", "REUSE_DUMPFILES=NO", "DUMPFILE=a.dmp")
                        : List.of("TABLE_EXISTS_ACTION=SKIP", "TRANSFORM=LOB_STORAGE:SECUREFILE"));
        lines.addAll(List.of(more));
        ParameterFile file = ParameterFile.parse(export, lines);
        file.check("19.24.0.0.0");
        return file;
    }

    @Test
    void metadataAloneNeedsNoPointInTimeAndRefusesOne() {
        assertThat(read(true, "CONTENT=METADATA_ONLY").metadataOnly()).isTrue();
        assertThat(read(false, "CONTENT=METADATA_ONLY", "DUMPFILE=a.dmp").metadataOnly())
                .isTrue();
        assertThat(read(false, "CONTENT=METADATA_ONLY", "NETWORK_LINK=MIG_SRC").metadataOnly())
                .isTrue();
        assertThat(read(true, "CONTENT=ALL", "FLASHBACK_SCN=1").metadataOnly()).isFalse();
        assertThatThrownBy(() -> read(true, "CONTENT=METADATA_ONLY", "FLASHBACK_SCN=1"))
                .hasMessageContaining("CONTENT=METADATA_ONLY reads none");
        assertThatThrownBy(() -> read(true, "CONTENT=ALL")).hasMessageContaining("does not state FLASHBACK_SCN");
        assertThatThrownBy(() -> read(false, "CONTENT=ALL", "NETWORK_LINK=MIG_SRC"))
                .hasMessageContaining("does not state FLASHBACK_SCN");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CONTENT=METADATA_ONLY | QUERY=x | incompatible with parameter query",
                "CONTENT=ALL | SQLFILE=a.sql | incompatible with parameter sqlfile",
                "CONTENT=DATA_ONLY | SQLFILE=a.sql | incompatible with parameter sqlfile",
                "CONTENT=DATA_ONLY | STATUS=1 | LAB-00006",
                "CONTENT=ROWS | STATUS=1 | invalid value for parameter, 'content'"
            })
    void whatItMayNotStandBesideIsRefused(String content, String other, String words) {
        assertThatThrownBy(() -> read(false, content, other, "DUMPFILE=a.dmp"))
                .isInstanceOf(ParameterFile.Refused.class)
                .hasMessageContaining(words);
    }

    @Test
    void noTransportOfTablespacesBesideMetadataAlone() {
        assertThatThrownBy(() -> read(true, "CONTENT=METADATA_ONLY", "TRANSPORT_TABLESPACES=APP"))
                .hasMessageContaining("incompatible with parameter transport_tablespaces");
    }
}
