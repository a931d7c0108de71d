package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.movement.MovementActions;
import io.gulliver.activity.systems.Databases;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.estate.RegisteredCluster;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
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
        Databases databases = build.databases();
        StepAction action = MovementActions.all(build.systems, databases).stream()
                .filter(one -> one.name().equals("cluster.look"))
                .findFirst()
                .orElseThrow();
        return action.run(
                new StepCall(
                        new MigrationId("lilliput/corebank/1"),
                        "lilliput",
                        "COREBANK",
                        Purpose.PRODUCTION,
                        1,
                        StepKey.of("look-at-cluster"),
                        1,
                        1,
                        Operation.RUN,
                        "cluster.look",
                        "a".repeat(64),
                        inputs,
                        Map.of(),
                        null,
                        0),
                build.context);
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

    @Test
    void anEstateWithoutAClusterHasNone() throws IOException {
        try (LabBuild build = new LabBuild(directory.toRealPath(), new Estate(1726, List.of(), new TreeMap<>()))) {
            assertThat(directory.resolve("cluster.json")).doesNotExist();
            assertThat(build.lab.hosts().find("mildendo-1")).isEmpty();
            assertThat(Files.readString(directory.resolve("landscape.yml"))).doesNotContain("mildendo");
        }
    }
}
