package io.gulliver.evidence.inventory;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ExcelReaderException;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.ReadingOptions;
import org.dhatim.fastexcel.reader.Row;
import org.dhatim.fastexcel.reader.Sheet;
import org.jspecify.annotations.Nullable;

/**
 * Reads an inventory in XLSX: the databases on the first sheet with the columns and errors of the CSV, and, where there is
 * one, the people of each application on the second.
 */
public final class WorkbookReader {
    /** A workbook of the largest size that is taken can unfold to a thousand times as much. */
    private static final long MOST_UNPACKED = 256L * 1024 * 1024;

    private static final int MOST_ROWS = 200_000;

    private static final long MOST_CELLS = 4_000_000;
    /** Of a number in a cell; a size in bytes has 16. */
    private static final int LONGEST_NUMBER = 40;
    /** Of one number in the file. */
    private static final int MOST_DIGITS = 400;
    /** 9999-12-31, as spreadsheets count days. */
    private static final BigDecimal LAST_DAY = BigDecimal.valueOf(2_958_465);

    private WorkbookReader() {}

    /** What the bytes of a workbook say; never fails. */
    public static InventoryWorkbook read(byte[] bytes) {
        try {
            String tooLarge = tooLarge(bytes);
            if (tooLarge != null) {
                return refused(tooLarge, "Check that it is the inventory, or divide it");
            }
            return sheets(bytes);
        } catch (IOException | RuntimeException e) {
            // whatever a damaged workbook makes the library throw, it is the file that is wrong
            String what = e instanceof ExcelReaderException || e instanceof IOException ? e.getMessage() : e.toString();
            return refused(
                    "the workbook cannot be read: " + InventoryReader.cut(what == null ? "it is damaged" : what),
                    "Open it in a spreadsheet program and save it again as XLSX, without a password");
        }
    }

    private static InventoryWorkbook sheets(byte[] bytes) throws IOException {
        try (ReadableWorkbook workbook =
                new ReadableWorkbook(new ByteArrayInputStream(bytes), new ReadingOptions(styled(bytes), true))) {
            List<Sheet> sheets = workbook.getSheets().limit(2).toList();
            if (sheets.isEmpty()) {
                return refused("the workbook has no sheet", "Put the databases on the first sheet");
            }
            SheetRows first = rows(sheets.get(0));
            if (first == null) {
                return refused(
                        "the first sheet has more than " + MOST_ROWS + " rows or " + MOST_CELLS + " cells",
                        "Divide the inventory");
            }
            InventoryReading inventory = on(first.name(), InventoryReader.sheet(first));
            if (sheets.size() < 2 || !inventory.readable()) {
                return new InventoryWorkbook(inventory, PeopleReading.NONE);
            }
            SheetRows second = rows(sheets.get(1));
            return new InventoryWorkbook(
                    inventory,
                    second == null
                            ? new PeopleReading(
                                    null,
                                    List.of(),
                                    List.of(new InventoryProblem(
                                            sheets.get(1).getName(),
                                            0,
                                            null,
                                            null,
                                            "the sheet has more than " + MOST_ROWS + " rows or " + MOST_CELLS
                                                    + " cells",
                                            "Check that it is the sheet of people")),
                                    List.of())
                            : PeopleSheet.read(second.name(), second.rows()));
        }
    }

    private static InventoryReading on(String sheet, InventoryReading reading) {
        return new InventoryReading(
                sheet,
                reading.rows(),
                reading.problems().stream().map(problem -> problem.on(sheet)).toList(),
                reading.readable(),
                reading.columns(),
                reading.tags());
    }

    /**
     * Longest run of digits in the sheets, which a parser would turn into one number in time that grows with its square.
     * A zero byte is half of a sign in UTF-16.
     */
    private static final class Digits {
        private int run;
        private boolean tooMany;

        void see(byte[] bytes, int length) {
            for (int i = 0; i < length; i++) {
                if (bytes[i] >= '0' && bytes[i] <= '9') {
                    tooMany |= ++run > MOST_DIGITS;
                } else if (bytes[i] != 0 && bytes[i] != '.') {
                    run = 0;
                }
            }
        }
    }

