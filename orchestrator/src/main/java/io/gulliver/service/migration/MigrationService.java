package io.gulliver.service.migration;

import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StaleGenerationException;
import io.gulliver.persistence.engine.EngineIdentity;
import io.gulliver.persistence.engine.EngineStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts migrations, and carries those of a lost engine on to the next one. */
public final class MigrationService {
    private static final Logger LOG = LoggerFactory.getLogger(MigrationService.class);

    private final MigrationStore migrations;
    private final EngineStore engines;
    private final Supplier<Optional<WorkflowClient>> client;
    private final int interpreterVersion;
    private final Duration callsExpire;
    private final Clock clock;

    /**
     * @param client the engine's client, or empty while it is not connected
     * @param callsExpire how long a run taken over from another engine acts on nothing: at least as long as a call of
     *     that engine may wait for a worker
     */
    public MigrationService(
            MigrationStore migrations,
            EngineStore engines,
            Supplier<Optional<WorkflowClient>> client,
            int interpreterVersion,
            Duration callsExpire,
            Clock clock) {
        this.migrations = migrations;
        this.engines = engines;
        this.client = client;
        this.interpreterVersion = interpreterVersion;
        this.callsExpire = callsExpire;
        this.clock = clock;
    }

    /**
     * What {@link #resume} did.
     *
     * @param started first or further runs started on the engine
     * @param held migrations that the engine does not carry and that no person said are to be taken over: their old
     *     engine may still live, or their workflow was closed or deleted in this one
     */
    public record Resumed(List<MigrationId> started, List<MigrationId> held) {}

    /**
     * Makes the row and starts the workflow; the same request again changes nothing. While the engine is down the row
     * waits, and {@link #resume} starts it.
     */
    public Migration start(NewMigration wanted) {
        Migration made = migrations.create(wanted);
        carry(made);
        return migrations.require(made.id());
    }

    /** Hands a migration whose row is there to the engine; the same again changes nothing. */
    public void carry(Migration made) {
        Optional<WorkflowClient> engine = client.get();
        Optional<EngineIdentity> identity = engines.current();
        if (made.engine() == null && engine.isPresent() && identity.isPresent()) {
            try {
                launch(engine.get(), made, identity.get().cluster());
            } catch (WorkflowException | io.grpc.StatusRuntimeException e) {
                LOG.warn("migration={} recorded, starts when the engine answers: {}", made.id(), e.getMessage());
            }
        }
    }

    /** Hands over rows that wait because the engine did not answer when they were made; answers how many still do. */
    public int carryWaiting() {
        int waiting = 0;
        for (Migration migration : migrations.running()) {
            if (migration.engine() == null) {
                carry(migration);
                if (migrations.require(migration.id()).engine() == null) {
                    waiting++;
                }
            }
        }
        return waiting;
    }

    /**
     * Starts rows that no engine ever carried and, when a person said so, takes over every run that this engine does not
     * carry, each with the next generation and the state that the journal holds.
     *
     * @param now the engine that is connected
     * @param oldEngineIsDead a person confirmed it; nothing is taken over without that
     */
    public Resumed resume(EngineIdentity now, boolean oldEngineIsDead, String by) {
        WorkflowClient engine = client.get()
                .orElseThrow(() -> new IllegalStateException(
                        "The engine is not connected. Start it, then resume the migrations."));
        boolean sameEngine = engines.current()
                .map(e -> e.cluster().equals(now.cluster()) && e.namespace().equals(now.namespace()))
                .orElse(true);
        List<MigrationId> started = new ArrayList<>();
        List<MigrationId> held = new ArrayList<>();
        for (Migration migration : migrations.running()) {
            if (migration.engine() == null) {
                launch(engine, migration, now.cluster());
                started.add(migration.id());
            } else if (!now.cluster().equals(migration.engine())
                    || EngineRuns.lost(engine, migration.id()).isPresent()) {
                if (migrations.require(migration.id()).mode() == RunMode.ENDED) {
                    continue; // since it was listed
                }
                if (oldEngineIsDead) {
                    try {
                        takeOver(engine, migration, now.cluster(), by, null);
                        started.add(migration.id());
                    } catch (StaleGenerationException faster) {
                        LOG.info("migration={} was resumed by another process", migration.id());
                    }
                } else {
                    held.add(migration.id());
                }
            }
        }
        if (sameEngine || held.isEmpty()) {
            engines.adopt(now.cluster(), now.namespace(), now.dataDirectory(), by);
        }
        return new Resumed(List.copyOf(started), List.copyOf(held));
    }

