package io.gulliver.lab.hmc;

import io.gulliver.lab.Documents;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.hmc.StorageSide.SeenLun;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Everything a simulated HMC knows: objects by kind and URI, written through to {@link Documents} at each change.
 *
 * <p>Not safe by itself: {@link LabHmc} lets one call in at a time. Objects are JSON nodes shaped as the API shows them;
 * properties whose name begins with {@code lab-} are ours and never shown.
 */
final class HmcState {

    /** The kinds of objects, also the kinds of documents. */
    enum Kind {
        CPC,
        ADAPTER,
        VIRTUAL_SWITCH,
        PARTITION,
        NIC,
        STORAGE_GROUP,
        STORAGE_VOLUME,
        STORAGE_SITE,
        STORAGE_SUBSYSTEM,
        STORAGE_CONTROL_UNIT,
        VIRTUAL_STORAGE_RESOURCE,
        JOB
    }

    /** Statuses in which a partition holds neither processors nor memory, unless it reserves them. */
    static final Set<String> DOWN = Set.of("stopped", "reservation-error");

    /** What the machine's loader prints: Red Hat Enterprise Linux 5 Installation Guide, Configuring IPL from a SCSI Device. */
    private static final String LOADER = "MLOEVL012I: Machine loader up and running (version 2.4).";

    private static final String LOADED = "MLOPDM003I: Machine loader finished, moving data to final storage location.";
    /** Number and text are unverified; that it begins with MLO and ends its number with E is how the loader names errors. */
    private static final String LOADER_FAILED = "MLOPDM010E: No program table was found on the boot device.";

    private static final Set<String> BY_SERVER = Set.of("ftp", "ftps", "sftp");
    private static final Duration NEVER = Duration.ofDays(36_500);

    private final LabContext context;
    private final String system;
    private final Map<Kind, Map<String, ObjectNode>> objects = new LinkedHashMap<>();
    /** Objects as they were last written: firmware looks at its storage every second and mostly finds what it knows. */
    private final Map<String, ObjectNode> written = new HashMap<>();

    private final PartitionListener listener;
    final ConsoleMessages console;
    private volatile StorageSide storageSide = StorageSide.none();

    HmcState(LabContext context, String system, LabHmcSetup setup, PartitionListener listener) {
        this.context = context;
        this.system = system;
        this.listener = listener;
        this.console = new ConsoleMessages(context.documents(), system, context.clock());
        for (Kind kind : Kind.values()) {
            Map<String, ObjectNode> loaded = new LinkedHashMap<>();
            context.documents().list(system, kind.name()).forEach((uri, body) -> loaded.put(uri, (ObjectNode) body));
            objects.put(kind, loaded);
        }
        setup.machines().forEach(this::install);
    }

    private void install(LabHmcSetup.Machine machine) {
        if (all(Kind.CPC).stream().anyMatch(cpc -> cpc.path("name").asString().equals(machine.name()))) {
            return;
        }
        ObjectNode cpc = create(Kind.CPC, "/api/cpcs/", "object-uri");
        cpc.put("name", machine.name());
        cpc.put("class", "cpc");
        cpc.put("status", "active");
        cpc.put("dpm-enabled", machine.dpm());
        cpc.put("se-version", "2.16.0");
        cpc.put("processor-count-ifl", machine.ifls());
        cpc.put("processor-count-spare", 2);
        cpc.put("processor-count-defective", 0);
        cpc.put("storage-customer", machine.memoryMib());
        cpc.put("maximum-partitions", machine.maximumPartitions());
        save(Kind.CPC, cpc);
        String cpcUri = cpc.path("object-uri").asString();
        for (int i = 0; i < machine.fcpAdapters(); i++) {
            adapter(cpcUri, "FCP " + i, 0x100 + i, "ficon", "fcp", "storage-port-uris", "/storage-ports/", 2);
        }
        for (int i = 0; i < machine.ficonAdapters(); i++) {
            adapter(cpcUri, "FC " + i, 0x180 + i, "ficon", "fc", "storage-port-uris", "/storage-ports/", 1);
        }
        if (!machine.controlUnits().isEmpty()) {
            ficon(cpcUri, machine);
        }
        for (int i = 0; i < machine.osaAdapters(); i++) {
            ObjectNode osa =
                    adapter(cpcUri, "OSD " + i, 0x200 + i, "osa", "osd", "network-port-uris", "/network-ports/", 1);
            ObjectNode virtualSwitch = create(Kind.VIRTUAL_SWITCH, "/api/virtual-switches/", "object-uri");
            virtualSwitch.put("name", osa.path("name").asString() + " switch");
            virtualSwitch.put("type", "osd");
            virtualSwitch.put("parent", cpcUri);
            virtualSwitch.put("backing-adapter-uri", osa.path("object-uri").asString());
            virtualSwitch.put("port", 0);
            save(Kind.VIRTUAL_SWITCH, virtualSwitch);
        }
    }

