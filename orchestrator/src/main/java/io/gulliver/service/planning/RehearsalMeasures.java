package io.gulliver.service.planning;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RehearsalSource;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.plan.MeasuredRate;
import io.gulliver.domain.plan.Rates;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.facts.FactStore;
import io.gulliver.persistence.journal.JournalStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.view.CommandReader;
import io.gulliver.persistence.view.JournalRow;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.view.Page;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.planning.measure.RunMeasures;
import io.gulliver.planning.measure.WorkedStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what rehearsals that reached their end measured, each once, so that estimates of their databases rest on it;
 * of a production run what its probe measured, as soon as it did, unless dump files of the database did so before. The run log is the witness: what is missing after a crash is written at the next look.
 */
public final class RehearsalMeasures {
    private static final int LINES = 5_000;

    /** The action whose step says how much there is at the source of a run. */
    private static final String DISCOVERY = "discovery.database";

    private static final List<String> SIZES = List.of("data_gb", "index_gb", "files_gb");

    private final MigrationStore migrations;
    private final CommandReader commands;
    private final JournalStore journal;
    private final ProgramStore programs;
    private final DatabaseStore databases;
    private final FactStore facts;
    private final RateService rates;
    private final PlaybookShapes shapes;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    public RehearsalMeasures(
            MigrationStore migrations,
            CommandReader commands,
            JournalStore journal,
            ProgramStore programs,
            DatabaseStore databases,
            FactStore facts,
            RateService rates,
            PlaybookShapes shapes) {
        this.migrations = migrations;
        this.commands = commands;
        this.journal = journal;
        this.programs = programs;
        this.databases = databases;
        this.facts = facts;
        this.rates = rates;
        this.shapes = shapes;
    }

    /**
     * Writes down what runs of a program measured and nobody has written down yet.
     *
     * @return how many rates and times were new
     */
    public int collect(String program) {
        return collect(program, Purpose.REHEARSAL, Set.of(RunMode.ENDED))
                + collect(program, Purpose.PRODUCTION, Set.of());
    }

    private int collect(String program, Purpose purpose, Set<RunMode> modes) {
        int added = 0;
        String cursor = null;
        do {
            Page<Migration> page = migrations.list(new MigrationQuery(program, null, purpose, modes, cursor, 1000));
            for (Migration run : page.rows()) {
                if (told.contains(run.id().value())) {
                    continue;
                }
                // what stands under a name of its own, as a server does, has no plan
                Optional<SourceDatabase> database =
                        run.evaluateOnly() ? Optional.empty() : databases.find(program, run.database());
                Optional<List<MeasuredRate>> measured = database.isEmpty()
                        ? Optional.of(List.of())
                        : purpose == Purpose.REHEARSAL ? rehearsed(run, database.get()) : probed(run, database.get());
                if (measured.isPresent()) {
                    added += rates.recordMeasured(measured.get());
                    told.add(run.id().value());
                }
            }
            cursor = page.next();
        } while (cursor != null);
        return added;
    }

    private Optional<List<MeasuredRate>> rehearsed(Migration run, SourceDatabase database) {
        return Optional.of(run.outcome() == RunOutcome.COMPLETED ? measured(run, database) : List.of());
    }

    /** Empty while it may still come. */
    private Optional<List<MeasuredRate>> probed(Migration run, SourceDatabase database) {
        List<StepRow> rows = migrations.steps(run.id()).stream()
                .filter(row -> RunMeasures.PROBE.equals(row.action()))
                .filter(row -> row.run().state() == StepState.DONE)
                .toList();
        if (rows.isEmpty() && run.mode() != RunMode.ENDED) {
            return Optional.empty();
        }
        if (rates.measured(run.program(), run.database()).stream().anyMatch(RunMeasures::byDumpFiles)) {
            return Optional.of(List.of());
        }
        Map<StepKey, List<WorkedStep.Interval>> worked = worked(run);
        Instant at = rows.stream()
                .flatMap(row -> worked.getOrDefault(row.run().key(), List.of()).stream())
                .map(WorkedStep.Interval::to)
                .max(Comparator.naturalOrder())
                .orElse(run.createdAt());
        return Optional.of(
                rates(run, database, RunMeasures.ofProbe(run.playbook(), steps(rows, worked), planned(run)), at));
    }

    private Rates planned(Migration run) {
        return ProgramPolicy.of(programs.require(run.program())).rates();
    }

