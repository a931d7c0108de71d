package io.gulliver.lab.hmc;

import static io.gulliver.lab.hmc.HmcFields.matching;
import static io.gulliver.lab.hmc.HmcFields.uri;

import io.gulliver.lab.LabHttp;
import io.gulliver.lab.LabResponse;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.hmc.HmcState.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The FICON configuration of machines, which the storage team has made, and the fulfilment of ECKD volumes.
 *
 * <p>Nothing discovers an ECKD volume: its group says which address of which control unit it is. PAV aliases of a control unit come
 * into a group with its first volume there, under device numbers of the firmware's own. Reasons of refusals here are the lab's own
 * where no public client names them.
 */
final class FiconRoutes {
    private static final HmcFields FULFILL =
            new HmcFields().required("control-unit-uri", uri()).required("unit-address", matching("[0-9a-f]{2}"));
    private static final int HEX = 16;
    /** From here on the firmware numbers what nobody numbered. */
    private static final int OWN_NUMBERS = 0xe000;

    private final LabHmc hmc;
    private final HmcState state;
    private volatile boolean administratorsOnly;

    FiconRoutes(LabHmc hmc, HmcState state) {
        this.hmc = hmc;
        this.state = state;
    }

    void add(LabHttp http) {
        http.read("GET", "/api/storage-control-units", "list-storage-control-units", hmc.within(call -> {
            call.queryOnly("name", "logical-address");
            return CpcRoutes.list(
                    call,
                    "storage-control-units",
                    state.all(Kind.STORAGE_CONTROL_UNIT),
                    new String[] {"name", "logical-address"},
                    "object-uri",
                    "name",
                    "logical-address");
        }));
        shown(http, "/api/storage-control-units/{id}", "get-storage-control-unit", Kind.STORAGE_CONTROL_UNIT);
        shown(http, "/api/storage-subsystems/{id}", "get-storage-subsystem", Kind.STORAGE_SUBSYSTEM);
        shown(http, "/api/storage-sites/{id}", "get-storage-site", Kind.STORAGE_SITE);
        http.route(
                "POST",
                "/api/storage-groups/{id}/storage-volumes/{volume}/operations/fulfill-ficon-storage-volume",
                "fulfill-ficon-volume",
                hmc.within(this::fulfill));
    }

    private void shown(LabHttp http, String path, String operation, Kind kind) {
        http.read(
                "GET",
                path,
                operation,
                hmc.within(call -> LabResponse.json(
                        200,
                        HmcState.shown(state.require(call, kind, call.request().path())))));
    }

    private LabResponse fulfill(HmcCall call) {
        ObjectNode volume =
                state.require(call, Kind.STORAGE_VOLUME, call.objectUri("/operations/fulfill-ficon-storage-volume"));
        ObjectNode body = call.body();
        FULFILL.check(call, body);
        if (administratorsOnly) {
            throw call.refuse(
                    403, 1, "The API user has no permission for the task Configure Storage - Storage Administrator");
        }
        ObjectNode group =
                state.require(call, Kind.STORAGE_GROUP, volume.path("parent").asString());
        if (!group.path("type").asString().equals("fc")) {
            throw call.wrongStatus(
                    "The storage group is of type " + group.path("type").asString() + ", wanted is fc");
        }
        if (volume.path("eckd-type").asString("").equals("alias")) {
            throw call.wrongStatus("An alias volume is not fulfilled");
        }
        ObjectNode unit = state.find(
                        Kind.STORAGE_CONTROL_UNIT, body.path("control-unit-uri").asString(""))
                .filter(one -> isOfMachine(one, group.path("cpc-uri").asString()))
                .orElseThrow(() -> call.refuse(
                        404,
                        2,
                        "The control unit does not exist in the FICON configuration of the storage group's CPC"));
        String address = body.path("unit-address").asString();
        if (!addresses(unit, "base").contains(address)) {
            throw call.refuse(
                    400, 7, "The unit address " + address + " is in no range of base volumes of the control unit");
        }
        for (ObjectNode other : state.all(Kind.STORAGE_VOLUME)) {
            if (!HmcState.uri(other).equals(HmcState.uri(volume))
                    && other.path("control-unit-uri").asString("").equals(HmcState.uri(unit))
                    && other.path("unit-address").asString("").equals(address)
                    && other.path("eckd-type").asString("").equals("base")) {
                throw call.wrongStatus("The volume is that of another storage group already");
            }
        }
        settle(volume, unit, address, group);
        state.record(call, Effect.CHANGED, volume, Map.of("unit-address", address));
        return LabResponse.empty(204);
    }

    /** Whether users of the API may say which volumes they are, or the storage administrator alone. */
    void administratorsOnly(boolean only) {
        administratorsOnly = only;
    }

