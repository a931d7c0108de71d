package io.gulliver.planning.sizing;

import io.gulliver.planning.figure.Derivation;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How much work a busy core of a source model does, and how much an IFL of a target model can do, in one unit.
 *
 * @param asOf when it was last looked over, as written in the file
 * @param unit of all capacities, for example MIPS
 * @param wholeUnits whether capacities of that unit are given in whole numbers
 * @param sources by processor model
 * @param targets by machine model
 */
public record CapacityTable(
        String asOf,
        String unit,
        boolean wholeUnits,
        SortedMap<String, Source> sources,
        SortedMap<String, Target> targets) {
    public CapacityTable {
        sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
        targets = Collections.unmodifiableSortedMap(new TreeMap<>(targets));
    }

    /**
     * A processor model of a source.
     *
     * @param unitsPerBusyCore what one core that is busy all the time does
     * @param measured whether it comes from a licensed table or a measurement, not from calibration
     * @param source who says so
     */
    public record Source(double unitsPerBusyCore, boolean measured, String source) {}

    /**
     * A machine model of the target.
     *
     * @param unitsPerIfl what an IFL can do, by number of IFLs in the image: more of them do less each
     * @param measured whether it comes from a licensed table or a measurement
     * @param source who says so
     * @param most IFLs that one such machine can have, and so one LPAR of it; null while nobody said it
     */
    public record Target(
            SortedMap<Integer, Double> unitsPerIfl, boolean measured, String source, CpuLimits.@Nullable Limit most) {
        public Target {
            if (unitsPerIfl.isEmpty()) {
                throw new IllegalArgumentException("A target model needs the capacity of an IFL");
            }
            double before = Double.MAX_VALUE;
            for (Map.Entry<Integer, Double> one : unitsPerIfl.entrySet()) {
                if (one.getValue() > before) {
                    throw new IllegalArgumentException("Capacity of an IFL rises at " + one.getKey()
                            + " IFLs; it stays or falls as they grow in number");
                }
                before = one.getValue();
            }
            unitsPerIfl = Collections.unmodifiableSortedMap(new TreeMap<>(unitsPerIfl));
        }

        /** A target whose IFL can always do the same. */
        public static Target flat(double unitsPerIfl, String source) {
            return new Target(new TreeMap<>(Map.of(1, unitsPerIfl)), true, source, null);
        }

        /** Capacity of one IFL in an image of so many: linear between known numbers, flat outside them. */
        public double perIfl(int ifls) {
            TreeMap<Integer, Double> known = new TreeMap<>(unitsPerIfl);
            Map.Entry<Integer, Double> below = known.floorEntry(ifls);
            Map.Entry<Integer, Double> above = known.ceilingEntry(ifls);
            if (below == null || above == null) {
                return (below == null ? known.firstEntry() : known.lastEntry()).getValue();
            }
            if (below.getKey().equals(above.getKey())) {
                return below.getValue();
            }
            double share = (double) (ifls - below.getKey()) / (above.getKey() - below.getKey());
            return below.getValue() + share * (above.getValue() - below.getValue());
        }

        /** Whether so many IFLs are more than anybody gave a capacity for, though it falls with their number. */
        boolean beyondKnown(int ifls) {
            return !(unitsPerIfl.size() == 1 && unitsPerIfl.firstKey() == 1) && ifls > unitsPerIfl.lastKey();
        }

        Derivation told(int ifls, String unit) {
            Derivation per = Derivation.given("capacity of an IFL", perIfl(ifls), unit, source);
            return unitsPerIfl.size() > 1 || unitsPerIfl.containsKey(ifls) || unitsPerIfl.firstKey() == 1
                    ? per
                    : per.noted("known near " + unitsPerIfl.firstKey() + " IFLs, used for " + ifls);
        }
    }

    /** Capacity of a source model. Throws {@link IllegalArgumentException} naming the known ones. */
    public Source source(String model) {
        Source found = sources.get(model);
        if (found == null) {
            throw new IllegalArgumentException("the capacity of a busy core of '" + model
                    + "' is not in our table, which has " + String.join(", ", sources.keySet())
                    + ": bring the vendor's figure into capacity/processors.yaml");
        }
        return found;
    }

    /** Capacity of a target model. Throws {@link IllegalArgumentException} naming the known ones. */
    public Target target(String model) {
        Target found = targets.get(model);
        if (found == null) {
            throw new IllegalArgumentException("the capacity of an IFL of '" + model
                    + "' is not in our table, which has " + String.join(", ", targets.keySet())
                    + ": bring the vendor's figure into capacity/processors.yaml");
        }
        return found;
    }

    /**
     * Checks the content of a capacity file.
     *
     * @throws IllegalArgumentException naming the entry and what is wrong
     */
    public static CapacityTable of(Map<String, Object> content) {
        SortedMap<String, Source> sources = new TreeMap<>();
        for (Map<?, ?> entry : TableFile.list(content, "sources")) {
            String model = TableFile.text(entry, "model");
            put(
                    sources,
                    model,
                    new Source(
                            TableFile.positive(entry, "units_per_busy_core"),
                            TableFile.bool(entry, "measured"),
                            TableFile.text(entry, "source")));
        }
        SortedMap<String, Target> targets = new TreeMap<>();
        for (Map<?, ?> entry : TableFile.list(content, "targets")) {
            String model = TableFile.text(entry, "model");
            SortedMap<Integer, Double> units = new TreeMap<>();
            if (entry.get("units_per_ifl") instanceof Map<?, ?> byCount) {
                Map<String, Object> named = new LinkedHashMap<>();
                byCount.forEach((count, value) -> named.put(String.valueOf(count), value));
                for (String count : List.copyOf(named.keySet())) {
                    if (!count.matches("[1-9][0-9]{0,2}")) {
                        throw new IllegalArgumentException(
                                "Capacity of " + model + ": '" + count + "' is no number of IFLs, wanted 1 to 999");
                    }
                    units.put(Integer.valueOf(count), TableFile.positive(named, count));
                }
            }
            put(
                    targets,
                    model,
                    new Target(
                            units,
                            TableFile.bool(entry, "measured"),
                            TableFile.text(entry, "source"),
                            entry.containsKey("most_ifls")
                                    ? new CpuLimits.Limit(
                                            (int) TableFile.positive(entry, "most_ifls"),
                                            TableFile.text(entry, "most_ifls_source"))
                                    : null));
        }
        return new CapacityTable(
                TableFile.text(content, "as_of"),
                TableFile.text(content, "unit"),
                TableFile.bool(content, "whole_units"),
                sources,
                targets);
    }

    private static <T> void put(SortedMap<String, T> map, String model, T value) {
        if (map.put(model, value) != null) {
            throw new IllegalArgumentException("Capacity of " + model + " is there twice");
        }
    }
}
