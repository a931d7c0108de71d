package io.gulliver.service.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepState;
import io.gulliver.playbook.ActionDeclaration;
import io.gulliver.playbook.PlaybookLibrary;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MadeThingsTest {
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            DONE,        -,           STANDS
            DONE,        COMPLETED,   STANDS
            DONE,        ROLLED_BACK, LEFT_OVER
            DONE,        ABORTED,     LEFT_OVER
            UNDO_PARKED, ROLLED_BACK, LEFT_OVER
            RUNNING,     -,           UNSURE
            AWAITING,    -,           UNSURE
            PARKED,      -,           UNSURE
            UNDOING,     -,           UNSURE
            UNDO_PARKED, -,           UNSURE
            STOPPED,     ABORTED,     LEFT_OVER
            """)
    void whereSomethingStands(StepState step, RunOutcome run, MadeThings.State state) {
        assertThat(MadeThings.state(step, run)).isEqualTo(state);
    }

    /** A new action that makes something at a device says so, or its things would stand there unlisted. */
    @Test
    void everyUndoableActionAtADeviceSaysWhatItMakesOrIsKnownToMakeNothingWithAName() {
        Set<String> nothing = Set.of(
                "hmc.set-boot-volume",
                "hmc.start-partition",
                "storage.clone-volume",
                "hmc.install-linux",
                // Devices and attachments of a guest have no names of their own, and go with it.
                "zvm.attach-volumes",
                // Of a server that another run made.
                "server.resize",
                "zvm.reserve-fcp",
                "zvm.start-guest");
        assertThat(PlaybookLibrary.shipped().actions().actions().values())
                .filteredOn(action -> action.queue().equals("device") && action.undo())
                .filteredOn(action -> action.makes() == null && !action.name().startsWith("conformance."))
                .extracting(ActionDeclaration::name)
                .containsExactlyInAnyOrderElementsOf(nothing);
    }
}
