package io.gulliver.engine;

import org.junit.jupiter.api.Assumptions;

/** Gives tests the Temporal program, or skips them naming what is missing. */
public final class Temporal {
    private Temporal() {}

    public static TemporalProgram program() {
        TemporalProgram program = TemporalProgram.find(null).orElse(null);
        if (program == null && Boolean.parseBoolean(System.getenv("GULLIVER_REQUIRE_TEMPORAL"))) {
            throw new AssertionError("GULLIVER_REQUIRE_TEMPORAL is set and the Temporal program is missing");
        }
        Assumptions.assumeTrue(program != null, "Skipped: no Temporal program; './gulliver doctor' fetches it");
        return java.util.Objects.requireNonNull(program);
    }
}
