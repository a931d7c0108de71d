package io.gulliver.lab.hmc;

import io.gulliver.lab.LabHttp;
import io.gulliver.lab.LabResponse;
import io.gulliver.lab.hmc.HmcState.Kind;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Machines, their adapters and their virtual switches: read only here. */
final class CpcRoutes {

    private final LabHmc hmc;
    private final HmcState state;

    CpcRoutes(LabHmc hmc, HmcState state) {
        this.hmc = hmc;
        this.state = state;
    }

    void add(LabHttp http) {
        http.read("GET", "/api/cpcs", "list-cpcs", hmc.within(call -> {
            call.queryOnly("name");
            return list(
                    call,
                    "cpcs",
                    state.all(Kind.CPC),
                    new String[] {"name"},
                    "object-uri",
                    "name",
                    "status",
                    "dpm-enabled",
                    "se-version");
        }));
        http.read("GET", "/api/cpcs/{id}", "get-cpc", hmc.within(this::cpc));
        http.read("GET", "/api/cpcs/{id}/adapters", "list-adapters", hmc.within(call -> {
            call.queryOnly("name", "adapter-id", "adapter-family", "type", "status");
            String cpcUri = call.objectUri("/adapters");
            state.require(call, Kind.CPC, cpcUri);
            return list(
                    call,
                    "adapters",
                    state.all(Kind.ADAPTER, "parent", cpcUri),
                    new String[] {"name", "adapter-id", "adapter-family", "type", "status"},
                    "object-uri",
                    "name",
                    "adapter-id",
                    "adapter-family",
                    "type",
                    "status");
        }));
        http.read(
                "GET",
                "/api/adapters/{id}",
                "get-adapter",
                hmc.within(call -> LabResponse.json(
                        200,
                        HmcState.shown(
                                state.require(call, Kind.ADAPTER, call.request().path())))));
        for (String ports : List.of("storage-ports", "network-ports")) {
            http.read(
                    "GET",
                    "/api/adapters/{id}/" + ports + "/{port}",
                    "get-adapter-port",
                    hmc.within(call -> port(call, ports)));
        }
        http.read(
                "GET",
                "/api/adapters/{id}/operations/get-partitions-assigned-to-adapter",
                "list-adapter-partitions",
                hmc.within(this::assigned));
        http.read("GET", "/api/cpcs/{id}/virtual-switches", "list-virtual-switches", hmc.within(call -> {
            call.queryOnly("name", "type");
            String cpcUri = call.objectUri("/virtual-switches");
            state.require(call, Kind.CPC, cpcUri);
            return list(
                    call,
                    "virtual-switches",
                    state.all(Kind.VIRTUAL_SWITCH, "parent", cpcUri),
                    new String[] {"name", "type"},
                    "object-uri",
                    "name",
                    "type");
        }));
        http.read(
                "GET",
                "/api/virtual-switches/{id}",
                "get-virtual-switch",
                hmc.within(call -> LabResponse.json(
                        200,
                        HmcState.shown(state.require(
                                call, Kind.VIRTUAL_SWITCH, call.request().path())))));
    }

    private LabResponse port(HmcCall call, String ports) {
        String uri = call.request().path();
        ObjectNode adapter = state.require(call, Kind.ADAPTER, uri.substring(0, uri.indexOf("/" + ports)));
        if (!PartitionRoutes.contains(adapter, ports.substring(0, ports.length() - 1) + "-uris", uri)) {
            throw call.notFound();
        }
        String number = uri.substring(uri.lastIndexOf('/') + 1);
        return LabResponse.json(
                200,
                JsonMapper.shared()
                        .createObjectNode()
                        .put("element-uri", uri)
                        .put("element-id", number)
                        .put("class", ports.substring(0, ports.length() - 1))
                        .put("parent", HmcState.uri(adapter))
                        .put("index", Integer.parseInt(number))
                        .put("name", "Port " + number)
                        .put("description", ""));
    }

    /** Partitions with a path over a storage adapter, or a card behind a network one. */
    private LabResponse assigned(HmcCall call) {
        call.queryOnly("name", "status");
        ObjectNode adapter =
                state.require(call, Kind.ADAPTER, call.objectUri("/operations/get-partitions-assigned-to-adapter"));
        String port = HmcState.uri(adapter) + "/";
        Set<String> users = new TreeSet<>();
        for (ObjectNode path : state.all(Kind.VIRTUAL_STORAGE_RESOURCE)) {
            if (path.path("adapter-port-uri").asString("").startsWith(port)) {
                users.add(path.path("partition-uri").asString());
            }
        }
        for (ObjectNode nic : state.all(Kind.NIC)) {
            boolean behind = state.find(
                            Kind.VIRTUAL_SWITCH, nic.path("virtual-switch-uri").asString(""))
                    .filter(one -> one.path("backing-adapter-uri").asString().equals(HmcState.uri(adapter)))
                    .isPresent();
            if (behind || nic.path("network-adapter-port-uri").asString("").startsWith(port)) {
                users.add(nic.path("parent").asString());
            }
        }
        return list(
                call,
                "partitions-assigned-to-adapter",
                state.all(Kind.PARTITION).stream()
                        .filter(partition -> users.contains(HmcState.uri(partition)))
                        .toList(),
                new String[] {"name", "status"},
                "object-uri",
                "name",
                "status");
    }

    private LabResponse cpc(HmcCall call) {
        call.queryOnly("properties", "cached-acceptable");
        ObjectNode cpc =
                HmcState.shown(state.require(call, Kind.CPC, call.request().path()));
        long free = state.freeMemory(call.request().path(), JsonMapper.shared().createObjectNode());
        cpc.put("storage-customer-available", Math.max(0, free));
        String wanted = call.request().query("properties").orElse("");
        if (!wanted.isEmpty()) {
            List<String> names = List.of(wanted.split(","));
            names.stream().filter(name -> !cpc.has(name)).findFirst().ifPresent(name -> {
                throw call.refuse(400, 14, "The property '" + name + "' is not one of the object's");
            });
            for (String name : List.copyOf(cpc.propertyNames())) {
                if (!names.contains(name) && !name.equals("object-uri")) {
                    cpc.remove(name);
                }
            }
        }
        return LabResponse.json(200, cpc);
    }

    /** A list answer: the objects that pass the query, each with the properties that lists show. */
    static LabResponse list(
            HmcCall call, String property, List<ObjectNode> objects, String[] filters, String... shown) {
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        ArrayNode lines = answer.putArray(property);
        for (ObjectNode object : objects) {
            if (call.matches(object, filters)) {
                lines.add(HmcCall.summary(object, shown));
            }
        }
        return LabResponse.json(200, answer);
    }
}
