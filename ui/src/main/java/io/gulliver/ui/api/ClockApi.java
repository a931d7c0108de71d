package io.gulliver.ui.api;

import io.gulliver.domain.people.Right;
import io.gulliver.domain.program.ClockPiece;
import io.gulliver.domain.program.ProgramWork;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.planning.ProgramTimeService;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The time of a program: the wall clock, or in the lab what its keeper sets. */
@RestController
@RequestMapping("/api/v1/programs/{program}/clock")
class ClockApi {
    private final ProgramReader programs;
    private final ProgramTimeService times;

    ClockApi(ProgramReader programs, ProgramTimeService times) {
        this.programs = programs;
        this.times = times;
    }

    /**
     * A program's time.
     *
     * @param now what its calendar says
     * @param piece the piece that holds; null where the calendar is the wall clock
     * @param work what is under way in it
     */
    record ClockBody(Instant now, @Nullable ClockPiece piece, ProgramWork work) {
        static ClockBody of(ProgramTimeService.Kept kept) {
            return new ClockBody(kept.now(), kept.piece(), kept.work());
        }
    }

    /**
     * The next piece of a program's time, from now on.
     *
     * @param after number of the last piece, 0 for none: of two keepers one is refused
     * @param at where program time goes on; null where it is
     * @param rate seconds of program time in a real second
     * @param limit where it stands until the next piece; null for none
     */
    record NewPiece(
            @Min(value = 0, message = "{form.needed}") long after,
            @Nullable Instant at,

            @Min(value = 0, message = "{form.needed}") @Max(value = 1_000_000, message = "{form.long}")
            double rate,

            @Nullable Instant limit) {}

    @OpenTo
    @GetMapping
    ClockBody read(@PathVariable String program) {
        require(program);
        return ClockBody.of(times.read(program));
    }

    /** Adds a piece; in the lab alone. */
    @OpenTo(Right.DECIDE)
    @PutMapping
    ClockBody set(@PathVariable String program, @Valid @RequestBody NewPiece piece) {
        require(program);
        try {
            return ClockBody.of(times.set(
                    program,
                    piece.after(),
                    piece.at(),
                    piece.rate(),
                    piece.limit(),
                    Person.current().name()));
        } catch (IllegalArgumentException e) {
            throw Refusal.invalid(List.of(new FieldProblem("/at", String.valueOf(e.getMessage()))));
        }
    }

    private void require(String program) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
    }
}
