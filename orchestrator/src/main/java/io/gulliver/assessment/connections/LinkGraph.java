package io.gulliver.assessment.connections;

import io.gulliver.domain.estate.DatabaseLink;
import io.gulliver.domain.estate.DatabaseProfile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which databases of a program reach each other by database links, and which of those links run between databases that do
 * not cross together: such a link has one end at the old place and one at the new for the time between.
 *
 * @param clusters databases that reach each other, directly or by others; those with most databases first
 * @param outside links to, or from, what is no database of the program
 */
public record LinkGraph(List<Cluster> clusters, List<Link> outside) {
    public LinkGraph {
        clusters = List.copyOf(clusters);
        outside = List.copyOf(outside);
    }

    /** How the two ends of a link cross. */
    public enum Ends {
        /** In one move group: together or not at all. */
        ONE_GROUP,
        /** In one wave, each for itself. */
        ONE_WAVE,
        /** In two waves: for the time between, one end is here and one there. */
        APART,
        /** At least one of them is in no wave yet. */
        NOT_PLANNED,
        /** One end is no database of the program. */
        OUTSIDE
    }

    /**
     * A database.
     *
     * @param name its name
     * @param moveGroup that it crosses with, or null
     * @param wave its wave's number, or null
     */
    public record Place(
            String name,
            @Nullable String moveGroup,
            @Nullable Integer wave) {}

    /**
     * A link.
     *
     * @param from the database that calls
     * @param to the database that is called
     * @param name of the link, or what else refreshes over it
     * @param ends how its two ends cross
     * @param decided whether somebody answers for it and said how it is led over
     */
    public record Link(String from, String to, String name, Ends ends, boolean decided) {}

    /**
     * Databases that reach each other.
     *
     * @param places by wave, those in none last, then by name
     * @param links by caller, called and name
     */
    public record Cluster(List<Place> places, List<Link> links) {
        public Cluster {
            places = List.copyOf(places);
            links = List.copyOf(links);
        }

        /** Links whose ends cross in different waves. */
        public List<Link> apart() {
            return links.stream().filter(link -> link.ends() == Ends.APART).toList();
        }

        /** The move group that all of it is in, or null. */
        public @Nullable String moveGroup() {
            String first = places.get(0).moveGroup();
            return first != null && places.stream().allMatch(place -> first.equals(place.moveGroup())) ? first : null;
        }
    }

    /** Links of all clusters that run between waves. */
    public int apart() {
        return clusters.stream().mapToInt(cluster -> cluster.apart().size()).sum();
    }

    /** Databases of all clusters. */
    public int databases() {
        return clusters.stream().mapToInt(cluster -> cluster.places().size()).sum();
    }

    /** Links of all clusters. */
    public int links() {
        return clusters.stream().mapToInt(cluster -> cluster.links().size()).sum();
    }

    /**
     * @param seen as each end tells of it: a link that both ends know is one
     * @param inventory all databases of the program
     * @param waves the wave of each database that is in one, by its name
     */
    public static LinkGraph of(
            Collection<DatabaseLink> seen, Collection<DatabaseProfile> inventory, Map<String, Integer> waves) {
        Map<String, Place> places = new TreeMap<>();
        inventory.forEach(one ->
                places.put(key(one.database()), new Place(one.database(), one.moveGroup(), waves.get(one.database()))));
        Map<List<String>, Link> links = new TreeMap<>(Comparator.<List<String>, String>comparing(key -> key.get(0))
                .thenComparing(key -> key.get(1))
                .thenComparing(key -> key.get(2)));
        for (DatabaseLink link : seen) {
            Place from = places.get(key(link.from()));
            Place to = places.get(key(link.to()));
            if (from != null && from.equals(to)) {
                continue; // to itself, by another service
            }
            Link one = new Link(
                    from == null ? link.from() : from.name(),
                    to == null ? link.to() : to.name(),
                    link.name(),
                    ends(from, to),
                    link.decided());
            links.merge(
                    List.of(key(one.from()), key(one.to()), key(one.name())),
                    one,
                    (known, other) -> new Link(
                            known.from(),
                            known.to(),
                            known.name().compareTo(other.name()) <= 0 ? known.name() : other.name(),
                            known.ends(),
                            known.decided() || other.decided()));
        }
        Map<String, TreeSet<String>> beside = new TreeMap<>();
        List<Link> outside = new ArrayList<>();
        links.values().forEach(link -> {
            if (link.ends() == Ends.OUTSIDE) {
                outside.add(link);
                return;
            }
            beside.computeIfAbsent(key(link.from()), none -> new TreeSet<>()).add(key(link.to()));
            beside.computeIfAbsent(key(link.to()), none -> new TreeSet<>()).add(key(link.from()));
        });
        List<Cluster> clusters = new ArrayList<>();
        TreeSet<String> left = new TreeSet<>(beside.keySet());
        while (!left.isEmpty()) {
            clusters.add(cluster(reached(left, beside), places, links.values()));
        }
        clusters.sort(Comparator.comparingInt((Cluster one) -> -one.places().size())
                .thenComparing(one -> one.places().get(0).name()));
        return new LinkGraph(clusters, outside);
    }

    private static TreeSet<String> reached(TreeSet<String> left, Map<String, TreeSet<String>> beside) {
        TreeSet<String> reached = new TreeSet<>();
        Deque<String> next = new ArrayDeque<>(List.of(left.first()));
        while (!next.isEmpty()) {
            String one = next.pop();
            if (left.remove(one)) {
                reached.add(one);
                next.addAll(Objects.requireNonNull(beside.get(one)));
            }
        }
        return reached;
    }

    private static Cluster cluster(TreeSet<String> keys, Map<String, Place> places, Collection<Link> links) {
        return new Cluster(
                keys.stream()
                        .map(places::get)
                        .map(Objects::requireNonNull)
                        .sorted(Comparator.comparing(Place::wave, Comparator.nullsLast(Comparator.naturalOrder()))
                                .thenComparing(Place::name))
                        .toList(),
                links.stream()
                        .filter(link -> link.ends() != Ends.OUTSIDE && keys.contains(key(link.from())))
                        .toList());
    }

    private static Ends ends(@Nullable Place from, @Nullable Place to) {
        if (from == null || to == null) {
            return Ends.OUTSIDE;
        }
        if (from.moveGroup() != null && from.moveGroup().equals(to.moveGroup())) {
            return Ends.ONE_GROUP;
        }
        if (from.wave() == null || to.wave() == null) {
            return Ends.NOT_PLANNED;
        }
        return from.wave().equals(to.wave()) ? Ends.ONE_WAVE : Ends.APART;
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
