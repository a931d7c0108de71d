package io.gulliver.adapter.hmc;

import io.gulliver.adapter.hmc.JobObservation.State;
import io.gulliver.adapter.hmc.model.Adapter;
import io.gulliver.adapter.hmc.model.AdapterPorts;
import io.gulliver.adapter.hmc.model.ConsoleVersion;
import io.gulliver.adapter.hmc.model.ControlUnit;
import io.gulliver.adapter.hmc.model.Cpc;
import io.gulliver.adapter.hmc.model.CpcResources;
import io.gulliver.adapter.hmc.model.CreatedStorageGroup;
import io.gulliver.adapter.hmc.model.Nic;
import io.gulliver.adapter.hmc.model.NicSpec;
import io.gulliver.adapter.hmc.model.OsMessage;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.adapter.hmc.model.PartitionEntry;
import io.gulliver.adapter.hmc.model.PartitionSpec;
import io.gulliver.adapter.hmc.model.PartitionStatus;
import io.gulliver.adapter.hmc.model.StorageGroup;
import io.gulliver.adapter.hmc.model.StorageGroupEntry;
import io.gulliver.adapter.hmc.model.StorageGroupSpec;
import io.gulliver.adapter.hmc.model.StorageVolume;
import io.gulliver.adapter.hmc.model.VirtualStorageResource;
import io.gulliver.adapter.hmc.model.VirtualSwitch;
import io.gulliver.adapter.http.CallLog;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** {@link HmcClient} over the HMC Web Services API; source of all paths: HMC Web Services API, DPM mode. */
public final class HttpHmcClient implements HmcClient {

    // A CPC read in full asks the support element for minutes; these are what we use.
    private static final String CPC_PROPERTIES = "name,status,dpm-enabled,processor-count-ifl,processor-count-spare,"
            + "processor-count-defective,storage-customer,storage-customer-available";
    // Of API 2.24 (z15) and later; zhmcclient, _cpc.py.
    private static final String LATER_CPC_PROPERTIES = CPC_PROPERTIES + ",maximum-partitions";

    private final HmcSession session;
    private final String system;

    /**
     * A client that logs on at its first call.
     *
     * @param password reads the secret where it lies, at each logon; never kept
     * @param log hears of every call
     */
    public HttpHmcClient(HmcProperties properties, Supplier<String> password, CallLog log) {
        this.system = properties.system();
        this.session = new HmcSession(properties, password, log);
    }

    @Override
    public String system() {
        return system;
    }

    @Override
    public ConsoleVersion version() {
        JsonNode answer = session.send("query-api-version", "GET", "/api/version", null, null);
        return read("query-api-version", false, answer, ConsoleVersion.class);
    }

    @Override
    public List<Cpc> cpcs() {
        return list("list-cpcs", "/api/cpcs", "cpcs", Cpc.class);
    }

    @Override
    public Optional<Cpc> findCpc(String name) {
        return list("list-cpcs", "/api/cpcs?name=" + exactly(name), "cpcs", Cpc.class).stream()
                .filter(cpc -> name.equals(cpc.name()))
                .findFirst();
    }

    @Override
    public Capacity capacity(String cpcUri) {
        CpcResources cpc = resources(cpcUri);
        List<PartitionEntry> entries = partitions(cpcUri);
        int dedicated = 0;
        long memory = 0;
        List<Partition> partitions = entries.stream()
                .flatMap(entry -> present(() -> fetchPartition(entry.objectUri())).stream())
                .toList();
        for (Partition partition : partitions) {
            PartitionStatus status = partition.state();
            boolean holds = partition.reserveResources() || !status.isDown();
            if (holds) {
                memory += partition.initialMemory();
                Integer ifls = partition.iflProcessors();
                if ("dedicated".equals(partition.processorMode()) && ifls != null) {
                    dedicated += ifls;
                }
            }
        }
        long left = cpc.storageCustomer() - memory;
        Long told = cpc.storageCustomerAvailable();
        return new Capacity(
                cpc.processorCountIfl(),
                Math.max(0, cpc.processorCountIfl() - dedicated),
                cpc.storageCustomer(),
                Math.max(0, told == null ? left : Math.min(told, left)),
                cpc.maximumPartitions(),
                partitions.size());
    }

