package io.gulliver.service.planning;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.PlanEdit;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.PlanReader;
import io.gulliver.planning.schedule.FirstWaves;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Proposes waves for the databases that stand in none. Nothing is written: what it answers is previewed and saved as any edit. */
public final class PlanProposalService {
    private final StoreDatabase db;
    private final PlanReader plan;
    private final DatabaseReader databases;

    public PlanProposalService(StoreDatabase db, PlanReader plan, DatabaseReader databases) {
        this.db = db;
        this.plan = plan;
        this.databases = databases;
    }

    /**
     * How waves are wanted.
     *
     * @param start when the first may begin, in the program's zone
     * @param days between the starts of two, 0 or more; by the calendar, so that the time of day stays
     * @param pilot how many databases the first holds at most, 0 for no pilot
     * @param most how many any other holds at most
     */
    public record Wish(LocalDateTime start, int days, int pilot, int most) {}

    /** Databases that stand in no wave and whose cutover has not begun. */
    public List<String> loose(String program) {
        return open(program, plan.typed(program)).stream()
                .map(DatabaseProfile::database)
                .toList();
    }

    /**
     * Waves as {@link FirstWaves} divides them, numbered behind those that are there. What belongs to a move group of which
     * some stand in a wave already joins them there, unless that wave is closed.
     *
     * @param title of a wave, 1 to 200 characters
     * @throws IllegalArgumentException when the sizes are out of bounds
     */
    public PlanEdit.Propose propose(
            Program program, Wish wish, Function<FirstWaves.Proposed, String> title, String by) {
        String key = program.key();
        TypedPlan typed = plan.typed(key);
        Map<String, Integer> waveOf = new HashMap<>();
        typed.members().forEach(member -> waveOf.put(member.database(), member.wave()));
        Map<String, Integer> groups = new HashMap<>();
        databases.list(key).stream().map(SourceDatabase::profile).forEach(one -> {
            Integer wave = waveOf.get(one.database());
            if (one.moveGroup() != null && wave != null && !closed(typed, wave)) {
                groups.putIfAbsent(one.moveGroup(), wave);
            }
        });
        List<WaveMember> members = new ArrayList<>();
        List<DatabaseProfile> free = new ArrayList<>();
        for (DatabaseProfile one : open(key, typed)) {
            Integer joined = one.moveGroup() == null ? null : groups.get(one.moveGroup());
            if (joined == null) {
                free.add(one);
            } else {
                members.add(new WaveMember(key, joined, one.database(), null));
            }
        }
        int number = typed.waves().stream().mapToInt(Wave::number).max().orElse(0);
        LocalDateTime start = wish.start();
        List<Wave> waves = new ArrayList<>();
        for (FirstWaves.Proposed proposed : FirstWaves.of(free, wish.pilot(), wish.most())) {
            int next = ++number;
            Instant from = start.atZone(program.zone()).toInstant();
            waves.add(new Wave(
                    key, next, title.apply(proposed), from, List.of(), Wave.State.PROPOSED, 1, by, db.now(key)));
            proposed.databases().forEach(name -> members.add(new WaveMember(key, next, name, null)));
            start = start.plusDays(wish.days());
        }
        return new PlanEdit.Propose(waves, members);
    }

    private static boolean closed(TypedPlan typed, int wave) {
        return typed.waves().stream().anyMatch(one -> one.number() == wave && one.state() == Wave.State.CLOSED);
    }

    private List<DatabaseProfile> open(String program, TypedPlan typed) {
        Map<String, Integer> placed = new HashMap<>();
        typed.members().forEach(member -> placed.put(member.database(), member.wave()));
        Map<String, List<StageTimes>> times = plan.times(program);
        return databases.list(program).stream()
                .map(SourceDatabase::profile)
                .filter(one -> !placed.containsKey(one.database()))
                .filter(one -> times.getOrDefault(one.database(), List.of()).stream()
                        .noneMatch(stage -> stage.stage() == Stage.CUTOVER && stage.actualStart() != null))
                .toList();
    }
}
