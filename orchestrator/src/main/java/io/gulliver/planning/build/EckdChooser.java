package io.gulliver.planning.build;

import io.gulliver.domain.landscape.EckdRange.Device;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which ECKD volumes a server has: whole ones that are large enough, none twice, those for data spread over control units (tuning
 * catalogue, STG-ECKD-02), those for redo logs on a control unit of their own where two are left for data (ORA-ASM-08), and PAV
 * aliases of each control unit that is used (STG-PAV-02). What the server has already it keeps, and what a person named is taken.
 */
public final class EckdChooser {
    private EckdChooser() {}

    /**
     * What is wanted.
     *
     * @param data names of the volumes for data
     * @param redo names of the volumes for redo logs
     * @param dataCylinders of each
     * @param redoCylinders of each
     * @param aliases of each control unit that is used
     * @param named device by volume: what a person named, or what the server has already
     * @param kept aliases that the server has already
     */
    public record Wish(
            List<String> data,
            List<String> redo,
            int dataCylinders,
            int redoCylinders,
            int aliases,
            SortedMap<String, String> named,
            Set<String> kept) {
        public Wish {
            data = List.copyOf(data);
            redo = List.copyOf(redo);
            kept = Set.copyOf(kept);
        }
    }

    /**
     * What was chosen.
     *
     * @param data device by volume
     * @param redo device by volume
     * @param aliases in the order of their numbers
     * @param problem why there is none, a sentence without its full stop; null where there is one
     */
    public record Choice(
            Map<String, Device> data,
            Map<String, Device> redo,
            List<Device> aliases,
            @Nullable String problem) {
        static Choice none(String problem) {
            return new Choice(new TreeMap<>(), new TreeMap<>(), List.of(), problem);
        }
    }

    /**
     * Chooses.
     *
     * @param all volumes and aliases that there are
     * @param taken device numbers that others have
     */
    public static Choice choose(Wish wish, List<Device> all, Set<String> taken) {
        SortedSet<String> names = new TreeSet<>(wish.data());
        if (names.size() != wish.data().size() || wish.redo().stream().anyMatch(name -> !names.add(name))) {
            return Choice.none("a volume stands twice among " + wish.data() + " and " + wish.redo());
        }
        Map<String, Device> chosen = new LinkedHashMap<>();
        String problem = named(wish, all, taken, chosen);
        if (problem != null) {
            return Choice.none(problem);
        }
        SortedSet<String> redoUnits = new TreeSet<>();
        wish.redo().stream()
                .filter(chosen::containsKey)
                .forEach(name -> redoUnits.add(chosen.get(name).lcu()));
        for (String name : wish.redo()) {
            if (!chosen.containsKey(name)) {
                Device device = best(wish.redoCylinders(), all, taken, chosen, redoUnits, wish.redo(), true);
                if (device == null) {
                    return Choice.none(lacks("redo logs", wish.redo().size(), wish.redoCylinders(), all, taken));
                }
                chosen.put(name, device);
                redoUnits.add(device.lcu());
            }
        }
        for (String name : wish.data()) {
            if (!chosen.containsKey(name)) {
                SortedSet<String> others = unitsOf(wish.dataCylinders(), all, taken, chosen);
                others.removeAll(redoUnits);
                wish.data().stream()
                        .filter(chosen::containsKey)
                        .forEach(one -> others.add(chosen.get(one).lcu()));
                others.removeAll(redoUnits);
                Device device = others.size() < 2
                        ? best(wish.dataCylinders(), all, taken, chosen, Set.of(), wish.data(), false)
                        : best(wish.dataCylinders(), all, taken, chosen, redoUnits, wish.data(), false);
                if (device == null) {
                    return Choice.none(lacks("data", wish.data().size(), wish.dataCylinders(), all, taken));
                }
                chosen.put(name, device);
            }
        }
        return withAliases(wish, all, taken, chosen);
    }

