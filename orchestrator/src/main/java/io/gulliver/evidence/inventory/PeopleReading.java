package io.gulliver.evidence.inventory;

import io.gulliver.domain.estate.ApplicationPeople;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a sheet of people says.
 *
 * @param sheet its name in the workbook, or null when it is a CSV
 * @param rows those without a problem, in the order of the sheet
 * @param problems every problem, in the order of the sheet
 * @param columns that the sheet has, so that a missing column is told from an empty value
 */
public record PeopleReading(
        @Nullable String sheet, List<Row> rows, List<InventoryProblem> problems, List<PeopleColumn> columns) {
    /** No sheet of people. */
    public static final PeopleReading NONE = new PeopleReading(null, List.of(), List.of(), List.of());

    public PeopleReading {
        rows = List.copyOf(rows);
        problems = List.copyOf(problems);
        columns = List.copyOf(columns);
    }

    /**
     * A row without a problem.
     *
     * @param line of the sheet, from 1
     * @param people what it says
     */
    public record Row(long line, ApplicationPeople people) {}
}
