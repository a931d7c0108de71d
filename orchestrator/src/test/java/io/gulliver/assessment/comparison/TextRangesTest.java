package io.gulliver.assessment.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.gulliver.assessment.comparison.Narrowing.Both;
import io.gulliver.assessment.comparison.SegmentedTable.Segment;
import io.gulliver.assessment.comparison.TextNarrowing.TextRow;
import io.gulliver.testing.Seeds;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Ranges of keys that are texts, as databases of one or two character sets compare them: by their bytes. */
class TextRangesTest {
    private static final Charset LATIN_9 = Charset.forName("ISO-8859-15");
    private static final Charset UTF_8 = StandardCharsets.UTF_8;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** As much of a key as a cut takes at most. */
    private static final int BEGINNING = 250;

    private static final String LETTERS = "  \t~!019AZaz\u00e4\u00f6\u00dc\u00df\u20ac\u0160\u017e\u00ff\u0001";

    private record Side(List<TextRow> rows, Charset characterSet) {
        List<TextRow> within(@Nullable String from, @Nullable String below) {
            return rows.stream()
                    .filter(row -> from == null || compare(row.key(), from) >= 0)
                    .filter(row -> below == null || compare(row.key(), below) < 0)
                    .toList();
        }

        private int compare(String key, String cut) {
            return Arrays.compareUnsigned(key.getBytes(characterSet), HEX.parseHex(cut));
        }

        /** The keys of a range in tiles of equal size, as NTILE makes them of beginnings of keys. */
        List<String> tiles(List<TextRow> rows, int parts) {
            List<byte[]> keys = rows.stream()
                    .map(TextRow::key)
                    .map(key -> key.substring(0, Math.min(BEGINNING, key.length())))
                    .map(key -> key.getBytes(characterSet))
                    .sorted(Arrays::compareUnsigned)
                    .toList();
            Set<String> tiles = new LinkedHashSet<>();
            for (int i = 1; i < parts; i++) {
                int at = keys.size() * i / parts;
                if (at > 0 && at < keys.size()) {
                    tiles.add(HEX.formatHex(keys.get(at)));
                }
            }
            return List.copyOf(tiles);
        }
    }

