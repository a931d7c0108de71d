package io.gulliver.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What all simulators of one lab share.
 *
 * @param dataDirectory where the lab keeps everything, readable by its owner only
 * @param ledger every mutating call
 * @param documents the simulators' state over restarts
 * @param faults what shall go wrong
 * @param pace how fast asynchronous work is done
 * @param clock the lab's time, never scaled
 * @param certificates the lab's own authority and server certificate
 * @param timer runs asynchronous work when it is due, one task after another: tasks are short and never wait
 */
public record LabContext(
        Path dataDirectory,
        Ledger ledger,
        Documents documents,
        Faults faults,
        LabPace pace,
        Clock clock,
        LabCertificates certificates,
        ScheduledExecutorService timer)
        implements AutoCloseable {

    /** Opens the lab's data directory, made with mode 0700 at the first start. Close simulators before the context. */
    public static LabContext open(Path dataDirectory, LabPace pace, Clock clock) {
        try {
            Files.createDirectories(dataDirectory);
            Files.setPosixFilePermissions(dataDirectory, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new UncheckedIOException("Lab data directory " + dataDirectory + " cannot be made", e);
        }
        Documents documents = Documents.open(dataDirectory.resolve("lab"));
        try {
            return new LabContext(
                    dataDirectory,
                    Ledger.open(dataDirectory.resolve("ledger.jsonl"), clock),
                    documents,
                    new Faults(),
                    pace,
                    clock,
                    LabCertificates.open(dataDirectory),
                    Executors.newSingleThreadScheduledExecutor(task -> {
                        Thread thread = new Thread(task, "lab-timer");
                        thread.setDaemon(true);
                        return thread;
                    }));
        } catch (RuntimeException e) {
            documents.close();
            throw e;
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        ledger.close();
        documents.close();
    }
}