    /**
     * The properties that we use, as far as this HMC says so few: a level that does not know the query answers 400.1, and a machine
     * that lacks one of them 400.14 (zhmcclient, {@code _resource.py}).
     */
    private CpcResources resources(String cpcUri) {
        for (String properties : List.of(LATER_CPC_PROPERTIES, CPC_PROPERTIES)) {
            try {
                return fetch("get-cpc", cpcUri + "?properties=" + properties, CpcResources.class);
            } catch (HmcException e) {
                if (!e.is(400, 1) && !e.is(400, 14)) {
                    throw e;
                }
            }
        }
        return fetch("get-cpc", cpcUri, CpcResources.class);
    }

    @Override
    public List<PartitionEntry> partitions(String cpcUri) {
        return list("list-partitions", cpcUri + "/partitions", "partitions", PartitionEntry.class);
    }

    @Override
    public Optional<Partition> findPartition(String cpcUri, String name) {
        return list("list-partitions", cpcUri + "/partitions?name=" + exactly(name), "partitions", PartitionEntry.class)
                .stream()
                .filter(entry -> name.equals(entry.name()))
                .findFirst()
                .flatMap(entry -> present(() -> fetchPartition(entry.objectUri())));
    }

    @Override
    public Partition fetchPartition(String partitionUri) {
        return fetch("get-partition", partitionUri, Partition.class);
    }

    @Override
    public String createPartition(String cpcUri, PartitionSpec spec) {
        return made("create-partition", cpcUri + "/partitions", spec, "object-uri");
    }

    @Override
    public void updatePartition(String partitionUri, Map<String, ?> changes) {
        call("update-partition", "POST", partitionUri, changes);
    }

    @Override
    public void deletePartition(String partitionUri) {
        call("delete-partition", "DELETE", partitionUri, null);
    }

    @Override
    public HmcJob startPartition(String partitionUri) {
        return job("start-partition", partitionUri + "/operations/start", null);
    }

    @Override
    public HmcJob stopPartition(String partitionUri) {
        return job("stop-partition", partitionUri + "/operations/stop", null);
    }

    @Override
    public JobObservation observe(HmcJob job) {
        JsonNode answer;
        try {
            answer = call("query-job", "GET", job.uri(), null);
        } catch (HmcException e) {
            if (e.is(404, 1)) {
                return new JobObservation(State.GONE, 0, 0, "the HMC does not know the job any more");
            }
            throw e;
        }
        String status = answer.path("status").asString("");
        int code = answer.path("job-status-code").asInt(0);
        int reason = answer.path("job-reason-code").asInt(0);
        String message = said(answer.path("job-results"));
        return switch (status) {
            case "complete" ->
                new JobObservation(
                        code == 200 || code == 201 || code == 204 ? State.SUCCEEDED : State.FAILED,
                        code,
                        reason,
                        message);
            case "canceled" -> new JobObservation(State.CANCELED, code, reason, message);
            default -> new JobObservation(State.RUNNING, 0, 0, "");
        };
    }

    /** A failed job's own words: as in an error body, or in {@code error} as some operations have it (zhmcclient, {@code _session.py}). */
    private static String said(JsonNode results) {
        String message = results.path("message").asString("");
        return message.isEmpty() ? results.path("error").asString("") : message;
    }

    @Override
    public void forget(HmcJob job) {
        try {
            call("delete-job", "DELETE", job.uri(), null);
        } catch (HmcException e) {
            if (!e.is(404, 1)) {
                throw e;
            }
        }
    }

    @Override
    public List<Adapter> adapters(String cpcUri, String type) {
        return list(
                "list-adapters",
                cpcUri + "/adapters" + (type.isEmpty() ? "" : "?type=" + encoded(type)),
                "adapters",
                Adapter.class);
    }

    @Override
    public AdapterPorts adapterPorts(String adapterUri) {
        return fetch("get-adapter", adapterUri, AdapterPorts.class);
    }

    @Override
    public int portIndex(String portUri) {
        JsonNode index = call("get-adapter-port", "GET", portUri, null).path("index");
        if (!index.isIntegralNumber()) {
            throw session.unreadable("get-adapter-port", false, "wanted an index");
        }
        return index.asInt();
    }

    @Override
    public List<VirtualSwitch> virtualSwitches(String cpcUri) {
        try {
            return list("list-virtual-switches", cpcUri + "/virtual-switches", "virtual-switches", VirtualSwitch.class);
        } catch (HmcException e) {
            if (e.is(404, 4)) {
                return List.of();
            }
            throw e;
        }
    }

    @Override
    public List<Nic> nics(String partitionUri) {
        return fetchPartition(partitionUri).nicUris().stream()
                .flatMap(uri -> present(() -> fetch("get-nic", uri, Nic.class)).stream())
                .toList();
    }