    private static List<WorkedStep> steps(List<StepRow> rows, Map<StepKey, List<WorkedStep.Interval>> worked) {
        return steps(rows, row -> row.run().state() == StepState.DONE, worked);
    }

    private static List<WorkedStep> steps(
            List<StepRow> rows, Predicate<StepRow> which, Map<StepKey, List<WorkedStep.Interval>> worked) {
        Map<String, List<StepRow>> byStep = new LinkedHashMap<>();
        for (StepRow row : rows) {
            if (which.test(row)) {
                byStep.computeIfAbsent(row.run().key().step(), id -> new ArrayList<>())
                        .add(row);
            }
        }
        List<WorkedStep> steps = new ArrayList<>();
        byStep.forEach((id, same) -> step(id, same, worked).ifPresent(steps::add));
        return steps;
    }

    /** Steps that a person had a run leave out, whole or in some items; a condition that was false is another thing. */
    static Set<String> leftOut(List<StepRow> rows, Set<StepKey> skipped) {
        return rows.stream()
                .filter(row -> row.run().state() == StepState.SKIPPED
                        && skipped.contains(row.run().key()))
                .map(row -> row.run().key().step())
                .collect(Collectors.toSet());
    }

    private List<MeasuredRate> measured(Migration run, SourceDatabase database) {
        List<StepRow> rows = migrations.steps(run.id());
        Set<String> without = leftOut(rows, commands.skipped(run.id()));
        Predicate<StepRow> left = row -> without.contains(row.run().key().step());
        Map<StepKey, List<WorkedStep.Interval>> worked = worked(run);
        Map<String, Double> sizes = sizes(run, rows);
        Rates known = rates.of(run.program(), run.database());
        List<RunMeasures.LeftOut> leftOut = steps(rows, left, worked).stream()
                .map(step -> RunMeasures.leftOut(step, sizes, known))
                .toList();
        List<StepRow> others = rows.stream().filter(left.negate()).toList();
        List<RunMeasures.Measure> measured =
                new ArrayList<>(RunMeasures.of(run.playbook(), steps(others, worked), leftOut, sizes, planned(run)));
        outage(run, others, leftOut, measured).ifPresent(measured::add);
        return rates(run, database, measured, run.endedAt() == null ? run.createdAt() : run.endedAt());
    }

    private static List<MeasuredRate> rates(
            Migration run, SourceDatabase database, List<RunMeasures.Measure> measured, Instant at) {
        SortedMap<String, String> conditions = conditions(run, database);
        return measured.stream()
                .map(one -> {
                    SortedMap<String, String> all = new TreeMap<>(conditions);
                    all.putAll(one.conditions());
                    return new MeasuredRate(
                            run.program(),
                            run.database(),
                            one.name(),
                            one.value(),
                            MeasuredRate.unitOf(one.name()),
                            all,
                            run.purpose().name().toLowerCase(Locale.ROOT) + " " + run.number(),
                            run.id().value(),
                            run.purpose(),
                            at);
                })
                .toList();
    }

    /**
     * How long the outage of production would be: its own steps in their order, those of machines as long as they took here,
     * those that a rehearsal has not, that a person left out of it, and those of people as they are estimated; none where its
     * condition was false. Nobody hurries in a rehearsal, so its own length from first to last tells nothing.
     *
     * @param rows without steps that were left out by hand
     */
    private Optional<RunMeasures.Measure> outage(
            Migration run, List<StepRow> rows, List<RunMeasures.LeftOut> leftOut, List<RunMeasures.Measure> measured) {
        Map<String, Duration> lengths = new TreeMap<>();
        shapes.exceptionsOfProduction(run.playbookHash())
                .forEach(id -> lengths.put(MeasuredRate.step(run.playbook(), id), Duration.ZERO));
        rows.stream()
                .filter(row -> row.run().state() == StepState.SKIPPED)
                .forEach(row -> lengths.put(
                        MeasuredRate.step(run.playbook(), row.run().key().step()), Duration.ZERO));
        leftOut.stream()
                .filter(one -> one.step().action() != null)
                .forEach(one -> lengths.put(
                        MeasuredRate.step(run.playbook(), one.step().id()),
                        Duration.ofMillis(Math.round(one.seconds() * 1000))));
        Set<String> outage = rows.stream()
                .filter(row -> row.phase() == Phase.OUTAGE && row.kind() == StepKind.ACTION)
                .map(row -> MeasuredRate.step(run.playbook(), row.run().key().step()))
                .collect(Collectors.toSet());
        boolean worked = false;
        for (RunMeasures.Measure one : measured) {
            if (one.name().startsWith(MeasuredRate.step(run.playbook(), ""))) {
                lengths.put(one.name(), Duration.ofMillis(Math.round(one.value() * 1000)));
                worked |= outage.contains(one.name());
            }
        }
        SortedMap<String, String> conditions = new TreeMap<>();
        conditions.put("rest", "steps of people and of production alone as estimated");
        String skipped = leftOut.stream()
                .filter(one -> one.step().phase() == Phase.OUTAGE)
                .map(RunMeasures.LeftOut::words)
                .collect(Collectors.joining(", "));
        if (!skipped.isEmpty()) {
            conditions.put(RunMeasures.SKIPPED, skipped);
        }
        return worked
                ? Optional.of(new RunMeasures.Measure(
                        MeasuredRate.outage(run.playbook()),
                        shapes.outage(run.playbookHash(), lengths).toMillis() / 1000.0,
                        conditions))
                : Optional.empty();
    }

