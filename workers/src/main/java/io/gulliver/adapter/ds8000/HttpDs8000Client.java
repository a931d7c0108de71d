package io.gulliver.adapter.ds8000;

import io.gulliver.adapter.ds8000.Ds8000Exception.Meaning;
import io.gulliver.adapter.ds8000.model.CreatedVolumes;
import io.gulliver.adapter.ds8000.model.Ds8000Host;
import io.gulliver.adapter.ds8000.model.Ds8000HostPort;
import io.gulliver.adapter.ds8000.model.Ds8000Mapping;
import io.gulliver.adapter.ds8000.model.Ds8000Volume;
import io.gulliver.adapter.ds8000.model.ExtentPool;
import io.gulliver.adapter.ds8000.model.FlashRelation;
import io.gulliver.adapter.ds8000.model.IoPort;
import io.gulliver.adapter.ds8000.model.Lss;
import io.gulliver.adapter.ds8000.model.StorageUnit;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@link Ds8000Client} over HTTPS: its requests, and the answers as records. */
public final class HttpDs8000Client implements Ds8000Client {
    private static final String VOLUME_FIELDS = "?data_fields=id,name,state,cap,stgtype,tp,pool";

    private final Ds8000Session session;

    /**
     * Prepares the client; nothing is sent before the first call.
     *
     * @param password asked at each logon, so that a changed secret is picked up; never kept
     * @param log hears of every call
     * @throws Ds8000Exception EXTERNAL when the CA file cannot be used
     */
    public HttpDs8000Client(Ds8000Properties properties, Supplier<String> password, CallLog log) {
        this.session = new Ds8000Session(properties, password, log);
    }

    // --- what is there --------------------------------------------------------------------------------------------

    @Override
    public StorageUnit fetchUnit() {
        return list(
                        "get-systems",
                        "/systems",
                        "systems",
                        row -> new StorageUnit(
                                text(row, "id"),
                                row.path("name").asString(""),
                                text(row, "state"),
                                text(row, "release"),
                                text(row, "bundle"),
                                Ds8000Names.hex("WWNN", text(row, "wwnn"), 16)))
                .stream()
                .findFirst()
                .orElseThrow(() -> unreadable("get-systems", "it names no system"));
    }

    @Override
    public List<ExtentPool> fetchPools() {
        return list(
                "list-pools",
                "/pools",
                "pools",
                row -> new ExtentPool(
                        text(row, "id"),
                        text(row, "name"),
                        (int) number(row, "node"),
                        text(row, "stgtype").toLowerCase(Locale.ROOT),
                        number(row, "cap"),
                        number(row, "capalloc"),
                        number(row, "capavail"),
                        row.path("threshold").asString("").isEmpty() ? 0 : (int) number(row, "threshold")));
    }

    @Override
    public List<Lss> fetchLss() {
        return list(
                "list-lss",
                "/lss",
                "lss",
                row -> new Lss(
                        Ds8000Names.hex("LSS", text(row, "id"), 2),
                        text(row, "type").toLowerCase(Locale.ROOT),
                        (int) number(row, "group"),
                        (int) number(row, "configvols")));
    }

    @Override
    public List<IoPort> fetchIoPorts() {
        return list(
                "list-ioports",
                "/ioports",
                "ioports",
                row -> new IoPort(
                        text(row, "id"),
                        text(row, "state"),
                        row.path("protocol").asString(""),
                        Ds8000Names.hex("WWPN", text(row, "wwpn"), 16),
                        reference(row, "io_enclosure", "id")));
    }

    @Override
    public List<Ds8000Volume> fetchVolumesOfPool(String pool) {
        return volumes("list-pool-volumes", "/pools/" + encoded(pool) + "/volumes");
    }

    @Override
    public List<Ds8000Volume> fetchVolumesOfLss(String lss) {
        return volumes("list-lss-volumes", "/lss/" + Ds8000Names.hex("LSS", lss, 2) + "/volumes");
    }

    private List<Ds8000Volume> volumes(String operation, String path) {
        return list(
                operation,
                path + VOLUME_FIELDS,
                "volumes",
                row -> new Ds8000Volume(
                        Ds8000Names.hex("Volume id", text(row, "id"), 4),
                        row.path("name").asString(""),
                        row.path("state").asString(""),
                        text(row, "stgtype").toLowerCase(Locale.ROOT),
                        reference(row, "pool", "id"),
                        number(row, "cap"),
                        !row.path("tp").asString("none").equals("none")));
    }

    // --- volumes --------------------------------------------------------------------------------------------------

    @Override
    public CreatedVolumes createVolumes(NewVolumes wanted) {
        ObjectNode params = params();
        ArrayNode names = params.putArray("namecol");
        wanted.names().values().forEach(names::add);
        ArrayNode ids = params.putArray("ids");
        wanted.ids().forEach(ids::add);
        params.put("cap", Long.toString(wanted.capacityBytes()))
                .put("captype", "bytes")
                .put("stgtype", "fb")
                .put("pool", wanted.pool())
                .put("tp", wanted.thin() ? "ese" : "none");
        return volumes(several("create-volumes", "/volumes", params));
    }