    /**
     * Takes one run over from the run log, with the next generation, because the engine that is connected closed, lost or
     * reset its workflow. What the old workflow still had under way is looked at before it is repeated.
     *
     * @param reason of the person, kept in the audit record
     * @throws RefusedException when the run has ended, the engine carries it, or the engine cannot be asked now
     */
    public Migration takeOver(MigrationId id, String by, String reason) {
        WorkflowClient engine = client.get()
                .orElseThrow(() -> notNow("The engine is not connected, so nobody can say whether it carries migration "
                        + id + ". Bring it back; a lost engine is for './gulliver recover'."));
        Migration migration = migrations.require(id);
        if (migration.mode() == RunMode.ENDED) {
            throw notNow("Migration " + id + " has ended: there is nothing to take over.");
        }
        String cluster = engines.current()
                .map(EngineIdentity::cluster)
                .orElseThrow(() -> notNow("No engine carries this store's migrations yet."));
        if (EngineRuns.lostOrStuck(engine, id, Instant.now()).isEmpty()) {
            throw notNow("The engine carries migration " + id + ": there is nothing to take over. Two runs of one"
                    + " migration would act twice.");
        }
        try {
            takeOver(engine, migration, cluster, by, reason);
        } catch (StaleGenerationException faster) {
            throw notNow("Migration " + id + " was taken over by somebody else a moment ago.");
        }
        return migrations.require(id);
    }

    private static RefusedException notNow(String message) {
        return new RefusedException(RuleViolation.Kind.NOT_NOW, message);
    }

    private void takeOver(
            WorkflowClient engine, Migration migration, String cluster, String by, @Nullable String reason) {
        // Of a run that this engine itself carried, the engine hands out nothing once it is closed.
        boolean foreign = !cluster.equals(migration.engine());
        Migration next = migrations.startNextGeneration(
                migration.id(),
                migration.generation(),
                cluster,
                by,
                reason,
                foreign ? clock.instant().plus(callsExpire) : null);
        endStale(engine, next);
        launch(engine, next, cluster);
    }

    /** An engine put back from a backup may hold the run of an older generation: it could only end as superseded. */
    private static void endStale(WorkflowClient engine, Migration next) {
        try {
            engine.newUntypedWorkflowStub(WorkflowIds.migration(next.id()))
                    .terminate("Taken over by generation " + next.generation());
        } catch (WorkflowNotFoundException e) {
            LOG.debug("migration={} has no older run here", next.id());
        }
    }

    private void launch(WorkflowClient engine, Migration migration, String cluster) {
        MigrationWorkflow workflow = engine.newWorkflowStub(
                MigrationWorkflow.class,
                WorkflowOptions.newBuilder()
                        .setWorkflowId(WorkflowIds.migration(migration.id()))
                        .setTaskQueue(TaskQueues.CONTROL)
                        .setWorkflowIdReusePolicy(
                                migration.generation() > 1
                                        // the run of an older generation may have ended here
                                        ? WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE
                                        : WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
                        .build());
        MigrationInput input = new MigrationInput(
                migration.id(),
                migration.program(),
                migration.database(),
                migration.purpose(),
                migration.generation(),
                migration.playbookHash(),
                interpreterVersion,
                migration.evaluateOnly(),
                migration.pauseAfterStage(),
                migration.pauseAfterStep(),
                migration.generation() > 1,
                null,
                null,
                null,
                null,
                migration.actsFrom());
        try {
            // Only start() tells a duplicate; a call through the stub would attach to it in silence.
            WorkflowClient.start(workflow::run, input);
        } catch (WorkflowExecutionAlreadyStarted there) {
            LOG.debug("migration={} is carried already", migration.id());
        }
        migrations.carriedBy(migration.id(), cluster);
    }
}
