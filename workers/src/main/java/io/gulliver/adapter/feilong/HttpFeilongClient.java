package io.gulliver.adapter.feilong;

import io.gulliver.adapter.feilong.FeilongException.Meaning;
import io.gulliver.adapter.feilong.model.ChannelUse;
import io.gulliver.adapter.feilong.model.CreatedDisk;
import io.gulliver.adapter.feilong.model.DeploySpec;
import io.gulliver.adapter.feilong.model.DiskPool;
import io.gulliver.adapter.feilong.model.DiskSpec;
import io.gulliver.adapter.feilong.model.FcpConnector;
import io.gulliver.adapter.feilong.model.FcpTemplate;
import io.gulliver.adapter.feilong.model.FcpUsage;
import io.gulliver.adapter.feilong.model.GuestDefinition;
import io.gulliver.adapter.feilong.model.GuestInfo;
import io.gulliver.adapter.feilong.model.GuestSpec;
import io.gulliver.adapter.feilong.model.Image;
import io.gulliver.adapter.feilong.model.ImageSpec;
import io.gulliver.adapter.feilong.model.Network;
import io.gulliver.adapter.feilong.model.NicRecord;
import io.gulliver.adapter.feilong.model.NicSpec;
import io.gulliver.adapter.feilong.model.PowerState;
import io.gulliver.adapter.feilong.model.ServerVersion;
import io.gulliver.adapter.feilong.model.VirtualSwitch;
import io.gulliver.adapter.feilong.model.VolumeSpec;
import io.gulliver.adapter.feilong.model.ZvmHost;
import io.gulliver.adapter.feilong.model.ZvmLimits;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@link FeilongClient} over HTTP. */
public final class HttpFeilongClient implements FeilongClient {

    /** The first level that keeps comments, takes a share, wants a template's id with a volume, and reads a boolean there. */
    private static final String LATER = "1.6.7";

    private static final Duration BOOT_MAP = Duration.ofMinutes(20);

    private final FeilongProperties properties;
    private final FeilongSession session;
    private volatile @Nullable ServerVersion known;

    /**
     * A client that asks for a token at its first call.
     *
     * @param adminToken reads the content of the server's token file where it lies, at each renewal; never kept; not asked
     *     when the properties name none
     * @param log hears of every call
     */
    public HttpFeilongClient(FeilongProperties properties, Supplier<String> adminToken, CallLog log) {
        this.properties = properties;
        this.session = new FeilongSession(properties, adminToken, log);
    }

    @Override
    public String system() {
        return properties.system();
    }

    // --- host -----------------------------------------------------------------------------------------------------

    @Override
    public ServerVersion version() {
        ServerVersion version = read("get-version", "/", output -> as(output, ServerVersion.class));
        known = version;
        return version;
    }

    @Override
    public ZvmHost host() {
        return read("get-host", "/host", output -> as(output, ZvmHost.class));
    }

    @Override
    public Optional<DiskPool> findDiskPool(String pool) {
        return find(() -> read(
                "get-disk-pool", "/host/diskpool?poolname=" + encoded(pool), output -> as(output, DiskPool.class)));
    }

    @Override
    public List<String> guests() {
        return read("list-guests", "/guests", HttpFeilongClient::userids);
    }

    @Override
    public List<String> guestsOnHost() {
        return read("list-host-guests", "/host/guests", HttpFeilongClient::userids);
    }

    // --- guests ---------------------------------------------------------------------------------------------------

    @Override
    public Optional<GuestDefinition> findGuest(String userid) {
        return find(() -> read(
                "get-definition",
                guest(userid) + "/user_direct",
                output -> GuestDefinition.of(userid, texts(output.required("user_direct")))));
    }

    @Override
    public GuestInfo info(String userid) {
        return read("get-info", guest(userid) + "/info", output -> as(output, GuestInfo.class));
    }

    @Override
    public PowerState powerState(String userid) {
        return read("get-power-state", guest(userid) + "/power_state", output -> PowerState.of(output.asString("")));
    }

