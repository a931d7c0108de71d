package io.gulliver.lab.feilong;

import io.gulliver.lab.LabRefusal;
import io.gulliver.lab.LabResponse;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.feilong.FeilongState.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Minidisks and network cards of guests, and the virtual switches that cards are coupled to. */
final class DeviceRoutes {

    private static final int FIRST_CARD = 0x1000;
    /** A card has a read, a write and a data device. */
    private static final int DEVICES_PER_CARD = 3;

    private static final int LAST_DEVICE = 0xFFFF;

    private final LabFeilong feilong;
    private final FeilongState state;

    DeviceRoutes(LabFeilong feilong, FeilongState state) {
        this.feilong = feilong;
        this.state = state;
    }

    void add() {
        feilong.change("POST", "/guests/{userid}/disks", "create-disks", call -> {
            ObjectNode guest = state.requireGuest(call.userid());
            return FeilongAnswers.ok(Disks.add(
                    feilong, state, call, guest, call.body().path("disk_info").path("disk_list")));
        });
        feilong.change("DELETE", "/guests/{userid}/disks", "delete-disks", this::deleteDisks);
        feilong.change("POST", "/guests/{userid}/nic", "create-nic", this::createNic);
        feilong.change("PUT", "/guests/{userid}/nic/{vdev}", "couple-nic", this::couple);
        feilong.change("DELETE", "/guests/{userid}/nic/{vdev}", "delete-nic", this::deleteNic);
        feilong.change("POST", "/guests/{userid}/interface", "create-interface", this::createInterface);
        feilong.change("DELETE", "/guests/{userid}/interface", "delete-interface", this::deleteInterface);
        feilong.read("GET", "/guests/nics", "list-nics", this::nics);
        feilong.read("GET", "/vswitches", "list-switches", call -> {
            ArrayNode names = LabFeilong.array();
            state.all(Kind.SWITCH).keySet().forEach(names::add);
            return FeilongAnswers.ok(names);
        });
        feilong.read("GET", "/vswitches/{name}", "get-switch", this::showSwitch);
        feilong.change("PUT", "/vswitches/{name}", "update-switch", this::updateSwitch);
    }

    // --- disks ----------------------------------------------------------------------------------------------------

    private LabResponse deleteDisks(FeilongCall call) {
        ObjectNode guest = state.requireGuest(call.userid());
        if (guest.path("on").asBoolean(false)) {
            throw FeilongAnswers.sdkRefusal(
                    501,
                    FeilongAnswers.GUEST,
                    1,
                    "The requested function: delete disks when guest is active has not been implemented in current"
                            + " release");
        }
        Set<String> wanted = call.body()
                .path("vdev_info")
                .path("vdev_list")
                .valueStream()
                .map(vdev -> Disks.canonical(vdev.asString()))
                .collect(Collectors.toSet());
        ArrayNode left = LabFeilong.array();
        for (JsonNode disk : guest.path("disks")) {
            if (wanted.contains(disk.path("vdev").asString())) {
                feilong.record(
                        call,
                        Effect.DELETED,
                        call.userid() + "." + disk.path("vdev").asString(),
                        Map.of());
            } else {
                left.add(disk);
            }
        }
        guest.set("disks", left);
        if (wanted.contains(guest.path("image-disk").asString(""))) {
            guest.remove(List.of("image", "image-disk"));
        }
        state.saveGuest(guest);
        return FeilongAnswers.done();
    }

    // --- cards ----------------------------------------------------------------------------------------------------

    private static Optional<ObjectNode> card(ObjectNode guest, String vdev) {
        return GuestRoutes.cards(guest).stream()
                .filter(nic -> nic.path("vdev").asString().equals(Disks.canonical(vdev)))
                .map(JsonNode::asObject)
                .findFirst();
    }

    private LabResponse createNic(FeilongCall call) {
        ObjectNode guest = state.requireGuest(call.userid());
        JsonNode asked = call.body().path("nic");
        String vdev = make(call, guest, asked.path("vdev").asString(""), asked);
        return FeilongAnswers.ok(JsonMapper.shared().getNodeFactory().stringNode(vdev.toLowerCase(Locale.ROOT)));
    }

