package io.gulliver.ui.whatif;

import com.google.re2j.Pattern;
import io.gulliver.evidence.Regex;
import io.gulliver.ui.problem.FieldProblem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What somebody typed into a form, and the body of the API that it says.
 *
 * <p>A field's name is its JSON pointer in that body, so that what the API says of a pointer stands beside the field.
 */
final class Form {
    /** A table of more rows is shown as text to paste again: a page of thousands of fields helps nobody. */
    static final int MOST_ROWS = 100;

    private static final int MOST = 5000;
    private static final String PASTE = "paste";
    private static final Set<String> YES = Set.of("yes", "true", "y", "on");
    private static final Set<String> NO = Set.of("no", "false", "n", "off");
    /** Facts whose values look like numbers or single texts and are none. */
    private static final Set<String> LISTS = Set.of("options_used", "enterprise_features");

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Question question;
    private final Map<String, String> texts;
    private final Map<String, List<List<String>>> rows = new LinkedHashMap<>();
    private final Map<String, String> origins;
    private final List<FieldProblem> problems = new ArrayList<>();
    private final Map<String, String> pairs = new TreeMap<>();

    private Form(Question question, Map<String, String> texts, Map<String, String> origins) {
        this.question = question;
        this.texts = texts;
        this.origins = origins;
    }

    /** What was sent, by name; anything that is no field is left out. */
    static Form sent(Question question, Map<String, String[]> sent) {
        Map<String, String> texts = new LinkedHashMap<>();
        sent.forEach((name, values) -> {
            if (values.length > 0 && (name.startsWith("/") || name.startsWith(PASTE + "/"))) {
                texts.put(name, values[0]);
            }
        });
        return filled(question, texts, Map.of());
    }

    /**
     * A form with texts that something else knows.
     *
     * @param texts by pointer
     * @param origins where a text comes from, by pointer
     */
    static Form filled(Question question, Map<String, String> texts, Map<String, String> origins) {
        Form form = new Form(question, texts, origins);
        question.sheets().forEach(form::fill);
        return form;
    }