    @Override
    public void createCkdVolume(NewCkdVolume wanted) {
        several(
                "create-volumes",
                "/volumes",
                params().put("name", wanted.name())
                        .put("cap", Integer.toString(wanted.cylinders()))
                        .put("captype", "cyl")
                        .put("stgtype", "ckd")
                        .put("pool", wanted.pool())
                        .put("lss", wanted.id().substring(0, 2))
                        .put("tp", wanted.thin() ? "ese" : "none")
                        .put("id", wanted.id()));
    }

    @Override
    public List<String> createAliases(NewAliases wanted) {
        ObjectNode params = params().put("id", wanted.firstId())
                .put("quantity", Integer.toString(wanted.perBase()))
                .put("alias", "true")
                .put("alias_create_order", "decrement");
        ArrayNode bases = params.putArray("ckd_base_ids");
        wanted.baseIds().forEach(bases::add);
        CreatedVolumes created = volumes(several("create-volumes", "/volumes", params));
        if (!created.refused().isEmpty()) {
            throw session.failure(
                    "create-volumes",
                    200,
                    null,
                    Meaning.REFUSED,
                    "of the aliases from " + wanted.firstId() + " some were made (" + created.ids() + ") and some not: "
                            + String.join(" ", created.refused()),
                    "Ask the storage team.",
                    Kind.EXTERNAL,
                    true,
                    null);
        }
        return created.ids();
    }

    /** Ids in one case, as they are asked for. */
    private static CreatedVolumes volumes(CreatedVolumes made) {
        return new CreatedVolumes(
                made.ids().stream()
                        .map(id -> Ds8000Names.hex("Volume id", id, 4))
                        .toList(),
                made.refused());
    }

    /** One answer for each that was asked for, or a single one. */
    private CreatedVolumes several(String operation, String path, ObjectNode params) {
        return session.change(operation, "POST", path, params, answer -> {
            List<String> made = new ArrayList<>();
            List<String> refused = new ArrayList<>();
            Ds8000Exception first = null;
            JsonNode responses = answer.path("responses");
            for (JsonNode one : responses.isArray()
                    ? responses
                    : JsonMapper.shared().createArrayNode().add(answer)) {
                String status = one.path("server").path("status").asString("");
                if (status.equals("ok") || status.equals("successful")) {
                    made.add(lastSegment(one.path("link").path("href").asString("")));
                } else {
                    Ds8000Exception said = refusal(operation, status, one.path("server"));
                    first = first == null ? said : first;
                    refused.add(String.valueOf(said.getMessage()));
                }
            }
            if (made.isEmpty() && first != null) {
                throw first;
            }
            return new CreatedVolumes(made, refused);
        });
    }

    private Ds8000Exception refusal(String operation, String status, JsonNode server) {
        String code = server.path("code").asString("");
        Ds8000Codes.Line line = Ds8000Codes.line(200, true, status, code);
        return session.failure(
                operation,
                200,
                code.isEmpty() ? null : code,
                line.meaning(),
                (code.isEmpty() ? "" : "code " + code + ", ")
                        + server.path("message").asString("no word"),
                line.advice(),
                line.kind(),
                line.uncertain(),
                null);
    }

    private static String lastSegment(String href) {
        String id = href.substring(href.lastIndexOf('/') + 1);
        if (id.isEmpty()) {
            throw new IllegalArgumentException("it has no link to what was made");
        }
        return id;
    }

    @Override
    public void createLcu(String id, String subsystem) {
        session.change(
                "create-lss",
                "POST",
                "/lss",
                params().put("id", Ds8000Names.hex("LCU", id, 2))
                        .put("type", "ckd")
                        .put("sub_system_identifier", Ds8000Names.hex("SSID", subsystem, 4))
                        .put("ckd_base_cu_type", "3990-6"),
                answer -> true);
    }

    @Override
    public void growVolume(String id, long capacityBytes) {
        session.change(
                "change-volume",
                "PUT",
                volume(id),
                params().put("cap", Long.toString(capacityBytes)).put("captype", "bytes"),
                answer -> true);
    }

    @Override
    public void deleteVolume(String id) {
        session.change("delete-volume", "DELETE", volume(id), null, answer -> true);
    }

    private static String volume(String id) {
        return "/volumes/" + Ds8000Names.hex("Volume id", id, 4);
    }

    // --- hosts ----------------------------------------------------------------------------------------------------

    @Override
    public List<Ds8000Host> fetchHosts() {
        return list(
                "list-hosts",
                "/hosts",
                "hosts",
                row -> new Ds8000Host(
                        text(row, "name"),
                        row.path("state").asString(""),
                        row.path("hosttype").asString("")));
    }

    @Override
    public List<Ds8000HostPort> fetchHostPorts() {
        return list("list-host-ports", "/host_ports", "host_ports", row -> {
            List<String> ports = new ArrayList<>();
            row.path("login_ports").forEach(port -> ports.add(port.path("id").asString("")));
            return new Ds8000HostPort(
                    Ds8000Names.hex("WWPN", text(row, "wwpn"), 16),
                    reference(row, "host", "name"),
                    row.path("state").asString(""),
                    ports);
        });
    }

