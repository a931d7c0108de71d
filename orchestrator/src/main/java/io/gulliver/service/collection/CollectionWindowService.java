package io.gulliver.service.collection;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.assessment.window.CollectionPolicy;
import io.gulliver.assessment.window.CollectionWindow;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.DatabaseAccessState;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.window.WindowTask;
import io.gulliver.persistence.access.AccessStore;
import io.gulliver.persistence.view.WindowTaskReader.KeptTask;
import io.gulliver.persistence.window.WindowStore;
import io.gulliver.persistence.window.WindowTaskStore;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Collection windows: what was seen of each database until today; opened, extended and ended by people, and their tasks with them. */
public final class CollectionWindowService {
    private static final int EVERY = 100_000;

    private final WindowStore windows;
    private final WindowTaskStore tasks;
    private final AccessStore access;
    private final CollectionWindowJob rounds;
    private final ProgramCalendar calendar;

    public CollectionWindowService(
            WindowStore windows,
            WindowTaskStore tasks,
            AccessStore access,
            CollectionWindowJob rounds,
            ProgramCalendar calendar) {
        this.windows = windows;
        this.tasks = tasks;
        this.access = access;
        this.rounds = rounds;
        this.calendar = calendar;
    }

    /**
     * The collecting of one database.
     *
     * @param database its name
     * @param openedOn first day, or null while no window is open
     * @param closesOn its last day, with what a person added; or null
     * @param endedOn when it ended, or null while it is open
     * @param endedBy who ended it, or null
     * @param endReason why, or null
     * @param coverage what was seen until today, or null while no window is open
     * @param sampledAt when its sessions were last asked for, or null
     * @param samples how often they were
     * @param clients kinds of clients that were seen
     * @param sampleProblem why the last sample failed, or null
     * @param awr what was seen of AWR's settings, or null where nobody looked or AWR is not read
     * @param tasks what people must do for it, or did
     */
    public record Collecting(
            String database,
            @Nullable LocalDate openedOn,
            @Nullable LocalDate closesOn,
            @Nullable LocalDate endedOn,
            @Nullable String endedBy,
            @Nullable String endReason,
            CollectionWindow.@Nullable Coverage coverage,
            @Nullable Instant sampledAt,
            int samples,
            int clients,
            @Nullable String sampleProblem,
            @Nullable String awr,
            List<KeptTask> tasks) {}

    /** Every database of the program by name. */
    public List<Collecting> list(Program program) {
        LocalDate today = LocalDate.ofInstant(calendar.now(program.key()), program.zone());
        Map<String, WindowStore.Window> open = new HashMap<>();
        windows.list(program.key()).forEach(window -> open.put(window.database(), window));
        Map<String, List<WindowStore.Told>> told = windows.told(program.key());
        Map<String, List<KeptTask>> kept =
                tasks.list(program.key()).stream().collect(Collectors.groupingBy(KeptTask::database));
        ProgramPolicy policy = ProgramPolicy.of(program);
        List<Collecting> all = new ArrayList<>();
        for (DatabaseAccessState state : access.list(program.key(), false, "", 0, EVERY)) {
            all.add(collecting(
                    state,
                    open.get(state.database()),
                    told.getOrDefault(state.database(), List.of()),
                    kept.getOrDefault(state.database(), List.of()),
                    policy.collectionOf(state.database()),
                    today));
        }
        return all;
    }

    private static Collecting collecting(
            DatabaseAccessState state,
            WindowStore.@Nullable Window window,
            List<WindowStore.Told> told,
            List<KeptTask> tasks,
            CollectionPolicy policy,
            LocalDate today) {
        AccessFinding awr = policy.diagnosticsPack() ? state.findings().get(AccessItem.AWR) : null;
        String seen = awr == null ? null : awr.seen();
        if (window == null) {
            return new Collecting(
                    state.database(), null, null, null, null, null, null, null, 0, 0, null, seen, List.of());
        }
        CollectionWindow wanted = CollectionWindow.of(window.openedOn(), policy);
        CollectionWindow.Coverage coverage = wanted.coverage(
                told.stream()
                        .map(one -> new CollectionWindow.Span(one.from(), one.to()))
                        .toList(),
                today);
        return new Collecting(
                state.database(),
                window.openedOn(),
                wanted.closes(window.extendedTo()),
                window.endedOn(),
                window.endedBy(),
                window.endReason(),
                coverage,
                window.sampledAt(),
                window.samples(),
                window.clients(),
                window.problem(),
                seen,
                tasks);
    }

    /** Opens windows; how many there were not before. */
    public int open(Program program, List<String> databases, String by) {
        int opened = windows.open(program.key(), databases, by);
        rounds.run(program);
        return opened;
    }

    /** Has a window last until a later day. Throws as {@link WindowStore#extend}. */
    public void extend(Program program, String database, LocalDate to, String reason, String by) {
        windows.extend(program.key(), database, to, reason, by);
        rounds.run(program);
    }

    /** Ends a window today. Throws as {@link WindowStore#end}. */
    public void end(Program program, String database, String reason, String by) {
        windows.end(program.key(), database, reason, by);
        rounds.run(program);
    }

    /** Says that a task will not be done. Throws as {@link WindowTaskStore#decline}. */
    public void decline(Program program, String database, WindowTask.Kind kind, String reason, String by) {
        tasks.decline(program.key(), database, kind, reason, by);
    }
}
