package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.discovery.DiscoveryActions;
import io.gulliver.activity.movement.MovementActions;
import io.gulliver.activity.systems.Databases;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.RegisteredCluster;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateDatabase;
import io.gulliver.lab.estate.LinuxPrograms;
import io.gulliver.testing.SizedLanding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The cluster of a running lab, by what its files say of it and nothing else. */
@Tag("store")
class LabClusterTest {
    @TempDir
    Path directory;

    private LabBuild open() throws IOException {
        List<EstateDatabase> clusters =
                Estate.of(1726).databases().stream().filter(EstateDatabase::rac).toList();
        return new LabBuild(directory.toRealPath(), new Estate(1726, clusters, new TreeMap<>()));
    }

    private JsonNode said(String file) throws IOException {
        return new YAMLMapper().readTree(directory.resolve(file).toFile());
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asString)
                .toList();
    }

    /** As a person registers it, judged by the product's own record of one. */
    private RegisteredCluster registered() throws IOException {
        JsonNode body = said("cluster.json");
        return new RegisteredCluster(
                "lilliput",
                "mildendo",
                StreamSupport.stream(body.path("nodes").spliterator(), false)
                        .map(node -> new RegisteredCluster.Node(
                                node.path("name").asString(),
                                node.path("address").asString()))
                        .toList(),
                body.path("scan").asString(),
                body.path("scanPort").asInt(),
                body.path("port").asInt(),
                body.path("gridHome").asString(),
                body.path("oracleHome").asString(),
                texts(body.path("diskGroups")),
                texts(body.path("databases")),
                RegisteredCluster.Management.valueOf(body.path("management").asString()),
                null,
                null);
    }

    /** By the name of its action, on databases of the lab. */
    private static StepResult run(LabBuild build, String name, Map<String, Object> inputs) {
        Databases databases = build.databases();
        StepAction action = Stream.concat(
                        MovementActions.all(build.systems, databases).stream(),
                        DiscoveryActions.all(build.systems, databases, sha256 -> {
                                    throw new AssertionError("nothing is uploaded here");
                                })
                                .stream())
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        return action.run(
                new StepCall(
                        new MigrationId("lilliput/corebank/1"),
                        "lilliput",
                        "COREBANK",
                        Purpose.PRODUCTION,
                        1,
                        StepKey.of("step"),
                        1,
                        1,
                        Operation.RUN,
                        name,
                        "a".repeat(64),
                        inputs,
                        Map.of(),
                        null,
                        0),
                build.context);
    }

    private StepResult look(LabBuild build, RegisteredCluster cluster) throws IOException {
        JsonNode parameters = said("cluster-parameters.yml");
        Map<String, Object> facts = cluster.facts();
        Map<String, Object> inputs = new TreeMap<>();
        inputs.put("cluster", cluster.name());
        inputs.put("nodes", cluster.servers());
        inputs.put("host", cluster.servers().get(0));
        inputs.put("port", parameters.path("target_port").asInt());
        inputs.put("service", cluster.databases().get(0));
        inputs.put("credential", "target");
        inputs.put("database", cluster.databases().get(0));
        for (String fact : List.of("scan", "scan_port", "grid_home", "oracle_home", "disk_groups", "management")) {
            inputs.put(fact, facts.get("cluster." + fact));
        }
        return run(build, "cluster.look", inputs);
    }

    @Test
    void isAsItsFilesRegisterItWheneverTheLabStarts() throws IOException {
        for (int start = 1; start <= 2; start++) {
            try (LabBuild build = open()) {
                RegisteredCluster cluster = registered();
                assertThat(cluster.databases()).containsExactly("COREBANK");

                StepResult looked = look(build, cluster);

                assertThat(looked.outputs().get("differences"))
                        .as("start " + start)
                        .isEqualTo(List.of());
                assertThat(String.valueOf(looked.outputs().get("seen")))
                        .contains("node mildendo-2 answers", "an instance of COREBANK runs on mildendo-2");
                JsonNode parameters = said("cluster-parameters.yml");
                assertThat(parameters.path("target_oracle_home").asString()).isEqualTo(cluster.oracleHome());
                assertThat(Path.of(parameters.path("target_staging").asString()))
                        .isDirectory()
                        .isWritable();
                assertThat(Files.readString(directory.resolve("inventory.csv")))
                        .as("the program lands on none of it")
                        .doesNotContain("mildendo");
            }
        }
    }

    /** What those who run it made holds against what is really sized for its source, whatever the hour, and is checked as it stands. */
    @Test
    void itsEmptyDatabaseIsAsLargeAsItsSourceIsSizedTo() throws Exception {
        try (LabBuild build = open();
                SizedLanding landing = new SizedLanding()) {
            RegisteredCluster cluster = registered();
            EstateDatabase source = build.lab.estate().databases().get(0);
            Map<String, Object> there = Map.of(
                    "host",
                    source.sourceHost(),
                    "port",
                    build.lab.oracle().port(source.sourceHost()),
                    "service",
                    source.service(),
                    "credential",
                    "lab-admin");
            Map<String, Object> inputs = new TreeMap<>(there);
            inputs.put("samples", 0);
            Map<String, Object> found = run(build, "discovery.database", inputs).outputs();
            landing.lands("COREBANK," + String.join(" ", cluster.servers()) + ",COREBANK");
            landing.stores().facts().put(SizedLanding.PROGRAM, "COREBANK", facts(found), "Mia");
            landing.accept("COREBANK");
            Map<String, Object> sized = landing.target("COREBANK", Map.of());

            Map<String, Object> target = Map.of(
                    "host",
                    cluster.servers().get(0),
                    "port",
                    cluster.port(),
                    "service",
                    cluster.databases().get(0),
                    "credential",
                    "target");
            Map<String, Object> compared = new TreeMap<>(target);
            there.forEach((name, value) -> compared.put("source_" + name, value));
            for (String figure : List.of("sga_mb", "pga_target_mb", "redo_log_mb", "recovery_area_mb")) {
                assertThat((Long) sized.get(figure)).as(figure).isPositive();
                compared.put(figure, sized.get(figure));
            }
            compared.put("cluster_home", cluster.oracleHome());
            Map<String, Object> fits =
                    run(build, "oracle.check-target", compared).outputs();
            Map<String, Object> settings =
                    run(build, "oracle.check-settings", target).outputs();
            assertThat(settings.get("facts"))
                    .asInstanceOf(InstanceOfAssertFactories.MAP)
                    .containsEntry("oracle.use_large_pages", "ONLY")
                    .containsEntry("oracle.cluster", true)
                    .containsEntry("oracle.file_system", false);
            assertThat(landing.standing(Map.of(
                                    "kind",
                                    "database",
                                    "name",
                                    "COREBANK",
                                    "facts",
                                    settings.get("facts"),
                                    "further",
                                    fits.get("facts")))
                            .outputs()
                            .get("blocking"))
                    .isEqualTo(List.of());
            for (String node : cluster.servers()) {
                assertThat(LinuxPrograms.hugePages(build.lab
                                .hosts()
                                .find(node)
                                .orElseThrow()
                                .root()
                                .resolve("etc/kernel")))
                        .as("huge pages of " + node)
                        .isGreaterThanOrEqualTo(((Long) sized.get("sga_mb")).intValue());
            }
        }
    }

    /** As a run keeps them. */
    private static List<Fact> facts(Map<String, Object> found) {
        List<Fact> facts = new ArrayList<>();
        ((Map<?, ?>) found.get("facts"))
                .forEach((name, value) -> facts.add(new Fact(
                        String.valueOf(name),
                        value,
                        (String) ((Map<?, ?>) found.get("fact_units")).get(name),
                        "discovery",
                        Instant.EPOCH,
                        Confidence.MEASURED)));
        return facts;
    }

    @Test
    void anEstateWithoutAClusterHasNone() throws IOException {
        try (LabBuild build = new LabBuild(directory.toRealPath(), new Estate(1726, List.of(), new TreeMap<>()))) {
            assertThat(directory.resolve("cluster.json")).doesNotExist();
            assertThat(build.lab.hosts().find("mildendo-1")).isEmpty();
            assertThat(Files.readString(directory.resolve("landscape.yml"))).doesNotContain("mildendo");
        }
    }
}
