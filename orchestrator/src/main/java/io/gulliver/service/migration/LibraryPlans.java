package io.gulliver.service.migration;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.Stage;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.playbook.PlanSource;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.planning.method.Method;
import io.gulliver.playbook.ActionDeclaration;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.playbook.PlaybookLoader;
import io.gulliver.playbook.Step;
import io.gulliver.playbook.StepPreparer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans by content hash: of the shipped playbooks, and of those that the store holds. A playbook that runs is read from
 * the store when a later version of Gulliver no longer ships it.
 */
public final class LibraryPlans implements PlanSource {
    private static final Logger LOG = LoggerFactory.getLogger(LibraryPlans.class);

    private final PlaybookLibrary library;
    private final Supplier<PlaybookStore> store;

    /** @param store asked late, because the stores are made with the plans at hand */
    public LibraryPlans(PlaybookLibrary library, Supplier<PlaybookStore> store) {
        this.library = library;
        this.store = store;
    }

    @Override
    public CompiledPlan require(String playbookHash) {
        return require(playbookHash, Purpose.PRODUCTION);
    }

    @Override
    public CompiledPlan require(String playbookHash, Purpose purpose) {
        return library.findPlan(known(playbookHash), purpose).orElseThrow();
    }

    @Override
    public String title(String playbookHash, String stepId) {
        return playbook(playbookHash).steps().stream()
                .filter(step -> step.id().equals(stepId))
                .map(Step::title)
                .findFirst()
                .orElse(stepId);
    }

    @Override
    public Optional<String> does(String playbookHash, String stepId) {
        return library.does(known(playbookHash), stepId);
    }

    @Override
    public Optional<String> method(String playbookHash) {
        return carries(playbookHash).flatMap(Method::find).map(Method::name);
    }

    /**
     * Key of the method that a playbook carries; empty when this version of Gulliver cannot read it any more: it cannot be
     * run, and hides no other.
     */
    public Optional<String> carries(String playbookHash) {
        try {
            return Optional.of(playbook(playbookHash).method());
        } catch (UnknownRowException unreadable) {
            LOG.warn("playbook={} is left out: {}", playbookHash, unreadable.getMessage());
            return Optional.empty();
        }
    }

    /** The playbook as written. */
    public Playbook playbook(String playbookHash) {
        return library.findByHash(known(playbookHash)).orElseThrow();
    }

    /** What resolves the playbook's steps. */
    public StepPreparer preparer(String playbookHash) {
        return library.findPreparer(known(playbookHash)).orElseThrow();
    }

    /** Steps that a rehearsal by this playbook would reach though they are of production alone; of old ones that say of none. */
    public List<String> productionStepsOfRehearsal(String playbookHash) {
        return require(playbookHash, Purpose.REHEARSAL).steps().stream()
                .filter(step -> step.action() != null
                        && library.actions()
                                .find(step.action())
                                .filter(ActionDeclaration::production)
                                .isPresent())
                .map(PlanStep::id)
                .toList();
    }

    /** Steps of a playbook that do more than look at the source. */
    public List<String> stepsBeyondLooking(String playbookHash) {
        return require(playbookHash).steps().stream()
                .filter(step -> step.stage() != Stage.DISCOVERY || step.mutating())
                .map(PlanStep::id)
                .toList();
    }

    private String known(String hash) {
        if (library.findByHash(hash).isEmpty()) {
            PlaybookRow row = store.get()
                    .find(hash)
                    .filter(found -> found.approvedBy() != null)
                    .orElseThrow(() -> new UnknownRowException("There is no approved playbook with hash " + hash
                            + ". Upload and approve it, or choose one that is approved."));
            PlaybookLoader.Outcome outcome = library.add(
                    row.name() + "/v" + row.version() + ".yaml", row.content().getBytes(StandardCharsets.UTF_8));
            if (outcome instanceof PlaybookLoader.Refused refused) {
                throw new UnknownRowException("Playbook " + row.name() + " version " + row.version()
                        + " in the store can no longer be read: " + refused.problems());
            }
        }
        return hash;
    }
}