    private static @Nullable String named(Wish wish, List<Device> all, Set<String> taken, Map<String, Device> chosen) {
        SortedSet<String> numbers = new TreeSet<>();
        List<String> names = new ArrayList<>(wish.data());
        names.addAll(wish.redo());
        for (String name : names) {
            String number = wish.named().get(name);
            if (number == null) {
                continue;
            }
            Device device = all.stream()
                    .filter(one -> one.number().equalsIgnoreCase(number))
                    .findFirst()
                    .orElse(null);
            int wanted = wish.data().contains(name) ? wish.dataCylinders() : wish.redoCylinders();
            if (device == null) {
                return "device " + number + " for volume " + name + " is not among those that may be given to guests";
            }
            if (device.alias()) {
                return "device " + number + " for volume " + name + " is a PAV alias";
            }
            if (!numbers.add(device.number())) {
                return "device " + number + " is named twice";
            }
            if (taken.contains(device.number())) {
                return "device " + number + " for volume " + name + " is reserved for another server";
            }
            if (device.cylinders() < wanted) {
                return "device " + number + " for volume " + name + " has " + device.cylinders() + " cylinders, wanted "
                        + wanted;
            }
            chosen.put(name, device);
        }
        return null;
    }

    private static List<Device> free(int cylinders, List<Device> all, Set<String> taken, Map<String, Device> chosen) {
        return all.stream()
                .filter(device -> !device.alias() && device.cylinders() >= cylinders)
                .filter(device -> !taken.contains(device.number()) && !chosen.containsValue(device))
                .toList();
    }

    private static SortedSet<String> unitsOf(
            int cylinders, List<Device> all, Set<String> taken, Map<String, Device> chosen) {
        SortedSet<String> units = new TreeSet<>();
        free(cylinders, all, taken, chosen).forEach(device -> units.add(device.lcu()));
        return units;
    }

    /**
     * The control unit with the fewest of these volumes, then the most free ones, then by its name; on it the smallest that is large
     * enough. Redo logs stay together on the first that they have.
     */
    private static @Nullable Device best(
            int cylinders,
            List<Device> all,
            Set<String> taken,
            Map<String, Device> chosen,
            Set<String> redoUnits,
            List<String> names,
            boolean redo) {
        List<Device> free = free(cylinders, all, taken, chosen).stream()
                .filter(device -> redo || !redoUnits.contains(device.lcu()))
                .toList();
        Comparator<Device> byUnit = redo
                ? Comparator.comparing(device -> !redoUnits.contains(device.lcu()))
                : Comparator.comparing(device -> names.stream()
                        .filter(name -> chosen.containsKey(name)
                                && chosen.get(name).lcu().equals(device.lcu()))
                        .count());
        return free.stream()
                .min(byUnit.thenComparing(device -> -free.stream()
                                .filter(one -> one.lcu().equals(device.lcu()))
                                .count())
                        .thenComparing(Device::lcu)
                        .thenComparing(Device::cylinders)
                        .thenComparing(Device::number))
                .orElse(null);
    }

    private static String lacks(String use, int count, int cylinders, List<Device> all, Set<String> taken) {
        int largest = all.stream().mapToInt(Device::cylinders).max().orElse(0);
        if (largest < cylinders) {
            return String.format(
                    Locale.ROOT,
                    "each of the %d volumes for %s is to have %d cylinders, and the largest that there is has %d (%.1f"
                            + " GiB); name more volumes",
                    count,
                    use,
                    cylinders,
                    largest,
                    EckdGeometry.gib(largest));
        }
        long left = free(cylinders, all, taken, new TreeMap<>()).size();
        return "of the volumes of " + cylinders + " cylinders at least " + left + " are free, and " + count
                + " are wanted for " + use;
    }

    private static Choice withAliases(Wish wish, List<Device> all, Set<String> taken, Map<String, Device> chosen) {
        SortedSet<String> units = new TreeSet<>();
        chosen.values().forEach(device -> units.add(device.lcu()));
        List<Device> aliases = new ArrayList<>();
        for (String unit : units) {
            List<Device> here = all.stream()
                    .filter(device -> device.alias() && device.lcu().equals(unit))
                    .filter(device -> !taken.contains(device.number()))
                    .sorted(Comparator.<Device, Boolean>comparing(
                                    device -> !wish.kept().contains(device.number()))
                            .thenComparing(Device::number))
                    .toList();
            if (here.size() < wish.aliases()) {
                return Choice.none(
                        "control unit " + unit + " has " + here.size() + " free PAV aliases, wanted " + wish.aliases());
            }
            aliases.addAll(here.subList(0, wish.aliases()));
        }
        aliases.sort(Comparator.comparing(Device::number));
        Map<String, Device> data = new LinkedHashMap<>();
        wish.data().forEach(name -> data.put(name, chosen.get(name)));
        Map<String, Device> redo = new LinkedHashMap<>();
        wish.redo().forEach(name -> redo.put(name, chosen.get(name)));
        return new Choice(data, redo, List.copyOf(aliases), null);
    }
}
