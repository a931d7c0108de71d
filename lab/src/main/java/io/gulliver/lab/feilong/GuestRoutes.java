package io.gulliver.lab.feilong;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabRefusal;
import io.gulliver.lab.LabResponse;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.feilong.FeilongState.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Guests: their directory entries, their power, and all that goes through {@code action}. */
final class GuestRoutes {

    private static final Duration BOOT = Duration.ofSeconds(70);
    private static final Duration SLOW_BOOT = Duration.ofMinutes(10);
    /** What {@code user_default_max_cpu} and {@code user_default_max_memory} are when nobody sets them. */
    private static final int DEFAULT_MAX_CPUS = 32;

    private static final String DEFAULT_MAX_MEMORY = "64G";
    private static final String BOOT_DISK = "0100";

    private final LabFeilong feilong;
    private final FeilongState state;
    private final LabFeilongSpec spec;

    GuestRoutes(LabFeilong feilong, FeilongState state, LabFeilongSpec spec) {
        this.feilong = feilong;
        this.state = state;
        this.spec = spec;
    }

    void add() {
        feilong.read("GET", "/guests", "list-guests", call -> {
            ArrayNode list = LabFeilong.array();
            state.all(Kind.GUEST).keySet().forEach(list::add);
            return FeilongAnswers.ok(list);
        });
        feilong.change("POST", "/guests", "create-guest", this::create);
        feilong.change("DELETE", "/guests/{userid}", "delete-guest", this::delete);
        feilong.read("GET", "/guests/{userid}/user_direct", "get-definition", this::definition);
        feilong.read("GET", "/guests/{userid}/info", "get-info", this::info);
        feilong.read(
                "GET",
                "/guests/{userid}/power_state",
                "get-power-state",
                call -> FeilongAnswers.ok(
                        JsonMapper.shared().getNodeFactory().stringNode(power(state.requireGuest(call.userid())))));
        feilong.actions("/guests/{userid}/action", this::act);
    }

    private static String power(ObjectNode guest) {
        return guest.path("on").asBoolean(false) ? "on" : "off";
    }

    // --- definition -----------------------------------------------------------------------------------------------

    private LabResponse create(FeilongCall call) {
        JsonNode asked = call.body().path("guest");
        String userid = asked.path("userid").asString().toUpperCase(Locale.ROOT);
        if (state.find(Kind.GUEST, userid).isPresent() || state.isForeign(userid)) {
            throw FeilongAnswers.smtRefusal("Failed to create userid '" + userid + "'.", 400, 8, false);
        }
        ObjectNode guest = LabFeilong.object();
        guest.put("userid", userid);
        guest.put("cpus", asked.path("vcpus").asInt());
        guest.put("memory", asked.path("memory").asLong());
        guest.put("max-cpus", asked.path("max_cpu").asInt(DEFAULT_MAX_CPUS));
        guest.put(
                "max-memory", asked.path("max_mem").asString(DEFAULT_MAX_MEMORY).toUpperCase(Locale.ROOT));
        guest.put("profile", asked.path("user_profile").asString("osdflt").toUpperCase(Locale.ROOT));
        guest.put("account", asked.path("account").asString("").toUpperCase(Locale.ROOT));
        guest.put(
                "share",
                asked.path("cshare")
                        .asString("RELATIVE " + 100 * asked.path("vcpus").asInt()));
        ArrayNode comments = guest.putArray("comments");
        if (!LabFeilongSpec.before(spec.version(), "1.6.7")) {
            // The level before takes them and forgets them; the directory has capitals only.
            asked.path("comments").forEach(line -> comments.add(line.asString().toUpperCase(Locale.ROOT)));
        }
        guest.set(
                "dedicated",
                asked.path("dedicate_vdevs").isArray()
                        ? asked.path("dedicate_vdevs").deepCopy()
                        : LabFeilong.array());
        if (asked.has("loaddev")) {
            guest.put("load-port", asked.path("loaddev").path("portname").asString(""));
            guest.put("load-lun", asked.path("loaddev").path("lun").asString(""));
        }
        boolean bootDisk = asked.path("disk_list").path(0).path("is_boot_disk").asBoolean(false);
        guest.put("ipl", asked.path("ipl_from").asString(bootDisk ? BOOT_DISK : ""));
        guest.putArray("disks");
        guest.putArray("nics");
        guest.putArray("interfaces");
        guest.put("on", false);
        state.saveGuest(guest);
        feilong.record(
                call,
                Effect.CREATED,
                userid,
                Map.of(
                        "cpus",
                        guest.path("cpus").asInt(),
                        "memory",
                        guest.path("memory").asLong()));
        // What fails from here on leaves the guest behind, as on the real thing.
        return FeilongAnswers.ok(Disks.add(feilong, state, call, guest, asked.path("disk_list")));
    }

