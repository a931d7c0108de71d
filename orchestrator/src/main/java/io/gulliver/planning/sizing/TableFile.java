package io.gulliver.planning.sizing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads entries of a data file that people edit, with errors that name the entry and what was wanted. */
final class TableFile {
    private TableFile() {}

    static List<Map<?, ?>> list(Map<?, ?> content, String key) {
        if (!(content.get(key) instanceof List<?> list) || list.isEmpty()) {
            throw new IllegalArgumentException("The file has no list of " + key);
        }
        List<Map<?, ?>> entries = new ArrayList<>();
        for (Object entry : list) {
            if (!(entry instanceof Map<?, ?> map)) {
                throw new IllegalArgumentException("An entry of " + key + " is no map: " + entry);
            }
            entries.add(map);
        }
        return entries;
    }

    static String text(Map<?, ?> entry, String key) {
        Object value = entry.get(key);
        if (value == null
                || value instanceof Map
                || value instanceof List
                || value.toString().isBlank()) {
            throw new IllegalArgumentException(key + " is missing, or no text, in " + entry);
        }
        return value.toString();
    }

    static double positive(Map<?, ?> entry, String key) {
        if (entry.get(key) instanceof Number number && number.doubleValue() > 0 && number.doubleValue() < 1e12) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException(key + " is '" + entry.get(key) + "', wanted a number above 0, in " + entry);
    }

    static boolean bool(Map<?, ?> entry, String key) {
        if (entry.get(key) instanceof Boolean value) {
            return value;
        }
        throw new IllegalArgumentException(key + " is '" + entry.get(key) + "', wanted true or false, in " + entry);
    }
}
