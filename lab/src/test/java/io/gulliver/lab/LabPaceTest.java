package io.gulliver.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LabPaceTest {

    @Test
    void makesDurationsShorterAndRatesHigherByTheSameFactor() {
        LabPace pace = LabPace.parse("100");

        assertThat(pace.duration(Duration.ofMinutes(1))).isEqualTo(Duration.ofMillis(600));
        assertThat(pace.bytesPerSecond(1e6)).isEqualTo(1e8);
    }

    @Test
    void endsAtOnceAtMaximumSpeed() {
        assertThat(LabPace.parse("max").duration(Duration.ofHours(9))).isZero();
    }

    @Test
    void refusesASpeedBelowOne() {
        assertThatThrownBy(() -> LabPace.parse("0.5")).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> LabPace.parse("fast")).hasMessageContaining("\"fast\"");
    }
}
