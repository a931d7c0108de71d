package io.gulliver.activity.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.SystemLimits;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.SessionSample;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessReach;
import io.gulliver.domain.access.AccessState;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.HostAccess;
import io.gulliver.domain.landscape.HostPattern;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.estate.LinuxPrograms;
import io.gulliver.lab.oracle.LabAccount;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.lab.oracle.LabOracle;
import io.gulliver.lab.oracle.LabPlatform;
import io.gulliver.lab.ssh.LabHost;
import io.gulliver.lab.ssh.LabHostSpec;
import io.gulliver.lab.ssh.LabHosts;
import io.gulliver.secret.SecretGrant;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Access is tried, and sessions are sampled, over real connections against the lab's database and SSH server, whole and broken in each way. */
@Tag("store")
class AccessChecksTest {
    private static final String HOST = "lilliput";
    private static final List<String> PASSWORDS = List.of("ADMIN", "READER", "NOBODY", "WRONG", "SSH", "BADSSH");

    @TempDir
    private Path root;

    private LabContext lab;
    private LabOracle oracle;
    private LabHosts hosts;
    private LabHost host;
    private Databases used;
    private final List<OuterCall> calls = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeEach
    void openLab() throws IOException {
        lab = LabContext.open(root.resolve("lab"), LabPace.max(), Clock.systemUTC());
        oracle = new LabOracle(lab);
        hosts = LabHosts.open(root.resolve("hosts"));
        host = hosts.add(
                new LabHostSpec(HOST, "oracle", "ssh-password", List.of(), LinuxPrograms.overlay(100, "x86_64")));
        oracle.registerHost(HOST, LabPlatform.X86);
        oracle.installHome(HOST, host.root().resolve("u01/19c"), "19.24.0.0.0");
        oracle.create(new LabDatabaseSpec(
                "orders@lilliput",
                HOST,
                "ORDERS",
                "orders",
                "19.24.0.0.0",
                true,
                LabDatabaseSpec.Kind.NON_CDB,
                "AL32UTF8",
                "AL16UTF16",
                8192,
                true,
                44,
                1,
                7,
                List.of("SHOP"),
                8,
                4,
                List.of(),
                new TreeMap<>(),
                List.of(
                        new LabAccount("GULLIVER_ADM", "admin-secret", List.of("DBA")),
                        new LabAccount("GULLIVER_READ", "read-secret", List.of("SELECT_CATALOG_ROLE")),
                        new LabAccount("GULLIVER_NONE", "none-secret", List.of()))));
    }

