package io.gulliver.activity.systems;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.CatalogueClient;
import io.gulliver.adapter.oracle.ConnectDescriptor;
import io.gulliver.adapter.oracle.JdbcOracleClient;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleErrors;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleSettings;
import io.gulliver.adapter.oracle.OracleStatements;
import io.gulliver.adapter.oracle.SqlPlusOracleClient;
import io.gulliver.adapter.oracle.SqlPlusProgram;
import io.gulliver.adapter.oracle.StatementLog;
import io.gulliver.adapter.oracle.TableStatements;
import io.gulliver.adapter.oracle.script.ScriptLanguage;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.HostDialogue;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.domain.landscape.ConnectionPurpose;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The databases of the landscape: opens a connection for one step, by the name of a configured credential.
 *
 * <p>Nothing is pooled: a step opens, works and closes. Every statement goes to the step's call log. The user SYS logs on
 * with SYSDBA. Safe for many threads; a client is for one.
 */
public final class Databases {
    /** Kind of system for grants of secrets. */
    public static final String KIND = "oracle";

    private static final String TOO_OLD = "too old";

    private static final Pattern ENDPOINT = Pattern.compile(
            "//(?<host>[^:/]+):(?<port>\\d{1,5})/|\\(HOST=(?<named>[^)]+)\\)\\(PORT=(?<at>\\d{1,5})\\)");

    private final DatabaseAccess access;
    private final SecretSource secrets;
    private final OracleStatements statements = OracleStatements.load();
    private final Duration connect = Duration.ofSeconds(10);
    private final @Nullable Duration query;
    private final @Nullable Systems systems;
    /**
     * Releases as servers told them at the last logon, by {@code host:port/service}; {@link #TOO_OLD} for one that refused
     * every driver: until this process ends none is tried again.
     */
    private final Map<String, String> releases;

    /** By the driver alone: where it is refused, there is no other way. */
    public Databases(DatabaseAccess access, SecretSource secrets) {
        this(access, secrets, null, null, new ConcurrentHashMap<>());
    }

    /**
     * Connects nothing yet. A statement has as much time as is left to the call that it is part of.
     *
     * @param systems the hosts where SQL*Plus speaks with databases that refuse the driver
     */
    public Databases(DatabaseAccess access, SecretSource secrets, Systems systems) {
        this(access, secrets, systems, null, new ConcurrentHashMap<>());
    }

    private Databases(
            DatabaseAccess access,
            SecretSource secrets,
            @Nullable Systems systems,
            @Nullable Duration query,
            Map<String, String> releases) {
        this.access = access;
        this.secrets = secrets;
        this.systems = systems;
        this.query = query;
        this.releases = releases;
    }

    /** The same databases with a limit for each statement, below that of its call. */
    public Databases withQueryLimit(Duration limit) {
        return new Databases(access, secrets, systems, limit, releases);
    }

    /** A database as a step names it. What else is known of its listener stands in the landscape. */
    public record Address(
            String host,
            int port,
            String service,
            String credential,
            @Nullable String instance) {
        /** Any instance of it. */
        public Address(String host, int port, String service, String credential) {
            this(host, port, service, credential, null);
        }

        /** One instance of it, as {@code GV$INSTANCE} names it. */
        public Address at(String one) {
            return new Address(host, port, service, credential, one);
        }

        /**
         * Reads the inputs {@code host}, {@code port}, {@code service} and {@code credential}.
         *
         * @param prefix of these names, for example {@code source_}; may be empty
         */
        public static Address of(StepCall call, String prefix) {
            Inputs inputs = Inputs.of(call);
            return new Address(
                    inputs.text(prefix + "host"),
                    inputs.findWhole(prefix + "port").orElse(1521),
                    inputs.text(prefix + "service"),
                    inputs.text(prefix + "credential"));
        }

        /** The same database by another credential. */
        public Address as(String other) {
            return new Address(host, port, service, other, instance);
        }

        /** The name in {@link Databases#names} by which Oracle's programs are told of it. */
        public static final String ALIAS = "GULLIVER";

        /** As {@link Databases#names}, for a listener of which nothing else is known. */
        public String names() {
            return names(null);
        }

        private String names(@Nullable String sid) {
            return ScriptTemplate.load("tnsnames.ora")
                    .render(Map.of(
                            "host",
                            host.replaceAll("[\\[\\]]", ""),
                            "port",
                            Integer.toString(port),
                            "service",
                            sid == null && instance == null ? service : "",
                            "service_at",
                            sid == null && instance != null ? service : "",
                            "instance",
                            sid == null && instance != null ? instance : "",
                            "sid",
                            sid == null ? "" : sid));
        }

        /** How people are told where it is: {@code //host:port/service}. */
        public String connectString() {
            return "//" + host + ":" + port + "/" + service;
        }

        private String place() {
            return host.toLowerCase(Locale.ROOT) + ":" + port + "/" + service.toLowerCase(Locale.ROOT);
        }

        /** How people are told of it. */
        public String name() {
            return service + "@" + host;
        }
    }

