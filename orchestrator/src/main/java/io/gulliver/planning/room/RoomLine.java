package io.gulliver.planning.room;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Room of one kind of one part of a system, with all that is promised of it.
 *
 * @param read what it had, or null while nobody has read it
 * @param promised GiB or IFLs of servers that do not exist yet
 * @param waves the same by program and wave, of servers that are sized; servers in no wave last
 * @param unsized servers that take of it and that nobody has sized
 * @param verdict whether what is promised fits
 */
public record RoomLine(
        String system,
        String part,
        RoomKind kind,
        @Nullable RoomRead read,
        double promised,
        List<OfWave> waves,
        List<String> unsized,
        Verdict verdict) {
    public RoomLine {
        waves = List.copyOf(waves);
        unsized = List.copyOf(unsized);
    }

    /** Whether what is promised fits. */
    public enum Verdict {
        /** Nobody knows what it has. */
        UNKNOWN,
        /** What is promised fits in what is free. */
        FITS,
        /** It fits, and fills the part beyond the share that a plan takes. */
        TIGHT,
        /** More is promised than is free. */
        SHORT
    }

    /**
     * What is promised to a wave.
     *
     * @param wave its number, or null for servers in no wave
     * @param servers by name
     */
    public record OfWave(String program, @Nullable Integer wave, double amount, List<String> servers) {
        public OfWave {
            servers = List.copyOf(servers);
        }
    }

    /** What is handed out of it; null while nobody has read it. */
    public @Nullable Double used() {
        return read == null || read.total() == null || read.free() == null ? null : read.total() - read.free();
    }
}
