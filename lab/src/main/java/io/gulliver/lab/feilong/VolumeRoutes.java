package io.gulliver.lab.feilong;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabResponse;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.feilong.FeilongState.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** FCP devices of guests: templates, reservations, and LUNs behind them. */
final class VolumeRoutes {

    private final LabFeilong feilong;
    private final FeilongState state;
    private final LabFeilongSpec spec;

    VolumeRoutes(LabFeilong feilong, FeilongState state, LabFeilongSpec spec) {
        this.feilong = feilong;
        this.state = state;
        this.spec = spec;
    }

    void add() {
        feilong.read("GET", "/volumes/fcptemplates", "list-fcp-templates", call -> {
            ArrayNode templates = LabFeilong.array();
            spec.zvm().fcpTemplates().keySet().forEach(id -> {
                ObjectNode template = templates.addObject();
                template.put("id", id);
                template.put("name", id);
                template.put("description", "");
                template.put("host_default", templates.size() == 1);
                template.putArray("storage_providers");
                if (later()) {
                    ArrayNode pchids = template.putArray("pchids");
                    for (int path = 0; path < spec.zvm().fcpTemplates().get(id).size(); path++) {
                        pchids.add(pchid(path));
                    }
                }
            });
            ObjectNode output = LabFeilong.object();
            output.set("fcp_templates", templates);
            return FeilongAnswers.ok(output);
        });
        feilong.read("GET", "/volumes/fcp/{fcp}", "get-fcp", call -> {
            ObjectNode fcp = requireFcp(call.request().pathParameter("fcp"));
            ArrayNode usage = LabFeilong.array();
            usage.add(fcp.path("assigner").asString());
            usage.add(fcp.path("reserved").asInt());
            usage.add(fcp.path("connections").asInt());
            usage.add(fcp.path("template").asString());
            return FeilongAnswers.ok(usage);
        });
        // A GET that reserves: its effect is in the ledger all the same.
        feilong.change("GET", "/volumes/conn/{userid}", "get-connector", this::connector);
        feilong.change("POST", "/guests/volumes", "attach-volume", call -> connect(call, 1));
        feilong.change("DELETE", "/guests/volumes", "detach-volume", call -> connect(call, -1));
        feilong.change("PUT", "/volumes/volume_refresh_bootmap", "refresh-boot-map", this::refresh);
    }

    /** Gives back all devices of a guest that is deleted, connected or not. */
    static void forget(FeilongState state, String userid) {
        Map.copyOf(state.all(Kind.FCP)).forEach((device, fcp) -> {
            if (fcp.path("assigner").asString().equals(userid)) {
                fcp.put("assigner", "");
                fcp.put("reserved", 0);
                fcp.put("connections", 0);
                fcp.put("template", "");
                state.save(Kind.FCP, device, fcp);
            }
        });
    }

    private boolean later() {
        return !LabFeilongSpec.before(spec.version(), "1.6.7");
    }

    /** The physical channel of a path. */
    static String pchid(int path) {
        return String.format(Locale.ROOT, "%04x", 0x240 + 0x20 * path);
    }

    private ObjectNode requireFcp(String id) {
        return state.find(Kind.FCP, id.toLowerCase(Locale.ROOT))
                .orElseThrow(() -> FeilongAnswers.notThere(FeilongAnswers.VOLUME, "FCP '" + id + "'"));
    }

    private LabResponse connector(FeilongCall call) {
        JsonNode asked = call.body().path("info");
        String userid = call.userid();
        Optional<String> template = asked.has("fcp_template_id")
                ? Optional.of(asked.path("fcp_template_id").asString())
                : spec.zvm().fcpTemplates().keySet().stream().findFirst();
        List<List<String>> paths = template.map(spec.zvm().fcpTemplates()::get)
                .orElseThrow(() -> FeilongAnswers.sdkRefusal(
                        300,
                        FeilongAnswers.VOLUME,
                        11,
                        "Failed to get volume connector of " + userid + ": FCP Multipath Template (id: "
                                + template.orElse("") + ") does not exist."));
        boolean reserve = asked.path("reserve").asBoolean();
        List<String> held = held(paths, userid);
        if (reserve && held.isEmpty() && later()) {
            requireChannels(userid, paths, asked.path("pchid_info"));
        }
        List<String> devices =
                !held.isEmpty() ? held : reserve ? free(call, paths, asked.path("pchid_info")) : List.of();
        boolean changed = false;
        for (String device : devices) {
            ObjectNode fcp = requireFcp(device);
            int wanted = reserve ? 1 : 0;
            // Given back only when nothing is connected through it.
            if (fcp.path("reserved").asInt() != wanted
                    && (reserve || fcp.path("connections").asInt() == 0)) {
                fcp.put("reserved", wanted);
                // Given back, it still bears the name of its last guest.
                fcp.put("assigner", userid);
                fcp.put("template", reserve ? template.orElse("") : "");
                state.save(Kind.FCP, device, fcp);
                changed = true;
            }
        }
        if (changed) {
            feilong.record(
                    call, Effect.CHANGED, userid, Map.of("reserve", reserve, "devices", String.join(",", devices)));
        }
        return FeilongAnswers.ok(shown(userid, template.orElse(""), devices));
    }

