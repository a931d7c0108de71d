package io.gulliver.lab.feilong;

import io.gulliver.lab.LabContext;
import io.gulliver.lab.feilong.LabFeilongSpec.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Everything a simulated z/VM and its Feilong server know: guests, switches, images and FCP devices, written through to
 * {@link io.gulliver.lab.Documents} at each change.
 *
 * <p>Not safe by itself: {@link LabFeilong} lets one call in at a time.
 */
final class FeilongState {

    /** The kinds of objects, also the kinds of documents. */
    enum Kind {
        GUEST,
        SWITCH,
        IMAGE,
        FCP
    }

    /** Where a minidisk lies. */
    record Place(int volume, long units) {}

    private static final Duration NEVER = Duration.ofDays(36_500);

    private final LabContext context;
    private final LabFeilongSpec spec;
    private final GuestListener listener;
    private final Map<Kind, Map<String, ObjectNode>> objects = new LinkedHashMap<>();

    FeilongState(LabContext context, LabFeilongSpec spec, GuestListener listener) {
        this.context = context;
        this.spec = spec;
        this.listener = listener;
        for (Kind kind : Kind.values()) {
            Map<String, ObjectNode> loaded = new TreeMap<>();
            context.documents()
                    .list(spec.system(), kind.name())
                    .forEach((id, body) -> loaded.put(id, (ObjectNode) body));
            objects.put(kind, loaded);
        }
        spec.zvm().switches().forEach((name, aware) -> {
            if (find(Kind.SWITCH, name).isEmpty()) {
                ObjectNode made = JsonMapper.shared().createObjectNode();
                made.put("aware", aware);
                made.putObject("users");
                save(Kind.SWITCH, name, made);
            }
        });
        spec.zvm()
                .fcpTemplates()
                .values()
                .forEach(paths -> paths.forEach(path -> path.forEach(device -> {
                    if (find(Kind.FCP, device).isEmpty()) {
                        ObjectNode made = JsonMapper.shared().createObjectNode();
                        made.put("assigner", "");
                        made.put("reserved", 0);
                        made.put("connections", 0);
                        made.put("template", "");
                        save(Kind.FCP, device, made);
                    }
                })));
    }

    // --- objects --------------------------------------------------------------------------------------------------

    Optional<ObjectNode> find(Kind kind, String id) {
        return Optional.ofNullable(objects.get(kind).get(id));
    }

    Map<String, ObjectNode> all(Kind kind) {
        return objects.get(kind);
    }

    void save(Kind kind, String id, ObjectNode object) {
        objects.get(kind).put(id, object);
        context.documents().put(spec.system(), kind.name(), id, object);
    }

    void delete(Kind kind, String id) {
        objects.get(kind).remove(id);
        context.documents().delete(spec.system(), kind.name(), id);
    }

    /** A guest that the server manages. */
    ObjectNode requireGuest(String userid) {
        return find(Kind.GUEST, userid)
                .orElseThrow(() -> FeilongAnswers.notThere(FeilongAnswers.GUEST, "Guest '" + userid + "'"));
    }

    void saveGuest(ObjectNode guest) {
        save(Kind.GUEST, guest.path("userid").asString(), guest);
    }

    boolean isForeign(String userid) {
        return spec.zvm().others().contains(userid);
    }

    // --- the directory --------------------------------------------------------------------------------------------

    /** The directory entry of a guest as its lines read. */
    List<String> directory(ObjectNode guest) {
        String userid = guest.path("userid").asString();
        long memory = guest.path("memory").asLong();
        List<String> lines = new ArrayList<>();
        lines.add("USER " + userid + " ****** " + (memory % 1024 == 0 ? memory / 1024 + "G" : memory + "M") + " "
                + guest.path("max-memory").asString() + " G ");
        lines.add("INCLUDE " + guest.path("profile").asString());
        int cpus = guest.path("cpus").asInt();
        for (int cpu = 0; cpu < cpus; cpu++) {
            lines.add(String.format(Locale.ROOT, "COMMAND DEFINE CPU %02X TYPE IFL", cpu));
        }
        if (!guest.path("share").asString("").isEmpty()) {
            lines.add("COMMAND SET SHARE " + userid + " " + guest.path("share").asString());
        }
        guest.path("comments").forEach(comment -> lines.add("* " + comment.asString()));
        if (!guest.path("ipl").asString("").isEmpty()) {
            lines.add("IPL " + guest.path("ipl").asString());
        }
        if (!guest.path("account").asString("").isEmpty()) {
            lines.add("ACCOUNT " + guest.path("account").asString());
        }
        lines.add("MACHINE ESA " + guest.path("max-cpus").asInt());
        guest.path("dedicated").forEach(device -> lines.add("DEDICATE " + device.asString() + " " + device.asString()));
        if (guest.has("load-port")) {
            lines.add("LOADDEV PORTNAME " + guest.path("load-port").asString());
            lines.add("LOADDEV LUN " + guest.path("load-lun").asString());
        }
        guest.path("disks")
                .forEach(disk -> lines.add("MDISK " + disk.path("vdev").asString() + " "
                        + (disk.path("pool").asString().startsWith("ECKD:") ? "3390" : "FB-512") + " 0001 "
                        + disk.path("units").asLong() + " VOL"
                        + String.format(Locale.ROOT, "%03d", disk.path("volume").asInt())
                        + " MR"));
        guest.path("nics").forEach(nic -> {
            lines.add("NICDEF " + nic.path("vdev").asString() + " TYPE QDIO");
            if (nic.has("switch")) {
                // The vendor's server appends a second line with the coupling.
                lines.add("NICDEF " + nic.path("vdev").asString() + " LAN SYSTEM "
                        + nic.path("switch").asString()
                        + (nic.has("vlan") ? " VLAN " + nic.path("vlan").asInt() + " PORTTYPE ACCESS" : ""));
            }
        });
        return lines;
    }

