package io.gulliver.lab.hmc;

import static io.gulliver.lab.hmc.HmcFields.flag;
import static io.gulliver.lab.hmc.HmcFields.integer;
import static io.gulliver.lab.hmc.HmcFields.list;
import static io.gulliver.lab.hmc.HmcFields.matching;
import static io.gulliver.lab.hmc.HmcFields.number;
import static io.gulliver.lab.hmc.HmcFields.oneOf;
import static io.gulliver.lab.hmc.HmcFields.text;
import static io.gulliver.lab.hmc.HmcFields.uri;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.LabHttp;
import io.gulliver.lab.LabResponse;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.hmc.HmcState.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Storage groups: a request for LUNs, and how far the arrays have met it. */
final class StorageRoutes {

    private static final Duration DISCOVERY = Duration.ofSeconds(60);

    private static final HmcFields GROUP = new HmcFields()
            .required("cpc-uri", uri())
            .required("name", text(1, 64))
            .required("type", oneOf("fcp", "fc"))
            .optional("description", text(0, 1024))
            .optional("shared", flag())
            .optional("connectivity", integer(1, 64))
            .optional("max-partitions", integer(1, 85))
            .optional("direct-connection-count", integer(0, 1000))
            .optional("virtual-machine-count", integer(0, 1000))
            .optional("storage-volumes", list())
            .optional("email-to-addresses", list())
            .optional("email-cc-addresses", list())
            .optional("email-insert", text(0, 1024));
    private static final HmcFields VOLUME = new HmcFields()
            .required("operation", oneOf("create"))
            .required("size", number(0.01, 65_536))
            .optional("name", text(0, 64))
            .optional("description", text(0, 1024))
            .optional("usage", oneOf("boot", "data"));
    /** Of a FICON group: a model has a size, but for EAV, whose cylinders (or GiB) are said. */
    private static final HmcFields ECKD = new HmcFields()
            .required("operation", oneOf("create"))
            .required("model", oneOf("1", "2", "3", "9", "27", "54", "EAV"))
            .optional("cylinders", integer(1, 1_182_006))
            .optional("size", number(0.01, 65_536))
            .optional("device-number", matching("[0-9a-f]{4}"))
            .optional("name", text(0, 64))
            .optional("description", text(0, 1024))
            .optional("usage", oneOf("boot", "data"));

    private static final HmcFields ATTACH = new HmcFields().required("storage-group-uri", uri());
    private static final HmcFields PORTS = new HmcFields().required("adapter-port-uris", list());
    private static final HmcFields FULFILL = new HmcFields()
            .required("world-wide-port-name", matching("[0-9a-f]{16}"))
            .required("logical-unit-number", matching("[0-9a-f]{16}"))
            .required("adapter-port-uri", uri());
    private static final HmcFields PATH = new HmcFields()
            .optional("name", text(1, 64))
            .optional("description", text(0, 1024))
            .optional("device-number", matching("[0-9a-f]{4}"))
            .optional("adapter-port-uri", uri());
    private static final HmcFields DISCOVER = new HmcFields().optional("force-restart", flag());
    private static final HmcFields MAIL = new HmcFields()
            .optional("email-to-addresses", list())
            .optional("email-cc-addresses", list())
            .optional("email-insert", text(0, 1024));

    private final LabHmc hmc;
    private final HmcState state;
    private final Faults faults;
    private final String system;

    StorageRoutes(LabHmc hmc, HmcState state, Faults faults, String system) {
        this.hmc = hmc;
        this.state = state;
        this.faults = faults;
        this.system = system;
    }

