package io.gulliver.service.planning;

import io.gulliver.contract.activity.SystemRoom;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.persistence.view.PlanReader;
import io.gulliver.planning.room.Promise;
import io.gulliver.planning.room.RoomKind;
import io.gulliver.planning.room.RoomLine;
import io.gulliver.planning.room.RoomPlanner;
import io.gulliver.planning.room.RoomRead;
import io.gulliver.planning.sizing.BuildFigure;
import io.gulliver.planning.sizing.SharedBuild;
import io.gulliver.service.migration.MadeThings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What of machines, z/VM systems and pools is promised to servers that do not exist yet: those that a playbook of a program builds, by their
 * design of now, and until the record of their runs says that they were made.
 */
public final class RoomService {
    private static final String PARTITION = "partition";
    private static final String GUEST = "guest";
    private static final String VOLUME = "volume";
    private static final String ZVM = "server.zvm";
    private static final String BOOT_POOL = "server.boot.pool";

    private final BuildDesignService designs;
    private final PlanReader plans;
    private final Function<String, List<MadeThings.Made>> made;
    private final double share;

    /**
     * @param made what the runs of a program made and did not undo
     * @param share of a pool that a plan takes at most
     */
    public RoomService(
            BuildDesignService designs, PlanReader plans, Function<String, List<MadeThings.Made>> made, double share) {
        this.designs = designs;
        this.plans = plans;
        this.made = made;
        this.share = share;
    }

    /** Share of a pool that a plan takes at most. */
    public double share() {
        return share;
    }

    /**
     * Room with what is promised of it.
     *
     * @param read what systems had when they were read
     * @param programs whose servers count
     */
    public List<RoomLine> lines(Collection<RoomRead> read, Collection<String> programs) {
        List<Promise> promises = new ArrayList<>();
        programs.forEach(program -> promises.addAll(promises(program)));
        return RoomPlanner.lines(read, promises, share);
    }

    /** What servers of a program will take. */
    public List<Promise> promises(String program) {
        Map<String, Integer> waves = new HashMap<>();
        for (WaveMember member : plans.members(program)) {
            waves.merge(member.database(), member.wave(), Math::min);
        }
        Map<String, Set<String>> kinds = made.apply(program).stream()
                .collect(Collectors.groupingBy(
                        MadeThings.Made::database, Collectors.mapping(MadeThings.Made::kind, Collectors.toSet())));
        List<Promise> promises = new ArrayList<>();
        for (BuildDesignService.Measured measured : designs.measured(program)) {
            Set<String> there = kinds.getOrDefault("server:" + measured.server(), Set.of());
            Integer wave = measured.landing().stream()
                    .map(waves::get)
                    .filter(number -> number != null)
                    .min(Integer::compare)
                    .orElse(null);
            Of of = new Of(program, wave, measured);
            Stream.of(
                            there.contains(PARTITION) ? Stream.<Promise>empty() : partition(of),
                            there.contains(GUEST) ? Stream.<Promise>empty() : guest(of),
                            there.contains(VOLUME) ? Stream.<Promise>empty() : volumes(of))
                    .flatMap(each -> each)
                    .forEach(promises::add);
        }
        return promises;
    }

    /**
     * Pools of minidisks that servers of these programs take of, which a Feilong server does not list.
     *
     * @param system the Feilong server
     */
    public SortedSet<String> minidiskPools(String system, Collection<String> programs) {
        SortedSet<String> pools = new TreeSet<>();
        programs.forEach(program -> designs.measured(program).stream()
                .filter(measured -> system.equals(measured.said().get(ZVM)))
                .map(measured -> measured.said().get(BOOT_POOL))
                .filter(pool -> pool != null)
                .forEach(pool -> pools.add(pool.toString())));
        return pools;
    }

    private static Stream<Promise> partition(Of of) {
        Object cpc = of.said("server.cpc");
        return Stream.of(
                        of.promise("server.hmc", cpc, RoomKind.MEMORY, of.figure(SharedBuild.MEMORY)),
                        of.promise("server.hmc", cpc, RoomKind.IFLS, of.figure(BuildFigure.IFLS.key())))
                .flatMap(Optional::stream);
    }

    private static Stream<Promise> guest(Of of) {
        return Stream.of(
                        of.promise(ZVM, SystemRoom.ZVM, RoomKind.MEMORY, of.figure(SharedBuild.MEMORY)),
                        of.promise(ZVM, SystemRoom.ZVM, RoomKind.IFLS, of.figure(BuildFigure.IFLS.key())),
                        of.promise(ZVM, of.said(BOOT_POOL), RoomKind.SPACE, boot(of)))
                .flatMap(Optional::stream);
    }

    private static Stream<Promise> volumes(Of of) {
        boolean startsFromLun = of.said(ZVM) == null;
        // ECKD volumes are whole ones that the landscape or a person names.
        boolean luns = !"eckd".equals(of.said("server.volumes"));
        if (!startsFromLun && !luns) {
            return Stream.empty();
        }
        Double boot = startsFromLun ? boot(of) : (Double) 0.0;
        Double data = luns ? data(of) : (Double) 0.0;
        return of
                .promise(
                        "server.array",
                        Objects.requireNonNullElse(of.said("server.pool"), ""),
                        RoomKind.SPACE,
                        boot == null || data == null ? null : (Double) (boot + data))
                .stream();
    }

    private static @Nullable Double boot(Of of) {
        return of.said("server.boot.gib") instanceof Number boot ? (Double) boot.doubleValue() : null;
    }

    private static @Nullable Double data(Of of) {
        Double data = of.figure(SharedBuild.DATA_EACH);
        Double redo = of.figure(SharedBuild.REDO_EACH);
        SharedBuild.Volumes volumes = SizingService.volumes(of.measured().said());
        Double recovery = volumes.recovery() == 0 ? (Double) 0.0 : of.figure(SharedBuild.RECOVERY_EACH);
        return data == null || redo == null || recovery == null
                ? null
                : (Double) (data * volumes.data() + redo * volumes.redo() + recovery * volumes.recovery());
    }

    /** A server of a program. */
    private record Of(String program, @Nullable Integer wave, BuildDesignService.Measured measured) {
        @Nullable
        Object said(String fact) {
            return measured.said().get(fact);
        }

        @Nullable
        Double figure(String key) {
            return measured.build().figures().get(key) instanceof Number number ? (Double) number.doubleValue() : null;
        }

        /** None where the server is on no such system, or nobody said on which part of it. */
        Optional<Promise> promise(String system, @Nullable Object part, RoomKind kind, @Nullable Double amount) {
            Object where = said(system);
            return where == null || part == null
                    ? Optional.empty()
                    : Optional.of(new Promise(
                            program, measured.server(), wave, where.toString(), part.toString(), kind, amount));
        }
    }
}
