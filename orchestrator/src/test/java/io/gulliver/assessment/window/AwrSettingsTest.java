package io.gulliver.assessment.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AwrSettingsTest {
    private static AwrSettings read(String interval, String retention) {
        return AwrSettings.read(interval, retention).orElseThrow();
    }

    @Test
    void readsIntervalsAsDatabasesWriteThem() {
        AwrSettings usual = read("+00000 01:00:00.0", "+00008 00:00:00.000000");
        assertThat(usual).isEqualTo(new AwrSettings(Duration.ofHours(1), Duration.ofDays(8)));
        assertThat(usual.words()).isEqualTo("a snapshot every 60 min, kept for 8 days");
        assertThat(read("0 0:15:0", "35 0:0:0.0").interval()).isEqualTo(Duration.ofMinutes(15));
        assertThat(AwrSettings.read("an hour", "+00008 00:00:00.0")).isEmpty();
    }

    @Test
    void isEnoughOnlyWithSnapshotsThatAreOftenAndKeptForLong() {
        assertThat(read("+00000 01:00:00.0", "+00035 00:00:00.0").enough(35)).isTrue();
        assertThat(read("+00000 01:00:00.0", "+00034 23:59:59.0").enough(35)).isFalse();
        assertThat(read("+00000 01:01:00.0", "+00035 00:00:00.0").enough(35)).isFalse();
        assertThat(read("+40150 00:01:00.0", "+00035 00:00:00.0").enough(35))
                .as("no snapshot is taken")
                .isFalse();
        assertThat(read("+00000 00:00:00.0", "+40150 00:00:00.0").enough(35)).isFalse();
    }

    @Test
    void proposesWhatIsMissingAndLeavesWhatIsBetter() {
        assertThat(read("+00000 01:00:00.0", "+00008 00:00:00.0").proposal(35))
                .isEqualTo("BEGIN DBMS_WORKLOAD_REPOSITORY.MODIFY_SNAPSHOT_SETTINGS(retention => 50400,"
                        + " interval => 60); END;");
        assertThat(read("+00000 00:15:00.0", "+00008 00:00:00.0").proposal(35)).contains("interval => 15)");
        assertThat(read("+00000 02:00:00.0", "+00090 00:00:00.0").proposal(35))
                .contains("retention => 129600, interval => 60)");
        assertThat(AwrSettings.proposalFor(40)).contains("retention => 57600, interval => 60)");
    }
}