    // --- pools ----------------------------------------------------------------------------------------------------

    Optional<Pool> pool(String name) {
        return spec.zvm().pools().stream()
                .filter(pool -> pool.name().equalsIgnoreCase(name))
                .findFirst();
    }

    private long taken(Pool pool, int volume) {
        long taken = 0;
        for (ObjectNode guest : all(Kind.GUEST).values()) {
            for (JsonNode disk : guest.path("disks")) {
                if (disk.path("pool").asString().equals(pool.name())
                        && (volume < 0 || disk.path("volume").asInt() == volume)) {
                    taken += disk.path("units").asLong();
                }
            }
        }
        return taken;
    }

    /** Units of a pool that minidisks hold. */
    long taken(Pool pool) {
        return taken(pool, -1);
    }

    /** A volume of the pool on which a minidisk of this size finds room; empty for none. */
    Optional<Place> place(Pool pool, long units) {
        for (int volume = 1; volume <= pool.volumes(); volume++) {
            if (pool.unitsPerVolume() - taken(pool, volume) >= units) {
                return Optional.of(new Place(volume, units));
            }
        }
        return Optional.empty();
    }

    // --- up and down ----------------------------------------------------------------------------------------------

    Instant now() {
        return context.clock().instant();
    }

    Instant after(Duration dataCentre) {
        return now().plus(context.time().work(dataCentre));
    }

    static Instant never() {
        return Instant.EPOCH.plus(NEVER);
    }

    /** Whether the operating system of a guest has come up. */
    boolean isReady(ObjectNode guest) {
        return guest.path("on").asBoolean(false) && guest.path("told").asBoolean(false);
    }

    /** Tells of every guest whose system has come up by now. */
    void settle() {
        Instant now = now();
        for (ObjectNode guest : List.copyOf(all(Kind.GUEST).values())) {
            if (guest.path("on").asBoolean(false)
                    && !guest.path("told").asBoolean(false)
                    && guest.has("ready")
                    && !Instant.parse(guest.path("ready").asString()).isAfter(now)) {
                guest.put("told", true);
                boolean first = !guest.path("booted").asBoolean(false);
                guest.put("booted", true);
                saveGuest(guest);
                print(guest, List.of(guest.path("userid").asString().toLowerCase(Locale.ROOT) + " login:"));
                tellStarted(guest, first);
            }
        }
    }

    /** Tells again of every guest that is up, after a restart. */
    void replay() {
        all(Kind.GUEST).values().stream().filter(this::isReady).forEach(guest -> tellStarted(guest, false));
    }

    private void tellStarted(ObjectNode guest, boolean first) {
        String userid = guest.path("userid").asString();
        ObjectNode seen = JsonMapper.shared().createObjectNode();
        for (String field : List.of("userid", "cpus", "memory", "image", "host-name", "interfaces", "dedicated")) {
            if (guest.has(field)) {
                seen.set(field, guest.get(field).deepCopy());
            }
        }
        seen.put("first", first);
        tell(() -> listener.started(userid, seen));
    }

    /** Tells that a guest that is up has another size. */
    void resized(ObjectNode guest) {
        if (isReady(guest)) {
            String userid = guest.path("userid").asString();
            int cpus = guest.path("active-cpus").asInt();
            int memory = guest.path("active-memory").asInt();
            tell(() -> listener.resized(userid, cpus, memory));
        }
    }

    /** Adds to what a guest's console has shown since somebody read it. */
    void print(ObjectNode guest, List<String> lines) {
        StringBuilder text = new StringBuilder(guest.path("console").asString(""));
        lines.forEach(line -> text.append(line).append('\n'));
        guest.put("console", text.toString());
        saveGuest(guest);
    }

    /** The guest runs no more. */
    void down(ObjectNode guest) {
        boolean ran = isReady(guest);
        guest.put("on", false);
        guest.put("told", false);
        guest.remove("ready");
        saveGuest(guest);
        if (ran) {
            String userid = guest.path("userid").asString();
            tell(() -> listener.stopped(userid));
        }
    }

    /** Whether a system would be found where the guest loads from. */
    boolean isBootable(ObjectNode guest) {
        if (guest.has("load-port")) {
            return listener.boots(
                    guest.path("load-port").asString(), guest.path("load-lun").asString());
        }
        return guest.has("image");
    }

    /** When each guest that is coming up will have come up. */
    Map<String, Instant> due() {
        Map<String, Instant> due = new TreeMap<>();
        all(Kind.GUEST).forEach((userid, guest) -> {
            if (guest.path("on").asBoolean(false)
                    && guest.has("ready")
                    && !guest.path("told").asBoolean(false)) {
                Instant at = Instant.parse(guest.path("ready").asString());
                if (at.isBefore(never())) {
                    due.put(userid, at);
                }
            }
        });
        return due;
    }

    private void tell(Runnable event) {
        try {
            context.timer().execute(event);
        } catch (RejectedExecutionException e) {
            // The lab is closing: its hosts go down with it, and replay() tells them again at the next start.
        }
    }
}
