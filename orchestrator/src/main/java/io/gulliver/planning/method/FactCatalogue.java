package io.gulliver.planning.method;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What each fact is and where it comes from, as the registry of facts tells.
 *
 * @param facts by name
 */
public record FactCatalogue(SortedMap<String, Entry> facts) {
    /** Knows nothing: facts are taken as they are given. */
    public static final FactCatalogue EMPTY = new FactCatalogue(new TreeMap<>());

    public FactCatalogue {
        facts = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(facts));
    }

    /**
     * A fact.
     *
     * @param type text, number, whole, yes-no, list or distribution
     * @param unit of a number, or null
     * @param about what it means
     * @param from ids of questions, or target, host, program, inventory, capture, computed
     */
    public record Entry(String type, @Nullable String unit, String about, List<String> from) {
        public Entry {
            from = List.copyOf(from);
        }

        boolean number() {
            return type.equals("number") || type.equals("whole");
        }

        boolean yesNo() {
            return type.equals("yes-no");
        }
    }

    /**
     * Checks the content of the registry.
     *
     * @throws IllegalArgumentException naming the fact and what is wrong
     */
    public static FactCatalogue of(Map<String, Object> content) {
        if (!(content.get("facts") instanceof List<?> list) || list.isEmpty()) {
            throw new IllegalArgumentException("The registry of facts has no list of facts");
        }
        SortedMap<String, Entry> facts = new TreeMap<>();
        for (Object one : list) {
            if (!(one instanceof Map<?, ?> map)
                    || !(map.get("name") instanceof String name)
                    || !(map.get("type") instanceof String type)
                    || !(map.get("about") instanceof String about)
                    || !(map.get("from") instanceof List<?> from)) {
                throw new IllegalArgumentException("A fact of the registry lacks name, type, about or from: " + one);
            }
            Entry entry = new Entry(
                    type,
                    map.get("unit") instanceof String unit ? unit : null,
                    about,
                    from.stream().map(String::valueOf).toList());
            if (facts.put(name, entry) != null) {
                throw new IllegalArgumentException("Fact " + name + " stands twice in the registry");
            }
        }
        return new FactCatalogue(facts);
    }

    @Nullable
    Entry find(String name) {
        return facts.get(name);
    }

    /** How a person gets to know a fact: by discovery, from the target, by a decision. */
    public String how(String name) {
        Entry entry = facts.get(name);
        if (entry == null) {
            return name.equals("outage_window_minutes")
                    ? "agree it with the application's owner and put outage_window_minutes into the inventory"
                    : "give the inventory a column " + name + ", or the program's policy an entry facts." + name;
        }
        List<String> questions =
                entry.from().stream().filter(id -> id.matches("D\\d.*")).toList();
        List<String> ways = new ArrayList<>();
        if (!questions.isEmpty()) {
            ways.add("run discovery (" + String.join(", ", questions) + ")");
        }
        if (entry.from().contains("capture")) {
            ways.add("upload an AWR Miner capture");
        }
        if (entry.from().contains("target") || entry.from().contains("host")) {
            ways.add("look at the " + (entry.from().contains("target") ? "target" : "host")
                    + " and give the inventory a column " + name + ", or the program's policy an entry facts." + name);
        }
        if (entry.from().contains("program")) {
            ways.add("let the application's owner decide, and give the inventory a column " + name
                    + ", or the program's policy an entry facts." + name);
        }
        if (entry.from().contains("inventory")) {
            ways.add("put it into the inventory");
        }
        return ways.isEmpty() ? "collect what it is computed from" : String.join(", or ", ways);
    }
}