    private LabResponse delete(FeilongCall call) {
        String userid = call.userid();
        Optional<ObjectNode> guest = state.find(Kind.GUEST, userid);
        if (guest.isEmpty()) {
            if (state.isForeign(userid)) {
                throw FeilongAnswers.notThere(FeilongAnswers.GUEST, "Guest '" + userid + "'");
            }
            return FeilongAnswers.done();
        }
        state.down(guest.get());
        state.delete(Kind.GUEST, userid);
        for (Map.Entry<String, ObjectNode> one : state.all(Kind.SWITCH).entrySet()) {
            ObjectNode users = (ObjectNode) one.getValue().path("users");
            // Only of those switches to which a card of the guest was coupled.
            boolean coupled = guest.get()
                    .path("nics")
                    .valueStream()
                    .anyMatch(nic -> nic.path("switch").asString("").equals(one.getKey()));
            if (coupled && users.has(userid)) {
                users.remove(userid);
                state.save(Kind.SWITCH, one.getKey(), one.getValue());
            }
        }
        if (!LabFeilongSpec.before(spec.version(), "1.6.7")) {
            // The level before leaves the guest's FCP devices reserved for ever.
            VolumeRoutes.forget(state, userid);
        }
        feilong.record(call, Effect.DELETED, userid, Map.of());
        return FeilongAnswers.done();
    }

    private LabResponse definition(FeilongCall call) {
        String userid = call.userid();
        ArrayNode lines = LabFeilong.array();
        Optional<ObjectNode> guest = state.find(Kind.GUEST, userid);
        if (guest.isPresent()) {
            state.directory(guest.get()).forEach(lines::add);
        } else if (state.isForeign(userid)) {
            lines.add("USER " + userid + " ****** 2G 4G G ");
        } else {
            throw FeilongAnswers.smtRefusal("", 400, 4, true);
        }
        ObjectNode output = LabFeilong.object();
        output.set("user_direct", lines);
        return FeilongAnswers.ok(output);
    }

    private LabResponse info(FeilongCall call) {
        ObjectNode guest = state.requireGuest(call.userid());
        boolean on = guest.path("on").asBoolean(false);
        boolean ready = state.isReady(guest);
        ObjectNode info = LabFeilong.object();
        info.put("power_state", power(guest));
        info.put("max_mem_kb", mebibytes(guest.path("max-memory").asString()) * 1024);
        info.put("mem_kb", on ? guest.path("active-memory").asLong() * 1024 : 0);
        info.put(
                "num_cpu",
                on ? guest.path("active-cpus").asInt() : guest.path("cpus").asInt());
        info.put("cpu_time_us", 0);
        info.put("online_cpu_num", ready ? guest.path("active-cpus").asInt() : 0);
        info.put("os_distro", ready ? guest.path("os").asString("") : "");
        info.put("kernel_info", ready ? "Linux 5.14.0-503.11.1.el9_5.s390x s390x" : "");
        return FeilongAnswers.ok(info);
    }

    /** MiB of a size as the API writes it, {@code 16G} or {@code 512m}. */
    private static long mebibytes(String size) {
        long value = Long.parseLong(size.substring(0, size.length() - 1));
        return size.toUpperCase(Locale.ROOT).endsWith("G") ? value * 1024 : value;
    }

    // --- actions --------------------------------------------------------------------------------------------------