    private static @Nullable String tooLarge(byte[] bytes) throws IOException {
        if (bytes.length > InventoryReader.MAX_BYTES) {
            return "the file has " + bytes.length / 1024 / 1024 + " MB, more than "
                    + InventoryReader.MAX_BYTES / 1024 / 1024 + " MB";
        }
        long unpacked = 0;
        byte[] chunk = new byte[16 * 1024];
        // each part is unpacked, for the sizes that an archive states of itself can be wrong
        try (ZipFile zip = ZipFile.builder().setByteArray(bytes).get()) {
            for (ZipArchiveEntry part : Collections.list(zip.getEntries())) {
                Digits digits = new Digits();
                try (InputStream in = zip.getInputStream(part)) {
                    unpacked += length(in, chunk, MOST_UNPACKED - unpacked, digits);
                }
                if (digits.tooMany && part.getName().contains("worksheets")) {
                    return "a cell holds a number of more than " + MOST_DIGITS + " digits";
                }
                if (unpacked >= MOST_UNPACKED) {
                    return "the workbook unfolds to more than " + MOST_UNPACKED / 1024 / 1024 + " MB";
                }
            }
        }
        return null;
    }

    /** Whether it has formats: those that a program writes as plain data have none, and the library looks for them. */
    private static boolean styled(byte[] bytes) throws IOException {
        try (ZipFile zip = ZipFile.builder().setByteArray(bytes).get()) {
            return Collections.list(zip.getEntries()).stream()
                    .anyMatch(part -> part.getName().endsWith("/styles.xml"));
        }
    }

    private static long length(InputStream in, byte[] chunk, long most, Digits digits) throws IOException {
        long length = 0;
        for (int some = in.read(chunk); some >= 0 && length < most; some = in.read(chunk)) {
            length += some;
            digits.see(chunk, some);
        }
        return length;
    }

    private static @Nullable SheetRows rows(Sheet sheet) throws IOException {
        Map<Integer, Boolean> days = new TreeMap<>();
        TreeMap<Long, List<String>> rows = new TreeMap<>();
        long count = 0;
        try (Stream<Row> stream = sheet.openStream()) {
            for (Row row : (Iterable<Row>) stream::iterator) {
                count += row.getCellCount();
                if (rows.size() >= MOST_ROWS || count > MOST_CELLS) {
                    return null;
                }
                List<String> cells = new ArrayList<>();
                boolean first = rows.isEmpty();
                for (int i = 0; i < row.getCellCount(); i++) {
                    Cell cell = row.getOptionalCell(i).orElse(null);
                    cells.add(cell == null ? "" : text(cell, days.getOrDefault(i, false)));
                    if (first) {
                        String name = InventoryReader.normal(cells.get(i));
                        days.put(i, name.equals("earliest") || name.equals("latest"));
                    }
                }
                rows.put((long) row.getRowNum(), cells);
            }
        }
        return new SheetRows(sheet.getName(), rows);
    }

    /** As a person would have typed it into a CSV; a formula keeps its sign, so that it is told like one there. */
    private static String text(Cell cell, boolean day) {
        CellType type = cell.getType();
        if (type == CellType.FORMULA) {
            return "=" + cell.getFormula();
        }
        if (type == CellType.NUMBER) {
            String raw = cell.getRawValue();
            BigDecimal number = cell.asNumber();
            if (raw == null || raw.length() > LONGEST_NUMBER || Math.abs((long) number.scale()) > LONGEST_NUMBER) {
                // 1e3000000 has three million digits when it is written out: the row is refused as it stands in the
                // file
                return raw == null ? "" : raw.substring(0, Math.min(LONGEST_NUMBER, raw.length()));
            }
            if (day && (number.signum() < 0 || number.compareTo(LAST_DAY) > 0)) {
                return raw;
            }
            return day
                    ? cell.asDate().toLocalDate().toString()
                    : number.setScale(10, java.math.RoundingMode.HALF_UP)
                            .stripTrailingZeros()
                            .toPlainString();
        }
        if (type == CellType.BOOLEAN) {
            return cell.getRawValue().equals("1") ? "true" : "false";
        }
        String text = cell.getText();
        return text == null ? "" : text;
    }

    static InventoryWorkbook refused(String why, String remedy) {
        return new InventoryWorkbook(
                new InventoryReading(
                        null,
                        List.of(),
                        List.of(new InventoryProblem(0, null, null, why, remedy)),
                        false,
                        List.of(),
                        List.of()),
                PeopleReading.NONE);
    }
}