    /** The FICON configuration of a machine: one site, the subsystems on it, and their control units. */
    private void ficon(String cpcUri, LabHmcSetup.Machine machine) {
        ObjectNode site = create(Kind.STORAGE_SITE, "/api/storage-sites/", "object-uri");
        site.put("class", "storage-site");
        site.put("name", "Site of " + machine.name());
        site.putArray("cpc-uris").add(cpcUri);
        save(Kind.STORAGE_SITE, site);
        Map<String, ObjectNode> subsystems = new TreeMap<>();
        for (LabHmcSetup.ControlUnit said : machine.controlUnits()) {
            ObjectNode subsystem = subsystems.computeIfAbsent(said.subsystem(), name -> {
                ObjectNode made = create(Kind.STORAGE_SUBSYSTEM, "/api/storage-subsystems/", "object-uri");
                made.put("class", "storage-subsystem");
                made.put("name", name);
                made.put("storage-site-uri", uri(site));
                save(Kind.STORAGE_SUBSYSTEM, made);
                return made;
            });
            ObjectNode unit = create(Kind.STORAGE_CONTROL_UNIT, "/api/storage-control-units/", "object-uri");
            unit.put("class", "storage-control-unit");
            unit.put("name", "Control unit " + said.logicalAddress());
            unit.put("description", "");
            unit.put("logical-address", said.logicalAddress());
            unit.put("parent", uri(subsystem));
            unit.withArray("volume-ranges")
                    .addObject()
                    .put("starting-volume", "00")
                    .put("ending-volume", said.lastVolume())
                    .put("type", "base");
            unit.withArray("volume-ranges")
                    .addObject()
                    .put("starting-volume", said.firstAlias())
                    .put("ending-volume", "ff")
                    .put("type", "alias");
            save(Kind.STORAGE_CONTROL_UNIT, unit);
        }
    }

    private ObjectNode adapter(
            String cpcUri, String name, int id, String family, String type, String ports, String port, int count) {
        ObjectNode adapter = create(Kind.ADAPTER, "/api/adapters/", "object-uri");
        adapter.put("name", name);
        adapter.put("adapter-id", Integer.toHexString(id));
        adapter.put("adapter-family", family);
        adapter.put("type", type);
        adapter.put("status", "active");
        adapter.put("state", "online");
        adapter.put("parent", cpcUri);
        for (int i = 0; i < count; i++) {
            adapter.withArray(ports).add(adapter.path("object-uri").asString() + port + i);
        }
        save(Kind.ADAPTER, adapter);
        return adapter;
    }

    // --- objects --------------------------------------------------------------------------------------------------