    private LabResponse act(FeilongCall call) {
        ObjectNode guest = state.requireGuest(call.userid());
        JsonNode asked = call.body();
        return switch (call.operation()) {
            case "start-guest" -> start(call, guest, asked);
            case "stop-guest", "soft-stop-guest" -> {
                if (guest.path("on").asBoolean(false)) {
                    state.down(guest);
                    feilong.record(call, Effect.STOPPED, call.userid(), Map.of());
                }
                yield FeilongAnswers.done();
            }
            case "reboot-guest", "reset-guest" -> {
                boolean on = guest.path("on").asBoolean(false);
                if (!on && call.operation().equals("reboot-guest")) {
                    throw FeilongAnswers.smtRefusal("", 200, 12, false);
                }
                state.down(guest);
                up(call, guest);
                yield FeilongAnswers.done();
            }
            case "get-console" ->
                FeilongAnswers.ok(JsonMapper.shared().getNodeFactory().stringNode(console(guest)));
            case "deploy-image" -> deploy(call, guest, asked);
            case "resize-cpus" -> cpus(call, guest, asked, false);
            case "live-resize-cpus" -> cpus(call, guest, asked, true);
            case "resize-memory" -> memory(call, guest, asked, false);
            case "live-resize-memory" -> memory(call, guest, asked, true);
            default -> throw new IllegalStateException("No action is known for " + call.operation());
        };
    }

    private LabResponse start(FeilongCall call, ObjectNode guest, JsonNode asked) {
        if (!guest.path("on").asBoolean(false)) {
            up(call, guest);
        }
        // The server waits only when it is told how long; without that a start is answered before anything has booted.
        int seconds = asked.path("timeout").asInt(0);
        boolean comes = guest.has("ready")
                && !Instant.parse(guest.path("ready").asString()).isAfter(state.after(Duration.ofSeconds(seconds)));
        if (seconds > 0 && !comes) {
            throw FeilongAnswers.sdkRefusal(
                    300,
                    FeilongAnswers.GUEST,
                    16,
                    "Failed to start the guest: '" + call.userid() + "', compute node is not able to connect to the"
                            + " virtual machine in " + seconds + " seconds");
        }
        return FeilongAnswers.done();
    }

    private void up(FeilongCall call, ObjectNode guest) {
        guest.put("on", true);
        guest.put("told", false);
        guest.put("active-cpus", guest.path("cpus").asInt());
        guest.put("active-memory", guest.path("memory").asLong());
        guest.remove("ready");
        if (state.isBootable(guest) && !feilong.fault(call, FaultKind.NEVER_SETTLES)) {
            boolean slow = feilong.fault(call, FaultKind.SLOW_TO_SETTLE);
            guest.put("ready", (slow ? state.now().plus(SLOW_BOOT) : state.after(BOOT)).toString());
        }
        state.print(
                guest,
                List.of(
                        state.isBootable(guest)
                                ? "Booting default (grub2)..."
                                // What CP says when nothing that can be loaded lies on the disk.
                                : "HCPGIR450W CP entered; disabled wait PSW 00020001 80000000 00000000 00000000"));
        feilong.record(call, Effect.STARTED, call.userid(), Map.of());
        state.settle();
    }

    /** What it has shown so far; whoever reads takes it off the spool. */
    private String console(ObjectNode guest) {
        String shown = guest.path("console").asString("");
        if (!shown.isEmpty()) {
            guest.remove("console");
            state.saveGuest(guest);
        }
        return shown;
    }

    private LabResponse deploy(FeilongCall call, ObjectNode guest, JsonNode asked) {
        String name = asked.path("image").asString();
        if (feilong.fault(call, FaultKind.CAPACITY_EXHAUSTED)) {
            throw FeilongAnswers.sdkRefusal(
                    503, 120, 1, "Max concurrent deploy/capture requests received, request is rejected.");
        }
        ObjectNode image = state.find(Kind.IMAGE, name)
                .orElseThrow(() -> FeilongAnswers.notThere(FeilongAnswers.IMAGE, "Image with name: " + name));
        String vdev = Disks.canonical(asked.path("vdev").asString(BOOT_DISK));
        Optional<JsonNode> disk = guest.path("disks")
                .valueStream()
                .filter(one -> one.path("vdev").asString().equals(vdev))
                .findFirst();
        if (disk.isEmpty()) {
            throw new LabRefusal(unpackFailed(404, call.userid(), "not linked; not in CP directory"));
        }
        if (disk.get().path("units").asLong() < image.path("cylinders").asLong()) {
            throw new LabRefusal(unpackFailed(500, call.userid(), "the target disk is too small"));
        }
        if (feilong.fault(call, FaultKind.JOB_FAILS)) {
            throw new LabRefusal(unpackFailed(500, call.userid(), "ERROR: terminating, unexpected error"));
        }
        guest.put("image", name);
        guest.put("image-disk", vdev);
        guest.put("booted", false);
        guest.put("os", image.path("os").asString());
        guest.put("host-name", asked.path("hostname").asString(""));
        guest.put("transport-files", asked.path("transportfiles").asString(""));
        state.saveGuest(guest);
        feilong.record(call, Effect.CHANGED, call.userid(), Map.of("image", name, "vdev", vdev));
        return FeilongAnswers.done();
    }

