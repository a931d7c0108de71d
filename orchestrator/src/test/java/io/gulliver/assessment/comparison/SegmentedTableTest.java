package io.gulliver.assessment.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.assessment.comparison.Narrowing.KeyedRow;
import io.gulliver.assessment.comparison.SegmentedTable.Segment;
import io.gulliver.testing.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class SegmentedTableTest {
    /** Any cuts, also ones beyond the rows, in the middle of nowhere, or none. */
    private static List<String> cuts(Random random) {
        TreeSet<String> cuts = new TreeSet<>();
        for (int i = random.nextInt(12); i > 0; i--) {
            cuts.add(rowid(random.nextInt(1_200_000) - 100_000));
        }
        return List.copyOf(cuts);
    }

    private static String rowid(int place) {
        return String.format("AAA%07d", place + 1_000_000);
    }

    private static Map<String, KeyedRow> stored(List<KeyedRow> rows, Random random) {
        Map<String, KeyedRow> stored = new TreeMap<>();
        for (KeyedRow row : rows) {
            String place = rowid(random.nextInt(1_000_000));
            while (stored.containsKey(place)) {
                place = rowid(random.nextInt(1_000_000));
            }
            stored.put(place, row);
        }
        return stored;
    }

    private static RowSum hashed(Map<String, KeyedRow> stored, Segment segment) {
        return NarrowingTest.sum(stored.entrySet().stream()
                .filter(row -> segment.from() == null || row.getKey().compareTo(segment.from()) >= 0)
                .filter(row -> segment.below() == null || row.getKey().compareTo(segment.below()) < 0)
                .map(Map.Entry::getValue)
                .toList());
    }

    /** Hashes what is left in any order, is cut off at any points, and goes on with what was written down. */
    private static RowSum digest(Map<String, KeyedRow> stored, Random random) throws Exception {
        SegmentedTable table = SegmentedTable.of(cuts(random));
        JsonMapper json = JsonMapper.shared();
        int hashed = 0;
        int all = table.left().size();
        while (!table.left().isEmpty()) {
            List<Segment> left = new ArrayList<>(table.left());
            Collections.shuffle(left, random);
            int until = 1 + random.nextInt(left.size());
            for (Segment segment : left.subList(0, until)) {
                assertThat(table.whole()).as("never told early").isEmpty();
                table = table.with(segment, hashed(stored, segment));
                hashed++;
            }
            table = json.readValue(json.writeValueAsString(table), SegmentedTable.class);
        }
        assertThat(hashed).as("nothing is hashed twice").isEqualTo(all);
        return table.whole().orElseThrow();
    }

    @Test
    void twoSidesWithOtherPlacesCutsOrdersAndInterruptionsAreEqualWhereTheirRowsAre() {
        Seeds.forAll(200, (seed, random) -> {
            List<KeyedRow> rows = NarrowingTest.rows(random, random.nextInt(300));
            RowSum source = digest(stored(rows, random), random);
            assertThat(source).isEqualTo(NarrowingTest.sum(rows));
            assertThat(digest(stored(rows, random), random)).isEqualTo(source);
        });
    }

    @Test
    void aRowThatIsOtherMissingOrTwiceMakesTheSidesDifferent() {
        Seeds.forAll(200, (seed, random) -> {
            List<KeyedRow> rows = NarrowingTest.rows(random, 1 + random.nextInt(300));
            List<KeyedRow> other = new ArrayList<>(rows);
            int at = random.nextInt(rows.size());
            switch (random.nextInt(3)) {
                case 0 -> other.set(at, new KeyedRow(rows.get(at).key(), "changed"));
                case 1 -> other.remove(at);
                default -> other.add(rows.get(at));
            }
            assertThat(digest(stored(other, random), random)).isNotEqualTo(digest(stored(rows, random), random));
        });
    }

    @Test
    void aSegmentThatIsHashedAgainCountsOnce() {
        RowSum sum = new RowSum(3, java.math.BigInteger.TEN, java.math.BigInteger.ONE);
        SegmentedTable table = SegmentedTable.of(List.of());
        Segment only = table.left().get(0);
        assertThat(table.with(only, sum).with(only, sum).whole()).contains(sum);
    }

    @Test
    void whatIsNotedOfAnotherTableIsRefused() {
        assertThatThrownBy(() -> new SegmentedTable(List.of("AAA"), new TreeMap<>(Map.of(2, RowSum.NONE)), null, null))
                .hasMessageContaining("[2]")
                .hasMessageContaining("has 2");
    }

    @Test
    void whatAnOlderReleaseNotedIsGoneOnWith() {
        assertThat(JsonMapper.shared()
                        .readValue("{\"cuts\":[\"26\"],\"done\":{},\"key\":\"ID\"}", SegmentedTable.class))
                .isEqualTo(new SegmentedTable(List.of("26"), new TreeMap<>(), "ID", null));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 100, 4, '26,51,76'",
        "-5, 4, 3, '-2,1'",
        "7, 9, 100, '8,9'",
        "7, 7, 100, ''",
        "0, 99999999999999999999999999999999999999, 2, '50000000000000000000000000000000000000'"
    })
    void aKeyIsCutIntoRangesOfOneWidth(String low, String high, int segments, String cuts) {
        SegmentedTable table = SegmentedTable.of("ID", new BigInteger(low), new BigInteger(high), segments);
        assertThat(String.join(",", table.cuts())).isEqualTo(cuts);
        assertThat(table.key()).isEqualTo("ID");
        assertThat(table.with(table.left().get(0), RowSum.NONE).key()).isEqualTo("ID");
    }
}
