package io.gulliver.ui.supply;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.testing.Required;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The list of what is inside the programs that travel with the build, against those very programs. */
class BundledProgramsTest {
    private static final Pattern LIBRARY = Pattern.compile("lib/(lib[a-z0-9_-]+?)\\.so(\\..*)?");

    private static final Map<String, JsonNode> LISTED = new TreeMap<>();

    @BeforeAll
    static void read() throws IOException {
        try (InputStream list = resource("/META-INF/sbom/bundled.cdx.json")) {
            JsonMapper.shared()
                    .readTree(list)
                    .path("components")
                    .forEach(one -> LISTED.put(one.path("name").asString(), one));
        }
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(BundledProgramsTest.class.getResourceAsStream(name), name);
    }

    private static String within(JsonNode component) {
        return component.path("properties").path(0).path("value").asString();
    }

    private static String launcher() throws IOException {
        return Files.readString(Path.of("..", "gulliver"));
    }

    private static String pinned(String name) throws IOException {
        Matcher line = Pattern.compile("(?m)^" + name + "=(.+)$").matcher(launcher());
        assertThat(line.find()).as(name + " of the launcher").isTrue();
        return line.group(1);
    }

    @Test
    void everyLibraryInPostgresqlIsListed() throws IOException {
        assertThat(pinned("POSTGRES_VERSION"))
                .startsWith(LISTED.get("postgresql").path("version").asString());
        Set<String> there = new TreeSet<>();
        try (InputStream packed = resource("/postgres-linux-x86_64.txz");
                TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(packed))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Matcher library = LIBRARY.matcher(entry.getName().replaceFirst("^\\./", ""));
                if (library.matches()) {
                    there.add(library.group(1));
                }
            }
        }
        Set<String> listed = new TreeSet<>();
        LISTED.values().stream()
                .map(BundledProgramsTest::within)
                .filter(place -> place.startsWith("postgresql: "))
                .forEach(place -> listed.addAll(
                        List.of(place.substring("postgresql: ".length()).split(" "))));
        assertThat(listed).isEqualTo(there);
    }

    @Test
    void everyModuleInTheTemporalProgramIsListed() throws IOException {
        String version = pinned("TEMPORAL_VERSION");
        assertThat(LISTED.get("temporal").path("version").asString()).isEqualTo("v" + version);
        Path program =
                Path.of(System.getProperty("user.home"), ".cache", "gulliver", "temporal-" + version, "temporal");
        Required.here(Files.isExecutable(program), "the pinned Temporal program (./gulliver doctor)");
        // Go writes what it linked into each program.
        String content = new String(Files.readAllBytes(program), StandardCharsets.ISO_8859_1);
        Matcher info = Pattern.compile("path\\tgithub\\.com/temporalio/cli/cmd/temporal\\n((?:[a-z=>]+\\t[^\\n]*\\n)+)")
                .matcher(content);
        assertThat(info.find()).isTrue();
        List<String> linked = new ArrayList<>();
        info.group(1)
                .lines()
                .map(line -> line.split("\\t"))
                .filter(line -> line[0].equals("dep"))
                .forEach(line -> linked.add(line[1] + " " + line[2]));
        assertThat(linked).hasSizeGreaterThan(50);
        List<String> listed = LISTED.values().stream()
                .filter(one -> within(one).equals("temporal")
                        && !one.path("name").asString().equals("go"))
                .map(one ->
                        one.path("name").asString() + " " + one.path("version").asString())
                .toList();
        assertThat(listed).containsExactlyInAnyOrderElementsOf(linked);
    }

    @Test
    void eachHasAnAddressThatScannersKnow() {
        assertThat(LISTED.values())
                .allSatisfy(one -> assertThat(one.path("purl").asString()).matches("pkg:(generic|golang)/.+@.+"));
    }
}
