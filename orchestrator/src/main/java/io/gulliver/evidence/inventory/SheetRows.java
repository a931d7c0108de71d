package io.gulliver.evidence.inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * One sheet as text.
 *
 * @param name of the sheet
 * @param rows cells by the row's number as the spreadsheet shows it
 */
record SheetRows(String name, SortedMap<Long, List<String>> rows) {
    /** Cells at a row's end that are empty are often not in the file; they come back as empty ones. */
    List<String> filled(List<String> fields, int columns) {
        List<String> all = new ArrayList<>(fields);
        while (all.size() < columns) {
            all.add("");
        }
        while (all.size() > columns && all.get(all.size() - 1).isBlank()) {
            all.remove(all.size() - 1);
        }
        return all;
    }
}
