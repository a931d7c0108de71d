package io.gulliver.lab.hmc;

import static io.gulliver.lab.hmc.HmcFields.flag;
import static io.gulliver.lab.hmc.HmcFields.integer;
import static io.gulliver.lab.hmc.HmcFields.matching;
import static io.gulliver.lab.hmc.HmcFields.oneOf;
import static io.gulliver.lab.hmc.HmcFields.text;
import static io.gulliver.lab.hmc.HmcFields.uri;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults;
import io.gulliver.lab.LabHttp;
import io.gulliver.lab.LabResponse;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.hmc.HmcState.Kind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Partitions and their network cards; the table of statuses is {@code docs/devices/dpm-partition.md}. */
final class PartitionRoutes {

    private static final Duration START = Duration.ofSeconds(25);
    private static final Duration STOP = Duration.ofSeconds(15);
    private static final Set<String> STARTABLE = Set.of("stopped", "reservation-error");
    // reservation-error can be stopped too: zhmc-ansible-modules pull request 476.
    private static final Set<String> STOPPABLE =
            Set.of("active", "degraded", "paused", "terminated", "reservation-error");
    private static final Set<String> FIXED_WHILE_ACTIVE =
            Set.of("short-name", "partition-id", "autogenerate-partition-id", "processor-mode", "maximum-memory");

    private static final HmcFields CREATE = properties(new HmcFields()
            .required("name", text(1, 64))
            .required("initial-memory", integer(1, 1L << 30))
            .required("maximum-memory", integer(1, 1L << 30))
            .optional("type", oneOf("linux", "ssc", "zvm")));
    private static final HmcFields UPDATE = properties(new HmcFields()
                    .optional("name", text(1, 64))
                    .optional("initial-memory", integer(1, 1L << 30))
                    .optional("maximum-memory", integer(1, 1L << 30)))
            .optional("boot-storage-volume", uri())
            .optional("boot-network-device", uri())
            .optional("initial-ifl-processing-weight", integer(1, 999))
            .optional("minimum-ifl-processing-weight", integer(1, 999))
            .optional("maximum-ifl-processing-weight", integer(1, 999))
            .optional("processor-management-enabled", flag());
    private static final HmcFields NIC = new HmcFields()
            .required("name", text(1, 64))
            .optional("description", text(0, 1024))
            .optional("device-number", matching("[0-9a-f]{4}"))
            .optional("virtual-switch-uri", uri())
            .optional("network-adapter-port-uri", uri())
            .optional("vlan-id", integer(1, 4094))
            .optional("vlan-type", oneOf("enforced"))
            .optional("mac-address", matching("([0-9a-f]{2}:){5}[0-9a-f]{2}"));

    private final LabHmc hmc;
    private final HmcState state;
    private final Faults faults;
    private final String system;

    PartitionRoutes(LabHmc hmc, HmcState state, Faults faults, String system) {
        this.hmc = hmc;
        this.state = state;
        this.faults = faults;
        this.system = system;
    }

    private static HmcFields properties(HmcFields fields) {
        return fields.optional("description", text(0, 1024))
                .optional("short-name", text(1, 8))
                .optional("autogenerate-partition-id", flag())
                .optional("partition-id", matching("[0-9a-f]{2}"))
                .optional("ifl-processors", integer(1, 190))
                .optional("cp-processors", integer(1, 190))
                .optional("processor-mode", oneOf("shared", "dedicated"))
                .optional("reserve-resources", flag())
                .optional("boot-timeout", integer(60, 600))
                .optional(
                        "boot-device",
                        oneOf(
                                "none",
                                "storage-volume",
                                "storage-adapter",
                                "network-adapter",
                                "ftp",
                                "ftps",
                                "sftp",
                                "removable-media",
                                "iso-image"))
                .optional("boot-ftp-host", text(1, 256))
                .optional("boot-ftp-username", text(1, 32))
                .optional("boot-ftp-password", text(1, 32))
                .optional("boot-ftp-insfile", text(1, 256));
    }

