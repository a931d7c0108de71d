package io.gulliver.ui.start;

import io.gulliver.contract.notice.NoticeSettings.Security;
import io.gulliver.domain.landscape.AdapterPort;
import io.gulliver.domain.landscape.AddressPool;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.EckdRange;
import io.gulliver.domain.landscape.InstallationServer;
import io.gulliver.engine.WorkerTuning;
import io.gulliver.service.audit.AuditOutside;
import io.gulliver.service.collection.IntakeGate;
import io.gulliver.ui.security.OidcSettings;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Every setting of Gulliver, {@code gulliver.*}. Checked at the start, all problems together; an unknown name fails the
 * start.
 *
 * @param roles what this process does
 * @param data directory of everything that this process keeps
 * @param store where migrations are kept
 * @param temporal the engine
 * @param lab the landscape to practise on
 * @param workers how this process works on steps
 * @param intake what an uploaded file may cost
 * @param web what pages and API allow
 * @param notices by which ways people are told what waits for them
 * @param audit where checkpoints of the audit record go
 * @param proofs whose word counts on what has met the real thing
 * @param secrets who may use which secret where
 * @param landscape the outside systems
 * @param recover set by {@code ./gulliver recover}: adopt a new engine in place of one that is dead
 */
@ConfigurationProperties(prefix = "gulliver", ignoreUnknownFields = false)
@Validated
public record GulliverSettings(
        @NotEmpty @DefaultValue({"web", "workflows", "workers"})
        Set<ProcessRole> roles,

        @NotNull @DefaultValue("data") Path data,
        @Valid @DefaultValue Store store,
        @Valid @DefaultValue Temporal temporal,
        @Valid @DefaultValue Lab lab,
        @Valid @DefaultValue Workers workers,
        @Valid @DefaultValue Intake intake,
        @Valid @DefaultValue Web web,
        @Valid @Nullable Notify notices,
        @Valid @DefaultValue Audit audit,
        @Valid @DefaultValue Proofs proofs,
        @Valid @DefaultValue Secrets secrets,
        @Valid @DefaultValue LandscapeSettings landscape,
        @DefaultValue("false") boolean recover) {
    private static final String FABRIC = "[A-Za-z0-9._-]{1,32}";
    private static final String FABRIC_WORDS = "must be one word of letters, digits, dots and dashes";
    private static final String REFERENCE = "(?i)(env|file|vault):.+";
    private static final String REFERENCE_WORDS =
            "must be a reference (env:NAME, file:/path or vault:path#field), never the secret itself";

    /** Whether the process has the role. */
    public boolean has(ProcessRole role) {
        return roles.contains(role);
    }

    /**
     * What an uploaded file may cost; see {@link IntakeGate.Limits}.
     *
     * @param threads that read uploads
     * @param uploads at once; one more is answered 503
     * @param size of a file as it is sent
     * @param unpackedSize of the text in it
     * @param ratio how many times larger than the file its text may be, beyond the first 16 MB
     * @param time for reading one
     * @param keepWithdrawn how long the bytes of a withdrawn file stay
     */
    public record Intake(
            @Min(1) @Max(64) @DefaultValue("2") int threads,
            @Min(1) @Max(256) @DefaultValue("8") int uploads,
            @NotNull @DefaultValue("200MB") DataSize size,
            @NotNull @DefaultValue("2GB") DataSize unpackedSize,
            @Min(2) @Max(2000) @DefaultValue("100") int ratio,
            @NotNull @DefaultValue("5m") Duration time,
            @NotNull @DefaultValue("30d") Duration keepWithdrawn) {
        IntakeGate.Limits limits() {
            return new IntakeGate.Limits(
                    threads, Math.max(uploads, threads), size.toBytes(), unpackedSize.toBytes(), ratio, time);
        }
    }

    /**
     * Pages and API.
     *
     * @param strangersPerMinute requests of one address as long as nobody is logged in there
     * @param requestsPerAddress at once
     * @param sessionLimit after which a person logs in again, however busy
     * @param slowBody how long the body of a request may come as slowly as it likes
     * @param hosts names under which Gulliver is reached, beside this machine's own
     * @param certificate PEM file of the certificate that pages and API show, its chain behind it; with it they speak TLS
     * @param key PEM file of its key, without a passphrase
     * @param proxies addresses of proxies that speak TLS in front of Gulliver: what they say of their caller counts
     * @param oidc log-in by an identity provider, beside passwords; or none
     */
    public record Web(
            @Min(1) @DefaultValue("600") int strangersPerMinute,
            @Min(1) @DefaultValue("200") int requestsPerAddress,
            @NotNull @DefaultValue("24h") Duration sessionLimit,
            @NotNull @DefaultValue("30s") Duration slowBody,
            @NotNull @DefaultValue List<@Pattern(regexp = "[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?") String> hosts,
            @Nullable Path certificate,
            @Nullable Path key,

            @NotNull @DefaultValue
            List<
                            @Pattern(
                                    regexp = "[0-9]+(\\.[0-9]+){3}|[0-9A-Fa-f]*:[0-9A-Fa-f:.]+",
                                    message = "must be an address in figures")
                            String>
                    proxies,

            @Valid @Nullable OidcSettings oidc) {}

    /**
     * Ways by which people are told, beside the pages.
     *
     * @param address where the pages are reached, as {@code https://gulliver.bank.example}; it begins the links
     * @param smtp the mail server, or none
     * @param webhook or none
     */
    public record Notify(
            @NotNull URI address,
            @Valid @Nullable Smtp smtp,
            @Valid @Nullable Webhook webhook) {}

    /**
     * A mail server.
     *
     * @param host its name
     * @param port of it
     * @param security STARTTLS, TLS, or NONE on this machine alone
     * @param user to log on as, or none
     * @param password reference
     * @param from address of the sender
     * @param authorities PEM file of those that vouch for it; empty for those that Java trusts
     */
    public record Smtp(
            @NotBlank String host,
            @Min(1) @Max(65535) @DefaultValue("587") int port,
            @NotNull @DefaultValue("STARTTLS") Security security,
            @Nullable String user,

            @Pattern(regexp = REFERENCE, message = REFERENCE_WORDS) @Nullable
            String password,

            @NotBlank @Pattern(regexp = "[^\\s@]+@[^\\s@]+", message = "must be an address of mail")
            String from,

            @Nullable Path authorities) {}

    /**
     * A webhook.
     *
     * @param url that is called
     * @param secret reference to what its calls are signed with
     * @param authorities PEM file of those that vouch for it; empty for those that Java trusts
     */
    public record Webhook(
            @NotNull URI url,

            @NotBlank @Pattern(regexp = REFERENCE, message = REFERENCE_WORDS)
            String secret,

            @Nullable Path authorities) {}

    /**
     * Where checkpoints of the audit record go beside the data directory.
     *
     * @param checkpointCopy a second file, better on another machine's disk
     * @param syslog {@code tls:}, {@code tcp:} or {@code udp://host:port}
     * @param syslogAuthorities PEM file of whom to trust over TLS
     * @param webhook address that takes them by POST
     * @param webhookSecret reference to what they are signed with
     */
    public record Audit(
            @Nullable Path checkpointCopy,
            @Nullable URI syslog,
            @Nullable Path syslogAuthorities,
            @Nullable URI webhook,

            @Pattern(regexp = REFERENCE, message = REFERENCE_WORDS) @Nullable
            String webhookSecret) {
        AuditOutside outside() {
            return new AuditOutside(checkpointCopy, syslog, syslogAuthorities, webhook, webhookSecret);
        }
    }

    /**
     * Whose signed results of suites count.
     *
     * @param keys public half of each key by a name for it, as {@code ./gulliver proof-key} prints it
     */
    public record Proofs(
            @DefaultValue
            Map<
                            String,
                            @Pattern(
                                    regexp = "MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=",
                                    message = "must be the public half of a key, as './gulliver proof-key' prints it")
                            String>
                    keys) {
        public Proofs {
            keys = keys == null ? Map.of() : keys;
        }
    }

    /**
     * The store.
     *
     * @param url {@code jdbc:postgresql://…}, or empty to run one as a child, with its data in the data directory
     * @param user database user
     * @param password reference to its password
     * @param program directory of a PostgreSQL (with bin/initdb and bin/postgres) for the child, or empty for the one that
     *     travels with this build
     * @param port of the child, 0 for any free one
     * @param startLimit how long the child may take to answer
     * @param acceptEmbedded whether the child may be used with systems that are not the lab's
     * @param leastFree below so much free space of the data directory's file system no new step starts; 0 for no limit
     */
    public record Store(
            @Pattern(regexp = "jdbc:postgresql:.+", message = "must begin with jdbc:postgresql:") @Nullable
            String url,

            @Nullable String user,

            @Pattern(regexp = REFERENCE, message = REFERENCE_WORDS) @Nullable
            String password,

            @Nullable Path program,
            @Min(0) @Max(65535) @DefaultValue("0") int port,
            @NotNull @DefaultValue("60s") Duration startLimit,
            @DefaultValue("false") boolean acceptEmbedded,
            @NotNull @DefaultValue("500MB") DataSize leastFree) {}

    /**
     * The engine.
     *
     * @param target host:port of a running Temporal, or empty to run one as a child
     * @param namespace in it
     * @param program path of the Temporal program for the child, or empty for the pinned one
     * @param port of the child, 0 for any free one
     * @param synchronous of the child's file: NORMAL, or FULL to survive a power cut at half the speed
     * @param startLimit how long the child may take to answer
     * @param callsExpire a run that is taken over from another engine acts on nothing for so long; less than {@link
     *     io.gulliver.contract.activity.StepActivities#NOT_BEGUN} is for the lab alone
     * @param tls certificates for a Temporal beyond this machine
     * @param tuning how much this process takes on
     */
    public record Temporal(
            @Pattern(regexp = "[^\\s:/]+:\\d{1,5}", message = "must be host:port") @Nullable
            String target,

            @NotBlank @DefaultValue("gulliver") String namespace,
            @Nullable Path program,
            @Min(0) @Max(65535) @DefaultValue("0") int port,

            @Pattern(regexp = "NORMAL|FULL", message = "must be NORMAL or FULL") @DefaultValue("NORMAL")
            String synchronous,

            @NotNull @DefaultValue("30s") Duration startLimit,
            @NotNull @DefaultValue("10m") Duration callsExpire,
            @Valid @Nullable Tls tls,
            @Valid @DefaultValue Tuning tuning) {}

    /**
     * Certificates.
     *
     * @param authorities PEM file of accepted authorities
     * @param certificate PEM file of our certificate
     * @param key PEM (PKCS#8) file of its key
     */
    public record Tls(
            @Nullable Path authorities,
            @Nullable Path certificate,
            @Nullable Path key) {}

    /**
     * See {@link WorkerTuning}.
     *
     * @param cachedWorkflows migrations kept in memory
     * @param workflowThreads at least as many
     * @param workflowTasks at once
     * @param activities at once per queue
     * @param localActivities at once per queue
     * @param workflowPollers per queue
     * @param activityPollers per queue
     */
    public record Tuning(
            @Min(10) @DefaultValue("600") int cachedWorkflows,
            @Min(10) @DefaultValue("1200") int workflowThreads,
            @Min(2) @DefaultValue("50") int workflowTasks,
            @Min(1) @DefaultValue("200") int activities,
            @Min(1) @DefaultValue("50") int localActivities,
            @Min(2) @DefaultValue("5") int workflowPollers,
            @Min(1) @DefaultValue("5") int activityPollers) {
        WorkerTuning tuning() {
            return new WorkerTuning(
                    cachedWorkflows,
                    workflowThreads,
                    workflowTasks,
                    activities,
                    localActivities,
                    workflowPollers,
                    activityPollers);
        }
    }

    /**
     * The lab.
     *
     * @param users whether its six people with their well-known password may log in
     * @param estate whether its databases are brought into an empty store
     * @param auto whether its migrations start by themselves
     * @param directory where the lab process keeps its ledger and control address, or empty
     */
    public record Lab(
            @DefaultValue("false") boolean users,
            @DefaultValue("false") boolean estate,
            @DefaultValue("false") boolean auto,
            @Nullable Path directory) {}

    /**
     * Workers.
     *
     * @param zone the network zone this process stands in
     * @param server address of the server, for a process without the role web or workflows
     * @param token reference to the token that zone workers and the server share
     * @param authorities PEM file of the authorities that vouch for the server; empty for those that Java trusts
     * @param conformanceLedger file in which the conformance actions record their effects
     */
    public record Workers(
            @Pattern(regexp = "[a-z0-9-]{1,32}", message = "must be 1 to 32 of a-z, 0-9 and dash")
            @DefaultValue("default")
            String zone,

            @Nullable URI server,

            @Pattern(regexp = REFERENCE, message = REFERENCE_WORDS) @Nullable
            String token,

            @Nullable Path authorities,
            @Nullable Path conformanceLedger) {}

    /**
     * Secrets.
     *
     * @param grants each allows one secret for one kind of system on hosts of a pattern
     */
    public record Secrets(@Valid @DefaultValue List<Grant> grants) {
        public Secrets {
            grants = grants == null ? List.of() : List.copyOf(grants);
        }
    }

    /**
     * One grant.
     *
     * @param secret the reference
     * @param kind of system
     * @param hosts pattern with {@code *}
     */
    public record Grant(
            @NotBlank @Pattern(regexp = REFERENCE, message = REFERENCE_WORDS)
            String secret,

            @NotBlank String kind,
            @NotBlank String hosts) {}

    /**
     * The outside systems.
     *
     * @param systems by name
     * @param hosts how to log in, first match counts
     * @param databases how to reach databases
     * @param networks addresses for new servers, by the pool's name
     */
    public record LandscapeSettings(
            @Valid @DefaultValue Map<String, OuterSystemSettings> systems,
            @Valid @DefaultValue List<HostSettings> hosts,
            @Valid @DefaultValue DatabaseSettings databases,
            @Valid @DefaultValue Map<String, NetworkSettings> networks) {
        public LandscapeSettings {
            networks = networks == null ? Map.of() : networks;
            systems = systems == null ? Map.of() : systems;
            hosts = hosts == null ? List.of() : List.copyOf(hosts);
        }
    }

    /**
     * Addresses for new servers; see {@link AddressPool}.
     *
     * @param subnet for example 10.20.30.0/24
     * @param first address that may be given
     * @param last address that may be given
     * @param gateway of the network
     * @param vlan or none
     * @param domain in which its servers have their names
     * @param nameServers addresses, each with {@code :port} where it is not 53
     * @param timeServers names or addresses
     */
    public record NetworkSettings(
            @NotBlank String subnet,
            @NotBlank String first,
            @NotBlank String last,
            @NotBlank String gateway,
            @Min(1) @Max(4094) @Nullable Integer vlan,
            @NotBlank String domain,
            @DefaultValue List<String> nameServers,
            @DefaultValue List<String> timeServers) {
        AddressPool pool(String name) {
            return new AddressPool(
                    name, subnet, first, last, gateway, vlan, domain, list(nameServers), list(timeServers));
        }

        private static List<String> list(@Nullable List<String> given) {
            return given == null ? List.of() : given;
        }
    }

    /**
     * One system.
     *
     * @param kind hmc, feilong, spectrum-virtualize, ds8000, goldengate …
     * @param url of its API
     * @param user to log on as
     * @param secret reference
     * @param ca {@code file:} and the path of a PEM file
     * @param lab whether it is the lab's
     * @param adapterPorts of an HMC: FCP ports of its machines, by fabric and use
     * @param arrayPorts of an array: its ports by fabric
     * @param secondUrl of a DS8000: its second storage HMC
     * @param lss of a DS8000: LSS in which volumes may be made, two hex digits each; empty for any
     * @param overprovisioningPercent of an array: how much thin volumes may promise of what a pool holds
     * @param volumeName of an array: template of names of volumes
     * @param hostName of an array: template of names of host objects
     * @param portset of a Spectrum Virtualize array: portset in which hosts are made
     * @param volumeGroupName of a Spectrum Virtualize array: template of the name of the group of a server's database volumes
     * @param fcpChannels of a Feilong server: channels of its z/VM system's FCP devices, by fabric
     * @param eckdDevices of a Feilong server or HMC: ECKD volumes and PAV aliases that guests or partitions may have
     * @param installation of an installation server: what it holds, and how files of a run get there
     */
    public record OuterSystemSettings(
            @NotBlank @Pattern(regexp = "[a-z0-9-]+", message = "must be dash-case")
            String kind,

            @NotNull URI url,
            @Nullable String user,

            @Pattern(regexp = REFERENCE, message = REFERENCE_WORDS) @Nullable
            String secret,

            @Pattern(regexp = "file:.+", message = "must be file: and a path") @Nullable
            String ca,

            @DefaultValue("false") boolean lab,
            @Valid @DefaultValue List<AdapterPortSettings> adapterPorts,
            @Valid @DefaultValue List<ArrayPortSettings> arrayPorts,
            @Nullable URI secondUrl,
            @DefaultValue List<String> lss,

            @Min(100) @Max(10_000) @DefaultValue("200") int overprovisioningPercent,

            @Nullable String volumeName,
            @Nullable String hostName,
            @Nullable String portset,
            @Nullable String volumeGroupName,
            @Valid @DefaultValue List<FcpChannelSettings> fcpChannels,
            @Valid @DefaultValue List<EckdRangeSettings> eckdDevices,
            @Valid @Nullable InstallationSettings installation) {
        public OuterSystemSettings {
            lss = lss == null ? List.of() : List.copyOf(lss);
            adapterPorts = adapterPorts == null ? List.of() : List.copyOf(adapterPorts);
            arrayPorts = arrayPorts == null ? List.of() : List.copyOf(arrayPorts);
            fcpChannels = fcpChannels == null ? List.of() : List.copyOf(fcpChannels);
            eckdDevices = eckdDevices == null ? List.of() : List.copyOf(eckdDevices);
        }
    }

    /**
     * Devices of one logical control unit, one after another in the I/O configuration.
     *
     * @param first device number, four hex digits
     * @param last the same of the last; null for one device
     * @param lcu logical control unit, two hex digits; on a DS8000 its LSS
     * @param unitAddress of the first; null where it is the end of its device number
     * @param cylinders of each volume; 0 for PAV aliases
     * @param array DS8000 of the landscape that they lie on
     * @param made whether they are made there when a server wants them
     */
    public record EckdRangeSettings(
            @NotBlank @Pattern(regexp = "[0-9A-Fa-f]{4}", message = "must be four hex digits")
            String first,

            @Pattern(regexp = "[0-9A-Fa-f]{4}", message = "must be four hex digits") @Nullable
            String last,

            @NotBlank @Pattern(regexp = "[0-9A-Fa-f]{2}", message = "must be two hex digits")
            String lcu,

            @Pattern(regexp = "[0-9A-Fa-f]{2}", message = "must be two hex digits") @Nullable
            String unitAddress,

            @Min(0) @Max(1_182_006) @DefaultValue("0") int cylinders,
            @DefaultValue("") String array,
            @DefaultValue("false") boolean made) {
        /** Whether its numbers are what they must be; what is not stands as a problem of its own. */
        boolean readable() {
            return hex(first, 4)
                    && hex(lcu, 2)
                    && (last == null || hex(last, 4))
                    && (unitAddress == null || hex(unitAddress, 2));
        }

        private static boolean hex(@Nullable String number, int digits) {
            return number != null
                    && number.length() == digits
                    && number.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 128);
        }

        EckdRange range() {
            return new EckdRange(
                    first,
                    last == null ? first : last,
                    lcu,
                    unitAddress == null ? first.substring(2) : unitAddress,
                    cylinders,
                    array,
                    made);
        }
    }

    /**
     * What an installation server holds.
     *
     * @param host its name among the hosts
     * @param releases its trees
     */
    public record InstallationSettings(
            @NotBlank String host, @Valid @DefaultValue List<ReleaseSettings> releases) {
        public InstallationSettings {
            releases = releases == null ? List.of() : List.copyOf(releases);
        }
    }

    /**
     * One tree of an installation server.
     *
     * @param version as the facts of servers name it
     * @param installer kickstart or autoyast
     * @param directory on the host, where its .ins file lies
     * @param insFile that file as the console's login sees it
     * @param tree the same directory for the installer
     */
    public record ReleaseSettings(
            @NotBlank String version,
            @NotNull InstallationServer.Installer installer,

            @NotBlank
            @Pattern(
                    regexp = "/[A-Za-z0-9._/-]+",
                    message = "must be an absolute path of letters, digits, dots and dashes")
            String directory,

            @NotBlank
            @Pattern(regexp = "[A-Za-z0-9._/-]+", message = "must be a path of letters, digits, dots and dashes")
            String insFile,

            @NotNull URI tree) {}

    /**
     * One channel of the FCP devices that a z/VM system hands to its guests.
     *
     * @param pchid four hex digits, as FCP multipath templates name it
     * @param wwpn of its physical port, 16 hex digits, with or without colons
     * @param fabric to which its cable leads
     * @param most FCP devices that may be in use on it
     * @param others FCP devices of it that other systems of the machine use
     */
    public record FcpChannelSettings(
            @NotBlank @Pattern(regexp = "[0-9A-Fa-f]{4}", message = "must be four hex digits")
            String pchid,

            @NotBlank @Pattern(regexp = "([0-9A-Fa-f]{2}:?){7}[0-9A-Fa-f]{2}", message = "must be 16 hex digits")
            String wwpn,

            @NotBlank @Pattern(regexp = FABRIC, message = FABRIC_WORDS)
            String fabric,

            @Min(1) @DefaultValue("64") int most,
            @Min(0) @DefaultValue("0") int others) {}

    /**
     * One port of an FCP adapter.
     *
     * @param machine name of the CPC
     * @param adapter name or id
     * @param port number on the adapter, from 0
     * @param fabric to which its cable leads
     * @param use database, backup or other
     */
    public record AdapterPortSettings(
            @NotBlank String machine,
            @NotBlank String adapter,
            @Min(0) @DefaultValue("0") int port,

            @NotBlank @Pattern(regexp = FABRIC, message = FABRIC_WORDS)
            String fabric,

            @NotNull @DefaultValue("database") AdapterPort.Use use) {}

    /**
     * One port of an array.
     *
     * @param wwpn 16 hex digits, with or without colons
     * @param fabric on which it stands
     */
    public record ArrayPortSettings(
            @NotBlank @Pattern(regexp = "([0-9A-Fa-f]{2}:?){7}[0-9A-Fa-f]{2}", message = "must be 16 hex digits")
            String wwpn,

            @NotBlank @Pattern(regexp = FABRIC, message = FABRIC_WORDS)
            String fabric) {}

    /**
     * Hosts of a pattern.
     *
     * @param pattern host names with {@code *}
     * @param address where to connect instead of the host's name
     * @param port of SSH
     * @param user to log in as, the owner of Oracle's software; {@code {host}} stands for the host's name
     * @param secret reference to a private key
     * @param passwordSecret reference to a password
     * @param hostKeys accepted host keys
     * @param lab whether they are the lab's
     * @param privilegedUser another login, which may use sudo while a server is built
     * @param privilegedSecret reference to its private key
     * @param oneLogin whether the one login is meant to be both
     */
    public record HostSettings(
            @NotBlank String pattern,
            @Nullable String address,
            @Min(1) @Max(65535) @DefaultValue("22") int port,
            @NotBlank String user,

            @Pattern(regexp = REFERENCE, message = REFERENCE_WORDS) @Nullable
            String secret,

            @Pattern(regexp = REFERENCE, message = REFERENCE_WORDS) @Nullable
            String passwordSecret,

            @DefaultValue List<String> hostKeys,
            @DefaultValue("false") boolean lab,
            @Nullable String privilegedUser,

            @Pattern(regexp = REFERENCE, message = REFERENCE_WORDS) @Nullable
            String privilegedSecret,

            @DefaultValue("false") boolean oneLogin) {}

    /**
     * Databases.
     *
     * @param urlTemplate JDBC address with {@code {descriptor}}, or {@code {host}}, {@code {port}}, {@code {service}}
     * @param driverJar jar of another driver
     * @param driverClass its class
     * @param drivers drivers for some releases
     * @param acceptUncertifiedDrivers move releases for which nobody certifies the driver
     * @param credentials what an inventory may name
     * @param listeners what is known of listeners beside host and port
     * @param lab whether they are the lab's
     */
    public record DatabaseSettings(
            @NotBlank @DefaultValue(DatabaseAccess.ORACLE) String urlTemplate,
            @Nullable String driverJar,
            @Nullable String driverClass,
            @Valid @DefaultValue List<DriverSettings> drivers,
            @DefaultValue("false") boolean acceptUncertifiedDrivers,
            @Valid @DefaultValue Map<String, CredentialSettings> credentials,
            @Valid @DefaultValue List<ListenerSettings> listeners,
            @DefaultValue("false") boolean lab) {
        public DatabaseSettings {
            drivers = drivers == null ? List.of() : drivers;
            credentials = credentials == null ? Map.of() : credentials;
            listeners = listeners == null ? List.of() : listeners;
        }
    }

    /**
     * A driver for some releases.
     *
     * @param jar path of its jar
     * @param from first release that it serves
     * @param to last release; left out: no end
     */
    public record DriverSettings(
            @NotBlank String jar,
            @NotBlank String from,
            @Nullable String to) {}

    /**
     * What is known of a listener beside its host and port.
     *
     * @param host as inventories name it
     * @param addresses {@code host} or {@code host:port}, in the order in which they are tried, in place of the host
     * @param sids by service: the SID by which it is reached in place of the service
     */
    public record ListenerSettings(
            @NotBlank String host,
            @DefaultValue List<String> addresses,
            @DefaultValue Map<String, String> sids) {
        public ListenerSettings {
            addresses = addresses == null ? List.of() : addresses;
            sids = sids == null ? Map.of() : sids;
        }
    }

    /**
     * A database account.
     *
     * @param user database user
     * @param secret reference to its password
     */
    public record CredentialSettings(
            @NotBlank String user,

            @NotBlank @Pattern(regexp = REFERENCE, message = REFERENCE_WORDS)
            String secret) {}
}
