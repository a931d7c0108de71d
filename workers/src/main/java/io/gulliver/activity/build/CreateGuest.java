package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.adapter.feilong.FeilongException;
import io.gulliver.adapter.feilong.FeilongException.Meaning;
import io.gulliver.adapter.feilong.model.DiskPool;
import io.gulliver.adapter.feilong.model.DiskSpec;
import io.gulliver.adapter.feilong.model.GuestDefinition;
import io.gulliver.adapter.feilong.model.GuestDefinition.Minidisk;
import io.gulliver.adapter.feilong.model.GuestSpec;
import io.gulliver.adapter.feilong.model.ZvmHost;
import io.gulliver.adapter.feilong.model.ZvmLimits;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * {@code zvm.create-guest}: a guest of this user id is in the directory of the z/VM system, as large as its sizing says, with a
 * minidisk for its system.
 *
 * <p>What z/VM has left is looked at first. Creating is several steps for z/VM: a guest of this run that lacks its disk gets it, and
 * nothing else is changed of one that is there.
 */
final class CreateGuest implements StepAction {
    /** Where an image is deployed to, and what the guest loads from. */
    static final String BOOT_DISK = "0100";
    /** Virtual device numbers that a guest of ours has anyway. */
    private static final Set<String> OWN = Set.of(BOOT_DISK, "1000", "1001", "1002");

    private final Systems systems;