    void add(LabHttp http) {
        http.read("GET", "/api/cpcs/{id}/partitions", "list-partitions", hmc.within(this::list));
        http.route("POST", "/api/cpcs/{id}/partitions", "create-partition", hmc.within(this::create));
        http.read("GET", "/api/partitions/{id}", "get-partition", hmc.within(call -> {
            ObjectNode shown = HmcState.shown(
                    state.require(call, Kind.PARTITION, call.request().path()));
            shown.remove("boot-ftp-password");
            return LabResponse.json(200, shown);
        }));
        http.route("POST", "/api/partitions/{id}", "update-partition", hmc.within(this::update));
        http.route("DELETE", "/api/partitions/{id}", "delete-partition", hmc.within(this::delete));
        http.route("POST", "/api/partitions/{id}/operations/start", "start-partition", hmc.within(this::start));
        http.route("POST", "/api/partitions/{id}/operations/stop", "stop-partition", hmc.within(this::stop));
        http.read(
                "GET",
                "/api/partitions/{id}/operations/list-os-messages",
                "list-os-messages",
                hmc.within(this::messages));
        http.route("POST", "/api/partitions/{id}/nics", "create-nic", hmc.within(this::createNic));
        http.read(
                "GET",
                "/api/partitions/{id}/nics/{nic}",
                "get-nic",
                hmc.within(call -> LabResponse.json(
                        200,
                        HmcState.shown(
                                state.require(call, Kind.NIC, call.request().path())))));
        http.route("DELETE", "/api/partitions/{id}/nics/{nic}", "delete-nic", hmc.within(this::deleteNic));
    }

    private LabResponse list(HmcCall call) {
        call.queryOnly("name", "status", "type", "additional-properties");
        String cpcUri = call.objectUri("/partitions");
        state.require(call, Kind.CPC, cpcUri);
        return CpcRoutes.list(
                call,
                "partitions",
                state.all(Kind.PARTITION, "parent", cpcUri),
                new String[] {"name", "status", "type"},
                "object-uri",
                "name",
                "status",
                "type");
    }

    private LabResponse create(HmcCall call) {
        String cpcUri = call.objectUri("/partitions");
        ObjectNode cpc = state.require(call, Kind.CPC, cpcUri);
        if (!cpc.path("dpm-enabled").asBoolean()) {
            throw call.refuse(409, 5, "The CPC is not in DPM mode");
        }
        ObjectNode body = call.body();
        CREATE.check(call, body);
        if (body.has("ifl-processors") == body.has("cp-processors")) {
            throw call.refuse(
                    400,
                    15,
                    "Expected to find exactly one of the following fields in the document: 'ifl-processors' or "
                            + "'cp-processors'");
        }
        ObjectNode partition = JsonMapper.shared().createObjectNode();
        partition.put("description", "");
        partition.put("type", "linux");
        partition.put("processor-mode", "shared");
        partition.put("reserve-resources", false);
        partition.put("boot-device", "none");
        partition.put("boot-timeout", 60);
        partition.put("initial-ifl-processing-weight", 100);
        partition.putNull("boot-storage-volume");
        partition.setAll(body);
        check(call, cpc, partition, "");
        List<ObjectNode> others = state.all(Kind.PARTITION, "parent", cpcUri);
        if (others.size() >= cpc.path("maximum-partitions").asInt()) {
            // The real reason number is not published; an unknown 409 means "state conflict" to every client.
            throw call.refuse(409, 1, "The CPC has reached its maximum number of partitions");
        }
        partition.setAll(state.create(Kind.PARTITION, "/api/partitions/", "object-uri"));
        partition.put("class", "partition");
        partition.put("parent", cpcUri);
        partition.put("status", "stopped");
        partition.putArray("nic-uris");
        partition.putArray("storage-group-uris");
        if (partition.path("reserve-resources").asBoolean()
                && state.missing(partition).isPresent()) {
            partition.put("status", "reservation-error");
            // What is not there is not held: others must still be able to start.
            partition.put("reserve-resources", false);
        }
        state.save(Kind.PARTITION, partition);
        state.record(
                call, Effect.CREATED, partition, Map.of("cpc", cpc.path("name").asString()));
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        answer.put("object-uri", HmcState.uri(partition));
        return LabResponse.json(201, answer).header("Location", HmcState.uri(partition));
    }

    private void check(HmcCall call, ObjectNode cpc, ObjectNode partition, String ownUri) {
        if (partition.path("initial-memory").asLong()
                > partition.path("maximum-memory").asLong()) {
            throw call.refuse(400, 15, "The field 'initial-memory' is larger than 'maximum-memory'");
        }
        if (partition.path("ifl-processors").asInt(0)
                > cpc.path("processor-count-ifl").asInt()) {
            throw call.refuse(400, 7, "The value of the field 'ifl-processors' exceeds the processors of the CPC");
        }
        for (ObjectNode other : state.all(Kind.PARTITION, "parent", HmcState.uri(cpc))) {
            if (!HmcState.uri(other).equals(ownUri)
                    && other.path("name")
                            .asString()
                            .equals(partition.path("name").asString())) {
                throw call.refuse(400, 8, "The value of the field 'name' is not unique within the CPC");
            }
        }
    }