    void add(LabHttp http) {
        String group = "/api/storage-groups/{id}";
        http.read("GET", "/api/storage-groups", "list-storage-groups", hmc.within(this::listGroups));
        http.route("POST", "/api/storage-groups", "create-storage-group", hmc.within(this::create));
        http.read("GET", group, "get-storage-group", hmc.within(call -> shown(call, Kind.STORAGE_GROUP)));
        http.route("POST", group + "/operations/delete", "delete-storage-group", hmc.within(this::delete));
        http.route(
                "POST",
                group + "/operations/add-candidate-adapter-ports",
                "add-candidate-ports",
                hmc.within(this::addPorts));
        http.read("GET", group + "/operations/get-partitions", "list-group-partitions", hmc.within(this::partitions));
        http.read(
                "GET", group + "/operations/get-connection-report", "get-connection-report", hmc.within(this::report));
        http.read(
                "POST",
                group + "/operations/start-fcp-storage-discovery",
                "start-storage-discovery",
                hmc.within(this::discover));
        http.read(
                "GET",
                group + "/storage-volumes",
                "list-storage-volumes",
                hmc.within(call -> children(
                        call,
                        "/storage-volumes",
                        Kind.STORAGE_VOLUME,
                        "storage-volumes",
                        "fulfillment-state",
                        "usage")));
        http.read(
                "GET",
                group + "/storage-volumes/{volume}",
                "get-storage-volume",
                hmc.within(call -> shown(call, Kind.STORAGE_VOLUME)));
        http.route(
                "POST",
                group + "/storage-volumes/{volume}/operations/fulfill-fcp-storage-volume",
                "fulfill-fcp-volume",
                hmc.within(this::fulfill));
        http.read(
                "GET",
                group + "/virtual-storage-resources",
                "list-virtual-storage-resources",
                hmc.within(call -> children(
                        call,
                        "/virtual-storage-resources",
                        Kind.VIRTUAL_STORAGE_RESOURCE,
                        "virtual-storage-resources",
                        "partition-uri",
                        "adapter-port-uri")));
        http.read(
                "GET",
                group + "/virtual-storage-resources/{path}",
                "get-virtual-storage-resource",
                hmc.within(call -> shown(call, Kind.VIRTUAL_STORAGE_RESOURCE)));
        http.route(
                "POST",
                group + "/virtual-storage-resources/{path}",
                "update-virtual-storage-resource",
                hmc.within(this::updatePath));
        http.route(
                "POST",
                "/api/partitions/{id}/operations/attach-storage-group",
                "attach-storage-group",
                hmc.within(this::attach));
        http.route(
                "POST",
                "/api/partitions/{id}/operations/detach-storage-group",
                "detach-storage-group",
                hmc.within(this::detach));
    }

    private LabResponse shown(HmcCall call, Kind kind) {
        return LabResponse.json(
                200, HmcState.shown(state.require(call, kind, call.request().path())));
    }

    private LabResponse listGroups(HmcCall call) {
        call.queryOnly("cpc-uri", "name", "type", "fulfillment-state");
        return CpcRoutes.list(
                call,
                "storage-groups",
                state.all(Kind.STORAGE_GROUP),
                new String[] {"cpc-uri", "name", "type", "fulfillment-state"},
                "object-uri",
                "cpc-uri",
                "name",
                "type",
                "fulfillment-state");
    }

    private LabResponse children(HmcCall call, String ending, Kind kind, String property, String... filters) {
        ObjectNode group = state.require(call, Kind.STORAGE_GROUP, call.objectUri(ending));
        return CpcRoutes.list(
                call,
                property,
                state.all(kind, "parent", HmcState.uri(group)),
                filters,
                "element-uri",
                "name",
                "fulfillment-state",
                "size",
                "usage",
                "device-number",
                "adapter-port-uri",
                "partition-uri");
    }

