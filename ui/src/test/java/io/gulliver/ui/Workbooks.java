package io.gulliver.ui;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;

/** Inventories as spreadsheet programs save them. */
public final class Workbooks {
    public static final String XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

    private Workbooks() {}

    /** A workbook with the databases on its first sheet and the people on its second; cells divided by commas. */
    public static byte[] of(List<String> databases, List<String> people) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Workbook workbook = new Workbook(out, "test", "1.0")) {
            fill(workbook.newWorksheet("Databases"), databases);
            fill(workbook.newWorksheet("People"), people);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static void fill(Worksheet sheet, List<String> rows) {
        for (int r = 0; r < rows.size(); r++) {
            String[] cells = rows.get(r).split(",", -1);
            for (int c = 0; c < cells.length; c++) {
                sheet.value(r, c, cells[c]);
            }
        }
    }
}
