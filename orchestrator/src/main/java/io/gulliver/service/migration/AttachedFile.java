package io.gulliver.service.migration;

import io.gulliver.evidence.intake.AttachedKind;
import io.gulliver.evidence.intake.Blanking;
import io.gulliver.secret.SecretRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A file that comes with a comment, fit to be kept: its kind is known, its name is a plain one, texts are without secrets. */
final class AttachedFile {
    private static final int LONGEST_NAME = 200;

    private final String name;
    private final int sent;
    private final byte[] content;

    private AttachedFile(String name, int sent, byte[] content) {
        this.name = name;
        this.sent = sent;
        this.content = content;
    }

    /**
     * Reads a file as somebody sent it.
     *
     * @param name as they call it; directories, signs that are none of a plain name's, and endings that are none of the
     *     content's kind are not trusted
     * @param most bytes that it may have, at most {@link AttachedFiles#LARGEST}
     * @throws UnfitFileException it is empty, too large, or of no kind that is taken
     */
    static AttachedFile of(String name, InputStream content, int most) throws IOException {
        byte[] bytes = content.readNBytes(most + 1);
        if (bytes.length == 0) {
            throw new UnfitFileException(List.of(UnfitFileException.Why.EMPTY));
        }
        if (bytes.length > most) {
            throw new UnfitFileException(List.of(UnfitFileException.Why.LARGE));
        }
        AttachedKind kind =
                AttachedKind.of(bytes).orElseThrow(() -> new UnfitFileException(List.of(UnfitFileException.Why.KIND)));
        return new AttachedFile(
                kind.named(plain(name)), bytes.length, kind == AttachedKind.TEXT ? blanked(bytes) : bytes);
    }

    /** Letters, digits, blanks, full stops, dashes and underscores, at most 205 of them. */
    String name() {
        return name;
    }

    /** Its bytes as it was sent, with secrets. */
    int sent() {
        return sent;
    }

    InputStream content() {
        return new ByteArrayInputStream(content);
    }

    static String plain(String name) {
        String plain = name.replaceAll(".*[/\\\\]", "")
                .replaceAll("[^A-Za-z0-9._ -]", "_")
                .replaceAll("^[. ]+", "");
        return plain.isBlank() ? "file" : plain.substring(0, Math.min(plain.length(), LONGEST_NAME));
    }

    /** What is no secret stays as it is, byte by byte, in UTF-8 and in the older sets of one byte a sign. */
    private static byte[] blanked(byte[] text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length);
        Blanking.copy(new ByteArrayInputStream(text), out, false);
        byte[] bytes = out.toByteArray();
        String read = new String(bytes, StandardCharsets.UTF_8);
        Charset charset = Arrays.equals(read.getBytes(StandardCharsets.UTF_8), bytes)
                ? StandardCharsets.UTF_8
                : StandardCharsets.ISO_8859_1;
        return SecretRegistry.process().mask(new String(bytes, charset)).getBytes(charset);
    }
}
