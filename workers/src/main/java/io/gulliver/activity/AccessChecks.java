package io.gulliver.activity;

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
import io.gulliver.secret.SecretRegistry;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
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
final class AccessChecks implements AccessActivities, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AccessChecks.class);
    private static final Duration RESOLVE = Duration.ofSeconds(5);
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration QUERY = Duration.ofSeconds(20);
    private static final Duration SCRIPT = Duration.ofSeconds(20);
    private static final int NO_CREATE_SESSION = 1045;
    private static final Set<Integer> NO_RIGHT = Set.of(942, 1031);

    /** Older ones the JDBC driver is not certified for: scripts on their host read them. */
    private static final String FIRST_BY_JDBC = "11.2.0.4";

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

    AccessChecks(Systems systems, Databases databases, CallRecorder calls, SecretRegistry secrets, Clock clock) {
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
        CallsOnly context = new CallsOnly(calls, secrets, clock);
        return systems.during(context, () -> new Round(probe, context).run());
    }

    /** The tries of one database. */
    private final class Round {
        private final AccessProbe probe;
        private final CallsOnly context;
        private final Map<AccessItem, AccessFinding> found = new EnumMap<>(AccessItem.class);
        private final Set<String> missing = new TreeSet<>();

        Round(AccessProbe probe, CallsOnly context) {
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
                shell(host);
            }
            for (AccessItem item : AccessItem.values()) {
                found.computeIfAbsent(
                        item, one -> AccessFinding.unknown(one, "Not tried: see what does not work before it."));
            }
            return new AccessAnswer(probe.database(), List.copyOf(found.values()), List.copyOf(missing), worker());
        }

        private void put(AccessFinding finding) {
            found.put(
                    finding.item(),
                    new AccessFinding(
                            finding.item(),
                            finding.state(),
                            secrets.mask(finding.seen()),
                            finding.action() == null ? null : secrets.mask(finding.action()),
                            finding.role()));
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
            String where = endpoint.host() + ":" + endpoint.port();
            long begun = System.nanoTime();
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), (int) CONNECT.toMillis());
                called(where, "ok", begun, "connected");
                put(AccessFinding.good(
                        AccessItem.PORT,
                        where + " takes connections from "
                                + socket.getLocalAddress().getHostAddress() + "."));
                return true;
            } catch (SocketTimeoutException e) {
                called(where, "failed", begun, "no answer");
                put(AccessFinding.bad(
                        AccessItem.PORT,
                        where + " did not answer within " + CONNECT.toSeconds() + " s.",
                        "Open tcp " + where + " in the firewalls between the workers and the host."));
            } catch (ConnectException e) {
                called(where, "failed", begun, e.getMessage());
                put(AccessFinding.bad(
                                AccessItem.PORT,
                                where + " refuses connections.",
                                "Start the listener on " + where + ", or correct source_port in the inventory.")
                        .by("dba"));
            } catch (IOException e) {
                called(where, "failed", begun, e.getMessage());
                put(AccessFinding.bad(
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
            if (everything || wanted.isEmpty()) {
                put(AccessFinding.good(AccessItem.OTHER_GRANTS, user + " holds what single questions need."));
                return;
            }
            missing.addAll(wanted.keySet());
            List<String> costs = new ArrayList<>();
            wanted.forEach((right, questions) -> costs.add(right + " for " + String.join(", ", questions)));
            put(AccessFinding.bad(
                    AccessItem.OTHER_GRANTS,
                    user + " lacks " + String.join("; ", costs) + ". Discovery goes on without these questions.",
                    "Run the grant script of this request, or agree that these questions stay unanswered."));
        }

        private void awr(OracleClient client) {
            if (!probe.awr()) {
                awrUnread();
                return;
            }
            try {
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

        private void awrUnread() {
            if (!probe.awr()) {
                needless(
                        "The program does not say that the Diagnostics Pack is licensed: AWR is not read.",
                        AccessItem.AWR);
            }
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

        private void unreached(SshHost host, SshException e) {
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

    private static @Nullable String worker() {
        try {
            return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
        } catch (UnknownHostException nameless) {
            return null;
        }
    }
}
