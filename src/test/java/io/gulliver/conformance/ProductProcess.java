package io.gulliver.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A second process of an installation: a server, or the workers of a zone. It runs until it is killed.
 *
 * <p>Arguments: {@code server} or {@code worker}, data directory, settings. The file {@code connected} in its data
 * directory says that it serves the engine.
 */
final class ProductProcess {
    private static final String WORKER = "worker";

    private ProductProcess() {}

    public static void main(String[] args) {
        Path data = Path.of(args[1]);
        String[] settings = Arrays.copyOfRange(args, 2, args.length);
        try (Gulliver gulliver =
                args[0].equals(WORKER) ? Gulliver.startWorker(data, settings) : Gulliver.start(data, settings)) {
            gulliver.awaitConnected();
            Files.createFile(data.resolve("connected"));
            new CountDownLatch(1).await();
        } catch (Throwable e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    static Process server(Path data, String... settings) {
        return launch("server", data, settings);
    }

    static Process worker(Path data, String... settings) {
        return launch(WORKER, data, settings);
    }

    private static Process launch(String role, Path data, String... settings) {
        List<String> arguments = new ArrayList<>(List.of(role, data.toString()));
        arguments.addAll(List.of(settings));
        try {
            Files.deleteIfExists(data.resolve("connected"));
            return TestProcess.start(ProductProcess.class, data.resolve("carrier.log"), data.resolve("tmp"), arguments);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether it serves the engine; one that ended instead fails the proof. */
    static boolean connected(Process process, Path data) {
        if (!process.isAlive()) {
            throw new AssertionError(
                    "The process ended with " + process.exitValue() + ": " + CarrierProcess.lastWords(data));
        }
        return Files.exists(data.resolve("connected"));
    }

    /** Keys of an installation are the same for all of its processes. */
    static void shareKeys(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (String key : List.of("payload-keys.json", "audit-key")) {
            if (Files.exists(from.resolve(key))) {
                Files.copy(from.resolve(key), to.resolve(key), java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
