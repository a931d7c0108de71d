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
import io.gulliver.adapter.hmc.model.StorageGroup;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code hmc.discover-storage}: the firmware has found every LUN of the storage group, and knows which one boots.
 *
 * <p>The firmware looks by itself about every ten minutes; the discovery started here only brings that forward, and a
 * second one does no harm. Done means that the group's fulfilment state is {@code complete}.
 */
final class DiscoverStorage implements StepAction {
    private static final String COMPLETE = "complete";
    /** States that waiting does not change. */
    private static final Set<String> WRONG =
            Set.of("pending-with-mismatches", "overprovisioned", "configuration-error");

    private final Systems systems;

    DiscoverStorage(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "hmc.discover-storage";
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String groupUri = inputs.text("storage_group");
        StorageGroup group = hmc.fetchStorageGroup(groupUri);
        if (group.fulfillmentState().equals(COMPLETE)) {
            return StepResult.started(groupUri, Map.of(), "Storage group " + group.name() + " is complete already");
        }
        String port = group.candidateAdapterPortUris().stream()
                .findFirst()
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.STATE_CONFLICT,
                        "Storage group " + group.name() + " has no candidate ports.",
                        "Look who changed the group on the HMC, then retry."));
        var luns = inputs.textsByName("boot_luns");
        if (luns.size() != 1) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "One boot volume is wanted, seen were the LUNs " + luns + ".",
                    "Correct the playbook, then retry.");
        }
        String lun = luns.get(luns.firstKey());
        // Two LUNs of one size cannot be told apart, and one of them boots: say which. Saying it twice is harmless.
        hmc.fulfillFcpVolume(
                inputs.text("boot_volume"), inputs.texts("target_wwpns").get(0), lun, port);
        try {
            HmcJob job = hmc.startStorageDiscovery(groupUri);
            return StepResult.started(groupUri, Map.of(), "Discovery runs as " + job.uri());
        } catch (HmcException e) {
            if (!e.mayHaveHappened() && e.kind() != HmcException.Kind.CONFLICT) {
                throw e;
            }
            // It runs, or one runs already, or the firmware will look by itself: the group's state is what counts.
            return StepResult.started(groupUri, Map.of(), "Discovery was asked for; its answer was lost");
        }
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String groupUri = inputs.text("storage_group");
        AtomicReference<String> state = new AtomicReference<>("pending");
        boolean ended = context.waitFor(
                () -> {
                    state.set(hmc.fetchStorageGroup(groupUri).fulfillmentState());
                    context.progress(progress(hmc, groupUri, state.get()));
                    return state.get().equals(COMPLETE) || WRONG.contains(state.get());
                },
                PartitionLifecycle.LOOK,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        if (!ended) {
            return StepResult.running(groupUri, progress(hmc, groupUri, state.get()));
        }
        var report = context.evidence("connection-report.json", "report", hmc.connectionReport(groupUri));
        if (WRONG.contains(state.get())) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "The firmware found other storage than was asked for: storage group " + groupUri + " is "
                            + state.get() + ".",
                    "Look whether every port of the partition is in a zone with the array's, compare sizes and mappings on"
                            + " the array with the group on the HMC (connection report), mend them, then retry.");
        }
        return new StepResult(
                true, Map.of("state", COMPLETE), null, null, List.of(report), "Every volume was found on every path");
    }

    private static Progress progress(HmcClient hmc, String groupUri, String state) {
        var volumes = hmc.storageVolumes(groupUri);
        long found = volumes.stream()
                .filter(volume -> volume.fulfillmentState().equals(COMPLETE))
                .count();
        return new Progress(found, (double) volumes.size(), "volumes", null, state);
    }

    /** A discovery only looks: there is nothing to stop. */
    @Override
    public StepResult stop(StepCall call, StepContext context) {
        return StepResult.done(Map.of(), "A discovery ends by itself");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        systems.hmc(inputs.text("hmc")).version();
        Rendering rendering = Rendering.of(call)
                .says("would tell the firmware that " + call.inputs().get("boot_volume") + " is LUN "
                        + call.inputs().get("luns") + " (" + call.inputs().get("boot")
                        + ") and let it discover the group's storage");
        rendering
                .request(
                        "HMC " + inputs.text("hmc"),
                        "POST " + rendering.shown("boot_volume") + "/operations/fulfill-fcp-storage-volume",
                        Map.of(
                                "world-wide-port-name",
                                rendering.shown("target_wwpns"),
                                "logical-unit-number",
                                rendering.shown("boot_luns")))
                .request(
                        "HMC " + inputs.text("hmc"),
                        "POST " + rendering.shown("storage_group") + "/operations/start-fcp-storage-discovery",
                        null);
        return rendering.result(context);
    }
}
