package io.gulliver.evidence;

/**
 * What became of one section of a file.
 *
 * @param name as the file spells it
 * @param line where it begins, or 0 when it is not there
 * @param rows that were read; in a section that is not understood, its lines
 * @param state what became of it
 */
public record SectionCoverage(String name, long line, long rows, State state) {
    /** What can become of a section. */
    public enum State {
        /** Its rows were read. */
        READ,
        /** It is there without a row. */
        EMPTY,
        /** The database was too old to have it. */
        NOT_IN_THIS_VERSION,
        /** The file ends inside it; the complete rows before the cut were read. */
        CUT,
        /** The file should have it and has not. */
        MISSING,
        /** No reader knows it; its text stays in the file that is kept whole. */
        NOT_UNDERSTOOD
    }
}