    private LabResponse update(HmcCall call) {
        ObjectNode partition =
                state.require(call, Kind.PARTITION, call.request().path());
        ObjectNode body = call.body();
        UPDATE.checkChange(call, body);
        boolean active = !HmcState.DOWN.contains(partition.path("status").asString());
        for (String name : body.propertyNames()) {
            if (active && FIXED_WHILE_ACTIVE.contains(name)) {
                throw call.wrongStatus("The field '" + name + "' cannot be changed while the partition is active");
            }
        }
        String volume = body.path("boot-storage-volume").asString("");
        if (!volume.isEmpty()) {
            String group = state.find(Kind.STORAGE_VOLUME, volume)
                    .map(found -> found.path("parent").asString())
                    .orElse("");
            if (!contains(partition, "storage-group-uris", group)) {
                throw call.refuse(
                        404, 2, "The boot volume does not exist in a storage group attached to the partition");
            }
        }
        ObjectNode changed = partition.deepCopy();
        changed.setAll(body);
        check(
                call,
                state.require(call, Kind.CPC, partition.path("parent").asString()),
                changed,
                HmcState.uri(partition));
        if (active && state.missing(changed).isPresent()) {
            throw call.wrongStatus(state.missing(changed).orElseThrow());
        }
        partition.setAll(body);
        state.save(Kind.PARTITION, partition);
        if (active) {
            state.tellChanged(partition);
        }
        Map<String, Object> details = new LinkedHashMap<>();
        body.properties().forEach(change -> {
            if (!change.getKey().contains("password")) {
                details.put(change.getKey(), change.getValue().asString(""));
            }
        });
        state.record(call, Effect.CHANGED, partition, details);
        return LabResponse.empty(204);
    }

    private LabResponse delete(HmcCall call) {
        ObjectNode partition =
                state.require(call, Kind.PARTITION, call.request().path());
        if (!partition.path("status").asString().equals("stopped")) {
            throw call.wrongStatus("The partition is not stopped");
        }
        for (ObjectNode nic : state.all(Kind.NIC, "parent", HmcState.uri(partition))) {
            state.remove(Kind.NIC, nic);
        }
        for (ObjectNode path : state.all(Kind.VIRTUAL_STORAGE_RESOURCE, "partition-uri", HmcState.uri(partition))) {
            state.remove(Kind.VIRTUAL_STORAGE_RESOURCE, path);
        }
        state.remove(Kind.PARTITION, partition);
        state.console.forget(HmcState.uri(partition));
        state.tellPorts();
        state.record(call, Effect.DELETED, partition, Map.of());
        return LabResponse.empty(204);
    }

    private LabResponse start(HmcCall call) {
        ObjectNode partition = state.require(call, Kind.PARTITION, call.objectUri("/operations/start"));
        call.noBody();
        String status = partition.path("status").asString();
        if (!STARTABLE.contains(status)) {
            throw call.wrongStatus("The partition cannot be started: its status is " + status);
        }
        String missing = faults.take(system, "start-partition", FaultKind.CAPACITY_EXHAUSTED)
                ? "Not enough memory: the machine's memory is taken"
                : state.missing(partition).orElse("");
        String outcome = "ok";
        if (!missing.isEmpty()) {
            outcome = "no-capacity";
        } else if (faults.take(system, "start-partition", FaultKind.JOB_FAILS)) {
            outcome = "fail";
        } else if (faults.take(system, "start-partition", FaultKind.SLOW_TO_SETTLE)) {
            outcome = "slow";
        } else if (faults.take(system, "start-partition", FaultKind.NEVER_SETTLES)) {
            outcome = "paused";
        } else if (faults.take(system, "start-partition", FaultKind.NEVER_ENDS)) {
            outcome = "never";
        }
        state.status(partition, "starting");
        ObjectNode job = state.startJob("start-partition", HmcState.uri(partition), outcome, START);
        job.put("lab-message", missing);
        state.save(Kind.JOB, job);
        state.record(call, Effect.STARTED, partition, Map.of("job", HmcState.uri(job)));
        return JobRoutes.accepted(job);
    }

