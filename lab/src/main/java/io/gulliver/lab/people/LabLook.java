package io.gulliver.lab.people;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.core.type.TypeReference;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The second program of the lab: databases that are looked at, sized and judged, and not carried. One of them no driver
 * reaches.
 *
 * @param key of the program
 * @param title of the program
 * @param zone time zone of its people
 * @param policy its policy
 * @param inventory the CSV file as it is uploaded
 * @param databases in the order of the file
 */
record LabLook(
        String key, String title, String zone, Map<String, Object> policy, String inventory, List<String> databases) {
    /** The step of the playbook behind which such a run pauses: what was found is kept, and nobody is asked anything. */
    static final String LAST_STEP = "keep-facts";

    /**
     * Reads {@code program-legacy.yml} and {@code inventory-legacy.csv} of a lab.
     *
     * @throws IOException when one is missing
     */
    static LabLook read(Path directory) throws IOException {
        Map<String, Object> program = new YAMLMapper()
                .readValue(
                        Files.readString(directory.resolve("program-legacy.yml")),
                        new TypeReference<Map<String, Object>>() {});
        String inventory = Files.readString(directory.resolve("inventory-legacy.csv"), StandardCharsets.UTF_8);
        return new LabLook(
                Objects.toString(program.get("key")),
                Objects.toString(program.get("title")),
                Objects.toString(program.get("zone")),
                policy(program.get("policy")),
                inventory,
                inventory
                        .lines()
                        .skip(1)
                        .filter(line -> !line.isBlank())
                        .map(line -> line.substring(0, line.indexOf(',')))
                        .toList());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> policy(Object told) {
        return told instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }
}
