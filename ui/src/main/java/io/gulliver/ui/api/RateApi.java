package io.gulliver.ui.api;

import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.planning.rate.RateLine;
import io.gulliver.service.planning.RateService;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The one set of rates and times by which databases are judged and planned, each with who says it and when. */
@RestController
@RequestMapping("/api/v1/programs/{program}")
class RateApi {
    private final ProgramReader programs;
    private final DatabaseReader databases;
    private final RateService rates;

    RateApi(ProgramReader programs, DatabaseReader databases, RateService rates) {
        this.programs = programs;
        this.databases = databases;
        this.rates = rates;
    }

    /**
     * What somebody measured without a run.
     *
     * @param database of which it was measured, or null for the program as a whole
     * @param name of a rate or time
     * @param value in MB/s, objects/s or seconds, as the name has it
     * @param conditions under which it was measured, at most twenty
     * @param at when it was measured; null for now
     */
    record NewRate(
            @Nullable @Size(max = 128, message = "{form.long}")
            String database,

            @NotBlank(message = "{form.needed}") @Size(max = 200, message = "{form.long}")
            String name,

            @NotNull(message = "{form.needed}") Double value,

            @Nullable @Size(max = 20, message = "{form.long}")
            Map<@Size(max = 60, message = "{form.long}") String, @Size(max = 200, message = "{form.long}") String>
                    conditions,

            @Nullable Instant at) {}

    @OpenTo
    @GetMapping("/rates")
    PageBody<RateLine> rates(@PathVariable String program) {
        require(program);
        return new PageBody<>(rates.lines(program, null), null);
    }

    @OpenTo
    @GetMapping("/databases/{database}/rates")
    PageBody<RateLine> rates(@PathVariable String program, @PathVariable String database) {
        require(program);
        requireDatabase(program, database);
        return new PageBody<>(rates.lines(program, database), null);
    }

    /** Keeps what a person measured; methods, lengths and the forecast follow it. */
    @OpenTo(Right.WORK)
    @PostMapping("/rates")
    ResponseEntity<PageBody<RateLine>> measured(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody NewRate wanted) {
        require(program);
        String database = wanted.database();
        if (database != null) {
            requireDatabase(program, database);
        }
        UnfitException.made(() -> {
            rates.record(
                    program,
                    database,
                    wanted.name(),
                    wanted.value(),
                    wanted.conditions() == null ? Map.of() : wanted.conditions(),
                    Person.current().name(),
                    wanted.at());
            return program;
        });
        return ResponseEntity.status(201).body(new PageBody<>(rates.lines(program, database), null));
    }

    private void require(String program) {
        programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }

    private void requireDatabase(String program, String database) {
        databases.find(program, database).orElseThrow(() -> Refusal.notFound("problem.database", database, program));
    }
}
