package io.gulliver.domain.proof;

import java.util.Optional;
import java.util.stream.Stream;

/** What kind of part could be proven. The word stands in signed files of results: it is never changed. */
public enum PartKind {
    /** The client of one outside product. */
    ADAPTER("adapter"),
    /** A statement of the catalogue. */
    STATEMENT("statement"),
    /** A script that a host runs. */
    SCRIPT("script"),
    /** A file that we write for a program of Oracle's, at one release. */
    GENERATED_FILE("generated-file"),
    /** What others write and we read. */
    PARSED_FORMAT("parsed-format");

    private final String word;

    PartKind(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    public static Optional<PartKind> of(String word) {
        return Stream.of(values()).filter(one -> one.word.equals(word)).findFirst();
    }
}
