package io.gulliver.lab.estate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Some databases of an estate that stand for all: one of every release, edition, topology and way to land, the one whose row
 * arrives changed by a fault, and others by chance.
 */
public final class EstateChoice {
    private EstateChoice() {}

    /**
     * Chooses.
     *
     * @param size how many are wanted; more when every kind needs more
     * @param seed decides on the others: the same text, the same databases
     * @return names, sorted
     */
    public static Set<String> of(Estate estate, int size, String seed) {
        Set<String> chosen = new TreeSet<>();
        Set<String> seen = new TreeSet<>();
        String victim = estate.faults().get("bad-row").system();
        List<EstateDatabase> left = new ArrayList<>(estate.databases());
        EstateDatabase next = left.stream()
                .filter(database -> Estate.targetSystem(database).equals(victim))
                .findFirst()
                .orElseThrow();
        while (next != null) {
            chosen.add(next.database());
            seen.addAll(kinds(next));
            left.remove(next);
            next = left.stream()
                    .filter(database -> unseen(database, seen) > 0)
                    .max(Comparator.comparingLong(database -> unseen(database, seen)))
                    .orElse(null);
        }
        Random random = new Random(seed.hashCode());
        while (chosen.size() < size && !left.isEmpty()) {
            chosen.add(left.remove(random.nextInt(left.size())).database());
        }
        return chosen;
    }

    private static long unseen(EstateDatabase database, Set<String> seen) {
        return kinds(database).stream().filter(kind -> !seen.contains(kind)).count();
    }

    /** What a choice may not lack of a database. */
    static List<String> kinds(EstateDatabase database) {
        List<String> kinds = new ArrayList<>(List.of(
                "release " + database.version(),
                database.enterprise() ? "enterprise" : "standard",
                database.rac() ? "rac" : database.container().isEmpty() ? "single" : "pluggable",
                database.standby() ? "standby" : "alone",
                database.pluggable() ? "into a container" : "a database of its own",
                database.archiveLog() ? "archived logs" : "no archived logs",
                database.environment()));
        if (!database.moveGroup().isEmpty()) {
            kinds.add("in a move group");
        }
        return kinds;
    }
}
