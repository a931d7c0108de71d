package io.gulliver.evidence.inventory;

import io.gulliver.domain.estate.DatabaseProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an inventory file says of databases.
 *
 * @param sheet name of the workbook's sheet, or null when it is a CSV
 * @param rows lines without a problem, in the order of the file
 * @param problems every problem, in the order of the file
 * @param readable whether the file as a whole could be read; if not, there are no rows
 * @param columns known columns that the file has, so that a missing column is told from an empty value
 * @param tags columns that Gulliver does not know
 */
public record InventoryReading(
        @Nullable String sheet,
        List<Row> rows,
        List<InventoryProblem> problems,
        boolean readable,
        List<String> columns,
        List<String> tags) {
    public InventoryReading {
        rows = List.copyOf(rows);
        problems = List.copyOf(problems);
        columns = List.copyOf(columns);
        tags = List.copyOf(tags);
    }

    /**
     * A line without a problem.
     *
     * @param line in the file, from 1
     * @param profile what it says
     */
    public record Row(long line, DatabaseProfile profile) {}
}
