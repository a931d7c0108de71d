package io.gulliver.persistence.view;

import io.gulliver.domain.program.ProgramClock;
import io.gulliver.domain.program.ProgramWork;

/** What the calendars of programs say. */
public interface ProgramTimeReader {
    /** The time of a program; the wall clock where it has none of its own, or is not known. */
    ProgramClock time(String program);

    /** What is under way in a program and what it waits for: by what the keeper of its time goes. */
    ProgramWork work(String program);
}
