package io.gulliver.activity.build;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Which ports of FCP adapters carry the paths of a server. Pure: the same candidates in any order give the same choice.
 *
 * <p>Two fabrics at least, four paths for production; no port carries two paths, and no fabric more than half of them. Within a
 * fabric other adapters come before other ports of the same one, and ports that fewer groups use before those that more do.
 */
final class PathChooser {
    static final int LEAST = 2;
    static final int LEAST_OF_PRODUCTION = 4;

    /**
     * A port that may carry a path.
     *
     * @param uri on the HMC
     * @param adapter its adapter's name
     * @param port its number on the adapter
     * @param fabric where its cable leads
     * @param users how many other storage groups have it among their ports
     * @param ours whether the server's own group has it already: a choice that was made stays
     */
    record Port(String uri, String adapter, int port, String fabric, int users, boolean ours) {
        String words() {
            return "fabric " + fabric + ": port " + port + " of " + adapter;
        }
    }

    /**
     * What was chosen, or why nothing was.
     *
     * @param ports in the order of the choice; empty when something speaks against it
     * @param asked what is wrong with what was asked for
     * @param lacking what is missing among the ports
     */
    record Choice(List<Port> ports, List<String> asked, List<String> lacking) {
        Choice {
            ports = List.copyOf(ports);
            asked = List.copyOf(asked);
            lacking = List.copyOf(lacking);
        }
    }

    private PathChooser() {}

    static Choice choose(List<Port> candidates, int wanted, boolean production) {
        List<String> asked = asked(wanted, production);
        if (!asked.isEmpty()) {
            return new Choice(List.of(), asked, List.of());
        }
        List<Port> ours = candidates.stream().filter(Port::ours).toList();
        List<Port> kept = spread(ours, wanted);
        List<Port> chosen = kept.size() == wanted ? kept : spread(candidates, wanted);
        return chosen.size() == wanted
                ? new Choice(chosen, List.of(), List.of())
                : new Choice(List.of(), List.of(), List.of(lacking(candidates, wanted)));
    }

    private static List<String> asked(int wanted, boolean production) {
        if (production && wanted < LEAST_OF_PRODUCTION) {
            return List.of(
                    "A production server has " + LEAST_OF_PRODUCTION + " paths at least, asked for: " + wanted + ".");
        }
        return wanted < LEAST
                ? List.of("A server has " + LEAST + " paths at least, one on each of two fabrics, asked for: " + wanted
                        + ".")
                : List.of();
    }

    /** As many ports as there may be, up to so many. */
    private static List<Port> spread(List<Port> candidates, int wanted) {
        SortedMap<String, List<Port>> left = byFabric(candidates);
        List<Port> chosen = new ArrayList<>();
        while (chosen.size() < wanted) {
            Optional<Port> next = left.entrySet().stream()
                    .filter(fabric -> on(chosen, fabric.getKey()) < most(wanted))
                    .flatMap(fabric -> best(fabric.getValue(), chosen).stream())
                    .min(Comparator.comparingLong((Port port) -> on(chosen, port.fabric()))
                            .thenComparing(order(chosen)));
            if (next.isEmpty()) {
                break;
            }
            chosen.add(next.get());
            left.get(next.get().fabric()).remove(next.get());
        }
        return chosen;
    }

    private static SortedMap<String, List<Port>> byFabric(List<Port> candidates) {
        return candidates.stream()
                .collect(Collectors.groupingBy(Port::fabric, TreeMap::new, Collectors.toCollection(ArrayList::new)));
    }

    private static long on(List<Port> chosen, String fabric) {
        return chosen.stream().filter(port -> port.fabric().equals(fabric)).count();
    }

    /** So many paths one fabric may carry: half of them, rounded up. */
    private static int most(int wanted) {
        return (wanted + 1) / 2;
    }

    private static Optional<Port> best(List<Port> ports, List<Port> chosen) {
        return ports.stream().min(order(chosen));
    }

    private static Comparator<Port> order(List<Port> chosen) {
        ToLongFunction<Port> shared = port -> chosen.stream()
                .filter(other -> other.adapter().equals(port.adapter()))
                .count();
        return Comparator.comparing((Port port) -> !port.ours())
                .thenComparingLong(shared)
                .thenComparingInt(Port::users)
                .thenComparing(Port::fabric)
                .thenComparing(Port::adapter)
                .thenComparingInt(Port::port)
                .thenComparing(Port::uri);
    }

    private static String lacking(List<Port> candidates, int wanted) {
        SortedMap<String, List<Port>> fabrics = byFabric(candidates);
        String there = fabrics.isEmpty()
                ? "no port can be used"
                : fabrics.entrySet().stream()
                        .map(fabric -> "fabric " + fabric.getKey() + " has "
                                + fabric.getValue().size())
                        .collect(Collectors.joining(", "));
        return "Wanted are " + wanted + " paths, each on a port of its own and at most " + most(wanted)
                + " on one fabric; of the ports that can be used, " + there + ".";
    }
}
