package io.gulliver.lab.hmc;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabDialect;
import io.gulliver.lab.LabHandler;
import io.gulliver.lab.LabHttp;
import io.gulliver.lab.LabRefusal;
import io.gulliver.lab.LabRequest;
import io.gulliver.lab.LabResponse;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A believable HMC with DPM machines: the Web Services API over HTTPS, with sessions, jobs, the vendor's error bodies and
 * machines that really fill up.
 *
 * <p>State is kept over a restart of the lab, sessions are not. Every mutating call is in the ledger, and every operation
 * has the same name there, in {@code Faults} and in the table of {@code docs/devices/dpm-partition.md}. State faults
 * played here: {@link FaultKind#JOB_FAILS}, {@link FaultKind#SLOW_TO_SETTLE}, {@link FaultKind#NEVER_SETTLES},
 * {@link FaultKind#NEVER_ENDS} and {@link FaultKind#CAPACITY_EXHAUSTED} on {@code start-partition}; JOB_FAILS (it ends in
 * {@code terminated}) and NEVER_ENDS on {@code stop-partition}; {@link FaultKind#MISMATCH} and
 * {@link FaultKind#PORT_OFFLINE} (one path is dark until the next discovery) on {@code start-storage-discovery}.
 */
public final class LabHmc implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LabHmc.class);
    private static final Duration DISCOVERY_PERIOD = Duration.ofMinutes(10);

    private final LabContext context;
    private final String system;
    private final HmcSessions sessions;
    private final HmcState state;
    private final FiconRoutes ficon;
    private final LabHttp http;
    private volatile boolean closed;

    private LabHmc(LabContext context, String system, LabHmcSetup setup, PartitionListener listener) {
        this.context = context;
        this.system = system;
        this.sessions = new HmcSessions(setup, context.realClock());
        this.state = new HmcState(context, system, setup, listener);
        this.ficon = new FiconRoutes(this, state);
        this.http = LabHttp.https(context, system, new HmcDialect(sessions));
    }

    /** Starts the simulator; what an earlier run left is there again. */
    public static LabHmc start(LabContext context, String system, LabHmcSetup setup, PartitionListener listener) {
        LabHmc hmc = new LabHmc(context, system, setup, listener);
        new SessionRoutes(hmc.sessions).add(hmc.http);
        new CpcRoutes(hmc, hmc.state).add(hmc.http);
        new PartitionRoutes(hmc, hmc.state, context.faults(), system).add(hmc.http);
        new StorageRoutes(hmc, hmc.state, context.faults(), system).add(hmc.http);
        hmc.ficon.add(hmc.http);
        new JobRoutes(hmc, hmc.state).add(hmc.http);
        synchronized (hmc.state) {
            hmc.state.settle();
            hmc.state.replay();
        }
        hmc.http.start();
        hmc.wake();
        hmc.discoverPeriodically();
        return hmc;
    }

    /** Where clients reach it; verify with the lab's CA file. */
    public URI uri() {
        return http.uri();
    }

    /** Lets the firmware see LUNs; without it storage groups stay pending. */
    public void storageSide(StorageSide side) {
        synchronized (state) {
            state.storageSide(side);
        }
    }

    /** Whether the storage administrator alone may say which ECKD volumes those of a group are. */
    public void administratorsFulfil(boolean only) {
        ficon.administratorsOnly(only);
    }

    /**
     * What the storage administrator does on the console.
     *
     * @param address control unit and unit address, four small hex digits
     */
    public void fulfil(String groupName, String deviceNumber, String address) {
        synchronized (state) {
            ficon.fulfil(groupName, deviceNumber, address);
        }
    }

    /** URI of the storage site of a machine. */
    public String siteOf(String machine) {
        synchronized (state) {
            String cpc =
                    HmcState.uri(state.all(HmcState.Kind.CPC, "name", machine).get(0));
            return state.all(HmcState.Kind.STORAGE_SITE).stream()
                    .filter(site -> PartitionRoutes.contains(site, "cpc-uris", cpc))
                    .map(HmcState::uri)
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** ECKD devices that a partition sees: address (control unit and unit address, four hex digits) by device number. */
    public Map<String, String> eckdDevices(String partitionName) {
        synchronized (state) {
            return state.all(HmcState.Kind.PARTITION, "name", partitionName).stream()
                    .findFirst()
                    .map(partition -> FiconRoutes.devices(state, partition))
                    .orElse(Map.of());
        }
    }

    /** Host WWPNs of a partition; empty for one without storage. */
    public List<String> hostWwpns(String partitionName) {
        synchronized (state) {
            return state.all(HmcState.Kind.PARTITION, "name", partitionName).stream()
                    .flatMap(
                            partition -> state
                                    .all(
                                            HmcState.Kind.VIRTUAL_STORAGE_RESOURCE,
                                            "partition-uri",
                                            HmcState.uri(partition))
                                    .stream())
                    .map(path -> path.path("world-wide-port-name-info")
                            .path("world-wide-port-name")
                            .asString())
                    .toList();
        }
    }

    /** Lets the firmware's ports log in anew, after a change at the switches. */
    public void fabricChanged() {
        synchronized (state) {
            state.tellPorts();
        }
    }

    /**
     * One port of an FCP adapter, as whoever laid the cables knows it.
     *
     * @param machine name of the CPC
     * @param adapter name of the adapter
     * @param port its number on the adapter
     * @param fabric on which it stands
     */
    public record FcpPort(String machine, String adapter, int port, String fabric) {}

    /** All ports of FCP adapters. */
    public List<FcpPort> fcpPorts() {
        synchronized (state) {
            List<FcpPort> ports = new ArrayList<>();
            for (ObjectNode adapter : state.all(HmcState.Kind.ADAPTER, "type", "fcp")) {
                String machine = state.find(
                                HmcState.Kind.CPC, adapter.path("parent").asString())
                        .map(cpc -> cpc.path("name").asString())
                        .orElse("");
                for (int i = 0; i < adapter.path("storage-port-uris").size(); i++) {
                    ports.add(new FcpPort(machine, adapter.path("name").asString(), i, HmcState.fabric(adapter)));
                }
            }
            return List.copyOf(ports);
        }
    }

    /** Has the operating system of a running partition print lines to its console; nothing for one that is not there. */
    public void print(String partitionName, List<String> lines) {
        synchronized (state) {
            state.all(HmcState.Kind.PARTITION, "name", partitionName)
                    .forEach(partition -> state.console.print(partition, lines));
        }
    }

    /** Whether somebody has read the last message of a partition's console. */
    public boolean consoleRead(String partitionName) {
        synchronized (state) {
            return state.all(HmcState.Kind.PARTITION, "name", partitionName).stream()
                    .anyMatch(partition -> state.console.isRead(HmcState.uri(partition)));
        }
    }

    /** Lets the system of a running partition stop it, as Linux does when it powers off; nothing for one that does not run. */
    public void powerOff(String partitionName) {
        synchronized (state) {
            state.all(HmcState.Kind.PARTITION, "name", partitionName).stream()
                    .filter(partition -> partition.path("lab-up").asBoolean(false))
                    .forEach(state::haltedItself);
        }
    }

    /** Device numbers of the network cards of a partition. */
    public List<String> cards(String partitionName) {
        synchronized (state) {
            return state.all(HmcState.Kind.PARTITION, "name", partitionName).stream()
                    .flatMap(partition -> state.all(HmcState.Kind.NIC, "parent", HmcState.uri(partition)).stream())
                    .map(card -> card.path("device-number").asString())
                    .toList();
        }
    }

    /** By which the array knows the volume that a partition loads from; empty for one that loads from none. */
    public Optional<String> bootVolume(String partitionName) {
        synchronized (state) {
            return state.all(HmcState.Kind.PARTITION, "name", partitionName).stream()
                    .flatMap(
                            partition -> state
                                    .find(
                                            HmcState.Kind.STORAGE_VOLUME,
                                            partition
                                                    .path("boot-storage-volume")
                                                    .asString(""))
                                    .stream())
                    .map(volume -> volume.path("lab-uuid").asString(""))
                    .filter(uuid -> !uuid.isEmpty())
                    .findFirst();
        }
    }

    /** How many sessions are open now, for tests of clients that should log off. */
    public int openSessions() {
        return sessions.count();
    }

    /** Wraps an operation: valid session, one call at a time, due work done before and announced after. */
    LabHandler within(Function<HmcCall, LabResponse> operation) {
        return request -> {
            String user = sessions.use(request).orElseThrow(() -> noSession(request));
            synchronized (state) {
                state.settle();
                LabResponse response = operation.apply(new HmcCall(request, user));
                wake();
                return response;
            }
        };
    }

    private static LabRefusal noSession(LabRequest request) {
        return request.header(HmcSessions.HEADER).isEmpty()
                ? HmcProblems.refusal(request, "", 403, 4, "The request has no " + HmcSessions.HEADER + " header")
                : HmcProblems.refusal(request, "", 403, 5, "The session is not valid or has expired");
    }

    /** Has due work done also when nobody asks. */
    private void wake() {
        synchronized (state) {
            state.due().forEach((job, due) -> state.at(due, system + job, this::settle));
        }
    }

    private void settle() {
        if (closed) {
            return;
        }
        try {
            synchronized (state) {
                state.settle();
            }
            wake();
        } catch (RuntimeException e) {
            LOG.error("lab system={} bug while settling jobs", system, e);
        }
    }

    private void discoverPeriodically() {
        Duration period = context.pace().duration(DISCOVERY_PERIOD);
        // Never busier than once a second, at any speed.
        state.everyNow(period.toSeconds() < 1 ? Duration.ofSeconds(1) : period, () -> {
            if (closed) {
                return;
            }
            try {
                synchronized (state) {
                    state.discoverAll();
                }
            } catch (RuntimeException e) {
                LOG.error("lab system={} bug while discovering storage", system, e);
            }
            discoverPeriodically();
        });
    }

    @Override
    public void close() {
        closed = true;
        http.close();
        // Whoever is inside finishes before the context is closed under it.
        synchronized (state) {
            LOG.debug("lab system={} closed", system);
        }
    }

    private static final class HmcDialect implements LabDialect {

        private final HmcSessions sessions;

        HmcDialect(HmcSessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public String caller(LabRequest request) {
            return sessions.user(request).orElse("anonymous");
        }

        @Override
        public LabResponse fault(LabRequest request, FaultKind kind) {
            String user = sessions.user(request).orElse("");
            return switch (kind) {
                case SESSION_EXPIRED -> {
                    sessions.end(request);
                    yield HmcProblems.problem(request, "", 403, 5, "The session is not valid or has expired");
                }
                case STATUS_409 ->
                    HmcProblems.problem(request, user, 409, 2, "The object is busy with another operation");
                case STATUS_429, STATUS_503 ->
                    HmcProblems.problem(request, user, 503, 1, "The support element is not communicating");
                case HTML_BODY ->
                    LabResponse.text(
                            500, "text/html", "<html><body><h1>Web Services are not enabled</h1></body></html>");
                default -> HmcProblems.problem(request, user, 500, 0, "An internal error occurred");
            };
        }

        @Override
        public LabResponse problem(LabRequest request, int status, String message) {
            int reason = status == 404 ? 1 : 0;
            return HmcProblems.problem(request, sessions.user(request).orElse(""), status, reason, message);
        }
    }
}
