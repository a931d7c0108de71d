package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.SystemLimits;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.HostAccess;
import io.gulliver.domain.landscape.HostPattern;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.estate.LabCluster;
import io.gulliver.lab.oracle.LabAccount;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.lab.oracle.LabOracle;
import io.gulliver.lab.oracle.LabPlatform;
import io.gulliver.lab.ssh.LabHost;
import io.gulliver.lab.ssh.LabHostSpec;
import io.gulliver.lab.ssh.LabHosts;
import io.gulliver.lab.ssh.LabLine;
import io.gulliver.secret.SecretGrant;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of two nodes in the lab, as it was registered and otherwise. */
class LookAtClusterTest {
    private static final String NAME = "CRM";
    private static final List<String> NODES = List.of("mildendo-1", "mildendo-2");

    @TempDir
    private Path root;

    private LabContext lab;
    private LabOracle oracle;
    private LabHosts hosts;
    private List<LabHost> nodes;
    private LabCluster cluster;
    private Systems systems;
    private StepAction action;
    private int round = 1;

    private void open(boolean clustered) throws IOException {
        lab = LabContext.open(root.resolve("lab"), LabPace.max(), Clock.systemUTC());
        oracle = new LabOracle(lab);
        hosts = LabHosts.open(root.resolve("hosts"), LabLine.of(lab, LabOracle::dumpBytes));
        nodes = new ArrayList<>();
        for (String name : NODES) {
            nodes.add(hosts.add(new LabHostSpec(name, "oracle", "ssh-password", List.of(), new TreeMap<>())));
            oracle.registerHost(name, LabPlatform.LINUX_ONE);
        }
        cluster = new LabCluster(
                oracle, nodes, "mildendo-scan", 1521, List.of("10.20.7.11", "10.20.7.12", "10.20.7.13"), "19.24.0.0.0");
        cluster.database(NAME, List.of("DATA", "FRA"), "administrator");
        oracle.create(new LabDatabaseSpec(
                NAME + "@" + NODES.get(0),
                NODES.get(0),
                NAME,
                "crm",
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
                List.of(),
                0,
                0,
                List.of(),
                new TreeMap<>(
                        clustered
                                ? Map.of("cluster_database", "TRUE", "cluster_database_instances", "2")
                                : Map.of("cluster_database", "FALSE")),
                List.of(new LabAccount("GULLIVER_ADM", "admin-secret", List.of("DBA")))));
        TreeMap<String, DatabaseAccess.Credential> credentials =
                new TreeMap<>(Map.of("target", new DatabaseAccess.Credential("GULLIVER_ADM", "env:ADMIN")));
        Landscape landscape = new Landscape(
                new TreeMap<>(),
                nodes.stream().map(LookAtClusterTest::access).toList(),
                new DatabaseAccess(
                        "jdbc:gulliver-lab:@//127.0.0.1:{port}/{service}",
                        MigrationBench.driver(),
                        null,
                        List.of(),
                        true,
                        credentials,
                        new TreeMap<>(),
                        true));
        List<SecretGrant> grants = Stream.of("ADMIN", "SSH")
                .map(name -> new SecretGrant(
                        SecretRef.parse("env:" + name),
                        name.equals("SSH") ? "ssh" : Databases.KIND,
                        new HostPattern("*")))
                .toList();
        SecretSource secrets =
                new SecretSource(grants, new SecretRegistry(), Map.of("ADMIN", "admin-secret", "SSH", "ssh-password"));
        systems = new Systems(landscape, secrets, SystemLimits.defaults());
        action = MovementActions.all(systems, new Databases(landscape.databases(), secrets, systems)).stream()
                .filter(one -> one.name().equals("cluster.look"))
                .findFirst()
                .orElseThrow();
    }

    private static HostAccess access(LabHost host) {
        return new HostAccess(
                new HostPattern(host.name()),
                "127.0.0.1",
                host.port(),
                host.user(),
                null,
                "env:SSH",
                List.of(host.hostKeyFingerprint()),
                true);
    }

    @AfterEach
    void close() throws Exception {
        systems.close();
        hosts.close();
        oracle.close();
    }

    private StepCall call(Map<String, Object> otherwise) {
        Map<String, Object> inputs = new TreeMap<>();
        inputs.put("cluster", "mildendo");
        inputs.put("nodes", NODES);
        inputs.put("host", NODES.get(0));
        inputs.put("port", oracle.port(NODES.get(0)));
        inputs.put("service", "crm");
        inputs.put("credential", "target");
        inputs.put("database", NAME);
        inputs.put("scan", "mildendo-scan");
        inputs.put("scan_port", 1521);
        inputs.put("grid_home", LabCluster.gridHome(nodes.get(0)).toString());
        inputs.put("oracle_home", LabCluster.oracleHome(nodes.get(0)).toString());
        inputs.put("disk_groups", List.of("DATA", "FRA"));
        inputs.put("management", "administrator");
        inputs.putAll(otherwise);
        return new StepCall(
                new MigrationId("atlas/crm/1"),
                "atlas",
                "crm",
                Purpose.PRODUCTION,
                1,
                StepKey.parse("look-at-cluster"),
                1,
                round++,
                Operation.RUN,
                "cluster.look",
                "a".repeat(64),
                inputs,
                Map.of(),
                null,
                0);
    }