    /** A form with nothing in it but what is usual. */
    static Form blank(Question question) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (question == Question.MEMORY) {
            texts.put("/production", "on");
        }
        return filled(question, texts, Map.of());
    }

    private void fill(Question.Sheet sheet) {
        List<List<String>> found = new ArrayList<>();
        String paste = texts.getOrDefault(PASTE + sheet.pointer(), "");
        if (paste.isBlank()) {
            int last = -1;
            String start = sheet.pointer() + "/";
            for (String name : texts.keySet()) {
                if (name.startsWith(start)) {
                    String at = Regex.split(name.substring(start.length()), "/", 2)[0];
                    if (Regex.matches(at, "[0-9]{1,4}")) {
                        last = Math.max(last, Integer.parseInt(at));
                    }
                }
            }
            for (int i = 0; i <= Math.min(last, MOST); i++) {
                int row = i;
                found.add(sheet.columns().stream()
                        .map(column -> texts.getOrDefault(start + row + "/" + column.name(), ""))
                        .toList());
            }
        } else {
            found.addAll(Pasted.rows(paste, sheet.columns()));
        }
        found.removeIf(cells -> cells.stream().allMatch(String::isBlank));
        rows.put(sheet.pointer(), found);
    }

    Question question() {
        return question;
    }

    /** Whether nobody has typed anything yet. */
    boolean untouched() {
        return rows.values().stream().allMatch(List::isEmpty)
                && texts.entrySet().stream()
                        .noneMatch(one -> !one.getValue().isBlank()
                                && question.sections().stream()
                                        .flatMap(section -> section.fields().stream())
                                        .anyMatch(field -> field.name().equals(one.getKey())
                                                && field.kind() != Question.Kind.YES
                                                && field.kind() != Question.Kind.CHOICE));
    }

    /** What is wrong with the texts themselves, after {@link #body}. */
    List<FieldProblem> problems() {
        return problems;
    }

    /** The body that the texts say; a text that cannot be read is left out and named in {@link #problems}. */
    ObjectNode body() {
        problems.clear();
        pairs.clear();
        ObjectNode body = JSON.createObjectNode();
        for (Question.Section section : question.sections()) {
            boolean used = section.fields().stream()
                    .anyMatch(field -> field.kind() != Question.Kind.CHOICE
                            && !text(field.name()).isBlank());
            for (Question.Field field : section.fields()) {
                boolean part = field.name().indexOf('/', 1) > 0;
                if (!part || used) {
                    put(part ? inner(body, field.name()) : body, field, field.name(), text(field.name()));
                }
            }
            Question.Sheet sheet = section.sheet();
            if (sheet != null) {
                put(body, sheet);
            }
        }
        return body;
    }

    private static ObjectNode inner(ObjectNode body, String pointer) {
        return body.withObject(pointer.substring(0, pointer.lastIndexOf('/')));
    }

    private void put(ObjectNode body, Question.Sheet sheet) {
        List<List<String>> all = rows.getOrDefault(sheet.pointer(), List.of());
        String key = sheet.pointer().substring(1);
        if (sheet.pairs()) {
            pairs(body, sheet, all, key);
            return;
        }
        if (all.isEmpty()) {
            // one must be there for memory; for the others an empty table is no table
            if (sheet.pointer().equals("/instances")) {
                body.putArray(key);
            }
            return;
        }
        var array = body.putArray(key);
        for (int i = 0; i < all.size(); i++) {
            ObjectNode row = array.addObject();
            for (int at = 0; at < sheet.columns().size(); at++) {
                Question.Field column = sheet.columns().get(at);
                put(row, column, pointer(sheet, i, column), all.get(i).get(at));
            }
        }
    }

    private void pairs(ObjectNode body, Question.Sheet sheet, List<List<String>> all, String key) {
        Question.Field value = sheet.columns().get(1);
        ObjectNode map = body.objectNode();
        for (int i = 0; i < all.size(); i++) {
            String name = all.get(i).get(0).strip();
            String text = all.get(i).get(1);
            if (name.isEmpty()) {
                problems.add(new FieldProblem(pointer(sheet, i, sheet.columns().get(0)), "is missing"));
            } else if (!text.isBlank()) {
                String at = pointer(sheet, i, value);
                pairs.put(sheet.pointer() + "/" + name.replace("~", "~0").replace("/", "~1"), at);
                if (value.kind() == Question.Kind.ANY) {
                    any(map, name, text.strip());
                } else {
                    number(map, name, at, text, false);
                }
            }
        }
        if (!map.isEmpty() || sheet.pointer().equals("/facts")) {
            body.set(key, map);
        }
    }

    private void put(ObjectNode into, Question.Field field, String pointer, String text) {
        String key = field.word();
        if (field.kind() == Question.Kind.YES) {
            into.put(key, !text.isBlank());
            return;
        }
        if (text.isBlank()) {
            return;
        }
        switch (field.kind()) {
            case NUMBER, WHOLE -> number(into, key, pointer, text, field.kind() == Question.Kind.WHOLE);
            case FIGURES -> figures(into.putObject(key), pointer, text);
            case ANY -> any(into, key, text.strip());
            case TEXT, CHOICE, SUGGESTED, DAY, YES -> into.put(key, text.strip());
        }
    }

    private void number(ObjectNode into, String key, String pointer, String text, boolean whole) {
        Double value = Typed.number(text).orElse(null);
        if (value == null) {
            wrong(pointer, "is '" + shortened(text) + "', wanted a number");
        } else if (whole && (value != Math.rint(value) || Math.abs(value) > 1e9)) {
            wrong(pointer, "is '" + shortened(text) + "', wanted a whole number");
        } else {
            number(into, key, value);
        }
    }

    private static void number(ObjectNode into, String key, double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            into.put(key, (long) value);
        } else {
            into.put(key, value);
        }
    }

    private void figures(ObjectNode into, String pointer, String text) {
        String[] lines = Regex.split(text.strip(), text.strip().contains("\n") ? "\r?\n|\r" : "[\\s;]+");
        for (int i = 0; i < lines.length; i++) {
            String cell = lines[i].strip();
            if (cell.isEmpty() || Regex.matches(cell, "[-–—]")) {
                continue;
            }
            Double value = Typed.number(cell).orElse(null);
            if (value == null) {
                wrong(pointer, "line " + (i + 1) + " is '" + shortened(cell) + "', wanted a number, or - for a gap");
            } else {
                number(into, Integer.toString(i + 1), value);
            }
        }
    }

    private static void any(ObjectNode into, String name, String text) {
        String plain = text.toLowerCase(Locale.ROOT);
        Double number = Typed.number(text).orElse(null);
        if (LISTS.contains(name)) {
            list(into, name, text);
        } else if (name.endsWith("_release") || name.endsWith("_compatible")) {
            into.put(name, text);
        } else if (number != null) {
            number(into, name, number);
        } else if (YES.contains(plain) || NO.contains(plain)) {
            into.put(name, YES.contains(plain));
        } else if (text.contains(",")) {
            list(into, name, text);
        } else {
            into.put(name, text);
        }
    }

    private static void list(ObjectNode into, String name, String text) {
        var array = into.putArray(name);
        for (String one : Regex.split(text, ",")) {
            if (!one.isBlank() && !NO.contains(one.strip().toLowerCase(Locale.ROOT))) {
                array.add(one.strip());
            }
        }
    }

    private void wrong(String pointer, String message) {
        problems.add(new FieldProblem(pointer, message));
    }

    private static String shortened(String text) {
        String plain = text.strip();
        return plain.length() <= 40 ? plain : plain.substring(0, 40) + "…";
    }

    private String text(String pointer) {
        return texts.getOrDefault(pointer, "");
    }

    private static String pointer(Question.Sheet sheet, int row, Question.Field column) {
        return sheet.pointer() + "/" + row + "/" + column.name();
    }

    /** The form for the page, with what is wrong beside each field. */
    FormView view(List<FieldProblem> wrong, Choices choices) {
        Map<String, List<String>> beside = new LinkedHashMap<>();
        Set<String> fields = question.sections().stream()
                .flatMap(section -> section.fields().stream())
                .map(Question.Field::name)
                .collect(Collectors.toSet());
        for (FieldProblem problem : wrong) {
            beside.computeIfAbsent(place(problem.pointer(), fields), key -> new ArrayList<>())
                    .add(problem.message());
        }
        List<FormView.Section> sections = new ArrayList<>();
        for (Question.Section section : question.sections()) {
            List<FormView.Field> shown = section.fields().stream()
                    .map(field -> field(field, field.name(), text(field.name()), beside, choices))
                    .toList();
            FormView.Table table = section.sheet() == null ? null : table(section.sheet(), beside, choices);
            boolean open = !section.folded()
                    || shown.stream()
                            .anyMatch(field -> !field.problems().isEmpty()
                                    || !field.text().isBlank() && !field.kind().equals("choice"))
                    || table != null && table.used();
            sections.add(new FormView.Section(section.key(), section.folded(), open, shown, table));
        }
        return new FormView(question.key(), sections, beside.getOrDefault("", List.of()), wrong.size());
    }

    /** The field, table or form that a pointer belongs to. */
    private String place(String pointer, Set<String> fields) {
        String at = pairs.getOrDefault(pointer, pointer);
        while (!at.isEmpty()) {
            String here = at;
            boolean known = fields.contains(here)
                    || question.sheets()
                            .anyMatch(sheet -> here.equals(sheet.pointer())
                                    || sheet.columns().stream()
                                            .anyMatch(column -> Pattern.matches(
                                                    sheet.pointer() + "/[0-9]+/" + column.name(), here)));
            if (known) {
                return here;
            }
            at = here.substring(0, here.lastIndexOf('/'));
        }
        return "";
    }

    private FormView.Table table(Question.Sheet sheet, Map<String, List<String>> beside, Choices choices) {
        List<List<String>> all = rows.getOrDefault(sheet.pointer(), List.of());
        boolean asText = all.size() > MOST_ROWS;
        List<List<FormView.Field>> shown = new ArrayList<>();
        List<String> said = new ArrayList<>(beside.getOrDefault(sheet.pointer(), List.of()));
        if (!asText) {
            int most = all.size() + sheet.spare();
            for (int i = 0; i < most; i++) {
                List<FormView.Field> row = new ArrayList<>();
                for (int at = 0; at < sheet.columns().size(); at++) {
                    Question.Field column = sheet.columns().get(at);
                    String text = i < all.size() ? all.get(i).get(at) : "";
                    row.add(field(column, pointer(sheet, i, column), text, beside, choices));
                }
                shown.add(row);
            }
        } else {
            beside.forEach((at, messages) -> {
                if (at.startsWith(sheet.pointer() + "/")) {
                    messages.forEach(message -> said.add(at + ": " + message));
                }
            });
        }
        String paste = asText ? all.stream().map(row -> String.join("\t", row)).collect(Collectors.joining("\n")) : "";
        return new FormView.Table(
                PASTE + sheet.pointer(),
                sheet.columns().stream().map(Question.Field::word).toList(),
                shown,
                paste,
                said,
                !all.isEmpty());
    }

    private FormView.Field field(
            Question.Field field, String pointer, String text, Map<String, List<String>> beside, Choices choices) {
        return new FormView.Field(
                pointer,
                field.word(),
                field.kind().name().toLowerCase(Locale.ROOT),
                text,
                field.usual(),
                choices.of(question, pointer),
                beside.getOrDefault(pointer, List.of()),
                origins.get(pointer));
    }

    /** What can be chosen in a field. */
    interface Choices {
        /** Values of a field, empty for one that takes anything. */
        List<String> of(Question question, @Nullable String pointer);
    }
}
