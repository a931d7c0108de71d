package io.gulliver.lab.main;

import io.gulliver.lab.LabContext;
import io.gulliver.lab.estate.LinuxPrograms;
import io.gulliver.lab.feilong.GuestListener;
import io.gulliver.lab.feilong.LabFeilong;
import io.gulliver.lab.feilong.LabFeilongSpec;
import io.gulliver.lab.hmc.StorageSide.HostPort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One z/VM system of the lab: its guests bring lab hosts up and take them down, and their FCP devices log in to the fabrics while
 * they run.
 *
 * <p>Which host a guest is follows from the host name that its image was deployed with.
 */
final class GuestSide implements GuestListener, AutoCloseable {
    /** FCP multipath template: four paths, by turns on the two fabrics. */
    static final String TEMPLATE = "database";

    /** Minidisks for systems. */
    static final String POOL = "ECKD:SYSTEM";

    static final String SWITCH = "VSWDB";
    static final String IMAGE = "rhel9-oracle19";
    static final String IMAGE_URL = "file:///var/lib/images/rhel9-oracle19.img";
    static final String IMAGE_MD5 = "5d41402abc4b2a76b9719d911017c592";
    static final String IMAGE_OS = "rhel9.4";
    /** FCP devices that may be in use on a channel. */
    static final int DEVICES = 64;

    /** Control units for ECKD volumes, by which their device numbers begin. */
    static final List<String> CONTROL_UNITS = List.of("20", "22");

    private static final int PATHS = 4;
    private static final int DEVICES_PER_PATH = 16;
    private static final int CYLINDERS = 10_016;

    /** What the house around it does for a guest. */
    interface House {
        /** A guest has come up: its Linux finds its volumes and starts. */
        void up(String host, LinuxPrograms.Guest guest, int memoryMib, List<String> dedicated, boolean first);

        /** A guest that is up has another size, which its Linux uses. */
        void resized(String host, int cpus, int memoryMib);

        /** A guest is down. */
        void down(String host);

        /** Ports have come or gone. */
        void portsChanged();
    }

    private final House house;
    private final Map<String, String> hosts = new ConcurrentHashMap<>();
    private final Map<String, List<HostPort>> ports = new ConcurrentHashMap<>();
    private final Predicate<String> known;
    // Told of guests before it stands: their events come from another thread.
    private volatile @Nullable LabFeilong feilong;
    private final LabContext context;

    private final LabFeilongSpec.Zvm zvm;

    private GuestSide(LabContext context, LabFeilongSpec.Zvm zvm, Predicate<String> known, House house) {
        this.context = context;
        this.zvm = zvm;
        this.known = known;
        this.house = house;
    }

    /** @param known whether the lab has a host of this name */
    static GuestSide start(LabContext context, String name, String token, Predicate<String> known, House house) {
        GuestSide side = new GuestSide(context, zvm(name), known, house);
        side.feilong = LabFeilong.start(context, LabFeilongSpec.of(name, token, side.zvm), side);
        return side;
    }

    private static LabFeilongSpec.Zvm zvm(String name) {
        List<List<String>> paths = IntStream.range(0, PATHS)
                .mapToObj(path -> IntStream.range(0, DEVICES_PER_PATH)
                        .mapToObj(device -> String.format("1%c%02x", 'a' + path, device))
                        .toList())
                .toList();
        return new LabFeilongSpec.Zvm(
                name.replace("-", "").toUpperCase(Locale.ROOT),
                32,
                2L * 1024 * 1024,
                List.of("MAINT", "PERFSVM", "TCPIP"),
                List.of(new LabFeilongSpec.Pool(POOL, 40, LabFeilongSpec.MODEL_54)),
                Map.of(SWITCH, true, "VSWPLAIN", false),
                Map.of(IMAGE_URL, new LabFeilongSpec.ImageFile(CYLINDERS, IMAGE_MD5)),
                Map.of(TEMPLATE, paths));
    }

    LabFeilong feilong() {
        LabFeilong server = feilong;
        if (server == null) {
            throw new IllegalStateException("The Feilong server of the lab does not stand yet");
        }
        return server;
    }

    /** Its channels as a landscape describes them: {@code pchid}, {@code wwpn}, {@code fabric}, {@code most}. */
    List<Map<String, Object>> channels() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (LabFeilong.Channel channel : feilong().channels(TEMPLATE)) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("pchid", channel.pchid());
            row.put("wwpn", channel.wwpn());
            row.put("fabric", fabric(rows.size()));
            row.put("most", DEVICES);
            rows.add(row);
        }
        return rows;
    }

    /**
     * ECKD devices as a landscape describes them: on control units of the DS8000, which have their volumes and PAV aliases
     * under the last digits of the device numbers, and make them when they are wanted.
     */
    static List<Map<String, Object>> eckdDevices(List<String> units, String array) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (String lcu : units) {
            rows.add(eckd(lcu, "00", "1F", LabFeilongSpec.MODEL_54, array));
            rows.add(eckd(lcu, "C0", "FF", 0, array));
        }
        return rows;
    }

    private static Map<String, Object> eckd(String lcu, String first, String last, int cylinders, String array) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("first", lcu + first);
        row.put("last", lcu + last);
        row.put("lcu", lcu);
        row.put("cylinders", cylinders);
        row.put("array", array);
        row.put("made", true);
        return row;
    }

    private static String fabric(int path) {
        return path % 2 == 0 ? "A" : "B";
    }

    /** Ports of all guests that are up. */
    List<HostPort> ports() {
        return ports.values().stream().flatMap(List::stream).toList();
    }

    /** Ports of a host that is a guest here and up. */
    Optional<List<String>> wwpns(String host) {
        return hosts.entrySet().stream()
                .filter(guest -> guest.getValue().equals(host))
                .findFirst()
                .map(guest -> ports.getOrDefault(guest.getKey(), List.of()).stream()
                        .map(HostPort::wwpn)
                        .toList());
    }

    /** Has the Linux of a host print to the console of its guest. */
    void print(String host, List<String> lines) {
        hosts.forEach((userid, name) -> {
            if (name.equals(host)) {
                feilong().print(userid, lines);
            }
        });
    }

    @Override
    public void started(String userid, JsonNode definition) {
        if (feilong == null) {
            // It ran when the lab went down, and its server is not there yet.
            context.time().after(Duration.ofMillis(100), () -> started(userid, definition));
            return;
        }
        String host = definition.path("host-name").asString("");
        if (!known.test(host)) {
            return;
        }
        List<String> channels = feilong().channels(TEMPLATE).stream()
                .map(LabFeilong.Channel::wwpn)
                .toList();
        hosts.put(userid, host);
        ports.put(
                userid,
                feilong().initiators(userid).stream()
                        .map(port -> new HostPort(port.wwpn(), fabric(channels.indexOf(port.physical()))))
                        .toList());
        house.portsChanged();
        house.up(
                host,
                new LinuxPrograms.Guest(userid, definition.path("cpus").asInt(), zvm.name(), zvm.cpus()),
                definition.path("memory").asInt(),
                definition
                        .path("dedicated")
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList(),
                definition.path("first").asBoolean());
    }

    @Override
    public void resized(String userid, int cpus, int memoryMib) {
        String host = hosts.get(userid);
        if (host != null) {
            house.resized(host, cpus, memoryMib);
        }
    }

    @Override
    public void stopped(String userid) {
        String host = hosts.remove(userid);
        ports.remove(userid);
        house.portsChanged();
        if (host != null) {
            house.down(host);
        }
    }

    @Override
    public void close() {
        feilong().close();
    }
}
