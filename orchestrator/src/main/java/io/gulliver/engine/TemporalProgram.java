package io.gulliver.engine;

import io.gulliver.process.ChildEnvironment;
import io.gulliver.process.ContentDigest;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The {@code temporal} command line program on this machine, which contains the embedded server.
 *
 * <p>Looked for at the configured path, then in the cache that {@code ./gulliver} fills from the pinned package, then
 * on the {@code PATH}. The pinned copy comes before the PATH because a data file belongs to one version.
 *
 * @param path an executable file
 * @param version for example {@code 1.9.1}
 * @param sha256 of the file, lower-case hex
 */
public record TemporalProgram(Path path, String version, String sha256) {
    /** The version that Gulliver is tested with. */
    public static final String PINNED_VERSION = "1.9.1";

    /** SHA-256 of the pinned program, by platform, as extracted from the package; other platforms go by version. */
    static final Map<String, String> PINNED_HASHES =
            Map.of("linux-amd64", "712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0");

    private static final Pattern VERSION = Pattern.compile("temporal version (\\d+\\.\\d+\\.\\d+\\S*)");

    /**
     * Finds the program.
     *
     * @param configured path from the settings, or null
     * @return empty when none is there
     * @throws EngineException when the configured file is missing or is not the program, or the cached copy is not
     *     what was pinned
     */
    public static Optional<TemporalProgram> find(@Nullable Path configured) {
        if (configured != null) {
            return Optional.of(inspect(configured));
        }
        Path cached = cached(System.getenv());
        if (Files.isExecutable(cached)) {
            return Optional.of(pinned(cached));
        }
        return onPath(System.getenv().getOrDefault("PATH", "")).map(TemporalProgram::inspect);
    }

    /**
     * The program, which must be there.
     *
     * @throws EngineException when it is not, with what to do
     */
    public static TemporalProgram require(@Nullable Path configured) {
        return find(configured)
                .orElseThrow(() -> new EngineException("The Temporal program is not on this machine: looked for "
                        + cached(System.getenv())
                        + " and for 'temporal' on the PATH. Run './gulliver doctor', which fetches version "
                        + PINNED_VERSION + ", or name one with gulliver.temporal.program, or name a running server with"
                        + " gulliver.temporal.target."));
    }

    /** Where {@code ./gulliver} keeps the pinned copy, shared by all data directories of this user. */
    static Path cached(Map<String, String> environment) {
        String cache = environment.get("XDG_CACHE_HOME");
        Path home = cache == null || cache.isBlank()
                ? Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".cache")
                : Path.of(cache);
        return home.resolve("gulliver").resolve("temporal-" + PINNED_VERSION).resolve("temporal");
    }

    private static Optional<Path> onPath(String searchPath) {
        for (String folder : searchPath.split(File.pathSeparator)) {
            if (!folder.isBlank()) {
                Path candidate = Path.of(folder, "temporal");
                if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                    return Optional.of(candidate);
                }
            }
        }
        return Optional.empty();
    }

    static TemporalProgram inspect(Path path) {
        if (!Files.isRegularFile(path) || !Files.isExecutable(path)) {
            throw new EngineException("Temporal program " + path
                    + ": no executable file there. Correct gulliver.temporal.program, or leave it out to use the pinned"
                    + " one.");
        }
        try {
            return new TemporalProgram(path, askVersion(path), hash(path));
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    /** The cached copy, which must be what was pinned. Its 150 MB are read once, and again when the file has changed. */
    private static TemporalProgram pinned(Path path) {
        String found;
        try {
            found = ContentDigest.of(path, path.resolveSibling(path.getFileName() + ".sha256"), () -> hash(path));
        } catch (IOException e) {
            throw unreadable(path, e);
        }
        String wanted = PINNED_HASHES.get(platform());
        // The checksum names the version, too; only where none is known the program is asked.
        String version = wanted == null ? askVersion(path) : PINNED_VERSION;
        if (!version.equals(PINNED_VERSION) || (wanted != null && !wanted.equals(found))) {
            throw new EngineException("Temporal program " + path + " is not the pinned one: "
                    + (wanted == null
                            ? "version " + version + ", wanted " + PINNED_VERSION
                            : "SHA-256 " + found + ", wanted " + wanted + " of version " + PINNED_VERSION)
                    + ". Remove the file and run './gulliver doctor' to fetch it again.");
        }
        return new TemporalProgram(path, version, found);
    }

    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(java.util.Locale.ROOT);
        return (system.contains("linux") ? "linux" : system) + "-" + System.getProperty("os.arch");
    }

    private static String askVersion(Path path) {
        List<String> command = new ArrayList<>(List.of(path.toString(), "--version"));
        try {
            Process process = ChildEnvironment.clean(new ProcessBuilder(command))
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new EngineException("Temporal program " + path + ": '--version' gave no answer within 20 s.");
            }
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher matcher = VERSION.matcher(said);
            if (!matcher.find()) {
                throw new EngineException("Temporal program " + path + ": '--version' answered '" + said.strip()
                        + "', which is not Temporal's command line program.");
            }
            return matcher.group(1);
        } catch (IOException e) {
            throw new EngineException("Temporal program " + path + " cannot be run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException("Interrupted while asking " + path + " for its version", e);
        }
    }

    private static EngineException unreadable(Path path, IOException e) {
        return new EngineException("Temporal program " + path + " cannot be read: " + e.getMessage(), e);
    }

    private static String hash(Path path) throws IOException {
        try (InputStream in = new DigestInputStream(Files.newInputStream(path), newDigest())) {
            byte[] buffer = new byte[1 << 16];
            while (in.read(buffer) >= 0) {
                // the digest is what we read for
            }
            return HexFormat.of()
                    .formatHex(((DigestInputStream) in).getMessageDigest().digest());
        }
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