    private LabResponse stop(HmcCall call) {
        ObjectNode partition = state.require(call, Kind.PARTITION, call.objectUri("/operations/stop"));
        call.noBody();
        String status = partition.path("status").asString();
        if (!STOPPABLE.contains(status)) {
            throw call.wrongStatus("The partition cannot be stopped: its status is " + status);
        }
        state.status(partition, "stopping");
        String outcome = "ok";
        if (faults.take(system, "stop-partition", FaultKind.JOB_FAILS)) {
            outcome = "terminated";
        } else if (faults.take(system, "stop-partition", FaultKind.NEVER_ENDS)) {
            outcome = "never";
        }
        ObjectNode job = state.startJob("stop-partition", HmcState.uri(partition), outcome, STOP);
        state.record(call, Effect.STOPPED, partition, Map.of("job", HmcState.uri(job)));
        return JobRoutes.accepted(job);
    }

    private LabResponse messages(HmcCall call) {
        call.queryOnly("begin-sequence-number", "end-sequence-number");
        String uri = call.objectUri("/operations/list-os-messages");
        ObjectNode partition = state.require(call, Kind.PARTITION, uri);
        if (HmcState.DOWN.contains(partition.path("status").asString())) {
            // Reason 332: python-zhmcclient, end-to-end test of the operation.
            throw call.refuse(409, 332, "The messages interface for the partition is not available");
        }
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        answer.set(
                "os-messages",
                state.console.list(
                        uri,
                        number(call, "begin-sequence-number", 0),
                        number(call, "end-sequence-number", Long.MAX_VALUE)));
        return LabResponse.json(200, answer);
    }

    private static long number(HmcCall call, String parameter, long absent) {
        String text = call.request().query(parameter).orElse(null);
        if (text == null) {
            return absent;
        }
        if (!text.matches("\\d{1,18}")) {
            throw call.refuse(400, 7, "The value of the query parameter '" + parameter + "' is no number");
        }
        return Long.parseLong(text);
    }

    private LabResponse createNic(HmcCall call) {
        ObjectNode partition = state.require(call, Kind.PARTITION, call.objectUri("/nics"));
        ObjectNode body = call.body();
        NIC.check(call, body);
        if (body.hasNonNull("virtual-switch-uri") == body.hasNonNull("network-adapter-port-uri")) {
            throw call.refuse(400, 15, "Expected exactly one of 'virtual-switch-uri' and 'network-adapter-port-uri'");
        }
        String behind = body.path("virtual-switch-uri").asString("");
        if (!behind.isEmpty() && state.find(Kind.VIRTUAL_SWITCH, behind).isEmpty()) {
            throw call.refuse(404, 2, "The virtual switch does not exist");
        }
        List<ObjectNode> others = state.all(Kind.NIC, "parent", HmcState.uri(partition));
        for (ObjectNode other : others) {
            for (String unique : List.of("name", "device-number")) {
                if (body.has(unique)
                        && other.path(unique)
                                .asString("")
                                .equals(body.path(unique).asString())) {
                    throw call.refuse(400, 8, "The value of the field '" + unique + "' is not unique");
                }
            }
        }
        ObjectNode nic = state.create(Kind.NIC, HmcState.uri(partition) + "/nics/", "element-uri");
        nic.put("class", "nic");
        nic.put("parent", HmcState.uri(partition));
        nic.put("description", "");
        nic.put("type", "osd");
        nic.put("device-number", String.format("%04x", others.size() + 1));
        nic.setAll(body);
        state.save(Kind.NIC, nic);
        refreshNics(partition);
        state.record(
                call,
                Effect.CREATED,
                nic,
                Map.of("partition", partition.path("name").asString()));
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        answer.put("element-uri", HmcState.uri(nic));
        return LabResponse.json(201, answer).header("Location", HmcState.uri(nic));
    }

    private LabResponse deleteNic(HmcCall call) {
        ObjectNode nic = state.require(call, Kind.NIC, call.request().path());
        state.remove(Kind.NIC, nic);
        ObjectNode partition =
                state.require(call, Kind.PARTITION, nic.path("parent").asString());
        refreshNics(partition);
        state.record(
                call,
                Effect.DELETED,
                nic,
                Map.of("partition", partition.path("name").asString()));
        return LabResponse.empty(204);
    }

    private void refreshNics(ObjectNode partition) {
        var uris = partition.putArray("nic-uris");
        HmcState.uris(state.all(Kind.NIC, "parent", HmcState.uri(partition))).forEach(uris::add);
        state.save(Kind.PARTITION, partition);
    }

    static boolean contains(ObjectNode object, String listProperty, String value) {
        for (var element : object.path(listProperty)) {
            if (element.asString().equals(value)) {
                return true;
            }
        }
        return false;
    }
}
