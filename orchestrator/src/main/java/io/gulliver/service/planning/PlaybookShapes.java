package io.gulliver.service.planning;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.plan.MeasuredRate;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.schedule.RunShape;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.Step;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the run of a method does, in its order: by the newest approved playbook that carries it. */
public final class PlaybookShapes {
    private final Supplier<List<PlaybookRow>> playbooks;
    private final Function<String, Playbook> written;
    private final Function<String, CompiledPlan> compiled;
    private final Map<String, RunShape> known = new ConcurrentHashMap<>();

    /**
     * @param playbooks all that the store holds
     * @param written a playbook by its hash
     * @param compiled its plan
     */
    public PlaybookShapes(
            Supplier<List<PlaybookRow>> playbooks,
            Function<String, Playbook> written,
            Function<String, CompiledPlan> compiled) {
        this.playbooks = playbooks;
        this.written = written;
        this.compiled = compiled;
    }

    /** Where no playbook is at hand. */
    public static PlaybookShapes none() {
        return new PlaybookShapes(
                List::of,
                hash -> {
                    throw new IllegalStateException("no playbook");
                },
                hash -> {
                    throw new IllegalStateException("no playbook");
                });
    }

    /** The shape of a method's run. */
    @FunctionalInterface
    public interface Shapes {
        /**
         * @param method null for a database whose method is not known
         * @param measured lengths that steps of this database had, by {@link MeasuredRate#step}; they replace estimates
         */
        RunShape of(@Nullable Method method, Map<String, Duration> measured);
    }

    /** Shapes by method as of now. */
    Shapes now() {
        List<PlaybookRow> rows = playbooks.get();
        Map<Method, Optional<PlaybookRow>> found = new ConcurrentHashMap<>();
        return (method, measured) -> {
            if (method == null) {
                return RunShape.sequence();
            }
            PlaybookRow row = found.computeIfAbsent(
                            method,
                            wanted -> rows.stream()
                                    .filter(one -> one.approvedBy() != null
                                            && written.apply(one.hash())
                                                    .method()
                                                    .equals(wanted.key()))
                                    .max(Comparator.comparingInt(PlaybookRow::version)
                                            .thenComparing(PlaybookRow::name)))
                    .orElse(null);
            if (row == null) {
                return method.replicates() ? RunShape.sequence() : RunShape.offline();
            }
            return measured.keySet().stream().anyMatch(name -> name.startsWith(MeasuredRate.step(row.name(), "")))
                    ? of(written.apply(row.hash()), compiled.apply(row.hash()), measured)
                    : known.computeIfAbsent(row.hash(), hash -> of(written.apply(hash), compiled.apply(hash)));
        };
    }

    /**
     * How long users are out in a production run of a playbook.
     *
     * @param measured lengths of steps in place of their estimates, by {@link MeasuredRate#step}
     */
    Duration outage(String hash, Map<String, Duration> measured) {
        return of(written.apply(hash), compiled.apply(hash), measured).outage();
    }

    /** Steps of a production run of a playbook that its rehearsals lack and a condition may leave out. */
    Set<String> exceptionsOfProduction(String hash) {
        Playbook playbook = written.apply(hash);
        return compiled.apply(hash).steps().stream()
                .filter(PlanStep::conditional)
                .map(PlanStep::id)
                .filter(id -> playbook.requireStep(id).purpose() == Purpose.PRODUCTION)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The shape of a playbook. A task that its condition may leave out takes no time: it is the exception. */
    public static RunShape of(Playbook playbook, CompiledPlan plan) {
        return of(playbook, plan, Map.of());
    }

    private static RunShape of(Playbook playbook, CompiledPlan plan, Map<String, Duration> measured) {
        return RunShape.of(plan.steps().stream()
                .map(step -> act(
                        playbook.requireStep(step.id()),
                        step,
                        measured.get(MeasuredRate.step(playbook.name(), step.id()))))
                .toList());
    }

    private static RunShape.Act act(Step written, PlanStep step, @Nullable Duration measured) {
        boolean exception = step.kind() == StepKind.TASK && step.conditional();
        Integer estimate = exception ? null : step.estimateSeconds();
        Step.NotBefore planned = written.notBefore();
        return new RunShape.Act(
                step.id(),
                written.title(),
                step.stage(),
                step.phase(),
                step.kind() == StepKind.TASK || step.kind() == StepKind.GATE,
                step.kind() == StepKind.GATE,
                step.needs(),
                measured != null ? measured : estimate == null ? Duration.ZERO : Duration.ofSeconds(estimate),
                planned == null ? null : planned.offset());
    }
}
