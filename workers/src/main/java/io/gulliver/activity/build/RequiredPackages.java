package io.gulliver.activity.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Packages that Oracle wants on a distribution, from {@code gulliver/guest/packages.yaml} of the class path.
 *
 * @param byDistribution by {@code rhel-9}: ID and first number of VERSION_ID of {@code /etc/os-release}
 */
record RequiredPackages(TreeMap<String, List<String>> byDistribution) {
    private static final String FILE = "gulliver/guest/packages.yaml";
    private static final String DISTRIBUTION = "[a-z]+-[0-9]+";
    private static final String PACKAGE = "[A-Za-z0-9][A-Za-z0-9+._-]*";

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException when a name in it is none
     */
    static RequiredPackages load() {
        try (InputStream in = RequiredPackages.class.getClassLoader().getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalArgumentException("There is no " + FILE + " on the class path");
            }
            return of(new YAMLMapper().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " cannot be read", e);
        }
    }

    static RequiredPackages of(JsonNode list) {
        TreeMap<String, List<String>> read = new TreeMap<>();
        list.forEach(entry -> {
            String distribution =
                    entry.path("os").asString() + "-" + entry.path("version").asInt();
            List<String> packages = StreamSupport.stream(entry.path("packages").spliterator(), false)
                    .map(JsonNode::asString)
                    .toList();
            if (!distribution.matches(DISTRIBUTION)
                    || packages.isEmpty()
                    || !packages.stream().allMatch(name -> name.matches(PACKAGE))
                    || entry.path("source").asString().isBlank()) {
                throw new IllegalArgumentException(FILE + ": the entry " + distribution + " with packages " + packages
                        + " lacks a version, a source, or has a name that no package can have.");
            }
            if (read.put(distribution, packages) != null) {
                throw new IllegalArgumentException(FILE + ": " + distribution + " is there twice.");
            }
        });
        return new RequiredPackages(read);
    }

    /** As the script takes them: {@code rhel-9=ksh,make sles-15=…}. */
    String words() {
        return byDistribution.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + String.join(",", entry.getValue()))
                .collect(Collectors.joining(" "));
    }
}
