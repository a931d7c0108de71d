package io.gulliver.planning.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.landscape.EckdRange;
import io.gulliver.domain.landscape.EckdRange.Device;
import io.gulliver.planning.build.EckdChooser.Use;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EckdChooserTest {
    private static final int MODEL_54 = 65_520;
    private static final int MODEL_9 = 10_017;

    private static List<Device> unit(String lcu, int volumes, int cylinders, int aliases) {
        List<Device> devices = new ArrayList<>(
                new EckdRange(lcu + "00", String.format("%s%02X", lcu, volumes - 1), lcu, "00", cylinders, "", false)
                        .devices());
        if (aliases > 0) {
            devices.addAll(
                    new EckdRange(lcu + "C0", String.format("%s%02X", lcu, 0xC0 + aliases - 1), lcu, "C0", 0, "", false)
                            .devices());
        }
        return devices;
    }

    private static List<Device> together(List<Device> first, List<Device> second) {
        List<Device> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private static EckdChooser.Wish wish(List<String> data, List<String> redo, int aliases, Map<String, String> named) {
        return wish(data, redo, List.of(), aliases, named);
    }

    private static EckdChooser.Wish wish(
            List<String> data, List<String> redo, List<String> recovery, int aliases, Map<String, String> named) {
        return new EckdChooser.Wish(
                Map.of(
                        Use.DATA,
                        new EckdChooser.Need(data, MODEL_9),
                        Use.REDO,
                        new EckdChooser.Need(redo, 1000),
                        Use.RECOVERY,
                        new EckdChooser.Need(recovery, 5000)),
                aliases,
                new TreeMap<>(named),
                Set.of());
    }

    private static List<String> numbers(Map<String, Device> chosen) {
        return chosen.values().stream().map(Device::number).toList();
    }

    @Test
    void aVolumeHolds720KibOfEachCylinderButForTwoTracks() {
        assertThat(EckdGeometry.gib(MODEL_54)).isBetween(44.98, 44.99);
        assertThat(EckdGeometry.cylinders(EckdGeometry.gib(MODEL_54))).isEqualTo(MODEL_54);
        assertThat(EckdGeometry.cylinders(1)).isEqualTo(1457);
        assertThat(EckdGeometry.gib(1457)).isGreaterThanOrEqualTo(1);
        assertThat(EckdGeometry.gib(1456)).isLessThan(1);
    }

    @Test
    void dataIsSpreadOverControlUnitsAndRedoLogsHaveTheirOwnWhereTwoAreLeft() {
        List<Device> three =
                together(unit("20", 4, MODEL_54, 8), together(unit("21", 4, MODEL_54, 8), unit("22", 4, MODEL_54, 8)));

        EckdChooser.Choice choice = EckdChooser.choose(
                wish(List.of("d1", "d2", "d3", "d4"), List.of("r1", "r2"), 8, Map.of()), three, Set.of());

        assertThat(choice.problem()).isNull();
        assertThat(numbers(choice.of(Use.REDO))).containsExactly("2000", "2001");
        assertThat(numbers(choice.of(Use.DATA))).containsExactly("2100", "2200", "2101", "2201");
        assertThat(choice.aliases()).hasSize(24);
    }

    @Test
    void twoControlUnitsCarryDataBothForSpreadComesFirst() {
        List<Device> two = together(unit("20", 4, MODEL_54, 8), unit("22", 4, MODEL_54, 8));

        EckdChooser.Choice choice =
                EckdChooser.choose(wish(List.of("d1", "d2"), List.of("r1"), 8, Map.of()), two, Set.of());

        assertThat(choice.of(Use.DATA).values()).extracting(Device::lcu).containsExactlyInAnyOrder("20", "22");
        assertThat(numbers(choice.of(Use.REDO))).doesNotContainAnyElementsOf(numbers(choice.of(Use.DATA)));
    }

    @Test
    void aRecoveryAreaIsOnVolumesOfItsOwnOffRedoLogsAndWhereFewForDataAre() {
        List<Device> three =
                together(unit("20", 4, MODEL_54, 0), together(unit("21", 4, MODEL_54, 0), unit("22", 4, MODEL_54, 0)));

        EckdChooser.Choice choice = EckdChooser.choose(
                wish(List.of("d1", "d2", "d3"), List.of("r1"), List.of("f1", "f2", "f3"), 0, Map.of()),
                three,
                Set.of());

        assertThat(choice.problem()).isNull();
        assertThat(numbers(choice.of(Use.REDO))).containsExactly("2000");
        assertThat(numbers(choice.of(Use.DATA))).containsExactly("2100", "2200", "2101");
        assertThat(numbers(choice.of(Use.RECOVERY)))
                .as("first where one for data is, then spread")
                .containsExactly("2201", "2102", "2202");
    }

    @Test
    void aRecoveryAreaGoesBesideRedoLogsWhereNothingElseIsFreeAndSaysWhatItLacks() {
        List<Device> two = together(unit("20", 3, MODEL_54, 0), unit("22", 1, MODEL_54, 0));
        EckdChooser.Choice beside =
                EckdChooser.choose(wish(List.of("d1"), List.of("r1"), List.of("f1", "f2"), 0, Map.of()), two, Set.of());
        assertThat(beside.problem()).isNull();
        assertThat(beside.of(Use.RECOVERY)).hasSize(2);
        assertThat(EckdChooser.choose(
                                wish(List.of("d1"), List.of("r1"), List.of("f1", "f2", "f3"), 0, Map.of()),
                                two,
                                Set.of())
                        .problem())
                .contains("4 are free", "3 are wanted for the recovery area besides the 2");
        assertThat(EckdChooser.choose(wish(List.of("d1"), List.of(), List.of("d1"), 0, Map.of()), two, Set.of())
                        .problem())
                .contains("stands twice", "d1");
        assertThat(numbers(EckdChooser.choose(
                                wish(List.of("d1"), List.of(), List.of("f1"), 0, Map.of("f1", "2002")), two, Set.of())
                        .of(Use.RECOVERY)))
                .containsExactly("2002");
    }

    @Test
    void dataGoesBesideRedoLogsWhereTheOtherControlUnitsAreFull() {
        List<Device> three =
                together(unit("20", 4, MODEL_54, 0), together(unit("21", 1, MODEL_54, 0), unit("22", 1, MODEL_54, 0)));

        EckdChooser.Choice choice =
                EckdChooser.choose(wish(List.of("d1", "d2", "d3"), List.of("r1"), 0, Map.of()), three, Set.of());

        assertThat(choice.problem()).isNull();
        assertThat(numbers(choice.of(Use.DATA))).containsExactlyInAnyOrder("2001", "2100", "2200");
    }

    @Test
    void theSmallestThatIsLargeEnoughIsTaken() {
        List<Device> mixed = new ArrayList<>(unit("20", 2, MODEL_54, 0));
        mixed.addAll(new EckdRange("2010", "2011", "20", "10", MODEL_9, "", false).devices());
        mixed.addAll(new EckdRange("2020", "2021", "20", "20", MODEL_9 - 1, "", false).devices());

        EckdChooser.Choice choice = EckdChooser.choose(wish(List.of("d1"), List.of(), 0, Map.of()), mixed, Set.of());

        assertThat(numbers(choice.of(Use.DATA))).containsExactly("2010");
    }

    @Test
    void whatAPersonNamedIsTakenAndWhatDoesNotFitIsSaid() {
        List<Device> all = unit("20", 4, MODEL_54, 2);
        assertThat(numbers(
                        EckdChooser.choose(wish(List.of("d1", "d2"), List.of(), 0, Map.of("d2", "2000")), all, Set.of())
                                .of(Use.DATA)))
                .containsExactly("2001", "2000");
        assertThat(problem(all, Set.of("2000"), Map.of("d1", "2000"))).contains("2000", "reserved for another server");
        assertThat(problem(all, Set.of(), Map.of("d1", "9999"))).contains("9999", "not among those");
        assertThat(problem(all, Set.of(), Map.of("d1", "20C0"))).contains("is a PAV alias");
        assertThat(problem(unit("20", 1, 100, 0), Set.of(), Map.of("d1", "2000")))
                .contains("has 100 cylinders, wanted 10017");
    }

    private static String problem(List<Device> all, Set<String> taken, Map<String, String> named) {
        return String.valueOf(EckdChooser.choose(wish(List.of("d1"), List.of(), 0, named), all, taken)
                .problem());
    }

    @Test
    void tooFewVolumesTooSmallOnesAndTooFewAliasesAreSaid() {
        assertThat(problem(unit("20", 1, MODEL_54, 0), Set.of("2000"), Map.of()))
                .contains("0 are free", "1 are wanted");
        assertThat(problem(unit("20", 1, 5000, 0), Set.of(), Map.of()))
                .contains("the largest that there is has 5000", "name more volumes");
        assertThat(EckdChooser.choose(
                                wish(List.of("d1"), List.of(), 20, Map.of()), unit("20", 1, MODEL_54, 4), Set.of())
                        .problem())
                .isEqualTo("control unit 20 has 4 free PAV aliases, wanted 20");
        assertThat(EckdChooser.choose(
                                wish(List.of("d1"), List.of("d1"), 0, Map.of()), unit("20", 3, MODEL_54, 0), Set.of())
                        .problem())
                .contains("stands twice");
    }

    @Test
    void noChoiceHasADeviceTwiceOrOneThatIsTakenOrTooSmall() {
        Random random = new Random(1726);
        for (int round = 0; round < 500; round++) {
            List<Device> all = new ArrayList<>();
            for (String lcu : List.of("20", "21", "22", "23").subList(0, 1 + random.nextInt(4))) {
                all.addAll(unit(
                        lcu, 1 + random.nextInt(8), random.nextBoolean() ? MODEL_54 : MODEL_9, random.nextInt(30)));
            }
            Set<String> taken = all.stream()
                    .filter(device -> random.nextInt(4) == 0)
                    .map(Device::number)
                    .collect(Collectors.toCollection(TreeSet::new));
            List<String> data = IntStream.range(0, 1 + random.nextInt(6))
                    .mapToObj(i -> "d" + i)
                    .toList();
            List<String> redo =
                    IntStream.range(0, random.nextInt(3)).mapToObj(i -> "r" + i).toList();
            List<String> recovery =
                    IntStream.range(0, random.nextInt(3)).mapToObj(i -> "f" + i).toList();
            EckdChooser.Choice choice =
                    EckdChooser.choose(wish(data, redo, recovery, random.nextInt(8), Map.of()), all, taken);
            List<Device> volumes = new ArrayList<>();
            choice.volumes().values().forEach(ofUse -> volumes.addAll(ofUse.values()));
            List<Device> every = new ArrayList<>(volumes);
            every.addAll(choice.aliases());

            assertThat(new HashSet<>(every)).hasSameSizeAs(every);
            assertThat(every).noneMatch(device -> taken.contains(device.number()));
            assertThat(volumes).noneMatch(Device::alias);
            assertThat(choice.of(Use.DATA).values()).allMatch(device -> device.cylinders() >= MODEL_9);
            if (choice.problem() == null) {
                assertThat(choice.of(Use.DATA).keySet()).containsExactlyInAnyOrderElementsOf(data);
                assertThat(choice.of(Use.REDO).keySet()).containsExactlyInAnyOrderElementsOf(redo);
                assertThat(choice.of(Use.RECOVERY).keySet()).containsExactlyInAnyOrderElementsOf(recovery);
                long enough = all.stream()
                        .filter(device -> !device.alias() && !taken.contains(device.number()))
                        .count();
                assertThat(enough).isGreaterThanOrEqualTo(volumes.size());
            } else {
                assertThat(every).isEmpty();
            }
        }
    }
}
