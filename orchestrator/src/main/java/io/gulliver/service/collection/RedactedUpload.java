package io.gulliver.service.collection;

import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.PlainBytes;
import io.gulliver.evidence.intake.Blanking;
import io.gulliver.process.SpoolFile;
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
 * A received file without the secrets that were in it.
 *
 * <p>Where there was none the bytes are those that came, so that their hash is the one that the sender knows. Else the
 * text was rewritten into a temporary file (mode 0600) that is gone when this is closed, and packed again where it came
 * packed.
 */
final class RedactedUpload implements AutoCloseable {
    /** In these, columns stand at fixed places. */
    private static final Set<EvidenceKind> COLUMNS = Set.of(
            EvidenceKind.AWR_MINER,
            EvidenceKind.AWR_REPORT,
            EvidenceKind.SAR_TEXT,
            EvidenceKind.ZVM_REPORT,
            EvidenceKind.ARRAY_VOLUMES);

    private final Path file;
    private final boolean own;
    private final IntakeGate.Budget budget;
    private final Blanking.Outcome blanked;
    private final String sha256;

    private RedactedUpload(Path file, boolean own, Blanking.Outcome blanked, String sha256, IntakeGate.Budget budget) {
        this.file = file;
        this.own = own;
        this.budget = budget;
        this.blanked = blanked;
        this.sha256 = sha256;
    }

    /**
     * Takes the secrets out of a received file, which is not changed.
     *
     * @param budget of bytes and seconds for this and for each reading after it
     * @throws IOException the disk of temporary files is full or fails; nothing is left behind
     * @throws io.gulliver.persistence.RefusedException the text is larger or takes longer than it may
     */
    static RedactedUpload of(ReceivedFile received, EvidenceKind kind, IntakeGate.Budget budget) throws IOException {
        Blanking.Outcome outcome = blank(received.path(), OutputStream.nullOutputStream(), kind, budget);
        if (outcome.words() == 0) {
            return new RedactedUpload(received.path(), false, outcome, hash(received.path()), budget);
        }
        Path rewritten = SpoolFile.make("blanked");
        try {
            try (OutputStream out = packed(received.path())
                    ? new GZIPOutputStream(Files.newOutputStream(rewritten), 32 * 1024)
                    : new BufferedOutputStream(Files.newOutputStream(rewritten), 32 * 1024)) {
                blank(received.path(), out, kind, budget);
            }
            return new RedactedUpload(rewritten, true, outcome, hash(rewritten), budget);
        } catch (Throwable e) {
            // an error too, of memory or of the stack
            Files.deleteIfExists(rewritten);
            throw e;
        }
    }

    private static Blanking.Outcome blank(Path from, OutputStream to, EvidenceKind kind, IntakeGate.Budget budget)
            throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(from), 32 * 1024)) {
            return Blanking.copy(budget.unpacked(PlainBytes.of(in), Files.size(from)), to, COLUMNS.contains(kind));
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
        return budget.timed(new BufferedInputStream(Files.newInputStream(file), 32 * 1024));
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
        if (own) {
            Files.deleteIfExists(file);
        }
    }
}
