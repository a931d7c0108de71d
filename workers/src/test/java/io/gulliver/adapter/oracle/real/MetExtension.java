package io.gulliver.adapter.oracle.real;

import io.gulliver.domain.proof.Proof;
import io.gulliver.domain.proof.ProofReport;
import io.gulliver.service.proof.ProductParts;
import io.gulliver.service.proof.ProofFile;
import io.gulliver.trust.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test of a suite its {@link Met}, and writes what the suite saw into {@code target/real-oracle/results}, a file a
 * suite, signed by the key of {@code gulliver.proof.key}. Without a key nothing is written, and one line says so.
 */
public final class MetExtension implements ParameterResolver, AfterTestExecutionCallback, AfterAllCallback {
    private static final Path RESULTS = Path.of("target", "real-oracle", "results");

    private final Map<String, Met> running = new ConcurrentHashMap<>();
    private final List<Proof> proofs = Collections.synchronizedList(new ArrayList<>());
    private final Optional<Path> key;
    private final Path folder;

    /** As the settings of the run say. */
    public MetExtension() {
        this(Optional.ofNullable(System.getProperty("gulliver.proof.key")).map(Path::of), RESULTS);
    }

    /** With a key and a folder of one's own. */
    public MetExtension(Optional<Path> key, Path folder) {
        this.key = key;
        this.folder = folder;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType() == Met.class;
    }

    @Override
    public Met resolveParameter(ParameterContext parameter, ExtensionContext test) {
        return running.computeIfAbsent(
                test.getUniqueId(),
                id -> new Met(test.getRequiredTestClass().getSimpleName(), ProductParts.load(), Clock.systemUTC()));
    }

    @Override
    public void afterTestExecution(ExtensionContext test) {
        Met met = running.remove(test.getUniqueId());
        if (met != null) {
            proofs.addAll(met.ended(test.getExecutionException().isEmpty()));
        }
    }

    @Override
    public void afterAll(ExtensionContext suite) throws IOException {
        written(suite.getRequiredTestClass().getSimpleName());
    }

    /** Writes the file; empty when there is nothing to write, or no key. */
    public Optional<Path> written(String suite) throws IOException {
        if (proofs.isEmpty()) {
            return Optional.empty();
        }
        if (key.isEmpty()) {
            System.out.println("proof: " + suite + ": " + proofs.size()
                    + " results are not kept, for no key signs them; see docs/oracle-real.md.");
            return Optional.empty();
        }
        ProofReport report = new ProofReport(
                System.getProperty("gulliver.proof.commit", "unknown"),
                Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS),
                String.join(
                                " ",
                                System.getProperty("os.name"),
                                System.getProperty("os.version"),
                                System.getProperty("os.arch"))
                        + ", Java " + System.getProperty("java.version"),
                proofs);
        Files.createDirectories(folder);
        Path file = folder.resolve(suite + ".json");
        Files.writeString(file, ProofFile.write(report, SigningKey.open(key.get())));
        System.out.println("proof: " + suite + ": " + proofs.size() + " results in " + file.toAbsolutePath());
        return Optional.of(file);
    }
}
