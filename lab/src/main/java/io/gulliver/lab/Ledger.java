package io.gulliver.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What really happened in the lab: one line for each mutating call, written and forced to disk before the caller hears
 * of it.
 *
 * <p>Every test that claims "exactly once" reads this file and not the final state, because create, delete, create looks
 * the same as one create afterwards. One JSON object a line, UTF-8, sequence numbers from 1 without gaps. Entries are
 * never changed or removed. Reads and logons are not mutating and have no line.
 *
 * <p>Safe for use by many threads; readable while the lab runs, and carried on after a restart.
 */
public final class Ledger implements AutoCloseable {

    /** What a call did to the outer system. */
    public enum Effect {
        CREATED,
        CHANGED,
        DELETED,
        STARTED,
        STOPPED,
        /** The call was turned down and changed nothing. */
        REFUSED
    }

    /**
     * One line of the ledger.
     *
     * @param seq counts from 1 without gaps
     * @param instant when the effect happened, by the lab's clock
     * @param system which simulator, for example {@code hmc-1}
     * @param operation the name of the operation, for example {@code create-partition}; the same word arms a fault
     * @param object the name that people know the object by, for example {@code DB01}
     * @param caller who asked: the user logged on, or {@code anonymous}
     * @param details whatever else a test may want to compare; sorted by key
     */
    public record Entry(
            long seq,
            Instant instant,
            String system,
            String operation,
            String object,
            String caller,
            Effect effect,
            Map<String, Object> details) {

        public Entry {
            // Not Map.copyOf: a detail may be null on the wire, and sorted lines compare well.
            details = Collections.unmodifiableMap(new TreeMap<>(details));
        }
    }

    private final JsonMapper json = JsonMapper.shared();
    private final List<Entry> entries = new ArrayList<>();
    private final FileChannel channel;
    private final Path file;
    private final Clock clock;

    private Ledger(Path file, FileChannel channel, Clock clock) {
        this.file = file;
        this.channel = channel;
        this.clock = clock;
    }

    /**
     * Opens the ledger, reading what earlier runs wrote.
     *
     * <p>A last line without its line end was being written when the lab was killed; its caller never had an answer, so
     * it is cut off.
     *
     * @throws UncheckedIOException when the file cannot be read or written
     * @throws IllegalStateException when a complete line is not an entry, or numbers are missing
     */
    public static Ledger open(Path file, Clock clock) {
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            Ledger ledger = new Ledger(file, channel, clock);
            ledger.readBack();
            return ledger;
        } catch (IOException e) {
            throw new UncheckedIOException("Lab ledger " + file + " cannot be opened; check the folder's rights", e);
        }
    }

    private void readBack() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != '\n') {
                continue;
            }
            String line = new String(bytes, start, i - start, StandardCharsets.UTF_8);
            start = i + 1;
            Entry entry;
            try {
                entry = json.readValue(line, Entry.class);
            } catch (JacksonException e) {
                throw new IllegalStateException(
                        "Lab ledger " + file + ": line " + (entries.size() + 1)
                                + " is not an entry; restore the file or start the lab with a new data directory",
                        e);
            }
            if (entry.seq() != entries.size() + 1) {
                throw new IllegalStateException("Lab ledger " + file + ": line " + (entries.size() + 1) + " has number "
                        + entry.seq() + "; lines are missing or doubled");
            }
            entries.add(entry);
        }
        channel.truncate(start);
        channel.position(start);
    }

    /**
     * Appends one entry and forces it to disk.
     *
     * @return the entry as written, with its number and instant
     */
    public synchronized Entry record(
            String system,
            String operation,
            String object,
            String caller,
            Effect effect,
            Map<String, ? extends Object> details) {
        Entry entry = new Entry(
                entries.size() + 1,
                clock.instant(),
                system,
                operation,
                object,
                caller,
                effect,
                new TreeMap<String, Object>(details));
        ByteBuffer line = ByteBuffer.wrap((json.writeValueAsString(entry) + "\n").getBytes(StandardCharsets.UTF_8));
        try {
            while (line.hasRemaining()) {
                channel.write(line);
            }
            channel.force(false);
        } catch (IOException e) {
            throw new UncheckedIOException("Lab ledger " + file + " cannot be written; the disk may be full", e);
        }
        entries.add(entry);
        return entry;
    }

    /** Everything recorded so far, oldest first; a copy that does not grow. */
    public synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** What one operation of one system did, oldest first, refusals included. */
    public List<Entry> entries(String system, String operation) {
        return entries().stream()
                .filter(entry ->
                        entry.system().equals(system) && entry.operation().equals(operation))
                .toList();
    }

    @Override
    public synchronized void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Lab ledger " + file + " cannot be closed", e);
        }
    }
}
