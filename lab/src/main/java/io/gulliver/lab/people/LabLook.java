package io.gulliver.lab.people;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The second program of the lab: databases that are looked at, sized and judged. One of them no driver reaches; whoever
 * starts its crossing finds its server and its hosts described.
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
        Map<String, Object> program = LabProgram.file(directory, "program-legacy.yml");
        String inventory = Files.readString(directory.resolve("inventory-legacy.csv"), StandardCharsets.UTF_8);
        List<LabProgram.Line> others =
                LabProgram.lines(Files.readString(directory.resolve("inventory.csv"), StandardCharsets.UTF_8));
        // What is in the other program as well is carried there.
        List<LabProgram.Line> own = LabProgram.lines(inventory).stream()
                .filter(line ->
                        others.stream().noneMatch(other -> other.database().equals(line.database())))
                .toList();
        Map<String, Object> servers = LabProgram.file(directory, "servers.yml");
        servers.keySet()
                .removeIf(server -> own.stream().noneMatch(line -> line.server().equals(server)));
        return new LabLook(
                Objects.toString(program.get("key")),
                Objects.toString(program.get("title")),
                Objects.toString(program.get("zone")),
                LabProgram.policy(program, servers, LabProgram.file(directory, "sources.yml"), own),
                inventory,
                inventory
                        .lines()
                        .skip(1)
                        .filter(line -> !line.isBlank())
                        .map(line -> line.substring(0, line.indexOf(',')))
                        .toList());
    }
}
