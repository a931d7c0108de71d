package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.assessment.policy.ClusterPlaces;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.domain.estate.RegisteredCluster;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateCluster;
import io.gulliver.lab.estate.EstateDatabase;
import io.gulliver.lab.estate.LabCluster;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.lab.ssh.LabHost;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster among the sources crosses to one that people made and registered, with the empty database that they made there for it. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class ClusterLandingTest {
    private static final String SECOND = "blefuscu-2";
    private static final List<String> NODES = List.of(MigrationBench.TARGET, SECOND);
    private static final List<String> GROUPS = List.of("DATA", "FRA");

    @TempDir
    Path root;

    private MigrationBench bench;
    private String name;

    @BeforeEach
    void open() throws Exception {
        EstateDatabase source = Estate.of(7).databases().stream()
                .filter(EstateDatabase::rac)
                .findFirst()
                .orElseThrow();
        name = source.targetDatabase();
        bench = new MigrationBench(
                root,
                EstateCrossingTest.estate(source.database()),
                "SYSTEM",
                "data-pump",
                LabPace.max(),
                List.of(SECOND));
        List<LabHost> nodes =
                NODES.stream().map(node -> bench.hosts.find(node).orElseThrow()).toList();
        LabCluster cluster = new LabCluster(
                bench.oracle, nodes, "mildendo-scan", 1521, List.of("10.20.7.11", "10.20.7.12"), "19.24.0.0.0");
        cluster.diskGroups(bench.oracle, GROUPS, EstateCluster.diskGroupGib(List.of(source)));
        cluster.database(name, GROUPS, "administrator");
        LabDatabaseSpec empty = EstateCluster.database(source, NODES, GROUPS, "19.24.0.0.0", 44, "sys-secret");
        bench.oracle.create(empty);
        RegisteredCluster registered = new RegisteredCluster(
                "atlas",
                "mildendo",
                List.of(
                        new RegisteredCluster.Node(NODES.get(0), "10.20.7.1"),
                        new RegisteredCluster.Node(NODES.get(1), "10.20.7.2")),
                "mildendo-scan",
                1521,
                bench.oracle.port(MigrationBench.TARGET),
                LabCluster.gridHome(nodes.get(0)).toString(),
                LabCluster.oracleHome(nodes.get(0)).toString(),
                GROUPS,
                List.of(name),
                RegisteredCluster.Management.ADMINISTRATOR,
                null,
                null);
        registered.facts().forEach(bench::fact);
        ClusterPlaces.of(registered.facts()).forEach(bench::param);
        bench.fact("landing.servers", NODES);
        bench.fact("landing.database", name);
        bench.fact("target.service", name);
        // As the running lab sizes this source, see LabClusterTest.
        bench.sized.put("sga_mb", 49_152L);
        bench.sized.put("pga_target_mb", 24_576L);
        bench.sized.put("redo_log_mb", 3_648L);
        bench.sized.put("recovery_area_mb", 10_000_000L);
        bench.sized.put("large_pages", "ONLY");
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    /** The rights that no administrator but SYS gives, as {@code grants-by-hand} asks for them. */
    private void asSys() {
        String owner = bench.outputs.get("discover-database").get("schemas") instanceof List<?> schemas
                ? String.valueOf(schemas.get(0))
                : "";
        try (OracleClient sys = bench.open(MigrationBench.TARGET, name, "sys")) {
            for (String user : List.of(owner, owner + "_APP")) {
                sys.execute("grant-sys-execute", Map.of("object", "DBMS_LOCK", "user", user));
            }
            sys.execute("grant-sys-execute", Map.of("object", "DBMS_CRYPTO", "user", owner));
            sys.execute("grant-sys-select", Map.of("object", "V_$SESSION", "user", owner));
            sys.execute(
                    "grant-on-user",
                    Map.of("user_privilege", "INHERIT PRIVILEGES", "account", owner + "_WEB", "user", owner));
        }
    }

    private List<String> logins() {
        try (OracleClient target = bench.open(MigrationBench.TARGET, name, "target")) {
            return target.query("instances").stream()
                    .map(row -> row.text("INSTANCE_NAME") + " on " + row.text("HOST_NAME") + " " + row.text("LOGINS"))
                    .toList();
        }
    }

    @Test
    void itCrossesTheWholeWay() {
        bench.purpose = Purpose.PRODUCTION;
        bench.runTo("restore-point");
        assertThat(bench.outputs.get("look-at-cluster"))
                .containsEntry("differences", List.of())
                .containsEntry("told", "mildendo is as it was registered");
        assertThat(bench.outputs)
                .as("nobody is asked, and nothing is made there")
                .doesNotContainKeys("accept-cluster", "create-database", "datapatch", "size-files");
        assertThat(logins()).containsExactly(name + "1 on blefuscu RESTRICTED", name + "2 on blefuscu-2 RESTRICTED");

        bench.runTo("grants");
        asSys();
        bench.runTo("go-2");
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
        assertThat(bench.outputs.get("content"))
                .containsEntry("tables_different", 0)
                .containsEntry("coverage_percent", 100.0);
        try (OracleClient target = bench.open(MigrationBench.TARGET, name, "target")) {
            assertThat(target.query("datafiles"))
                    .extracting(row -> row.text("FILE_NAME"))
                    .allMatch(file -> file.startsWith("+DATA/"));
        }

        bench.runTo("decommission");
        assertThat(logins()).containsExactly(name + "1 on blefuscu ALLOWED", name + "2 on blefuscu-2 ALLOWED");
        assertThat(bench.outputs.get("level-0"))
                .as("RMAN sees the instance of its host, by the SID of that one")
                .containsEntry("sid", name + "1")
                .containsEntry("validated", true);
        assertThat(bench.context.evidence.get("rman.sh")).contains("ORACLE_SID='" + name + "1'");
        HostScripts.Output byName = new HostScripts(bench.systems)
                .run(
                        bench.plain("test", "test", Operation.RUN, Map.of()),
                        MigrationBench.TARGET,
                        "rman-by-name",
                        "exec /bin/sh ./rman.sh\n",
                        List.of(
                                JobFile.text(
                                        "rman.sh",
                                        bench.context.evidence.get("rman.sh").replace(name + "1'", name + "'")),
                                JobFile.text("level-0.rman", bench.context.evidence.get("level-0.rman"))));
        assertThat(byName.output()).as("by the name of the database").contains("ORA-01034: ORACLE not available");

        bench.rollBack("level-0");
        assertThat(bench.context.evidence)
                .as("who takes the backup away sees that instance too")
                .hasEntrySatisfying(
                        bench.context.evidence.keySet().stream()
                                .filter(one -> one.startsWith("delete-"))
                                .findFirst()
                                .orElseThrow(),
                        log -> assertThat(log).contains("Deleted"));
    }

    /** Of each figure what one instance, or one thread, has too small; what is larger is nothing. */
    @Test
    void whatIsSmallerThanSizedStopsWhereverItIs() {
        bench.runTo("look-at-cluster");
        disturb(
                "update GV$PARAMETER set \"VALUE\" = '2147483648' where inst_id = 2 and name in ('sga_target', 'sga_max_size')");
        disturb("update GV$PARAMETER set \"VALUE\" = '1073741824' where inst_id = 1 and name = 'pga_aggregate_target'");
        disturb("update GV$PARAMETER set \"VALUE\" = '4294967296' where inst_id = 2 and name = 'memory_target'");
        disturb("update GV$PARAMETER set \"VALUE\" = '107374182400' where name = 'db_recovery_file_dest_size'");
        disturb("update V$LOG set bytes = 1073741824 where \"THREAD#\" = 2 and \"GROUP#\" = 6");

        assertThatThrownBy(() -> bench.runTo("check-target"))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
                    assertThat(failure.failure().message())
                            .isEqualTo(
                                    "Target " + name + "@blefuscu: sga_target of instance 2 is 2048 MB, sized 49152 MB;"
                                            + " sga_max_size of instance 2 is 2048 MB, sized 49152 MB;"
                                            + " memory_target of instance 2 is 4294967296, wanted 0: memory that Oracle shares out"
                                            + " lies in no huge pages; redo logs of thread 2 are of [1024, 4096] MB, sized 3648 MB;"
                                            + " pga_aggregate_target of instance 1 is 1024 MB, sized 24576 MB;"
                                            + " db_recovery_file_dest_size is 102400 MB, sized 10000000 MB.");
                    assertThat(failure.failure().advice())
                            .startsWith("Have those who run the cluster give the database")
                            .contains("at least the sized figures on every instance, then retry")
                            .doesNotContain("anew");
                });

        bench.rollBack();
        assertThat(logins())
                .as("it was made by people, and stays")
                .hasSize(2)
                .allMatch(one -> one.endsWith(" ALLOWED"));
    }

    private void disturb(String statement) {
        bench.oracle.disturb(MigrationBench.TARGET, name, statement);
    }
}
