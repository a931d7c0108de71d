package io.gulliver.ui.export;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SheetTest {
    private static List<List<String>> read(Sheet sheet) {
        return CsvReader.builder().ofCsvRecord(sheet.text()).stream()
                .map(CsvRecord::getFields)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+1",
                "+49 170",
                "-1+cmd|' /C calc'!A0",
                "@SUM(A1)",
                "\t=1",
                "\r=1",
                "=HYPERLINK(\"http://x\",\"y\")"
            })
    void noTextIsAFormula(String text) {
        assertThat(read(new Sheet(List.of("name"), List.of(List.of(text)))).get(1))
                .containsExactly("'" + text);
    }

    @Test
    void numbersInstantsAndLengthsAreReadByPrograms() {
        Sheet sheet = new Sheet(
                List.of("a", "b", "c", "d", "e", "f"),
                List.of(Arrays.asList(
                        -5L, 1.5, 200.0, Instant.parse("2026-12-05T21:00:00Z"), Duration.ofMinutes(-90), null)));
        assertThat(read(sheet))
                .containsExactly(
                        List.of("a", "b", "c", "d", "e", "f"),
                        List.of("-5", "1.5", "200", "2026-12-05T21:00:00Z", "-90", ""));
    }

    @Test
    void quotesAndLinesStayInTheirCell() {
        String text = "a \"b\", c\nd";
        assertThat(read(new Sheet(List.of("x", "y"), List.of(List.of(text, "z"))))
                        .get(1))
                .containsExactly(text, "z");
    }
}
