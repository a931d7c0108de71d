package io.gulliver.service.migration;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.ControlActivities;
import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.persistence.LostTaskException;
import io.gulliver.persistence.StaleGenerationException;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.command.CommandStore;
import io.gulliver.persistence.journal.JournalStore;
import io.gulliver.persistence.lease.LeaseStore;
import io.gulliver.persistence.playbook.PlanSource;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** The store's side of a migration; says of each failure of the store whether trying again helps. */
public final class ControlActivitiesImpl implements ControlActivities {
    private final PlanSource plans;
    private final JournalStore journal;
    private final CommandStore commands;
    private final LeaseStore leases;
    private final Preparer preparer;
    private final BooleanSupplier space;

    public ControlActivitiesImpl(
            PlanSource plans, JournalStore journal, CommandStore commands, LeaseStore leases, Preparer preparer) {
        this(plans, journal, commands, leases, preparer, () -> true);
    }

    /** @param space whether the store has space for new work */
    public ControlActivitiesImpl(
            PlanSource plans,
            JournalStore journal,
            CommandStore commands,
            LeaseStore leases,
            Preparer preparer,
            BooleanSupplier space) {
        this.space = space;
        this.plans = plans;
        this.journal = journal;
        this.commands = commands;
        this.leases = leases;
        this.preparer = preparer;
    }

    @Override
    public CompiledPlan loadPlan(String playbookHash, @Nullable Purpose purpose) {
        // a call that waited over an update says no purpose: its playbook knew of none, and all runs of it had all
        // steps
        return translating(
                "read the plan",
                () -> purpose == null ? plans.require(playbookHash) : plans.require(playbookHash, purpose));
    }

    @Override
    public MigrationState loadState(MigrationId migration) {
        return translating("read the state of " + migration, () -> journal.loadState(migration));
    }

    @Override
    public String saveCarried(MigrationId migration, MigrationState state) {
        return translating("keep the state of " + migration, () -> journal.saveCarried(migration, state));
    }

    @Override
    public MigrationState loadCarried(MigrationId migration, String hash) {
        return translating("read the kept state of " + migration, () -> journal.loadCarried(migration, hash));
    }

    @Override
    public List<PrepareResult> prepare(List<PrepareRequest> requests) {
        return translating("prepare steps", () -> {
            List<PrepareResult> results;
            try {
                results = preparer.prepare(requests);
            } catch (DataAccessException | TransactionException | UnknownRowException e) {
                throw e;
            } catch (RuntimeException e) {
                // A fault of ours does not mend itself: a person sees the step and may try it again.
                throw failure(FailureCode.INTERNAL, e, "Report this with the evidence pack, then retry the step.");
            }
            if (results.size() != requests.size()) {
                throw new IllegalStateException(
                        "prepare answered " + results.size() + " results to " + requests.size() + " requests");
            }
            return results;
        });
    }

    @Override
    public void flush(JournalBatch batch) {
        if (begins(batch) && !space.getAsBoolean()) {
            String message = "Too little space is left for the store: " + batch.migration() + " starts no step now";
            throw ApplicationFailure.newFailure(
                    message,
                    FailureCode.TEMPORARILY_UNAVAILABLE.name(),
                    FailureCode.TEMPORARILY_UNAVAILABLE.with(message, "Make room; the migration goes on by itself."));
        }
        translating("write the journal of " + batch.migration(), () -> {
            journal.flush(batch);
            return true;
        });
    }

    /** Whether a step would begin once this is written; ends, words and undoing are written for as long as it goes. */
    private static boolean begins(JournalBatch batch) {
        return batch.entries().stream()
                .map(JournalEntry::step)
                .anyMatch(step -> step != null && step.state() == StepState.RUNNING);
    }

    @Override
    public void admit(MigrationId migration, int generation) {
        translating("ask who carries " + migration, () -> {
            journal.admit(migration, generation);
            return true;
        });
    }

    @Override
    public CommandOrder readCommand(String commandId, String hearing) {
        return translating(
                "read the command " + commandId,
                () -> commands.hear(commandId, hearing)
                        .orElseThrow(() -> new UnknownRowException("There is no command '" + commandId
                                + "' to deliver in the store. Only what was recorded there is carried out.")));
    }

    @Override
    public CommandOutcome readOutcome(MigrationId migration, String commandId) {
        return translating(
                "read the outcome of the command " + commandId,
                () -> journal.outcome(migration, commandId)
                        .orElseThrow(() -> new UnknownRowException("The run log of " + migration
                                + " does not say what became of the command '" + commandId
                                + "', which the engine remembers. Compare the two, then give the command again.")));
    }

    @Override
    public List<StepKey> granted(MigrationId migration, int generation) {
        return translating("read what " + migration + " may use", () -> {
            journal.admit(migration, generation);
            return leases.granted(migration);
        });
    }

    private static <T> T translating(String what, Supplier<T> work) {
        try {
            return work.get();
        } catch (StaleGenerationException e) {
            throw failure(FailureCode.GENERATION_SUPERSEDED, e, "Nothing: the newer engine goes on.");
        } catch (LostTaskException e) {
            // Tried again by whoever is not lost after all; the engine hears no more of whoever is.
            String message = String.valueOf(e.getMessage());
            throw ApplicationFailure.newFailureWithCause(
                    message,
                    FailureCode.TEMPORARILY_UNAVAILABLE.name(),
                    e,
                    FailureCode.TEMPORARILY_UNAVAILABLE.with(message, "Nothing: the later workflow task goes on."));
        } catch (UnknownRowException e) {
            throw failure(FailureCode.INPUT_INVALID, e, "Check the store's backup and the id.");
        } catch (DataAccessException | TransactionException e) {
            String message = "The store could not " + what + ": "
                    + (e.getMostSpecificCause().getMessage());
            throw ApplicationFailure.newFailureWithCause(
                    message,
                    FailureCode.TEMPORARILY_UNAVAILABLE.name(),
                    e,
                    FailureCode.TEMPORARILY_UNAVAILABLE.with(
                            message, "Bring the store back; the migration goes on by itself."));
        }
    }

    private static ApplicationFailure failure(FailureCode code, RuntimeException cause, String advice) {
        String message = String.valueOf(cause.getMessage());
        return ApplicationFailure.newNonRetryableFailureWithCause(
                message, code.name(), cause, code.with(message, advice));
    }
}
