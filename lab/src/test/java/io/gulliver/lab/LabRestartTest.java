package io.gulliver.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateOracle;
import io.gulliver.lab.main.Lab;
import io.gulliver.lab.oracle.driver.LabDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

@Tag("store")
class LabRestartTest {
    private static final YAMLMapper YAML = new YAMLMapper();

    @TempDir
    Path directory;

    /** Two databases that share their server: small, and whole. */
    private static Estate small() {
        Estate whole = Estate.of(1726);
        var databases = whole.databases().stream()
                .filter(database -> List.of("PAYROLL", "TIMECARD").contains(database.database()))
                .toList();
        TreeMap<String, io.gulliver.lab.estate.EstateServer> servers = new TreeMap<>(whole.servers());
        servers.keySet().retainAll(databases.get(0).servers());
        return new Estate(1726, databases, servers);
    }

    private Lab open() throws IOException {
        return Lab.open(directory.toRealPath(), small(), LabPace.max());
    }

    private Connection logOn(Lab lab, String user, String secret) throws SQLException, IOException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty(
                "password", Files.readString(directory.resolve("secrets").resolve(secret)));
        String host = lab.estate().databases().get(0).sourceHost();
        Connection connection = new LabDriver()
                .connect("jdbc:gulliver-lab:@//127.0.0.1:" + lab.oracle().port(host) + "/payroll", properties);
        assertThat(connection).isNotNull();
        return connection;
    }

    @Test
    void goesOnWhereItWas() throws IOException, SQLException {
        List<String> keys;
        List<Integer> ports;
        long made;
        try (Lab lab = open();
                Connection connection = logOn(lab, EstateOracle.ADMIN, "database-admin")) {
            assertThat(connection.isClosed()).isFalse();
            keys = lab.hosts().all().stream()
                    .map(host -> host.hostKeyFingerprint())
                    .toList();
            ports = lab.hosts().all().stream().map(host -> host.port()).toList();
            made = databasesMade(lab);
            assertThat(made).as("databases made").isPositive();
        }
        try (Lab lab = open();
                Connection connection = logOn(lab, EstateOracle.READER, "database-reader")) {
            assertThat(connection.isClosed()).isFalse();
            assertThat(lab.hosts().all().stream().map(host -> host.hostKeyFingerprint()))
                    .containsExactlyElementsOf(keys);
            assertThat(lab.hosts().all().stream().map(host -> host.port())).containsExactlyElementsOf(ports);
        }
        try (Lab lab = open()) {
            assertThat(lab.context().ledger().entries("payroll@lilliput-db-07", "create-database"))
                    .as("made once, over three starts")
                    .hasSize(1);
        }
    }

    private static long databasesMade(Lab lab) {
        return lab.context().ledger().entries().stream()
                .filter(entry -> entry.operation().equals("create-database"))
                .count();
    }

    @Test
    void tellsTheProductOfEverything() throws IOException {
        try (Lab lab = open()) {
            JsonNode settings =
                    YAML.readTree(directory.resolve("landscape.yml").toFile()).path("gulliver");
            assertThat(settings.path("landscape").path("systems").propertyNames())
                    .containsExactlyInAnyOrder("hmc-1", "zvm-1", "fs-1", "fs-2", "ds-1", "install-1");
            assertThat(settings.path("landscape").path("hosts").size())
                    .isEqualTo(lab.hosts().all().size());
            for (JsonNode grant : settings.path("secrets").path("grants")) {
                Path secret = Path.of(grant.path("secret").asString().substring("file:".length()));
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                        .as(secret.toString())
                        .isEqualTo("rw-------");
                assertThat(Files.readString(directory.resolve("landscape.yml")))
                        .doesNotContain(Files.readString(secret).strip());
            }
            assertThat(Files.readAllLines(lab.hosts()
                            .find("lilliput-db-07")
                            .orElseThrow()
                            .root()
                            .resolve("etc/oratab")))
                    .as("instances, each with a home that is there")
                    .hasSize(2)
                    .allSatisfy(line -> assertThat(Path.of(line.split(":")[1], "bin/sqlplus"))
                            .isExecutable());
            List<String> inventory = Files.readAllLines(directory.resolve("inventory.csv"));
            assertThat(inventory).hasSize(3);
            assertThat(inventory.get(0)).startsWith("database,application,environment,criticality,source_host");
            assertThat(inventory.get(1)).startsWith("PAYROLL,Human resources,production,2,lilliput-db-07,");
            assertThat(YAML.readTree(directory.resolve("program.yml").toFile())
                            .path("policy")
                            .path("rates")
                            .propertyNames())
                    .contains("export", "import");
            assertThat(YAML.readTree(directory.resolve("servers.yml").toFile()).propertyNames())
                    .containsExactlyElementsOf(small().servers().keySet());
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left.map(path -> path.getFileName().toString())).noneMatch(name -> name.endsWith(".part"));
        }
    }
}
