package io.gulliver.ui.api;

import io.gulliver.assessment.cost.CostRates;
import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.planning.ProgramService;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What things cost in a program and which licences it owns. The version is the program's: they stand in its policy. */
@RestController
@RequestMapping("/api/v1/programs/{program}/cost-rates")
class CostApi {
    private final ProgramReader programs;
    private final ProgramService service;
    private final Clock clock;

    CostApi(ProgramReader programs, ProgramService service, Clock clock) {
        this.programs = programs;
        this.service = service;
        this.clock = clock;
    }

    @OpenTo
    @GetMapping
    ResponseEntity<CostRates> read(@PathVariable String program) {
        return answered(require(program));
    }

    /** Takes prices and licences as the policy's entry {@code cost} has them; who set each is kept beside it. */
    @OpenTo(Right.DECIDE)
    @PutMapping
    ResponseEntity<CostRates> change(
            @PathVariable String program,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody Map<String, Object> cost) {
        Program found = require(program);
        long version = Etag.required(ifMatch);
        String by = Person.current().name();
        Map<String, Object> policy = UnfitException.made(() -> ProgramPolicy.priced(found, cost, by, clock.instant()));
        try {
            return answered(service.change(program, version, found.title(), found.zone(), policy, by));
        } catch (StaleVersionException faster) {
            throw Refusal.precondition(
                    HttpStatus.PRECONDITION_FAILED,
                    "problem.version",
                    faster.stored(),
                    String.valueOf(faster.getMessage()));
        }
    }

    private static ResponseEntity<CostRates> answered(Program program) {
        return ResponseEntity.ok()
                .eTag(Etag.of(program.version()))
                .body(ProgramPolicy.of(program).cost());
    }

    private Program require(String program) {
        return programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }
}