    private LabResponse create(HmcCall call) {
        ObjectNode body = call.body();
        GROUP.check(call, body);
        if (state.find(Kind.CPC, body.path("cpc-uri").asString("")).isEmpty()) {
            throw call.refuse(404, 2, "The CPC designated by 'cpc-uri' does not exist");
        }
        for (ObjectNode other : state.all(Kind.STORAGE_GROUP)) {
            if (other.path("name").asString().equals(body.path("name").asString())) {
                throw call.refuse(400, 8, "The value of the field 'name' is not unique");
            }
        }
        boolean ficon = body.path("type").asString().equals("fc");
        if (ficon && body.has("max-partitions")) {
            throw call.refuse(400, 14, "The field 'max-partitions' is for storage groups of type fcp");
        }
        Set<String> numbers = new HashSet<>();
        List<ObjectNode> wanted = new ArrayList<>();
        for (JsonNode volume : body.path("storage-volumes")) {
            if (!(volume instanceof ObjectNode)) {
                throw call.refuse(400, 7, "The elements of 'storage-volumes' are objects");
            }
            (ficon ? ECKD : VOLUME).check(call, (ObjectNode) volume);
            if (ficon) {
                checkEckd(call, volume, numbers);
            }
            wanted.add((ObjectNode) volume);
        }
        ObjectNode group = state.create(Kind.STORAGE_GROUP, "/api/storage-groups/", "object-uri");
        group.put("class", "storage-group");
        group.put("description", "");
        group.put("shared", true);
        group.put("connectivity", 2);
        group.put("max-partitions", 2);
        group.setAll(body);
        group.remove("storage-volumes");
        group.put("fulfillment-state", "pending");
        group.putArray("candidate-adapter-port-uris");
        group.putArray("virtual-storage-resource-uris");
        ArrayNode uris = group.putArray("storage-volume-uris");
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        answer.put("object-uri", HmcState.uri(group));
        ArrayNode elements = answer.putArray("element-uris");
        for (ObjectNode volume : wanted) {
            ObjectNode made =
                    state.create(Kind.STORAGE_VOLUME, HmcState.uri(group) + "/storage-volumes/", "element-uri");
            made.put("class", "storage-volume");
            made.put("parent", HmcState.uri(group));
            made.put("name", "");
            made.put("description", "");
            made.put("usage", "data");
            made.setAll(volume);
            made.remove("operation");
            made.put("fulfillment-state", "pending");
            if (ficon) {
                made.put("eckd-type", "base");
                if (!made.has("device-number")) {
                    made.put("device-number", firstFree(numbers));
                }
            }
            state.save(Kind.STORAGE_VOLUME, made);
            uris.add(HmcState.uri(made));
            elements.add(HmcState.uri(made));
        }
        state.save(Kind.STORAGE_GROUP, group);
        state.record(call, Effect.CREATED, group, Map.of("volumes", wanted.size()));
        return LabResponse.json(201, answer).header("Location", HmcState.uri(group));
    }

    private static void checkEckd(HmcCall call, JsonNode volume, Set<String> numbers) {
        boolean sized = volume.has("cylinders") || volume.has("size");
        if (sized != volume.path("model").asString().equals("EAV") || volume.has("cylinders") && volume.has("size")) {
            throw call.refuse(400, 14, "Exactly volumes of model EAV have one of 'cylinders' and 'size'");
        }
        if (volume.has("device-number")
                && !numbers.add(volume.path("device-number").asString())) {
            throw call.refuse(400, 8, "The value of the field 'device-number' is not unique");
        }
    }

    private static String firstFree(Set<String> numbers) {
        int next = 0x8000;
        while (!numbers.add(String.format("%04x", next))) {
            next++;
        }
        return String.format("%04x", next);
    }

    /** Ports, discovery and their report are those of FCP groups. */
    private static void fcpOnly(HmcCall call, ObjectNode group) {
        if (!group.path("type").asString().equals("fcp")) {
            throw call.wrongStatus(
                    "The storage group is of type " + group.path("type").asString() + ", wanted is fcp");
        }
    }

    private LabResponse delete(HmcCall call) {
        ObjectNode group = state.require(call, Kind.STORAGE_GROUP, call.objectUri("/operations/delete"));
        if (call.request().body().length > 0) {
            MAIL.checkChange(call, call.body());
        }
        if (!users(group).isEmpty()) {
            throw call.wrongStatus("The storage group is attached to a partition");
        }
        state.all(Kind.STORAGE_VOLUME, "parent", HmcState.uri(group))
                .forEach(volume -> state.remove(Kind.STORAGE_VOLUME, volume));
        state.remove(Kind.STORAGE_GROUP, group);
        state.record(call, Effect.DELETED, group, Map.of());
        return LabResponse.empty(204);
    }

    private List<ObjectNode> users(ObjectNode group) {
        return state.all(Kind.PARTITION).stream()
                .filter(partition -> PartitionRoutes.contains(partition, "storage-group-uris", HmcState.uri(group)))
                .toList();
    }

    private LabResponse partitions(HmcCall call) {
        ObjectNode group = state.require(call, Kind.STORAGE_GROUP, call.objectUri("/operations/get-partitions"));
        return CpcRoutes.list(
                call,
                "partitions",
                users(group),
                new String[] {"name", "status"},
                "object-uri",
                "name",
                "status",
                "type");
    }

