package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The package's bill of materials against the libraries that are really in it. */
@Tag("process")
class PackageListIT {
    @Test
    void everyLibraryInThePackageIsListedAndNothingElseOfOthers() throws IOException {
        try (JarFile packed = new JarFile(Installation.packed("ui").toFile())) {
            Set<String> there = packed.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.startsWith("BOOT-INF/lib/") && name.endsWith(".jar"))
                    .map(name -> name.substring("BOOT-INF/lib/".length(), name.length() - ".jar".length()))
                    .filter(name -> !name.startsWith("spring-boot-jarmode-"))
                    .collect(Collectors.toCollection(TreeSet::new));
            Set<String> listed = new TreeSet<>();
            try (InputStream list = packed.getInputStream(packed.getEntry("META-INF/sbom/application.cdx.json"))) {
                for (JsonNode one : JsonMapper.shared().readTree(list).path("components")) {
                    String purl = one.path("purl").asString();
                    String classifier =
                            purl.contains("classifier=") ? "-" + purl.replaceFirst(".*classifier=([^&]+).*", "$1") : "";
                    listed.add(one.path("name").asString() + "-"
                            + one.path("version").asString() + classifier);
                }
            }
            assertThat(listed).containsAll(there);
            assertThat(packed.getEntry("META-INF/sbom/bundled.cdx.json"))
                    .as("the list of what is in bundled programs")
                    .isNotNull();
        }
    }
}