    private List<String> held(List<List<String>> paths, String userid) {
        return paths.stream()
                .flatMap(List::stream)
                .filter(device -> requireFcp(device).path("assigner").asString().equals(userid)
                        && requireFcp(device).path("reserved").asInt() != 0)
                .toList();
    }

    private static void requireChannels(String userid, List<List<String>> paths, JsonNode channels) {
        for (int path = 0; path < paths.size(); path++) {
            if (!channels.has(pchid(path))) {
                throw FeilongAnswers.sdkRefusal(
                        300,
                        FeilongAnswers.VOLUME,
                        11,
                        "Failed to get volume connector of " + userid
                                + ": PCHIDs info missing: the statistics of PCHIDs ['" + pchid(path)
                                + "'] are missing.");
            }
        }
    }

    /** One free device of each path; none at all when a path, or its channel, has none left. */
    private List<String> free(FeilongCall call, List<List<String>> paths, JsonNode channels) {
        if (feilong.fault(call, FaultKind.CAPACITY_EXHAUSTED)) {
            return List.of();
        }
        List<String> chosen = new ArrayList<>();
        for (int path = 0; path < paths.size(); path++) {
            JsonNode channel = channels.path(pchid(path));
            boolean room = channel.isMissingNode()
                    || channel.path("max").asInt() > channel.path("allocated").asInt();
            Optional<String> device = paths.get(path).stream()
                    .filter(one -> room
                            && requireFcp(one).path("reserved").asInt() == 0
                            && requireFcp(one).path("connections").asInt() == 0)
                    .findFirst();
            if (device.isEmpty()) {
                return List.of();
            }
            chosen.add(device.get());
        }
        return chosen;
    }

    private ObjectNode shown(String userid, String template, List<String> devices) {
        ObjectNode output = LabFeilong.object();
        ArrayNode ids = output.putArray("zvm_fcp");
        ArrayNode wwpns = output.putArray("wwpns");
        ObjectNode physical = output.putObject("phy_to_virt_initiators");
        for (String device : devices) {
            ids.add(device);
            wwpns.add(wwpn(device));
            physical.put(wwpn(device), physical(device));
        }
        output.put("host", devices.isEmpty() ? "" : spec.zvm().name() + "_" + userid);
        output.put("fcp_paths", devices.size());
        output.put("fcp_template_id", template);
        output.put("is_reserved_changed", false);
        if (devices.isEmpty() && later()) {
            output.put(
                    "empty_fcp_list_reason",
                    "No free FCP device left in FCP multipath template (id=" + template + ").");
        }
        return output;
    }

    /** The port name that the firmware gives a device with N-port virtualisation. */
    static String wwpn(String device) {
        return "c05076f0ac00" + device;
    }

    /** The port name of the channel behind a device. */
    static String physical(String device) {
        return "20000025b5" + "000" + device.substring(0, 3);
    }

    private LabResponse connect(FeilongCall call, int by) {
        JsonNode asked = call.body().path("info").path("connection");
        String userid = asked.path("assigner_id").asString().toUpperCase(Locale.ROOT);
        if (!asked.path("is_root_volume").asBoolean(false)
                && state.find(Kind.GUEST, userid).isEmpty()
                && !state.isForeign(userid)) {
            throw FeilongAnswers.notThere(FeilongAnswers.VOLUME, "Guest '" + userid + "'");
        }
        for (JsonNode device : asked.path("zvm_fcp")) {
            ObjectNode fcp = requireFcp(device.asString());
            if (by > 0
                    && !later()
                    && fcp.path("reserved").asInt() == 0
                    && fcp.path("connections").asInt() == 0) {
                throw FeilongAnswers.notThere(FeilongAnswers.VOLUME, "FCP with id: " + device.asString());
            }
            int connections = Math.max(0, fcp.path("connections").asInt() + by);
            fcp.put("connections", connections);
            if (by > 0) {
                fcp.put("assigner", userid);
            }
            state.save(Kind.FCP, device.asString().toLowerCase(Locale.ROOT), fcp);
        }
        feilong.record(
                call,
                by > 0 ? Effect.CREATED : Effect.DELETED,
                userid + "." + asked.path("target_lun").asString(),
                Map.of());
        return FeilongAnswers.done();
    }

    private LabResponse refresh(FeilongCall call) {
        JsonNode asked = call.body().path("info");
        ObjectNode output = LabFeilong.object();
        for (JsonNode device : asked.path("fcpchannel")) {
            requireFcp(device.asString());
            ArrayNode wwpns = output.putArray(device.asString());
            asked.path("wwpn").forEach(wwpns::add);
        }
        feilong.record(call, Effect.CHANGED, asked.path("lun").asString(), Map.of());
        return FeilongAnswers.ok(output);
    }
}
