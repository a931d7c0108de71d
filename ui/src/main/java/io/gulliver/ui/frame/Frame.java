package io.gulliver.ui.frame;

import io.gulliver.domain.program.ClockPiece;
import io.gulliver.domain.program.Program;
import io.gulliver.ui.person.Person;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the frame around a page shows.
 *
 * @param person who reads it
 * @param program the program of the page, or the first; null when there is none yet
 * @param programs all of them
 * @param counts for the navigation
 * @param tasks open tasks for this person
 * @param time the piece of the program's own time that holds; null where its calendar is the wall clock
 * @param rule points of the hairline under the header
 */
public record Frame(
        Person person,
        @Nullable Program program,
        List<Program> programs,
        ProgramCounts counts,
        int tasks,
        @Nullable ClockPiece time,
        String rule) {
    public Frame {
        programs = List.copyOf(programs);
    }
}
