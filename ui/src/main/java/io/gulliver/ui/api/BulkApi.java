package io.gulliver.ui.api;

import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.planning.method.Method;
import io.gulliver.ui.command.BulkAction;
import io.gulliver.ui.command.BulkAnswer;
import io.gulliver.ui.command.BulkChange;
import io.gulliver.ui.command.BulkOrder;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import io.swagger.v3.oas.annotations.Parameter;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** One thing done to many databases. */
@RestController
@RequestMapping("/api/v1/programs/{program}/databases")
class BulkApi {
    private final ProgramReader programs;
    private final BulkChange bulk;

    BulkApi(ProgramReader programs, BulkChange bulk) {
        this.programs = programs;
        this.bulk = bulk;
    }

    /**
     * What shall be done to which databases.
     *
     * @param wave number of the wave to put them into, for PLACE
     * @param method to take for them, for METHOD
     * @param reason why; METHOD needs one
     * @param seen what a preview answered as seen, by database: one that stands otherwise by now is refused; one that is not
     *     named is changed as it stands
     */
    record Bulk(
            @NotNull(message = "{form.needed}") BulkAction action,

            @NotNull(message = "{form.needed}") @Size(min = 1, max = 5_000, message = "{bulk.size}")
            List<String> databases,

            @Nullable Integer wave,
            @Nullable Method method,

            @Size(max = 1000, message = "{form.long}") @Nullable
            String reason,

            @Nullable Map<String, String> seen) {}

    /**
     * Does one thing to many databases, each on its own: what one is refused for stops no other, and the answer names all of
     * them. Takes the right DECIDE, for PAUSE and RESUME the right WORK and a function that steers runs.
     */
    @OpenTo(Right.WORK)
    @PostMapping("/bulk")
    BulkAnswer change(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Parameter(description = "Answer what would change and what would be refused, and write nothing.")
                    @RequestParam(defaultValue = "false")
                    boolean preview,
            @Valid @RequestBody Bulk wanted) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
        BulkOrder order =
                new BulkOrder(wanted.action(), wanted.databases(), wanted.wave(), wanted.method(), wanted.reason());
        return preview
                ? bulk.preview(program, order, Person.current())
                : bulk.apply(
                        program,
                        order,
                        wanted.seen() == null ? Map.of() : wanted.seen(),
                        Map.of(),
                        idempotencyKey,
                        Person.current());
    }
}
