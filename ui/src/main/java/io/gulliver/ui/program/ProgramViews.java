package io.gulliver.ui.program;

/** Reads what the program's page shows. */
public interface ProgramViews {
    /**
     * The program's page.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program
     */
    ProgramOverview overview(String program);
}
