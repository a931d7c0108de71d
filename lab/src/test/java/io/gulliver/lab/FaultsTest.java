package io.gulliver.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.lab.Faults.Fault;
import org.junit.jupiter.api.Test;

class FaultsTest {

    private final Faults faults = new Faults();

    @Test
    void strikesAsOftenAsArmedAndThenNoMore() {
        faults.arm("hmc-1", "start-partition", FaultKind.RESET_AFTER, 2);

        assertThat(faults.take("hmc-1", "start-partition")).contains(FaultKind.RESET_AFTER);
        assertThat(faults.take("hmc-1", "start-partition")).contains(FaultKind.RESET_AFTER);
        assertThat(faults.take("hmc-1", "start-partition")).isEmpty();
    }

    @Test
    void strikesOnlyTheNamedOperationOfTheNamedSystem() {
        faults.arm("hmc-1", "start-partition", FaultKind.STATUS_500, 1);

        assertThat(faults.take("hmc-2", "start-partition")).isEmpty();
        assertThat(faults.take("hmc-1", "stop-partition")).isEmpty();
        assertThat(faults.armed()).hasSize(1);
    }

    @Test
    void letsSomeCallsPassFirst() {
        faults.arm(new Fault("hmc-1", Faults.EVERY_OPERATION, FaultKind.HANG, 2, 1));

        assertThat(faults.take("hmc-1", "a")).isEmpty();
        assertThat(faults.take("hmc-1", "b")).isEmpty();
        assertThat(faults.take("hmc-1", "c")).contains(FaultKind.HANG);
    }

    @Test
    void leavesStateFaultsToTheSimulator() {
        faults.arm("fs-1", "mkvdisk", FaultKind.POOL_FULL, 1);

        assertThat(faults.take("fs-1", "mkvdisk")).isEmpty();
        assertThat(faults.take("fs-1", "mkvdisk", FaultKind.POOL_FULL)).isTrue();
        assertThat(faults.take("fs-1", "mkvdisk", FaultKind.POOL_FULL)).isFalse();
    }

    @Test
    void refusesAFaultThatNeverStrikes() {
        assertThatThrownBy(() -> faults.arm("hmc-1", "a", FaultKind.HANG, 0)).hasMessageContaining("times=0");
    }
}
