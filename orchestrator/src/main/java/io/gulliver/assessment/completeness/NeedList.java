package io.gulliver.assessment.completeness;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * All that a complete picture of a database needs: a data file that people edit.
 *
 * @param needs in the order of the file, ids unique
 */
public record NeedList(List<Need> needs) {
    private static final Set<String> WORDS = Set.of("id", "title", "any_of", "used_by", "weight", "how");

    public NeedList {
        needs = List.copyOf(needs);
    }

    /**
     * Checks the content of the file.
     *
     * @throws IllegalArgumentException naming the entry and what is wrong
     */
    public static NeedList of(Map<String, Object> content) {
        if (!(content.get("needs") instanceof List<?> list) || list.isEmpty()) {
            throw new IllegalArgumentException("The file has no list of needs");
        }
        List<Need> needs = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (Object entry : list) {
            if (!(entry instanceof Map<?, ?> map)) {
                throw new IllegalArgumentException("A need is no map: " + entry);
            }
            Need need = need(map);
            if (!ids.add(need.id())) {
                throw new IllegalArgumentException("Need " + need.id() + " is there twice");
            }
            needs.add(need);
        }
        return new NeedList(needs);
    }

    private static Need need(Map<?, ?> map) {
        String id = text(map, "id", "A need");
        String where = "Need " + id;
        map.keySet().forEach(key -> {
            if (!WORDS.contains(String.valueOf(key))) {
                throw new IllegalArgumentException(where + ": '" + key + "' is no word of a need");
            }
        });
        Set<Need.Use> uses = new TreeSet<>();
        for (String use : texts(map, "used_by", where)) {
            try {
                uses.add(Need.Use.valueOf(use.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException unknown) {
                throw new IllegalArgumentException(
                        where + ": used_by '" + use + "', wanted sizing, method or plan", unknown);
            }
        }
        if (!(map.get("weight") instanceof Number weight)
                || !(weight.doubleValue() > 0 && weight.doubleValue() < 1e6)) {
            throw new IllegalArgumentException(
                    where + ": weight is '" + map.get("weight") + "', wanted a number above 0");
        }
        return new Need(
                id,
                text(map, "title", where),
                texts(map, "any_of", where),
                uses,
                weight.doubleValue(),
                text(map, "how", where));
    }

    private static String text(Map<?, ?> map, String key, String where) {
        if (map.get(key) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw new IllegalArgumentException(where + ": " + key + " is missing, in " + map);
    }

    private static List<String> texts(Map<?, ?> map, String key, String where) {
        if (map.get(key) instanceof List<?> list && !list.isEmpty()) {
            return list.stream().map(String::valueOf).toList();
        }
        throw new IllegalArgumentException(where + ": " + key + " is no list with an entry");
    }
}
