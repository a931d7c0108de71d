package io.gulliver.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Programs that test contracts from outside, in the Python environment that {@code ./gulliver test} makes. */
public final class ContractTools {
    private static final Path HOME = Path.of(
            System.getenv().getOrDefault("XDG_CACHE_HOME", System.getProperty("user.home") + "/.cache"),
            "gulliver",
            "contract-tools-5");

    private ContractTools() {}

    /** Skips the test without them, and fails it in CI. */
    public static void required() {
        Required.here(
                Files.isExecutable(program("schemathesis")),
                "The tools that test contracts are not at " + HOME
                        + ": ./gulliver test fetches them with Python 3 and pip.");
    }

    public static Path program(String name) {
        return HOME.resolve("bin").resolve(name);
    }

    /** The generator of clients. */
    public static Path generator() {
        try (Stream<Path> files = Files.find(
                HOME.toRealPath(),
                8,
                (file, about) -> file.getFileName().toString().equals("openapi-generator.jar"))) {
            return files.findFirst().orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
