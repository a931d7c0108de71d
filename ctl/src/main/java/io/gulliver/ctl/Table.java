package io.gulliver.ctl;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Prints an answer for people: a list as a table, one thing as lines of name and value. */
final class Table {
    private static final int WIDEST = 48;

    private Table() {}

    static void print(JsonNode answer, PrintStream out) {
        JsonNode items = answer.path("items");
        if (items.isArray()) {
            rows(items, out);
            answer.propertyStream()
                    .filter(part ->
                            !part.getKey().equals("items") && !part.getKey().equals("next"))
                    .forEach(part -> line(part.getKey(), part.getValue(), out));
            return;
        }
        if (answer.isObject()) {
            answer.propertyStream().forEach(part -> {
                if (part.getValue().isArray()
                        && !part.getValue().isEmpty()
                        && part.getValue().get(0).isObject()) {
                    out.println();
                    out.println(part.getKey() + ":");
                    rows(part.getValue(), out);
                } else {
                    line(part.getKey(), part.getValue(), out);
                }
            });
        } else {
            out.println(text(answer));
        }
    }

    private static void line(String name, JsonNode value, PrintStream out) {
        out.printf("%-22s %s%n", name, text(value));
    }

    private static void rows(JsonNode items, PrintStream out) {
        Set<String> columns = new LinkedHashSet<>();
        items.forEach(item -> flat(item)
                .propertyStream()
                .filter(part -> !part.getValue().isContainer())
                .forEach(part -> columns.add(part.getKey())));
        List<String> names = new ArrayList<>(columns);
        // a column that is empty everywhere says nothing
        names.removeIf(name -> {
            for (JsonNode item : items) {
                if (!flat(item).path(name).asString("").isEmpty()) {
                    return false;
                }
            }
            return true;
        });
        int[] widths = new int[names.size()];
        for (int i = 0; i < names.size(); i++) {
            widths[i] = names.get(i).length();
            for (JsonNode item : items) {
                widths[i] =
                        Math.max(widths[i], cell(flat(item).path(names.get(i))).length());
            }
        }
        StringBuilder head = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            head.append(padded(names.get(i).toUpperCase(java.util.Locale.ROOT), widths[i]));
        }
        out.println(head.toString().stripTrailing());
        for (JsonNode item : items) {
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < names.size(); i++) {
                row.append(padded(cell(flat(item).path(names.get(i))), widths[i]));
            }
            out.println(row.toString().stripTrailing());
        }
    }

    /** Of what wraps one thing, such as a gate its task, that one thing. */
    private static JsonNode flat(JsonNode item) {
        for (String inner : List.of("task", "event", "run")) {
            if (item.path(inner).isObject() && item.size() <= 4) {
                return item.path(inner);
            }
        }
        return item;
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()) + 2);
    }

    private static String cell(JsonNode value) {
        String text = text(value);
        return text.length() <= WIDEST ? text : text.substring(0, WIDEST - 1) + "…";
    }

    private static String text(JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            return "";
        }
        // nothing that was typed elsewhere moves the cursor of this terminal
        return (value.isContainer() ? value.toString() : value.asString()).replaceAll("\\p{Cntrl}+", " ");
    }
}
