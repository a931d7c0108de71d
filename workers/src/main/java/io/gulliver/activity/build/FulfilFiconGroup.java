package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.HmcException;
import io.gulliver.adapter.hmc.model.StorageVolume;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * {@code hmc.fulfil-ficon-group}: each volume of a FICON storage group is the one that was reserved, and the group is complete.
 *
 * <p>The firmware discovers LUNs and no ECKD volumes: control unit and unit address are said to the HMC, by us or, where our user
 * may not, by the storage administrator, whose end is seen. What stands there already is compared and never said otherwise.
 */
final class FulfilFiconGroup implements StepAction {
    private static final int FORBIDDEN = 403;
    private static final String COMPLETE = "complete";

    private final Systems systems;

    FulfilFiconGroup(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "hmc.fulfil-ficon-group";
    }

    /** What the HMC says of a group now. */
    private record Seen(String state, List<StorageVolume> volumes) {
        static Seen of(HmcClient hmc, String groupUri) {
            return new Seen(hmc.fetchStorageGroup(groupUri).fulfillmentState(), hmc.storageVolumes(groupUri));
        }

        List<StorageVolume> bases() {
            return volumes.stream().filter(volume -> !volume.alias()).toList();
        }

        Progress progress() {
            long done = bases().stream().filter(StorageVolume::complete).count();
            return new Progress(done, (double) bases().size(), "volumes", null, state);
        }
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String groupUri = inputs.text("storage_group");
        FiconConfiguration units = configuration(hmc, inputs);
        SortedMap<String, String> addresses = addresses(inputs);
        String waits = "";
        for (StorageVolume volume : Seen.of(hmc, groupUri).bases()) {
            String address = planned(volume, addresses);
            if (!fulfilled(volume, address, units) && !say(hmc, volume, address, units)) {
                waits =
                        "; its user may not say which volumes they are, so the storage administrator does it on the HMC: "
                                + told(addresses);
                break;
            }
        }
        return StepResult.started(groupUri, Map.of(), "Storage group " + groupUri + " is fulfilled" + waits);
    }

    private static FiconConfiguration configuration(HmcClient hmc, Inputs inputs) {
        return FiconConfiguration.of(
                hmc,
                PartitionLifecycle.cpc(hmc, inputs.text("cpc")),
                inputs.text("cpc"),
                inputs.textsByName("addresses"));
    }

    /** Address by device number, both in small letters. */
    private static SortedMap<String, String> addresses(Inputs inputs) {
        SortedMap<String, String> addresses = new TreeMap<>();
        inputs.textsByName("addresses")
                .forEach((device, address) ->
                        addresses.put(device.toLowerCase(Locale.ROOT), address.toLowerCase(Locale.ROOT)));
        return addresses;
    }

    private static String told(SortedMap<String, String> addresses) {
        List<String> lines = new ArrayList<>();
        addresses.forEach((device, address) -> lines.add(device + " is " + address));
        return String.join(", ", lines);
    }

