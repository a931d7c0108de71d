package io.gulliver.service.preflight;

import io.grpc.StatusRuntimeException;
import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.assessment.preflight.PreflightCheck;
import io.gulliver.assessment.preflight.PreflightFacts;
import io.gulliver.assessment.preflight.PreflightFacts.ProgramFacts;
import io.gulliver.assessment.preflight.PreflightRules;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.program.Program;
import io.gulliver.engine.EngineClient;
import io.gulliver.engine.QueuePollers;
import io.gulliver.persistence.view.AccountReader;
import io.gulliver.persistence.view.AuditReader;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.backup.StoreBackup;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.planning.ApprovedPlaybooks;
import io.gulliver.service.planning.MethodDemand;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import io.temporal.client.WorkflowClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Looks what is there before a first real migration; what follows from it is said by {@link PreflightRules}. */
public final class PreflightService {
    private static final ProgramPolicy SILENT = ProgramPolicy.parse(Map.of()).policy();
    private static final int ENGINE_SECONDS = 3;
    private static final int ROWS = 50;

    private final AccountReader accounts;
    private final ProgramReader programs;
    private final AuditReader audit;
    private final MethodDemand demand;
    private final ApprovedPlaybooks playbooks;
    private final LibraryPlans plans;
    private final EngineClient engine;
    private final PreflightSettings settings;
    private final Clock clock;

    public PreflightService(
            AccountReader accounts,
            ProgramReader programs,
            AuditReader audit,
            MethodDemand demand,
            ApprovedPlaybooks playbooks,
            LibraryPlans plans,
            EngineClient engine,
            PreflightSettings settings,
            Clock clock) {
        this.accounts = accounts;
        this.programs = programs;
        this.audit = audit;
        this.demand = demand;
        this.playbooks = playbooks;
        this.plans = plans;
        this.engine = engine;
        this.settings = settings;
        this.clock = clock;
    }

    /** All checks, as things are now. */
    public List<PreflightCheck> checks() {
        Instant now = clock.instant();
        return PreflightRules.checks(new PreflightFacts(
                now,
                settings.installation(),
                people(now),
                queues(now),
                settings.unreadable().get(),
                programs.atWork().stream().map(this::program).toList(),
                lastBackup()));
    }

    private PreflightFacts.People people(Instant now) {
        List<Account> open = accounts.list().stream()
                .filter(one -> one.opens(now) && !one.issuer().equals(Account.LAB))
                .toList();
        SortedSet<String> held = new TreeSet<>();
        open.forEach(one -> one.functions().stream()
                .filter(function -> function.endsAt() == null || now.isBefore(function.endsAt()))
                .map(function -> function.function().key())
                .forEach(held::add));
        SortedSet<String> asked = new TreeSet<>();
        for (PlaybookRow row : playbooks.newest().values()) {
            plans.require(row.hash()).steps().stream()
                    .map(PlanStep::role)
                    .filter(role -> Function.of(role).isPresent())
                    .forEach(asked::add);
        }
        return new PreflightFacts.People(
                open.size(),
                (int) open.stream().filter(Account::administrator).count(),
                (int) open.stream().filter(one -> one.email() != null).count(),
                asked,
                held);
    }

    private SortedMap<String, Boolean> queues(Instant now) {
        SortedMap<String, Boolean> queues = new TreeMap<>();
        WorkflowClient client = engine.get().orElse(null);
        if (client == null) {
            return queues;
        }
        String zone = settings.installation().zone();
        WorkflowServiceGrpc.WorkflowServiceBlockingStub stub =
                client.getWorkflowServiceStubs().blockingStub().withDeadlineAfter(ENGINE_SECONDS, TimeUnit.SECONDS);
        try {
            for (String queue : List.of(TaskQueues.device(zone), TaskQueues.host(zone), TaskQueues.await(zone))) {
                queues.put(queue, QueuePollers.served(stub, client.getOptions().getNamespace(), queue, now));
            }
        } catch (StatusRuntimeException away) {
            queues.clear();
        }
        return queues;
    }

    private ProgramFacts program(Program program) {
        int databases = 0;
        SortedMap<String, Integer> without = new TreeMap<>();
        for (MethodDemand.Way way : demand.of(program.key())) {
            if (way.method() != null) {
                databases += way.databases();
                if (!way.waiting().isEmpty()) {
                    without.put(way.method().key(), way.waiting().size());
                }
            }
        }
        return new ProgramFacts(program.key(), !ProgramPolicy.of(program).equals(SILENT), databases, without);
    }

    private @Nullable Instant lastBackup() {
        return audit.list(null, "store", null, ROWS).rows().stream()
                .filter(row -> row.event().action().equals(StoreBackup.ACTION))
                .map(row -> row.event().at())
                .findFirst()
                .orElse(null);
    }
}
