package io.gulliver.evidence.inventory;

import org.jspecify.annotations.Nullable;

/**
 * Something wrong in an inventory file, exact enough to go there and correct it.
 *
 * @param line in the file, from 1; 0 when it concerns the whole file
 * @param column name of the column, or null when it concerns the line or the file
 * @param value what stands there, cut to 80 characters, or null
 * @param why what is wrong
 * @param remedy what to do
 */
public record InventoryProblem(
        long line, @Nullable String column, @Nullable String value, String why, String remedy) {
    /** {@code line 7, size_gb "1,234": …}. */
    public String text() {
        String place = line == 0 ? "" : "line " + line;
        if (column != null) {
            place += (place.isEmpty() ? "" : ", ") + column;
        }
        if (value != null) {
            place += " \"" + value + "\"";
        }
        return (place.isEmpty() ? "" : place + ": ") + why + ". " + remedy + ".";
    }
}