    private String make(FeilongCall call, ObjectNode guest, String wanted, JsonNode asked) {
        List<Integer> used = GuestRoutes.cards(guest).stream()
                .map(nic -> Integer.parseInt(nic.path("vdev").asString(), 16))
                .toList();
        int vdev = wanted.isEmpty()
                ? used.stream().mapToInt(Integer::intValue).max().orElse(FIRST_CARD - DEVICES_PER_CARD)
                        + DEVICES_PER_CARD
                : Integer.parseInt(wanted, 16);
        if (used.stream().anyMatch(one -> Math.abs(one - vdev) < DEVICES_PER_CARD)) {
            throw FeilongAnswers.sdkRefusal(
                    409,
                    FeilongAnswers.NETWORK,
                    6,
                    "Failed to create nic " + wanted + " for guest " + call.userid()
                            + ", error: The specified virtual device number " + wanted + " has already been used.");
        }
        if (vdev + DEVICES_PER_CARD - 1 > LAST_DEVICE) {
            throw FeilongAnswers.sdkRefusal(
                    100, 400, 3, "Invalid API arg format, error: Virtual device number " + wanted + " is not valid");
        }
        ObjectNode nic = guest.withArray("nics").addObject();
        nic.put("vdev", String.format(Locale.ROOT, "%04X", vdev));
        if (asked.has("mac_addr")) {
            // The system's own prefix stands before the last three bytes.
            nic.put("mac", asked.path("mac_addr").asString());
        }
        if (asked.has("nic_id")) {
            nic.put("id", asked.path("nic_id").asString());
        }
        state.saveGuest(guest);
        feilong.record(
                call, Effect.CREATED, call.userid() + "." + nic.path("vdev").asString(), Map.of());
        return nic.path("vdev").asString();
    }

    private LabResponse couple(FeilongCall call) {
        ObjectNode guest = state.requireGuest(call.userid());
        String vdev = call.request().pathParameter("vdev");
        ObjectNode nic = card(guest, vdev)
                .orElseThrow(() ->
                        FeilongAnswers.notThere(FeilongAnswers.NETWORK, "User " + call.userid() + " with nic " + vdev));
        JsonNode asked = call.body().path("info");
        boolean active = asked.path("active").asBoolean(false);
        if (active && !guest.path("on").asBoolean(false)) {
            throw FeilongAnswers.sdkRefusal(
                    409, FeilongAnswers.NETWORK, 1, "Guest '" + call.userid() + "' is not in active status.");
        }
        if (!asked.path("couple").asBoolean()) {
            nic.remove("switch");
            nic.remove("vlan");
        } else {
            String name = asked.path("vswitch").asString("");
            if (name.isEmpty()) {
                throw new LabRefusal(FeilongAnswers.internal("'vswitch'"));
            }
            if (nic.path("switch").asString("").equals(name)) {
                // Already so, whatever the VLAN: the server leaves it alone.
                return FeilongAnswers.done();
            }
            nic.put("switch", name);
            int vlan = asked.path("vlan_id").asInt(-1);
            if (vlan >= 0) {
                nic.put("vlan", vlan);
            }
        }
        state.saveGuest(guest);
        feilong.record(
                call,
                Effect.CHANGED,
                call.userid() + "." + nic.path("vdev").asString(),
                Map.of("switch", nic.path("switch").asString("")));
        return FeilongAnswers.done();
    }

    private LabResponse deleteNic(FeilongCall call) {
        ObjectNode guest = state.requireGuest(call.userid());
        String vdev = Disks.canonical(call.request().pathParameter("vdev"));
        remove(call, guest, vdev);
        return FeilongAnswers.done();
    }

    private void remove(FeilongCall call, ObjectNode guest, String vdev) {
        ArrayNode left = LabFeilong.array();
        GuestRoutes.cards(guest).stream()
                .filter(nic -> !nic.path("vdev").asString().equals(vdev))
                .forEach(left::add);
        if (left.size() < guest.path("nics").size()) {
            guest.set("nics", left);
            state.saveGuest(guest);
            feilong.record(call, Effect.DELETED, call.userid() + "." + vdev, Map.of());
        }
    }

