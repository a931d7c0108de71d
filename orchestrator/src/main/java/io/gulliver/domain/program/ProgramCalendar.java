package io.gulliver.domain.program;

import java.time.Instant;
import java.time.InstantSource;

/** What the calendars of programs say now. */
@FunctionalInterface
public interface ProgramCalendar {
    /** The instant by the calendar of a program. */
    Instant now(String program);

    /** Where every program has the wall clock. */
    static ProgramCalendar wall(InstantSource clock) {
        return program -> clock.instant();
    }
}
