package io.gulliver.service.collection;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.assessment.window.AwrSettings;
import io.gulliver.assessment.window.CollectionPolicy;
import io.gulliver.assessment.window.CollectionWindow;
import io.gulliver.assessment.window.WindowRules;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessState;
import io.gulliver.domain.access.DatabaseAccessState;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.window.WindowTask;
import io.gulliver.persistence.access.AccessStore;
import io.gulliver.persistence.facts.FactStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.view.EstateViews;
import io.gulliver.persistence.window.WindowStore;
import io.gulliver.persistence.window.WindowTaskStore;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Ends collection windows whose last day has passed, and keeps the tasks of windows as evidence shows them: what discovery
 * or a check of access has seen closes a task without anybody's word. Everything stands in the store, so that a restart in
 * the middle of a window changes nothing.
 */
public final class CollectionWindowJob {
    private static final int EVERY = 100_000;
    private static final String INTERVAL = "awr_interval_minutes";
    private static final String RETENTION = "awr_retention_days";
    private static final String AWR_BASELINES = "awr_baselines";
    private static final String STATSPACK = "statspack";

    private static final Set<String> READ = Set.of(
            INTERVAL,
            RETENTION,
            AWR_BASELINES,
            STATSPACK,
            "load_source",
            "evidence.snapshots",
            "evidence.from",
            "evidence.to",
            "statspack_baseline_from",
            "statspack_baseline_to");

    private final AccessStore access;
    private final FactStore facts;
    private final ProgramStore programs;
    private final EstateViews views;
    private final WindowTaskStore windowTasks;
    private final WindowStore windows;
    private final ProgramCalendar calendar;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    public CollectionWindowJob(
            AccessStore access,
            FactStore facts,
            ProgramStore programs,
            EstateViews views,
            WindowTaskStore windowTasks,
            WindowStore windows,
            ProgramCalendar calendar) {
        this.access = access;
        this.facts = facts;
        this.programs = programs;
        this.views = views;
        this.windowTasks = windowTasks;
        this.windows = windows;
        this.calendar = calendar;
    }

    /** How many windows ended, and for how many databases tasks were opened and closed. */
    public record Done(int ended, int opened, int closed) {}

    /** One round over all programs; to be called every now and then. */
    public Done run() {
        int ended = 0;
        int opened = 0;
        int closed = 0;
        for (Program program : programs.list()) {
            Done done = run(program);
            ended += done.ended();
            opened += done.opened();
            closed += done.closed();
        }
        return new Done(ended, opened, closed);
    }

    /** One round over a program. */
    public Done run(Program program) {
        String key = program.key();
        LocalDate today = LocalDate.ofInstant(calendar.now(program.key()), program.zone());
        List<WindowStore.Window> windows = this.windows.list(key);
        if (windows.isEmpty()) {
            return new Done(0, 0, 0);
        }
        ProgramPolicy policy = ProgramPolicy.of(program);
        Map<String, LocalDate> passed = new TreeMap<>();
        for (WindowStore.Window window : windows) {
            LocalDate last = last(window, policy.collectionOf(window.database()));
            if (window.endedOn() == null && today.isAfter(last)) {
                passed.put(window.database(), last);
            }
        }
        int ended = this.windows.endPassed(key, passed);
        if (ended > 0) {
            windows = this.windows.list(key);
        }
        WindowTaskStore.Followed followed = windowTasks.follow(key, tasks(key, policy, windows, today));
        return new Done(ended, followed.opened(), followed.closed());
    }

    private static LocalDate last(WindowStore.Window window, CollectionPolicy policy) {
        return CollectionWindow.of(window.openedOn(), policy).closes(window.extendedTo());
    }

    private Map<String, List<WindowTask>> tasks(
            String key, ProgramPolicy policy, List<WindowStore.Window> windows, LocalDate today) {
        Map<String, List<WindowStore.Told>> told = this.windows.told(key);
        Map<String, Map<String, Fact>> facts = known(key);
        Map<String, DatabaseAccessState> access = new HashMap<>();
        this.access.list(key, false, "", 0, EVERY).forEach(state -> access.put(state.database(), state));
        Set<String> across = new HashSet<>(views.across(key));
        Map<String, List<WindowTask>> tasks = new TreeMap<>();
        for (WindowStore.Window window : windows) {
            if (across.contains(window.database())) {
                continue;
            }
            tasks.put(
                    window.database(),
                    WindowRules.of(situation(
                            window,
                            policy.collectionOf(window.database()),
                            told.getOrDefault(window.database(), List.of()),
                            facts.getOrDefault(window.database(), Map.of()),
                            access.get(window.database()),
                            today)));
        }
        return tasks;
    }

