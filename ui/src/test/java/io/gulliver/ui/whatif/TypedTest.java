package io.gulliver.ui.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers and tables as people write and paste them. */
class TypedTest {
    private static final List<Question.Field> ADVICE =
            Question.MEMORY.sections().get(2).sheet().columns();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            7.6             | 7.6
            7,6 %           | 7.6
            143,360         | 143360
            1,286,111,932   | 1286111932
            1.286.111.932   | 1286111932
            1.234,5         | 1234.5
            1,234.5         | 1234.5
            0,123           | 0.123
            2 804 128       | 2804128
            2'804'128       | 2804128
            1.3E+09         | 1.3E9
            .9959           | 0.9959
            -5              | -5
            6,3294E+10      | 6.3294E10""")
    void readsNumbersAsPeopleWriteThem(String text, double value) {
        assertThat(Typed.number(text)).contains(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "many", "12x", "1,2,3", "--5", "1e999", "NaN", "0x10", "1d"})
    void whatIsNoNumberIsNone(String text) {
        assertThat(Typed.number(text)).isEmpty();
    }

    @Test
    void columnsArePartedByWhatTheSheetParts() {
        for (String line : List.of(
                "143360\t2804128\t1286111932",
                "143360;2804128;1286111932",
                "| 143360 | 2804128 | 1286111932 |",
                "143360   2804128   1286111932",
                "143360 2804128 1286111932")) {
            assertThat(Pasted.rows(line, ADVICE)).as(line).containsExactly(List.of("143360", "2804128", "1286111932"));
        }
    }

    @Test
    void headingsOrderTheColumnsAndWhatIsNotThereIsEmpty() {
        assertThat(Pasted.rows("physical reads\tsga size\n---\t---\n5\t7\n\n6\t8\n", ADVICE))
                .containsExactly(List.of("7", "", "5"), List.of("8", "", "6"));
        assertThat(Pasted.rows("ESTD_PHYSICAL_READS\tSGA_SIZE\n5\t7\n", ADVICE)).containsExactly(List.of("7", "", "5"));
    }
}
