package io.gulliver.service.planning;

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
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What of machines and pools is promised to servers that do not exist yet: those that a playbook of a program builds, by their
 * design of now, and until the record of their runs says that they were made.
 */
public final class RoomService {
    private static final String PARTITION = "partition";
    private static final String VOLUME = "volume";

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
            if (!there.contains(PARTITION)) {
                add(
                        promises,
                        program,
                        wave,
                        measured,
                        "server.hmc",
                        "server.cpc",
                        RoomKind.MEMORY,
                        figure(measured, SharedBuild.MEMORY));
                add(
                        promises,
                        program,
                        wave,
                        measured,
                        "server.hmc",
                        "server.cpc",
                        RoomKind.IFLS,
                        figure(measured, BuildFigure.IFLS.key()));
            }
            if (!there.contains(VOLUME)) {
                add(promises, program, wave, measured, "server.array", "server.pool", RoomKind.SPACE, space(measured));
            }
        }
        return promises;
    }

    private static void add(
            List<Promise> promises,
            String program,
            @Nullable Integer wave,
            BuildDesignService.Measured measured,
            String system,
            String part,
            RoomKind kind,
            @Nullable Double amount) {
        Object where = measured.said().get(system);
        Object what = measured.said().get(part);
        if (where != null && what != null) {
            promises.add(
                    new Promise(program, measured.server(), wave, where.toString(), what.toString(), kind, amount));
        }
    }

    private static @Nullable Double figure(BuildDesignService.Measured measured, String key) {
        return measured.build().figures().get(key) instanceof Number number ? (Double) number.doubleValue() : null;
    }

    private static @Nullable Double space(BuildDesignService.Measured measured) {
        Double data = figure(measured, SharedBuild.DATA_EACH);
        Double redo = figure(measured, SharedBuild.REDO_EACH);
        SharedBuild.Volumes volumes = SizingService.volumes(measured.said());
        Double recovery = volumes.recovery() == 0 ? (Double) 0.0 : figure(measured, SharedBuild.RECOVERY_EACH);
        if (data == null
                || redo == null
                || recovery == null
                || !(measured.said().get("server.boot.gib") instanceof Number boot)) {
            return null;
        }
        return boot.doubleValue() + data * volumes.data() + redo * volumes.redo() + recovery * volumes.recovery();
    }
}
