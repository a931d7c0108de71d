package io.gulliver.persistence.embedded;

import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreException;
import io.gulliver.process.ChildEnvironment;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The programs of one PostgreSQL: {@code initdb} and {@code postgres} in one directory.
 *
 * @param directory holds both
 * @param version for example {@code 17.6}
 */
public record PostgresProgram(Path directory, String version) {

    private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d+(?:\\.\\d+)*\\S*)");
    private static final Path PACKAGED = Path.of("/usr/lib/postgresql");

    /**
     * The programs to use: those of the named directory; else the ones that travel with this build, unpacked into the
     * cache; else, where none were made for this machine, the machine's own.
     *
     * @param configured a directory with {@code bin/initdb} and {@code bin/postgres}, or that {@code bin} itself; or null
     * @throws StoreException when there are none or they are not what they should be, with what to do
     */
    public static PostgresProgram require(@Nullable Path configured) {
        if (configured != null) {
            return inspect(configured);
        }
        Optional<PostgresArchive> bundled = PostgresArchive.bundled();
        if (bundled.isPresent()) {
            return inspect(bundled.get().unpackedIn(PostgresArchive.cached(System.getenv())));
        }
        return ofMachine(PACKAGED, System.getenv().getOrDefault("PATH", ""))
                .orElseThrow(() -> new StoreException("No PostgreSQL travels with Gulliver for " + Platform.current()
                        + ", and this machine has none from " + StoreDatabase.OLDEST + " up: looked in " + PACKAGED
                        + "/*/bin and on the PATH. Install one (Debian: apt-get install postgresql), or name a directory"
                        + " that has it with gulliver.store.program, or a running server with gulliver.store.url."));
    }

    /** Major version, which a data directory belongs to. */
    public int major() {
        return Integer.parseInt(version.replaceFirst("\\D.*", ""));
    }

    Path initdb() {
        return directory.resolve("initdb");
    }

    Path postgres() {
        return directory.resolve("postgres");
    }

    /** The newest of the machine, when it is new enough. */
    static Optional<PostgresProgram> ofMachine(Path packaged, String searchPath) {
        List<Path> candidates = new ArrayList<>();
        if (Files.isDirectory(packaged)) {
            try (Stream<Path> versions = Files.list(packaged)) {
                versions.map(version -> version.resolve("bin")).forEach(candidates::add);
            } catch (IOException e) {
                throw new StoreException(packaged + " cannot be listed: " + e.getMessage(), e);
            }
        }
        for (String folder : searchPath.split(File.pathSeparator)) {
            if (!folder.isBlank()) {
                candidates.add(Path.of(folder));
            }
        }
        return candidates.stream()
                .filter(PostgresProgram::complete)
                .flatMap(candidate -> askVersion(candidate).stream())
                .filter(program -> program.major() >= StoreDatabase.OLDEST)
                .max(Comparator.comparingInt(PostgresProgram::major));
    }

    private static boolean complete(Path directory) {
        return Files.isExecutable(directory.resolve("initdb")) && Files.isExecutable(directory.resolve("postgres"));
    }

    private static PostgresProgram inspect(Path configured) {
        Path directory = complete(configured) ? configured : configured.resolve("bin");
        Supplier<StoreException> unusable = () -> new StoreException("The PostgreSQL directory " + configured
                + " has no usable bin/initdb and bin/postgres. Name one that has with gulliver.store.program, or leave"
                + " the setting out.");
        if (!complete(directory)) {
            throw unusable.get();
        }
        PostgresProgram program =
                askVersion(directory.toAbsolutePath().normalize()).orElseThrow(unusable);
        if (program.major() < StoreDatabase.OLDEST) {
            throw new StoreException("The PostgreSQL in " + directory + " is version " + program.version
                    + "; Gulliver needs " + StoreDatabase.OLDEST + " or later.");
        }
        return program;
    }

    private static Optional<PostgresProgram> askVersion(Path directory) {
        try {
            Process process = ChildEnvironment.clean(
                            new ProcessBuilder(directory.resolve("postgres").toString(), "--version"))
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher matcher = VERSION.matcher(answer);
            return process.waitFor(20, TimeUnit.SECONDS) && matcher.find()
                    ? Optional.of(new PostgresProgram(directory, matcher.group(1)))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // of another processor, or a broken link
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("Interrupted while asking " + directory + " for its version", e);
        }
    }
}
