package io.gulliver.adapter.oracle.keywords;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Response files of the installer of 19: each key is one of the template in a 19.3 home, as the lab has them from public listings; of a
 * database home also one of the table of the independent examiner, and none is missing that it calls mandatory. There is no such table
 * for a Grid home.
 */
class InstallKeysTest {
    private static String text(String resource) throws IOException {
        try (InputStream in = Objects.requireNonNull(
                InstallKeysTest.class.getClassLoader().getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Map<String, String> template(String name) throws IOException {
        Map<String, String> keys = new TreeMap<>();
        text("gulliver/scripts/" + name).lines().forEach(line -> {
            String[] pair = line.split("=", 2);
            assertThat(keys.put(pair[0], pair[1])).as("twice: " + pair[0]).isNull();
        });
        return keys;
    }

    @ParameterizedTest
    @CsvSource({"install-db.rsp, 'db '", "install-grid.rsp, 'crs '"})
    void eachKeyIsOneOfTheTemplateThatTheHomeShips(String name, String begin) throws IOException {
        Set<String> shipped = new TreeSet<>();
        text("gulliver-lab/oracle/install-keys.txt")
                .lines()
                .filter(line -> line.startsWith(begin))
                .forEach(line -> shipped.add(line.substring(begin.length())));
        assertThat(shipped).hasSizeGreaterThan(40).containsAll(template(name).keySet());
    }

    @Test
    void theExaminerKnowsEachKeyAndMissesNone() throws IOException {
        JsonNode schema = new YAMLMapper()
                .readTree(text("oracle-keywords/runinstaller.yaml"))
                .path("schemas")
                .get(0);
        Map<String, String> ours = template("install-db.rsp");
        assertThat(ours.get("oracle.install.responseFileVersion").replace("{{schema}}", "19.0.0"))
                .isEqualTo(schema.path("header").asString());
        Set<String> mandatory = new TreeSet<>();
        schema.path("mandatory_seen").forEach(key -> mandatory.add(key.asString()));
        Set<String> known = new TreeSet<>(mandatory);
        schema.path("optional").forEach(key -> known.add(key.asString()));
        known.add("oracle.install.responseFileVersion");
        assertThat(mandatory).hasSizeGreaterThan(8);
        assertThat(ours.keySet()).containsAll(mandatory);
        assertThat(known).containsAll(ours.keySet());
        assertThat(ours).containsEntry("oracle.install.option", "INSTALL_DB_SWONLY");
    }
}