    private StepResult look(Map<String, Object> otherwise) {
        return action.run(call(otherwise), new MigrationBench.Context());
    }

    private List<String> differences(Map<String, Object> otherwise) {
        return ((List<?>) look(otherwise).outputs().get("differences"))
                .stream().map(String::valueOf).toList();
    }

    @Test
    void aClusterThatIsAsRegisteredAsksNobody() throws Exception {
        open(true);
        int before = lab.ledger().entries().size();
        StepResult looked = look(Map.of());
        assertThat(looked.outputs().get("differences")).isEqualTo(List.of());
        assertThat(looked.outputs().get("told")).isEqualTo("mildendo is as it was registered");
        assertThat(String.valueOf(looked.outputs().get("seen")))
                .contains("node mildendo-2 answers")
                .contains("Clusterware on mildendo-2 is online")
                .contains("SCAN mildendo-scan resolves to 10.20.7.11, 10.20.7.12, 10.20.7.13")
                .contains("a listener answers at every address of the SCAN")
                .contains("an instance of CRM runs on mildendo-2")
                .contains("cluster_database of crm@mildendo-1 is TRUE");
        assertThat(lab.ledger().entries()).as("it only looks").hasSize(before);
    }

    @Test
    void aNodeThatIsDownIsSaidByEveryoneWhoMissesIt() throws Exception {
        open(true);
        cluster.goDown(nodes.get(1), NAME);
        assertThat(differences(Map.of()))
                .anySatisfy(one -> assertThat(one).startsWith("node mildendo-2 does not answer: "))
                .contains(
                        "Clusterware on mildendo-2 is not online",
                        "no instance of CRM runs on mildendo-2",
                        "instances of CRM that run: 1, registered 2, stopped CRM2")
                .noneSatisfy(one -> assertThat(one).contains("mildendo-1"));
    }

    @Test
    void whereTheFirstNodeIsDownTheOtherOneIsAsked() throws Exception {
        open(true);
        nodes.get(0).stop();
        assertThat(differences(Map.of(
                        "grid_home", LabCluster.gridHome(nodes.get(1)).toString(),
                        "oracle_home", LabCluster.oracleHome(nodes.get(1)).toString())))
                .singleElement()
                .satisfies(one -> assertThat(one).startsWith("node mildendo-1 does not answer: "));
    }

    @Test
    void aScanThatAnswersNothingIsADifference() throws Exception {
        open(true);
        cluster.scanAnswers(false);
        assertThat(differences(Map.of()))
                .containsExactly(
                        "no listener answers on port 1521 of 10.20.7.11, 10.20.7.12, 10.20.7.13",
                        "SCAN listeners that run by srvctl: 0");
        assertThat(differences(Map.of("scan", "laputa-scan"))).contains("SCAN laputa-scan does not resolve");
    }

    @Test
    void aSingleInstanceThatCallsItselfAClusterIsFound() throws Exception {
        open(false);
        assertThat(differences(Map.of()))
                .containsExactly(
                        "instances that crm@mildendo-1 has open: 1, registered 2",
                        "cluster_database of crm@mildendo-1 is FALSE, wanted TRUE: it is a single instance, whatever it is called");
    }

    @Test
    void whatWasRegisteredOtherwiseIsSaid() throws Exception {
        open(true);
        assertThat(differences(Map.of("management", "policy", "disk_groups", List.of("DATA", "RECO"))))
                .containsExactly(
                        "management is administrator, registered policy",
                        "CRM does not use the registered disk groups reco, but data, fra");
        assertThat(differences(Map.of("database", "BILLING")))
                .singleElement()
                .satisfies(one -> assertThat(one)
                        .startsWith("srvctl does not know database BILLING: PRCD-1120")
                        .contains("PRCR-1001"));
        assertThat(differences(Map.of("grid_home", "/u01/app/nothing")))
                .singleElement()
                .satisfies(one -> assertThat(one).contains("no crsctl in /u01/app/nothing/bin"));
        assertThat(differences(Map.of("service", "nobody")))
                .singleElement()
                .satisfies(
                        one -> assertThat(one).startsWith("the database does not answer: Database nobody@mildendo-1"));
    }
}
