package io.gulliver.evidence.inventory;

import java.util.List;

/**
 * What a workbook says.
 *
 * @param inventory the first sheet, with its problems
 * @param people rows of the second sheet without a problem; empty when there is no second sheet
 * @param peopleProblems every problem of the second sheet, {@code line} being its row
 */
public record InventoryWorkbook(
        InventoryReading inventory, List<Person> people, List<InventoryProblem> peopleProblems) {
    public InventoryWorkbook {
        people = List.copyOf(people);
        peopleProblems = List.copyOf(peopleProblems);
    }
}
