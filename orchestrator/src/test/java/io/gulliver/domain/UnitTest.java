package io.gulliver.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.Unit;
import io.gulliver.domain.estate.Units;
import org.junit.jupiter.api.Test;

class UnitTest {
    @Test
    void whatACaptureWritesIsTakenApart() {
        assertThat(Units.convert(931.93, "GB of 1,073,741,824 bytes", "GB").getAsDouble())
                .isBetween(1000.65, 1000.66);
        assertThat(Units.convert(16, "GB of 1,073,741,824 bytes, whole databas", "GiB"))
                .hasValue(16);
        assertThat(Units.convert(3.6, "GB/h", "MB/s").getAsDouble()).isBetween(0.999999, 1.000001);
        assertThat(Units.convert(4, "cores of the source model", "cores")).hasValue(4);
        assertThat(Units.convert(7, "per s, average of the report", "1/s")).hasValue(7);
        assertThat(Unit.ofMemory("MB").orElseThrow().factor()).isEqualTo(1_048_576);
    }

    @Test
    void whatIsOfAnotherKindIsNotConverted() {
        assertThat(Units.convert(1, "bananas", "GB")).isEmpty();
        assertThat(Units.convert(1, "GB/s", "GB")).isEmpty();
        assertThat(Units.convert(1, "cores of one host", "sessions")).isEmpty();
        assertThat(Unit.parse("of the moon")).isEmpty();
    }
}
