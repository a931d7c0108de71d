package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.HmcException;
import io.gulliver.adapter.hmc.HmcJob;
import io.gulliver.adapter.hmc.JobObservation;
import io.gulliver.adapter.hmc.model.OsMessage;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.adapter.hmc.model.PartitionStatus;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * {@code hmc.start-partition}: the partition runs.
 *
 * <p>The HMC's job only says that the start was accepted; done means that the partition's own status is {@code active}
 * or {@code degraded}.
 */
final class StartPartition implements StepAction {
    /** Stands for a start whose job we never learned of, or that was not needed: the status alone is watched. */
    private static final String NO_JOB = "status";
    /** A start leaves it paused for seconds; one that our start has left so is watched by await, and seldom begun anew. */
    private static final Duration SETTLES = Duration.ofSeconds(8);

    private final Systems systems;

    StartPartition(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "hmc.start-partition";
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        Partition partition = hmc.fetchPartition(inputs.text("partition"));
        PartitionStatus status = settled(hmc, partition, context);
        if (status.isUp() || status == PartitionStatus.STARTING) {
            return StepResult.started(NO_JOB, Map.of(), "Partition " + partition.name() + " is " + status.wire());
        }
        if (status.isBroken() || status.isMoving()) {
            // Only a partition that is down can be started; a stop is what a person would do first, too.
            PartitionLifecycle.bringDown(hmc, partition.objectUri(), context);
        }
        try {
            HmcJob job = hmc.startPartition(partition.objectUri());
            return StepResult.started(job.uri(), Map.of(), "Start of " + partition.name() + " accepted");
        } catch (HmcException e) {
            if (e.mayHaveHappened()
                    && !hmc.fetchPartition(partition.objectUri()).state().isDown()) {
                return StepResult.started(NO_JOB, Map.of(), "Start of " + partition.name() + " took effect");
            }
            throw e;
        }
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String uri = inputs.text("partition");
        AtomicReference<Partition> partition = new AtomicReference<>(hmc.fetchPartition(uri));
        AtomicReference<@Nullable JobObservation> job = new AtomicReference<>();
        boolean ended = context.waitFor(
                () -> {
                    // The job first: a status seen after the job's end is one that the job has left behind.
                    job.set(observe(hmc, call));
                    partition.set(hmc.fetchPartition(uri));
                    return partition.get().state().isUp() || failed(job.get(), partition.get());
                },
                PartitionLifecycle.LOOK,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        Partition seen = partition.get();
        if (seen.state().isUp()) {
            return StepResult.done(
                    Map.of("status", seen.status()), "Partition " + seen.name() + " is " + seen.status());
        }
        if (!ended) {
            return StepResult.running(
                    String.valueOf(call.job()), new Progress(0, null, "", null, "status " + seen.status()));
        }
        JobObservation observed = job.get();
        boolean noRoom = seen.state() == PartitionStatus.RESERVATION_ERROR;
        throw new StepFailedException(
                noRoom ? FailureCode.CAPACITY_EXHAUSTED : FailureCode.JOB_FAILED,
                "Partition " + seen.name() + " did not start: it is " + seen.status()
                        + (observed == null || observed.message().isEmpty() ? "" : " (" + observed.message() + ")")
                        + "."
                        + (seen.state() == PartitionStatus.TERMINATED ? loaderSaid(hmc, uri) : ""),
                noRoom
                        ? "The machine lacks memory or processors: free some, or move the server in the capacity plan."
                        : seen.state() == PartitionStatus.TERMINATED
                                ? "Nothing on its boot volume could be loaded: look at the operating system messages on the HMC,"
                                        + " put a bootable image onto the volume, then retry."
                                : "Look at the partition's messages on the HMC, mend the cause, then retry.");
    }

    /** Its status; of one that is paused once that has passed or lasted: a start leaves it so for a while, a halted Linux for good. */
    private static PartitionStatus settled(HmcClient hmc, Partition partition, StepContext context) {
        AtomicReference<PartitionStatus> status = new AtomicReference<>(partition.state());
        if (status.get() == PartitionStatus.PAUSED) {
            context.waitFor(
                    () -> {
                        status.set(hmc.fetchPartition(partition.objectUri()).state());
                        return status.get() != PartitionStatus.PAUSED;
                    },
                    PartitionLifecycle.LOOK,
                    SETTLES);
        }
        return status.get();
    }

    /** What the loader printed of it; a console that cannot be read says nothing. */
    private static String loaderSaid(HmcClient hmc, String uri) {
        try {
            return ConsoleLines.of(
                            hmc.osMessages(uri, 0).stream().map(OsMessage::text).toList())
                    .loaderError()
                    .map(error -> " Its console says: " + error)
                    .orElse("");
        } catch (HmcException e) {
            return "";
        }
    }

    private static @Nullable JobObservation observe(HmcClient hmc, StepCall call) {
        String job = call.job();
        return job == null || job.equals(NO_JOB) ? null : hmc.observe(new HmcJob(job, "start-partition"));
    }

    private static boolean failed(@Nullable JobObservation job, Partition partition) {
        if (job != null && !job.ended()) {
            return false;
        }
        return partition.state().isBroken() || partition.state().isDown();
    }

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        return bringDown(call, context);
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        return bringDown(call, context);
    }

    private StepResult bringDown(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        Optional<Partition> partition = PartitionLifecycle.find(hmc, inputs.text("partition"));
        if (partition.isEmpty()) {
            return StepResult.done(Map.of(), "The partition was not there");
        }
        if (!ResourceOwner.isOfRun(partition.get().description(), call)) {
            return StepResult.done(
                    Map.of(), "Partition " + partition.get().name() + " is not of this run: left as it is");
        }
        PartitionLifecycle.bringDown(hmc, partition.get().objectUri(), context);
        return StepResult.done(Map.of(), "Partition " + partition.get().name() + " is down");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        systems.hmc(inputs.text("hmc")).version();
        Rendering rendering =
                Rendering.of(call).says("would start " + call.inputs().get("partition"));
        rendering.request(
                "HMC " + inputs.text("hmc"), "POST " + rendering.shown("partition") + "/operations/start", null);
        return rendering.result(context);
    }
}