    private static LabResponse unpackFailed(int status, String userid, String why) {
        LabResponse answer = FeilongAnswers.sdk(
                300,
                FeilongAnswers.GUEST,
                3,
                "Failed to deploy image to userid: '" + userid + "', unpackdiskimage failed with rc: 3, error: " + why);
        return new LabResponse(status, answer.headers(), answer.body());
    }

    // --- sizes ----------------------------------------------------------------------------------------------------

    private LabResponse cpus(FeilongCall call, ObjectNode guest, JsonNode asked, boolean live) {
        int wanted = asked.path("cpu_cnt").asInt();
        requireActive(call, guest, live);
        int most = guest.path("max-cpus").asInt();
        if (wanted > most) {
            throw FeilongAnswers.sdkRefusal(
                    409,
                    FeilongAnswers.GUEST,
                    4,
                    "Failed to resize cpus of guest: '" + call.userid() + "', error: the requested number of cpus: '"
                            + wanted + "' exceeds the maximum number of cpus allowed: '" + most + "'.");
        }
        guest.put("cpus", wanted);
        // The server sets the share along, by the same rule of 100 for each CPU.
        guest.put("share", asked.path("cpu_share").asString("RELATIVE " + 100 * wanted));
        if (live) {
            guest.put("active-cpus", wanted);
        }
        state.saveGuest(guest);
        if (live) {
            state.resized(guest);
        }
        feilong.record(call, Effect.CHANGED, call.userid(), Map.of("cpus", wanted));
        return FeilongAnswers.done();
    }

    private LabResponse memory(FeilongCall call, ObjectNode guest, JsonNode asked, boolean live) {
        long wanted = mebibytes(asked.path("size").asString());
        requireActive(call, guest, live);
        long active = guest.path("active-memory").asLong();
        if (live && wanted < active) {
            throw FeilongAnswers.sdkRefusal(
                    409,
                    FeilongAnswers.GUEST,
                    18,
                    "Failed to live resize memory of guest: '" + call.userid()
                            + "', error: current active memory size: '" + active
                            + "'m is greater than requested size: '" + wanted + "'m.");
        }
        long most = mebibytes(guest.path("max-memory").asString());
        if (wanted > most) {
            throw FeilongAnswers.sdkRefusal(
                    409,
                    FeilongAnswers.GUEST,
                    20,
                    "Failed to resize memory of guest: '" + call.userid() + "', error: the requested memory size: '"
                            + wanted + "m' exceeds the maximum memory size defined: '" + most + "m'.");
        }
        guest.put("memory", wanted);
        if (live) {
            guest.put("active-memory", wanted);
        }
        state.saveGuest(guest);
        if (live) {
            state.resized(guest);
        }
        feilong.record(call, Effect.CHANGED, call.userid(), Map.of("memory", wanted));
        return FeilongAnswers.done();
    }

    private static void requireActive(FeilongCall call, ObjectNode guest, boolean live) {
        if (live && !guest.path("on").asBoolean(false)) {
            throw FeilongAnswers.sdkRefusal(
                    409, FeilongAnswers.GUEST, 1, "Guest '" + call.userid() + "' is not in active status.");
        }
    }

    /** The network cards of a guest. */
    static List<JsonNode> cards(ObjectNode guest) {
        return guest.path("nics").valueStream().toList();
    }
}
