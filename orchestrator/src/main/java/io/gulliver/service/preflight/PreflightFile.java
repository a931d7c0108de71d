package io.gulliver.service.preflight;

import io.gulliver.assessment.preflight.PreflightCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is missing, in a file of the data directory while a server runs on it: {@code ./gulliver doctor} shows it to whoever
 * may read the directory, with no log-in. A first line with process and time, then one line for each check, with tabs.
 */
public final class PreflightFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PreflightFile.class);
    private static final int SECONDS = 15;

    private final Path file;
    private final PreflightService preflight;
    private final Clock clock;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread made = new Thread(work, "preflight");
        made.setDaemon(true);
        return made;
    });

    /** @param directory the data directory */
    public PreflightFile(Path directory, PreflightService preflight, Clock clock) {
        this.file = directory.resolve("preflight.txt");
        this.preflight = preflight;
        this.clock = clock;
    }

    /** Writes it now and again. */
    public PreflightFile start() {
        thread.scheduleWithFixedDelay(this::write, 1, SECONDS, TimeUnit.SECONDS);
        return this;
    }

    private void write() {
        try {
            write(preflight.checks());
        } catch (IOException | RuntimeException e) {
            // Nothing hangs on it; the store's own trouble is told elsewhere.
            LOG.debug("what is missing before a first migration could not be written", e);
        }
    }

    void write(List<PreflightCheck> checks) throws IOException {
        StringBuilder text = new StringBuilder(
                ProcessHandle.current().pid() + "\t" + clock.instant().truncatedTo(ChronoUnit.SECONDS) + "\n");
        for (PreflightCheck check : checks) {
            text.append(String.join(
                            "\t",
                            check.state().name(),
                            oneLine(check.what()),
                            oneLine(check.seen()),
                            oneLine(check.todo())))
                    .append('\n');
        }
        Path part = file.resolveSibling(".preflight.part");
        Files.deleteIfExists(part);
        if (Files.getFileStore(file.getParent()).supportsFileAttributeView("posix")) {
            Files.createFile(part, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(part, text);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String oneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}]+", " ");
    }

    @Override
    public void close() {
        thread.shutdownNow();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.debug("{} could not be removed", file, e);
        }
    }
}