    @Override
    public List<CreatedDisk> createGuest(GuestSpec spec) {
        if (spec.share() != null && isOld()) {
            throw session.failure(
                    "create-guest",
                    "servers before " + LATER + " take no share with a blank in it, and CP none without",
                    "Leave the share to the server's rule of 100 for each CPU, or to the profile",
                    Kind.REQUEST);
        }
        return change(
                "create-guest", "POST", "/guests", Map.of("guest", spec), output -> list(output, CreatedDisk.class));
    }

    @Override
    public void deleteGuest(String userid) {
        try {
            change("delete-guest", "DELETE", guest(userid), null, output -> "");
        } catch (FeilongException e) {
            if (e.meaning() != Meaning.ABSENT) {
                throw e;
            }
            // The server answers success for what is not there at all.
            throw session.failure(
                    "delete-guest",
                    "user " + userid + " is on the system, and this server does not manage it",
                    "Ask the z/VM team whose it is; nothing was deleted",
                    Kind.CONFLICT);
        }
    }

    @Override
    public List<CreatedDisk> createDisks(String userid, List<DiskSpec> disks) {
        return change(
                "create-disks",
                "POST",
                guest(userid) + "/disks",
                Map.of("disk_info", Map.of("disk_list", disks)),
                output -> list(output, CreatedDisk.class));
    }

    @Override
    public void deleteDisks(String userid, List<String> vdevs) {
        change(
                "delete-disks",
                "DELETE",
                guest(userid) + "/disks",
                Map.of("vdev_info", Map.of("vdev_list", vdevs)),
                output -> "");
    }

    // --- network --------------------------------------------------------------------------------------------------

    @Override
    public String createNic(String userid, NicSpec spec) {
        return change("create-nic", "POST", guest(userid) + "/nic", Map.of("nic", spec), HttpFeilongClient::text);
    }

    @Override
    public void deleteNic(String userid, String vdev) {
        change("delete-nic", "DELETE", card(userid, vdev), Map.of("active", false), output -> "");
    }

    @Override
    public List<NicRecord> nics(String userid) {
        return read(
                "list-nics",
                "/guests/nics?userid=" + encoded(requireUserid(userid)),
                output -> list(output, NicRecord.class));
    }

    @Override
    public void couple(String userid, String vdev, String vswitch, @Nullable Integer vlan) {
        ObjectNode info = FeilongSession.JSON.createObjectNode();
        info.put("couple", true);
        info.put("active", false);
        info.put("vswitch", vswitch);
        if (vlan != null) {
            info.put("vlan_id", vlan);
        }
        change("couple-nic", "PUT", card(userid, vdev), Map.of("info", info), output -> "");
    }

    @Override
    public void uncouple(String userid, String vdev) {
        change(
                "couple-nic",
                "PUT",
                card(userid, vdev),
                Map.of("info", Map.of("couple", false, "active", false)),
                output -> "");
    }

    @Override
    public List<String> switches() {
        return read("list-switches", "/vswitches", HttpFeilongClient::texts);
    }

    @Override
    public Optional<VirtualSwitch> findSwitch(String name) {
        return find(() -> read(
                "get-switch",
                "/vswitches/" + encoded(name),
                output -> new VirtualSwitch(
                        output.required("switch_name").asString(),
                        output.path("vlan_awareness").asString("").equals("AWARE"),
                        output.path("authorized_users").propertyNames().stream()
                                .map(HttpFeilongClient::userid)
                                .toList())));
    }

    @Override
    public void grant(String vswitch, String userid) {
        update(vswitch, Map.of("grant_userid", requireUserid(userid)));
    }

    @Override
    public void revoke(String vswitch, String userid) {
        update(vswitch, Map.of("revoke_userid", requireUserid(userid)));
    }

    @Override
    public void setVlan(String vswitch, String userid, int vlan) {
        update(vswitch, Map.of("user_vlan_id", Map.of("userid", requireUserid(userid), "vlanid", vlan)));
    }

    private void update(String vswitch, Map<String, ?> what) {
        change("update-switch", "PUT", "/vswitches/" + encoded(vswitch), Map.of("vswitch", what), output -> "");
    }

