package io.gulliver.activity.check;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.runtime.RecordingContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OracleStatement;
import io.gulliver.assessment.window.AwrSettings;
import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.landscape.ConnectionPurpose;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tries a database: its listeners, the log-on, the rights that reading needs, and whether AWR may be read. */
final class DatabaseTries {
    private static final Logger log = LoggerFactory.getLogger(DatabaseTries.class);
    private static final int NO_CREATE_SESSION = 1045;
    private static final Set<Integer> NO_RIGHT = Set.of(942, 1031);

    /** Older ones the JDBC driver is not certified for: scripts on their host read them. */
    private static final String FIRST_BY_JDBC = "11.2.0.4";

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

    private final Databases databases;
    private final AccessProbe probe;
    private final RecordingContext context;
    private final NetworkTries network;
    private final AccessFindings findings;

    DatabaseTries(
            Databases databases,
            AccessProbe probe,
            RecordingContext context,
            NetworkTries network,
            AccessFindings findings) {
        this.databases = databases;
        this.probe = probe;
        this.context = context;
        this.network = network;
        this.findings = findings;
    }

    void run(String host) {
        if (byScript()) {
            findings.needless(
                    "Release " + probe.release() + " is before " + FIRST_BY_JDBC
                            + ": scripts on its host read it, with the rights of the operating system.",
                    AccessItem.PORT,
                    AccessItem.LOGIN,
                    AccessItem.CREATE_SESSION,
                    AccessItem.CATALOGUE,
                    AccessItem.OTHER_GRANTS);
            awrUnread();
            network.resolves(host);
            return;
        }
        String service = probe.service();
        if (service == null) {
            findings.put(AccessFinding.bad(
                            AccessItem.LOGIN,
                            "The inventory names no source service.",
                            "Give source_service in the inventory.")
                    .by("migration-manager"));
            network.resolves(host);
            return;
        }
        for (String further : probe.addresses()) {
            network.listener(further, service, probe.port());
        }
        Databases.Endpoint endpoint;
        String credential = probe.credential();
        Databases.Address address =
                new Databases.Address(host, probe.port(), service, credential == null ? "" : credential);
        try {
            endpoint = databases.endpoint(address);
        } catch (StepFailedException invalid) {
            findings.put(AccessFinding.bad(
                            AccessItem.NAME,
                            invalid.failure().message(),
                            "Correct host, port and service in the inventory.")
                    .by("migration-manager"));
            return;
        }
        if (!network.resolves(endpoint.host()) || !network.connects(endpoint)) {
            return;
        }
        if (credential == null) {
            findings.put(AccessFinding.bad(
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

    private void login(Databases.Address address) {
        String user;
        try {
            user = databases.user(address.credential());
        } catch (StepFailedException unknown) {
            findings.put(AccessFinding.bad(
                            AccessItem.LOGIN, unknown.failure().message(), AccessFindings.advice(unknown.failure()))
                    .by("admin"));
            return;
        }
        try (OracleClient client = databases.read(address, ConnectionPurpose.READ, context)) {
            String release = release(client);
            findings.put(AccessFinding.good(
                    AccessItem.LOGIN,
                    "Logged on to " + address.connectString() + " as " + user
                            + (release == null ? "." : "; Oracle release " + release + ".")));
            findings.put(AccessFinding.good(AccessItem.CREATE_SESSION, "The log-on needs it."));
            rights(client, user, release);
            awr(client);
        } catch (OracleException e) {
            refused(e, user);
        } catch (RuntimeException e) {
            StepFailure failure = findings.described("The log-on to " + probe.database(), e);
            findings.put(AccessFinding.bad(AccessItem.LOGIN, failure.message(), AccessFindings.advice(failure))
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
        StepFailure failure = findings.described("The log-on to " + probe.database(), e);
        if (e.code() == NO_CREATE_SESSION) {
            findings.missing("CREATE SESSION");
            findings.put(AccessFinding.good(AccessItem.LOGIN, "The database knows " + user + " and its password."));
            findings.put(AccessFinding.bad(
                    AccessItem.CREATE_SESSION,
                    failure.message(),
                    "Run the grant script of this request: GRANT CREATE SESSION TO " + user + "."));
            return;
        }
        findings.put(AccessFinding.bad(
                AccessItem.LOGIN,
                failure.message(),
                "Look at the account " + user + " and its password. " + AccessFindings.advice(failure)));
    }

    private void rights(OracleClient client, String user, @Nullable String release) {
        Set<String> held = new TreeSet<>();
        try {
            client.query("session-rights").forEach(row -> held.add(row.text("NAME")));
        } catch (OracleException e) {
            StepFailure failure = findings.described("The question for the rights of " + user, e);
            findings.put(AccessFinding.unknown(AccessItem.CATALOGUE, failure.message()));
            findings.put(AccessFinding.unknown(AccessItem.OTHER_GRANTS, failure.message()));
            return;
        }
        boolean everything = held.contains("SYSDBA");
        if (everything || held.contains("SELECT_CATALOG_ROLE") || held.contains("SELECT ANY DICTIONARY")) {
            findings.put(AccessFinding.good(AccessItem.CATALOGUE, user + " reads the dictionary."));
        } else {
            findings.missing("SELECT_CATALOG_ROLE");
            findings.put(AccessFinding.bad(
                    AccessItem.CATALOGUE,
                    user + " holds neither SELECT_CATALOG_ROLE nor SELECT ANY DICTIONARY.",
                    "Run the grant script of this request: GRANT SELECT_CATALOG_ROLE TO " + user + "."));
        }
        if (release == null) {
            findings.put(AccessFinding.unknown(
                    AccessItem.OTHER_GRANTS, "Which ones follows from the release, which was not told."));
            return;
        }
        Map<String, Set<String>> wanted = others(release);
        wanted.keySet().removeAll(held);
        if (everything) {
            wanted.clear();
        }
        boolean vault = false;
        if (findings.good(AccessItem.CATALOGUE)) {
            statspack(client, wanted);
            vault = vault(client, release);
        }
        if (wanted.isEmpty() && !vault) {
            findings.put(AccessFinding.good(AccessItem.OTHER_GRANTS, user + " holds what single questions need."));
            return;
        }
        wanted.keySet().forEach(findings::missing);
        List<String> costs = new ArrayList<>();
        Map<String, Set<String>> byQuestions = new LinkedHashMap<>();
        wanted.forEach((right, questions) -> byQuestions
                .computeIfAbsent(String.join(", ", questions), none -> new TreeSet<>())
                .add(right));
        byQuestions.forEach((questions, rights) -> costs.add(String.join(", ", rights) + " for " + questions));
        if (vault) {
            costs.add("a role of Database Vault for vault-status");
        }
        findings.put(AccessFinding.bad(
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
            client.query("statspack-coverage", Map.of(), AccessChecks.QUERY);
        } catch (OracleException e) {
            if (NO_RIGHT.contains(e.code())) {
                STATSPACK_TABLES.forEach(table ->
                        wanted.put("SELECT ON PERFSTAT." + table, new TreeSet<>(Set.of("the questions of STATSPACK"))));
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
                findings.put(AccessFinding.bad(
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
                findings.put(
                        AccessFinding.unknown(AccessItem.AWR, "DBA_HIST_WR_CONTROL tells no interval and retention."));
                return;
            }
            AwrSettings least = settings.stream()
                    .filter(one -> !one.enough(probe.keepDays()))
                    .findFirst()
                    .orElse(settings.get(0));
            findings.put(
                    least.enough(probe.keepDays())
                            ? AccessFinding.good(AccessItem.AWR, "AWR: " + least.words() + ".")
                            : AccessFinding.bad(
                                    AccessItem.AWR,
                                    "AWR: " + least.words() + "; wanted are " + probe.keepDays()
                                            + " days, at least one snapshot an hour.",
                                    "Decide and run: " + least.proposal(probe.keepDays())));
        } catch (OracleException e) {
            StepFailure failure = findings.described("The question for the settings of AWR", e);
            findings.put(
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
            findings.needless(
                    "The program does not say that the Diagnostics Pack is licensed: AWR is not read.", AccessItem.AWR);
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
}
