package io.gulliver.adapter.oracle.keywords;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * One table of {@code oracle-keywords}, which somebody compiled who wrote none of our code; its README says how to judge
 * with it.
 */
final class KeywordTable {
    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    private final String name;
    private final JsonNode root;

    private KeywordTable(String name, JsonNode root) {
        this.name = name;
        this.root = root;
    }

    static KeywordTable load(String name) {
        try (InputStream in =
                KeywordTable.class.getClassLoader().getResourceAsStream("oracle-keywords/" + name + ".yaml")) {
            if (in == null) {
                throw new IllegalArgumentException("There is no table " + name);
            }
            return new KeywordTable(name, YAML.readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String name() {
        return name;
    }

    /** Entries of a list below the root, for example {@code parameters} or {@code descriptor/names}. */
    List<Entry> entries(String path) {
        JsonNode list = root;
        for (String part : path.split("/")) {
            list = list.path(part);
        }
        if (!list.isArray()) {
            throw new IllegalArgumentException("Table " + name + " has no list " + path);
        }
        List<Entry> entries = new ArrayList<>();
        list.forEach(node -> entries.add(new Entry(node)));
        return entries;
    }

    /** One row of a table. */
    record Entry(JsonNode node) {

        boolean has(String field) {
            return node.has(field);
        }

        String text(String field) {
            String found = find(field);
            if (found == null) {
                throw new IllegalArgumentException("No field " + field + " in " + node);
            }
            return found;
        }

        @Nullable
        String find(String field) {
            JsonNode value = node.get(field);
            return value == null || value.isNull() ? null : value.isArray() ? value.toString() : value.asString();
        }

        /** A field that is one text or a list of them. */
        List<String> texts(String field) {
            JsonNode value = node.path(field);
            List<String> texts = new ArrayList<>();
            if (value.isArray()) {
                value.forEach(one -> texts.add(one.asString()));
            } else if (!value.isMissingNode()) {
                texts.add(value.asString());
            }
            return texts;
        }

        boolean list(String field) {
            return node.path(field).isArray();
        }

        Map<String, List<String>> lists(String field) {
            Map<String, List<String>> lists = new LinkedHashMap<>();
            node.path(field).properties().forEach(one -> {
                List<String> values = new ArrayList<>();
                one.getValue().forEach(value -> values.add(value.asString()));
                lists.put(one.getKey(), values);
            });
            return lists;
        }

        boolean practice() {
            return "practice".equals(find("confidence"));
        }

        /** The list and what later releases added to it. */
        List<String> allowed(Release release) {
            List<String> allowed = new ArrayList<>(texts("values"));
            lists("added").forEach((from, values) -> {
                if (release.atLeast(from)) {
                    allowed.addAll(values);
                }
            });
            return allowed;
        }

        /** Whether the release lies between {@code from} and {@code until}, and in {@code releases} where that is said. */
        boolean in(Release release) {
            if (list("releases") && texts("releases").stream().noneMatch(release::is)) {
                return false;
            }
            return (!has("from") || release.atLeast(text("from"))) && (!has("until") || !release.after(text("until")));
        }
    }

    /** A release such as 11.2, 12.1.0.2 or 19.24: compared number by number, as far as the other goes. */
    record Release(String text) {

        private int compare(String other) {
            String[] a = text.split("\\.");
            String[] b = other.split("\\.");
            for (int i = 0; i < b.length; i++) {
                // A release without its last numbers is the first of its kind.
                int difference = Integer.compare(i < a.length ? Integer.parseInt(a[i]) : 0, Integer.parseInt(b[i]));
                if (difference != 0) {
                    return difference;
                }
            }
            return 0;
        }

        boolean atLeast(String other) {
            return compare(other) >= 0;
        }

        /** Later than every release that begins with the other one's numbers. */
        boolean after(String other) {
            return compare(other) > 0;
        }

        boolean is(String other) {
            return compare(other) == 0;
        }
    }
}