    @Override
    public List<String> createInterfaces(String userid, String osVersion, List<Network> networks) {
        return change(
                "create-interface",
                "POST",
                guest(userid) + "/interface",
                Map.of("interface", Map.of("os_version", osVersion, "guest_networks", networks, "active", false)),
                output -> output.valueStream()
                        .map(one -> one.required("nic_vdev").asString())
                        .toList());
    }

    @Override
    public void deleteInterface(String userid, String osVersion, String vdev) {
        change(
                "delete-interface",
                "DELETE",
                guest(userid) + "/interface",
                Map.of("interface", Map.of("os_version", osVersion, "vdev", vdev, "active", false)),
                output -> "");
    }

    // --- images ---------------------------------------------------------------------------------------------------

    @Override
    public List<Image> images() {
        return read("list-images", "/images", output -> list(output, Image.class));
    }

    @Override
    public Optional<Image> findImage(String name) {
        return find(() ->
                        read("list-images", "/images?imagename=" + encoded(name), output -> list(output, Image.class)))
                .flatMap(found -> found.stream()
                        .filter(image -> image.name().equals(name))
                        .findFirst());
    }

    @Override
    public void importImage(ImageSpec spec) {
        ObjectNode image = FeilongSession.JSON.createObjectNode();
        image.put("image_name", spec.name());
        image.put("url", spec.url());
        ObjectNode meta = image.putObject("image_meta");
        meta.put("os_version", spec.osVersion());
        if (spec.md5() != null) {
            meta.put("md5sum", spec.md5());
        }
        if (spec.diskType() != null) {
            meta.put("disk_type", spec.diskType());
        }
        if (spec.remoteHost() != null) {
            image.put("remote_host", spec.remoteHost());
        }
        send("import-image", "POST", "/images", Map.of("image", image), properties.longTimeout(), true, output -> "");
    }

    @Override
    public void deleteImage(String name) {
        change("delete-image", "DELETE", "/images/" + encoded(name), null, output -> "");
    }

    @Override
    public long rootDiskUnits(String name) {
        return read(
                "get-root-disk-size",
                "/images/" + encoded(name) + "/root_disk_size",
                // A published sample is 3338:CYL; the server's own code answers digits alone.
                output -> Long.valueOf(text(output).split(":", 2)[0]));
    }

    // --- actions --------------------------------------------------------------------------------------------------

    @Override
    public void deploy(String userid, DeploySpec spec) {
        ObjectNode fields = FeilongSession.JSON.valueToTree(spec);
        act("deploy-image", userid, "deploy", fields, properties.longTimeout());
    }

    @Override
    public void start(String userid) {
        act("start-guest", userid, "start", null, properties.changeTimeout());
    }

    @Override
    public void stop(String userid) {
        act("stop-guest", userid, "stop", null, properties.changeTimeout());
    }

    @Override
    public void softStop(String userid, Duration patience) {
        ObjectNode fields = FeilongSession.JSON.createObjectNode();
        fields.put("timeout", Math.max(1, patience.toSeconds()));
        fields.put("poll_interval", 5);
        act(
                "soft-stop-guest",
                userid,
                "softstop",
                fields,
                properties.changeTimeout().plus(patience));
    }

    @Override
    public void reboot(String userid) {
        act("reboot-guest", userid, "reboot", null, properties.changeTimeout());
    }

    @Override
    public void reset(String userid) {
        act("reset-guest", userid, "reset", null, properties.changeTimeout());
    }

    @Override
    public void resizeCpus(String userid, int cpus) {
        act("resize-cpus", userid, "resize_cpus", number("cpu_cnt", cpus), properties.changeTimeout());
    }

    @Override
    public void liveResizeCpus(String userid, int cpus) {
        act("live-resize-cpus", userid, "live_resize_cpus", number("cpu_cnt", cpus), properties.changeTimeout());
    }

    @Override
    public void resizeMemory(String userid, long mebibytes) {
        act("resize-memory", userid, "resize_mem", size(mebibytes), properties.changeTimeout());
    }

