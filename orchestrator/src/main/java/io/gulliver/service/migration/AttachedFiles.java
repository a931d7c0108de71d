package io.gulliver.service.migration;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of one comment, each fit to be kept and together within the limits. There is no other way to a comment with files,
 * so that pages and API take the same.
 */
public final class AttachedFiles {
    /** What the files of one comment are together at most, in bytes: they are in memory while they are looked at. */
    public static final int LARGEST = 20 * 1024 * 1024;

    /** How many come with one comment at most. */
    public static final int MOST = 5;

    /** A comment without files. */
    public static final AttachedFiles NONE = new AttachedFiles(List.of());

    private final List<AttachedFile> files;

    private AttachedFiles(List<AttachedFile> files) {
        this.files = List.copyOf(files);
    }

    /** Where the bytes of a file come from; opened once. */
    @FunctionalInterface
    public interface Content {
        InputStream open() throws IOException;
    }

    /**
     * A file as it was sent.
     *
     * @param name as whoever sent it calls it: not trusted
     */
    public record Sent(String name, Content content) {}

    /**
     * Reads files as they were sent; none is opened where they are too many.
     *
     * @throws UnfitFileException with all that is wrong: too many, one is empty or of no kind that is taken, or they are larger
     *     than {@link #LARGEST} together
     */
    public static AttachedFiles of(List<Sent> sent) throws IOException {
        if (sent.size() > MOST) {
            throw new UnfitFileException(List.of(UnfitFileException.Why.MANY));
        }
        List<AttachedFile> files = new ArrayList<>();
        List<UnfitFileException.Why> wrong = new ArrayList<>();
        int left = LARGEST;
        for (Sent one : sent) {
            try (InputStream content = one.content().open()) {
                AttachedFile file = AttachedFile.of(one.name(), content, left);
                files.add(file);
                left -= file.sent();
            } catch (UnfitFileException unfit) {
                wrong.addAll(unfit.why());
            }
        }
        if (!wrong.isEmpty()) {
            throw new UnfitFileException(wrong);
        }
        return new AttachedFiles(files);
    }

    List<AttachedFile> files() {
        return files;
    }
}