    private static Optional<WorkedStep> step(
            String id, List<StepRow> same, Map<StepKey, List<WorkedStep.Interval>> worked) {
        List<StepRow> items =
                same.stream().filter(row -> row.run().key().item() != null).toList();
        List<StepRow> did = items.isEmpty() ? same : items;
        StepRow first = did.get(0);
        if (first.kind() == StepKind.GATE || first.kind() == StepKind.WAIT) {
            return Optional.empty();
        }
        Integer estimate = first.estimateSeconds();
        return Optional.of(new WorkedStep(
                id,
                first.title(),
                first.phase(),
                first.kind() == StepKind.ACTION ? first.action() : null,
                estimate == null ? null : Duration.ofSeconds(estimate),
                did.stream()
                        .flatMap(row -> worked.getOrDefault(row.run().key(), List.of()).stream())
                        .toList(),
                first.run().inputs(),
                did.stream().map(row -> row.run().outputs()).toList()));
    }

    /** Stretches in which a machine worked on each step, by the run log: what waits or needs attention is left out. */
    private Map<StepKey, List<WorkedStep.Interval>> worked(Migration run) {
        Map<StepKey, List<WorkedStep.Interval>> worked = new HashMap<>();
        Map<StepKey, Instant> since = new HashMap<>();
        long seq = 0;
        List<JournalRow> lines;
        do {
            lines = journal.entries(run.id(), null, seq, LINES);
            for (JournalRow line : lines) {
                seq = line.seq();
                StepKey key = line.step();
                StepState state = line.state();
                if (key == null || state == null) {
                    continue;
                }
                boolean works = state == StepState.RUNNING || state == StepState.AWAITING;
                Instant from = since.get(key);
                if (works && from == null) {
                    since.put(key, line.at());
                } else if (!works && from != null) {
                    since.remove(key);
                    worked.computeIfAbsent(key, step -> new ArrayList<>())
                            .add(new WorkedStep.Interval(from, line.at()));
                }
            }
        } while (lines.size() == LINES);
        return worked;
    }

    /** What the run found at its own source; where it did not look, what is known of the database. */
    private Map<String, Double> sizes(Migration run, List<StepRow> rows) {
        Map<String, Double> sizes = new TreeMap<>();
        facts.list(run.program(), run.database(), facts.version(run.program(), run.database())).stream()
                .filter(fact -> SIZES.contains(fact.name()))
                .forEach(fact -> put(sizes, fact.name(), fact.value()));
        rows.stream()
                .filter(row -> DISCOVERY.equals(row.action()))
                .forEach(row -> SIZES.forEach(
                        name -> put(sizes, name, row.run().outputs().get(name))));
        return sizes;
    }

    private static void put(Map<String, Double> sizes, String name, @Nullable Object value) {
        if (value instanceof Number number && number.doubleValue() >= 0) {
            sizes.put(name, number.doubleValue());
        }
    }

    private static SortedMap<String, String> conditions(Migration run, SourceDatabase database) {
        SortedMap<String, String> conditions = new TreeMap<>();
        conditions.put("playbook", run.playbook() + " v" + run.playbookVersion());
        RehearsalSource source = run.source();
        String host =
                source == null || source.host() == null ? database.profile().sourceHost() : source.host();
        conditions.put(
                "source",
                (source == null ? "live" : source.kind().name().toLowerCase(Locale.ROOT))
                        + (host == null ? "" : " on " + host));
        if (database.profile().targetServer() != null) {
            conditions.put("target", database.profile().targetServer());
        }
        return conditions;
    }
}