    /** Facts that tasks rest on, by database and name, as of a mark: they are read again only when a fact changed. */
    private record Known(String mark, Map<String, Map<String, Fact>> facts) {}

    private Map<String, Map<String, Fact>> known(String program) {
        String mark = facts.mark(program);
        Known before = known.get(program);
        if (before != null && before.mark().equals(mark)) {
            return before.facts();
        }
        Map<String, Map<String, Fact>> facts = new HashMap<>();
        this.facts
                .all(program)
                .forEach((database, all) -> all.stream()
                        .filter(fact -> READ.contains(fact.name()))
                        .forEach(fact -> facts.computeIfAbsent(database, none -> new HashMap<>())
                                .put(fact.name(), fact)));
        known.put(program, new Known(mark, facts));
        return facts;
    }

    private static WindowRules.Situation situation(
            WindowStore.Window window,
            CollectionPolicy policy,
            List<WindowStore.Told> told,
            Map<String, Fact> facts,
            @Nullable DatabaseAccessState access,
            LocalDate today) {
        CollectionWindow wanted = CollectionWindow.of(window.openedOn(), policy);
        LocalDate last = window.endedOn() != null ? window.endedOn() : last(window, policy);
        String by = window.endedBy();
        return new WindowRules.Situation(
                window.database(),
                policy,
                window.openedOn(),
                last,
                by == null
                        ? null
                        : by.equals(WindowStore.OURSELVES)
                                ? WindowRules.Ended.BY_ITSELF
                                : WindowRules.Ended.BY_A_PERSON,
                today,
                wanted.coverage(
                        told.stream()
                                .map(one -> new CollectionWindow.Span(one.from(), one.to()))
                                .toList(),
                        today),
                awr(facts, access),
                facts.get(AWR_BASELINES) != null && facts.get(AWR_BASELINES).value() instanceof List<?> names
                        ? names.stream()
                                .map(name -> String.valueOf(name).replaceAll(":.*", ""))
                                .toList()
                        : null,
                statspack(facts));
    }

    /** How AWR is set, by whichever of discovery and the check of access looked last. */
    private static @Nullable AwrSettings awr(Map<String, Fact> facts, @Nullable DatabaseAccessState access) {
        Fact retention = facts.get(RETENTION);
        Fact interval = facts.get(INTERVAL);
        AwrSettings discovered = retention != null && retention.value() instanceof Number kept
                ? WindowRules.settings(
                        interval != null && interval.value() instanceof Number between ? between.doubleValue() : 0,
                        kept.doubleValue())
                : null;
        Instant seen = retention == null ? Instant.MIN : retention.at();
        if (access == null || access.checkedAt() == null || access.checkedAt().isBefore(seen)) {
            return discovered;
        }
        var finding = access.findings().get(AccessItem.AWR);
        if (finding == null || finding.state() != AccessState.GOOD && finding.state() != AccessState.BAD) {
            return discovered;
        }
        return AwrSettings.said(finding.seen()).orElse(discovered);
    }

    private static WindowRules.@Nullable Statspack statspack(Map<String, Fact> facts) {
        Fact there = facts.get(STATSPACK);
        if (there == null || !Boolean.TRUE.equals(there.value())) {
            return null;
        }
        Fact source = facts.get("load_source");
        Fact snapshots = facts.get("evidence.snapshots");
        CollectionWindow.Span kept = source != null && "statspack".equals(source.value())
                ? span(facts, "evidence.from", "evidence.to")
                : null;
        return new WindowRules.Statspack(
                kept,
                snapshots != null && snapshots.value() instanceof Number count ? count.longValue() : 0,
                span(facts, "statspack_baseline_from", "statspack_baseline_to"));
    }

    private static CollectionWindow.@Nullable Span span(Map<String, Fact> facts, String from, String to) {
        LocalDate first = day(facts.get(from));
        LocalDate last = day(facts.get(to));
        return first == null || last == null || last.isBefore(first) ? null : new CollectionWindow.Span(first, last);
    }

    private static @Nullable LocalDate day(@Nullable Fact fact) {
        String text = fact == null ? "" : String.valueOf(fact.value());
        return text.matches("\\d{4}-\\d\\d-\\d\\dT.*") ? LocalDate.parse(text.substring(0, 10)) : null;
    }
}
