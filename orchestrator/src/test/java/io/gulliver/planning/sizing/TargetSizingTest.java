package io.gulliver.planning.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TargetSizingTest {
    private static TargetSizing.Needs needs(double utilization) {
        return new TargetSizing.Needs(16384, 4096, 600, 16, utilization, 2, 1000, 12, 20, 3, true);
    }

    @Test
    void everyFigureFollowsItsFormula() {
        TargetSizing sizing = TargetSizing.of(needs(0.5));
        assertThat(sizing.hugePages().value()).isEqualTo(16448);
        // (16448 + 4096 + 2700 + 512) x 1.10 / 0.984 = 26556.5, up to 26 GiB.
        assertThat(sizing.memory().value()).isEqualTo(26 * 1024);
        // 16 x 0.5 / 2 / 0.9 = 4.44
        assertThat(sizing.ifls().value()).isEqualTo(5);
        assertThat(sizing.data().value()).isEqualTo(1728);
        assertThat(sizing.redo().value()).isEqualTo(32);
        assertThat(sizing.recovery().value()).isEqualTo(1576);
        assertThat(sizing.staging().value()).isEqualTo(1200);
        assertThat(sizing.memory().inputs()).containsEntry("PGA", 4096.0);
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> needs(1.5)).hasMessageContaining("utilization");
    }
}
