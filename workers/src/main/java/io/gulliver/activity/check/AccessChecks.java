package io.gulliver.activity.check;

import io.gulliver.activity.Failures;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.runtime.RecordingContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OracleStatement;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.SshException;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.assessment.window.AwrSettings;
import io.gulliver.contract.activity.AccessActivities;
import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.activity.CallRecorder;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessReach;
import io.gulliver.domain.access.AccessState;
import io.gulliver.secret.SecretRegistry;
import java.io.IOException;
import java.net.ConnectException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries everything that reading a database needs, in the order in which one thing depends on the other: what stands
 * behind something that does not work is not tried. Each try has its time limit, and none is repeated: a wrong password
 * tried twice may lock the account.
 */
public final class AccessChecks implements AccessActivities, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AccessChecks.class);
    private static final Duration RESOLVE = Duration.ofSeconds(5);
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration QUERY = Duration.ofSeconds(20);
    private static final Duration SCRIPT = Duration.ofSeconds(20);
    private static final int NO_CREATE_SESSION = 1045;
    private static final Set<Integer> NO_RIGHT = Set.of(942, 1031);

    /** Older ones the JDBC driver is not certified for: scripts on their host read them. */
    private static final String FIRST_BY_JDBC = "11.2.0.4";

    private static final String ORACLE_NET = "Oracle Net";
    private static final List<AccessState> WORST_FIRST =
            List.of(AccessState.BAD, AccessState.UNKNOWN, AccessState.GOOD, AccessState.NEEDLESS);
    private static final Pattern LISTENER = Pattern.compile("(?<host>[A-Za-z0-9._-]+)(?::(?<port>\\d{1,5}))?");

    /** What discovery-grants.sql grants of STATSPACK. */
    private static final List<String> STATSPACK_TABLES = List.of(
            "STATS$SNAPSHOT",
            "STATS$SYSSTAT",
            "STATS$OSSTAT",
            "STATS$OSSTATNAME",
            "STATS$SYS_TIME_MODEL",
            "STATS$TIME_MODEL_STATNAME",
            "STATS$SYSTEM_EVENT",
            "STATS$SQL_SUMMARY");

    private static final Pattern RIGHT = Pattern.compile("[A-Z][A-Z_$#]*(?: [A-Z]+)*");
    private static final Pattern SAID = Pattern.compile("(?m)^(sar|samples|days|service)=(.*)$");

    private final Systems systems;
    private final Databases databases;
    private final CallRecorder calls;
    private final SecretRegistry secrets;
    private final Clock clock;
    private final ExecutorService resolvers = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "access-resolver");
        thread.setDaemon(true);
        return thread;
    });

    public AccessChecks(Systems systems, Databases databases, CallRecorder calls, SecretRegistry secrets, Clock clock) {
        this.systems = systems;
        this.databases = databases.withQueryLimit(QUERY);
        this.calls = calls;
        this.secrets = secrets;
        this.clock = clock;
    }

    @Override
    public void close() {
        resolvers.shutdownNow();
    }

    @Override
    public AccessAnswer check(AccessProbe probe) {
        RecordingContext context = new RecordingContext(calls, secrets, clock);
        return systems.during(context, () -> new Round(probe, context).run());
    }

    /** The tries of one database. */
    private final class Round {
        private final AccessProbe probe;
        private final RecordingContext context;
        private final Map<AccessItem, AccessFinding> found = new EnumMap<>(AccessItem.class);
        private final Set<String> missing = new TreeSet<>();
        private final List<AccessReach> reached = new ArrayList<>();
        /** Which of several hosts is spoken of; empty while there is one. */
        private String subject = "";

        Round(AccessProbe probe, RecordingContext context) {
            this.probe = probe;
            this.context = context;
        }

        AccessAnswer run() {
            String host = probe.host();
            if (host == null) {
                put(AccessFinding.bad(
                                AccessItem.NAME,
                                "The inventory names no source host.",
                                "Give source_host, source_port and source_service in the inventory.")
                        .by("migration-manager"));
            } else {
                database(host);
                shells(host);
            }
            for (AccessItem item : AccessItem.values()) {
                found.computeIfAbsent(
                        item, one -> AccessFinding.unknown(one, "Not tried: see what does not work before it."));
            }
            return new AccessAnswer(
                    probe.database(), List.copyOf(found.values()), List.copyOf(missing), worker(), reached);
        }

        /** Of several listeners or hosts the worst counts, and each is told. */
        private void put(AccessFinding finding) {
            AccessFinding told = new AccessFinding(
                    finding.item(),
                    finding.state(),
                    (subject.isEmpty() ? "" : subject + ": ") + secrets.mask(finding.seen()),
                    finding.action() == null ? null : secrets.mask(finding.action()),
                    finding.role());
            found.merge(finding.item(), told, Round::both);
        }

        private static AccessFinding both(AccessFinding one, AccessFinding more) {
            AccessFinding worse = WORST_FIRST.indexOf(more.state()) < WORST_FIRST.indexOf(one.state()) ? more : one;
            return new AccessFinding(
                    one.item(),
                    worse.state(),
                    one.seen() + " " + more.seen(),
                    one.action() == null || one.action().equals(more.action())
                            ? more.action() == null ? one.action() : more.action()
                            : more.action() == null ? one.action() : one.action() + " " + more.action(),
                    worse.role());
        }

        private void needless(String why, AccessItem... items) {
            for (AccessItem item : items) {
                put(AccessFinding.needless(item, why));
            }
        }

        private void database(String host) {
            if (byScript()) {
                needless(
                        "Release " + probe.release() + " is before " + FIRST_BY_JDBC
                                + ": scripts on its host read it, with the rights of the operating system.",
                        AccessItem.PORT,
                        AccessItem.LOGIN,
                        AccessItem.CREATE_SESSION,
                        AccessItem.CATALOGUE,
                        AccessItem.OTHER_GRANTS);
                awrUnread();
                resolves(host);
                return;
            }
            String service = probe.service();
            if (service == null) {
                put(AccessFinding.bad(
                                AccessItem.LOGIN,
                                "The inventory names no source service.",
                                "Give source_service in the inventory.")
                        .by("migration-manager"));
                resolves(host);
                return;
            }
            for (String further : probe.addresses()) {
                listener(further, service);
            }
            Databases.Endpoint endpoint;
            String credential = probe.credential();
            Databases.Address address =
                    new Databases.Address(host, probe.port(), service, credential == null ? "" : credential);
            try {
                endpoint = databases.endpoint(address);
            } catch (StepFailedException invalid) {
                put(AccessFinding.bad(
                                AccessItem.NAME,
                                invalid.failure().message(),
                                "Correct host, port and service in the inventory.")
                        .by("migration-manager"));
                return;
            }
            if (!resolves(endpoint.host()) || !connects(endpoint)) {
                return;
            }
            if (credential == null) {
                put(AccessFinding.bad(
                                AccessItem.LOGIN,
                                "The inventory names no credential.",
                                "Give credential in the inventory: a name of gulliver.landscape.databases.credentials.")
                        .by("migration-manager"));
                return;
            }
            login(address);
        }

        /** Tries a further listener: {@code host} or {@code host:port}. */
        private void listener(String text, String service) {
            Matcher parts = LISTENER.matcher(text);
            if (!parts.matches()) {
                put(AccessFinding.bad(
                                AccessItem.NAME,
                                "'" + text + "' of source_addresses is no host and no host:port.",
                                "Correct source_addresses in the inventory.")
                        .by("migration-manager"));
                return;
            }
            String port = parts.group("port");
            try {
                Databases.Endpoint endpoint = databases.endpoint(new Databases.Address(
                        parts.group("host"), port == null ? probe.port() : Integer.parseInt(port), service, ""));
                if (resolves(endpoint.host())) {
                    connects(endpoint);
                } else {
                    reached.add(new AccessReach(
                            endpoint.host(),
                            endpoint.port(),
                            ORACLE_NET,
                            AccessState.UNKNOWN,
                            null,
                            null,
                            "Make the name resolve in the workers' zone.",
                            "network"));
                }
            } catch (StepFailedException invalid) {
                put(AccessFinding.bad(
                                AccessItem.NAME,
                                invalid.failure().message(),
                                "Correct source_addresses in the inventory.")
                        .by("migration-manager"));
            }
        }

        /** Whether the inventory tells a release that is too old for the driver. */
        private boolean byScript() {
            String release = probe.release();
            return release != null && release.matches("\\d+(\\.\\d+)*") && before(release, FIRST_BY_JDBC);
        }

        private boolean resolves(String name) {
            Future<InetAddress[]> answer = resolvers.submit(() -> InetAddress.getAllByName(name));
            try {
                InetAddress[] addresses = answer.get(RESOLVE.toSeconds(), TimeUnit.SECONDS);
                put(AccessFinding.good(AccessItem.NAME, name + " is " + addresses[0].getHostAddress() + " here."));
                return true;
            } catch (TimeoutException e) {
                answer.cancel(true);
                put(AccessFinding.bad(
                        AccessItem.NAME,
                        "The name " + name + " did not resolve within " + RESOLVE.toSeconds() + " s.",
                        "Look at the name servers that the workers' machines ask."));
            } catch (ExecutionException e) {
                put(AccessFinding.bad(
                        AccessItem.NAME,
                        e.getCause() instanceof UnknownHostException
                                ? "No name server here knows " + name + "."
                                : "The name " + name + " did not resolve: " + e.getCause() + ".",
                        "Make the name resolve in the workers' zone, or correct source_host in the inventory."));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                answer.cancel(true);
                put(AccessFinding.unknown(AccessItem.NAME, "The worker was stopped before the name resolved."));
            }
            return false;
        }

        private boolean connects(Databases.Endpoint endpoint) {
            boolean open = connected(endpoint);
            AccessFinding last = port;
            reached.add(new AccessReach(
                    endpoint.host(),
                    endpoint.port(),
                    ORACLE_NET,
                    open ? AccessState.GOOD : AccessState.BAD,
                    local(endpoint.host(), endpoint.port()),
                    address(endpoint.host()),
                    last == null || open ? null : last.action(),
                    last == null || open ? null : last.role()));
            return open;
        }

        /** What the last connection to a listener was found to be. */
        private @Nullable AccessFinding port;

        private void port(AccessFinding finding) {
            port = finding;
            put(finding);
        }

        private boolean connected(Databases.Endpoint endpoint) {
            String where = endpoint.host() + ":" + endpoint.port();
            long begun = System.nanoTime();
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), (int) CONNECT.toMillis());
                called(where, "ok", begun, "connected");
                port(AccessFinding.good(
                        AccessItem.PORT,
                        where + " takes connections from "
                                + socket.getLocalAddress().getHostAddress() + "."));
                return true;
            } catch (SocketTimeoutException e) {
                called(where, "failed", begun, "no answer");
                port(AccessFinding.bad(
                        AccessItem.PORT,
                        where + " did not answer within " + CONNECT.toSeconds() + " s.",
                        "Open tcp " + where + " in the firewalls between the workers and the host."));
            } catch (ConnectException e) {
                called(where, "failed", begun, e.getMessage());
                port(AccessFinding.bad(
                                AccessItem.PORT,
                                where + " refuses connections.",
                                "Start the listener on " + where + ", or correct source_port in the inventory.")
                        .by("dba"));
            } catch (IOException e) {
                called(where, "failed", begun, e.getMessage());
                port(AccessFinding.bad(
                        AccessItem.PORT,
                        where + " cannot be reached: " + e.getMessage() + ".",
                        "Look at routes and firewalls between the workers and " + where + "."));
            }
            return false;
        }

        private void called(String where, String status, long begun, @Nullable String message) {
            context.called(where, "connect", where, status, Duration.ofNanos(System.nanoTime() - begun), message);
        }

        private void login(Databases.Address address) {
            String user;
            try {
                user = databases.user(address.credential());
            } catch (StepFailedException unknown) {
                put(AccessFinding.bad(AccessItem.LOGIN, unknown.failure().message(), advice(unknown.failure()))
                        .by("admin"));
                return;
            }
            try (OracleClient client = databases.read(address, context)) {
                String release = release(client);
                put(AccessFinding.good(
                        AccessItem.LOGIN,
                        "Logged on to " + address.connectString() + " as " + user
                                + (release == null ? "." : "; Oracle release " + release + ".")));
                put(AccessFinding.good(AccessItem.CREATE_SESSION, "The log-on needs it."));
                rights(client, user, release);
                awr(client);
            } catch (OracleException e) {
                refused(e, user);
            } catch (RuntimeException e) {
                StepFailure failure = described("The log-on to " + probe.database(), e);
                put(AccessFinding.bad(AccessItem.LOGIN, failure.message(), advice(failure))
                        .by("admin"));
            }
        }

        /** Null where the user may not even ask for it, or something went wrong on the way. */
        private @Nullable String release(OracleClient client) {
            try {
                return client.release();
            } catch (OracleException e) {
                log.debug("{} does not tell its release: {}", probe.database(), e.oraCode());
                return null;
            }
        }

        private void refused(OracleException e, String user) {
            StepFailure failure = described("The log-on to " + probe.database(), e);
            if (e.code() == NO_CREATE_SESSION) {
                missing.add("CREATE SESSION");
                put(AccessFinding.good(AccessItem.LOGIN, "The database knows " + user + " and its password."));
                put(AccessFinding.bad(
                        AccessItem.CREATE_SESSION,
                        failure.message(),
                        "Run the grant script of this request: GRANT CREATE SESSION TO " + user + "."));
                return;
            }
            put(AccessFinding.bad(
                    AccessItem.LOGIN,
                    failure.message(),
                    "Look at the account " + user + " and its password. " + advice(failure)));
        }

        private void rights(OracleClient client, String user, @Nullable String release) {
            Set<String> held = new TreeSet<>();
            try {
                client.query("session-rights").forEach(row -> held.add(row.text("NAME")));
            } catch (OracleException e) {
                StepFailure failure = described("The question for the rights of " + user, e);
                put(AccessFinding.unknown(AccessItem.CATALOGUE, failure.message()));
                put(AccessFinding.unknown(AccessItem.OTHER_GRANTS, failure.message()));
                return;
            }
            boolean everything = held.contains("SYSDBA");
            if (everything || held.contains("SELECT_CATALOG_ROLE") || held.contains("SELECT ANY DICTIONARY")) {
                put(AccessFinding.good(AccessItem.CATALOGUE, user + " reads the dictionary."));
            } else {
                missing.add("SELECT_CATALOG_ROLE");
                put(AccessFinding.bad(
                        AccessItem.CATALOGUE,
                        user + " holds neither SELECT_CATALOG_ROLE nor SELECT ANY DICTIONARY.",
                        "Run the grant script of this request: GRANT SELECT_CATALOG_ROLE TO " + user + "."));
            }
            if (release == null) {
                put(AccessFinding.unknown(
                        AccessItem.OTHER_GRANTS, "Which ones follows from the release, which was not told."));
                return;
            }
            Map<String, Set<String>> wanted = others(release);
            wanted.keySet().removeAll(held);
            if (everything) {
                wanted.clear();
            }
            boolean vault = false;
            if (found.get(AccessItem.CATALOGUE).state() == AccessState.GOOD) {
                statspack(client, wanted);
                vault = vault(client, release);
            }
            if (wanted.isEmpty() && !vault) {
                put(AccessFinding.good(AccessItem.OTHER_GRANTS, user + " holds what single questions need."));
                return;
            }
            missing.addAll(wanted.keySet());
            List<String> costs = new ArrayList<>();
            Map<String, Set<String>> byQuestions = new LinkedHashMap<>();
            wanted.forEach((right, questions) -> byQuestions
                    .computeIfAbsent(String.join(", ", questions), none -> new TreeSet<>())
                    .add(right));
            byQuestions.forEach((questions, rights) -> costs.add(String.join(", ", rights) + " for " + questions));
            if (vault) {
                costs.add("a role of Database Vault for vault-status");
            }
            put(AccessFinding.bad(
                    AccessItem.OTHER_GRANTS,
                    user + " lacks " + String.join("; ", costs) + ". Discovery goes on without these questions.",
                    (wanted.isEmpty() ? "" : "Run the grant script of this request, ")
                            + (vault
                                    ? (wanted.isEmpty() ? "Have" : "have")
                                            + " an administrator of Database Vault grant a role such as DV_SECANALYST to "
                                            + user + ", "
                                    : "")
                            + "or agree that these questions stay unanswered."));
        }

        /** Tables of STATSPACK, needed where it is there and AWR is not read: no role has the right to read them. */
        private void statspack(OracleClient client, Map<String, Set<String>> wanted) {
            if (probe.awr()) {
                return;
            }
            try {
                if (client.query("statspack-tables").size() < STATSPACK_TABLES.size() / 2) {
                    return;
                }
                client.query("statspack-coverage", Map.of(), QUERY);
            } catch (OracleException e) {
                if (NO_RIGHT.contains(e.code())) {
                    STATSPACK_TABLES.forEach(table -> wanted.put(
                            "SELECT ON PERFSTAT." + table, new TreeSet<>(Set.of("the questions of STATSPACK"))));
                } else {
                    log.debug("{} does not tell of STATSPACK: {}", probe.database(), e.oraCode());
                }
            }
        }

        /** Whether Database Vault is on and its state may not be read. */
        private boolean vault(OracleClient client, String release) {
            if (!databases.statements().require("vault-status").versions().contains(release)) {
                return false;
            }
            try {
                boolean on = client.query("options").stream()
                        .anyMatch(row -> "Oracle Database Vault".equals(row.findText("PARAMETER"))
                                && "TRUE".equals(row.findText("VALUE")));
                if (on) {
                    client.query("vault-status");
                }
                return false;
            } catch (OracleException e) {
                return NO_RIGHT.contains(e.code());
            }
        }

        private void awr(OracleClient client) {
            if (!probe.awr()) {
                awrUnread();
                return;
            }
            try {
                String access = packAccess(client);
                if (access != null && !access.contains("DIAGNOSTIC")) {
                    put(
                            AccessFinding.bad(
                                    AccessItem.AWR,
                                    "The program says that the Diagnostics Pack is licensed, and CONTROL_MANAGEMENT_PACK_ACCESS is "
                                            + access + ": discovery does not read AWR.",
                                    "Decide: where it is licensed, ALTER SYSTEM SET CONTROL_MANAGEMENT_PACK_ACCESS ="
                                            + " 'DIAGNOSTIC+TUNING'; else say diagnostics_pack: unlicensed for this database."));
                    return;
                }
                List<OracleRow> rows = client.query("awr-settings");
                List<AwrSettings> settings = rows.stream()
                        .flatMap(row -> AwrSettings.read(row.text("SNAP_INTERVAL"), row.text("RETENTION")).stream())
                        .toList();
                if (settings.isEmpty()) {
                    put(AccessFinding.unknown(AccessItem.AWR, "DBA_HIST_WR_CONTROL tells no interval and retention."));
                    return;
                }
                AwrSettings least = settings.stream()
                        .filter(one -> !one.enough(probe.keepDays()))
                        .findFirst()
                        .orElse(settings.get(0));
                put(
                        least.enough(probe.keepDays())
                                ? AccessFinding.good(AccessItem.AWR, "AWR: " + least.words() + ".")
                                : AccessFinding.bad(
                                        AccessItem.AWR,
                                        "AWR: " + least.words() + "; wanted are " + probe.keepDays()
                                                + " days, at least one snapshot an hour.",
                                        "Decide and run: " + least.proposal(probe.keepDays())));
            } catch (OracleException e) {
                StepFailure failure = described("The question for the settings of AWR", e);
                put(
                        NO_RIGHT.contains(e.code())
                                ? AccessFinding.bad(
                                        AccessItem.AWR,
                                        failure.message(),
                                        "Run the grant script of this request, then check again.")
                                : AccessFinding.unknown(AccessItem.AWR, failure.message()));
            }
        }

        /** The switch of 11.1 and later; null where there is none. */
        private @Nullable String packAccess(OracleClient client) {
            String release = release(client);
            return release == null
                            || !databases
                                    .statements()
                                    .require("pack-licence")
                                    .versions()
                                    .contains(release)
                    ? null
                    : client.query("pack-licence").stream()
                            .map(row -> String.valueOf(row.findText("VALUE")))
                            .findFirst()
                            .orElse(null);
        }

        private void awrUnread() {
            if (!probe.awr()) {
                needless(
                        "The program does not say that the Diagnostics Pack is licensed: AWR is not read.",
                        AccessItem.AWR);
            }
        }

        /** Logs in to the host of the inventory, and to every further node of its cluster. */
        private void shells(String first) {
            if (probe.nodes().isEmpty()) {
                shell(first);
                return;
            }
            Set<String> names = new LinkedHashSet<>(List.of(first));
            names.addAll(probe.nodes());
            for (String name : names) {
                subject = name;
                shell(name);
            }
            subject = "";
        }

        private void shell(String name) {
            SshHost host;
            try {
                host = systems.host(name);
            } catch (StepFailedException unknown) {
                put(AccessFinding.bad(AccessItem.SSH, unknown.failure().message(), advice(unknown.failure()))
                        .by("admin"));
                return;
            } catch (RuntimeException e) {
                StepFailure failure = described("The login to " + name, e);
                put(AccessFinding.bad(AccessItem.SSH, failure.message(), advice(failure))
                        .by("admin"));
                return;
            }
            try {
                String seen = systems.checkHost(name);
                put(AccessFinding.good(AccessItem.HOST_KEY, "The host key is the pinned one."));
                put(AccessFinding.good(AccessItem.SSH, seen));
                reached(host, AccessState.GOOD, null);
            } catch (SshException e) {
                unreached(host, e);
                return;
            } catch (RuntimeException e) {
                StepFailure failure = described("The login to " + name, e);
                put(AccessFinding.bad(AccessItem.SSH, failure.message(), advice(failure))
                        .by("admin"));
                return;
            }
            sysstat(host);
        }

        private void reached(SshHost host, AccessState state, @Nullable String action) {
            reached.add(new AccessReach(
                    host.address(),
                    host.port(),
                    "SSH",
                    state,
                    local(host.address(), host.port()),
                    address(host.address()),
                    action,
                    action == null ? null : "network"));
        }

        private void unreached(SshHost host, SshException e) {
            boolean shut = e.kind() == SshException.Kind.TRANSIENT || e.kind() == SshException.Kind.TIMEOUT;
            // whoever shows a key or refuses a login was reached
            reached(
                    host,
                    shut ? AccessState.BAD : AccessState.GOOD,
                    shut ? "Open tcp " + host.address() + ":" + host.port() + ", or start its SSH server." : null);
            StepFailure failure = described("The login to " + host.name(), e);
            switch (e.kind()) {
                case HOST_KEY ->
                    put(AccessFinding.bad(
                            AccessItem.HOST_KEY,
                            failure.message(),
                            "Ask the host's administrator for its fingerprint by another way, then pin it in"
                                    + " gulliver.landscape.hosts; never take over a key that is merely shown."));
                case AUTH -> {
                    put(AccessFinding.good(AccessItem.HOST_KEY, "The host key is the pinned one."));
                    put(AccessFinding.bad(
                            AccessItem.SSH,
                            failure.message(),
                            "Let " + host.user() + " log in with the key that gulliver.landscape.hosts names."));
                }
                case TRANSIENT, TIMEOUT ->
                    put(AccessFinding.bad(
                                    AccessItem.SSH,
                                    failure.message(),
                                    "Open tcp " + host.address() + ":" + host.port()
                                            + " in the firewalls between the workers and the host, and see that its SSH"
                                            + " server runs.")
                            .by("network"));
                case REMOTE, CONFLICT, CAPACITY ->
                    put(AccessFinding.bad(AccessItem.SSH, failure.message(), advice(failure)));
            }
        }

        private void sysstat(SshHost host) {
            String job = "access-sysstat-" + UUID.randomUUID().toString().substring(0, 12);
            try {
                JobStatus ended = systems.jobs()
                        .runShort(
                                host,
                                JobSpec.of(
                                        job,
                                        0,
                                        ScriptTemplate.load("sysstat.sh").render(Map.of())),
                                SCRIPT);
                Integer code = ended.exitCode();
                if (code == null) {
                    systems.jobs().stop(host, job, 0);
                    put(AccessFinding.unknown(
                            AccessItem.SYSSTAT,
                            "The question for sysstat did not end within " + SCRIPT.toSeconds() + " s."));
                } else {
                    said(systems.jobs().readLog(host, job, 0, 4096).text());
                }
                systems.jobs().remove(host, job, 0);
            } catch (RuntimeException e) {
                put(AccessFinding.unknown(
                        AccessItem.SYSSTAT,
                        described("The question for sysstat", e).message()));
            }
        }

        private void said(String output) {
            Map<String, String> said = new TreeMap<>();
            Matcher lines = SAID.matcher(output);
            while (lines.find()) {
                said.put(lines.group(1), lines.group(2).strip());
            }
            String service = said.getOrDefault("service", "").isEmpty() ? "" : "; service " + said.get("service");
            if ("no".equals(said.get("sar"))) {
                put(AccessFinding.bad(
                        AccessItem.SYSSTAT,
                        "sysstat is not installed: there is no program sar.",
                        "Install sysstat and switch it on: systemctl enable --now sysstat, a sample at least every 10"
                                + " minutes, 31 days or more kept (HISTORY in sysconfig)."));
            } else if (said.getOrDefault("samples", "0").equals("0")) {
                put(AccessFinding.bad(
                        AccessItem.SYSSTAT,
                        "sar has no samples of today or yesterday" + service + ".",
                        "Switch the collection on: systemctl enable --now sysstat, or its cron job; a sample at least"
                                + " every 10 minutes, 31 days or more kept (HISTORY in sysconfig)."));
            } else {
                put(AccessFinding.good(
                        AccessItem.SYSSTAT,
                        said.get("samples") + " samples of the last day"
                                + ("0".equals(said.getOrDefault("days", "0"))
                                        ? ""
                                        : ", files of " + said.get("days") + " days")
                                + service + "."));
            }
        }
    }

    /** Rights beyond the dictionary, by name, with the questions that discovery asks by them of this release. */
    private Map<String, Set<String>> others(String release) {
        Map<String, Set<String>> wanted = new TreeMap<>();
        for (OracleStatement statement : databases.statements().all().values()) {
            OracleStatement.Discovery discovery = statement.discovery();
            if (discovery == null
                    || discovery.load() != null
                    || !statement.versions().contains(release)) {
                continue;
            }
            for (String right : statement.privileges()) {
                // words beyond a name say a condition that cannot be seen from here
                if (RIGHT.matcher(right).matches() && !right.equals("SELECT_CATALOG_ROLE")) {
                    wanted.computeIfAbsent(right, name -> new TreeSet<>()).add(discovery.question());
                }
            }
        }
        return wanted;
    }

    private StepFailure described(String what, RuntimeException e) {
        StepFailure failure = Failures.described(what, e);
        if (failure.code().equals(FailureCode.INTERNAL.name())) {
            log.error("A bug in a try of access", e);
        }
        return failure;
    }

    private static String advice(StepFailure failure) {
        return failure.advice() == null ? "See the worker's log." : failure.advice();
    }

    private static boolean before(String release, String limit) {
        String[] have = release.split("\\.");
        String[] want = limit.split("\\.");
        for (int i = 0; i < Math.min(have.length, want.length); i++) {
            int order = Integer.compare(Integer.parseInt(have[i].replaceAll("\\D.*", "")), Integer.parseInt(want[i]));
            if (order != 0) {
                return order < 0;
            }
        }
        return false;
    }

    /** The address that this machine would send from; asking for it sends nothing. */
    private static @Nullable String local(String host, int port) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(host, port));
            InetAddress from = socket.getLocalAddress();
            return from.isAnyLocalAddress() ? null : from.getHostAddress();
        } catch (IOException | RuntimeException nowhere) {
            return null;
        }
    }

    private static @Nullable String address(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException nameless) {
            return null;
        }
    }

    private static @Nullable String worker() {
        try {
            return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
        } catch (UnknownHostException nameless) {
            return null;
        }
    }
}