    @AfterEach
    void closeLab() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
        hosts.close();
        oracle.close();
        lab.close();
    }

    private AccessChecks checks(String template, String sshSecret, String hostKey, int sshPort) {
        TreeMap<String, DatabaseAccess.Credential> credentials = new TreeMap<>();
        credentials.put("admin", new DatabaseAccess.Credential("GULLIVER_ADM", "env:ADMIN"));
        credentials.put("reader", new DatabaseAccess.Credential("GULLIVER_READ", "env:READER"));
        credentials.put("nobody", new DatabaseAccess.Credential("GULLIVER_NONE", "env:NOBODY"));
        credentials.put("wrong", new DatabaseAccess.Credential("GULLIVER_ADM", "env:WRONG"));
        Landscape landscape = new Landscape(
                new TreeMap<>(),
                List.of(new HostAccess(
                        new HostPattern(HOST),
                        "127.0.0.1",
                        sshPort,
                        host.user(),
                        null,
                        "env:" + sshSecret,
                        List.of(hostKey),
                        true)),
                new DatabaseAccess(template, driver(), null, credentials, true));
        SecretSource secrets = new SecretSource(
                PASSWORDS.stream()
                        .map(name -> new SecretGrant(
                                SecretRef.parse("env:" + name),
                                name.endsWith("SSH") ? "ssh" : Databases.KIND,
                                new HostPattern("*")))
                        .toList(),
                new SecretRegistry(),
                Map.of(
                        "ADMIN",
                        "admin-secret",
                        "READER",
                        "read-secret",
                        "NOBODY",
                        "none-secret",
                        "WRONG",
                        "wrong-secret",
                        "SSH",
                        "ssh-password",
                        "BADSSH",
                        "another-password"));
        Systems systems = new Systems(landscape, secrets, SystemLimits.defaults());
        used = new Databases(landscape.databases(), secrets);
        AccessChecks checks = new AccessChecks(systems, used, calls::add, new SecretRegistry(), Clock.systemUTC());
        opened.add(checks);
        opened.add(systems);
        return checks;
    }

    private static String driver() {
        try {
            return Path.of(io.gulliver.lab.oracle.driver.LabDriver.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private AccessChecks sound() {
        return checks("jdbc:gulliver-lab:@//127.0.0.1:{port}/{service}", "SSH", host.hostKeyFingerprint(), host.port());
    }

    private AccessProbe probe(String credential) {
        return new AccessProbe("ORDERS", HOST, oracle.port(HOST), "orders", credential, "19.24", false, 35);
    }

    private static Map<AccessItem, AccessFinding> found(AccessAnswer answer) {
        Map<AccessItem, AccessFinding> found = new TreeMap<>();
        answer.findings().forEach(finding -> found.put(finding.item(), finding));
        assertThat(found).as("every thing is answered").containsOnlyKeys(AccessItem.values());
        return found;
    }

    private static void is(Map<AccessItem, AccessFinding> found, AccessItem item, AccessState state, String words) {
        assertThat(found.get(item).state()).as("%s", found.get(item)).isEqualTo(state);
        assertThat(found.get(item).seen()).contains(words);
    }

    private static void acts(Map<AccessItem, AccessFinding> found, AccessItem item, String role, String action) {
        assertThat(found.get(item).role()).as("%s", found.get(item)).isEqualTo(role);
        assertThat(found.get(item).action()).contains(action);
    }

    @Test
    void findsWhatWorksAndWhichGrantsSingleQuestionsLack() {
        AccessAnswer answer = sound().check(probe("reader"));
        Map<AccessItem, AccessFinding> found = found(answer);
        is(found, AccessItem.NAME, AccessState.GOOD, "127.0.0.1");
        is(found, AccessItem.PORT, AccessState.GOOD, ":" + oracle.port(HOST) + " takes connections");
        is(found, AccessItem.LOGIN, AccessState.GOOD, "as GULLIVER_READ; Oracle release 19.");
        is(found, AccessItem.CREATE_SESSION, AccessState.GOOD, "");
        is(found, AccessItem.CATALOGUE, AccessState.GOOD, "GULLIVER_READ reads the dictionary");
        is(found, AccessItem.OTHER_GRANTS, AccessState.BAD, "GULLIVER_READ lacks AUDIT_VIEWER for ");
        acts(found, AccessItem.OTHER_GRANTS, "dba", "grant script");
        assertThat(answer.missing()).contains("AUDIT_VIEWER").doesNotContain("SELECT_CATALOG_ROLE");
        is(found, AccessItem.AWR, AccessState.NEEDLESS, "Diagnostics Pack");
        is(found, AccessItem.HOST_KEY, AccessState.GOOD, "pinned");
        is(found, AccessItem.SSH, AccessState.GOOD, "as oracle");
        is(found, AccessItem.SYSSTAT, AccessState.GOOD, "2 samples of the last day; service active");
        assertThat(answer.worker()).isNotBlank();
        assertThat(calls).extracting(OuterCall::operation).contains("connect", "login");
    }

    @Test
    void leavesNothingOnTheHost() throws IOException {
        sound().check(probe("reader"));
        try (var jobs = Files.walk(host.home().resolve(".gulliver"))) {
            assertThat(jobs.map(Path::toString)).noneMatch(path -> path.contains("access-sysstat"));
        }
    }

    @Test
    void namesTheRoleThatAUserLacks() {
        AccessAnswer answer = sound().check(probe("nobody"));
        Map<AccessItem, AccessFinding> found = found(answer);
        is(found, AccessItem.LOGIN, AccessState.GOOD, "");
        is(found, AccessItem.CATALOGUE, AccessState.BAD, "GULLIVER_NONE holds neither SELECT_CATALOG_ROLE");
        acts(found, AccessItem.CATALOGUE, "dba", "GRANT SELECT_CATALOG_ROLE TO GULLIVER_NONE");
        assertThat(answer.missing()).contains("SELECT_CATALOG_ROLE");
    }

    @Test
    void triesAWrongPasswordOnceAndNothingBehindIt() {
        Map<AccessItem, AccessFinding> found = found(sound().check(probe("wrong")));
        is(found, AccessItem.PORT, AccessState.GOOD, "");
        is(found, AccessItem.LOGIN, AccessState.BAD, "ORA-01017");
        acts(found, AccessItem.LOGIN, "dba", "Look at the account GULLIVER_ADM");
        is(found, AccessItem.CREATE_SESSION, AccessState.UNKNOWN, "Not tried");
        is(found, AccessItem.CATALOGUE, AccessState.UNKNOWN, "Not tried");
        is(found, AccessItem.SSH, AccessState.GOOD, "");
        assertThat(calls.stream()
                        .filter(call -> call.operation().equals("connect")
                                && call.object() != null
                                && call.object().startsWith("GULLIVER_ADM@")))
                .as("log-ons with the wrong password")
                .hasSize(1);
    }

    @Test
    void tellsAClosedPortFromAServiceThatNobodyKnows() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        Map<AccessItem, AccessFinding> refused =
                found(sound().check(new AccessProbe("ORDERS", HOST, closed, "orders", "admin", null, false, 35)));
        is(refused, AccessItem.PORT, AccessState.BAD, "127.0.0.1:" + closed + " refuses connections");
        acts(refused, AccessItem.PORT, "dba", "Start the listener");
        is(refused, AccessItem.LOGIN, AccessState.UNKNOWN, "Not tried");
        Map<AccessItem, AccessFinding> unknown = found(
                sound().check(new AccessProbe("ORDERS", HOST, oracle.port(HOST), "nothing", "admin", null, false, 35)));
        is(unknown, AccessItem.PORT, AccessState.GOOD, "");
        is(unknown, AccessItem.LOGIN, AccessState.BAD, "ORA-12514");
    }

    @Test
    void tellsWhatTheInventoryAndTheLandscapeLack() {
        Map<AccessItem, AccessFinding> hostless =
                found(sound().check(new AccessProbe("X", null, 1521, "x", "admin", null, false, 35)));
        is(hostless, AccessItem.NAME, AccessState.BAD, "names no source host");
        acts(hostless, AccessItem.NAME, "migration-manager", "source_host");
        Map<AccessItem, AccessFinding> nameless =
                found(sound().check(new AccessProbe("X", HOST, oracle.port(HOST), "orders", null, null, false, 35)));
        is(nameless, AccessItem.PORT, AccessState.GOOD, "");
        is(nameless, AccessItem.LOGIN, AccessState.BAD, "names no credential");
        Map<AccessItem, AccessFinding> stranger = found(sound().check(
                        new AccessProbe("X", "brobdingnag", oracle.port(HOST), "orders", "gone", null, false, 35)));
        is(stranger, AccessItem.LOGIN, AccessState.BAD, "There is no credential gone");
        acts(stranger, AccessItem.LOGIN, "admin", "credential");
        is(stranger, AccessItem.SSH, AccessState.BAD, "No entry of gulliver.landscape.hosts matches");
        acts(stranger, AccessItem.SSH, "admin", "host key");
    }

    @Test
    void saysWhichNameNobodyKnows() {
        AccessChecks oracleEverywhere = checks(DatabaseAccess.ORACLE, "SSH", host.hostKeyFingerprint(), host.port());
        Map<AccessItem, AccessFinding> found = found(oracleEverywhere.check(
                new AccessProbe("X", "nowhere.invalid", 1521, "orders", "admin", null, false, 35)));
        is(found, AccessItem.NAME, AccessState.BAD, "nowhere.invalid");
        assertThat(found.get(AccessItem.NAME).role()).isEqualTo("network");
        is(found, AccessItem.PORT, AccessState.UNKNOWN, "Not tried");
    }

    @Test
    void tellsAChangedHostKeyARefusedLoginAndAnSshServerThatIsAway() throws IOException {
        AccessChecks changed = checks(
                "jdbc:gulliver-lab:@//127.0.0.1:{port}/{service}",
                "SSH",
                "SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                host.port());
        Map<AccessItem, AccessFinding> other = found(changed.check(probe("admin")));
        is(other, AccessItem.HOST_KEY, AccessState.BAD, "");
        acts(other, AccessItem.HOST_KEY, "platform", "fingerprint by another way");
        is(other, AccessItem.SSH, AccessState.UNKNOWN, "Not tried");
        is(other, AccessItem.SYSSTAT, AccessState.UNKNOWN, "Not tried");

        AccessChecks refused = checks(
                "jdbc:gulliver-lab:@//127.0.0.1:{port}/{service}", "BADSSH", host.hostKeyFingerprint(), host.port());
        Map<AccessItem, AccessFinding> closed = found(refused.check(probe("admin")));
        is(closed, AccessItem.HOST_KEY, AccessState.GOOD, "");
        is(closed, AccessItem.SSH, AccessState.BAD, "");
        acts(closed, AccessItem.SSH, "platform", "Let oracle log in");

        int port = host.port();
        host.stop();
        AccessChecks away =
                checks("jdbc:gulliver-lab:@//127.0.0.1:{port}/{service}", "SSH", host.hostKeyFingerprint(), port);
        Map<AccessItem, AccessFinding> silent = found(away.check(probe("admin")));
        is(silent, AccessItem.SSH, AccessState.BAD, "");
        acts(silent, AccessItem.SSH, "network", "Open tcp 127.0.0.1:" + port);
        is(silent, AccessItem.HOST_KEY, AccessState.UNKNOWN, "Not tried");
        host.start();
    }

    @Test
    void seesThatSysstatDoesNotCollect() throws IOException {
        host.layDown(Map.of("etc/sysstat.off", ""));
        Map<AccessItem, AccessFinding> found = found(sound().check(probe("admin")));
        is(found, AccessItem.SYSSTAT, AccessState.BAD, "no samples of today or yesterday; service inactive");
        acts(found, AccessItem.SYSSTAT, "platform", "systemctl enable --now sysstat");
    }

    @Test
    void needsNoListenerForAReleaseThatScriptsRead() {
        Map<AccessItem, AccessFinding> found =
                found(sound().check(new AccessProbe("OLD", HOST, 1, "old", null, "10.2.0.5", false, 35)));
        for (AccessItem item : List.of(AccessItem.PORT, AccessItem.LOGIN, AccessItem.CATALOGUE)) {
            is(found, item, AccessState.NEEDLESS, "Release 10.2.0.5 is before 11.2.0.4");
        }
        is(found, AccessItem.SSH, AccessState.GOOD, "");
    }

    @Test
    void readsAwrOnlyWhereTheProgramSaysThatItIsLicensed() {
        calls.clear();
        sound().check(probe("admin"));
        assertThat(calls).noneMatch(call -> String.valueOf(call.object()).contains("awr-settings"));
        sound().check(new AccessProbe("ORDERS", HOST, oracle.port(HOST), "orders", "admin", "19.24", true, 35));
        assertThat(calls).anyMatch(call -> String.valueOf(call.object()).contains("awr-settings"));
    }

    @Test
    void triesEveryListenerAndEveryNodeOfACluster() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        AccessAnswer answer = sound().check(new AccessProbe(
                "ORDERS",
                HOST,
                oracle.port(HOST),
                "orders",
                "reader",
                "19.24",
                false,
                35,
                List.of("scan:" + closed, "not a host"),
                List.of("nodeless")));
        Map<AccessItem, AccessFinding> found = found(answer);
        is(found, AccessItem.NAME, AccessState.BAD, "'not a host' of source_addresses");
        is(found, AccessItem.PORT, AccessState.BAD, "127.0.0.1:" + closed + " refuses connections");
        assertThat(found.get(AccessItem.PORT).seen()).contains(":" + oracle.port(HOST) + " takes connections");
        is(found, AccessItem.LOGIN, AccessState.GOOD, "Logged on");
        is(found, AccessItem.SSH, AccessState.BAD, HOST + ": ");
        assertThat(found.get(AccessItem.SSH).seen()).contains("nodeless: No entry of gulliver.landscape.hosts");
        assertThat(answer.reached())
                .extracting(AccessReach::port, AccessReach::purpose, AccessReach::state)
                .containsExactly(
                        Tuple.tuple(closed, "Oracle Net", AccessState.BAD),
                        Tuple.tuple(oracle.port(HOST), "Oracle Net", AccessState.GOOD),
                        Tuple.tuple(host.port(), "SSH", AccessState.GOOD));
        assertThat(answer.reached()).allSatisfy(reach -> {
            assertThat(reach.from()).isEqualTo("127.0.0.1");
            assertThat(reach.to()).isEqualTo("127.0.0.1");
        });
        assertThat(answer.reached().get(0).action()).contains("Start the listener");
    }

    private SessionSamples samples() {
        checks("jdbc:gulliver-lab:@//127.0.0.1:{port}/{service}", "SSH", host.hostKeyFingerprint(), host.port());
        return new SessionSamples(used, calls::add, new SecretRegistry(), Clock.systemUTC());
    }

    @Test
    void samplesWhoIsConnectedWithDriversAndWithoutItself() {
        SessionSample sample = samples().sample(probe("reader"));
        assertThat(sample.problem()).isNull();
        assertThat(sample.clients())
                .isNotEmpty()
                .allSatisfy(client -> {
                    assertThat(client.machine()).isNotBlank();
                    assertThat(client.program()).isNotBlank();
                    assertThat(client.service()).isNotBlank();
                    assertThat(client.user()).isNotIn("GULLIVER_READ", "GULLIVER_ADM", "GULLIVER_NONE");
                    assertThat(client.sessions()).isPositive();
                })
                .anySatisfy(client -> assertThat(client.driver()).matches(".*\\d+\\.\\d+.*"));
    }

    @Test
    void aSampleSaysWhatRefusedItAndWhetherTryingAgainWouldLockTheAccount() throws IOException {
        SessionSample wrong = samples().sample(probe("wrong"));
        assertThat(wrong.refused()).isTrue();
        assertThat(wrong.problem()).contains("ORA-01017");
        assertThat(wrong.clients()).isEmpty();
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        SessionSample away =
                samples().sample(new AccessProbe("ORDERS", HOST, closed, "orders", "admin", null, false, 35));
        assertThat(away.refused()).isFalse();
        assertThat(away.problem()).isNotBlank();
        assertThat(samples()
                        .sample(new AccessProbe("ORDERS", null, 1521, null, null, null, false, 35))
                        .problem())
                .contains("lacks source host, service or credential");
    }
}
