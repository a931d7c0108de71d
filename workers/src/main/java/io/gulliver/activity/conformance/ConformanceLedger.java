package io.gulliver.activity.conformance;

import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The outside world of the conformance actions: an append-only file with one JSON line an effect, shared by all worker
 * processes of a machine under a file lock. Being outside the product, it is what crash tests count in.
 *
 * <p>With no file the record is kept in memory.
 */
public final class ConformanceLedger {
    /**
     * One effect.
     *
     * @param effect {@code created}, {@code deleted}, {@code started}, {@code stopped}
     * @param kind what it is, for example {@code note}, {@code thing}, {@code job}
     * @param object its name
     * @param migration who
     * @param step under which key
     * @param generation of the engine that asked
     * @param atMillis when, by the wall clock
     * @param details what else was given
     */
    public record Entry(
            String effect,
            String kind,
            String object,
            String migration,
            String step,
            int generation,
            long atMillis,
            Map<String, Object> details) {}

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private final @Nullable Path file;
    /** What was read or made so far; lines of the file are never changed, so only its tail is read again. */
    private final List<Entry> known = new ArrayList<>();
    /** What stands now, by kind and object. */
    private final Map<List<String>, Entry> standing = new HashMap<>();
    /** The newest generation that acted, by migration. */
    private final Map<String, Integer> newest = new HashMap<>();

    private long bytesRead;

    public ConformanceLedger(@Nullable Path file) {
        this.file = file;
    }

    /** All effects so far, oldest first. */
    public synchronized List<Entry> entries() {
        if (file != null) {
            readTail(file);
        }
        return List.copyOf(known);
    }

    /**
     * Makes the object unless it is there: looking and acting are one.
     *
     * @return whether this call made it
     * @throws StepFailedException when a newer generation of the migration has acted: the far end refuses an older one
     */
    public synchronized boolean create(
            String kind, String object, StepCall call, String effect, Map<String, Object> details) {
        return locked(() -> {
            refuseOlder(call);
            if (find(kind, object).isPresent()) {
                return false;
            }
            append(entry(effect, kind, object, call, details));
            return true;
        });
    }

    /** Ends the object if it is there; answers whether this call did. */
    public synchronized boolean end(String kind, String object, StepCall call, String effect) {
        return locked(() -> {
            refuseOlder(call);
            if (find(kind, object).isEmpty()) {
                return false;
            }
            append(entry(effect, kind, object, call, Map.of()));
            return true;
        });
    }

    /** The entry that made the object, unless it was ended since. */
    public synchronized Optional<Entry> find(String kind, String object) {
        if (file != null) {
            readTail(file);
        }
        return Optional.ofNullable(standing.get(List.of(kind, object)));
    }

    private void refuseOlder(StepCall call) {
        if (file != null) {
            readTail(file);
        }
        int acted = newest.getOrDefault(call.migration().value(), 0);
        if (acted > call.generation()) {
            throw new StepFailedException(
                    FailureCode.GENERATION_SUPERSEDED,
                    "Step " + call.step() + " of " + call.migration() + ": generation " + acted
                            + " has acted here, so generation " + call.generation() + " must not any more.",
                    "Nothing: the newer engine goes on.");
        }
    }

    private void know(Entry entry) {
        known.add(entry);
        newest.merge(entry.migration, entry.generation, Math::max);
        List<String> key = List.of(entry.kind, entry.object);
        if (entry.effect.equals("deleted") || entry.effect.equals("stopped")) {
            standing.remove(key);
        } else {
            standing.put(key, entry);
        }
    }

    private static Entry entry(String effect, String kind, String object, StepCall call, Map<String, Object> details) {
        return new Entry(
                effect,
                kind,
                object,
                call.migration().value(),
                call.step().toString(),
                call.generation(),
                System.currentTimeMillis(),
                new TreeMap<>(details));
    }

    private interface Work {
        boolean run();
    }

    private boolean locked(Work work) {
        if (file == null) {
            return work.run();
        }
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Path lockFile = file.resolveSibling(file.getFileName() + ".lock");
            try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (!lock.isValid()) {
                    throw new IllegalStateException("Ledger lock lost: " + lockFile);
                }
                return work.run();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Conformance ledger " + file + " cannot be used", e);
        }
    }

    private void append(Entry entry) {
        if (file == null) {
            know(entry);
            return;
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("effect", entry.effect);
        line.put("kind", entry.kind);
        line.put("object", entry.object);
        line.put("migration", entry.migration);
        line.put("step", entry.step);
        line.put("generation", entry.generation);
        line.put("atMillis", entry.atMillis);
        line.put("details", entry.details);
        byte[] bytes = (JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(false);
        } catch (IOException e) {
            throw new UncheckedIOException("Conformance ledger " + file + " cannot be written", e);
        }
    }

    private void readTail(Path file) {
        try {
            if (!Files.exists(file)) {
                return;
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                ByteBuffer tail = ByteBuffer.allocate((int) (channel.size() - bytesRead));
                while (tail.hasRemaining() && channel.read(tail, bytesRead + tail.position()) >= 0) {
                    // one read is usually all
                }
                String text = new String(tail.array(), 0, tail.position(), StandardCharsets.UTF_8);
                // A line without its end is still being written, or was cut off with its writer.
                int whole = text.lastIndexOf('\n') + 1;
                text.substring(0, whole)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .forEach(line -> know(JSON.readValue(line, Entry.class)));
                bytesRead += text.substring(0, whole).getBytes(StandardCharsets.UTF_8).length;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Conformance ledger " + file + " cannot be read", e);
        }
    }
}
