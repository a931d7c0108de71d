package io.gulliver.evidence.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.gulliver.domain.estate.ApplicationPeople;
import io.gulliver.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;
import org.junit.jupiter.api.Test;

class WorkbookReaderTest {
    private interface Filler {
        void fill(Worksheet databases, Worksheet people);
    }

    private static byte[] workbook(Filler filler) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Workbook workbook = new Workbook(out, "test", "1.0")) {
            filler.fill(workbook.newWorksheet("Databases"), workbook.newWorksheet("People"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static void row(Worksheet sheet, int row, Object... cells) {
        for (int i = 0; i < cells.length; i++) {
            if (cells[i] instanceof String text) {
                sheet.value(row, i, text);
            } else if (cells[i] instanceof Number number) {
                sheet.value(row, i, number);
            } else if (cells[i] instanceof LocalDate day) {
                sheet.value(row, i, day);
                sheet.style(row, i).format("yyyy-mm-dd").set();
            }
        }
    }

    @Test
    void readsDatabasesAndTheirPeople() {
        InventoryWorkbook workbook = WorkbookReader.read(workbook((databases, people) -> {
            row(
                    databases,
                    0,
                    "Database",
                    "Application",
                    "Environment",
                    "Size GB",
                    "Source port",
                    "Earliest",
                    "Cost centre");
            row(databases, 1, "PAY1", "Payroll", "production", 1234.5, 1521, LocalDate.of(2026, 3, 31), 4711);
            row(people, 0, "Application", "Business owner", "Technical owner", "Deputy", "On-call", "Escalation");
            row(people, 1, "payroll", "Ann", "Bob", "Cid", 49170, "Dee");
        }));

        assertThat(workbook.inventory().problems()).isEmpty();
        assertThat(workbook.people().problems()).isEmpty();
        assertThat(workbook.inventory().rows()).singleElement().satisfies(row -> {
            assertThat(row.line()).isEqualTo(2);
            assertThat(row.profile().database()).isEqualTo("PAY1");
            assertThat(row.profile().gigabytes()).isEqualTo(1234.5);
            assertThat(row.profile().sourcePort()).isEqualTo(1521);
            assertThat(row.profile().earliest()).isEqualTo(LocalDate.of(2026, 3, 31));
            assertThat(row.profile().tags()).containsEntry("cost_centre", "4711");
        });
        assertThat(workbook.people().sheet()).isEqualTo("People");
        assertThat(workbook.people().rows())
                .containsExactly(new PeopleReading.Row(
                        2, new ApplicationPeople("payroll", "Ann", "Bob", "Cid", "49170", "Dee")));
    }

    @Test
    void tellsEachProblemOfEachSheetByRowAndColumn() {
        InventoryWorkbook workbook = WorkbookReader.read(workbook((databases, people) -> {
            row(databases, 0, "database", "application", "environment", "source_port");
            row(databases, 1, "A", "App", "production", 99999);
            row(databases, 2, "B", "App", "production");
            databases.formula(3, 0, "1+1");
            row(databases, 3, null, "App", "production");
            row(people, 0, "application", "deputy", "shoe size");
            row(people, 1, "Other", "Ann");
            row(people, 2, "App");
            row(people, 3, "", "Bob");
        }));

        assertThat(workbook.inventory().rows())
                .extracting(InventoryReading.Row::line)
                .containsExactly(3L);
        assertThat(workbook.inventory().problems())
                .extracting(problem -> problem.line() + " " + problem.column() + " " + problem.why())
                .containsExactly(
                        "2 source_port this is no whole number from 1 to 65535", "4 database the cell is a formula");
        assertThat(workbook.people().problems())
                .extracting(problem -> problem.line() + " " + problem.column() + " " + problem.why())
                .containsExactly(
                        "1 shoe_size the sheet of people has no such column",
                        "3 null the row names nobody",
                        "4 application the value is missing");
        assertThat(workbook.people().rows())
                .extracting(row -> row.people().application())
                .containsExactly("Other");
        assertThat(workbook.inventory().problems().get(0).text())
                .startsWith("sheet Databases, line 2, source_port \"99999\": ");
        assertThat(workbook.people().problems().get(0).text()).startsWith("sheet People, line 1, shoe_size: ");
    }

    @Test
    void givesBackEachRowWhateverTheOrderOfColumnsAndTheGapsBetween() {
        Seeds.forAll(30, (seed, random) -> {
            List<String> columns =
                    new ArrayList<>(List.of("database", "application", "environment", "size_gb", "team"));
            Collections.shuffle(columns, random);
            Map<Integer, Double> sizes = new TreeMap<>();
            for (int i = 0; i < random.nextInt(40) + 1; i++) {
                sizes.put(1 + i * (1 + random.nextInt(2)), random.nextInt(10_000_000) / 100.0);
            }
            byte[] bytes = workbook((databases, people) -> {
                row(databases, 0, columns.toArray());
                sizes.forEach((row, size) -> {
                    databases.value(row, columns.indexOf("database"), "DB" + row);
                    databases.value(row, columns.indexOf("application"), "App" + row);
                    databases.value(row, columns.indexOf("environment"), "test");
                    databases.value(row, columns.indexOf("size_gb"), size);
                });
            });

            InventoryWorkbook workbook = WorkbookReader.read(bytes);

            assertThat(workbook.inventory().problems()).isEmpty();
            Map<Integer, Double> read = new TreeMap<>();
            workbook.inventory()
                    .rows()
                    .forEach(row -> read.put((int) row.line() - 1, row.profile().gigabytes()));
            assertThat(read).isEqualTo(sizes);

            InventoryWorkbook cut = WorkbookReader.read(Arrays.copyOf(bytes, 30 + random.nextInt(bytes.length - 31)));
            assertThat(cut.inventory().readable()).isFalse();
            assertThat(cut.inventory().problems())
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.why()).startsWith("the workbook cannot be read"));
        });
    }

    /** A cell of nine signs was half a minute of work. */
    @Test
    void refusesNumbersThatAreLongWhenTheyAreWrittenOut() {
        for (String bomb : List.of("1e3000000", "-1e3000000", "1e-3000000", "9".repeat(300))) {
            byte[] bytes = replacedInFirstSheet(
                    workbook((databases, people) -> {
                        row(databases, 0, "database", "application", "environment", "size_gb");
                        row(databases, 1, "CRM", "crm", "production", 123456789);
                    }),
                    "<v>123456789</v>",
                    "<v>" + bomb + "</v>");

            InventoryWorkbook read =
                    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> WorkbookReader.read(bytes));

            assertThat(read.inventory().problems())
                    .as(bomb)
                    .anyMatch(problem -> String.valueOf(problem.value()).startsWith(bomb.substring(0, 4)));
        }
        byte[] digits = replacedInFirstSheet(
                workbook((databases, people) -> row(databases, 0, "database", 123456789)),
                "<v>123456789</v>",
                "<v>" + "9".repeat(3_000_000) + "</v>");
        InventoryWorkbook read = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> WorkbookReader.read(digits));
        assertThat(read.inventory().readable()).isFalse();
        assertThat(read.inventory().problems().get(0).why()).contains("a number of more than 400 digits");
    }

    private static byte[] replacedInFirstSheet(byte[] workbook, String from, String to) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipFile in = ZipFile.builder().setByteArray(workbook).get();
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (ZipArchiveEntry entry : Collections.list(in.getEntries())) {
                byte[] content = in.getInputStream(entry).readAllBytes();
                if (entry.getName().endsWith("sheet1.xml")) {
                    String text = new String(content, StandardCharsets.UTF_8);
                    assertThat(text).contains(from);
                    content = text.replace(from, to).getBytes(StandardCharsets.UTF_8);
                }
                zip.putNextEntry(new ZipEntry(entry.getName()));
                zip.write(content);
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    @Test
    void readsAWorkbookWithoutStyles() throws IOException {
        byte[] styled = workbook((databases, people) -> {
            row(databases, 0, "database", "application", "environment", "size_gb");
            row(databases, 1, "CRMP", "Crm", "production", 931.5);
        });
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        try (ZipFile zip = ZipFile.builder().setByteArray(styled).get();
                ZipOutputStream out = new ZipOutputStream(plain)) {
            for (ZipArchiveEntry part : Collections.list(zip.getEntries())) {
                if (part.getName().endsWith("styles.xml")) {
                    continue;
                }
                String content = new String(zip.getInputStream(part).readAllBytes(), StandardCharsets.UTF_8);
                out.putNextEntry(new ZipEntry(part.getName()));
                // neither named as a part nor by a cell
                out.write(content.replaceAll("<(Override|Relationship) [^>]*styles[^>]*/>", "")
                        .replaceAll(" s=\"[0-9]+\"", "")
                        .getBytes(StandardCharsets.UTF_8));
            }
        }

        InventoryReading read = WorkbookReader.read(plain.toByteArray()).inventory();

        assertThat(read.problems()).isEmpty();
        assertThat(read.rows())
                .singleElement()
                .satisfies(line -> assertThat(line.profile().gigabytes()).isEqualTo(931.5));
    }
}