    @Override
    public void createHost(String name) {
        session.change(
                "create-host",
                "POST",
                "/hosts",
                params().put("name", Ds8000Names.host(name)).put("hosttype", "zLinux"),
                answer -> true);
    }

    @Override
    public void createHostPort(String wwpn, String host) {
        session.change(
                "create-host-port",
                "POST",
                "/host_ports",
                params().put("wwpn", Ds8000Names.hex("WWPN", wwpn, 16)).put("host", Ds8000Names.host(host)),
                answer -> true);
    }

    @Override
    public void deleteHost(String name) {
        session.change("delete-host", "DELETE", host(name), null, answer -> true);
    }

    private static String host(String name) {
        return "/hosts/" + encoded(Ds8000Names.host(name));
    }

    // --- mappings -------------------------------------------------------------------------------------------------

    @Override
    public List<Ds8000Mapping> fetchMappings(String host) {
        return list(
                "list-mappings",
                // Hosts of others may have names that we would not give.
                "/hosts/" + encoded(host) + "/mappings",
                "mappings",
                row -> new Ds8000Mapping(
                        host, text(row, "lunid"), Ds8000Names.hex("Volume id", reference(row, "volume", "id"), 4)));
    }

    @Override
    public void createMapping(String host, String volumeId) {
        ObjectNode params = params();
        params.putArray("volumes").add(Ds8000Names.hex("Volume id", volumeId, 4));
        several("create-mapping", host(host) + "/mappings", params);
    }

    @Override
    public void deleteMapping(Ds8000Mapping mapping) {
        session.change(
                "delete-mapping",
                "DELETE",
                host(mapping.host()) + "/mappings/" + encoded(mapping.lunId()),
                null,
                answer -> true);
    }

    // --- FlashCopy ------------------------------------------------------------------------------------------------

    @Override
    public List<FlashRelation> fetchFlashRelations() {
        return list(
                "list-flashcopies",
                "/cs/flashcopies",
                "flashcopy",
                row -> new FlashRelation(
                        text(row, "id"),
                        reference(row, "source_volume", "id"),
                        reference(row, "target_volume", "id"),
                        text(row, "state"),
                        row.path("out_of_sync_tracks").asString("").isEmpty() ? 0 : number(row, "out_of_sync_tracks")));
    }

    @Override
    public void createFlashRelation(String sourceId, String targetId) {
        ObjectNode params = params();
        params.putArray("volume_pairs")
                .addObject()
                .put("source_volume", Ds8000Names.hex("Volume id", sourceId, 4))
                .put("target_volume", Ds8000Names.hex("Volume id", targetId, 4));
        params.putArray("options")
                .add("persistent")
                .add("permit_space_efficient_target")
                .add("fail_space_efficient_target_out_of_space");
        several("create-flashcopy", "/cs/flashcopies", params);
    }

    @Override
    public void deleteFlashRelation(String sourceId, String targetId) {
        session.change(
                "delete-flashcopy",
                "DELETE",
                "/cs/flashcopies/" + Ds8000Names.hex("Volume id", sourceId, 4) + ":"
                        + Ds8000Names.hex("Volume id", targetId, 4),
                null,
                answer -> true);
    }

    // --- the wire -------------------------------------------------------------------------------------------------

    private static ObjectNode params() {
        return JsonMapper.shared().createObjectNode();
    }

    private static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private <T> List<T> list(String operation, String path, String kind, Function<JsonNode, T> reader) {
        return session.read(operation, path, answer -> {
            JsonNode rows = answer.path("data").path(kind);
            // Nothing found is told without a list by some levels.
            if (!rows.isMissingNode() && !rows.isArray() && !rows.asString("").isEmpty()) {
                throw new IllegalArgumentException(kind + " is no list");
            }
            List<T> found = new ArrayList<>();
            if (rows.isArray()) {
                rows.forEach(row -> found.add(reader.apply(row)));
            }
            return List.copyOf(found);
        });
    }

    private Ds8000Exception unreadable(String operation, String what) {
        return session.failure(
                operation,
                200,
                null,
                Meaning.UNCERTAIN,
                "the answer cannot be read: " + what + ".",
                "Report this with the storage unit's level.",
                Kind.BUG,
                false,
                null);
    }

    private static String text(JsonNode row, String field) {
        JsonNode value = row.path(field);
        if (!value.isString() && !value.isNumber()) {
            throw new IllegalArgumentException("field " + field + " is missing");
        }
        return value.asString();
    }

    /** A reference is an object, or an empty text where there is none. */
    private static String reference(JsonNode row, String field, String key) {
        return row.path(field).path(key).asString("");
    }

    private static long number(JsonNode row, String field) {
        String text = text(row, field);
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("field " + field + " is \"" + text + "\", no whole number", e);
        }
    }
}
