package io.gulliver.control;

import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.PlainBytes;
import io.gulliver.evidence.intake.Blanking;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/**
 * A received file in a temporary one of its own (mode 0600), without the secrets that were in it; gone when it is closed.
 *
 * <p>Where there was none the bytes are those that came, so that their hash is the one that the sender knows. Else the
 * text was rewritten, and packed again where it came packed.
 */
final class WithoutSecrets implements AutoCloseable {
    /** In these, columns stand at fixed places. */
    private static final Set<EvidenceKind> COLUMNS = Set.of(
            EvidenceKind.AWR_MINER,
            EvidenceKind.AWR_REPORT,
            EvidenceKind.SAR_TEXT,
            EvidenceKind.ZVM_REPORT,
            EvidenceKind.ARRAY_VOLUMES);

    private final Path file;
    private final Blanking.Outcome blanked;
    private final String sha256;

    private WithoutSecrets(Path file, Blanking.Outcome blanked, String sha256) {
        this.file = file;
        this.blanked = blanked;
        this.sha256 = sha256;
    }

    /**
     * Receives a file.
     *
     * @param in read to its end, not closed
     * @throws IOException the stream failed, or the disk of temporary files is full; nothing is left behind
     */
    static WithoutSecrets receive(InputStream in, EvidenceKind kind) throws IOException {
        Path received = Files.createTempFile("gulliver-received", ".part");
        Path rewritten = null;
        try {
            try (OutputStream out = Files.newOutputStream(received)) {
                in.transferTo(out);
            }
            Blanking.Outcome outcome = blank(received, OutputStream.nullOutputStream(), kind);
            Path kept = received;
            if (outcome.words() > 0) {
                rewritten = Files.createTempFile("gulliver-blanked", ".part");
                try (OutputStream out = packed(received)
                        ? new GZIPOutputStream(Files.newOutputStream(rewritten), 32 * 1024)
                        : new BufferedOutputStream(Files.newOutputStream(rewritten), 32 * 1024)) {
                    blank(received, out, kind);
                }
                Files.delete(received);
                kept = rewritten;
            }
            return new WithoutSecrets(kept, outcome, hash(kept));
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(received);
            if (rewritten != null) {
                Files.deleteIfExists(rewritten);
            }
            throw e;
        }
    }

    private static Blanking.Outcome blank(Path from, OutputStream to, EvidenceKind kind) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(from), 32 * 1024)) {
            return Blanking.copy(PlainBytes.of(in), to, COLUMNS.contains(kind));
        } catch (EOFException | ZipException damaged) {
            // an archive that cannot be opened at all; its reader says so
            return new Blanking.Outcome(0, 0);
        }
    }

    private static boolean packed(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return PlainBytes.gzipped(in.readNBytes(2));
        }
    }

    private static String hash(Path file) throws IOException {
        try (DigestInputStream in =
                new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
            in.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(in.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The content as it may be kept; the caller closes it. */
    InputStream open() throws IOException {
        return new BufferedInputStream(Files.newInputStream(file), 32 * 1024);
    }

    Blanking.Outcome blanked() {
        return blanked;
    }

    /** Of what may be kept. */
    String sha256() {
        return sha256;
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
