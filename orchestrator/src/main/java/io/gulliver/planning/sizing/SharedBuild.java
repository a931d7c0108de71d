package io.gulliver.planning.sizing;

import io.gulliver.planning.figure.Derivation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a server or a container database is built with: the sums over all databases that land there, or a person's figure in
 * their place.
 *
 * @param figures that bind, by their keys; what is not known is not there
 * @param decide whether a person must look: a figure was given in place of the sum, or somebody who lands there has no
 *     accepted sizing
 * @param tooSmall figures that were given and are less than the sum
 * @param missing figures that nobody gave and nothing sums up to
 * @param refusals limits of guest, z/VM and machine that its figures are beyond, so that nobody can build it; empty else
 * @param told one sentence for each figure and member, for whoever decides
 * @param instances memory of each member that is sized, for whoever sets it: name, SGA and PGA target
 */
public record SharedBuild(
        SortedMap<String, Object> figures,
        boolean decide,
        List<String> tooSmall,
        List<String> missing,
        List<String> refusals,
        List<String> told,
        List<String> instances) {
    /** Memory of a partition, GiB. */
    public static final String MEMORY = "memory_gib";

    /** Pages of 1 MB on IBM Z. */
    public static final String HUGE_PAGES = "huge_pages";

    /** Size of each volume for data, GiB. */
    public static final String DATA_EACH = "data_gib";

    /** Size of each volume for online redo logs, GiB. */
    public static final String REDO_EACH = "redo_gib";

    /** Size of each volume for the recovery area, GiB, of a server that has volumes of its own for it. */
    public static final String RECOVERY_EACH = "recovery_gib";

    private static final double MB_PER_GIB = 1024;
    private static final double GIB_PER_GB = 1e9 / (1L << 30);

    public SharedBuild {
        figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
        tooSmall = List.copyOf(tooSmall);
        missing = List.copyOf(missing);
        refusals = List.copyOf(refusals);
        told = List.copyOf(told);
        instances = List.copyOf(instances);
    }

    /**
     * How many volumes a server has by what lies on them.
     *
     * @param data for data, temporary space and undo
     * @param redo for online redo logs
     * @param recovery for the recovery area; none where it lies with the data
     */
    public record Volumes(int data, int redo, int recovery) {
        /** Of a server whose volumes do not matter here. */
        public static final Volumes NONE = new Volumes(0, 0, 0);
    }

    /** The same with figures in place of its own, by their keys, as a run that has begun builds them. */
    public SharedBuild with(Map<String, ?> others) {
        SortedMap<String, Object> all = new TreeMap<>(figures);
        others.forEach((key, value) -> {
            if (all.containsKey(key)) {
                all.put(key, value);
            }
        });
        return new SharedBuild(all, decide, tooSmall, missing, refusals, told, instances);
    }

    /** The same with what nobody can build of it. */
    public SharedBuild refusing(List<String> limits) {
        return new SharedBuild(figures, decide, tooSmall, missing, limits, told, instances);
    }

    /**
     * A database that lands there.
     *
     * @param name of it
     * @param sizes it is built with, or null while it cannot be sized
     * @param accepted whether a person accepted them
     * @param whence who accepted them, or what they are
     * @param servers on how many servers it lands
     */
    public record Member(String name, @Nullable BuildSizes sizes, boolean accepted, String whence, int servers) {}

    /**
     * A server.
     *
     * @param members all that land there
     * @param memory of all that are sized, or null where none is
     * @param given figures in place of the sums by their keys, 0 for none
     * @param volumes that it has
     */
    public static SharedBuild server(
            List<Member> members, @Nullable MemorySizing memory, Map<String, ? extends Number> given, Volumes volumes) {
        Builder builder = new Builder(members, given);
        long ifls = 0;
        double dataGib = 0;
        double redoMb = 0;
        double recoveryMb = 0;
        for (Member member : members) {
            BuildSizes sizes = member.sizes();
            if (sizes != null) {
                ifls += (long) Math.ceil(sizes.value(BuildFigure.IFLS) / (double) Math.max(1, member.servers()));
                dataGib += sizes.value(BuildFigure.DATA) * GIB_PER_GB
                        + (sizes.value(BuildFigure.TEMPORARY) + sizes.value(BuildFigure.UNDO)) / MB_PER_GIB;
                recoveryMb += sizes.value(BuildFigure.RECOVERY_AREA);
                redoMb += (double) sizes.value(BuildFigure.REDO_LOG)
                        * sizes.value(BuildFigure.REDO_GROUPS)
                        * FilePlanner.LOG_MEMBERS;
            }
        }
        builder.figure(
                MEMORY,
                "memory of the partition",
                "GiB",
                memory == null ? 0 : Math.ceil(memory.guest().value() / MB_PER_GIB));
        builder.figure(
                HUGE_PAGES,
                "huge pages of 1 MB",
                "",
                memory == null ? 0 : memory.hugePages().value());
        builder.figure(BuildFigure.IFLS.key(), BuildFigure.IFLS.words(), "", ifls);
        boolean apart = volumes.recovery() > 0;
        builder.figure(
                DATA_EACH,
                "each of " + volumes.data() + " volumes for data"
                        + (apart ? " and temporary space" : ", temporary space and recovery area"),
                "GiB",
                Math.ceil((dataGib + (apart ? 0 : recoveryMb / MB_PER_GIB)) / Math.max(1, volumes.data())));
        builder.figure(
                REDO_EACH,
                "each of " + volumes.redo() + " volumes for redo logs",
                "GiB",
                Math.ceil(redoMb / MB_PER_GIB / Math.max(1, volumes.redo())));
        if (apart) {
            builder.figure(
                    RECOVERY_EACH,
                    "each of " + volumes.recovery() + " volumes for the recovery area",
                    "GiB",
                    Math.ceil(recoveryMb / MB_PER_GIB / volumes.recovery()));
        }
        return builder.build();
    }

    /**
     * A container database: one instance that holds what each of its pluggable databases had.
     *
     * @param members all that land there
     * @param given figures in place of the sums by their keys, 0 for none
     */
    public static SharedBuild container(List<Member> members, Map<String, ? extends Number> given) {
        Builder builder = new Builder(members, given);
        Map<BuildFigure, Long> sums = new EnumMap<>(BuildFigure.class);
        for (Member member : members) {
            if (member.sizes() != null) {
                member.sizes()
                        .figures()
                        .forEach((figure, value) ->
                                sums.merge(figure, value, figure == BuildFigure.REDO_GROUPS ? Math::max : Long::sum));
            }
        }
        for (BuildFigure figure : List.of(
                BuildFigure.SGA,
                BuildFigure.PGA_TARGET,
                BuildFigure.RECOVERY_AREA,
                BuildFigure.REDO_LOG,
                BuildFigure.REDO_GROUPS)) {
            builder.figure(figure.key(), figure.words(), figure.unit(), sums.getOrDefault(figure, 0L));
        }
        return builder.build();
    }

    private static final class Builder {
        private final Map<String, ? extends Number> given;
        private final SortedMap<String, Object> figures = new TreeMap<>();
        private final List<String> tooSmall = new ArrayList<>();
        private final List<String> missing = new ArrayList<>();
        private final List<String> told = new ArrayList<>();
        private final List<String> instances = new ArrayList<>();
        private boolean decide;

        Builder(List<Member> members, Map<String, ? extends Number> given) {
            this.given = given;
            if (members.isEmpty()) {
                decide = true;
                told.add("No database of the program lands here: nothing is sized");
            }
            for (Member member : members) {
                decide |= !member.accepted();
                told.add(member.name() + ": "
                        + (member.sizes() == null
                                ? "not sized, so nothing of it is counted; " + member.whence()
                                : member.whence()));
                if (member.sizes() != null) {
                    instances.add(member.name() + ": " + memory(member.sizes(), BuildFigure.SGA) + ", "
                            + memory(member.sizes(), BuildFigure.PGA_TARGET));
                }
            }
        }

        private static String memory(BuildSizes sizes, BuildFigure figure) {
            return figure.words() + " " + shown(sizes.value(figure), figure.unit());
        }

        void figure(String key, String words, String unit, double sized) {
            Number number = given.get(key);
            double instead = number == null ? 0 : number.doubleValue();
            double bound = instead > 0 ? instead : sized;
            if (bound <= 0) {
                missing.add(words);
                return;
            }
            figures.put(key, key.endsWith("_gib") ? (Object) bound : (Object) (long) Math.ceil(bound));
            if (instead <= 0) {
                told.add(words + ": " + shown(bound, unit));
                return;
            }
            decide |= instead != sized;
            String said = words + ": **" + shown(bound, unit) + "** is built, as the program's policy says; "
                    + (sized > 0 ? "sized " + shown(sized, unit) : "not sized");
            told.add(said);
            if (instead < sized) {
                tooSmall.add(words + " " + shown(bound, unit) + " of " + shown(sized, unit));
            }
        }

        private static String shown(double value, String unit) {
            return Derivation.shown(value) + (unit.isEmpty() ? "" : " " + unit);
        }

        SharedBuild build() {
            missing.forEach(words -> told.add(words + ": not sized"));
            return new SharedBuild(figures, decide, tooSmall, missing, List.of(), told, instances);
        }
    }
}
