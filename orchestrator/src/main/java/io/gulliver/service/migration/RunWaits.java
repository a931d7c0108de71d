package io.gulliver.service.migration;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.contract.activity.FailureKind;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.lease.LeaseQueue;
import io.gulliver.domain.lease.LeaseRequest;
import io.gulliver.domain.lease.SlotKind;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.plan.LongestWait;
import io.gulliver.domain.plan.PastWait;
import io.gulliver.domain.plan.WorkingHours;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.task.TaskDue;
import io.gulliver.persistence.lease.LeaseStore;
import io.gulliver.persistence.view.JournalReader;
import io.gulliver.persistence.view.JournalRow;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.persistence.view.WaitingStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What runs wait for, from the steps, tasks and scarce things as they stand; times by the calendars of the programs. */
public final class RunWaits {
    /** What waited less says nothing of a run. */
    private static final Duration WORTH_SAYING = Duration.ofMinutes(1);

    private static final int LOG_LINES = 500;

    private final MigrationReader migrations;
    private final JournalReader journal;
    private final LeaseStore leases;
    private final ProgramReader programs;
    private final ProgramCalendar calendar;

    public RunWaits(
            MigrationReader migrations,
            JournalReader journal,
            LeaseStore leases,
            ProgramReader programs,
            ProgramCalendar calendar) {
        this.migrations = migrations;
        this.journal = journal;
        this.leases = leases;
        this.programs = programs;
        this.calendar = calendar;
    }

    /** The longest wait of the open run of each database, by name; a database whose run waits for nothing has none. */
    public Map<String, LongestWait> of(String program, Collection<String> databases) {
        Map<String, List<WaitingStep>> steps = new LinkedHashMap<>();
        for (WaitingStep step : migrations.waiting(program, databases)) {
            steps.computeIfAbsent(step.database(), name -> new ArrayList<>()).add(step);
        }
        if (steps.isEmpty()) {
            return Map.of();
        }
        Reading reading = new Reading(program);
        Map<String, LongestWait> waits = new TreeMap<>();
        steps.forEach((database, all) -> reading.longest(all).ifPresent(wait -> waits.put(database, wait)));
        return waits;
    }

    /** The longest wait of a run; empty where it waits for nothing, as every run that has ended. */
    public Optional<LongestWait> of(Migration run) {
        List<WaitingStep> steps = migrations.waiting(run);
        return steps.isEmpty() ? Optional.empty() : new Reading(run.program()).longest(steps);
    }

    /** What a run has waited for longest so far, a minute at least, among the steps that wait no more. */
    public Optional<PastWait> past(Migration run, List<StepRow> steps) {
        return steps.stream()
                .filter(step ->
                        step.run().waitedSince() == null && step.run().waitedSeconds() >= WORTH_SAYING.toSeconds())
                .max(Comparator.comparing(step -> step.run().waitedSeconds()))
                .map(step -> past(run, step));
    }

    private PastWait past(Migration run, StepRow step) {
        boolean full = journal.attempts(run.id(), step.run().key()).stream()
                .anyMatch(attempt -> full(attempt.last().failure()));
        return PastWait.of(
                step.run().key(),
                step.title(),
                step.stage(),
                step.kind(),
                step.role(),
                Duration.ofSeconds(step.run().waitedSeconds()),
                full,
                journal.entries(run.id(), step.run().key(), 0, LOG_LINES).stream()
                        .filter(line -> line.state() != null)
                        .map(RunWaits::line)
                        .toList());
    }

    /** The line with which a step begins to stand in line names what it asked for. */
    private static PastWait.Line line(JournalRow row) {
        StepState state = row.state() == null ? StepState.PENDING : row.state();
        String named = row.message();
        return new PastWait.Line(
                row.at(),
                state,
                state != StepState.WAITING_SLOT || named == null ? List.of() : Arrays.asList(named.split(", ")));
    }

