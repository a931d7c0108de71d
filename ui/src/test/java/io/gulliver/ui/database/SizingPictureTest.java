package io.gulliver.ui.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.sizing.CapacityTable;
import io.gulliver.planning.sizing.CpuNeeds;
import io.gulliver.planning.sizing.CpuPlanner;
import io.gulliver.planning.sizing.Grade;
import io.gulliver.service.planning.RuleTables;
import org.junit.jupiter.api.Test;

class SizingPictureTest {
    private static final CapacityTable.Target Z14 =
            RuleTables.shipped().processors().target("LinuxONE Emperor II (z14)");

    private static SizingPicture.Cpu drawn(double demand) {
        return SizingPicture.cpu(CpuPlanner.plan(new CpuNeeds(
                Derivation.given("demand", demand, "MIPS", "document"),
                1,
                3,
                0,
                1,
                0.9,
                1,
                Z14,
                true,
                Grade.MEDIUM,
                true)));
    }

    /** Example E8: 9,647 MIPS, 9,936 with overhead, 11,040 at the design point, 5 IFLs of 11,888. */
    @Test
    void demandOverheadAndIflsStandOnOneScale() {
        SizingPicture.Cpu picture = drawn(9_647);
        double unit = 100 / (11_888 * 1.04);
        assertThat(picture.demand().width()).isCloseTo(9_647 * unit, within(0.02));
        assertThat(picture.rest().x()).isEqualTo(picture.demand().width());
        assertThat(picture.rest().width()).isCloseTo(289 * unit, within(0.03));
        assertThat(picture.design()).isCloseTo(11_040 * unit, within(0.02));
        assertThat(picture.ifls()).hasSize(5);
        assertThat(picture.ifls().get(4).x() + picture.ifls().get(4).width()).isCloseTo(11_888 * unit, within(0.03));
        assertThat(picture.work()).isEqualTo("9,647");
        assertThat(picture.unit()).isEqualTo("MIPS");
    }

    @Test
    void nothingToDoIsABarOfNoWidthBesideOneIfl() {
        SizingPicture.Cpu picture = drawn(0);
        assertThat(picture.demand().width()).isZero();
        assertThat(picture.ifls()).hasSize(1);
        assertThat(picture.ifls().get(0).width()).isBetween(90.0, 100.0);
    }

    @Test
    void manyIflsAreOneBlock() {
        assertThat(drawn(400_000).ifls()).hasSize(1);
    }
}