    private LabResponse addPorts(HmcCall call) {
        ObjectNode group =
                state.require(call, Kind.STORAGE_GROUP, call.objectUri("/operations/add-candidate-adapter-ports"));
        ObjectNode body = call.body();
        PORTS.check(call, body);
        fcpOnly(call, group);
        Set<String> known = new HashSet<>();
        for (ObjectNode adapter : state.all(Kind.ADAPTER, "type", "fcp")) {
            adapter.path("storage-port-uris").forEach(port -> known.add(port.asString()));
        }
        for (JsonNode port : body.path("adapter-port-uris")) {
            if (!known.contains(port.asString())) {
                throw call.refuse(404, 2, "The adapter port " + port.asString() + " does not exist");
            }
            if (PartitionRoutes.contains(group, "candidate-adapter-port-uris", port.asString())) {
                throw call.refuse(409, 483, "The adapter port is already a candidate of the storage group");
            }
        }
        ArrayNode ports = group.withArray("candidate-adapter-port-uris");
        body.path("adapter-port-uris").forEach(ports::add);
        state.save(Kind.STORAGE_GROUP, group);
        state.record(call, Effect.CHANGED, group, Map.of("candidate-ports", ports.size()));
        return LabResponse.empty(204);
    }

    /** A path's port can be chosen before the firmware's discovery does. */
    private LabResponse updatePath(HmcCall call) {
        ObjectNode path = state.require(
                call, Kind.VIRTUAL_STORAGE_RESOURCE, call.request().path());
        ObjectNode body = call.body();
        PATH.checkChange(call, body);
        String port = body.path("adapter-port-uri").asString("");
        ObjectNode group =
                state.require(call, Kind.STORAGE_GROUP, path.path("parent").asString());
        if (!port.isEmpty() && !PartitionRoutes.contains(group, "candidate-adapter-port-uris", port)) {
            throw call.refuse(409, 479, "The adapter port is not a candidate of the storage group");
        }
        path.setAll(body);
        state.save(Kind.VIRTUAL_STORAGE_RESOURCE, path);
        state.tellPorts();
        state.record(call, Effect.CHANGED, path, Map.of("adapter-port", port));
        return LabResponse.empty(204);
    }

    private LabResponse attach(HmcCall call) {
        ObjectNode partition = state.require(call, Kind.PARTITION, call.objectUri("/operations/attach-storage-group"));
        ObjectNode group = group(call);
        if (PartitionRoutes.contains(partition, "storage-group-uris", HmcState.uri(group))) {
            throw call.wrongStatus("The storage group is already attached to the partition");
        }
        int allowed =
                group.path("shared").asBoolean() ? group.path("max-partitions").asInt() : 1;
        if (users(group).size() >= allowed) {
            throw call.wrongStatus("The storage group is attached to as many partitions as it allows");
        }
        Map<String, String> seen = FiconRoutes.devices(state, partition);
        for (ObjectNode volume : state.all(Kind.STORAGE_VOLUME, "parent", HmcState.uri(group))) {
            if (seen.containsKey(volume.path("device-number").asString(""))) {
                throw call.wrongStatus("The partition has a device of number "
                        + volume.path("device-number").asString() + " already");
            }
        }
        partition.withArray("storage-group-uris").add(HmcState.uri(group));
        state.save(Kind.PARTITION, partition);
        // Of a FICON group the partition sees its volumes, and no adapter.
        int paths = group.path("type").asString().equals("fcp")
                ? group.path("connectivity").asInt()
                : 0;
        for (int i = 0; i < paths; i++) {
            ObjectNode path = state.create(
                    Kind.VIRTUAL_STORAGE_RESOURCE, HmcState.uri(group) + "/virtual-storage-resources/", "element-uri");
            path.put("class", "virtual-storage-resource");
            path.put("parent", HmcState.uri(group));
            path.put("name", partition.path("name").asString() + " path " + i);
            path.put("type", "fcp");
            path.put("partition-uri", HmcState.uri(partition));
            path.putNull("adapter-port-uri");
            path.put("device-number", String.format("%04x", 0x9000 + i));
            path.putObject("world-wide-port-name-info")
                    .put("world-wide-port-name", state.freshWwpn())
                    .put("status", "not-validated");
            state.save(Kind.VIRTUAL_STORAGE_RESOURCE, path);
        }
        refresh(group);
        state.record(
                call,
                Effect.CHANGED,
                partition,
                Map.of("storage-group", group.path("name").asString()));
        return LabResponse.empty(204);
    }

