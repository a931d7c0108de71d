package io.gulliver.service.migration;

import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.persistence.migration.MigrationStore;
import io.temporal.client.WorkflowClient;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells running production migrations that their dates moved, so that what waits for its time asks for it again. One that
 * could not be told is told again with the next look of the planning job.
 */
public final class PlanMoves {
    private static final Logger LOG = LoggerFactory.getLogger(PlanMoves.class);

    private final MigrationStore migrations;
    private final Waker waker;
    private final Set<MigrationId> untold = ConcurrentHashMap.newKeySet();

    /** Tells one run; throws when it could not be told. */
    @FunctionalInterface
    public interface Waker {
        void wake(MigrationId migration);

        /** Signals the migration's workflow. */
        static Waker byTemporal(Supplier<Optional<WorkflowClient>> client) {
            return migration -> client.get()
                    .orElseThrow(() -> new IllegalStateException("the engine is not connected"))
                    .newWorkflowStub(MigrationWorkflow.class, WorkflowIds.migration(migration))
                    .replanned();
        }
    }

    public PlanMoves(MigrationStore migrations, Waker waker) {
        this.migrations = migrations;
        this.waker = waker;
    }

    /** The planned dates of these databases moved. */
    public void moved(String program, Set<String> databases) {
        if (databases.isEmpty()) {
            return;
        }
        migrations.running().stream()
                .filter(run -> run.program().equals(program)
                        && run.purpose() == Purpose.PRODUCTION
                        && databases.contains(run.database()))
                .map(Migration::id)
                .forEach(untold::add);
        again();
    }

    /** Tells those that could not be told before. */
    public void again() {
        for (MigrationId migration : Set.copyOf(untold)) {
            try {
                waker.wake(migration);
                untold.remove(migration);
            } catch (RuntimeException away) {
                if (migrations.running().stream().noneMatch(run -> run.id().equals(migration))) {
                    untold.remove(migration); // it has ended
                } else {
                    LOG.info("Migration {} could not be told that its dates moved; it is told again", migration, away);
                }
            }
        }
    }
}
