package io.gulliver.control;

import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.persistence.StaleGenerationException;
import io.gulliver.persistence.engine.EngineIdentity;
import io.gulliver.persistence.engine.EngineStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.migration.NewMigration;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts migrations, and carries those of a lost engine on to the next one. */
public final class MigrationStarter {
    private static final Logger LOG = LoggerFactory.getLogger(MigrationStarter.class);

    private final MigrationStore migrations;
    private final EngineStore engines;
    private final Supplier<Optional<WorkflowClient>> client;
    private final int interpreterVersion;

    /** @param client the engine's client, or empty while it is not connected */
    public MigrationStarter(
            MigrationStore migrations,
            EngineStore engines,
            Supplier<Optional<WorkflowClient>> client,
            int interpreterVersion) {
        this.migrations = migrations;
        this.engines = engines;
        this.client = client;
        this.interpreterVersion = interpreterVersion;
    }

    /**
     * What {@link #resume} did.
     *
     * @param started first or further runs started on the engine
     * @param held migrations whose old engine may still live: a person must confirm that it is dead
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
     * Starts what the engine does not carry: rows never started, and runs of an engine that is gone, each with the next
     * generation and the state that the journal holds.
     *
     * @param now the engine that is connected
     * @param oldEngineIsDead a person confirmed it; without that only runs between engines of this data directory go on
     */
    public Resumed resume(EngineIdentity now, boolean oldEngineIsDead, String by) {
        WorkflowClient engine = client.get()
                .orElseThrow(() -> new IllegalStateException(
                        "The engine is not connected. Start it, then resume the migrations."));
        String own = engines.dataDirectory();
        boolean ours = now.dataDirectory().equals(own)
                && engines.current().map(e -> e.dataDirectory().equals(own)).orElse(true);
        boolean sameEngine = engines.current()
                .map(e -> e.cluster().equals(now.cluster()) && e.namespace().equals(now.namespace()))
                .orElse(true);
        List<MigrationId> started = new ArrayList<>();
        List<MigrationId> held = new ArrayList<>();
        for (Migration migration : migrations.running()) {
            if (migration.engine() == null) {
                launch(engine, migration, now.cluster());
                started.add(migration.id());
            } else if (!now.cluster().equals(migration.engine()) || !carries(engine, migration)) {
                if (sameEngine || ours || oldEngineIsDead) {
                    try {
                        Migration next = migrations.startNextGeneration(
                                migration.id(), migration.generation(), now.cluster(), by);
                        endStale(engine, next);
                        launch(engine, next, now.cluster());
                        started.add(migration.id());
                    } catch (StaleGenerationException faster) {
                        LOG.info("migration={} was resumed by another process", migration.id());
                    }
                } else {
                    held.add(migration.id());
                }
            }
        }
        if (held.isEmpty()) {
            engines.adopt(now.cluster(), now.namespace(), now.dataDirectory(), by);
        }
        return new Resumed(List.copyOf(started), List.copyOf(held));
    }

    private static boolean carries(WorkflowClient engine, Migration migration) {
        try {
            engine.newUntypedWorkflowStub(WorkflowIds.migration(migration.id())).describe();
            return true;
        } catch (WorkflowNotFoundException e) {
            return false;
        }
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
                null);
        try {
            // Only start() tells a duplicate; a call through the stub would attach to it in silence.
            WorkflowClient.start(workflow::run, input);
        } catch (WorkflowExecutionAlreadyStarted there) {
            LOG.debug("migration={} is carried already", migration.id());
        }
        migrations.carriedBy(migration.id(), cluster);
    }
}
