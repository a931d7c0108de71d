package io.gulliver.planning.sizing;

import io.gulliver.planning.figure.Rounding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Puts guests on LPARs, the hardest first, each on the first LPAR where everything holds.
 *
 * <p>A first answer for sizing how many machines there must be; a placement optimises further.
 *
 * @param guests of each LPAR, in the order they were placed
 * @param left guests that fit nowhere, with what stopped them on each LPAR
 * @param failover whether one LPAR carries everything when the others are lost
 */
public record FirstFit(SortedMap<String, List<Guest>> guests, SortedMap<String, String> left, Failover failover) {
    private static final double SLACK = 1e-9;

    public FirstFit {
        guests = Collections.unmodifiableSortedMap(new TreeMap<>(guests));
        left = Collections.unmodifiableSortedMap(new TreeMap<>(left));
    }

    /**
     * A production guest.
     *
     * @param name of it
     * @param ifls demand at its design percentile
     * @param memoryGb of it
     * @param apart name of a group of which no two share an LPAR, empty for none: nodes of a RAC, a standby
     */
    public record Guest(String name, double ifls, double memoryGb, String apart) {}

    /** An LPAR with its processors and memory. */
    public record Lpar(String name, int ifls, double memoryGb) {}

    /**
     * What must hold.
     *
     * @param memoryReserve part of real memory that the hypervisor keeps
     * @param overhead CPU of the hypervisor as a part of the demand
     * @param designPoint how full the IFLs may be
     * @param concurrency how far peaks fall together
     */
    public record Limits(double memoryReserve, double overhead, double designPoint, double concurrency) {}

    /**
     * All guests on one LPAR, at 100 % of its IFLs.
     *
     * @param ifls wanted
     * @param memoryGb of all guests
     * @param wholeIfls that one machine would need
     * @param wholeMemoryGb that one machine would need, hypervisor included
     * @param possible whether every LPAR has as much
     */
    public record Failover(double ifls, double memoryGb, long wholeIfls, long wholeMemoryGb, boolean possible) {}

    /** Places. */
    public static FirstFit of(List<Guest> guests, List<Lpar> lpars, Limits limits) {
        if (lpars.isEmpty()) {
            throw new IllegalArgumentException("There is no LPAR to put a guest on");
        }
        Lpar first = lpars.get(0);
        List<Guest> hardest = new ArrayList<>(guests);
        hardest.sort(Comparator.comparingDouble(
                        (Guest guest) -> -Math.max(guest.memoryGb() / first.memoryGb(), guest.ifls() / first.ifls()))
                .thenComparing(Guest::name));
        SortedMap<String, List<Guest>> placed = new TreeMap<>();
        lpars.forEach(lpar -> placed.put(lpar.name(), new ArrayList<>()));
        SortedMap<String, String> left = new TreeMap<>();
        for (Guest guest : hardest) {
            List<String> stopped = new ArrayList<>();
            boolean found = false;
            for (Lpar lpar : lpars) {
                List<Guest> here = placed.getOrDefault(lpar.name(), List.of());
                String stop = stops(guest, here, lpar, limits);
                if (stop.isEmpty()) {
                    here.add(guest);
                    found = true;
                    break;
                }
                stopped.add(lpar.name() + ": " + stop);
            }
            if (!found) {
                left.put(guest.name(), String.join("; ", stopped));
            }
        }
        placed.replaceAll((name, list) -> List.copyOf(list));
        return new FirstFit(placed, left, failover(guests, lpars, limits));
    }

    private static String stops(Guest guest, List<Guest> here, Lpar lpar, Limits limits) {
        double memory = memory(here) + guest.memoryGb();
        double usable = lpar.memoryGb() * (1 - limits.memoryReserve());
        double demand = demand(here, limits) + guest.ifls() * limits.concurrency() * (1 + limits.overhead());
        double ifls = lpar.ifls() * limits.designPoint();
        List<String> stops = new ArrayList<>();
        if (memory > usable + SLACK) {
            stops.add(String.format(Locale.ROOT, "memory %.1f of %.1f GB", memory, usable));
        }
        if (demand > ifls + SLACK) {
            stops.add(String.format(Locale.ROOT, "CPU %.3f of %.3f IFLs", demand, ifls));
        }
        SortedSet<String> apart = new TreeSet<>();
        here.forEach(other -> apart.add(other.apart()));
        if (!guest.apart().isEmpty() && apart.contains(guest.apart())) {
            stops.add("another of " + guest.apart() + " is there");
        }
        return String.join(", ", stops);
    }

    /** Memory of guests, GB. */
    public static double memory(List<Guest> guests) {
        return guests.stream().mapToDouble(Guest::memoryGb).sum();
    }

    /** IFLs of guests with concurrency and overhead. */
    public static double demand(List<Guest> guests, Limits limits) {
        return guests.stream().mapToDouble(Guest::ifls).sum() * limits.concurrency() * (1 + limits.overhead());
    }

    private static Failover failover(List<Guest> guests, List<Lpar> lpars, Limits limits) {
        double ifls = demand(guests, limits);
        double memory = memory(guests);
        long wholeIfls = (long) Rounding.UP.apply(ifls);
        long wholeMemory = (long) Rounding.UP.apply(memory / (1 - limits.memoryReserve()));
        return new Failover(
                ifls,
                memory,
                wholeIfls,
                wholeMemory,
                lpars.stream().allMatch(lpar -> lpar.ifls() >= wholeIfls && lpar.memoryGb() >= wholeMemory));
    }
}
