package io.gulliver.ui.access;

import io.gulliver.assessment.window.AwrSettings;
import io.gulliver.assessment.window.BaselineProposal;
import io.gulliver.assessment.window.CollectionPolicy;
import io.gulliver.assessment.window.CollectionWindow;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessState;
import io.gulliver.domain.access.DatabaseAccessState;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.access.AccessStore;
import io.gulliver.persistence.window.WindowStore;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Collection windows for page and API alike: coverage of today, and what a DBA is advised to set. */
@Component
public class WindowDesk {
    private static final int EVERY = 100_000;

    private final WindowStore windows;
    private final AccessStore access;
    private final Clock clock;

    WindowDesk(WindowStore windows, AccessStore access, Clock clock) {
        this.windows = windows;
        this.access = access;
        this.clock = clock;
    }

    /**
     * The collecting of one database.
     *
     * @param database its name
     * @param openedOn first day, or null while no window is open
     * @param closesOn last day when nothing was known before it opened, or null
     * @param coverage what was seen until today, or null while no window is open
     * @param sampledAt when its sessions were last asked for, or null
     * @param samples how often they were
     * @param clients kinds of clients that were seen
     * @param sampleProblem why the last sample failed, or null
     * @param awr what was seen of AWR's settings, or null where nobody looked or AWR is not read
     * @param awrProposal what a DBA is advised to run so that AWR keeps enough, or null when it does or is not read
     * @param baselineProposal what a DBA is advised to run to keep what was seen, or null
     */
    public record Collecting(
            String database,
            @Nullable LocalDate openedOn,
            @Nullable LocalDate closesOn,
            CollectionWindow.@Nullable Coverage coverage,
            @Nullable Instant sampledAt,
            int samples,
            int clients,
            @Nullable String sampleProblem,
            @Nullable String awr,
            @Nullable String awrProposal,
            @Nullable String baselineProposal) {}

    /** Every database of the program by name. */
    public List<Collecting> list(Program program) {
        LocalDate today = LocalDate.ofInstant(clock.instant(), program.zone());
        Map<String, WindowStore.Window> open = new HashMap<>();
        windows.list(program.key()).forEach(window -> open.put(window.database(), window));
        Map<String, List<WindowStore.Told>> told = windows.told(program.key());
        List<Collecting> all = new ArrayList<>();
        for (DatabaseAccessState state : access.list(program.key(), false, "", 0, EVERY)) {
            all.add(collecting(
                    state,
                    open.get(state.database()),
                    told.getOrDefault(state.database(), List.of()),
                    CollectionPolicy.of(program.policy(), state.database()),
                    today));
        }
        return all;
    }

    private static Collecting collecting(
            DatabaseAccessState state,
            WindowStore.@Nullable Window window,
            List<WindowStore.Told> told,
            CollectionPolicy policy,
            LocalDate today) {
        AccessFinding awr = policy.diagnosticsPack() ? state.findings().get(AccessItem.AWR) : null;
        String proposal = awr != null && awr.state() == AccessState.BAD && awr.action() != null
                ? awr.action()
                : policy.diagnosticsPack() && (awr == null || awr.state() == AccessState.UNKNOWN)
                        ? AwrSettings.proposalFor(policy.days())
                        : null;
        if (window == null) {
            return new Collecting(
                    state.database(),
                    null,
                    null,
                    null,
                    null,
                    0,
                    0,
                    null,
                    awr == null ? null : awr.seen(),
                    proposal,
                    null);
        }
        CollectionWindow wanted = CollectionWindow.of(window.openedOn(), policy);
        List<CollectionWindow.Span> spans = told.stream()
                .map(one -> new CollectionWindow.Span(one.from(), one.to()))
                .toList();
        CollectionWindow.Coverage coverage = wanted.coverage(spans, today);
        boolean keep = policy.diagnosticsPack() && coverage.complete();
        return new Collecting(
                state.database(),
                window.openedOn(),
                wanted.closes(),
                coverage,
                window.sampledAt(),
                window.samples(),
                window.clients(),
                window.problem(),
                awr == null ? null : awr.seen(),
                proposal,
                keep ? BaselineProposal.block(state.database(), today.minusDays(policy.days() - 1L), today) : null);
    }

    /** Opens windows; how many there were not before. */
    public int open(String program, List<String> databases, String by) {
        return windows.open(program, databases, by);
    }
}
