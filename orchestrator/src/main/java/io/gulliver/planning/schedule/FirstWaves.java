package io.gulliver.planning.schedule;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A first division of databases into waves, by what the inventory says of them and nothing else: what matters least crosses
 * first, so that what is learned on it serves the rest.
 *
 * <ol>
 * <li>A move group is never parted; it counts as its most important member.
 * <li>Production stands in waves of its own, behind all that is not production.
 * <li>Within these, the lower criticality first, then the smaller, then by name. What nobody said counts as the highest
 *     criticality, or the largest.
 * <li>A wave is filled in this order up to its size; a group larger than that stands in a wave alone.
 * </ol>
 *
 * It knows no dates, machines or people: whoever takes it over sees what the plan makes of it before anything is saved.
 */
public final class FirstWaves {
    private static final int HIGHEST = 1;

    private FirstWaves() {}

    /** What stands in a wave. */
    public enum Kind {
        /** The first few, none of them production. */
        PILOT,
        /** Test and development. */
        BEFORE,
        PRODUCTION
    }

    /**
     * A wave.
     *
     * @param kind what stands in it
     * @param ordinal from 1 within its kind
     * @param databases in the order in which they were taken
     * @param tooLarge one move group, larger than a wave is to be
     */
    public record Proposed(Kind kind, int ordinal, List<String> databases, boolean tooLarge) {
        public Proposed {
            databases = List.copyOf(databases);
        }
    }

    /** What crosses together: one database, or a move group. */
    private record Together(boolean production, int criticality, double gigabytes, List<String> databases) {
        private static final Comparator<Together> ORDER = Comparator.comparing(Together::production)
                .thenComparing(Together::criticality, Comparator.reverseOrder())
                .thenComparingDouble(Together::gigabytes)
                .thenComparing(one -> one.databases().get(0));

        static Together of(List<DatabaseProfile> profiles) {
            return new Together(
                    profiles.stream().anyMatch(one -> one.environment() == Environment.PRODUCTION),
                    profiles.stream()
                            .mapToInt(one -> one.criticality() == null ? HIGHEST : one.criticality())
                            .min()
                            .orElse(HIGHEST),
                    profiles.stream()
                            .mapToDouble(one -> one.gigabytes() == null ? Double.MAX_VALUE : one.gigabytes())
                            .sum(),
                    profiles.stream().map(DatabaseProfile::database).sorted().toList());
        }
    }

    /**
     * Divides databases into waves.
     *
     * @param databases those that are to be placed, in any order
     * @param pilot how many the first wave holds at most, 0 for none such, at most {@code most}
     * @param most how many any other wave holds at most, 1 or more
     * @throws IllegalArgumentException when the sizes are out of these bounds
     */
    public static List<Proposed> of(List<DatabaseProfile> databases, int pilot, int most) {
        if (most < 1 || pilot < 0 || pilot > most) {
            throw new IllegalArgumentException(
                    "pilot " + pilot + " of " + most + ": wanted 0 <= pilot <= most, 1 <= most");
        }
        List<Proposed> waves = new ArrayList<>();
        List<String> filling = new ArrayList<>();
        Kind kind = pilot > 0 ? Kind.PILOT : Kind.BEFORE;
        for (Together next : together(databases)) {
            if (next.production() && kind != Kind.PRODUCTION) {
                close(waves, kind, filling, false);
                kind = Kind.PRODUCTION;
            }
            if (filling.size() + next.databases().size() > size(kind, pilot, most)) {
                kind = close(waves, kind, filling, false);
            }
            filling.addAll(next.databases());
            if (filling.size() > size(kind, pilot, most)) {
                kind = close(waves, kind, filling, true);
            }
        }
        close(waves, kind, filling, false);
        return List.copyOf(waves);
    }

    private static int size(Kind kind, int pilot, int most) {
        return kind == Kind.PILOT ? pilot : most;
    }

    /** Ends the wave that is being filled, if anything stands in it; answers the kind of the one after it. */
    private static Kind close(List<Proposed> waves, Kind kind, List<String> filling, boolean tooLarge) {
        if (filling.isEmpty()) {
            return kind;
        }
        int ordinal =
                1 + (int) waves.stream().filter(wave -> wave.kind() == kind).count();
        waves.add(new Proposed(kind, ordinal, filling, tooLarge));
        filling.clear();
        return kind == Kind.PILOT ? Kind.BEFORE : kind;
    }

    private static List<Together> together(List<DatabaseProfile> databases) {
        SortedMap<String, List<DatabaseProfile>> units = new TreeMap<>();
        databases.forEach(one -> units.computeIfAbsent(
                        one.moveGroup() == null ? "d/" + one.database() : "g/" + one.moveGroup(),
                        unit -> new ArrayList<>())
                .add(one));
        return units.values().stream().map(Together::of).sorted(Together.ORDER).toList();
    }
}
