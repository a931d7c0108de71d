package io.gulliver.service.planning;

import io.gulliver.assessment.start.DiscoveryRules;
import io.gulliver.assessment.start.RehearsalRules;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.view.CommandReader;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.planning.measure.RunMeasures;
import io.gulliver.planning.method.Method;
import io.gulliver.service.migration.LibraryPlans;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The playbooks that may run, by the method that they carry. */
public final class ApprovedPlaybooks {
    private static final Comparator<PlaybookRow> NEWEST =
            Comparator.comparingInt(PlaybookRow::version).thenComparing(PlaybookRow::name);

    private final PlaybookStore playbooks;
    private final LibraryPlans plans;

    public ApprovedPlaybooks(PlaybookStore playbooks, LibraryPlans plans) {
        this.playbooks = playbooks;
        this.plans = plans;
    }

    /** The newest one of each method that has one. */
    public Map<Method, PlaybookRow> newest() {
        Map<Method, PlaybookRow> newest = new TreeMap<>();
        for (PlaybookRow row : approved()) {
            plans.carries(row.hash())
                    .flatMap(Method::find)
                    .ifPresent(method -> newest.merge(method, row, (a, b) -> NEWEST.compare(a, b) >= 0 ? a : b));
        }
        return newest;
    }

    /** The newest one that looks at a source and does nothing else. */
    public Optional<PlaybookRow> looking() {
        return approved().stream()
                .filter(row -> plans.carries(row.hash())
                        .filter(DiscoveryRules.LOOKS::equals)
                        .isPresent())
                .max(NEWEST);
    }

    /** Steps of a playbook that do more than look at the source. */
    List<String> stepsBeyondLooking(PlaybookRow row) {
        return plans.stepsBeyondLooking(row.hash());
    }

    /** The newest one of this name, or of this version of it. */
    public Optional<PlaybookRow> named(String name, @Nullable Integer version) {
        return approved().stream()
                .filter(row -> row.name().equals(name) && (version == null || row.version() == version))
                .max(NEWEST);
    }

    /** Key of the method that a playbook carries. */
    public String carries(PlaybookRow row) {
        return plans.playbook(row.hash()).method();
    }

    /** Steps of a playbook that no rehearsal may have and one by it would. */
    List<String> productionStepsOfRehearsal(PlaybookRow row) {
        return plans.productionStepsOfRehearsal(row.hash());
    }

    /** Rehearsals of a database by a method that reached their end, by whatever version of a playbook; newest first. */
    List<RehearsalRules.Ended> rehearsals(
            MigrationStore migrations, CommandReader commands, String program, String database, String method) {
        return migrations
                .list(new MigrationQuery(program, database, Purpose.REHEARSAL, Set.of(RunMode.ENDED), null, 1000))
                .rows()
                .stream()
                .filter(run -> run.outcome() == RunOutcome.COMPLETED && !run.evaluateOnly())
                .filter(run ->
                        plans.carries(run.playbookHash()).filter(method::equals).isPresent())
                .sorted(Comparator.comparingInt(Migration::number).reversed())
                .map(run -> ended(run, migrations.steps(run.id()), commands.skipped(run.id())))
                .toList();
    }

    private static RehearsalRules.Ended ended(Migration run, List<StepRow> rows, Set<StepKey> skipped) {
        Set<String> leftOut = RehearsalMeasures.leftOut(rows, skipped);
        return new RehearsalRules.Ended(
                run.number(),
                rows.stream()
                        .filter(row -> leftOut.contains(row.run().key().step())
                                && RunMeasures.movesRows(row.action(), row.phase()))
                        .map(StepRow::title)
                        .distinct()
                        .toList());
    }

    private List<PlaybookRow> approved() {
        return playbooks.list().stream().filter(row -> row.approvedBy() != null).toList();
    }
}
