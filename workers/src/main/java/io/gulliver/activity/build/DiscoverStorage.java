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
import io.gulliver.adapter.hmc.model.StorageGroup;
import io.gulliver.adapter.hmc.model.StorageVolume;
import io.gulliver.adapter.hmc.model.VirtualStorageResource;
import io.gulliver.adapter.hmc.model.WwpnState;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code hmc.discover-storage}: the firmware has found every LUN of the storage group, and knows which one boots.
 *
 * <p>The firmware looks by itself about every ten minutes; the discovery started here only brings that forward, and a
 * second one does no harm. Done means that the group's fulfilment state is {@code complete}.
 */
final class DiscoverStorage implements StepAction {
    private static final String COMPLETE = "complete";
    private static final String INCOMPLETE = "incomplete";
    /** The firmware may still be writing down what its discovery found. */
    private static final int LOOKS_AFTER_END = 3;
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
        var luns = inputs.textsByName("boot_luns");
        if (luns.size() != 1) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "One boot volume is wanted, seen were the LUNs " + luns + ".",
                    "Correct the playbook, then retry.");
        }
        String lun = luns.get(luns.firstKey());
        SortedMap<String, String> ports = adapterPorts(hmc, group);
        List<String> logins = logins(inputs, ports);
        BootPath path = BootPath.choose(group.name(), ports, logins)
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.STATE_CONFLICT,
                        "No path of storage group " + group.name() + " is live: the array saw the logins " + logins
                                + ", and none is of a port of this group.",
                        "Look on the HMC who changed the group since, and at the zones of its ports; then retry the step that"
                                + " waits for the logins."));
        // Two LUNs of one size cannot be told apart, and one of them boots: say which. Saying it twice is harmless.
        hmc.fulfillFcpVolume(inputs.text("boot_volume"), path.target(), lun, path.adapterPort());
        try {
            HmcJob job = hmc.startStorageDiscovery(groupUri);
            return StepResult.started(
                    groupUri + " " + job.uri(),
                    Map.of(),
                    "Discovery runs as " + job.uri() + ", boots over " + path.words());
        } catch (HmcException e) {
            if (!e.mayHaveHappened() && e.kind() != HmcException.Kind.CONFLICT) {
                throw e;
            }
            // It runs, or one runs already, or the firmware will look by itself: the group's state is what counts.
            return StepResult.started(groupUri, Map.of(), "Discovery was asked for; its answer was lost");
        }
    }

    /** Runs that began before anybody waited for logins know the array's ports alone: all pairs, of which the zoning decides. */
    private static List<String> logins(Inputs inputs, SortedMap<String, String> ports) {
        if (inputs.given("logins")) {
            return inputs.texts("logins");
        }
        List<String> targets = inputs.texts("target_wwpns");
        return ports.keySet().stream()
                .flatMap(host -> targets.stream().map(target -> host + " " + target))
                .toList();
    }

    /** Ports of adapters by the WWPNs of the group's paths, as far as they are chosen. */
    private static SortedMap<String, String> adapterPorts(HmcClient hmc, StorageGroup group) {
        SortedMap<String, String> ports = new TreeMap<>();
        for (VirtualStorageResource path : hmc.virtualStorageResources(group.objectUri())) {
            WwpnState port = path.worldWidePortNameInfo();
            if (port != null && path.adapterPortUri() != null) {
                ports.put(Zone.wwpn(port.worldWidePortName()), path.adapterPortUri());
            }
        }
        return ports;
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String groupUri = inputs.text("storage_group");
        Optional<HmcJob> job = job(call);
        AtomicReference<String> state = new AtomicReference<>("pending");
        AtomicInteger looksAfterEnd = new AtomicInteger();
        boolean ended = context.waitFor(
                () -> {
                    state.set(hmc.fetchStorageGroup(groupUri).fulfillmentState());
                    context.progress(progress(hmc, groupUri, state.get()));
                    if (state.get().equals(INCOMPLETE)
                            && job.isPresent()
                            && hmc.observe(job.get()).state() != JobObservation.State.RUNNING) {
                        looksAfterEnd.incrementAndGet();
                    }
                    return state.get().equals(COMPLETE)
                            || WRONG.contains(state.get())
                            || looksAfterEnd.get() >= LOOKS_AFTER_END;
                },
                PartitionLifecycle.LOOK,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        if (!ended) {
            return StepResult.running(String.valueOf(call.job()), progress(hmc, groupUri, state.get()));
        }
        var report = context.evidence("connection-report.json", "report", hmc.connectionReport(groupUri));
        if (WRONG.contains(state.get())) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "The firmware found other storage than was asked for: storage group " + groupUri + " is "
                            + state.get() + ". " + dark(hmc, groupUri),
                    "Look whether every port of the partition is in a zone with the array's, compare sizes and mappings on"
                            + " the array with the group on the HMC (connection report), mend them, then retry.");
        }
        if (state.get().equals(INCOMPLETE)) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "The discovery has ended, and not every volume was found on every path: storage group " + groupUri
                            + " is " + INCOMPLETE + ". " + dark(hmc, groupUri),
                    "Look at the cable and the adapter of that port on the HMC, at its zone and at the array's port"
                            + " (connection report), have it mended, then retry: the step looks anew.");
        }
        return new StepResult(
                true, Map.of("state", COMPLETE), null, null, List.of(report), "Every volume was found on every path");
    }

    private static Optional<HmcJob> job(StepCall call) {
        String[] known = String.valueOf(call.job()).split(" ");
        return known.length == 2 ? Optional.of(new HmcJob(known[1], "start-storage-discovery")) : Optional.empty();
    }

    private static String dark(HmcClient hmc, String groupUri) {
        List<String> dark = hmc.virtualStorageResources(groupUri).stream()
                .filter(path -> path.worldWidePortNameInfo() == null
                        || !path.worldWidePortNameInfo().status().equals("validated"))
                .map(path -> (path.worldWidePortNameInfo() == null
                                ? path.name()
                                : path.worldWidePortNameInfo().worldWidePortName())
                        + " on port " + path.adapterPortUri())
                .toList();
        return dark.isEmpty()
                ? "Every port of the partition sees the array."
                : "Without sight of the array: " + String.join("; ", dark) + ".";
    }

    private static Progress progress(HmcClient hmc, String groupUri, String state) {
        var volumes = hmc.storageVolumes(groupUri);
        long found = volumes.stream().filter(StorageVolume::complete).count();
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
        Rendering rendering = Rendering.of(call);
        rendering.says("would tell the firmware that " + call.inputs().get("boot_volume") + " is LUN "
                + rendering.shown("boot_luns") + " over a path that the array sees, and let it discover the group's"
                + " storage");
        rendering
                .request(
                        "HMC " + inputs.text("hmc"),
                        "POST " + rendering.shown("boot_volume") + "/operations/fulfill-fcp-storage-volume",
                        Map.of(
                                "world-wide-port-name",
                                rendering.shown("logins"),
                                "logical-unit-number",
                                rendering.shown("boot_luns")))
                .request(
                        "HMC " + inputs.text("hmc"),
                        "POST " + rendering.shown("storage_group") + "/operations/start-fcp-storage-discovery",
                        null);
        return rendering.result(context);
    }
}