    /** Short and long, with a common beginning or none, with blanks at the end, up to 4,000 bytes; a key is there once. */
    private static List<TextRow> rows(Random random, int many) {
        List<String> beginnings = List.of("", "ORD-2020-", "\u00c4\u20ac", " ", "x".repeat(249), "y".repeat(3900));
        Set<String> keys = new TreeSet<>();
        while (keys.size() < many) {
            StringBuilder key = new StringBuilder(beginnings.get(random.nextInt(beginnings.size())));
            for (int i = 1 + random.nextInt(12); i > 0; i--) {
                key.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
            keys.add(key.toString());
            keys.add(key + " ".repeat(random.nextInt(3)));
        }
        List<TextRow> rows = new ArrayList<>();
        keys.forEach(key -> rows.add(new TextRow(key, "row " + random.nextLong())));
        Collections.shuffle(rows, random);
        return rows;
    }

    private static RowSum sum(List<TextRow> rows) {
        return rows.stream()
                .map(row -> new RowSum(
                        1,
                        BigInteger.valueOf(row.digest().hashCode() & 0xFFFFFFFFL),
                        BigInteger.valueOf(row.hashCode())))
                .reduce(RowSum.NONE, RowSum::plus);
    }

    private static TextCuts sampled(Side side, Random random, boolean oneCharacterSet) {
        List<TextRow> some =
                side.rows().stream().filter(row -> random.nextInt(3) == 0).toList();
        return TextCuts.of(side.tiles(some, 1 + random.nextInt(20)), oneCharacterSet);
    }

    @Test
    void everyRowLiesInExactlyOneRangeAndInTheSameOneAtBothSides() {
        Seeds.forAll(200, (seed, random) -> {
            List<TextRow> rows = rows(random, random.nextInt(300));
            Charset other = random.nextBoolean() ? LATIN_9 : UTF_8;
            Side source = new Side(rows, LATIN_9);
            Side target = new Side(rows, other);
            SegmentedTable table = SegmentedTable.ofTexts("SKU", sampled(source, random, other.equals(LATIN_9)));
            List<TextRow> seen = new ArrayList<>();
            for (Segment segment : table.left()) {
                List<TextRow> here = source.within(segment.from(), segment.below());
                assertThat(target.within(segment.from(), segment.below())).isEqualTo(here);
                seen.addAll(here);
                table = table.with(segment, sum(here));
                // Noted and read again.
                JsonMapper json = JsonMapper.shared();
                table = json.readValue(json.writeValueAsString(table), SegmentedTable.class);
            }
            assertThat(seen).containsExactlyInAnyOrderElementsOf(rows);
            assertThat(table.whole()).contains(sum(rows));
        });
    }

    /** A database that orders texts otherwise may count a row more than once, never leave it out. */
    @Test
    void whateverTheOrderOfADatabaseNoRowIsLeftOut() {
        Seeds.forAll(200, (seed, random) -> {
            List<TextRow> rows = rows(random, random.nextInt(200));
            Side side = new Side(rows, UTF_8);
            List<Comparator<String>> orders = List.of(
                    String.CASE_INSENSITIVE_ORDER,
                    java.text.Collator.getInstance(Locale.GERMAN)::compare,
                    Comparator.reverseOrder());
            Comparator<String> order = orders.get(random.nextInt(orders.size()));
            Set<TextRow> seen = new LinkedHashSet<>();
            SegmentedTable table = SegmentedTable.ofTexts("SKU", sampled(side, random, true));
            for (Segment segment : table.left()) {
                rows.stream()
                        .filter(row -> segment.from() == null
                                || order.compare(row.key(), new String(HEX.parseHex(segment.from()), UTF_8)) >= 0)
                        .filter(row -> segment.below() == null
                                || order.compare(row.key(), new String(HEX.parseHex(segment.below()), UTF_8)) < 0)
                        .forEach(seen::add);
            }
            assertThat(seen).containsAll(rows);
        });
    }

    @Test
    void aCutFitsABindAndEndsBetweenTwoCharacterSetsBeforeItsFirstOtherCharacter() {
        assertThat(TextCuts.of(List.of("41E4", "4142", "E4", "41F6", "4142"), false)
                        .digits())
                .containsExactly("41", "4142");
        assertThat(TextCuts.of(List.of("E4", "41F6", "41E4"), true).digits()).containsExactly("41E4", "41F6", "E4");
        assertThatThrownBy(() -> new TextCuts(List.of("42", "41"))).hasMessageContaining("do not rise");
    }

    private static List<KeyRange> narrowed(Side source, Side target, Random random) {
        boolean one = source.characterSet().equals(target.characterSet());
        return TextNarrowing.of("SKU", sampled(source, random, one), new TextNarrowing.Look() {
            @Override
            public Both<RowSum> sums(@Nullable String from, @Nullable String below) {
                return new Both<>(sum(source.within(from, below)), sum(target.within(from, below)));
            }

            @Override
            public Both<List<TextRow>> rows(@Nullable String from, @Nullable String below) {
                return new Both<>(source.within(from, below), target.within(from, below));
            }

            @Override
            public TextCuts cuts(@Nullable String from, @Nullable String below, boolean atSource) {
                Side side = atSource ? source : target;
                return TextCuts.of(side.tiles(side.within(from, below), TextNarrowing.PARTS), one);
            }
        });
    }

    @Test
    void oneRowThatIsOtherMissingOrMoreIsNamedByItsKeyAndNoOtherIs() {
        Seeds.forAll(100, (seed, random) -> {
            // So few begin alike for longer than a cut, or between two sets with no ASCII, that they are read row by
            // row.
            Charset other = random.nextInt(4) == 0 ? LATIN_9 : UTF_8;
            List<TextRow> source = rows(random, 1 + random.nextInt(other.equals(UTF_8) ? 700 : 400));
            List<TextRow> target = new ArrayList<>(source);
            int at = random.nextInt(source.size());
            TextRow row = source.get(at);
            String wanted;
            switch (random.nextInt(3)) {
                case 0 -> {
                    target.set(at, new TextRow(row.key(), row.digest() + " changed"));
                    wanted = "other content";
                }
                case 1 -> {
                    target.remove(at);
                    wanted = "missing on the target";
                }
                default -> {
                    source.remove(at);
                    wanted = "on the target only";
                }
            }
            List<KeyRange> ranges = narrowed(new Side(source, UTF_8), new Side(target, other), random);
            assertThat(ranges).hasSize(1);
            assertThat(ranges.get(0).rows()).containsExactly(entry(row.key(), wanted));
        });
    }

    @Test
    void equalTablesHaveNoRange() {
        Seeds.forAll(50, (seed, random) -> {
            List<TextRow> rows = rows(random, random.nextInt(600));
            assertThat(narrowed(new Side(rows, LATIN_9), new Side(rows, UTF_8), random))
                    .isEmpty();
        });
    }

    /** More than are read, and no cut tells them apart: the range says how many there are. */
    @Test
    void keysThatBeginAlikeForLongerThanACutAreOneRange() {
        List<TextRow> source = Stream.iterate(1000, each -> each + 1)
                .limit(Narrowing.SMALL + 1)
                .map(each -> new TextRow("x".repeat(300) + each, "row " + each))
                .toList();
        List<TextRow> target = new ArrayList<>(source);
        target.remove(7);
        assertThat(narrowed(new Side(source, UTF_8), new Side(target, UTF_8), new Random(3)))
                .singleElement()
                .satisfies(range -> {
                    assertThat(range.rows()).isEmpty();
                    assertThat(range.words()).contains("(201 rows, on the target 200)");
                });
    }

    @Test
    void aTableThatDiffersEverywhereHasNoEndlessList() {
        Random random = new Random(1);
        List<TextRow> source = rows(random, 5_000);
        List<TextRow> target = source.stream()
                .map(row -> new TextRow(row.key(), row.digest() + "x"))
                .toList();
        assertThat(narrowed(new Side(source, UTF_8), new Side(target, UTF_8), random))
                .hasSize(Narrowing.RANGES);
    }
}
