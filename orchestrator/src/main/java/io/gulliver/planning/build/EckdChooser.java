package io.gulliver.planning.build;

import io.gulliver.domain.landscape.EckdRange.Device;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
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
 * catalogue, STG-ECKD-02), those for redo logs on a control unit of their own where two are left for the others (ORA-ASM-08), those
 * for the recovery area likewise off redo logs and, as ORA-ARCH-01 wants, on control units with few volumes for data, and PAV aliases
 * of each control unit that is used (STG-PAV-02). What the server has already it keeps, and what a person named is taken.
 */
public final class EckdChooser {
    private EckdChooser() {}

    /** What volumes are for, and how sentences call it. */
    public enum Use {
        DATA("data"),
        REDO("redo logs"),
        RECOVERY("the recovery area");

        private final String words;

        Use(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        /** As inputs and outputs of actions call it: {@code data}, {@code redo}, {@code recovery}. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Volumes for one use.
     *
     * @param volumes their names
     * @param cylinders of each
     */
    public record Need(List<String> volumes, int cylinders) {
        public Need {
            volumes = List.copyOf(volumes);
        }
    }

    /**
     * What is wanted.
     *
     * @param needs by use; one that is not there has no volumes
     * @param aliases of each control unit that is used
     * @param named device by volume: what a person named, or what the server has already
     * @param kept aliases that the server has already
     */
    public record Wish(Map<Use, Need> needs, int aliases, SortedMap<String, String> named, Set<String> kept) {
        public Wish {
            EnumMap<Use, Need> all = new EnumMap<>(Use.class);
            for (Use use : Use.values()) {
                all.put(use, needs.getOrDefault(use, new Need(List.of(), 0)));
            }
            needs = all;
            kept = Set.copyOf(kept);
        }
    }

    /**
     * What was chosen.
     *
     * @param volumes device by volume, by use; each use is there
     * @param aliases in the order of their numbers
     * @param problem why there is none, a sentence without its full stop; null where there is one
     */
    public record Choice(
            Map<Use, Map<String, Device>> volumes,
            List<Device> aliases,
            @Nullable String problem) {
        static Choice none(String problem) {
            EnumMap<Use, Map<String, Device>> empty = new EnumMap<>(Use.class);
            for (Use use : Use.values()) {
                empty.put(use, new TreeMap<>());
            }
            return new Choice(empty, List.of(), problem);
        }

        /** Device by volume. */
        public Map<String, Device> of(Use use) {
            return volumes.getOrDefault(use, new TreeMap<>());
        }
    }

    /**
     * Chooses.
     *
     * @param all volumes and aliases that there are
     * @param taken device numbers that others have
     */
    public static Choice choose(Wish wish, List<Device> all, Set<String> taken) {
        return new Choosing(wish, all, taken).choice();
    }

    /** One choice on its way. */
    private static final class Choosing {
        private final Wish wish;
        private final List<Device> all;
        private final Set<String> taken;
        private final Map<String, Device> chosen = new LinkedHashMap<>();

        Choosing(Wish wish, List<Device> all, Set<String> taken) {
            this.wish = wish;
            this.all = all;
            this.taken = taken;
        }

        Choice choice() {
            String problem = twice();
            for (Use use : Use.values()) {
                problem = problem == null ? named(use) : problem;
            }
            // Redo logs first: where they lie the others do not, if there is a choice.
            for (Use use : List.of(Use.REDO, Use.DATA, Use.RECOVERY)) {
                problem = problem == null ? filled(use) : problem;
            }
            return problem == null ? withAliases() : Choice.none(problem);
        }

        private Need need(Use use) {
            return wish.needs().getOrDefault(use, new Need(List.of(), 0));
        }

        private @Nullable String twice() {
            SortedSet<String> names = new TreeSet<>();
            for (Use use : Use.values()) {
                for (String name : need(use).volumes()) {
                    if (!names.add(name)) {
                        return "a volume stands twice among those of the server: " + name;
                    }
                }
            }
            return null;
        }

        private @Nullable String named(Use use) {
            for (String name : need(use).volumes()) {
                String number = wish.named().get(name);
                if (number == null) {
                    continue;
                }
                Device device = all.stream()
                        .filter(one -> one.number().equalsIgnoreCase(number))
                        .findFirst()
                        .orElse(null);
                if (device == null) {
                    return "device " + number + " for volume " + name
                            + " is not among those that may be given to servers";
                }
                if (device.alias()) {
                    return "device " + number + " for volume " + name + " is a PAV alias";
                }
                if (chosen.containsValue(device)) {
                    return "device " + number + " is named twice";
                }
                if (taken.contains(device.number())) {
                    return "device " + number + " for volume " + name + " is reserved for another server";
                }
                if (device.cylinders() < need(use).cylinders()) {
                    return "device " + number + " for volume " + name + " has " + device.cylinders()
                            + " cylinders, wanted " + need(use).cylinders();
                }
                chosen.put(name, device);
            }
            return null;
        }

        private @Nullable String filled(Use use) {
            for (String name : need(use).volumes()) {
                if (!chosen.containsKey(name)) {
                    Device device = best(use);
                    if (device == null) {
                        return lacks(use);
                    }
                    chosen.put(name, device);
                }
            }
            return null;
        }

        private List<Device> free(int cylinders) {
            return all.stream()
                    .filter(device -> !device.alias() && device.cylinders() >= cylinders)
                    .filter(device -> !taken.contains(device.number()) && !chosen.containsValue(device))
                    .toList();
        }

        /** Volumes for this use that a control unit carries by now. */
        private long volumesOn(String lcu, Use use) {
            return need(use).volumes().stream()
                    .filter(name ->
                            chosen.containsKey(name) && chosen.get(name).lcu().equals(lcu))
                    .count();
        }

        /**
         * By control unit first: redo logs stay together on the first that they have; data goes where the fewest for data are, and
         * the recovery area where the fewest of its own are and then the fewest for data. Of those the one with the most free
         * volumes, then by its name; on it the smallest that is large enough.
         */
        private @Nullable Device best(Use use) {
            List<Device> free = free(need(use).cylinders());
            Comparator<Device> byUnit = switch (use) {
                case REDO -> Comparator.comparing(device -> volumesOn(device.lcu(), Use.REDO) == 0);
                case DATA -> Comparator.comparing(device -> volumesOn(device.lcu(), Use.DATA));
                case RECOVERY ->
                    Comparator.<Device, Long>comparing(device -> volumesOn(device.lcu(), Use.RECOVERY))
                            .thenComparing(device -> volumesOn(device.lcu(), Use.DATA));
            };
            List<Device> among = use == Use.REDO ? free : offRedoLogs(use, free);
            return among.stream()
                    .min(byUnit.thenComparing(device -> -among.stream()
                                    .filter(one -> one.lcu().equals(device.lcu()))
                                    .count())
                            .thenComparing(Device::lcu)
                            .thenComparing(Device::cylinders)
                            .thenComparing(Device::number))
                    .orElse(null);
        }

        /** Those on other control units than redo logs, where two are left, or some for the recovery area; else all. */
        private List<Device> offRedoLogs(Use use, List<Device> free) {
            List<Device> off = free.stream()
                    .filter(device -> volumesOn(device.lcu(), Use.REDO) == 0)
                    .toList();
            SortedSet<String> units = new TreeSet<>();
            off.forEach(device -> units.add(device.lcu()));
            chosen.values().stream()
                    .map(Device::lcu)
                    .filter(lcu -> volumesOn(lcu, Use.REDO) == 0 && volumesOn(lcu, use) > 0)
                    .forEach(units::add);
            return off.isEmpty() || use == Use.DATA && units.size() < 2 ? free : off;
        }

        private String lacks(Use use) {
            int cylinders = need(use).cylinders();
            int count = need(use).volumes().size();
            int largest = all.stream().mapToInt(Device::cylinders).max().orElse(0);
            if (largest < cylinders) {
                return String.format(
                        Locale.ROOT,
                        "each of the %d volumes for %s is to have %d cylinders, and the largest that there is has %d"
                                + " (%.1f GiB); name more volumes",
                        count,
                        use.words(),
                        cylinders,
                        largest,
                        EckdGeometry.gib(largest));
            }
            long others = chosen.entrySet().stream()
                    .filter(one -> !need(use).volumes().contains(one.getKey()))
                    .filter(one -> one.getValue().cylinders() >= cylinders)
                    .count();
            chosen.clear();
            return "of the volumes of " + cylinders + " cylinders at least "
                    + free(cylinders).size() + " are free, and "
                    + count + " are wanted for " + use.words()
                    + (others == 0 ? "" : " besides the " + others + " that its other volumes take");
        }

        private Choice withAliases() {
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
                    return Choice.none("control unit " + unit + " has " + here.size() + " free PAV aliases, wanted "
                            + wish.aliases());
                }
                aliases.addAll(here.subList(0, wish.aliases()));
            }
            aliases.sort(Comparator.comparing(Device::number));
            EnumMap<Use, Map<String, Device>> volumes = new EnumMap<>(Use.class);
            for (Use use : Use.values()) {
                Map<String, Device> ofUse = new LinkedHashMap<>();
                need(use).volumes().forEach(name -> ofUse.put(name, chosen.get(name)));
                volumes.put(use, ofUse);
            }
            return new Choice(volumes, List.copyOf(aliases), null);
        }
    }
}
