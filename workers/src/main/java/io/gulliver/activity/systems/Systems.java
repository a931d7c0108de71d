package io.gulliver.activity.systems;

import io.gulliver.activity.FailureTranslation;
import io.gulliver.activity.JobOutput;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.storage.Ds8000Storage;
import io.gulliver.activity.storage.SpectrumVirtualizeStorage;
import io.gulliver.adapter.ds8000.Ds8000Client;
import io.gulliver.adapter.ds8000.Ds8000Properties;
import io.gulliver.adapter.ds8000.HttpDs8000Client;
import io.gulliver.adapter.ds8000.model.StorageUnit;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.adapter.feilong.FeilongException;
import io.gulliver.adapter.feilong.FeilongProperties;
import io.gulliver.adapter.feilong.HttpFeilongClient;
import io.gulliver.adapter.feilong.model.ZvmHost;
import io.gulliver.adapter.hmc.Capacity;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.HmcException;
import io.gulliver.adapter.hmc.HmcProperties;
import io.gulliver.adapter.hmc.HttpHmcClient;
import io.gulliver.adapter.hmc.model.Cpc;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.spectrumvirtualize.HttpSpectrumVirtualizeClient;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeClient;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeProperties;
import io.gulliver.adapter.spectrumvirtualize.model.ArraySystem;
import io.gulliver.adapter.ssh.DetachedJobs;
import io.gulliver.adapter.ssh.HostConnections;
import io.gulliver.adapter.ssh.HostDialogue;
import io.gulliver.adapter.ssh.HostKeyPin;
import io.gulliver.adapter.ssh.SshCredential;
import io.gulliver.adapter.ssh.SshDetachedJobs;
import io.gulliver.adapter.ssh.SshException;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.adapter.ssh.SshLimits;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.LearntHostKeys;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.activity.SystemRoom;
import io.gulliver.contract.storage.StorageArray;
import io.gulliver.domain.landscape.AdapterPort;
import io.gulliver.domain.landscape.ArrayPort;
import io.gulliver.domain.landscape.ArrayRules;
import io.gulliver.domain.landscape.FcpChannel;
import io.gulliver.domain.landscape.HostAccess;
import io.gulliver.domain.landscape.InstallationServer;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.landscape.OuterSystem;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretSource;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The outside systems of the landscape by name: one client each, made at first use and shared by all steps.
 *
 * <p>Secrets are resolved at each logon, never before and never kept. Inside {@link #during} every call on the wire is
 * written to the run's call log, and what an adapter throws becomes a {@link StepFailedException}; {@link #guarded} puts
 * a whole action inside. Safe for many threads.
 */
public final class Systems implements AutoCloseable {
    private static final String SSH = "ssh";
    private static final String FEILONG = "feilong";
    private static final String INSTALLATION = "installation-server";
    private static final double MIB_PER_GIB = 1024;
    private static final double BYTES_PER_GIB = 1L << 30;
    private static final String SPECTRUM_VIRTUALIZE = "spectrum-virtualize";
    private static final String DS8000 = "ds8000";
    /** Families of arrays that steps can work with. */
    private static final List<String> ARRAYS = List.of(DS8000, SPECTRUM_VIRTUALIZE);
    /** Below the time limit of a step's call, as {@code zvm-server} sets it. */
    private static final int CHANGE_STEPS = 4;

    private final Landscape landscape;
    private final SecretSource secrets;
    private final SystemLimits limits;
    private final LearntHostKeys learnt;
    private final HostConnections connections;
    private final DetachedJobs jobs;
    private final Map<String, HmcClient> consoles = new ConcurrentHashMap<>();
    private final Map<String, SpectrumVirtualizeClient> arrays = new ConcurrentHashMap<>();
    private final Map<String, Ds8000Client> storageUnits = new ConcurrentHashMap<>();
    private final Map<String, FeilongClient> hypervisors = new ConcurrentHashMap<>();
    // Clients are shared and log on the caller's thread: this says for which step the thread works.
    private final ThreadLocal<@Nullable StepContext> working = new ThreadLocal<>();

    /** Where no run builds servers. */
    public Systems(Landscape landscape, SecretSource secrets, SystemLimits limits) {
        this(landscape, secrets, limits, LearntHostKeys.none());
    }

    /** Nothing is connected before the first use. */
    public Systems(Landscape landscape, SecretSource secrets, SystemLimits limits, LearntHostKeys learnt) {
        this.learnt = learnt;
        this.landscape = landscape;
        this.secrets = secrets;
        this.limits = limits;
        this.connections = new HostConnections(SshLimits.defaults());
        this.jobs = new RecordedJobs(new SshDetachedJobs(connections), this);
    }

    /** The HMC of this name. */
    public HmcClient hmc(String name) {
        OuterSystem system = require(name, "hmc");
        return consoles.computeIfAbsent(name, n -> console(system, limits));
    }

    private HmcClient console(OuterSystem system, SystemLimits within) {
        return new HttpHmcClient(
                new HmcProperties(
                        system.name(), system.url(), user(system), ca(system), within.connect(), within.change()),
                () -> password(system),
                this::called);
    }

    /** The array of this name. */
    public SpectrumVirtualizeClient array(String name) {
        OuterSystem system = require(name, SPECTRUM_VIRTUALIZE);
        return arrays.computeIfAbsent(name, n -> array(system, limits));
    }

    private SpectrumVirtualizeClient array(OuterSystem system, SystemLimits within) {
        return new HttpSpectrumVirtualizeClient(
                new SpectrumVirtualizeProperties(
                        system.name(),
                        system.url(),
                        user(system),
                        String.valueOf(system.secret()),
                        ca(system),
                        within.connect(),
                        within.read(),
                        within.change()),
                () -> password(system),
                this::called);
    }

    /** The DS8000 of this name. */
    public Ds8000Client ds8000(String name) {
        OuterSystem system = require(name, DS8000);
        return storageUnits.computeIfAbsent(name, n -> ds8000(system, limits));
    }

    private Ds8000Client ds8000(OuterSystem system, SystemLimits within) {
        URI second = system.arrayRules().secondUrl();
        return new HttpDs8000Client(
                new Ds8000Properties(
                        system.name(),
                        second == null ? List.of(system.url()) : List.of(system.url(), second),
                        user(system),
                        String.valueOf(system.secret()),
                        ca(system),
                        within.connect(),
                        within.read(),
                        within.change()),
                () -> password(system),
                this::called);
    }

    /** The array of this name, of whichever family. */
    public StorageArray storage(String name) {
        OuterSystem system = requireArray(name);
        return system.kind().equals(DS8000)
                ? storage(system, ds8000(name))
                : new SpectrumVirtualizeStorage(
                        name, array(name), system.arrayRules().portset());
    }

    private static StorageArray storage(OuterSystem system, Ds8000Client client) {
        return new Ds8000Storage(
                system.name(), client, new TreeSet<>(system.arrayRules().lss()));
    }

    /** What holds for things that are made on this array. */
    public ArrayRules arrayRules(String name) {
        return requireArray(name).arrayRules();
    }

    private OuterSystem requireArray(String name) {
        OuterSystem system = require(name);
        if (!ARRAYS.contains(system.kind())) {
            throw new StepFailedException(
                    FailureCode.SYSTEM_UNKNOWN,
                    "System " + name + " is of kind " + system.kind() + ", and this step wants an array: " + ARRAYS
                            + ".",
                    "Correct the name in the collected data.");
        }
        return system;
    }

    /** What the landscape says of the FCP ports of one machine of an HMC; empty when nothing. */
    public List<AdapterPort> adapterPorts(String console, String machine) {
        return require(console, "hmc").adapterPorts().stream()
                .filter(port -> port.machine().equals(machine))
                .toList();
    }

    /** What the landscape says of the ports of an array; empty when nothing. */
    public List<ArrayPort> arrayPorts(String array) {
        return requireArray(array).arrayPorts();
    }

    /** The Feilong server of this name, which drives one z/VM system. */
    public FeilongClient feilong(String name) {
        OuterSystem system = require(name, FEILONG);
        return hypervisors.computeIfAbsent(name, n -> feilong(system, limits));
    }

    /**
     * An installation server as a step works with it.
     *
     * @param server what it holds
     * @param protocol by which a console loads from it: sftp, ftps or ftp
     * @param address of it for a console
     * @param user as whom a console logs on there
     * @param password gives that login's password; asked for when it is handed to a console, and kept nowhere
     */
    public record InstallationSource(
            String name,
            InstallationServer server,
            String protocol,
            String address,
            String user,
            Supplier<String> password) {
        @Override
        public String toString() {
            return "installation server " + name + " (" + protocol + "://" + user + "@" + address + ")";
        }
    }

    /** The installation server of this name. */
    public InstallationSource installationServer(String name) {
        OuterSystem system = require(name, INSTALLATION);
        InstallationServer server = system.installation();
        if (server == null) {
            throw incomplete(system, "installation");
        }
        return new InstallationSource(
                name, server, system.url().getScheme(), system.url().getHost(), user(system), () -> password(system));
    }

    /**
     * The public key by which a login of ours to a host is let in, as a line of {@code authorized_keys} has it.
     *
     * @throws StepFailedException SYSTEM_UNKNOWN when it logs in by a password
     */
    public String publicKey(SshHost host) {
        return HostConnections.publicKey(host)
                .orElseThrow(
                        () -> new StepFailedException(
                                FailureCode.SYSTEM_UNKNOWN,
                                "The login " + host.user() + " to " + host.name()
                                        + " has a password in the landscape, and an installation brings public keys alone.",
                                "Give its entry of gulliver.landscape.hosts the reference of a private key, and restart the workers."));
    }

    /** What the landscape says of the channels of a z/VM system's FCP devices; empty when nothing. */
    public List<FcpChannel> fcpChannels(String name) {
        return require(name, FEILONG).fcpChannels();
    }

    private FeilongClient feilong(OuterSystem system, SystemLimits within) {
        return new HttpFeilongClient(
                new FeilongProperties(
                        system.name(),
                        system.url(),
                        // Without a secret it is a server that asks nobody who he is.
                        system.secret(),
                        ca(system),
                        within.connect(),
                        within.read(),
                        // A change is several steps of the directory manager, all within the call.
                        within.change().multipliedBy(CHANGE_STEPS),
                        within.copy()),
                () -> password(system),
                this::called);
    }

    private void called(CallLog.Call call) {
        String body = call.requestBody();
        called(
                call.system(),
                call.operation(),
                body.isEmpty() || body.equals("{}") ? call.request() : call.request() + " " + body,
                call.status() == 0 ? "no answer" : String.valueOf(call.status()),
                call.duration(),
                call.response());
    }

    /**
     * Logs on anew to a console, an array or a Feilong server and asks what it is; nothing that steps share is used, so that a password
     * changed since is noticed.
     *
     * @return what it said of itself, as a sentence
     */
    public String checkDevice(String kind, String name, SystemLimits within) {
        OuterSystem system = require(name, kind);
        if (kind.equals("hmc")) {
            try (HmcClient console = console(system, within)) {
                List<String> machines = console.cpcs().stream()
                        .map(cpc -> cpc.name() + " (" + cpc.status() + ")")
                        .toList();
                return "Logged on to " + system.url() + " as " + user(system) + "; HMC "
                        + console.version().hmcVersion() + ", machines " + machines + ".";
            }
        }
        if (kind.equals(FEILONG)) {
            FeilongClient server = feilong(system, within);
            String level = server.version().version();
            ZvmHost zvm = server.host();
            return "Reached " + system.url() + (system.secret() == null ? " without a token" : " with its token")
                    + "; Feilong " + level + ", z/VM " + zvm.name() + " with " + zvm.logicalCpus()
                    + " logical CPUs and "
                    + Math.round(zvm.memoryMib() / 1024) + " GiB, "
                    + server.guests().size() + " guests managed.";
        }
        if (kind.equals(DS8000)) {
            StorageUnit unit = ds8000(system, within).fetchUnit();
            return "Logged on to " + system.url() + " as " + user(system) + "; DS8000 " + unit.id() + " is "
                    + unit.state() + ", release " + unit.release() + ", bundle " + unit.bundle() + ".";
        }
        ArraySystem seen = array(system, within).fetchSystem();
        return "Logged on to " + system.url() + " as " + user(system) + "; array " + seen.name() + ", level "
                + seen.codeLevel() + ".";
    }

    /**
     * What a console's machines, a z/VM system and an array's pools have. What one machine or pool does not answer is told of it,
     * and the others are read.
     *
     * @param pools of minidisks, which a Feilong server does not list
     * @return by machine or pool, in the system's order; nothing of a kind that has no room to tell
     */
    public List<SystemRoom> room(String kind, String name, List<String> pools, SystemLimits within) {
        OuterSystem system = require(name, kind);
        List<SystemRoom> rooms = new ArrayList<>();
        if (kind.equals("hmc")) {
            try (HmcClient console = console(system, within)) {
                console.cpcs().forEach(cpc -> rooms.addAll(room(console, cpc)));
            }
        } else if (kind.equals(FEILONG)) {
            FeilongClient server = feilong(system, within);
            ZvmHost zvm = server.host();
            rooms.add(SystemRoom.of(
                    SystemRoom.ZVM,
                    SystemRoom.MEMORY,
                    zvm.memoryMib() / MIB_PER_GIB,
                    (zvm.memoryMib() - zvm.usedMemoryMib()) / MIB_PER_GIB));
            // Guests share the logical processors of the LPAR, as partitions share IFLs.
            rooms.add(SystemRoom.of(SystemRoom.ZVM, SystemRoom.IFLS, zvm.logicalCpus(), zvm.logicalCpus()));
            pools.forEach(pool -> rooms.add(room(server, pool)));
        } else if (ARRAYS.contains(kind)) {
            StorageArray array = kind.equals(DS8000)
                    ? storage(system, ds8000(system, within))
                    : new SpectrumVirtualizeStorage(
                            name, array(system, within), system.arrayRules().portset());
            array.pools()
                    .forEach(pool -> rooms.add(SystemRoom.of(
                            pool.name(),
                            SystemRoom.SPACE,
                            pool.capacity() / BYTES_PER_GIB,
                            pool.free() / BYTES_PER_GIB)));
        }
        return rooms;
    }

    private static SystemRoom room(FeilongClient server, String pool) {
        try {
            return server.findDiskPool(pool)
                    .map(has -> SystemRoom.of(pool, SystemRoom.SPACE, has.totalGib(), has.availableGib()))
                    .orElseGet(() -> SystemRoom.unread(
                            pool,
                            SystemRoom.SPACE,
                            "The z/VM system has no such pool of minidisks. Correct server.boot.pool, or have the pool"
                                    + " defined."));
        } catch (FeilongException e) {
            return SystemRoom.unread(pool, SystemRoom.SPACE, String.valueOf(e.getMessage()));
        }
    }

    private static List<SystemRoom> room(HmcClient console, Cpc cpc) {
        if (!cpc.dpmEnabled()) {
            String why = "It is not in DPM mode, so the HMC has no partitions to count.";
            return List.of(
                    SystemRoom.unread(cpc.name(), SystemRoom.MEMORY, why),
                    SystemRoom.unread(cpc.name(), SystemRoom.IFLS, why));
        }
        try {
            Capacity has = console.capacity(cpc.objectUri());
            return List.of(
                    SystemRoom.of(
                            cpc.name(),
                            SystemRoom.MEMORY,
                            has.memoryMib() / MIB_PER_GIB,
                            has.freeMemoryMib() / MIB_PER_GIB),
                    SystemRoom.of(cpc.name(), SystemRoom.IFLS, has.ifls(), has.freeIfls()));
        } catch (HmcException e) {
            String why = String.valueOf(e.getMessage());
            return List.of(
                    SystemRoom.unread(cpc.name(), SystemRoom.MEMORY, why),
                    SystemRoom.unread(cpc.name(), SystemRoom.IFLS, why));
        }
    }

    /** Logs in anew to the host of an installation server, where files of runs are put; answers what was seen, as a sentence. */
    public String checkInstallationServer(String name) {
        InstallationServer server = installationServer(name).server();
        return checkHost(server.host()) + " It holds "
                + String.join(
                        ", ",
                        server.releases().stream()
                                .map(InstallationServer.Release::version)
                                .toList())
                + ".";
    }

    /** Logs in anew to a host, by each of its logins, and leaves; answers what was seen, as a sentence. */
    public String checkHost(String name) {
        SshHost owner = host(name);
        String seen = checkLogin(name, owner);
        return findPrivileged(name)
                .filter(privileged -> !privileged.user().equals(owner.user()))
                .map(privileged -> seen + " " + checkLogin(name, privileged))
                .orElse(seen);
    }

    private String checkLogin(String name, SshHost host) {
        long begun = System.nanoTime();
        try {
            String version = connections.check(host);
            called(name, "login", host.user() + "@" + host.address() + ":" + host.port(), "ok", since(begun), version);
            return "Logged in to " + host.address() + ":" + host.port() + " as " + host.user() + "; SSH server "
                    + version + ", host key as pinned.";
        } catch (SshException e) {
            called(name, "login", host.address() + ":" + host.port(), e.kind().name(), since(begun), e.getMessage());
            throw e;
        }
    }

    private static Duration since(long begun) {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** The public key that a host has just shown and that its pin agrees with, as a line of {@code known_hosts} has it. */
    public String hostKey(SshHost host) {
        return connections.hostKey(host);
    }

    /** Starts a program on a host and speaks with it; see {@link HostConnections#speak}. */
    HostDialogue speak(String name, String command) {
        return connections.speak(host(name), command);
    }

    /** Scripts on hosts. */
    public DetachedJobs jobs() {
        return jobs;
    }

    /**
     * How to log in to a host. What a run read from its console when it built the host is the key that counts; one that the landscape
     * pins beside it has to agree, else the login ends with IDENTITY_CHANGED. Both are looked at by every login anew: a server
     * that is built again shows another key.
     *
     * @throws StepFailedException SYSTEM_UNKNOWN when no entry of the landscape matches its name
     */
    public SshHost host(String name) {
        HostAccess access = access(name);
        return login(name, access, access.user(), credential(name, access.secret(), access.passwordSecret()));
    }

    /**
     * How to log in to a host for what needs root while it is built; never as the owner of Oracle's software, unless the landscape
     * says that one login is both.
     *
     * @throws StepFailedException as {@link #host} does, and SYSTEM_UNKNOWN when the landscape names no privileged login
     */
    public SshHost privileged(String name) {
        return findPrivileged(name)
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.SYSTEM_UNKNOWN,
                        "The entry of gulliver.landscape.hosts for " + name
                                + " names no privileged login, and what is done here needs root.",
                        "Give it privileged-user and privileged-secret, a login that may use sudo without a password while the"
                                + " server is built, and restart the workers."));
    }

    /** The same where there is one. */
    public Optional<SshHost> findPrivileged(String name) {
        HostAccess access = access(name);
        HostAccess.Privileged privileged = access.privileged();
        return privileged == null
                ? Optional.empty()
                : Optional.of(login(
                        name,
                        access,
                        privileged.user(),
                        credential(name, privileged.secret(), privileged.passwordSecret())));
    }

    private HostAccess access(String name) {
        return landscape
                .findHost(name)
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.SYSTEM_UNKNOWN,
                        "No entry of gulliver.landscape.hosts matches the host " + name + ".",
                        "Add one with its login, key and host key, and restart the workers."));
    }

    private SshHost login(String name, HostAccess access, String user, SshCredential credential) {
        return new SshHost(
                name,
                access.address() == null ? name : access.address(),
                access.port(),
                user.replace("{host}", name),
                credential,
                () -> agreed(name, access, learnt.fingerprints(name)));
    }

    private static List<HostKeyPin> agreed(String name, HostAccess access, List<String> shown) {
        List<HostKeyPin> pinned =
                access.pinned().stream().map(HostKeyPin::parse).toList();
        if (shown.isEmpty()) {
            return pinned;
        }
        if (pinned.isEmpty()) {
            return shown.stream().map(HostKeyPin::parse).toList();
        }
        List<HostKeyPin> both =
                pinned.stream().filter(pin -> shown.contains(pin.fingerprint())).toList();
        if (both.isEmpty()) {
            throw otherKey(name, shown, pinned);
        }
        return both;
    }

    private static StepFailedException otherKey(String name, List<String> shown, List<HostKeyPin> pinned) {
        return new StepFailedException(
                FailureCode.IDENTITY_CHANGED,
                "The console of " + name + " has shown host key " + String.join(", ", shown)
                        + ", and gulliver.landscape.hosts pins "
                        + String.join(
                                ", ",
                                pinned.stream().map(HostKeyPin::fingerprint).toList())
                        + ".",
                "Look which server this is. For one that is built anew, take the old key out of the landscape (host-keys:"
                        + " from-console) and restart the workers.");
    }

    /**
     * Compares what a console shows with what the landscape pins.
     *
     * @throws StepFailedException IDENTITY_CHANGED when it pins other keys
     */
    public void requirePinned(String name, List<String> shown) {
        landscape.findHost(name).ifPresent(access -> agreed(name, access, shown));
    }

    /**
     * Reads every secret that the landscape names and shows it to nobody: from now on it is blanked. What an old job printed
     * may hold those of steps that other processes ran.
     */
    public void knowSecrets() {
        landscape.systems().values().stream().map(OuterSystem::secret).forEach(this::know);
        landscape.hosts().forEach(host -> {
            know(host.secret());
            know(host.passwordSecret());
            HostAccess.Privileged privileged = host.privileged();
            if (privileged != null) {
                know(privileged.secret());
            }
        });
        landscape.databases().credentials().values().forEach(credential -> know(credential.secret()));
    }

    private void know(@Nullable String reference) {
        if (reference != null) {
            secrets.know(SecretRef.parse(reference));
        }
    }

    private SshCredential credential(String name, @Nullable String key, @Nullable String password) {
        if (key != null) {
            return new SshCredential.PrivateKey(() -> secrets.resolve(SecretRef.parse(key), SSH, name));
        }
        if (password != null) {
            return new SshCredential.Password(() -> secrets.resolve(SecretRef.parse(password), SSH, name));
        }
        throw new StepFailedException(
                FailureCode.SYSTEM_UNKNOWN,
                "The entry of gulliver.landscape.hosts for " + name + " has neither secret nor password-secret.",
                "Give it the reference of a key, and restart the workers.");
    }

    private OuterSystem require(String name) {
        return landscape
                .findSystem(name)
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.SYSTEM_UNKNOWN,
                        "There is no system " + name + " in gulliver.landscape.systems; known are "
                                + landscape.systems().keySet() + ".",
                        "Correct the name in the collected data, or add the system and restart the workers."));
    }

    private OuterSystem require(String name, String kind) {
        OuterSystem system = require(name);
        if (!system.kind().equals(kind)) {
            throw new StepFailedException(
                    FailureCode.SYSTEM_UNKNOWN,
                    "System " + name + " is of kind " + system.kind() + ", and this step wants " + kind + ".",
                    "Correct the name in the collected data.");
        }
        return system;
    }

    private static String user(OuterSystem system) {
        String user = system.user();
        if (user == null) {
            throw incomplete(system, "user");
        }
        return user;
    }

    private String password(OuterSystem system) {
        String secret = system.secret();
        if (secret == null) {
            throw incomplete(system, "secret");
        }
        return secrets.resolve(
                SecretRef.parse(secret),
                system.kind(),
                String.valueOf(system.url().getHost()));
    }

    private static StepFailedException incomplete(OuterSystem system, String word) {
        return new StepFailedException(
                FailureCode.SYSTEM_UNKNOWN,
                "System " + system.name() + " has no " + word + ".",
                "Set gulliver.landscape.systems." + system.name() + "." + word + " and restart the workers.");
    }

    private static @Nullable Path ca(OuterSystem system) {
        String ca = system.ca();
        return ca == null ? null : Path.of(ca);
    }

    /** Writes a call to the log of the step for which this thread works; outside of steps nobody asks. */
    void called(
            String system, String operation, String object, String status, Duration took, @Nullable String message) {
        StepContext context = working.get();
        if (context != null) {
            context.called(system, operation, object, status, took, message);
        }
    }

    /** Says to the step for which this thread works what a job of it printed. */
    void watched(JobOutput output) {
        StepContext context = working.get();
        if (context != null) {
            context.watched(output);
        }
    }

    /** Works for a step: calls are logged under it, failures come out translated. */
    public <T> T during(StepContext context, Supplier<T> work) {
        StepContext before = working.get();
        working.set(context);
        try {
            return work.get();
        } catch (RuntimeException e) {
            throw FailureTranslation.translated(e);
        } finally {
            if (before == null) {
                working.remove();
            } else {
                working.set(before);
            }
        }
    }

    /** The same action, with each of its operations inside {@link #during}. */
    public StepAction guarded(StepAction action) {
        return new StepAction() {
            @Override
            public String name() {
                return action.name();
            }

            @Override
            public StepResult run(StepCall call, StepContext context) {
                return during(context, () -> action.run(call, context));
            }

            @Override
            public StepResult start(StepCall call, StepContext context) {
                return during(context, () -> action.start(call, context));
            }

            @Override
            public StepResult await(StepCall call, StepContext context) {
                return during(context, () -> action.await(call, context));
            }

            @Override
            public StepResult stop(StepCall call, StepContext context) {
                return during(context, () -> action.stop(call, context));
            }

            @Override
            public StepResult undo(StepCall call, StepContext context) {
                return during(context, () -> action.undo(call, context));
            }

            @Override
            public StepResult describe(StepCall call, StepContext context) {
                return during(context, () -> action.describe(call, context));
            }

            @Override
            public StepResult evaluate(StepCall call, StepContext context) {
                return during(context, () -> action.evaluate(call, context));
            }
        };
    }

    /** Logs off everywhere. */
    @Override
    public void close() {
        consoles.values().forEach(HmcClient::close);
        connections.close();
    }
}
