package io.gulliver.adapter.ds8000;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.ds8000.model.ExtentPool;
import io.gulliver.adapter.ds8000.model.Lss;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VolumeIdsTest {
    private static final ExtentPool EVEN = pool("P0", 0);
    private static final ExtentPool ODD = pool("P1", 1);
    private static final Function<String, Set<String>> NONE = lss -> Set.of();

    private static ExtentPool pool(String id, int node) {
        return new ExtentPool(id, id, node, "fb", 1L << 40, 0, 1L << 40, 15);
    }

    private static Optional<String> choose(
            String name, ExtentPool pool, List<Lss> all, Set<String> allowed, Function<String, Set<String>> used) {
        return VolumeIds.choose(name, pool, all, allowed, Set.of(), used);
    }

    @Test
    void oneNameHasOneIdAsLongAsItIsFree() {
        List<Lss> all = List.of(new Lss("10", "fb", 0, 3), new Lss("12", "fb", 0, 200), new Lss("11", "fb", 1, 0));
        String id = choose("ENS_DB01", EVEN, all, Set.of(), NONE).orElseThrow();

        assertThat(choose("ENS_DB01", EVEN, all, Set.of(), NONE)).hasValue(id);
        assertThat(choose("ENS_DB01", EVEN, List.of(all.get(2), all.get(1), all.get(0)), Set.of(), NONE))
                .as("the order of a listing means nothing")
                .hasValue(id);
        assertThat(choose("ENS_DB01", EVEN, all, Set.of(), lss -> Set.of(id)))
                .hasValueSatisfying(next -> assertThat(next).isNotEqualTo(id).startsWith(id.substring(0, 2)));
    }

    @Test
    void namesSpreadOverTheIds() {
        List<Lss> all = List.of(new Lss("10", "fb", 0, 0));
        TreeSet<String> ids = new TreeSet<>();
        IntStream.range(0, 64)
                .forEach(i ->
                        ids.add(choose("vol" + i, EVEN, all, Set.of("10"), NONE).orElseThrow()));
        assertThat(ids).hasSizeGreaterThan(40);
    }

    @Test
    void anOddPoolHasOddLss() {
        List<Lss> all = List.of(new Lss("10", "fb", 0, 0), new Lss("11", "fb", 1, 0));
        assertThat(choose("a", ODD, all, Set.of(), NONE))
                .hasValueSatisfying(id -> assertThat(id).startsWith("11"));
    }

    @Test
    void aFullLssIsPassedOverAndANewOneStandsInNoGroupOfCkd() {
        List<Lss> all = List.of(new Lss("00", "ckd", 0, 5), new Lss("10", "fb", 0, 256));
        assertThat(choose("a", EVEN, all, Set.of(), NONE))
                .hasValueSatisfying(id -> assertThat(id).startsWith("12"));
        assertThat(VolumeIds.choose("a", EVEN, all, Set.of(), Set.of("12"), NONE))
                .hasValueSatisfying(id -> assertThat(id).startsWith("14"));
        assertThat(VolumeIds.choose("a", EVEN, all, Set.of("12"), Set.of("12"), NONE))
                .isEmpty();
    }

    @Test
    void onlyThoseThatAreAllowedAreUsed() {
        List<Lss> all = List.of(new Lss("10", "fb", 0, 0), new Lss("12", "fb", 0, 0));
        assertThat(choose("a", EVEN, all, Set.of("1E"), NONE))
                .hasValueSatisfying(id -> assertThat(id).startsWith("1E"));
        assertThat(choose("a", EVEN, all, Set.of("1F"), NONE)).as("an odd one").isEmpty();
    }

    @Test
    void anLssWhoseIdsAreAllUsedGivesNone() {
        TreeSet<String> used = new TreeSet<>();
        IntStream.range(0, 256).forEach(i -> used.add("10" + String.format("%02X", i)));
        assertThat(choose("a", EVEN, List.of(new Lss("10", "fb", 0, 255)), Set.of("10"), lss -> used))
                .isEmpty();
    }
}