    @Override
    public void liveResizeMemory(String userid, long mebibytes) {
        act("live-resize-memory", userid, "live_resize_mem", size(mebibytes), properties.changeTimeout());
    }

    private static ObjectNode number(String field, int value) {
        return FeilongSession.JSON.createObjectNode().put(field, value);
    }

    private static ObjectNode size(long mebibytes) {
        return FeilongSession.JSON.createObjectNode().put("size", ZvmLimits.storage(mebibytes));
    }

    @Override
    public String console(String userid) {
        return send(
                "get-console",
                "POST",
                guest(userid) + "/action",
                Map.of("action", "get_console_output"),
                properties.readTimeout(),
                false,
                HttpFeilongClient::text);
    }

    private void act(String operation, String userid, String action, @Nullable ObjectNode fields, Duration limit) {
        ObjectNode body = fields == null ? FeilongSession.JSON.createObjectNode() : fields;
        body.put("action", action);
        send(operation, "POST", guest(userid) + "/action", body, limit, true, output -> "");
    }

    // --- volumes --------------------------------------------------------------------------------------------------

    @Override
    public List<FcpTemplate> fcpTemplates() {
        return read(
                "list-fcp-templates",
                "/volumes/fcptemplates",
                output -> list(output.required("fcp_templates"), FcpTemplate.class));
    }

    @Override
    public FcpConnector reserveFcp(String userid, String templateId, Map<String, ChannelUse> channels) {
        ObjectNode info = connectorInfo(templateId, true);
        if (!channels.isEmpty() && !isOld()) {
            info.set("pchid_info", FeilongSession.JSON.valueToTree(channels));
        }
        FcpConnector connector = connector(userid, info);
        if (connector.devices().isEmpty()) {
            throw session.full(
                    "get-connector",
                    connector.reason() == null
                            ? "template " + templateId + " has no free FCP device on each of its paths"
                            : connector.reason());
        }
        return connector;
    }

    @Override
    public void releaseFcp(String userid, String templateId) {
        connector(userid, connectorInfo(templateId, false));
    }

    private static ObjectNode connectorInfo(String templateId, boolean reserve) {
        ObjectNode info = FeilongSession.JSON.createObjectNode();
        info.put("reserve", reserve);
        info.put("fcp_template_id", templateId);
        return info;
    }

    private FcpConnector connector(String userid, ObjectNode info) {
        return change(
                "get-connector",
                "GET",
                "/volumes/conn/" + requireUserid(userid),
                Map.of("info", info),
                output -> as(output, FcpConnector.class));
    }

    @Override
    public Optional<FcpUsage> findFcp(String device) {
        return find(() -> read(
                "get-fcp",
                "/volumes/fcp/" + ZvmLimits.device(device).toLowerCase(Locale.ROOT),
                output -> new FcpUsage(
                        userid(output.path(0).asString("")),
                        output.path(1).asInt() != 0,
                        output.path(2).asInt(),
                        output.path(3).asString(""))));
    }

    @Override
    public void attachVolume(VolumeSpec spec) {
        change("attach-volume", "POST", "/guests/volumes", connection(spec), output -> "");
    }

    @Override
    public void detachVolume(VolumeSpec spec) {
        change("detach-volume", "DELETE", "/guests/volumes", connection(spec), output -> "");
    }

    private Map<String, ?> connection(VolumeSpec spec) {
        boolean old = isOld();
        if (!old && spec.templateId() == null) {
            throw session.failure(
                    "attach-volume",
                    "no FCP multipath template is named, without which servers from " + LATER + " on fail",
                    "Take the id that the reservation of the devices gave",
                    Kind.REQUEST);
        }
        ObjectNode connection = FeilongSession.JSON.createObjectNode();
        connection.put("assigner_id", requireUserid(spec.userid()));
        spec.devices().forEach(connection.putArray("zvm_fcp")::add);
        spec.targetWwpns().forEach(wwpn -> connection.withArray("target_wwpn").add("0x" + wwpn));
        connection.put("target_lun", "0x" + spec.lun());
        connection.put("os_version", spec.osVersion());
        connection.put("mount_point", spec.mountPoint());
        connection.put("is_root_volume", spec.rootVolume());
        if (old) {
            connection.put("multipath", "True");
        } else {
            connection.put("multipath", true);
            connection.put("fcp_template_id", spec.templateId());
        }
        return Map.of("info", Map.of("connection", connection));
    }

