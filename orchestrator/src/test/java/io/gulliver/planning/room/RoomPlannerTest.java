package io.gulliver.planning.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.planning.room.RoomLine.OfWave;
import io.gulliver.planning.room.RoomLine.Verdict;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is free and what is promised stand side by side; what nobody has read is not called free. */
class RoomPlannerTest {
    private static final Instant AT = Instant.parse("2026-03-01T10:00:00Z");

    private static RoomRead read(RoomKind kind, @Nullable Double total, @Nullable Double free) {
        return new RoomRead("sys", "part", kind, total, free, total == null ? "It did not answer." : null, AT);
    }

    private static Promise promise(String server, @Nullable Integer wave, RoomKind kind, @Nullable Double amount) {
        return new Promise("atlas", server, wave, "sys", "part", kind, amount);
    }

    @ParameterizedTest(name = "{0}: {2} of {1} free, {3} promised")
    @CsvSource({
        "MEMORY, 1000, 400, 400, FITS",
        "MEMORY, 1000, 400, 401, SHORT",
        "IFLS,   20,   0,   0,   FITS",
        "IFLS,   20,   0,   1,   SHORT",
        "SPACE,  1000, 500, 200, FITS",
        "SPACE,  1000, 500, 201, TIGHT",
        "SPACE,  1000, 500, 501, SHORT",
        "SPACE,  1000, 200, 0,   TIGHT"
    })
    void whatIsPromisedIsHeldAgainstWhatIsFree(
            RoomKind kind, double total, double free, double promised, Verdict verdict) {
        assertThat(RoomPlanner.lines(
                        List.of(read(kind, total, free)), List.of(promise("lnx01", 1, kind, promised)), 0.7))
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.verdict()).isEqualTo(verdict);
                    assertThat(line.promised()).isEqualTo(promised);
                    assertThat(line.used()).isEqualTo(total - free);
                });
    }

    private static RoomRead pool(String name, double total, double free, Instant at) {
        return new RoomRead("sys", name, RoomKind.SPACE, total, free, null, at);
    }

    private static Promise ofPools(String pools, double amount) {
        return new Promise("atlas", "lnx01", 1, "sys", pools, RoomKind.SPACE, amount);
    }

    /** A server may name several pools, or none: its volumes are then in whichever has room. */
    @ParameterizedTest(name = "of {0}")
    @CsvSource(
            delimiter = '|',
            value = {"''|1700|700|SHORT", "P0, P2|1200|550|SHORT", "P0,P1|1500|650|SHORT", "P0,P9|||UNKNOWN"})
    void whatSeveralPoolsHaveTogetherIsHeldAgainstWhatIsPromisedOfAnyOfThem(
            String pools, @Nullable Double total, @Nullable Double free, Verdict verdict) {
        List<RoomRead> read = List.of(
                pool("P0", 1000, 500, AT),
                pool("P1", 500, 150, AT.minusSeconds(60)),
                pool("P2", 200, 50, AT),
                new RoomRead("other", "P0", RoomKind.SPACE, 5000.0, 5000.0, null, AT));
        RoomLine line = RoomPlanner.lines(read, List.of(ofPools(pools, 701)), 0.7).stream()
                .filter(one -> one.system().equals("sys") && one.part().equals(pools))
                .findFirst()
                .orElseThrow();
        assertThat(line.verdict()).isEqualTo(verdict);
        assertThat(line.read() == null ? null : line.read().total()).isEqualTo(total);
        assertThat(line.read() == null ? null : line.read().free()).isEqualTo(free);
        if (pools.contains("P1")) {
            assertThat(line.read().at()).as("the older of both").isEqualTo(AT.minusSeconds(60));
        }
    }

    @Test
    void whatNobodyHasReadOrCouldNotBeReadIsUnknown() {
        List<Promise> promises = List.of(promise("lnx01", 1, RoomKind.MEMORY, 64.0));
        assertThat(RoomPlanner.lines(List.of(), promises, 0.7)).singleElement().satisfies(line -> {
            assertThat(line.verdict()).isEqualTo(Verdict.UNKNOWN);
            assertThat(line.read()).isNull();
            assertThat(line.used()).isNull();
            assertThat(line.promised()).isEqualTo(64);
        });
        assertThat(RoomPlanner.lines(List.of(read(RoomKind.MEMORY, null, null)), promises, 0.7))
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.verdict()).isEqualTo(Verdict.UNKNOWN);
                    assertThat(line.used()).isNull();
                });
    }

    @Test
    void promisesAreSummedByProgramAndWaveThoseInNoWaveLast() {
        List<Promise> promises = List.of(
                promise("lnx03", null, RoomKind.MEMORY, 8.0),
                promise("lnx02", 2, RoomKind.MEMORY, 32.0),
                promise("lnx01", 2, RoomKind.MEMORY, 64.0),
                promise("lnx00", 1, RoomKind.MEMORY, null),
                new Promise("beta", "lnx09", 1, "sys", "part", RoomKind.MEMORY, 1.0));
        assertThat(RoomPlanner.lines(List.of(), promises, 0.7)).singleElement().satisfies(line -> {
            assertThat(line.promised()).isEqualTo(105);
            assertThat(line.unsized()).containsExactly("lnx00");
            assertThat(line.waves())
                    .containsExactly(
                            new OfWave("atlas", 2, 96, List.of("lnx01", "lnx02")),
                            new OfWave("atlas", null, 8, List.of("lnx03")),
                            new OfWave("beta", 1, 1, List.of("lnx09")));
        });
    }

    @Test
    void eachPartAndKindHasALineOfItsOwn() {
        assertThat(RoomPlanner.lines(
                        List.of(
                                read(RoomKind.IFLS, 20.0, 4.0),
                                read(RoomKind.MEMORY, 1000.0, 400.0),
                                new RoomRead("arr", "pool1", RoomKind.SPACE, 10.0, 5.0, null, AT)),
                        List.of(new Promise("atlas", "lnx01", 1, "arr", "pool2", RoomKind.SPACE, 3.0)),
                        0.7))
                .extracting(line -> line.system() + " " + line.part() + " " + line.kind() + " " + line.promised())
                .containsExactly(
                        "arr pool1 SPACE 0.0", "arr pool2 SPACE 3.0", "sys part MEMORY 0.0", "sys part IFLS 0.0");
    }
}
