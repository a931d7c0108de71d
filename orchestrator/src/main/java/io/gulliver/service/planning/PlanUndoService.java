package io.gulliver.service.planning;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.plan.PlanEdit;
import io.gulliver.domain.plan.SavedEdit;
import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.plan.PlanStore;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.persistence.view.Page;
import io.gulliver.planning.forecast.PlanPreview;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes an edit of the plan back: with an edit of its own, for a day, while nobody changed the same since and no run began
 * by the dates that it would take away. What was saved stays in the record.
 */
public final class PlanUndoService {
    /** How long an edit can be taken back. */
    public static final Duration OPEN = Duration.ofHours(24);

    private final StoreDatabase db;
    private final PlanStore plan;
    private final PlanEditService edits;
    private final MigrationReader migrations;

    public PlanUndoService(StoreDatabase db, PlanStore plan, PlanEditService edits, MigrationReader migrations) {
        this.db = db;
        this.plan = plan;
        this.edits = edits;
        this.migrations = migrations;
    }

    /** Why an edit cannot be taken back. */
    public enum Why {
        /** It was saved too long ago. */
        OLD,
        /** It was taken back already, by the person named. */
        UNDONE,
        /** Somebody changed the same since: the person named. */
        CHANGED,
        /** A run of a database that it moved has begun since: the database named. */
        BEGUN
    }

    /**
     * What stands in the way of an undo.
     *
     * @param why the reason
     * @param name of the person or database, or empty
     */
    public record Refused(Why why, String name) {}

    /**
     * A saved edit.
     *
     * @param edit as it was saved
     * @param refused why it cannot be taken back, or null when it can
     */
    public record Entry(SavedEdit edit, @Nullable Refused refused) {}

    /** The edits that are young enough to be taken back, the newest first, each with what stands in its way. */
    public List<Entry> open(String program) {
        List<SavedEdit> young = plan.edits(program, db.clock().instant().minus(OPEN));
        return young.stream()
                .map(edit -> new Entry(edit, refused(program, edit, young)))
                .toList();
    }

    /** The newest edit, when it can be taken back. */
    public Optional<SavedEdit> last(String program) {
        List<SavedEdit> young = plan.edits(program, db.clock().instant().minus(OPEN));
        return young.stream().findFirst().filter(edit -> refused(program, edit, young) == null);
    }

    /**
     * Takes an edit back.
     *
     * @return the edit that does
     * @throws UnknownRowException no such edit
     * @throws UndoRefusedException something stands in its way
     */
    public SavedEdit undo(String program, long id, String by) {
        SavedEdit edit = require(program, id);
        List<SavedEdit> young = plan.edits(program, edit.at());
        Refused refused = edit.at().isBefore(db.clock().instant().minus(OPEN))
                ? new Refused(Why.OLD, "")
                : refused(program, edit, young);
        if (refused != null) {
            throw new UndoRefusedException(refused);
        }
        PlanEdit.Undo undo = new PlanEdit.Undo(id, edit.before(), edit.after());
        try {
            String seen = edits.preview(program, undo).version();
            return edits.save(program, undo, seen, by)
                    .orElseThrow(() -> new UndoRefusedException(new Refused(Why.UNDONE, edit.by())));
        } catch (StalePreviewException meanwhile) {
            throw new UndoRefusedException(new Refused(
                    Why.CHANGED,
                    plan.edits(program, edit.at()).stream()
                            .findFirst()
                            .map(SavedEdit::by)
                            .orElse("Somebody")));
        }
    }

    private SavedEdit require(String program, long id) {
        return plan.edit(program, id)
                .orElseThrow(
                        () -> new UnknownRowException("Program " + program + " has no edit " + id + " of its plan."));
    }

    private @Nullable Refused refused(String program, SavedEdit edit, List<SavedEdit> later) {
        Optional<SavedEdit> back = later.stream()
                .filter(one -> one.undoes() != null && one.undoes() == edit.id())
                .findFirst();
        if (back.isPresent()) {
            return new Refused(Why.UNDONE, back.get().by());
        }
        TypedPlan now = plan.typed(program);
        SortedSet<String> names = edit.after().names();
        names.addAll(edit.before().names());
        if (!same(now.named(names), edit.after()) || !whole(undone(edit, now))) {
            return new Refused(
                    Why.CHANGED,
                    later.stream()
                            .filter(one -> one.id() > edit.id() && touches(one, edit))
                            .findFirst()
                            .map(SavedEdit::by)
                            .orElse("Somebody"));
        }
        SortedSet<String> begun = begun(program, edit.at());
        if (!begun.isEmpty()) {
            begun.retainAll(moved(program, edit));
        }
        return begun.isEmpty() ? null : new Refused(Why.BEGUN, begun.first());
    }

    private static TypedPlan undone(SavedEdit edit, TypedPlan now) {
        return new PlanEdit.Undo(edit.id(), edit.before(), edit.after()).on(now);
    }

    private static boolean same(TypedPlan one, TypedPlan other) {
        return one.without(other).equals(TypedPlan.NOTHING)
                && other.without(one).equals(TypedPlan.NOTHING);
    }

    /** Whether every wave that a database stands in, or another wave waits for, is there. */
    private static boolean whole(TypedPlan plan) {
        Set<Integer> waves = new HashSet<>();
        plan.waves().forEach(wave -> waves.add(wave.number()));
        return plan.members().stream().allMatch(member -> waves.contains(member.wave()))
                && plan.waves().stream().allMatch(wave -> waves.containsAll(wave.after()));
    }

    /** Whether a later edit changed a row of an earlier one, or leans on a wave of it. */
    private static boolean touches(SavedEdit later, SavedEdit edit) {
        SortedSet<String> rows = edit.before().names();
        rows.addAll(edit.after().names());
        SortedSet<String> others = later.before().names();
        others.addAll(later.after().names());
        later.after().members().forEach(member -> others.add("wave/" + member.wave()));
        later.after().waves().forEach(wave -> wave.after().forEach(before -> others.add("wave/" + before)));
        others.retainAll(rows);
        return !others.isEmpty();
    }

    /** Databases whose dates an undo would move. */
    private SortedSet<String> moved(String program, SavedEdit edit) {
        return edits.preview(program, new PlanEdit.Undo(edit.id(), edit.before(), edit.after())).databases().stream()
                .map(PlanPreview.Line::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Databases of which a production run has begun since. */
    private SortedSet<String> begun(String program, Instant since) {
        SortedSet<String> begun = new TreeSet<>();
        String cursor = null;
        do {
            Page<Migration> page =
                    migrations.list(new MigrationQuery(program, null, Purpose.PRODUCTION, Set.of(), cursor, 200));
            for (Migration run : page.rows()) {
                if (run.createdAt().isBefore(since)) {
                    return begun;
                }
                if (!run.evaluateOnly()) {
                    begun.add(run.database());
                }
            }
            cursor = page.next();
        } while (cursor != null);
        return begun;
    }
}