    @Override
    public String createNic(String partitionUri, NicSpec spec) {
        return made("create-nic", partitionUri + "/nics", spec, "element-uri");
    }

    @Override
    public void deleteNic(String nicUri) {
        call("delete-nic", "DELETE", nicUri, null);
    }

    @Override
    public List<StorageGroup> storageGroups(String cpcUri) {
        return list(
                        "list-storage-groups",
                        "/api/storage-groups?cpc-uri=" + encoded(cpcUri) + "&type=fcp",
                        "storage-groups",
                        StorageGroupEntry.class)
                .stream()
                .flatMap(entry -> present(() -> fetchStorageGroup(entry.objectUri())).stream())
                .toList();
    }

    /** What went away since it was listed is none. */
    private static <T> Optional<T> present(Supplier<T> read) {
        try {
            return Optional.of(read.get());
        } catch (HmcException e) {
            if (e.is(404, 1)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public Optional<StorageGroup> findStorageGroup(String cpcUri, String name) {
        return list(
                        "list-storage-groups",
                        "/api/storage-groups?cpc-uri=" + encoded(cpcUri) + "&name=" + exactly(name),
                        "storage-groups",
                        StorageGroupEntry.class)
                .stream()
                .filter(entry -> name.equals(entry.name()))
                .findFirst()
                .flatMap(entry -> present(() -> fetchStorageGroup(entry.objectUri())));
    }

    @Override
    public StorageGroup fetchStorageGroup(String storageGroupUri) {
        return fetch("get-storage-group", storageGroupUri, StorageGroup.class);
    }

    @Override
    public CreatedStorageGroup createStorageGroup(StorageGroupSpec spec) {
        JsonNode answer = call("create-storage-group", "POST", "/api/storage-groups", spec);
        return read("create-storage-group", true, answer, CreatedStorageGroup.class);
    }

    @Override
    public void addCandidatePorts(String storageGroupUri, List<String> adapterPortUris) {
        call(
                "add-candidate-ports",
                "POST",
                storageGroupUri + "/operations/add-candidate-adapter-ports",
                Map.of("adapter-port-uris", adapterPortUris));
    }

    @Override
    public void attachStorageGroup(String partitionUri, String storageGroupUri) {
        call(
                "attach-storage-group",
                "POST",
                partitionUri + "/operations/attach-storage-group",
                Map.of("storage-group-uri", storageGroupUri));
    }

    @Override
    public void detachStorageGroup(String partitionUri, String storageGroupUri) {
        call(
                "detach-storage-group",
                "POST",
                partitionUri + "/operations/detach-storage-group",
                Map.of("storage-group-uri", storageGroupUri));
    }

    @Override
    public void deleteStorageGroup(String storageGroupUri) {
        // Its body may name whom to send mail to; zhmcclient sends an empty one where nobody is told, and so do we.
        call("delete-storage-group", "POST", storageGroupUri + "/operations/delete", Map.of());
    }

    @Override
    public List<VirtualStorageResource> virtualStorageResources(String storageGroupUri) {
        return details(
                "virtual-storage-resource",
                storageGroupUri + "/virtual-storage-resources",
                "virtual-storage-resources",
                VirtualStorageResource.class);
    }

    @Override
    public void assignPort(String virtualStorageResourceUri, String adapterPortUri) {
        call(
                "update-virtual-storage-resource",
                "POST",
                virtualStorageResourceUri,
                Map.of("adapter-port-uri", adapterPortUri));
    }

    @Override
    public List<StorageVolume> storageVolumes(String storageGroupUri) {
        return details("storage-volume", storageGroupUri + "/storage-volumes", "storage-volumes", StorageVolume.class);
    }

    @Override
    public void fulfillFcpVolume(String volumeUri, String targetWwpn, String lun, String adapterPortUri) {
        call(
                "fulfill-fcp-volume",
                "POST",
                volumeUri + "/operations/fulfill-fcp-storage-volume",
                Map.of(
                        "world-wide-port-name",
                        targetWwpn,
                        "logical-unit-number",
                        lun,
                        "adapter-port-uri",
                        adapterPortUri));
    }

    @Override
    public List<ControlUnit> controlUnits(String cpcUri, String logicalAddress) {
        return list(
                        "list-storage-control-units",
                        "/api/storage-control-units?logical-address="
                                + encoded(logicalAddress.toLowerCase(Locale.ROOT)),
                        "storage-control-units",
                        ControlUnit.class)
                .stream()
                .map(entry -> fetch("get-storage-control-unit", entry.objectUri(), ControlUnit.class))
                .filter(unit -> isOfMachine(unit, cpcUri))
                .toList();
    }

    /** Each machine has a FICON configuration of its own: its sites name it, and subsystems stand on sites. */
    private boolean isOfMachine(ControlUnit unit, String cpcUri) {
        String site = call("get-storage-subsystem", "GET", unit.parent(), null)
                .path("storage-site-uri")
                .asString();
        for (JsonNode machine : call("get-storage-site", "GET", site, null).path("cpc-uris")) {
            if (machine.asString().equals(cpcUri)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void fulfillFiconVolume(String volumeUri, String controlUnitUri, String unitAddress) {
        call(
                "fulfill-ficon-volume",
                "POST",
                volumeUri + "/operations/fulfill-ficon-storage-volume",
                Map.of("control-unit-uri", controlUnitUri, "unit-address", unitAddress.toLowerCase(Locale.ROOT)));
    }

    @Override
    public HmcJob startStorageDiscovery(String storageGroupUri) {
        return job(
                "start-storage-discovery",
                storageGroupUri + "/operations/start-fcp-storage-discovery",
                Map.of("force-restart", false));
    }

    @Override
    public List<OsMessage> osMessages(String partitionUri, long from) {
        String query = from > 0 ? "?begin-sequence-number=" + from : "";
        return list(
                "list-os-messages",
                partitionUri + "/operations/list-os-messages" + query,
                "os-messages",
                OsMessage.class);
    }

    @Override
    public String connectionReport(String storageGroupUri) {
        return call("get-connection-report", "GET", storageGroupUri + "/operations/get-connection-report", null)
                .toString();
    }

    @Override
    public void close() {
        session.close();
    }

    private JsonNode call(String operation, String method, String path, @Nullable Object body) {
        return session.call(operation, method, path, body);
    }

    private HmcJob job(String operation, String path, @Nullable Object body) {
        return new HmcJob(made(operation, path, body, "job-uri"), operation);
    }

    /** Sends a POST and answers the URI of what it has made. */
    private String made(String operation, String path, @Nullable Object body, String property) {
        String uri = call(operation, "POST", path, body).path(property).asString("");
        if (uri.isEmpty()) {
            throw session.unreadable(operation, true, "wanted " + property);
        }
        return uri;
    }

    private <T> T fetch(String operation, String uri, Class<T> type) {
        return read(operation, false, call(operation, "GET", uri, null), type);
    }

    private <T> List<T> list(String operation, String path, String property, Class<T> type) {
        List<T> result = new ArrayList<>();
        for (JsonNode node : rows(operation, path, property)) {
            result.add(read(operation, false, node, type));
        }
        return List.copyOf(result);
    }

    /** What is no list is never taken for an empty one. */
    private JsonNode rows(String operation, String path, String property) {
        JsonNode rows = call(operation, "GET", path, null).path(property);
        if (!rows.isArray()) {
            throw session.unreadable(operation, false, "wanted a list of " + property);
        }
        return rows;
    }

    /** A list whose lines carry the URI only in part of the HMC levels: each element is read in full, and what has gone left out. */
    private <T> List<T> details(String what, String path, String property, Class<T> type) {
        List<T> result = new ArrayList<>();
        for (JsonNode node : rows("list-" + what + "s", path, property)) {
            String uri = node.path("element-uri").asString("");
            present(() -> fetch("get-" + what, uri, type)).ifPresent(result::add);
        }
        return List.copyOf(result);
    }

    private <T> T read(String operation, boolean changing, JsonNode node, Class<T> type) {
        if (!node.isObject()) {
            throw session.unreadable(operation, changing, "wanted an object, got " + node.getNodeType());
        }
        try {
            return HmcSession.JSON.treeToValue(node, type);
        } catch (JacksonException e) {
            throw session.unreadable(operation, changing, String.valueOf(e.getOriginalMessage()));
        }
    }

    /** The HMC takes a name filter as a regular expression: every sign of the name is quoted, and both ends are tied. */
    private static String exactly(String name) {
        return encoded("^" + name.replaceAll("[^A-Za-z0-9_ -]", "\\\\$0") + "$");
    }

    private static String encoded(String text) {
        // URLEncoder writes forms, where a space is "+"; in a query of a URI it is %20.
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
