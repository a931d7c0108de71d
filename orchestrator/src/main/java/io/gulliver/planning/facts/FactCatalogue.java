package io.gulliver.planning.facts;

import io.gulliver.domain.estate.Unit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What each fact is and where it comes from, as the registry of facts tells.
 *
 * @param facts by name
 */
public record FactCatalogue(SortedMap<String, Entry> facts) {
    private static final Set<String> FIGURES = Set.of("mean", "p50", "p95", "p99", "max");

    /** Knows nothing: facts are taken as they are given. */
    public static final FactCatalogue EMPTY = new FactCatalogue(new TreeMap<>());

    public FactCatalogue {
        facts = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(facts));
    }

    /** Facts that no discovery tells: people say them, or somebody looks at the target or a host. */
    public SortedMap<String, Entry> stated() {
        SortedMap<String, Entry> stated = new TreeMap<>(facts);
        stated.values()
                .removeIf(entry -> entry.from().stream().noneMatch(Set.of("program", "target", "host")::contains));
        // a column of every inventory
        stated.remove("target_release");
        return stated;
    }

    /**
     * A fact.
     *
     * @param type text, number, whole, yes-no, list or distribution
     * @param unit of a number, or null
     * @param about what it means
     * @param from ids of questions, or target, host, program, inventory, capture, computed
     * @param of whether it is of the whole database, of one instance, or of a host; null where nobody divides by it
     * @param memory whether KB, MB and GB of it are powers of 1,024
     * @param positive whether a 0 says nothing
     * @param reads how its text is read, or null: as it stands
     * @param saidAs other names under which it is told
     */
    public record Entry(
            String type,
            @Nullable String unit,
            String about,
            List<String> from,
            @Nullable Of of,
            boolean memory,
            boolean positive,
            @Nullable Reads reads,
            List<Spelling> saidAs) {
        public Entry {
            from = List.copyOf(from);
            saidAs = List.copyOf(saidAs);
        }

        /** Whether it is one number; those of a distribution are numbers too. */
        public boolean number() {
            return type.equals("number") || type.equals("whole") || type.equals("distribution");
        }

        public boolean yesNo() {
            return type.equals("yes-no");
        }
    }

    /** What a figure is of. */
    public enum Of {
        DATABASE,
        INSTANCE,
        HOST
    }

    /** How a text is read. */
    public enum Reads {
        /** 19.22, 11.2.0.4.0; of two that name one release the more exact one holds. */
        RELEASE,
        /** Big or Little, or the name of a platform that has that byte order. */
        BYTE_ORDER,
        /** Enterprise or standard, in whatever words a banner or a person says it. */
        EDITION
    }

    /**
     * Another name under which a fact is told.
     *
     * @param fact name as it is stored; {@code inventory.…} for a column of the inventory
     * @param parameter where the fact is a list of {@code name=value}, which of them; or null
     * @param unit of a number that carries none, or null for the fact's own
     * @param rank 1 for the strongest; a weaker word never replaces a stronger one
     * @param above says something only above this number, or null
     * @param below says something only below this number, or null
     * @param says what it says then, or null for its value
     */
    public record Spelling(
            String fact,
            @Nullable String parameter,
            @Nullable String unit,
            int rank,
            @Nullable Double above,
            @Nullable Double below,
            @Nullable String says) {
        static Spelling of(Object content, String where) {
            if (content instanceof String fact) {
                return new Spelling(fact, null, null, fact.startsWith("inventory.") ? INVENTORY : 1, null, null, null);
            }
            if (!(content instanceof Map<?, ?> map) || !(map.get("fact") instanceof String fact)) {
                throw new IllegalArgumentException(where + ": said_as lacks a fact: " + content);
            }
            map.keySet().forEach(key -> {
                if (!WORDS.contains(String.valueOf(key))) {
                    throw new IllegalArgumentException(where + ": '" + key + "' is no word of said_as");
                }
            });
            return new Spelling(
                    fact,
                    text(map, "parameter"),
                    text(map, "unit"),
                    map.get("rank") instanceof Integer rank ? rank : fact.startsWith("inventory.") ? INVENTORY : 1,
                    map.get("above") instanceof Number above ? (Double) above.doubleValue() : null,
                    map.get("below") instanceof Number below ? (Double) below.doubleValue() : null,
                    text(map, "says"));
        }

        private static @Nullable String text(Map<?, ?> map, String key) {
            return map.get(key) instanceof String text ? text : null;
        }
    }

    /** Rank of a column of the inventory, unless the catalogue tells another. */
    static final int INVENTORY = 8;

    private static final Set<String> WORDS = Set.of("fact", "parameter", "unit", "rank", "above", "below", "says");

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
                    from.stream().map(String::valueOf).toList(),
                    constant(Of.class, map.get("of"), name),
                    Boolean.TRUE.equals(map.get("memory")),
                    Boolean.TRUE.equals(map.get("positive")),
                    constant(Reads.class, map.get("reads"), name),
                    map.get("said_as") instanceof List<?> names
                            ? names.stream()
                                    .map(spelled -> Spelling.of(spelled, "Fact " + name))
                                    .toList()
                            : List.of());
            if (entry.unit() != null
                    && !entry.saidAs().isEmpty()
                    && Unit.parse(entry.unit()).isEmpty()) {
                throw new IllegalArgumentException(
                        "Fact " + name + ": unit '" + entry.unit() + "' is none that other names can be converted to");
            }
            if (facts.put(name, entry) != null) {
                throw new IllegalArgumentException("Fact " + name + " stands twice in the registry");
            }
        }
        return new FactCatalogue(facts);
    }

    private static <E extends Enum<E>> @Nullable E constant(Class<E> type, @Nullable Object word, String name) {
        if (word == null) {
            return null;
        }
        try {
            return Enum.valueOf(
                    type, String.valueOf(word).toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException(
                    "Fact " + name + ": '" + word + "' is no word for "
                            + type.getSimpleName().toLowerCase(Locale.ROOT),
                    unknown);
        }
    }

    /** What a fact is; a distribution is known by the names of its figures too. */
    public @Nullable Entry find(String name) {
        Entry entry = facts.get(name);
        if (entry == null && name.indexOf('.') > 0) {
            Entry base = facts.get(name.substring(0, name.lastIndexOf('.')));
            boolean figure = FIGURES.contains(name.substring(name.lastIndexOf('.') + 1));
            return base != null && figure && base.type().equals("distribution") ? base : null;
        }
        return entry;
    }

    /**
     * Names of facts of which more than the newest word counts: lists of {@code name=value}, of which other facts are one, and
     * releases, of which the word that tells the update holds over a newer one without it.
     */
    public Set<String> ofEverySource() {
        Set<String> names = new TreeSet<>();
        facts.forEach((name, entry) -> {
            boolean release = entry.reads() == Reads.RELEASE;
            if (release) {
                names.add(name);
            }
            entry.saidAs().stream()
                    .filter(spelling -> release || spelling.parameter() != null)
                    .forEach(spelling -> names.add(spelling.fact()));
        });
        names.removeIf(name -> name.startsWith("inventory."));
        return Collections.unmodifiableSet(names);
    }

    /** How a person gets to know a fact: by discovery, from the target, by a decision. */
    public String how(String name) {
        Entry entry = facts.get(name);
        if (entry == null) {
            return name.equals("outage_window_minutes")
                    ? "agree it with the application's owner and put outage_window_minutes into the inventory"
                    : "give the inventory a column " + name + ", or the program's policy an entry facts." + name;
        }
        Set<String> from = new TreeSet<>(entry.from());
        for (Spelling spelling : entry.saidAs()) {
            Entry said = facts.get(spelling.fact());
            if (said != null) {
                from.addAll(said.from());
            }
        }
        List<String> questions =
                from.stream().filter(id -> id.matches("D\\d.*")).toList();
        List<String> ways = new ArrayList<>();
        if (!questions.isEmpty()) {
            ways.add("run discovery (" + String.join(", ", questions) + ")");
        }
        if (from.contains("capture")) {
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
