package io.gulliver.ui.frame;

/**
 * The figures beside the navigation.
 *
 * @param databases in the program
 * @param across of these, how many run on LinuxONE
 * @param openRisks risks that are neither closed nor only proposed
 */
public record ProgramCounts(int databases, int across, int openRisks) {
    /** Before there is a program. */
    public static final ProgramCounts NONE = new ProgramCounts(0, 0, 0);
}