    private LabResponse createInterface(FeilongCall call) {
        ObjectNode guest = state.requireGuest(call.userid());
        JsonNode asked = call.body().path("interface");
        ArrayNode made = LabFeilong.array();
        for (JsonNode network : asked.path("guest_networks")) {
            String vdev = make(call, guest, network.path("nic_vdev").asString(""), network);
            ObjectNode shown = network.deepCopy().asObject();
            shown.put("nic_vdev", vdev.toLowerCase(Locale.ROOT));
            guest.withArray("interfaces").add(shown);
            made.add(shown.deepCopy());
        }
        state.saveGuest(guest);
        return FeilongAnswers.ok(made);
    }

    private LabResponse deleteInterface(FeilongCall call) {
        ObjectNode guest = state.requireGuest(call.userid());
        String vdev = Disks.canonical(call.body().path("interface").path("vdev").asString());
        ArrayNode left = LabFeilong.array();
        guest.path("interfaces")
                .valueStream()
                .filter(one -> !Disks.canonical(one.path("nic_vdev").asString()).equals(vdev))
                .forEach(left::add);
        guest.set("interfaces", left);
        state.saveGuest(guest);
        remove(call, guest, vdev);
        return FeilongAnswers.done();
    }

    private LabResponse nics(FeilongCall call) {
        ArrayNode list = LabFeilong.array();
        String wanted = call.request().query("userid").orElse("").toUpperCase(Locale.ROOT);
        state.all(Kind.GUEST).forEach((userid, guest) -> {
            if (!wanted.isEmpty() && !wanted.equals(userid)) {
                return;
            }
            GuestRoutes.cards(guest).forEach(nic -> {
                ObjectNode row = list.addObject();
                row.put("userid", userid);
                row.put("interface", nic.path("vdev").asString());
                row.put("switch", nic.path("switch").asString(null));
                row.put("port", nic.path("id").asString(null));
                row.putNull("comments");
            });
        });
        return FeilongAnswers.ok(list);
    }

    // --- switches -------------------------------------------------------------------------------------------------

    private ObjectNode requireSwitch(String name) {
        return state.find(Kind.SWITCH, name)
                .orElseThrow(() -> FeilongAnswers.notThere(FeilongAnswers.NETWORK, "Vswitch " + name));
    }

    private LabResponse showSwitch(FeilongCall call) {
        String name = call.request().pathParameter("name");
        ObjectNode known = requireSwitch(name);
        ObjectNode output = LabFeilong.object();
        output.put("switch_name", name);
        output.put("transport_type", "ETHERNET");
        output.put("port_type", "ACCESS");
        output.put("vlan_awareness", known.path("aware").asBoolean() ? "AWARE" : "UNAWARE");
        output.put("switch_status", "DEFINED");
        ObjectNode users = output.putObject("authorized_users");
        known.path("users").properties().forEach(user -> {
            ObjectNode shown = users.putObject(user.getKey());
            ArrayNode vlans = shown.putArray("vlan_ids");
            if (!user.getValue().asString().isEmpty()) {
                vlans.add(user.getValue().asString());
            }
        });
        return FeilongAnswers.ok(output);
    }

    private LabResponse updateSwitch(FeilongCall call) {
        String name = call.request().pathParameter("name");
        ObjectNode known = requireSwitch(name);
        ObjectNode users = (ObjectNode) known.path("users");
        JsonNode asked = call.body().path("vswitch");
        String userid;
        if (asked.has("grant_userid")) {
            userid = asked.path("grant_userid").asString().toUpperCase(Locale.ROOT);
            if (users.has(userid)) {
                return FeilongAnswers.done();
            }
            users.put(userid, "");
        } else if (asked.has("revoke_userid")) {
            userid = asked.path("revoke_userid").asString().toUpperCase(Locale.ROOT);
            users.remove(userid);
        } else {
            userid = asked.path("user_vlan_id").path("userid").asString().toUpperCase(Locale.ROOT);
            if (!known.path("aware").asBoolean()) {
                throw FeilongAnswers.sdkRefusal(
                        409,
                        FeilongAnswers.NETWORK,
                        5,
                        "Failed to set vswitch " + name
                                + ", error: Operation is not allowed for a VLAN UNAWARE vswitch");
            }
            users.put(
                    userid,
                    String.valueOf(asked.path("user_vlan_id").path("vlanid").asInt()));
        }
        state.save(Kind.SWITCH, name, known);
        feilong.record(call, Effect.CHANGED, name, Map.of("userid", userid));
        return FeilongAnswers.done();
    }
}