    private static boolean full(@Nullable StepFailure failure) {
        return failure != null && failure.kind() == FailureKind.CAPACITY;
    }

    /** One look at a program: what several of its steps wait for is read once. */
    private final class Reading {
        private final Instant now;
        private final @Nullable WorkingHours hours;
        private final Map<String, List<LeaseRequest>> requests = new TreeMap<>();
        private final Map<Long, LongestWait.Holder> holders = new TreeMap<>();

        Reading(String program) {
            now = calendar.now(program);
            hours = programs.find(program)
                    .map(one -> {
                        ProgramPolicy.Hours work = ProgramPolicy.of(one).hours();
                        return work == null ? null : work.in(one.zone());
                    })
                    .orElse(null);
        }

        Optional<LongestWait> longest(List<WaitingStep> steps) {
            return LongestWait.of(steps.stream().map(this::waiting).toList(), now);
        }

        private LongestWait.Waiting waiting(WaitingStep step) {
            StepRow row = step.row();
            StepRun run = row.run();
            StepFailure failure = run.failure();
            List<LeaseRequest> line = run.state() == StepState.WAITING_SLOT ? line(row) : List.of();
            LeaseRequest own = line.stream()
                    .filter(request -> request.migration().equals(row.migration())
                            && request.step().equals(run.key()))
                    .findFirst()
                    .orElse(null);
            return new LongestWait.Waiting(
                    run.key(),
                    row.title(),
                    row.stage(),
                    run.state(),
                    run.iteration() > 1,
                    row.role(),
                    step.claimedBy(),
                    run.state() == StepState.AWAITING ? run.startedAt() : run.waitedSince(),
                    step.task() == null ? run.wakeAt() : due(step),
                    own == null
                            ? List.of()
                            : own.slots().stream().map(SlotKind::kind).toList(),
                    line.stream()
                            .filter(request -> request.grantedAt() != null)
                            .map(this::holder)
                            .toList(),
                    new LeaseQueue(line).ahead(row.migration(), run.key()).orElse(0),
                    run.state() == StepState.AWAITING
                            ? run.inputs().get("kind") + ":" + run.inputs().get("name")
                            : null,
                    full(failure),
                    failure == null ? null : failure.system(),
                    failure == null ? null : failure.advice());
        }

        private @Nullable Instant due(WaitingStep step) {
            Integer estimate = step.row().estimateSeconds();
            return step.task() == null || step.openedAt() == null
                    ? null
                    : TaskDue.of(
                                    step.task(),
                                    step.openedAt(),
                                    estimate == null ? null : Duration.ofSeconds(estimate),
                                    step.snoozedUntil(),
                                    hours,
                                    now)
                            .map(TaskDue::at)
                            .orElse(null);
        }

        /** Everybody who holds or waits for something that this step asked for, and the step itself. */
        private List<LeaseRequest> line(StepRow row) {
            LeaseRequest own = leases.request(row.migration(), row.run().key()).orElse(null);
            if (own == null) {
                return List.of();
            }
            Map<Long, LeaseRequest> all = new TreeMap<>();
            own.slots()
                    .forEach(slot -> requests.computeIfAbsent(slot, leases::requests)
                            .forEach(request -> all.put(request.id(), request)));
            return List.copyOf(all.values());
        }

        private LongestWait.Holder holder(LeaseRequest request) {
            return holders.computeIfAbsent(request.id(), id -> {
                MigrationId run = request.migration();
                Instant ends =
                        migrations.step(run, request.step()).map(RunWaits::ends).orElse(null);
                return new LongestWait.Holder(migrations.require(run).database(), ends);
            });
        }
    }

    private static @Nullable Instant ends(StepRow row) {
        Instant started = row.run().startedAt();
        Integer estimate = row.estimateSeconds();
        return started == null || estimate == null
                ? null
                : started.plusSeconds(row.run().waitedSeconds()).plusSeconds(estimate);
    }
}
