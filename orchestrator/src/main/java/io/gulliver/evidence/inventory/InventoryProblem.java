package io.gulliver.evidence.inventory;

import org.jspecify.annotations.Nullable;

/**
 * Something wrong in an inventory file, exact enough to go there and correct it.
 *
 * @param sheet name of the workbook's sheet, or null in a CSV and when it concerns the whole file
 * @param line in the file or sheet, from 1; 0 when it concerns the whole file
 * @param column name of the column, or null when it concerns the line or the file
 * @param value what stands there, cut to 80 characters, or null
 * @param why what is wrong
 * @param remedy what to do
 */
public record InventoryProblem(
        @Nullable String sheet,
        long line,
        @Nullable String column,
        @Nullable String value,
        String why,
        String remedy) {
    /** A problem of a file without sheets. */
    public InventoryProblem(long line, @Nullable String column, @Nullable String value, String why, String remedy) {
        this(null, line, column, value, why, remedy);
    }

    /** The same on a sheet. */
    InventoryProblem on(String sheet) {
        return new InventoryProblem(sheet, line, column, value, why, remedy);
    }

    /** {@code sheet Databases, line 7, size_gb "1,234": …}. */
    public String text() {
        StringBuilder place = new StringBuilder();
        if (sheet != null) {
            place.append("sheet ").append(sheet);
        }
        if (line > 0) {
            place.append(place.isEmpty() ? "" : ", ").append("line ").append(line);
        }
        if (column != null) {
            place.append(place.isEmpty() ? "" : ", ").append(column);
        }
        if (value != null) {
            place.append(" \"").append(value).append('"');
        }
        return (place.isEmpty() ? "" : place + ": ") + why + ". " + remedy + ".";
    }
}
