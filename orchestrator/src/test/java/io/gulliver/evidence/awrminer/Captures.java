package io.gulliver.evidence.awrminer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.domain.estate.Fact;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.Reading;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Captures to read: made-up ones of the repository in the exact format ({@code src/test/tools/awr-make-up.py}), and real
 * ones that lie beside it, where they are at hand; and short ways to read.
 */
public final class Captures {
    public static final ZoneId ZONE = ZoneId.of("Europe/London");
    public static final Instant RECEIVED = Instant.parse("2026-11-01T10:00:00Z");

    private Captures() {}

    /** All captures by name: the made-up ones, and the real ones where they are at hand. */
    public static List<Path> all() {
        List<Path> all = new ArrayList<>(in(root().resolve("orchestrator/src/test/resources/captures")));
        // a linked worktree stands beside the main one, so its neighbour is the same
        Path beside = root().resolve("../shared/data/awr-miner").normalize();
        if (Files.isDirectory(beside)) {
            all.addAll(in(beside));
        }
        return all;
    }

    private static Path root() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("gulliver"))) {
            root = root.getParent();
        }
        return root;
    }

    private static List<Path> in(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".out.gz"))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of captures cannot be listed: " + folder, e);
        }
    }

    /** The one whose name has this part; skips the test when it is a real one that is not at hand. */
    public static Path named(String part) {
        List<Path> found = all().stream()
                .filter(file -> file.getFileName().toString().contains(part))
                .toList();
        assumeTrue(found.size() == 1, "no real capture named " + part + " in ../shared/data/awr-miner");
        return found.get(0);
    }

    public static Reading read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return AwrMinerReader.read(in, new EvidenceOrigin(file.getFileName().toString(), ZONE, RECEIVED));
        }
    }

    public static Reading read(byte[] content) {
        try {
            return AwrMinerReader.read(
                    new ByteArrayInputStream(content), new EvidenceOrigin("test.out", ZONE, RECEIVED));
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory failed", e);
        }
    }

    /** What the script in another language says of captures: lines of file, figure and value; skips without python3. */
    public static String secondHand(List<Path> files) throws IOException, InterruptedException {
        Path script = Path.of("../src/test/tools/awr-check.py").toAbsolutePath().normalize();
        assertThat(script).exists();
        List<String> command = new ArrayList<>(List.of("python3", script.toString()));
        files.forEach(file -> command.add(file.toString()));
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "no python3 here: figures not compared with the second hand's");
            return "";
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the script ended").isTrue();
        assertThat(process.exitValue()).as("exit of awr-check.py").isZero();
        return output;
    }

    /** Values by name. */
    public static TreeMap<String, Object> values(Reading reading) {
        return reading.facts().stream().collect(Collectors.toMap(Fact::name, Fact::value, (a, b) -> a, TreeMap::new));
    }
}
