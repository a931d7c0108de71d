package io.gulliver.service.planning;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.DurationOverride;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.PlanEdit;
import io.gulliver.domain.plan.SavedEdit;
import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.domain.plan.Wave;
import io.gulliver.persistence.IdempotencyConflictException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.plan.PlanStore;
import io.gulliver.planning.forecast.PlanPreview;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
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
        save(
                program,
                new PlanEdit.AddWave(newWave(program, number, title, start, after, usersOut, by), databases),
                null,
                by);
        return required(program, number);
    }

    /** A wave that is not there yet, as {@link #addWave} adds it. */
    public Wave newWave(
            String program,
            int number,
            String title,
            @Nullable Instant start,
            List<Integer> after,
            @Nullable Instant usersOut,
            String by) {
        return new Wave(
                program, number, title, start, after, Wave.State.PROPOSED, 1, by, db.now(program), usersOut, null);
    }

    /** Changes a wave when nobody else did since. Throws as {@link PlanStore#update}. */
    public Wave changeWave(Wave wave, String by) {
        save(wave.program(), new PlanEdit.ChangeWave(wave), null, by);
        return required(wave.program(), wave.number());
    }

    /** Takes a wave away; its databases stand in none then. Throws as {@link PlanStore#removeWave}. */
    public void removeWave(String program, int number, String by) {
        save(program, new PlanEdit.RemoveWave(number), null, by);
    }

    /**
     * Puts databases into a wave, out of those they were in, all of them or none.
     *
     * @param cutover earliest start of their cutovers, or null for as soon as the stages before are through
     * @throws io.gulliver.persistence.UnknownRowException no such wave or database
     */
    public void place(String program, int wave, List<String> databases, @Nullable Instant cutover, String by) {
        save(program, new PlanEdit.Place(program, wave, databases, cutover), null, by);
    }

    /** Takes a database out of its wave. */
    public void remove(String program, String database, String by) {
        save(program, new PlanEdit.TakeOut(database), null, by);
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

    /**
     * Keeps databases that were moved one by one as one edit, which can be taken back as one, and lets the dates follow.
     *
     * @param before the plan before the first was moved
     * @param moved their names
     * @param kind PLACE or TAKE_OUT
     */
    public void moved(String program, TypedPlan before, Collection<String> moved, PlanEdit.Kind kind, String by) {
        planning.replanAfter(
                program,
                () -> db.inTransaction(() -> {
                    plan.hold(program);
                    SortedSet<String> rows = TypedPlan.names(moved);
                    TypedPlan was = before.named(rows);
                    TypedPlan is = plan.typed(program).named(rows);
                    if (!was.equals(is)) {
                        plan.addEdit(
                                program,
                                new SavedEdit(
                                        0, kind, by, db.clock().instant(), was.without(is), is.without(was), null));
                    }
                    return moved.size();
                }));
    }

    /** Adds a freeze; the same stretch for the same reason is the same freeze. */
    public Freeze addFreeze(Freeze freeze, String by) {
        save(freeze.program(), new PlanEdit.AddFreeze(freeze), null, by);
        return plan.freezes(freeze.program()).stream()
                .filter(existing -> existing.from().equals(freeze.from())
                        && existing.to().equals(freeze.to())
                        && existing.reason().equals(freeze.reason()))
                .findFirst()
                .orElseThrow(
                        () -> new UnknownRowException("Somebody took the freeze away again. Load the plan again."));
    }

    /** Takes a freeze away. Throws as {@link PlanStore#removeFreeze}. */
    public void removeFreeze(String program, long freeze, String by) {
        save(program, new PlanEdit.RemoveFreeze(freeze), null, by);
    }

    /** Sets how long a stage takes, instead of the computed duration. */
    public void setDuration(DurationOverride duration) {
        save(duration.program(), new PlanEdit.SetLength(duration), null, duration.by());
    }

    /** Goes back to the computed duration. */
    public void removeDuration(String program, String database, Stage stage, String by) {
        save(program, new PlanEdit.ComputeLength(database, stage), null, by);
    }

    private Wave required(String program, int number) {
        return plan.wave(program, number)
                .orElseThrow(() ->
                        new UnknownRowException("Somebody took wave W" + number + " away again. Load the plan again."));
    }

    /**
     * What an edit would make of the dates. Nothing of the plan is written.
     *
     * @throws io.gulliver.persistence.UnknownRowException it names a wave or freeze that is not there
     */
    public PlanPreview preview(String program, PlanEdit edit) {
        planning.follow(program);
        TypedPlan typed = plan.typed(program);
        known(program, typed, edit);
        return planning.preview(program, typed, edit);
    }

    /**
     * Saves an edit as a whole or not at all, and lets the dates follow.
     *
     * @param seen version of the preview that the person saw, or null where nobody looked
     * @return what changed, or empty where the plan said so already
     * @throws StalePreviewException the plan, or what the edit makes of it, changed since the preview
     */
    public Optional<SavedEdit> save(String program, PlanEdit edit, @Nullable String seen, String by) {
        if (seen != null) {
            planning.follow(program);
        }
        return planning.replanAfter(
                program,
                () -> db.inTransaction(() -> {
                    plan.hold(program);
                    TypedPlan before = plan.typed(program);
                    known(program, before, edit);
                    if (seen != null) {
                        String version = planning.preview(program, before, edit).version();
                        if (!version.equals(seen)) {
                            throw new StalePreviewException(seen);
                        }
                    }
                    write(program, before, edit.on(before), by);
                    TypedPlan after = plan.typed(program);
                    if (before.equals(after)) {
                        return Optional.<SavedEdit>empty();
                    }
                    Long undoes = edit instanceof PlanEdit.Undo undo ? (Long) undo.edit() : null;
                    SavedEdit saved = new SavedEdit(
                            0,
                            edit.kind(),
                            by,
                            db.clock().instant(),
                            before.without(after),
                            after.without(before),
                            undoes);
                    return plan.edit(program, plan.addEdit(program, saved));
                }));
    }

    private void known(String program, TypedPlan typed, PlanEdit edit) {
        if (edit instanceof PlanEdit.AddWave add) {
            Wave wave = add.wave();
            typed.waves().stream()
                    .filter(one -> one.number() == wave.number() && !one.title().equals(wave.title()))
                    .findFirst()
                    .ifPresent(one -> {
                        throw new IdempotencyConflictException("Program " + program + " has a wave " + wave.key()
                                + " already. Choose another number, or change it.");
                    });
        } else if (edit instanceof PlanEdit.ChangeWave change) {
            wave(program, typed, change.wave().number());
        } else if (edit instanceof PlanEdit.RemoveWave remove) {
            wave(program, typed, remove.number());
        } else if (edit instanceof PlanEdit.Place place) {
            wave(program, typed, place.wave());
        } else if (edit instanceof PlanEdit.RemoveFreeze remove
                && typed.freezes().stream().noneMatch(freeze -> freeze.id() == remove.id())) {
            throw new UnknownRowException(
                    "Program " + program + " has no freeze " + remove.id() + ". Load the plan again.");
        }
    }

    private static void wave(String program, TypedPlan typed, int number) {
        if (typed.waves().stream().noneMatch(wave -> wave.number() == number)) {
            throw new UnknownRowException("Program " + program + " has no wave W" + number + ". Make it first.");
        }
    }

    /** Makes the stored plan what is wanted, with an audit row for each row that changes. */
    private void write(String program, TypedPlan before, TypedPlan wanted, String by) {
        TypedPlan rows = wanted.without(before);
        SortedSet<String> gone = before.names();
        gone.removeAll(wanted.names());
        for (Wave wave : rows.waves()) {
            if (before.waves().stream().anyMatch(one -> one.number() == wave.number())) {
                plan.update(wave, by);
            } else {
                Wave added = plan.add(program, wave.number(), wave.title(), wave.start(), wave.after(), by);
                if (wave.state() != added.state() || wave.usersOut() != null || wave.goLive() != null) {
                    plan.update(wave, by);
                }
            }
        }
        rows.members().forEach(member -> plan.place(member, by));
        TypedPlan lost = before.named(gone);
        lost.members().forEach(member -> plan.remove(program, member.database(), by));
        lost.waves().forEach(wave -> plan.removeWave(program, wave.number(), by));
        rows.freezes().forEach(freeze -> plan.add(freeze, by));
        lost.freezes().forEach(freeze -> plan.removeFreeze(program, freeze.id(), by));
        rows.lengths().forEach(length -> plan.put(length, by));
        lost.lengths().forEach(length -> plan.removeOverride(program, length.database(), length.stage(), by));
    }
}
