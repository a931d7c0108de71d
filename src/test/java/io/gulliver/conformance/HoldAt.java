package io.gulliver.conformance;

import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Holds every migration right behind one event of its own, its write committed and not yet answered; when all are held
 * (or over), strikes. So one strike meets as many events as there are migrations.
 */
final class HoldAt implements Consumer<JournalBatch> {
    private final Map<MigrationId, Long> stops;
    private final Set<MigrationId> held = ConcurrentHashMap.newKeySet();
    private final CountDownLatch released = new CountDownLatch(1);
    private final Path visited;
    private final Runnable strike;

    /**
     * @param stops number of the event behind which each migration is held
     * @param visited file that gets a line {@code stop seq} for each migration that was held
     * @param strike what happens when all are held; the migrations go on when it returns
     */
    HoldAt(Map<MigrationId, Long> stops, Path visited, Runnable strike) {
        this.stops = Map.copyOf(stops);
        this.visited = visited;
        this.strike = strike;
    }

    /** Counts a migration that is over already, so that the others do not wait for it. */
    void over(MigrationId id) {
        arrived(id);
    }

    @Override
    public void accept(JournalBatch batch) {
        Long stop = stops.get(batch.migration());
        if (stop == null || released.getCount() == 0) {
            return;
        }
        long seq = batch.entries().stream().mapToLong(JournalEntry::seq).max().orElse(0);
        boolean ended = batch.entries().stream()
                .anyMatch(entry -> entry.control() != null && entry.control().mode() == RunMode.ENDED);
        if (seq < stop && !ended) {
            return;
        }
        if (seq >= stop && !held.contains(batch.migration())) {
            note(stop + " " + seq);
        }
        arrived(batch.migration());
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void arrived(MigrationId id) {
        if (held.add(id) && held.size() == stops.size()) {
            strike.run();
            released.countDown();
        }
    }

    private synchronized void note(String line) {
        try {
            Files.writeString(visited, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Who is not there yet, for the message of a proof that hangs. */
    Map<String, Long> missing() {
        Map<String, Long> missing = new TreeMap<>();
        stops.forEach((id, stop) -> {
            if (!held.contains(id)) {
                missing.put(id.value(), stop);
            }
        });
        return missing;
    }

    boolean struck() {
        return released.getCount() == 0;
    }
}
