package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.adapter.feilong.FeilongException;
import io.gulliver.adapter.feilong.model.GuestDefinition;
import io.gulliver.adapter.feilong.model.GuestInfo;
import io.gulliver.adapter.feilong.model.PowerState;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.HmcException;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A server whose processors and memory its hypervisor changes while it runs. */
interface Resizable {
    /** Its name on the hypervisor, for a sentence. */
    String words();

    /** What it has now, and at its next start. */
    Size now();

    /** The most that it may have until it is started anew; 0 for what only the machine limits. */
    Size most();

    /** Sets what differs, and nothing else. */
    void set(Size wanted);

    /** Sets memory for the next start alone: nothing takes memory from a system that runs. */
    void setNextMemory(long memoryMib);

    /** What would be sent. */
    Map<String, Object> request(Size wanted);

    /**
     * How large a server is.
     *
     * @param weight of its processors; 0 where the hypervisor has none of its own
     */
    record Size(int cpus, long memoryMib, int weight) {
        String words() {
            return cpus + " processors, " + memoryMib + " MiB" + (weight == 0 ? "" : " and weight " + weight);
        }
    }

    /**
     * The server of these inputs, which runs and is of this program.
     *
     * @throws StepFailedException STATE_CONFLICT when it is gone or down, NAME_TAKEN when it is somebody else's
     */
    static Resizable of(Systems systems, StepCall call) {
        Inputs inputs = Inputs.of(call);
        return switch (inputs.text("hypervisor")) {
            case "zvm" -> new OfGuest(systems.feilong(inputs.text("system")), CreateGuest.userid(inputs), call);
            case "dpm" ->
                new OfPartition(
                        systems.hmc(inputs.text("system")), inputs.text("machine"), inputs.text("server"), call);
            default ->
                throw new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "The hypervisor is '" + inputs.text("hypervisor") + "', wanted zvm or dpm.",
                        "Correct the fact server.hypervisor in the program's policy, then start anew.");
        };
    }

    private static StepFailedException gone(String what) {
        return new StepFailedException(
                FailureCode.STATE_CONFLICT,
                what + " is not there.",
                "Build the server first, or correct its name in the program's policy.");
    }

    private static StepFailedException down(String what) {
        return new StepFailedException(
                FailureCode.STATE_CONFLICT,
                what + " does not run, and only a server that runs is resized.",
                "Start it, or have it built anew with the size that it is to have; then retry.");
    }

    private static StepFailedException taken(String what, String says) {
        return new StepFailedException(
                FailureCode.NAME_TAKEN,
                what + " was not built by this program: " + says + ". Nothing was changed.",
                "Correct the name of the server in the program's policy.");
    }

    /** A guest of z/VM; its server asks Linux to take up what is added, and to let go of processors. */
    final class OfGuest implements Resizable {
        private final FeilongClient feilong;
        private final String userid;

        OfGuest(FeilongClient feilong, String userid, StepCall call) {
            this.feilong = feilong;
            this.userid = userid;
            GuestDefinition guest = feilong.findGuest(userid).orElseThrow(() -> gone(words()));
            if (!GuestOwner.isOfProgram(guest, call)) {
                throw taken(words(), GuestOwner.words(guest));
            }
            if (feilong.powerState(userid) != PowerState.ON) {
                throw down(words());
            }
        }

        private GuestDefinition guest() {
            return feilong.findGuest(userid).orElseThrow(() -> gone(words()));
        }

        @Override
        public String words() {
            return "Guest " + userid + " of " + feilong.system();
        }

        @Override
        public Size now() {
            GuestInfo info = feilong.info(userid);
            return new Size(info.cpus(), Math.round(info.memoryKib() / 1024), 0);
        }

        @Override
        public Size most() {
            GuestDefinition guest = guest();
            return new Size(guest.maxCpus(), guest.maxMemoryMib(), 0);
        }

        @Override
        public void set(Size wanted) {
            Size now = now();
            GuestDefinition guest = guest();
            // Asked again the server looks itself: the directory and the running guest may each be behind.
            if (now.cpus() != wanted.cpus() || guest.cpus() != wanted.cpus()) {
                sent(() -> feilong.liveResizeCpus(userid, wanted.cpus()));
            }
            if (now.memoryMib() < wanted.memoryMib()) {
                sent(() -> feilong.liveResizeMemory(userid, wanted.memoryMib()));
            }
        }

        private static void sent(Runnable change) {
            try {
                change.run();
            } catch (FeilongException e) {
                if (!e.mayHaveHappened()) {
                    throw e;
                }
                // The look that follows says whether it happened.
            }
        }

        @Override
        public void setNextMemory(long memoryMib) {
            if (guest().memoryMib() != memoryMib) {
                sent(() -> feilong.resizeMemory(userid, memoryMib));
            }
        }

        @Override
        public Map<String, Object> request(Size wanted) {
            return Map.of(
                    "live_resize_cpus", Map.of("cpu_cnt", wanted.cpus()),
                    "live_resize_mem", Map.of("size", wanted.memoryMib() + "M"));
        }
    }

    /** A partition; the system in it takes up what is added when it is told to. */
    final class OfPartition implements Resizable {
        private final HmcClient hmc;
        private final String uri;
        private final String name;

        OfPartition(HmcClient hmc, String machine, String name, StepCall call) {
            this.hmc = hmc;
            this.name = name;
            Optional<Partition> found = hmc.findPartition(PartitionLifecycle.cpc(hmc, machine), name);
            Partition partition = found.orElseThrow(() -> gone(words()));
            this.uri = partition.objectUri();
            if (!ResourceOwner.isOfProgram(partition.description(), call)) {
                throw taken(words(), "its description is \"" + partition.description() + "\"");
            }
            if (!partition.state().isUp()) {
                throw down(words());
            }
        }

        @Override
        public String words() {
            return "Partition " + name + " of " + hmc.system();
        }

        @Override
        public Size now() {
            Partition partition = hmc.fetchPartition(uri);
            Integer ifls = partition.iflProcessors();
            return new Size(ifls == null ? 0 : ifls, partition.initialMemory(), partition.initialIflProcessingWeight());
        }

        @Override
        public Size most() {
            return new Size(0, hmc.fetchPartition(uri).maximumMemory(), 999);
        }

        @Override
        public void set(Size wanted) {
            Map<String, Object> changes = difference(wanted);
            if (changes.isEmpty()) {
                return;
            }
            try {
                hmc.updatePartition(uri, changes);
            } catch (HmcException e) {
                if (!e.mayHaveHappened()) {
                    throw e;
                }
                // Setting the same values twice is one effect; the look that follows says whether it happened.
            }
        }

        private Map<String, Object> difference(Size wanted) {
            Size now = now();
            Map<String, Object> changes = new TreeMap<>();
            if (now.cpus() != wanted.cpus()) {
                changes.put("ifl-processors", wanted.cpus());
            }
            if (now.memoryMib() < wanted.memoryMib()) {
                changes.put("initial-memory", wanted.memoryMib());
            }
            if (wanted.weight() != 0 && now.weight() != wanted.weight()) {
                changes.put("initial-ifl-processing-weight", wanted.weight());
            }
            return changes;
        }

        /** The console has one value of both: it stays as it is while the partition runs. */
        @Override
        public void setNextMemory(long memoryMib) {
            // Nothing that could be set for the next start alone.
        }

        @Override
        public Map<String, Object> request(Size wanted) {
            return difference(wanted);
        }
    }
}
