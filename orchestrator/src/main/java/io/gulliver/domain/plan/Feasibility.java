package io.gulliver.domain.plan;

import java.util.Arrays;
import java.util.Optional;

/** Whether a database can cross as things stand. Stored and sent by {@link #word}; a word never changes. */
public enum Feasibility {
    /** A method is open and fits the agreed outage. */
    YES("yes"),
    /** Once something is done that people can do. */
    AFTER_REMEDY("after remedy"),
    /** What closes every way cannot be removed. */
    NO("no"),
    /** Too little is known to say. */
    UNKNOWN("unknown");

    private final String word;

    Feasibility(String word) {
        this.word = word;
    }

    /** As assessments and the API say it. */
    public String word() {
        return word;
    }

    /** By its word; empty for another one. */
    public static Optional<Feasibility> find(String word) {
        return Arrays.stream(values()).filter(one -> one.word.equals(word)).findFirst();
    }
}
