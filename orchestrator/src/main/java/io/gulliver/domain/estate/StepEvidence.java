package io.gulliver.domain.estate;

/** Evidence that a step of a run leaves. */
public final class StepEvidence {
    /** Kind of what holds the load by snapshot that discovery read. */
    public static final String LOAD_SERIES = "load-series";

    private StepEvidence() {}

    /** Whether it is evidence of the run's database too: sizing reads the load again and again. */
    public static boolean isOfTheDatabase(String kind) {
        return kind.equals(LOAD_SERIES);
    }
}
