package io.gulliver.domain.program;

import java.time.Clock;
import java.time.Instant;

/** What the calendars of programs say now. */
@FunctionalInterface
public interface ProgramCalendar {
    /** The instant by the calendar of a program. */
    Instant now(String program);

    /** Where every program has the wall clock. */
    static ProgramCalendar wall(Clock clock) {
        return program -> clock.instant();
    }
}
