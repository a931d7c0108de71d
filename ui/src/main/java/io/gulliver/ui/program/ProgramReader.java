package io.gulliver.ui.program;

/** Reads what the program's page shows. */
public interface ProgramReader {
    /** Figures for the navigation of every page; zeros for an unknown program. Must be quick: it is asked each time. */
    ProgramCounts counts(String program);

    /**
     * The program's page.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program
     */
    ProgramOverview overview(String program);
}
