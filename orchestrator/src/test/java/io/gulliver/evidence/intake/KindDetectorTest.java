package io.gulliver.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvidenceKindTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`Linux 5.14.0-70.el9.x86_64 (host1) \t11/21/2026 \t_x86_64_\t(8 CPU)\n\n12:00:01 AM CPU %user` | SAR_TEXT",
                "`{\"sysstat\": {\"hosts\": [{\"nodename\": \"host1\"}]}}` | SADF_JSON",
                "`\n\nSQL> @awr\nORA-00942: table or view does not exist\n~~BEGIN-OS-INFORMATION~~\n` | AWR_MINER",
                "`notes,application,\"database\",environment\nx,y,z,test` | INVENTORY_CSV",
                "`{\"other\": 1}` | NOT_RECOGNISED",
                "`name,size\nx,1` | NOT_RECOGNISED",
                "`` | NOT_RECOGNISED"
            })
    void tellsAFileByItsContent(String content, EvidenceKind kind) {
        assertThat(EvidenceKind.of(content.getBytes(StandardCharsets.UTF_8))).isEqualTo(kind);
    }
}