    /** What the storage administrator does in the console's own pages. */
    void fulfil(String groupName, String deviceNumber, String address) {
        ObjectNode group = state.all(Kind.STORAGE_GROUP, "name", groupName).get(0);
        ObjectNode volume = state.all(Kind.STORAGE_VOLUME, "parent", HmcState.uri(group)).stream()
                .filter(one -> one.path("device-number").asString("").equals(deviceNumber))
                .findFirst()
                .orElseThrow();
        ObjectNode unit = state.all(Kind.STORAGE_CONTROL_UNIT, "logical-address", address.substring(0, 2)).stream()
                .filter(one -> isOfMachine(one, group.path("cpc-uri").asString()))
                .findFirst()
                .orElseThrow();
        settle(volume, unit, address.substring(2), group);
    }

    private void settle(ObjectNode volume, ObjectNode unit, String address, ObjectNode group) {
        volume.put("control-unit-uri", HmcState.uri(unit));
        volume.put("unit-address", address);
        volume.put("fulfillment-state", "complete");
        state.save(Kind.STORAGE_VOLUME, volume);
        aliases(group, unit);
        boolean complete = state.all(Kind.STORAGE_VOLUME, "parent", HmcState.uri(group)).stream()
                .filter(one -> one.path("eckd-type").asString("").equals("base"))
                .allMatch(one -> one.path("fulfillment-state").asString("").equals("complete"));
        group.put("fulfillment-state", complete ? "complete" : "pending");
        state.save(Kind.STORAGE_GROUP, group);
    }

    private boolean isOfMachine(ObjectNode unit, String cpcUri) {
        return state.find(Kind.STORAGE_SUBSYSTEM, unit.path("parent").asString())
                .flatMap(subsystem -> state.find(
                        Kind.STORAGE_SITE, subsystem.path("storage-site-uri").asString()))
                .filter(site -> PartitionRoutes.contains(site, "cpc-uris", cpcUri))
                .isPresent();
    }

    private static List<String> addresses(ObjectNode unit, String type) {
        List<String> addresses = new ArrayList<>();
        for (JsonNode range : unit.path("volume-ranges")) {
            if (range.path("type").asString().equals(type)) {
                int last = Integer.parseInt(range.path("ending-volume").asString(), HEX);
                for (int i = Integer.parseInt(range.path("starting-volume").asString(), HEX); i <= last; i++) {
                    addresses.add(String.format("%02x", i));
                }
            }
        }
        return addresses;
    }

    /** Aliases of a control unit that a group has its first volume of. */
    private void aliases(ObjectNode group, ObjectNode unit) {
        List<ObjectNode> volumes = state.all(Kind.STORAGE_VOLUME, "parent", HmcState.uri(group));
        if (volumes.stream()
                .anyMatch(volume -> volume.path("eckd-type").asString("").equals("alias")
                        && volume.path("control-unit-uri").asString("").equals(HmcState.uri(unit)))) {
            return;
        }
        Set<String> numbers = new TreeSet<>();
        volumes.forEach(volume -> numbers.add(volume.path("device-number").asString("")));
        ArrayNode uris = group.withArray("storage-volume-uris");
        int next = OWN_NUMBERS;
        for (String address : addresses(unit, "alias")) {
            ObjectNode alias =
                    state.create(Kind.STORAGE_VOLUME, HmcState.uri(group) + "/storage-volumes/", "element-uri");
            while (!numbers.add(String.format("%04x", next))) {
                next++;
            }
            alias.put("class", "storage-volume");
            alias.put("parent", HmcState.uri(group));
            alias.put("name", "");
            alias.put("description", "");
            alias.put("usage", "data");
            alias.put("eckd-type", "alias");
            alias.put("device-number", String.format("%04x", next));
            alias.put("control-unit-uri", HmcState.uri(unit));
            alias.put("unit-address", address);
            alias.putNull("fulfillment-state");
            state.save(Kind.STORAGE_VOLUME, alias);
            uris.add(HmcState.uri(alias));
        }
    }

    /** What a partition sees of its FICON groups: the address (control unit and unit, four hex digits) by device number. */
    static Map<String, String> devices(HmcState state, ObjectNode partition) {
        Map<String, String> devices = new TreeMap<>();
        for (JsonNode group : partition.path("storage-group-uris")) {
            for (ObjectNode volume : state.all(Kind.STORAGE_VOLUME, "parent", group.asString())) {
                state.find(
                                Kind.STORAGE_CONTROL_UNIT,
                                volume.path("control-unit-uri").asString(""))
                        .ifPresent(unit -> devices.put(
                                volume.path("device-number").asString(),
                                unit.path("logical-address").asString()
                                        + volume.path("unit-address").asString()));
            }
        }
        return devices;
    }
}