    private static String planned(StorageVolume volume, SortedMap<String, String> addresses) {
        String address = addresses.get(String.valueOf(volume.deviceNumber()));
        if (address == null) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "Volume " + volume.name() + " of the storage group has device number " + volume.deviceNumber()
                            + ", which is none of those that are reserved: " + addresses.keySet() + ".",
                    "Somebody changed the group on the HMC: give the volume its number back there, or roll back and start"
                            + " anew.");
        }
        return address;
    }

    /** Whether it is the planned volume already; another one stops the step, for its data may be somebody's. */
    private static boolean fulfilled(StorageVolume volume, String address, FiconConfiguration units) {
        if (!volume.complete()) {
            return false;
        }
        String is = units.address(text(volume.controlUnitUri()), text(volume.unitAddress()))
                .toLowerCase(Locale.ROOT);
        if (!is.equals(address)) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Volume " + volume.name() + " (" + volume.deviceNumber() + ") is fulfilled as "
                            + (is.isEmpty() ? "a volume of another control unit" : "volume " + is) + ", planned is "
                            + address + ".",
                    "Have the storage administrator correct it on the HMC (unfulfil it, then fulfil it anew), then retry.");
        }
        return true;
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    /** @return whether our user may; a lost answer and a conflict are followed by the look of the waiting */
    private static boolean say(HmcClient hmc, StorageVolume volume, String address, FiconConfiguration units) {
        try {
            hmc.fulfillFiconVolume(
                    volume.elementUri(), units.unit(address).objectUri(), FiconConfiguration.unitAddress(address));
        } catch (HmcException e) {
            if (e.httpStatus() == FORBIDDEN) {
                return false;
            }
            throw e;
        }
        return true;
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String groupUri = inputs.text("storage_group");
        AtomicReference<Seen> seen = new AtomicReference<>(Seen.of(hmc, groupUri));
        boolean ended = context.waitFor(
                () -> {
                    seen.set(Seen.of(hmc, groupUri));
                    context.progress(seen.get().progress());
                    return seen.get().state().equals(COMPLETE);
                },
                PartitionLifecycle.LOOK,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        if (!ended) {
            return StepResult.running(String.valueOf(call.job()), seen.get().progress());
        }
        FiconConfiguration units = configuration(hmc, inputs);
        SortedMap<String, String> addresses = addresses(inputs);
        for (StorageVolume volume : seen.get().bases()) {
            if (!fulfilled(volume, planned(volume, addresses), units)) {
                throw StorageGroups.unseen(
                        hmc, "the group is complete, and its volume " + volume.name() + " is not: look at the HMC");
            }
        }
        List<String> aliases = aliases(hmc, seen.get(), units, addresses, inputs);
        return StepResult.done(
                Map.of("aliases", aliases),
                "Each of " + seen.get().bases().size() + " ECKD volumes is the planned one, with " + aliases.size()
                        + " PAV aliases");
    }

    /** The HMC numbers aliases by itself: those of ours are known by their addresses. */
    private static List<String> aliases(
            HmcClient hmc, Seen seen, FiconConfiguration units, SortedMap<String, String> addresses, Inputs inputs) {
        SortedMap<String, String> numbers = new TreeMap<>();
        seen.volumes().stream()
                .filter(StorageVolume::alias)
                .forEach(alias -> numbers.put(
                        units.address(text(alias.controlUnitUri()), text(alias.unitAddress()))
                                .toLowerCase(Locale.ROOT),
                        text(alias.deviceNumber())));
        List<String> found = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String device : inputs.findTexts("aliases")) {
            String address = text(addresses.get(device.toLowerCase(Locale.ROOT)));
            String number = numbers.get(address);
            if (number == null) {
                missing.add(address);
            } else {
                found.add(number);
            }
        }
        if (!missing.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "HMC " + hmc.system() + " gives the partition no PAV alias at " + String.join(", ", missing)
                            + " (control unit and unit address).",
                    "Have the storage team define them as alias ranges of the control units (Configure Storage, FICON"
                            + " connectivity), then retry; or want fewer (aliases_per_lcu), roll back and start anew.");
        }
        found.sort(null);
        return List.copyOf(found);
    }

    /** What was said stays said; deleting the group takes it away. */
    @Override
    public StepResult stop(StepCall call, StepContext context) {
        return StepResult.done(Map.of(), "Nothing runs");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        systems.hmc(inputs.text("hmc")).version();
        Rendering rendering = Rendering.of(call);
        rendering.says("would tell HMC " + inputs.text("hmc") + " which address of which control unit each volume is: "
                + rendering.shown("addresses"));
        rendering.request(
                "HMC " + inputs.text("hmc"),
                "POST «each volume»/operations/fulfill-ficon-storage-volume",
                Map.of("control-unit-uri", "«its control unit»", "unit-address", rendering.shown("addresses")));
        return rendering.result(context);
    }
}
