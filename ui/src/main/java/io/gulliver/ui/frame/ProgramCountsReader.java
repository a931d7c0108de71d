package io.gulliver.ui.frame;

/** Reads the figures in the navigation of every page. */
public interface ProgramCountsReader {
    /** Zeros for an unknown program. Must be quick: it is asked each time. */
    ProgramCounts counts(String program);
}
