package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.HmcException;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.adapter.hmc.model.StorageGroup;
import io.gulliver.adapter.hmc.model.StorageGroupSpec;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Map;
import java.util.Optional;

/** What groups of LUNs and of ECKD volumes have in common: made once, ours alone, attached, and taken away again. */
final class StorageGroups {
    private StorageGroups() {}

    /** The group of this name, made where there was none; somebody else's stops the step. */
    static StorageGroup ensure(HmcClient hmc, StepCall call, StorageGroupSpec spec) {
        String cpc = spec.cpcUri();
        String name = spec.name();
        Optional<StorageGroup> found = hmc.findStorageGroup(cpc, name);
        if (found.isEmpty()) {
            try {
                hmc.createStorageGroup(spec);
            } catch (HmcException e) {
                if (!e.mayHaveHappened() && !e.is(400, 8)) {
                    throw e;
                }
                if (hmc.findStorageGroup(cpc, name).isEmpty()) {
                    throw e;
                }
            }
            found = hmc.findStorageGroup(cpc, name);
        }
        StorageGroup group = found.orElseThrow(() -> unseen(hmc, "storage group " + name + " is not there"));
        if (!ResourceOwner.isOurs(group.description(), call)) {
            throw new StepFailedException(
                    FailureCode.NAME_TAKEN,
                    "Storage group " + name + " exists on HMC " + hmc.system() + " and is not ours: its description"
                            + " is \"" + group.description() + "\".",
                    "Choose another name, or have the other group removed.");
        }
        return group;
    }

    static void attach(HmcClient hmc, String partitionUri, StorageGroup group) {
        if (!attached(hmc, partitionUri, group)) {
            tolerant(() -> hmc.attachStorageGroup(partitionUri, group.objectUri()));
            require(
                    attached(hmc, partitionUri, group),
                    hmc,
                    "storage group " + group.name() + " was not attached to " + partitionUri);
        }
    }

    private static boolean attached(HmcClient hmc, String partitionUri, StorageGroup group) {
        return hmc.fetchPartition(partitionUri).storageGroupUris().contains(group.objectUri());
    }

    /** A lost answer or a conflict is no end: what is then there decides. */
    static void tolerant(Runnable act) {
        try {
            act.run();
        } catch (HmcException e) {
            if (!e.mayHaveHappened() && e.kind() != HmcException.Kind.CONFLICT) {
                throw e;
            }
        }
    }

    static void require(boolean seen, HmcClient hmc, String what) {
        if (!seen) {
            throw unseen(hmc, what);
        }
    }

    static StepFailedException unseen(HmcClient hmc, String what) {
        return new StepFailedException(
                FailureCode.TEMPORARILY_UNAVAILABLE,
                "HMC " + hmc.system() + ": " + what + ".",
                "The step looks again at its next try; look at the HMC if it stays so.");
    }

    /** Detaches and deletes the group that the call names, if it is ours. */
    static StepResult undo(HmcClient hmc, StepCall call) {
        Inputs inputs = Inputs.of(call);
        String name = inputs.text("name");
        Optional<StorageGroup> found = hmc.findStorageGroup(PartitionLifecycle.cpc(hmc, inputs.text("cpc")), name);
        if (found.isEmpty()) {
            return StepResult.done(Map.of(), "Storage group " + name + " was not there");
        }
        StorageGroup group = found.get();
        if (!ResourceOwner.isOurs(group.description(), call)) {
            return StepResult.done(
                    Map.of(), "Storage group " + name + " is not ours (\"" + group.description() + "\"): left alone");
        }
        Optional<Partition> partition = PartitionLifecycle.find(hmc, inputs.text("partition"));
        if (partition.isPresent() && partition.get().storageGroupUris().contains(group.objectUri())) {
            hmc.detachStorageGroup(partition.get().objectUri(), group.objectUri());
        }
        hmc.deleteStorageGroup(group.objectUri());
        return StepResult.done(Map.of(), "Storage group " + name + " detached and removed");
    }
}