    /** Opens for looking during a crossing, when the database may be restricted; nothing that changes it is let through. */
    public OracleClient read(Address address, StepContext context) {
        return read(address, ConnectionPurpose.ADMIN, context);
    }

    /** Opens for reading; nothing that changes anything is let through. */
    public OracleClient read(Address address, ConnectionPurpose purpose, StepContext context) {
        return open(address, purpose, true, context);
    }

    /** Opens for administration by a call, see {@link #change(Address, ConnectionPurpose, StepCall, StepContext)}. */
    public OracleClient change(Address address, StepCall call, StepContext context) {
        return change(address, ConnectionPurpose.ADMIN, call, context);
    }

    /**
     * Opens for work of a call, under a label that says whose the session is.
     *
     * @throws StepFailedException GENERATION_SUPERSEDED when a newer generation of the call's run is at work there
     */
    public OracleClient change(Address address, ConnectionPurpose purpose, StepCall call, StepContext context) {
        CatalogueClient client = open(address, purpose, false, context);
        try {
            client.label(SessionFence.label(call));
            SessionFence.requireNewest(client, address.name(), call);
            return client;
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** Logs on anew, asks for the release and logs off; answers what was seen, as a sentence. */
    public String check(Address address, StepContext context) {
        try (OracleClient client = read(address, ConnectionPurpose.READ, context)) {
            String release = client.release();
            return "Logged on to " + address.connectString() + " as " + user(address.credential()) + "; Oracle release "
                    + release + "."
                    + (access.certified(release)
                            ? ""
                            : " The driver is not certified for it"
                                    + (access.acceptUncertified()
                                            ? ", which the landscape accepts."
                                            : ": only looking is allowed (gulliver.landscape.databases.drivers)."));
        }
    }

    /** Where the listener of a database is reached, as the landscape's address template says. */
    public record Endpoint(String host, int port) {}

    /**
     * The endpoint of an address; host and port of the address itself where the template hides them.
     *
     * @throws StepFailedException INPUT_INVALID when they do not make an address
     */
    public Endpoint endpoint(Address address) {
        String url =
                settings(address, ConnectionPurpose.READ, "NOBODY", connect).url();
        Matcher parts = ENDPOINT.matcher(url);
        if (!parts.find()) {
            return new Endpoint(address.host(), address.port());
        }
        return parts.group("host") == null
                ? new Endpoint(parts.group("named"), Integer.parseInt(parts.group("at")))
                : new Endpoint(parts.group("host"), Integer.parseInt(parts.group("port")));
    }

    /** The catalogue of statements. */
    public OracleStatements statements() {
        return statements;
    }

    /**
     * By the driver; by SQL*Plus on its host where the release is too old for it. What only looks around ({@code READ}) has
     * ways of its own, and is told that the driver was refused.
     */
    private CatalogueClient open(Address address, ConnectionPurpose purpose, boolean readOnly, StepContext context) {
        DatabaseAccess.Credential credential = credential(address.credential());
        Duration left = context.timeLeft();
        OracleSettings settings = settings(
                address, purpose, credential.user(), query == null || query.compareTo(left) > 0 ? left : query);
        char[] password = password(address.credential(), address.host()).toCharArray();
        StatementLog log = call -> context.called(
                call.system(),
                call.operation(),
                call.operation().equals("connect")
                        ? credential.user() + "@" + address.host() + ":" + address.port() + "/" + address.service()
                        : call.statement(),
                call.outcome().startsWith("ok") ? "ok" : "failed",
                call.duration(),
                call.outcome());
        Systems hosts = purpose == ConnectionPurpose.READ ? null : systems;
        CatalogueClient client =
                hosts != null && releases.getOrDefault(address.place(), "").equals(TOO_OLD)
                        ? script(hosts, address, settings, password, readOnly, log)
                        : null;
        if (client == null) {
            JdbcOracleClient driven = null;
            try {
                driven = driven(address, settings, password, readOnly, log);
            } catch (OracleException e) {
                if (hosts == null || !OracleErrors.tooOld(e.code())) {
                    throw e;
                }
            }
            if (driven == null || hosts != null && tooOld(driven)) {
                releases.put(address.place(), TOO_OLD);
                client = script(hosts, address, settings, password, readOnly, log);
            } else {
                client = driven;
                if (purpose != ConnectionPurpose.READ) {
                    requireCertified(driven, address);
                }
            }
        }
        client.within(context::timeLeft);
        client.whenClosed(context.whenCalledOff(client::cancel));
        return client;
    }

    /** By the driver for its release: the one that is named for it, as far as it is known, else that for all. */
    private JdbcOracleClient driven(
            Address address, OracleSettings settings, char[] password, boolean readOnly, StatementLog log) {
        Path first = jar(releases.getOrDefault(address.place(), ""), settings);
        JdbcOracleClient client;
        try {
            client = JdbcOracleClient.open(settings.by(first), password, statements, readOnly, log);
        } catch (OracleException e) {
            // Which release it is was not said: one of the drivers for old ones may speak with it.
            if (!OracleErrors.tooOld(e.code())) {
                throw e;
            }
            for (Path other : access.drivers().stream()
                    .map(one -> Path.of(one.jar()))
                    .distinct()
                    .filter(jar -> !jar.equals(first))
                    .toList()) {
                Optional<JdbcOracleClient> speaks = tried(settings.by(other), password, readOnly, log);
                if (speaks.isPresent()) {
                    releases.put(address.place(), speaks.get().told());
                    return speaks.get();
                }
            }
            throw e;
        }
        String release = client.told();
        if (!release.isEmpty()) {
            releases.put(address.place(), release);
            Path right = jar(release, settings);
            if (!Objects.equals(first, right)) {
                client.close();
                return JdbcOracleClient.open(settings.by(right), password, statements, readOnly, log);
            }
        }
        return client;
    }

    private Optional<JdbcOracleClient> tried(
            OracleSettings settings, char[] password, boolean readOnly, StatementLog log) {
        try {
            return Optional.of(JdbcOracleClient.open(settings, password, statements, readOnly, log));
        } catch (OracleException e) {
            if (!OracleErrors.tooOld(e.code())) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private @Nullable Path jar(String release, OracleSettings settings) {
        return release.isEmpty() || release.equals(TOO_OLD)
                ? settings.driverJar()
                : access.driver(release).map(one -> Path.of(one.jar())).orElse(settings.driverJar());
    }

    private boolean tooOld(JdbcOracleClient client) {
        String release = client.told();
        if (release.isEmpty() || access.drives(release)) {
            return false;
        }
        client.close();
        return true;
    }

    /** What only looks is not asked this: nothing hangs on it but what people are told. */
    private void requireCertified(JdbcOracleClient client, Address address) {
        String release = client.told();
        if (!release.isEmpty() && !access.mayMove(release)) {
            client.close();
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    address.name() + " has release " + release
                            + ", for which Oracle does not certify this driver: it is" + " for "
                            + DatabaseAccess.CERTIFIED + " and later.",
                    "Name a driver for it in gulliver.landscape.databases.drivers (ojdbc8 19.x serves 11.2.0.4 to 18), or"
                            + " set gulliver.landscape.databases.accept-uncertified-drivers: true; restart the workers, then"
                            + " retry.");
        }
    }

    private CatalogueClient script(
            Systems hosts,
            Address address,
            OracleSettings settings,
            char[] password,
            boolean readOnly,
            StatementLog log) {
        String sid = sid(address);
        String script = ScriptTemplate.load("sqlplus-session.sh")
                .render(Map.of(
                        "oracle_sid",
                        sid == null ? address.service().split("\\.")[0].toUpperCase(Locale.ROOT) : sid,
                        "logon",
                        settings.user() + "@" + settings.where().plain() + (settings.sysdba() ? " AS SYSDBA" : "")));
        HostDialogue dialogue = hosts.speak(address.host(), "/bin/sh -c " + ScriptLanguage.SHELL.escape(script));
        return SqlPlusOracleClient.open(settings, password, statements, readOnly, log, spoken(dialogue));
    }

    private static SqlPlusProgram spoken(HostDialogue dialogue) {
        return new SqlPlusProgram() {
            @Override
            public void say(String text) {
                dialogue.say(text);
            }

            @Override
            public @Nullable String line(Duration atMost) {
                return dialogue.line(atMost);
            }

            @Override
            public boolean over() {
                return dialogue.over();
            }

            @Override
            public void interrupt() {
                dialogue.interrupt();
            }

            @Override
            public void close() {
                dialogue.close();
            }
        };
    }

    /**
     * A tnsnames.ora for Oracle's programs on the host, which reaches a restricted instance too. Easy connect cannot, and a
     * descriptor is no word that expdp reads on its command line.
     */
    public String names(Address address) {
        return address.names(sid(address));
    }

    /** The descriptor of a database link that leads there; it reaches a restricted instance too. */
    public String link(Address address) {
        return where(address, ConnectionPurpose.DATA_PUMP).text(connect);
    }

    private @Nullable String sid(Address address) {
        DatabaseAccess.Listener listener = access.listeners().get(address.host().toLowerCase(Locale.ROOT));
        return listener == null ? null : listener.sids().get(address.service());
    }

    private ConnectDescriptor where(Address address, ConnectionPurpose purpose) {
        DatabaseAccess.Listener listener = access.listeners().get(address.host().toLowerCase(Locale.ROOT));
        List<ConnectDescriptor.Endpoint> endpoints =
                listener == null || listener.addresses().isEmpty()
                        ? List.of(new ConnectDescriptor.Endpoint(address.host(), address.port()))
                        : listener.addresses().stream()
                                .map(one -> endpoint(one, address.port()))
                                .toList();
        String sid = sid(address);
        return new ConnectDescriptor(
                endpoints,
                sid == null ? address.service() : null,
                sid,
                address.instance(),
                purpose.reachesRestricted());
    }

    private static ConnectDescriptor.Endpoint endpoint(String text, int usual) {
        int colon = text.lastIndexOf(':');
        return colon > text.lastIndexOf(']')
                ? new ConnectDescriptor.Endpoint(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)))
                : new ConnectDescriptor.Endpoint(text, usual);
    }

    private OracleSettings settings(Address address, ConnectionPurpose purpose, String user, Duration limit) {
        try {
            return new OracleSettings(
                    address.name(),
                    where(address, purpose),
                    user,
                    user.equalsIgnoreCase("SYS"),
                    access.urlTemplate(),
                    path(access.driverJar()),
                    connect,
                    limit);
        } catch (IllegalArgumentException e) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    String.valueOf(e.getMessage()),
                    "Correct host, port and service in the inventory or the landing, then retry the step.");
        }
    }

    private static @Nullable Path path(@Nullable String text) {
        return text == null ? null : Path.of(text);
    }

    /** The user behind a credential, in capitals as the dictionary has it. */
    public String user(String credential) {
        return credential(credential).user().toUpperCase(Locale.ROOT);
    }

    /** Users of all configured credentials, in capitals: ours, no application's. */
    public Set<String> ownUsers() {
        Set<String> users = new TreeSet<>();
        access.credentials().values().forEach(c -> users.add(c.user().toUpperCase(Locale.ROOT)));
        return users;
    }

    /** The password behind a credential, for one host. */
    public String password(String credential, String host) {
        return secrets.resolve(SecretRef.parse(credential(credential).secret()), KIND, host);
    }

    private DatabaseAccess.Credential credential(String name) {
        DatabaseAccess.Credential found = access.credentials().get(name);
        if (found == null) {
            throw new StepFailedException(
                    FailureCode.SYSTEM_UNKNOWN,
                    "There is no credential " + name + " in gulliver.landscape.databases.credentials; known are "
                            + access.credentials().keySet() + ".",
                    "Correct the name in the inventory or the policy, or add the credential and restart the workers.");
        }
        return found;
    }

    /** Writes statements for single tables that both of two databases understand and answer alike. */
    public TableStatements tables(OracleClient a, OracleClient b) {
        return TableStatements.between(statements, side(a), side(b));
    }

    private static TableStatements.Side side(OracleClient client) {
        String characterSet = client.query("character-sets").stream()
                .filter(row -> row.text("PARAMETER").equals("NLS_CHARACTERSET"))
                .map(row -> row.text("VALUE"))
                .findFirst()
                .orElseThrow();
        return new TableStatements.Side(client.release(), characterSet);
    }
}
