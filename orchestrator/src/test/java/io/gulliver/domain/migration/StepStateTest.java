package io.gulliver.domain.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.task.TaskKind;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StepStateTest {
    @ParameterizedTest
    @EnumSource(StepState.class)
    void scarceThingsAreGivenBackWhereNoneAreHeldAnyMoreButNotByWhoAsksForThem(StepState state) {
        EnumSet<StepState> over = EnumSet.of(
                StepState.PENDING,
                StepState.DONE,
                StepState.SKIPPED,
                StepState.STOPPED,
                StepState.UNDONE,
                StepState.UNDO_PARKED);

        assertThat(state.givesSlotsBack(true)).isEqualTo(over.contains(state));
        assertThat(state.givesSlotsBack(false))
                .as("a parked step whose job may not run has no use for them")
                .isEqualTo(over.contains(state) || state == StepState.PARKED);
    }

    @Test
    void aStepThatWaitsForScarceThingsHasNone() {
        assertThat(StepState.WAITING_SLOT.withoutSlots()).isTrue();
        assertThat(StepState.PARKED.withoutSlots()).isFalse();
        assertThat(StepState.BACKING_OFF.withoutSlots()).isFalse();
    }

    @Test
    void onlyAnOpenTaskOrGateIsWorkAndWhateverElseAsksNeedsAttention() {
        assertThat(TaskKind.of(StepState.WAITING_PERSON, StepKind.GATE)).isEqualTo(TaskKind.GATE);
        assertThat(TaskKind.of(StepState.WAITING_PERSON, StepKind.TASK)).isEqualTo(TaskKind.TASK);
        assertThat(TaskKind.of(StepState.PARKED, StepKind.GATE)).isEqualTo(TaskKind.ATTENTION);
        assertThat(TaskKind.of(StepState.UNDO_PARKED, StepKind.ACTION)).isEqualTo(TaskKind.ATTENTION);
        assertThat(EnumSet.allOf(StepState.class).stream().filter(StepState::asksAPerson))
                .containsExactly(StepState.WAITING_PERSON, StepState.PARKED, StepState.UNDO_PARKED);
    }
}
