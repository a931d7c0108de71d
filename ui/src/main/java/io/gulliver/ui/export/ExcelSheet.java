package io.gulliver.ui.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;
import org.jspecify.annotations.Nullable;

/**
 * A table as a workbook (Office Open XML). Numbers and dates are cells of their type; an instant is shown in the program's zone, which
 * a second sheet names. There is no formula in it: a text is a cell of type text, and one that a spreadsheet would take for a formula
 * once somebody edits it has the format of text as well.
 */
final class ExcelSheet {
    /** Characters of a cell, and the digits of a number that a spreadsheet keeps. */
    private static final int LONGEST = 32_767;

    private static final double EXACT = 1e15;
    /** The first instant that workbooks can count. */
    private static final Instant FIRST = Instant.parse("1900-03-02T00:00:00Z");

    private static final String MOMENT = "yyyy-mm-dd hh:mm";

    private ExcelSheet() {}

    /**
     * The whole file.
     *
     * @param title of the program
     * @param zone in which instants are shown
     * @param made when
     */
    static byte[] of(Sheet sheet, String title, ZoneId zone, Instant made) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Workbook workbook = new Workbook(out, "Gulliver", "1.0")) {
            Worksheet rows = workbook.newWorksheet("Rows");
            for (int column = 0; column < sheet.columns().size(); column++) {
                rows.value(0, column, sheet.columns().get(column));
                rows.style(0, column).bold().set();
                rows.width(column, Math.max(12, sheet.columns().get(column).length() + 3));
            }
            rows.freezePane(1, 1);
            for (int row = 0; row < sheet.rows().size(); row++) {
                List<@Nullable Object> cells = sheet.rows().get(row);
                for (int column = 0; column < cells.size(); column++) {
                    put(rows, row + 1, column, cells.get(column), zone);
                }
            }
            Worksheet about = workbook.newWorksheet("About");
            put(about, 0, 0, "program", zone);
            put(about, 0, 1, title, zone);
            put(about, 1, 0, "time zone", zone);
            put(about, 1, 1, zone.getId(), zone);
            put(about, 2, 0, "made", zone);
            put(about, 2, 1, made, zone);
            about.width(0, 14);
            about.width(1, 28);
        } catch (IOException e) {
            throw new UncheckedIOException("A workbook could not be written", e);
        }
        return out.toByteArray();
    }

    private static void put(Worksheet sheet, int row, int column, @Nullable Object value, ZoneId zone) {
        if (value instanceof Instant at && !at.isBefore(FIRST)) {
            sheet.value(row, column, at.atZone(zone).toLocalDateTime());
            sheet.style(row, column).format(MOMENT).set();
        } else if (value instanceof LocalDate day) {
            sheet.value(row, column, day);
            sheet.style(row, column).format("yyyy-mm-dd").set();
        } else if (value instanceof Duration length) {
            sheet.value(row, column, Sheet.minutes(length));
        } else if (value instanceof Number number && Math.abs(number.doubleValue()) < EXACT) {
            sheet.value(row, column, number);
        } else if (value != null) {
            String text = String.valueOf(value);
            sheet.value(row, column, text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…");
            if (Sheet.formula(text)) {
                sheet.style(row, column).format("@").set();
            }
        }
    }
}
