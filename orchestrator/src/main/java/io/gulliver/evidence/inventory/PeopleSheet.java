package io.gulliver.evidence.inventory;

import io.gulliver.domain.estate.ApplicationPeople;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Reads the sheet of people; tells every problem and goes on. */
final class PeopleSheet {
    private static final String APPLICATION = PeopleColumn.APPLICATION.key();
    private static final List<String> COLUMNS = PeopleColumn.keys();
    private static final int LONGEST = 200;

    private final List<InventoryProblem> problems = new ArrayList<>();
    private final List<PeopleReading.Row> people = new ArrayList<>();
    private final Map<String, Long> seen = new HashMap<>();

    private PeopleSheet() {}

    /** Whether these cells begin a sheet of people, and not one of databases. */
    static boolean begins(List<String> header) {
        List<String> names = header.stream().map(InventoryReader::normal).toList();
        return names.contains(APPLICATION)
                && !names.contains(InventoryColumn.DATABASE.key())
                && names.stream().anyMatch(name -> COLUMNS.contains(name) && !name.equals(APPLICATION));
    }

    /** @param name of the sheet, or null when it is a CSV */
    static PeopleReading read(@Nullable String name, SortedMap<Long, List<String>> rows) {
        PeopleSheet reader = new PeopleSheet();
        Map<String, Integer> header = null;
        for (Map.Entry<Long, List<String>> row : rows.entrySet()) {
            if (row.getValue().stream().allMatch(String::isBlank)) {
                continue;
            }
            if (header == null) {
                header = reader.header(row.getKey(), row.getValue());
                if (!header.containsKey(APPLICATION)) {
                    break;
                }
            } else {
                reader.person(row.getKey(), row.getValue(), header);
            }
        }
        Set<String> known = header == null ? Set.of() : header.keySet();
        return new PeopleReading(
                name,
                reader.people,
                reader.problems.stream()
                        .map(problem -> name == null ? problem : problem.on(name))
                        .toList(),
                Arrays.stream(PeopleColumn.values())
                        .filter(column -> known.contains(column.key()))
                        .toList());
    }

    private Map<String, Integer> header(long row, List<String> cells) {
        Map<String, Integer> places = new LinkedHashMap<>();
        for (int i = 0; i < cells.size(); i++) {
            String name = InventoryReader.normal(cells.get(i));
            if (name.isEmpty()) {
                continue;
            }
            if (!COLUMNS.contains(name)) {
                problem(
                        row,
                        name,
                        null,
                        "the sheet of people has no such column",
                        "Use " + String.join(", ", COLUMNS) + ", or remove the column");
            } else if (places.putIfAbsent(name, i) != null) {
                problem(row, name, null, "the header names this column twice", "Remove or rename one of them");
            }
        }
        if (!places.containsKey(APPLICATION)) {
            problem(
                    row,
                    APPLICATION,
                    null,
                    "the header of the sheet of people lacks this required column",
                    "Begin the sheet of people with " + String.join(", ", COLUMNS));
        }
        return places;
    }

    private void person(long row, List<String> cells, Map<String, Integer> header) {
        int before = problems.size();
        Map<String, String> values = new HashMap<>();
        header.forEach((name, place) -> {
            String value = place < cells.size() ? cells.get(place).strip() : "";
            if (value.startsWith("=")) {
                problem(row, name, value, "the cell is a formula", "Put in the value that it computes");
            } else if (value.length() > LONGEST) {
                problem(
                        row,
                        name,
                        value,
                        "the value has " + value.length() + " characters, at most " + LONGEST + " are kept",
                        "Shorten it");
            } else if (value.chars().anyMatch(Character::isISOControl)) {
                problem(row, name, value, "the value holds a control character or a line break", "Remove it");
            } else if (!value.isEmpty()) {
                values.put(name, value);
            }
        });
        String application = values.get(APPLICATION);
        if (application == null) {
            if (problems.size() == before) {
                problem(row, APPLICATION, "", "the value is missing", "Give it; this column is required");
            }
            return;
        }
        Long first = seen.putIfAbsent(application.toUpperCase(Locale.ROOT), row);
        if (first != null) {
            problem(
                    row,
                    APPLICATION,
                    application,
                    "row " + first + " has the same application",
                    "Remove one of them; names are one whatever their case");
        } else if (values.size() == 1 && problems.size() == before) {
            problem(row, null, null, "the row names nobody", "Give at least one person, or remove the row");
        }
        if (problems.size() == before) {
            people.add(new PeopleReading.Row(
                    row,
                    new ApplicationPeople(
                            application,
                            values.get("business_owner"),
                            values.get("technical_owner"),
                            values.get("deputy"),
                            values.get("on_call"),
                            values.get("escalation"))));
        }
    }

    private void problem(long row, @Nullable String column, @Nullable String value, String why, String remedy) {
        if (problems.size() < InventoryReader.MAX_PROBLEMS) {
            problems.add(new InventoryProblem(row, column, InventoryReader.cut(value), why, remedy));
        }
    }
}
