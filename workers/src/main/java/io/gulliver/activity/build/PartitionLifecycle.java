package io.gulliver.activity.build;

import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.HmcException;
import io.gulliver.adapter.hmc.model.Cpc;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.adapter.hmc.model.PartitionStatus;
import io.gulliver.contract.activity.FailureCode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** What the actions on an HMC have in common: finding a machine, and bringing a partition down. */
final class PartitionLifecycle {
    static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(50);
    /** A stop may end in {@code terminated}; it is then repeated, as often as the Ansible collection ibm.zhmc does. */
    private static final int STOPS = 10;

    private PartitionLifecycle() {}

    /** The URI of a machine in DPM mode. */
    static String cpc(HmcClient hmc, String name) {
        Cpc cpc = hmc.findCpc(name)
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "HMC " + hmc.system() + " manages no machine " + name + ", or its user may not see it.",
                        "Correct the machine's name in the capacity plan, or give the HMC user access to it. It sees "
                                + hmc.cpcs().stream().map(Cpc::name).toList() + "."));
        if (!cpc.dpmEnabled()) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "Machine " + name + " is not in DPM mode.",
                    "Choose another machine for this server in the capacity plan.");
        }
        return cpc.objectUri();
    }

    /** A partition by its URI, or empty when it is gone. */
    static Optional<Partition> find(HmcClient hmc, String uri) {
        try {
            return Optional.of(hmc.fetchPartition(uri));
        } catch (HmcException e) {
            if (e.is(404, 1)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * Stops a partition and waits until it is down; one that is down already is left as it is.
     *
     * @throws StepFailedException TEMPORARILY_UNAVAILABLE when it is not down in time; asking again is safe
     */
    static void bringDown(HmcClient hmc, String uri, StepContext context) {
        AtomicInteger stops = new AtomicInteger();
        boolean down = context.waitFor(
                () -> {
                    Optional<Partition> partition = find(hmc, uri);
                    PartitionStatus status = partition.map(Partition::state).orElse(PartitionStatus.STOPPED);
                    if (status.isDown()) {
                        return true;
                    }
                    if (status != PartitionStatus.STOPPING && stops.getAndIncrement() < STOPS) {
                        stop(hmc, uri);
                    }
                    return false;
                },
                LOOK,
                STOP_LIMIT);
        if (!down) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "Partition " + uri + " of HMC " + hmc.system() + " is not down after " + stops.get() + " stops.",
                    "Look at the partition on the HMC; the step will be tried again.");
        }
    }

    /**
     * Stops a partition and deletes it. One in {@code reservation-error} is down, and whether it is deleted so or wants a stop before
     * is told differently (zhmc-ansible-modules, issue 474 and pull request 476): it is deleted, and stopped where that is refused.
     *
     * @throws StepFailedException TEMPORARILY_UNAVAILABLE when it is not down in time; asking again is safe
     */
    static void remove(HmcClient hmc, String uri, StepContext context) {
        bringDown(hmc, uri, context);
        try {
            hmc.deletePartition(uri);
        } catch (HmcException e) {
            Optional<PartitionStatus> status = find(hmc, uri).map(Partition::state);
            if (status.isEmpty()) {
                return;
            }
            if (!e.is(409, 1) || status.get() != PartitionStatus.RESERVATION_ERROR) {
                throw e;
            }
            stop(hmc, uri);
            context.waitFor(
                    () -> find(hmc, uri)
                            .map(partition -> partition.state() == PartitionStatus.STOPPED)
                            .orElse(true),
                    LOOK,
                    STOP_LIMIT);
            hmc.deletePartition(uri);
        }
    }

    private static void stop(HmcClient hmc, String uri) {
        try {
            hmc.stopPartition(uri);
        } catch (HmcException e) {
            // The answer was lost, or its status has moved on since we looked: the next look decides.
            if (!e.mayHaveHappened() && e.kind() != HmcException.Kind.CONFLICT) {
                throw e;
            }
        }
    }
}
