package io.gulliver.ui.export;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.Row;
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

    /** Read by a reader of workbooks that knows nothing of ours. */
    @Test
    void aWorkbookHasNumbersDatesInTheProgramsZoneAndNoFormula() throws IOException {
        Sheet sheet = new Sheet(
                List.of("name", "gb", "at", "day", "minutes", "none"),
                List.of(Arrays.asList(
                        "=1+1",
                        1.5,
                        Instant.parse("2026-12-05T21:00:00Z"),
                        LocalDate.parse("2026-12-06"),
                        Duration.ofMinutes(90),
                        null)));
        byte[] file = ExcelSheet.of(sheet, "Atlas", ZoneId.of("Europe/Zurich"), Instant.parse("2026-11-27T03:00:00Z"));
        try (ReadableWorkbook workbook = new ReadableWorkbook(new ByteArrayInputStream(file))) {
            List<Row> rows = workbook.getFirstSheet().read();
            assertThat(rows.get(0).stream().map(Cell::getText)).containsExactlyElementsOf(sheet.columns());
            Row row = rows.get(1);
            assertThat(row.getCell(0).getType()).isEqualTo(CellType.STRING);
            assertThat(row.getCell(0).getText()).isEqualTo("=1+1");
            assertThat(row.getCellAsNumber(1).orElseThrow()).isEqualByComparingTo("1.5");
            assertThat(row.getCellAsDate(2).orElseThrow()).isEqualTo(LocalDateTime.parse("2026-12-05T22:00:00"));
            assertThat(row.getCellAsDate(3).orElseThrow()).isEqualTo(LocalDateTime.parse("2026-12-06T00:00:00"));
            assertThat(row.getCellAsNumber(4).orElseThrow()).isEqualByComparingTo("90");
            assertThat(workbook.findSheet("About").orElseThrow().read().stream()
                            .map(line -> line.getCellText(0) + " " + line.getCellText(1)))
                    .contains("program Atlas", "time zone Europe/Zurich");
        }
    }

    @Test
    void jsonHasTheTypesOfItsValues() {
        Sheet sheet = new Sheet(
                List.of("name", "gb", "at", "minutes", "none"),
                List.of(Arrays.asList(
                        "=1+1", 1.5, Instant.parse("2026-12-05T21:00:00Z"), Duration.ofMinutes(90), null)));
        assertThat(sheet.json())
                .isEqualTo("[{\"name\":\"=1+1\",\"gb\":1.5,\"at\":\"2026-12-05T21:00:00Z\",\"minutes\":90,"
                        + "\"none\":null}]");
    }
}
