package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.persistence.view.StepRow;
import org.junit.jupiter.api.Test;

class StepRowTest {
    private static StepRow row(String title, StepKey key) {
        return new StepRow(
                new MigrationId("00000000-0000-0000-0000-000000000001"),
                0,
                title,
                Stage.BUILD,
                Phase.BEFORE,
                StepKind.TASK,
                "dba",
                null,
                false,
                null,
                0,
                StepRun.pending(key));
    }

    @Test
    void aStepIsCalledWithoutTheItemsThatItFannedOutTo() {
        assertThat(row("Roll call: Service desk", StepKey.parse("roll-call[Service desk]"))
                        .ofStep())
                .isEqualTo("Roll call");
        assertThat(row("Roll call: all", StepKey.of("roll-call")).ofStep()).isEqualTo("Roll call: all");
    }
}
