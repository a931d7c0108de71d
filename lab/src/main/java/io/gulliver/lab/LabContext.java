package io.gulliver.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import tools.jackson.databind.json.JsonMapper;

/**
 * What all simulators of one lab share.
 *
 * @param dataDirectory where the lab keeps everything, readable by its owner only
 * @param ledger every mutating call
 * @param documents the simulators' state over restarts
 * @param faults what shall go wrong
 * @param inFlight how many changing calls are under way at once
 * @param kindnesses where the lab is kinder than the real thing
 * @param pace how fast asynchronous work is done
 * @param time what the lab's hosts show, and how long its work takes
 * @param realClock the wall clock: of sessions, tokens and the ledger
 * @param certificates the lab's own authority and server certificate
 * @param timer runs asynchronous work when it is due, one task after another: tasks are short and never wait
 */
public record LabContext(
        Path dataDirectory,
        Ledger ledger,
        Documents documents,
        Faults faults,
        InFlight inFlight,
        Kindnesses kindnesses,
        LabPace pace,
        LabTime time,
        Clock realClock,
        LabCertificates certificates,
        ScheduledExecutorService timer)
        implements AutoCloseable {

    /** What the lab's hosts show. */
    public Clock clock() {
        return time.clock();
    }

    /** Opens the lab's data directory, made with mode 0700 at the first start. Close simulators before the context. */
    public static LabContext open(Path dataDirectory, LabPace pace, Clock clock) {
        return open(dataDirectory, pace, clock, false);
    }

    /**
     * The same, for a lab whose time somebody keeps.
     *
     * @param kept whether its time is the calendar of a program
     */
    public static LabContext open(Path dataDirectory, LabPace pace, Clock clock, boolean kept) {
        try {
            Files.createDirectories(dataDirectory);
            Files.setPosixFilePermissions(dataDirectory, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new UncheckedIOException("Lab data directory " + dataDirectory + " cannot be made", e);
        }
        Documents documents = Documents.open(dataDirectory.resolve("lab"));
        try {
            ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "lab-timer");
                thread.setDaemon(true);
                return thread;
            });
            return new LabContext(
                    dataDirectory,
                    Ledger.open(dataDirectory.resolve("ledger.jsonl"), clock),
                    documents,
                    new Faults(),
                    new InFlight(),
                    new Kindnesses(),
                    pace,
                    kept ? kept(clock, pace, timer, documents) : LabTime.paced(clock, pace, timer),
                    clock,
                    LabCertificates.open(dataDirectory),
                    timer);
        } catch (RuntimeException e) {
            documents.close();
            throw e;
        }
    }

    /** Stands where it stood when the lab ended, until somebody goes on with it. */
    private static LabTime kept(Clock clock, LabPace pace, Executor timer, Documents documents) {
        LabTime.Piece last = documents
                .find("time", "piece", "last")
                .map(piece -> Instant.parse(piece.path("program").asString()))
                .map(program -> new LabTime.Piece(clock.instant(), program, 0, program))
                .orElse(null);
        return LabTime.kept(clock, pace, timer, last, piece -> {
            Instant stands = piece.limit() == null ? piece.program() : piece.limit();
            documents.put(
                    "time",
                    "piece",
                    "last",
                    JsonMapper.shared().createObjectNode().put("program", stands.toString()));
        });
    }

    @Override
    public void close() {
        time.close();
        timer.shutdownNow();
        ledger.close();
        documents.close();
    }
}