    /** A new object with an address of its own; {@link #save} makes it known. */
    ObjectNode create(Kind kind, String prefix, String uriProperty) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put(uriProperty, prefix + freshId(kind));
        return object;
    }

    private String freshId(Kind kind) {
        // Ids count up and never come back, over restarts too: an address names one object for ever.
        long number = context.documents()
                        .find(system, "counter", kind.name())
                        .map(JsonNode::asLong)
                        .orElse(0L)
                + 1;
        context.documents().put(system, "counter", kind.name(), JsonNodeFactory.instance.numberNode(number));
        return UUID.nameUUIDFromBytes((system + "/" + kind + "/" + number).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    void save(Kind kind, ObjectNode object) {
        String uri = uri(object);
        objects.get(kind).put(uri, object);
        if (object.equals(written.get(uri))) {
            return;
        }
        context.documents().put(system, kind.name(), uri, object);
        written.put(uri, object.deepCopy());
    }

    void remove(Kind kind, ObjectNode object) {
        objects.get(kind).remove(uri(object));
        written.remove(uri(object));
        context.documents().delete(system, kind.name(), uri(object));
    }

    Optional<ObjectNode> find(Kind kind, String uri) {
        return Optional.ofNullable(objects.get(kind).get(uri));
    }

    ObjectNode require(HmcCall call, Kind kind, String uri) {
        return find(kind, uri).orElseThrow(call::notFound);
    }

    List<ObjectNode> all(Kind kind) {
        return List.copyOf(objects.get(kind).values());
    }

    /** The objects of a kind whose property has this value, in the order in which they were made known. */
    List<ObjectNode> all(Kind kind, String property, String value) {
        return all(kind).stream()
                .filter(object -> object.path(property).asString("").equals(value))
                .toList();
    }

    static String uri(ObjectNode object) {
        return object.has("object-uri")
                ? object.path("object-uri").asString()
                : object.path("element-uri").asString();
    }

    /** As the API shows it: without what is the lab's own. */
    static ObjectNode shown(ObjectNode object) {
        ObjectNode copy = object.deepCopy();
        for (String name : List.copyOf(copy.propertyNames())) {
            if (name.startsWith("lab-")) {
                copy.remove(name);
            }
        }
        return copy;
    }

    // --- capacity -------------------------------------------------------------------------------------------------

    private static boolean holds(ObjectNode partition) {
        return partition.path("reserve-resources").asBoolean(false)
                || !DOWN.contains(partition.path("status").asString());
    }

    /** Memory of a CPC that no other partition holds, MiB. */
    long freeMemory(String cpcUri, ObjectNode except) {
        long free =
                find(Kind.CPC, cpcUri).orElseThrow().path("storage-customer").asLong();
        for (ObjectNode partition : all(Kind.PARTITION, "parent", cpcUri)) {
            if (partition != except && holds(partition)) {
                free -= partition.path("initial-memory").asLong();
            }
        }
        return free;
    }

    /** IFLs of a CPC that no other partition holds as dedicated. */
    int freeIfls(String cpcUri, ObjectNode except) {
        int free =
                find(Kind.CPC, cpcUri).orElseThrow().path("processor-count-ifl").asInt();
        for (ObjectNode partition : all(Kind.PARTITION, "parent", cpcUri)) {
            if (partition != except
                    && holds(partition)
                    && partition.path("processor-mode").asString().equals("dedicated")) {
                free -= partition.path("ifl-processors").asInt(0);
            }
        }
        return free;
    }

    /** What is missing for a partition to run on its CPC; empty when it fits. */
    Optional<String> missing(ObjectNode partition) {
        String cpcUri = partition.path("parent").asString();
        long memory = freeMemory(cpcUri, partition);
        int ifls = freeIfls(cpcUri, partition);
        long wantedMemory = partition.path("initial-memory").asLong();
        int wantedIfls = partition.path("ifl-processors").asInt(0);
        if (wantedMemory > memory) {
            return Optional.of("Not enough memory: " + wantedMemory + " MiB wanted, " + memory + " MiB available");
        }
        if (wantedIfls > ifls) {
            return Optional.of("Not enough IFL processors: " + wantedIfls + " wanted, " + ifls + " available");
        }
        return Optional.empty();
    }

    // --- jobs -----------------------------------------------------------------------------------------------------

    /**
     * A job that ends after {@code real} in a data centre; what it does then is told by {@code operation} and
     * {@code outcome}.
     */
    ObjectNode startJob(String operation, String objectUri, String outcome, Duration real) {
        ObjectNode job = create(Kind.JOB, "/api/jobs/", "object-uri");
        job.put("status", "running");
        job.put("lab-operation", operation);
        job.put("lab-object", objectUri);
        job.put("lab-outcome", outcome);
        due(job, outcome.equals("never") ? NEVER : context.time().work(real));
        save(Kind.JOB, job);
        return job;
    }

    private void due(ObjectNode job, Duration wait) {
        Instant due = context.clock().instant().plus(wait);
        job.put("lab-due", due.toString());
    }

    /** When each open job is due that ends at all, by its address. */
    Map<String, Instant> due() {
        Instant never = context.clock().instant().plus(Duration.ofDays(1));
        Map<String, Instant> due = new TreeMap<>();
        for (ObjectNode job : all(Kind.JOB)) {
            if (job.has("lab-due")) {
                Instant at = Instant.parse(job.path("lab-due").asString());
                if (at.isBefore(never)) {
                    due.put(uri(job), at);
                }
            }
        }
        return due;
    }

    /** Does all work that is due by now. */
    void settle() {
        Instant now = context.clock().instant();
        for (ObjectNode job : all(Kind.JOB)) {
            if (job.has("lab-due")
                    && !Instant.parse(job.path("lab-due").asString()).isAfter(now)) {
                job.remove("lab-due");
                work(job);
                if (find(Kind.JOB, uri(job)).isPresent()) {
                    save(Kind.JOB, job);
                }
            }
        }
    }

    private void work(ObjectNode job) {
        Kind kind = job.path("lab-operation").asString().endsWith("-partition") ? Kind.PARTITION : Kind.STORAGE_GROUP;
        ObjectNode object = find(kind, job.path("lab-object").asString()).orElse(null);
        if (object == null) {
            ended(job, 404, 1, "The object is gone");
            return;
        }
        String operation = job.path("lab-operation").asString();
        switch (operation) {
            case "start-partition" -> started(job, object);
            case "stop-partition" -> {
                ended(job, 204, 0, "");
                boolean terminated = job.path("lab-outcome").asString().equals("terminated");
                boolean ran = object.path("lab-up").asBoolean(false);
                object.put("lab-up", false);
                status(object, terminated ? "terminated" : "stopped");
                if (ran) {
                    ObjectNode seen = shown(object);
                    tell(() -> listener.stopped(seen.path("name").asString(), seen));
                }
            }
            case "start-storage-discovery" -> {
                ended(job, 204, 0, "");
                darken(object, job.path("lab-outcome").asString().equals("dark"));
                // Storage that does not fit stays so until somebody looks again, however often the firmware does by
                // itself.
                object.put("lab-mismatch", job.path("lab-outcome").asString().equals("mismatch"));
                discover(object, object.path("lab-mismatch").asBoolean());
            }
            default -> throw new IllegalStateException("No work is known for job operation " + operation);
        }
    }

    private void started(ObjectNode job, ObjectNode partition) {
        if (!partition.path("status").asString().equals("starting")
                && !job.path("lab-outcome").asString().equals("settling")) {
            // Stopped meanwhile; the start has nothing left to do.
            ended(job, 409, 1, "The partition is no longer starting");
            return;
        }
        switch (job.path("lab-outcome").asString()) {
            case "fail" -> {
                ended(job, 500, 0, "The partition could not be started");
                status(partition, "stopped");
            }
            case "no-capacity" -> {
                // The reason number of the real job is not published; clients must look at the partition's status.
                ended(job, 409, 1, job.path("lab-message").asString());
                status(partition, "reservation-error");
            }
            case "slow" -> {
                ended(job, 204, 0, "");
                status(partition, "paused");
                job.put("lab-outcome", "settling");
                due(job, context.time().work(Duration.ofSeconds(60)));
            }
            case "paused" -> {
                ended(job, 204, 0, "");
                status(partition, "paused");
            }
            case "settling" -> {
                if (partition.path("status").asString().equals("paused")) {
                    up(partition);
                }
            }
            default -> {
                // That the job fails, and with which numbers, is not published.
                Optional<String> problem =
                        BY_SERVER.contains(partition.path("boot-device").asString())
                                ? listener.unloadable(partition.deepCopy())
                                : Optional.empty();
                if (problem.isPresent()) {
                    ended(job, 500, 0, problem.get());
                    status(partition, "stopped");
                } else {
                    ended(job, 204, 0, "");
                    up(partition);
                }
            }
        }
    }

    /**
     * A partition whose system stopped its processors: it keeps what it holds, and is started only after a stop (field reports:
     * python-zhmcclient issue 228, zhmc-ansible-modules issue 642).
     */
    void haltedItself(ObjectNode partition) {
        partition.put("lab-up", false);
        status(partition, "paused");
        ObjectNode seen = shown(partition);
        tell(() -> listener.stopped(seen.path("name").asString(), seen));
    }

    private void up(ObjectNode partition) {
        boolean loads = partition.path("boot-device").asString().equals("storage-volume");
        if (loads) {
            console.print(partition, List.of(LOADER));
        }
        if (!bootable(partition)) {
            console.print(partition, List.of(LOADER_FAILED));
            // The job was fine; the guest was not found. So a real loader ends, too.
            status(partition, "terminated");
            return;
        }
        if (loads) {
            console.print(partition, List.of(LOADED));
        }
        partition.put("lab-up", true);
        status(partition, "active");
        tellStarted(partition);
    }

    private void tellStarted(ObjectNode partition) {
        // A copy: the listener runs later, on another thread.
        ObjectNode seen = shown(partition);
        tell(() -> listener.started(seen.path("name").asString(), seen));
    }

    /** Tells that a partition that is up has other properties. */
    void tellChanged(ObjectNode partition) {
        if (partition.path("lab-up").asBoolean(false)) {
            ObjectNode seen = shown(partition);
            tell(() -> listener.changed(seen.path("name").asString(), seen));
        }
    }

    private boolean bootable(ObjectNode partition) {
        if (!partition.path("boot-device").asString().equals("storage-volume")) {
            return true;
        }
        return find(Kind.STORAGE_VOLUME, partition.path("boot-storage-volume").asString(""))
                .map(volume -> volume.path("fulfillment-state").asString().equals("complete")
                        && listener.boots(volume.path("lab-uuid").asString("")))
                .orElse(false);
    }

    private static void ended(ObjectNode job, int status, int reason, String message) {
        job.put("status", "complete");
        job.put("job-status-code", status);
        job.put("job-reason-code", reason);
        if (message.isEmpty()) {
            job.putNull("job-results");
        } else {
            job.putObject("job-results").put("message", message);
        }
    }

    void status(ObjectNode partition, String status) {
        partition.put("status", status);
        save(Kind.PARTITION, partition);
    }

    /** Tells the listener of every partition that is up, after a restart. */
    void replay() {
        for (ObjectNode partition : all(Kind.PARTITION)) {
            if (partition.path("lab-up").asBoolean(false)) {
                tellStarted(partition);
            }
        }
    }

    private void tell(Runnable event) {
        try {
            context.timer().execute(event);
        } catch (RejectedExecutionException e) {
            // The lab is closing: its hosts go down with it, and replay() tells them again at the next start.
        }
    }

    /** Once the lab is closing nothing happens; settle() does at the next start what is due by then. */
    void at(Instant due, String job, Runnable task) {
        context.time().at(due, job, task);
    }

    /** Every now and then, by the wall clock whatever the lab's time. */
    void everyNow(Duration wait, Runnable task) {
        try {
            context.timer().schedule(task, Math.max(wait.toMillis(), 1), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // The lab is closing.
        }
    }

    // --- storage --------------------------------------------------------------------------------------------------

    /** Whether the lab is kinder than a console in this way. */
    boolean isKind(Kindness kindness) {
        return context.kindnesses().has(kindness);
    }

    void storageSide(StorageSide side) {
        this.storageSide = side;
        tellPorts();
    }

    /** On which of the two fabrics an adapter stands: as cards are cabled, by turns. */
    static String fabric(ObjectNode adapter) {
        return Integer.parseInt(adapter.path("adapter-id").asString(), 16) % 2 == 0 ? "A" : "B";
    }

    /** Tells the arrays which host ports are up: those that have a port of an adapter, unless it is dark. */
    void tellPorts() {
        List<StorageSide.HostPort> ports = new ArrayList<>();
        for (ObjectNode path : all(Kind.VIRTUAL_STORAGE_RESOURCE)) {
            String port = path.path("adapter-port-uri").asString("");
            Optional<ObjectNode> adapter = port.isEmpty()
                    ? Optional.empty()
                    : find(Kind.ADAPTER, port.substring(0, port.indexOf("/storage-ports/")));
            if (adapter.isPresent() && !path.path("lab-dark").asBoolean(false)) {
                ports.add(new StorageSide.HostPort(
                        path.path("world-wide-port-name-info")
                                .path("world-wide-port-name")
                                .asString(),
                        fabric(adapter.get())));
            }
        }
        storageSide.portsUp(List.copyOf(ports));
    }

    /** The firmware's choice of ports for paths that have none yet: the group's candidates in turn. */
    private void givePorts(ObjectNode group, List<ObjectNode> paths) {
        JsonNode ports = group.path("candidate-adapter-port-uris");
        int next = 0;
        for (ObjectNode path : paths) {
            if (!ports.isEmpty() && !path.hasNonNull("adapter-port-uri")) {
                path.put("adapter-port-uri", ports.get(next % ports.size()).asString());
                save(Kind.VIRTUAL_STORAGE_RESOURCE, path);
            }
            next++;
        }
    }

    /** One path of a group is dark from now on, and not the one that it boots over where there is another; or none is. */
    private void darken(ObjectNode group, boolean one) {
        List<ObjectNode> paths = all(Kind.VIRTUAL_STORAGE_RESOURCE, "parent", uri(group));
        List<String> addresses = all(Kind.STORAGE_VOLUME, "parent", uri(group)).stream()
                .map(volume -> volume.path("lab-address").asString(""))
                .toList();
        String dark = paths.stream()
                .filter(path -> addresses.stream()
                        .noneMatch(address ->
                                address.startsWith(path.path("adapter-port-uri").asString("none") + " ")))
                .findFirst()
                .or(() -> paths.stream().findFirst())
                .map(HmcState::uri)
                .orElse("");
        for (ObjectNode path : paths) {
            path.put("lab-dark", one && uri(path).equals(dark));
            save(Kind.VIRTUAL_STORAGE_RESOURCE, path);
        }
    }

    /** Looks at the arrays through every host WWPN of a group and settles the states of its volumes and itself. */
    void discover(ObjectNode group, boolean mismatch) {
        givePorts(group, all(Kind.VIRTUAL_STORAGE_RESOURCE, "parent", uri(group)));
        tellPorts();
        look(group, mismatch);
    }

    private void look(ObjectNode group, boolean mismatch) {
        String groupUri = uri(group);
        Map<String, Set<String>> pathsByLun = new LinkedHashMap<>();
        Map<String, SeenLun> luns = new LinkedHashMap<>();
        Map<String, String> uuidByAddress = new LinkedHashMap<>();
        List<ObjectNode> paths = all(Kind.VIRTUAL_STORAGE_RESOURCE, "parent", groupUri);
        for (ObjectNode path : paths) {
            ObjectNode port = (ObjectNode) path.path("world-wide-port-name-info");
            List<SeenLun> seen =
                    storageSide.lunsSeenBy(port.path("world-wide-port-name").asString());
            String adapterPort = path.path("adapter-port-uri").asString("");
            port.put("status", adapterPort.isEmpty() || seen.isEmpty() ? "not-validated" : "validated");
            save(Kind.VIRTUAL_STORAGE_RESOURCE, path);
            for (SeenLun lun : seen) {
                luns.putIfAbsent(lun.uuid(), lun);
                pathsByLun
                        .computeIfAbsent(lun.uuid(), uuid -> new LinkedHashSet<>())
                        .add(uri(path));
                uuidByAddress.put(adapterPort + " " + lun.targetWwpn() + "/" + lun.lun(), lun.uuid());
            }
        }
        Set<String> free = new LinkedHashSet<>(luns.keySet());
        List<ObjectNode> volumes = all(Kind.STORAGE_VOLUME, "parent", groupUri);
        boolean wrongAddress = false;
        for (ObjectNode volume : volumes) {
            String address = volume.path("lab-address").asString("");
            if (!address.isEmpty()) {
                String uuid = uuidByAddress.getOrDefault(address, "");
                volume.put("lab-uuid", uuid);
                wrongAddress |= uuid.isEmpty();
            }
            free.remove(volume.path("lab-uuid").asString(""));
        }
        // A boot volume told by hand has its LUN even where a data volume of the same size had taken it by guess.
        Set<String> told = new HashSet<>();
        for (ObjectNode volume : volumes) {
            if (!volume.path("lab-address").asString("").isEmpty()) {
                told.add(volume.path("lab-uuid").asString(""));
            }
        }
        for (ObjectNode volume : volumes) {
            if (volume.path("lab-address").asString("").isEmpty()
                    && told.contains(volume.path("lab-uuid").asString(""))) {
                volume.put("lab-uuid", "");
            }
        }
        for (ObjectNode volume : volumes) {
            // Boot volumes are told by hand: two LUNs of one size cannot be told apart, and one of them boots.
            if (volume.path("lab-uuid").asString("").isEmpty()
                    && volume.path("usage").asString().equals("data")) {
                for (String uuid : free) {
                    if (Math.abs(luns.get(uuid).sizeGib() - volume.path("size").asDouble()) < 0.01) {
                        volume.put("lab-uuid", uuid);
                        free.remove(uuid);
                        break;
                    }
                }
            }
        }
        int complete = 0;
        int partly = 0;
        Set<Double> open = new HashSet<>();
        for (ObjectNode volume : volumes) {
            int seenBy = pathsByLun
                    .getOrDefault(volume.path("lab-uuid").asString(""), Set.of())
                    .size();
            String state = seenBy == 0 ? "pending" : seenBy < paths.size() ? "incomplete" : "complete";
            volume.put("fulfillment-state", state);
            save(Kind.STORAGE_VOLUME, volume);
            if (seenBy == 0) {
                open.add(volume.path("size").asDouble());
            } else if (seenBy < paths.size()) {
                partly++;
            } else {
                complete++;
            }
        }
        boolean strange = free.stream()
                .anyMatch(uuid ->
                        open.stream().noneMatch(size -> Math.abs(luns.get(uuid).sizeGib() - size) < 0.01));
        String state;
        if (mismatch || (strange && !open.isEmpty())) {
            state = "pending-with-mismatches";
        } else if (wrongAddress) {
            state = "configuration-error";
        } else if (strange) {
            state = "overprovisioned";
        } else if (complete == volumes.size() && complete > 0) {
            state = "complete";
        } else if (partly > 0 && open.isEmpty()) {
            state = "incomplete";
        } else {
            state = "pending";
        }
        group.put("fulfillment-state", state);
        save(Kind.STORAGE_GROUP, group);
    }

    void discoverAll() {
        List<ObjectNode> attached = all(Kind.STORAGE_GROUP).stream()
                .filter(group -> !all(Kind.VIRTUAL_STORAGE_RESOURCE, "parent", uri(group))
                        .isEmpty())
                .toList();
        attached.forEach(group -> givePorts(group, all(Kind.VIRTUAL_STORAGE_RESOURCE, "parent", uri(group))));
        tellPorts();
        attached.forEach(group -> look(group, group.path("lab-mismatch").asBoolean(false)));
    }

    /** A WWPN that no other host port of this lab has. */
    String freshWwpn() {
        long number = context.documents()
                        .find(system, "counter", "WWPN")
                        .map(JsonNode::asLong)
                        .orElse(0L)
                + 1;
        context.documents().put(system, "counter", "WWPN", JsonNodeFactory.instance.numberNode(number));
        // c05076 is IBM's prefix for virtual ports; the system's hash keeps two HMCs of one lab apart.
        return String.format("c05076%04x%06x", system.hashCode() & 0xffff, number);
    }

    // --- ledger ---------------------------------------------------------------------------------------------------

    /** Writes what a call did into the lab's ledger. */
    void record(HmcCall call, Effect effect, ObjectNode object, Map<String, ?> details) {
        Map<String, Object> all = new LinkedHashMap<>(details);
        all.put("uri", uri(object));
        all.put("description", object.path("description").asString(""));
        context.ledger()
                .record(
                        system,
                        call.request().operation(),
                        object.path("name").asString(uri(object)),
                        call.user(),
                        effect,
                        all);
    }

    /** The URIs of objects, for a property of their parent. */
    static List<String> uris(List<ObjectNode> objects) {
        List<String> uris = new ArrayList<>();
        objects.forEach(object -> uris.add(uri(object)));
        return uris;
    }
}
