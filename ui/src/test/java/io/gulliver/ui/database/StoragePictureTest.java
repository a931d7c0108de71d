package io.gulliver.ui.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.Rounding;
import io.gulliver.planning.sizing.FilePlanner;
import io.gulliver.planning.sizing.FileSizing;
import io.gulliver.planning.sizing.StorageSizing;
import io.gulliver.planning.sizing.TargetVolumes;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StoragePictureTest {
    /** A GiB in decimal GB. */
    private static final double GIB = 1.073741824;

    private static StorageSizing storage(double usedGb, double capacityGb) {
        Derivation used = Derivation.given("used", usedGb, "GB", "discovery");
        Derivation capacity = Derivation.computed("capacity", "GB", "used x 1.3", capacityGb, Rounding.UP, used);
        Derivation none = Derivation.given("nothing", 0, "", "unknown");
        return new StorageSizing(
                capacity, none, none, none, none, none, none, none, null, null, null, null, null, null, none, none,
                null, null, List.of(), List.of());
    }

    private static FileSizing files(@Nullable Double temporaryGb, @Nullable Double undoGb) {
        return FilePlanner.plan(
                100 * GIB, 0, temporaryGb, undoGb, List.of("discovery", "unknown", "discovery", "discovery"));
    }

    private static StoragePicture drawn(@Nullable TargetVolumes volumes) {
        return StoragePicture.of(storage(100 * GIB, 130 * GIB), files(10 * GIB, 20 * GIB), volumes);
    }

    private static double width(StoragePicture picture, String use) {
        return picture.kinds().stream()
                .filter(kind -> kind.use().equals(use))
                .mapToDouble(kind -> kind.bar().width())
                .sum();
    }

    /** 100 used, 30 growth, 10 temporary, 20 undo, 100 recovery area; 8 redo logs of 1 GiB. */
    @Test
    void everyKindStandsBesideTheOthersInTheOrderOfItsVolumes() {
        StoragePicture picture = drawn(null);
        assertThat(picture.kinds())
                .extracting(StoragePicture.Kind::key)
                .containsExactly("used", "growth", "temporary", "undo", "recovery", "redo");
        assertThat(picture.kinds().stream().map(kind -> Math.round(kind.gib())).toList())
                .as("GiB")
                .containsExactly(100L, 30L, 10L, 20L, 100L, 8L);
        double end = 0;
        for (StoragePicture.Kind kind : picture.kinds()) {
            assertThat(kind.bar().x()).as(kind.key()).isCloseTo(end, within(0.02));
            end += kind.bar().width();
        }
        assertThat(end).isBetween(95.0, 100.0);
        assertThat(picture.uses()).allSatisfy(use -> {
            assertThat(use.named()).as("nobody named volumes").isFalse();
            assertThat(use.boxes()).hasSize(1);
            assertThat(use.left()).isZero();
        });
    }

    @Test
    void volumesAreBoxesOfTheirSizeOnTheSameScale() {
        StoragePicture picture = drawn(new TargetVolumes(
                "lnx01", new TargetVolumes.Use(8, 40), new TargetVolumes.Use(2, 5), null, List.of("CRM")));
        StoragePicture.Use data = picture.uses().get(0);
        StoragePicture.Use redo = picture.uses().get(1);
        assertThat(data.boxes()).hasSize(8);
        assertThat(data.gib()).isEqualTo(320);
        assertThat(data.left()).as("capacity is whole GB").isCloseTo(60, within(0.5));
        double unit = data.boxes().get(0).width() / 40;
        assertThat(width(picture, "data")).as("260 GiB on the scale of 320").isCloseTo(260 * unit, within(0.2));
        assertThat(redo.boxes()).hasSize(2);
        assertThat(redo.boxes().get(0).x()).as("where those for data end").isCloseTo(320 * unit, within(0.05));
        assertThat(redo.boxes().get(1).x() + redo.boxes().get(1).width()).isBetween(95.0, 100.0);
        assertThat(redo.flow()).startsWith("M").endsWith("Z").doesNotContain("NaN");
    }

    @Test
    void aRecoveryAreaOnVolumesOfItsOwnLiesBetweenDataAndRedoLogs() {
        StoragePicture picture = drawn(new TargetVolumes(
                "lnx01",
                new TargetVolumes.Use(4, 40),
                new TargetVolumes.Use(2, 5),
                new TargetVolumes.Use(2, 60),
                List.of()));
        assertThat(picture.uses()).extracting(StoragePicture.Use::key).containsExactly("data", "recovery", "redo");
        StoragePicture.Use recovery = picture.uses().get(1);
        assertThat(recovery.wanted()).isCloseTo(100, within(0.5));
        assertThat(recovery.left()).isCloseTo(20, within(0.5));
        double unit = picture.uses().get(0).boxes().get(0).width() / 40;
        assertThat(recovery.boxes().get(0).x()).as("where those for data end").isCloseTo(160 * unit, within(0.05));
        assertThat(picture.wanted()).isCloseTo(100 + 30 + 10 + 20 + 100 + 8, within(1.0));
        assertThat(width(picture, "data")).isCloseTo(160 * unit, within(0.2));
    }

    @Test
    void volumesThatAreTooSmallAreNotDrawnLarger() {
        StoragePicture picture = drawn(new TargetVolumes(
                "lnx01", new TargetVolumes.Use(2, 50), new TargetVolumes.Use(100, 1), null, List.of()));
        assertThat(picture.uses().get(0).left()).isCloseTo(-160, within(0.5));
        double unit = picture.uses().get(0).boxes().get(0).width() / 50;
        assertThat(width(picture, "data")).isCloseTo(260 * unit, within(0.2));
        assertThat(picture.uses().get(1).boxes())
                .as("a hundred borders would be one colour")
                .hasSize(1);
    }

    @Test
    void whatTheSourceDoesNotTellIsNoKind() {
        StoragePicture picture = StoragePicture.of(storage(100, 130), files(null, null), null);
        assertThat(picture.kinds())
                .extracting(StoragePicture.Kind::key)
                .containsExactly("used", "growth", "recovery", "redo");
    }
}
