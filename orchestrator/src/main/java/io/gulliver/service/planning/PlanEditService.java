package io.gulliver.service.planning;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.DurationOverride;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.plan.PlanStore;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people change of the plan: waves, their databases, freezes, durations, and the program's rates. The dates follow each. */
public final class PlanEditService {
    private final StoreDatabase db;
    private final PlanStore plan;
    private final PlanService planning;

    public PlanEditService(StoreDatabase db, PlanStore plan, PlanService planning) {
        this.db = db;
        this.plan = plan;
        this.planning = planning;
    }

    /**
     * Adds a wave with its databases, out of the waves they were in. The same again finishes what a call that broke off
     * began, and leaves those that are in it already as they are.
     *
     * @throws io.gulliver.persistence.IdempotencyConflictException when the program has this number with another title
     * @throws io.gulliver.persistence.UnknownRowException no such database; nothing was written
     */
    public Wave addWave(
            String program,
            int number,
            String title,
            @Nullable Instant start,
            List<Integer> after,
            List<String> databases,
            String by) {
        return addWave(program, number, title, start, after, databases, null, by);
    }

    /** The same with T of its databases, or null. */
    public Wave addWave(
            String program,
            int number,
            String title,
            @Nullable Instant start,
            List<Integer> after,
            List<String> databases,
            @Nullable Instant usersOut,
            String by) {
        return planning.replanAfter(
                program,
                () -> db.inTransaction(() -> {
                    Wave wave = plan.wave(program, number)
                            .filter(existing -> existing.title().equals(title))
                            .orElseGet(() -> added(program, number, title, start, after, usersOut, by));
                    List<String> placed = plan.members(program).stream()
                            .filter(member -> member.wave() == number)
                            .map(WaveMember::database)
                            .toList();
                    databases.stream()
                            .filter(database -> !placed.contains(database))
                            .forEach(database -> plan.place(new WaveMember(program, number, database, null), by));
                    return wave;
                }));
    }

    private Wave added(
            String program,
            int number,
            String title,
            @Nullable Instant start,
            List<Integer> after,
            @Nullable Instant usersOut,
            String by) {
        Wave wave = plan.add(program, number, title, start, after, by);
        return usersOut == null
                ? wave
                : plan.update(
                        new Wave(
                                program,
                                number,
                                title,
                                start,
                                after,
                                wave.state(),
                                wave.version(),
                                by,
                                wave.changedAt(),
                                usersOut,
                                null),
                        by);
    }

    /** Changes a wave when nobody else did since. Throws as {@link PlanStore#update}. */
    public Wave changeWave(Wave wave, String by) {
        return planning.replanAfter(wave.program(), () -> plan.update(wave, by));
    }

    /**
     * Puts databases into a wave, out of those they were in, all of them or none.
     *
     * @param cutover earliest start of their cutovers, or null for as soon as the stages before are through
     * @throws io.gulliver.persistence.UnknownRowException no such wave or database
     */
    public void place(String program, int wave, List<String> databases, @Nullable Instant cutover, String by) {
        write(
                program,
                () -> databases.forEach(database -> plan.place(new WaveMember(program, wave, database, cutover), by)));
    }

    /** Takes a database out of its wave. */
    public void remove(String program, String database, String by) {
        write(program, () -> plan.remove(program, database, by));
    }

    /**
     * Puts a database into a wave or takes it out, as {@link PlanStore#move}; one of many, on its own. The dates do not follow
     * before {@link #follow}.
     */
    public void move(String program, String database, @Nullable Integer seen, @Nullable Integer wave, String by) {
        plan.move(program, database, seen, wave, by);
    }

    /** Lets methods and dates follow what was written one by one. */
    public void follow(String program) {
        planning.replan(program);
    }

    /** Adds a freeze; the same stretch for the same reason is the same freeze. */
    public Freeze addFreeze(Freeze freeze, String by) {
        return planning.replanAfter(
                freeze.program(),
                () -> plan.freezes(freeze.program()).stream()
                        .filter(existing -> existing.from().equals(freeze.from())
                                && existing.to().equals(freeze.to())
                                && existing.reason().equals(freeze.reason()))
                        .findFirst()
                        .orElseGet(() -> plan.add(freeze, by)));
    }

    /** Takes a freeze away. Throws as {@link PlanStore#removeFreeze}. */
    public void removeFreeze(String program, long freeze, String by) {
        write(program, () -> plan.removeFreeze(program, freeze, by));
    }

    /** Sets how long a stage takes, instead of the computed duration. */
    public void setDuration(DurationOverride duration) {
        write(duration.program(), () -> plan.put(duration));
    }

    /** Goes back to the computed duration. */
    public void removeDuration(String program, String database, Stage stage, String by) {
        write(program, () -> plan.removeOverride(program, database, stage, by));
    }

    private void write(String program, Runnable write) {
        planning.replanAfter(program, () -> {
            db.inTransaction(write);
            return program;
        });
    }
}