    private LabResponse detach(HmcCall call) {
        ObjectNode partition = state.require(call, Kind.PARTITION, call.objectUri("/operations/detach-storage-group"));
        ObjectNode group = group(call);
        if (!PartitionRoutes.contains(partition, "storage-group-uris", HmcState.uri(group))) {
            throw call.wrongStatus("The storage group is not attached to the partition");
        }
        boolean bootsFromIt = state.find(
                        Kind.STORAGE_VOLUME,
                        partition.path("boot-storage-volume").asString(""))
                .map(volume -> volume.path("parent").asString().equals(HmcState.uri(group)))
                .orElse(false);
        if (bootsFromIt && !state.isKind(Kindness.BOOT_GROUPS_LET_GO)) {
            throw call.wrongStatus("The storage group contains the boot volume of the partition");
        }
        List<String> left = new ArrayList<>();
        partition.path("storage-group-uris").forEach(uri -> left.add(uri.asString()));
        left.remove(HmcState.uri(group));
        ArrayNode uris = partition.putArray("storage-group-uris");
        left.forEach(uris::add);
        state.save(Kind.PARTITION, partition);
        for (ObjectNode path : state.all(Kind.VIRTUAL_STORAGE_RESOURCE, "parent", HmcState.uri(group))) {
            if (path.path("partition-uri").asString().equals(HmcState.uri(partition))) {
                state.remove(Kind.VIRTUAL_STORAGE_RESOURCE, path);
            }
        }
        refresh(group);
        state.tellPorts();
        state.record(
                call,
                Effect.CHANGED,
                partition,
                Map.of("storage-group", group.path("name").asString()));
        return LabResponse.empty(204);
    }

    private ObjectNode group(HmcCall call) {
        ObjectNode body = call.body();
        ATTACH.check(call, body);
        return state.find(Kind.STORAGE_GROUP, body.path("storage-group-uri").asString(""))
                .orElseThrow(() -> call.refuse(404, 2, "The storage group does not exist"));
    }

    private void refresh(ObjectNode group) {
        ArrayNode uris = group.putArray("virtual-storage-resource-uris");
        HmcState.uris(state.all(Kind.VIRTUAL_STORAGE_RESOURCE, "parent", HmcState.uri(group)))
                .forEach(uris::add);
        state.save(Kind.STORAGE_GROUP, group);
    }

    private LabResponse fulfill(HmcCall call) {
        ObjectNode volume =
                state.require(call, Kind.STORAGE_VOLUME, call.objectUri("/operations/fulfill-fcp-storage-volume"));
        ObjectNode body = call.body();
        FULFILL.check(call, body);
        ObjectNode group =
                state.require(call, Kind.STORAGE_GROUP, volume.path("parent").asString());
        fcpOnly(call, group);
        volume.put(
                "lab-address",
                body.path("adapter-port-uri").asString("") + " "
                        + body.path("world-wide-port-name").asString() + "/"
                        + body.path("logical-unit-number").asString());
        state.save(Kind.STORAGE_VOLUME, volume);
        state.discover(group, false);
        state.record(
                call,
                Effect.CHANGED,
                volume,
                Map.of("address", volume.path("lab-address").asString()));
        return LabResponse.empty(204);
    }

    private LabResponse discover(HmcCall call) {
        ObjectNode group =
                state.require(call, Kind.STORAGE_GROUP, call.objectUri("/operations/start-fcp-storage-discovery"));
        if (call.request().body().length > 0) {
            DISCOVER.checkChange(call, call.body());
        }
        fcpOnly(call, group);
        String outcome = "ok";
        if (faults.take(system, "start-storage-discovery", FaultKind.MISMATCH)) {
            outcome = "mismatch";
        } else if (faults.take(system, "start-storage-discovery", FaultKind.PORT_OFFLINE)) {
            outcome = "dark";
        }
        return JobRoutes.accepted(state.startJob("start-storage-discovery", HmcState.uri(group), outcome, DISCOVERY));
    }

    private LabResponse report(HmcCall call) {
        ObjectNode group = state.require(call, Kind.STORAGE_GROUP, call.objectUri("/operations/get-connection-report"));
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        ArrayNode paths = answer.putArray("fcp-storage-subsystems");
        for (ObjectNode path : state.all(Kind.VIRTUAL_STORAGE_RESOURCE, "parent", HmcState.uri(group))) {
            paths.add(HmcState.shown(path));
        }
        return LabResponse.json(200, answer);
    }
}
