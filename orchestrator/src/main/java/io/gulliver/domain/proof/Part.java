package io.gulliver.domain.proof;

import java.util.Comparator;
import java.util.regex.Pattern;

/**
 * One part of the product that could be proven.
 *
 * @param id within its kind, at most {@value #LONGEST_ID} characters
 * @param hash SHA-256 of what it is now, in lower-case hex
 */
public record Part(PartKind kind, String id, String hash) implements Comparable<Part> {
    /** Longest id. */
    public static final int LONGEST_ID = 200;

    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final Comparator<Part> ORDER =
            Comparator.comparing(Part::kind).thenComparing(Part::id).thenComparing(Part::hash);

    public Part {
        if (id.isBlank() || id.length() > LONGEST_ID) {
            throw new IllegalArgumentException("the name of a part has " + id.length() + " characters, wanted 1 to "
                    + LONGEST_ID + " that are not blank");
        }
        if (!SHA256.matcher(hash).matches()) {
            throw new IllegalArgumentException(
                    "the hash of " + kind.word() + " " + id + " is no SHA-256 in lower-case hex");
        }
    }

    /** Whether it is the same part, as it is now or as it was. */
    public boolean named(Part other) {
        return kind == other.kind && id.equals(other.id);
    }

    @Override
    public int compareTo(Part other) {
        return ORDER.compare(this, other);
    }
}
