package io.gulliver.service.planning;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.plan.PlanStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.ProgramMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How many databases of a program go by which method, and which of them wait because it has no approved playbook. */
public final class MethodDemand {
    private final ProgramStore programs;
    private final PlanStore plans;
    private final MigrationStore migrations;
    private final ApprovedPlaybooks playbooks;

    public MethodDemand(
            ProgramStore programs, PlanStore plans, MigrationStore migrations, ApprovedPlaybooks playbooks) {
        this.programs = programs;
        this.plans = plans;
        this.migrations = migrations;
        this.playbooks = playbooks;
    }

    /**
     * One method.
     *
     * @param method which, or null for databases that have none yet
     * @param databases how many go by it
     * @param playbook name of its newest approved playbook, or null while it has none
     * @param waiting databases that cannot start for want of a playbook, by name; those that are carried or across by
     *     another one do not wait
     */
    public record Way(
            @Nullable Method method,
            int databases,
            @Nullable String playbook,
            List<String> waiting) {
        public Way {
            waiting = List.copyOf(waiting);
        }
    }

    /**
     * The methods of a program, in their order, those without one last; as of the last time the plan judged them.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program
     */
    public List<Way> of(String program) {
        programs.require(program);
        Set<String> carried = migrations.carried(program);
        Map<Method, Set<String>> byMethod = new TreeMap<>();
        int without = 0;
        for (PlanStore.Taken row : plans.taken(program)) {
            if (row.method() == null) {
                without++;
            } else {
                byMethod.computeIfAbsent(Method.valueOf(row.method()), method -> new TreeSet<>())
                        .add(row.database());
            }
        }
        Map<Method, PlaybookRow> newest = playbooks.newest();
        List<Way> ways = new ArrayList<>();
        byMethod.forEach((method, databases) -> {
            PlaybookRow playbook = newest.get(method);
            ways.add(new Way(
                    method,
                    databases.size(),
                    playbook == null ? null : playbook.name(),
                    playbook != null
                            ? List.of()
                            : databases.stream()
                                    .filter(database -> !carried.contains(database))
                                    .toList()));
        });
        if (without > 0) {
            ways.add(new Way(null, without, null, List.of()));
        }
        return ways;
    }

    /** The method that the program takes for all its databases, or empty. */
    public Optional<ProgramMethod> forAll(String program) {
        return Optional.ofNullable(ProgramPolicy.of(programs.require(program)).forAll());
    }

    /** Databases that wait for a playbook of their method. */
    public Set<String> waiting(String program) {
        Set<String> waiting = new TreeSet<>();
        of(program).forEach(way -> waiting.addAll(way.waiting()));
        return waiting;
    }
}
