package io.gulliver.assessment.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.gulliver.assessment.comparison.Narrowing.Both;
import io.gulliver.assessment.comparison.Narrowing.KeyedRow;
import io.gulliver.testing.Seeds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class NarrowingTest {
    /** Rows of both sides as a database holds them; a digest is any text. */
    private record Table(List<KeyedRow> source, List<KeyedRow> target) implements Narrowing.Look {
        @Override
        public Both<RowSum> sums(BigInteger low, BigInteger below) {
            Both<List<KeyedRow>> rows = rows(low, below);
            return new Both<>(sum(rows.source()), sum(rows.target()));
        }

        @Override
        public Both<List<KeyedRow>> rows(BigInteger low, BigInteger below) {
            Predicate<KeyedRow> within = row ->
                    row.key().compareTo(new BigDecimal(low)) >= 0 && row.key().compareTo(new BigDecimal(below)) < 0;
            return new Both<>(
                    source.stream().filter(within).toList(),
                    target.stream().filter(within).toList());
        }
    }

    static RowSum sum(List<KeyedRow> rows) {
        return rows.stream()
                .map(row -> new RowSum(
                        1,
                        BigInteger.valueOf(row.digest().hashCode() & 0xFFFFFFFFL),
                        BigInteger.valueOf((row.digest() + "'").hashCode() & 0xFFFFFFFFL)))
                .reduce(RowSum.NONE, RowSum::plus);
    }

    /** Keys far apart or close, whole or with decimals, in no order. */
    static List<KeyedRow> rows(Random random, int many) {
        List<KeyedRow> rows = new ArrayList<>();
        long key = random.nextInt(2000) - 1000L;
        int scale = random.nextInt(3);
        for (int i = 0; i < many; i++) {
            key += 1 + random.nextInt(random.nextInt(20) == 0 ? 1_000_000 : 30);
            rows.add(new KeyedRow(BigDecimal.valueOf(key, scale).stripTrailingZeros(), "row " + random.nextLong()));
        }
        java.util.Collections.shuffle(rows, random);
        return rows;
    }

    private static List<KeyRange> narrowed(Table table) {
        List<BigInteger> keys = java.util.stream.Stream.concat(table.source().stream(), table.target().stream())
                .map(row -> row.key().setScale(0, RoundingMode.FLOOR).toBigInteger())
                .sorted()
                .toList();
        return keys.isEmpty() ? List.of() : Narrowing.of("ID", keys.get(0), keys.get(keys.size() - 1), table);
    }

    @Test
    void oneRowThatIsOtherMissingMoreOrTwiceIsAlwaysNamedByItsKeyAndNoOtherIs() {
        Seeds.forAll(100, (seed, random) -> {
            List<KeyedRow> source = rows(random, 1 + random.nextInt(1500));
            List<KeyedRow> target = new ArrayList<>(source);
            int at = random.nextInt(source.size());
            KeyedRow row = source.get(at);
            String wanted;
            switch (random.nextInt(4)) {
                case 0 -> {
                    target.set(at, new KeyedRow(row.key(), row.digest() + " changed"));
                    wanted = "other content";
                }
                case 1 -> {
                    target.remove(at);
                    wanted = "missing on the target";
                }
                case 2 -> {
                    source.remove(at);
                    wanted = "on the target only";
                }
                default -> {
                    target.add(row);
                    wanted = "1 row, 2 on the target";
                }
            }
            List<KeyRange> ranges = narrowed(new Table(source, target));
            assertThat(ranges).hasSize(1);
            assertThat(ranges.get(0).rows()).containsExactly(entry(row.key().toPlainString(), wanted));
        });
    }

    @Test
    void equalTablesHaveNoRangeInWhicheverOrderTheirRowsCome() {
        Seeds.forAll(50, (seed, random) -> {
            List<KeyedRow> source = rows(random, random.nextInt(2000));
            List<KeyedRow> target = new ArrayList<>(source);
            java.util.Collections.shuffle(target, random);
            assertThat(narrowed(new Table(source, target))).isEmpty();
        });
    }

    @Test
    void manyDifferencesAreAllNamedUpToTheLimits() {
        Seeds.forAll(50, (seed, random) -> {
            List<KeyedRow> source = rows(random, Narrowing.SMALL);
            List<KeyedRow> target = new ArrayList<>(source);
            int wrong = 1 + random.nextInt(2 * Narrowing.ROWS);
            for (int i = 0; i < wrong; i++) {
                target.set(i, new KeyedRow(source.get(i).key(), "other " + i));
            }
            assertThat(narrowed(new Table(source, target)))
                    .singleElement()
                    .satisfies(range -> assertThat(range.rows()).hasSize(Math.min(wrong, Narrowing.ROWS)));
        });
    }

    @Test
    void aTableThatDiffersEverywhereHasNoEndlessList() {
        List<KeyedRow> source = rows(new Random(1), 20_000);
        List<KeyedRow> target = source.stream()
                .map(row -> new KeyedRow(row.key(), row.digest() + "x"))
                .toList();
        assertThat(narrowed(new Table(source, target))).hasSize(Narrowing.RANGES);
    }
}
