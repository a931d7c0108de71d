package io.gulliver.planning.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TargetSizingTest {
    private static TargetSizing.Needs needs(double utilization, double overheadPercent) {
        return new TargetSizing.Needs(
                16384, 4096, 600, 16, utilization, 2, overheadPercent, 1000, 12, 20, 3, true, "discovery");
    }

    @Test
    void everyFigureFollowsItsFormula() {
        TargetSizing sizing = TargetSizing.of(needs(0.5, 0));
        assertThat(sizing.memory().hugePages().value()).isEqualTo(16448);
        // (16448 + 4096 + 2700) x 1.10 = 25568.4, up to 25 GiB; the kernel is within the 10 %
        assertThat(sizing.memory().guest().value()).isEqualTo(25 * 1024);
        // 16 x 0.5 / 2 / 0.9 = 4.44
        assertThat(sizing.cpu().ifls().value()).isEqualTo(5);
        assertThat(sizing.data().value()).isEqualTo(1728);
        assertThat(sizing.redo().value()).isEqualTo(32);
        assertThat(sizing.recovery().value()).isEqualTo(1576);
        assertThat(sizing.staging().value()).isEqualTo(1200);
        assertThat(sizing.memory().guest().explained()).anyMatch(line -> line.contains("PGA of the database 4,096 MB"));
    }

    @Test
    void isThePlannersOwnAnswer() {
        MemorySizing planner = MemoryPlanner.plan(new MemoryNeeds(
                List.of(new MemoryNeeds.Instance("the database", 16384, 4096, 600, MemoryNeeds.SESSION_MB)),
                0,
                List.of(),
                0,
                MemoryNeeds.KERNEL_MB,
                true,
                null,
                MemoryNeeds.SLACK_MB,
                1,
                2,
                0,
                null,
                "discovery",
                Map.of("ASM", "data files lie in file systems", "agents", "not measured")));
        assertThat(TargetSizing.of(needs(0.5, 0)).memory()).isEqualTo(planner);
    }

    @Test
    void theHypervisorTakesItsShare() {
        assertThat(TargetSizing.of(needs(0.5, 3)).cpu().required().value()).isEqualTo(8.24);
        // 16 x 0.98 / 2 / 0.9 = 8.7; 16 / 2 / 0.9 = 8.9, and 9.2 with the overhead of z/VM
        assertThat(TargetSizing.of(needs(0.98, 0)).cpu().ifls().value()).isEqualTo(9);
        assertThat(TargetSizing.of(needs(1, 3)).cpu().ifls().value()).isEqualTo(10);
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatThrownBy(() -> TargetSizing.of(needs(1.5, 0))).hasMessageContaining("/utilization");
        assertThatThrownBy(() -> TargetSizing.of(needs(0.5, -1))).hasMessageContaining("/overheadPercent");
    }
}