    CreateGuest(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "zvm.create-guest";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        String userid = userid(inputs);
        Optional<GuestDefinition> found = feilong.findGuest(userid);
        if (found.isEmpty()) {
            ZvmHost host = feilong.host();
            Size size = Size.of(inputs, host);
            requireRoom(feilong, host, size, inputs);
            requireFree(feilong, userid, dedicated(inputs));
            found = create(feilong, size.spec(userid, inputs, call), call);
        } else if (!GuestOwner.isOfRun(found.get(), call)) {
            throw GuestOwner.taken(feilong, found.get());
        }
        GuestDefinition guest = found.orElseThrow(() -> new StepFailedException(
                FailureCode.TEMPORARILY_UNAVAILABLE,
                "Feilong " + feilong.system() + " said done, but its directory shows no user " + userid + ".",
                "The step looks again at its next try."));
        List<String> has = guest.dedicated();
        List<String> lacking = dedicated(inputs).stream()
                .filter(device -> !has.contains(device))
                .toList();
        if (!lacking.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "Guest " + userid + " of " + feilong.system() + " is there without its devices "
                            + String.join(", ", lacking) + ", which are dedicated when a guest is created.",
                    "Roll back this run as far as the guest, so that it is created anew with them.");
        }
        if (bootDisk(guest).isEmpty()) {
            guest = addBootDisk(feilong, userid, inputs);
        }
        Minidisk disk = bootDisk(guest)
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.TEMPORARILY_UNAVAILABLE,
                        "Feilong " + feilong.system() + " said done, but user " + userid + " has no disk " + BOOT_DISK
                                + ".",
                        "The step looks again at its next try."));
        return StepResult.done(
                Map.of("userid", userid, "boot_disk", disk.vdev()),
                "Guest " + userid + " of " + feilong.system() + " has " + guest.cpus() + " virtual CPUs, "
                        + guest.memoryMib() + " MiB (up to " + guest.maxCpus() + " and " + guest.maxMemoryMib()
                        + " MiB) and disk " + disk.vdev() + " on volume " + disk.volume());
    }

    /** The user id that a person gave, or the one that is made of the server's name, the same each time. */
    static String userid(Inputs inputs) {
        Optional<String> given = inputs.findText("userid");
        try {
            String userid = given.isPresent() ? given.get() : ZvmLimits.userid(inputs.text("server"), List.of());
            Optional<String> problem = ZvmLimits.useridProblem(userid);
            if (problem.isPresent()) {
                throw new IllegalArgumentException(problem.get());
            }
            return userid;
        } catch (IllegalArgumentException e) {
            throw invalid("The " + e.getMessage() + ".");
        }
    }

    /** Real devices that become the guest's, four hex digits in capitals. */
    private static List<String> dedicated(Inputs inputs) {
        if (!inputs.known("dedicated")) {
            return List.of();
        }
        List<String> devices = inputs.findTexts("dedicated");
        for (String device : devices) {
            if (device.length() != ZvmLimits.device("0").length() || !ZvmLimits.isDevice(device)) {
                throw invalid("'" + device + "' is no device to dedicate; wanted are four hex digits.");
            }
            if (OWN.contains(device.toUpperCase(Locale.ROOT))) {
                throw invalid(
                        "Device " + device + " cannot be dedicated under its own number, which the guest has for its"
                                + " boot disk or its network card already.");
            }
        }
        return devices.stream().map(ZvmLimits::device).toList();
    }

    /** No other user of the directory has them: z/VM itself says so only when one of both logs on. */
    private static void requireFree(FeilongClient feilong, String userid, List<String> devices) {
        if (devices.isEmpty()) {
            return;
        }
        List<String> found = new ArrayList<>();
        Set<String> users = new TreeSet<>(feilong.guests());
        users.addAll(feilong.guestsOnHost());
        for (String user : users) {
            if (!user.equals(userid)) {
                feilong.findGuest(user)
                        .ifPresent(guest -> guest.dedicated().stream()
                                .filter(devices::contains)
                                .forEach(device -> found.add(device + " (" + user + ")")));
            }
        }
        if (!found.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.NAME_TAKEN,
                    "The directory behind " + feilong.system() + " dedicates devices of guest " + userid
                            + " to other users: " + String.join(", ", found) + ". Nothing was changed.",
                    "Have the z/VM team look whose they are, take them out of eckd-devices of the landscape or from that user,"
                            + " then roll back and start anew.");
        }
    }

    private static Optional<Minidisk> bootDisk(GuestDefinition guest) {
        return guest.disks().stream()
                .filter(disk -> disk.vdev().equals(BOOT_DISK))
                .findFirst();
    }

    private static Optional<GuestDefinition> create(FeilongClient feilong, GuestSpec spec, StepCall call) {
        try {
            feilong.createGuest(spec);
        } catch (FeilongException e) {
            Optional<GuestDefinition> there = feilong.findGuest(spec.userid());
            if (there.isEmpty() || !GuestOwner.isOfRun(there.get(), call)) {
                throw there.isPresent() && e.meaning() == Meaning.EXISTS ? GuestOwner.taken(feilong, there.get()) : e;
            }
            if (e.meaning() == Meaning.FULL) {
                throw full(feilong, spec.userid(), e);
            }
            if (!e.mayHaveHappened() && e.meaning() != Meaning.EXISTS) {
                throw e;
            }
            return there;
        }
        return feilong.findGuest(spec.userid());
    }

    private static StepFailedException full(FeilongClient feilong, String userid, FeilongException cause) {
        return new StepFailedException(
                FailureCode.CAPACITY_EXHAUSTED,
                "Guest " + userid + " of " + feilong.system() + " was made, and its disk was not: "
                        + cause.getMessage(),
                "Free some of the pool, of which one volume must have room for the whole disk, or name another one (fact"
                        + " server.boot.pool); then retry the step, which adds the disk.");
    }

    private static GuestDefinition addBootDisk(FeilongClient feilong, String userid, Inputs inputs) {
        try {
            DiskSpec boot = bootDisk(inputs);
            feilong.createDisks(userid, List.of(new DiskSpec(boot.size(), boot.pool(), null, true, BOOT_DISK)));
        } catch (FeilongException e) {
            if (e.meaning() == Meaning.FULL) {
                throw full(feilong, userid, e);
            }
            if (!e.mayHaveHappened()) {
                throw e;
            }
            if (feilong.findGuest(userid).flatMap(CreateGuest::bootDisk).isEmpty()) {
                throw e;
            }
        }
        return feilong.findGuest(userid).orElseThrow();
    }

    private static DiskSpec bootDisk(Inputs inputs) {
        return DiskSpec.boot((long) Math.ceil(inputs.number("boot_size")) + "g", inputs.text("boot_pool"));
    }

    /**
     * How large a guest is: memory in whole GiB, which every level of the server can say in the directory.
     *
     * @param memory MiB at its start
     * @param maximum MiB that it may be given while it runs
     * @param cpus at its start
     * @param maximumCpus that it may be given while it runs
     * @param share {@code RELATIVE 800}, or null for the server's own rule, which is 100 for each CPU
     */
    record Size(
            int cpus,
            int maximumCpus,
            long memory,
            long maximum,
            @Nullable String share) {
        private static final long GIB = 1024;
        /** What the server itself sets, at creation and at each resize. */
        private static final int SERVERS_SHARE = 100;

        private static final int MOST_SHARE = 10_000;

        static Size of(Inputs inputs, ZvmHost host) {
            long memory = gib(inputs.number("memory"));
            double asked = inputs.given("maximum_memory") ? inputs.number("maximum_memory") : 0;
            int percent = inputs.findWhole("live_memory_percent").orElse(0);
            if (percent < 0) {
                throw invalid("live_memory_percent is " + percent + "; wanted 0 or more.");
            }
            long maximum = asked > 0 ? gib(asked) : (memory * (100 + percent) + 100 * GIB - 1) / (100 * GIB) * GIB;
            if (maximum < memory) {
                throw invalid(
                        "The maximum memory is " + maximum + " MiB, and the guest starts with " + memory + " MiB.");
            }
            int cpus = inputs.whole("cpus");
            int most = inputs.findWhole("maximum_cpus").orElse(0);
            if (cpus < 1 || most != 0 && most < cpus || most > ZvmLimits.MAX_CPUS || cpus > ZvmLimits.MAX_CPUS) {
                throw invalid("The guest has " + cpus + " virtual CPUs of at most " + most + "; wanted 1 to "
                        + ZvmLimits.MAX_CPUS + ", and a most that is not less, or 0.");
            }
            int logical = Math.min(host.logicalCpus(), ZvmLimits.MAX_CPUS);
            int each = inputs.findWhole("share").orElse(SERVERS_SHARE);
            if (each < 1 || each * cpus > MOST_SHARE) {
                throw invalid("The relative share is " + each + " for each of " + cpus + " CPUs; wanted 1 to "
                        + MOST_SHARE + " together.");
            }
            return new Size(
                    cpus,
                    most == 0 ? Math.max(cpus, logical) : most,
                    memory,
                    maximum,
                    each == SERVERS_SHARE ? null : "RELATIVE " + each * cpus);
        }

        private static long gib(double gib) {
            return (long) Math.ceil(gib) * GIB;
        }

        GuestSpec spec(String userid, Inputs inputs, StepCall call) {
            try {
                GuestSpec bare = new GuestSpec(
                        userid,
                        cpus,
                        memory,
                        List.of(bootDisk(inputs)),
                        inputs.findText("profile").orElse(null),
                        maximumCpus,
                        ZvmLimits.storage(maximum),
                        null,
                        null,
                        share,
                        null,
                        null,
                        dedicated(inputs).isEmpty() ? null : dedicated(inputs));
                return bare.marked(GuestOwner.account(call), GuestOwner.comments(call));
            } catch (IllegalArgumentException e) {
                throw invalid(e.getMessage() + ".");
            }
        }

        String words() {
            return cpus + " virtual CPUs (up to " + maximumCpus + "), " + memory + " MiB"
                    + (maximum == memory ? "" : " (up to " + maximum + " MiB while it runs)") + " and share "
                    + (share == null ? "RELATIVE " + SERVERS_SHARE * cpus : share);
        }
    }

    private static StepFailedException invalid(String what) {
        return new StepFailedException(
                FailureCode.INPUT_INVALID,
                what,
                "Correct what the program says of the server, or the parameters of its playbook; then retry the step.");
    }

    /** Whether z/VM carries one guest more: logical CPUs, memory promised to guests, and room for its disk. */
    private static void requireRoom(FeilongClient feilong, ZvmHost host, Size size, Inputs inputs) {
        List<String> lacking = new ArrayList<>();
        if (size.cpus() > host.logicalCpus()) {
            lacking.add("logical CPUs (it has " + host.logicalCpus() + ")");
        }
        boolean production = inputs.flag("production", true);
        double committed = inputs.number(production ? "committed_production" : "committed_other");
        int reserve = inputs.whole("memory_reserve_percent");
        long promised = feilong.guests().stream()
                .flatMap(userid -> feilong.findGuest(userid).stream())
                .mapToLong(GuestDefinition::memoryMib)
                .sum();
        long carries = (long) (host.memoryMib() * (100 - reserve) / 100 * committed);
        if (promised + size.memory() > carries) {
            lacking.add("memory (its guests have " + promised + " MiB of the " + carries + " MiB that it carries, "
                    + Math.round(host.memoryMib()) + " MiB real less " + reserve + " %, times " + committed
                    + " where " + (production ? "something of production" : "nothing of production") + " lands)");
        }
        String pool = inputs.text("boot_pool");
        DiskPool room = feilong.findDiskPool(pool)
                .orElseThrow(() -> invalid("z/VM system " + host.name() + " behind " + feilong.system()
                        + " has no pool of minidisks " + pool + " (fact server.boot.pool)."));
        if (room.availableGib() < Math.ceil(inputs.number("boot_size"))) {
            lacking.add("room in pool " + pool + " (" + room.availableGib() + " of " + room.totalGib()
                    + " GiB left, wanted " + (long) Math.ceil(inputs.number("boot_size")) + ")");
        }
        if (!lacking.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CAPACITY_EXHAUSTED,
                    "z/VM system " + host.name() + " behind " + feilong.system() + " lacks "
                            + String.join(", ", lacking) + "; wanted are " + size.words() + ".",
                    "Choose another z/VM system or a partition for this server in the capacity plan, or free some of this"
                            + " one.");
        }
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        String userid = userid(inputs);
        Optional<GuestDefinition> found = feilong.findGuest(userid);
        if (found.isEmpty()) {
            return StepResult.done(Map.of(), "Guest " + userid + " was not there");
        }
        if (!GuestOwner.isOfRun(found.get(), call)) {
            return StepResult.done(
                    Map.of(),
                    "User " + userid + " is not of this run (" + GuestOwner.words(found.get()) + "): left alone");
        }
        feilong.deleteGuest(userid);
        if (feilong.findGuest(userid).isPresent()) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "Feilong " + feilong.system() + " said done, but user " + userid + " is still in its directory.",
                    "The step looks again at its next try.");
        }
        return StepResult.done(Map.of(), "Guest " + userid + " with its disks removed");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        String userid = userid(inputs);
        ZvmHost host = feilong.host();
        Size size = Size.of(inputs, host);
        requireRoom(feilong, host, size, inputs);
        String there = feilong.findGuest(userid)
                .map(guest -> "; one of this user id is there already: " + GuestOwner.words(guest))
                .orElse("");
        Rendering rendering = Rendering.of(call)
                .says("would create guest " + userid + " with " + size.words() + " on z/VM system " + host.name()
                        + there);
        rendering.request(
                "Feilong " + feilong.system(),
                "POST /guests, where no user of this id is in the directory",
                Map.of("guest", size.spec(userid, inputs, call)));
        return rendering.result(context, Map.of("userid", userid, "boot_disk", BOOT_DISK));
    }
}