    @Override
    public Map<String, List<String>> refreshBootMap(List<String> devices, List<String> targetWwpns, String lun) {
        return send(
                "refresh-boot-map",
                "PUT",
                "/volumes/volume_refresh_bootmap",
                Map.of("info", Map.of("fcpchannel", devices, "wwpn", targetWwpns, "lun", lun)),
                BOOT_MAP.compareTo(properties.longTimeout()) < 0 ? BOOT_MAP : properties.longTimeout(),
                true,
                output -> {
                    Map<String, List<String>> paths = new TreeMap<>();
                    output.properties().forEach(path -> paths.put(path.getKey(), texts(path.getValue())));
                    return paths;
                });
    }

    private boolean isOld() {
        ServerVersion version = known;
        return (version == null ? version() : version).before(LATER);
    }

    // --- wire -----------------------------------------------------------------------------------------------------

    private String guest(String userid) {
        return "/guests/" + requireUserid(userid);
    }

    private String card(String userid, String vdev) {
        return guest(userid) + "/nic/" + ZvmLimits.device(vdev);
    }

    private String requireUserid(String userid) {
        ZvmLimits.useridProblem(userid).ifPresent(problem -> {
            throw session.failure("check-name", problem, "Correct the name", Kind.REQUEST);
        });
        return userid;
    }

    private static String encoded(String text) {
        // A blank in a path is %20; only forms have a plus.
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private <T> T read(String operation, String path, Function<JsonNode, T> reading) {
        return send(operation, "GET", path, null, properties.readTimeout(), false, reading);
    }

    private <T> T change(
            String operation, String method, String path, @Nullable Object body, Function<JsonNode, T> reading) {
        return send(operation, method, path, body, properties.changeTimeout(), true, reading);
    }

    private <T> T send(
            String operation,
            String method,
            String path,
            @Nullable Object body,
            Duration limit,
            boolean changing,
            Function<JsonNode, T> reading) {
        JsonNode output = session.call(operation, method, path, body, limit, changing);
        try {
            return reading.apply(output);
        } catch (JacksonException | IllegalArgumentException e) {
            throw session.unreadable(operation, changing, e);
        }
    }

    private static <T> Optional<T> find(Supplier<T> look) {
        try {
            return Optional.of(look.get());
        } catch (FeilongException e) {
            if (e.meaning() == Meaning.ABSENT) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static <T> T as(JsonNode output, Class<T> type) {
        if (!output.isObject()) {
            throw new IllegalArgumentException("wanted an object, got " + output.getNodeType());
        }
        return FeilongSession.JSON.treeToValue(output, type);
    }

    private static <T> List<T> list(JsonNode output, Class<T> type) {
        if (!output.isArray()) {
            throw new IllegalArgumentException("wanted a list, got " + output.getNodeType());
        }
        return output.valueStream().map(one -> as(one, type)).toList();
    }

    /** z/VM has user ids in capitals; samples of the server's documentation answer them as they were sent. */
    private static String userid(String answered) {
        return answered.toUpperCase(Locale.ROOT);
    }

    private static List<String> userids(JsonNode output) {
        return texts(output).stream().map(HttpFeilongClient::userid).toList();
    }

    private static List<String> texts(JsonNode output) {
        if (!output.isArray()) {
            throw new IllegalArgumentException("wanted a list, got " + output.getNodeType());
        }
        return output.valueStream().map(HttpFeilongClient::text).toList();
    }

    private static String text(JsonNode output) {
        if (!output.isString() && !output.isNumber()) {
            throw new IllegalArgumentException("wanted a text, got " + output.getNodeType());
        }
        return output.asString();
    }
}
