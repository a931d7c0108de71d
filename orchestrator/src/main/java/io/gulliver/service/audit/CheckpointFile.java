package io.gulliver.service.audit;

import io.gulliver.persistence.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * A file of checkpoints, read and verified. Each names the digest of the one before it, so that the signature of the last of
 * a row of them is a signature of all: only where that fails is each one's own looked at.
 */
final class CheckpointFile {
    private final Path file;
    private final CheckpointKey key;
    private final Map<String, SignedLinks> chains = new TreeMap<>();
    private final SignedLinks numbers = new SignedLinks();
    private int compared;
    private @Nullable String problem;
    private long problemLine;

    private CheckpointFile(Path file, CheckpointKey key) {
        this.file = file;
        this.key = key;
    }

    /** Reads it; one that is not there has nothing in it. */
    static CheckpointFile read(Path file, CheckpointKey key) {
        CheckpointFile read = new CheckpointFile(file, key);
        if (!read.lines(false)) {
            read = new CheckpointFile(file, key);
            read.lines(true);
        }
        return read;
    }

    /** Ends of chains that checkpoints vouch for. */
    Map<String, SignedLinks> chains() {
        return chains;
    }

    /** Digests of the checkpoints by their number. */
    SignedLinks numbers() {
        return numbers;
    }

    int compared() {
        return compared;
    }

    Path file() {
        return file;
    }

    /** What is wrong with the file in itself, or null. */
    @Nullable
    String problem() {
        return problem;
    }

    long problemLine() {
        return problemLine;
    }

    /**
     * @param each whether each signature is verified
     * @return false when not, and one of those that stand for others is wrong
     */
    private boolean lines(boolean each) {
        Checkpoint open = null;
        String openHash = "";
        long number = 0;
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                Checkpoint one;
                Checkpoint.Heads heads;
                try {
                    one = Json.read(line, Checkpoint.class);
                    heads = one.heads();
                } catch (JacksonException | IllegalArgumentException | NullPointerException torn) {
                    // What a crash leaves is given again; a line that somebody spoilt is missing in the numbers.
                    continue;
                }
                boolean legacy = heads.number() == null;
                if (open != null
                        && !openHash.equals(heads.previous())
                        && !key.verifies(open.signed(), open.signature())) {
                    return false;
                }
                if ((each || legacy) && !key.verifies(one.signed(), one.signature())) {
                    bad(number, "has no valid signature: it was changed");
                    open = null;
                    continue;
                }
                open = legacy || each ? null : one;
                openHash = open == null ? "" : one.hash();
                compared++;
                if (heads.number() != null) {
                    numbers.add(heads.number(), one.hash());
                }
                heads.chains()
                        .forEach((chain, link) -> chains.computeIfAbsent(chain, name -> new SignedLinks())
                                .add(link.seq(), link.hash()));
            }
        } catch (NoSuchFileException none) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("The checkpoints " + file + " cannot be read", e);
        }
        if (open != null && !key.verifies(open.signed(), open.signature())) {
            return false;
        }
        long gap = numbers.gap();
        if (gap > 0) {
            bad(0, "has no checkpoint " + gap + ", and later ones: it was taken out or changed");
        }
        return true;
    }

    private void bad(long line, String what) {
        if (problem == null) {
            problem = (line == 0 ? file.toString() : "Line " + line + " of " + file) + " " + what + ".";
            problemLine = line;
        }
    }
}
