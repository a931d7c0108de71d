package io.gulliver.ui.api;

import io.gulliver.assessment.change.FactChanges;
import io.gulliver.assessment.completeness.Completeness;
import io.gulliver.assessment.facts.FactReport;
import io.gulliver.assessment.question.DatabaseAssessment;
import io.gulliver.assessment.question.ProgramAssessment;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.planning.inputs.DatabaseSizing;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodReport;
import io.gulliver.service.planning.AssessmentReports;
import io.gulliver.service.planning.AssessmentService;
import io.gulliver.service.planning.MethodChoiceService;
import io.gulliver.service.planning.MethodDemand;
import io.gulliver.service.planning.StartWaiverService;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What is known of a database, what follows from it, and what people decide about that. */
@RestController
@RequestMapping("/api/v1/programs/{program}")
class AssessmentApi {
    private final ProgramReader programs;
    private final DatabaseReader databases;
    private final AssessmentService desk;
    private final AssessmentReports reports;
    private final MethodChoiceService choices;
    private final StartWaiverService starts;
    private final MethodDemand demand;

    AssessmentApi(
            ProgramReader programs,
            DatabaseReader databases,
            AssessmentService desk,
            AssessmentReports reports,
            MethodChoiceService choices,
            StartWaiverService starts,
            MethodDemand demand) {
        this.programs = programs;
        this.databases = databases;
        this.desk = desk;
        this.reports = reports;
        this.choices = choices;
        this.starts = starts;
        this.demand = demand;
    }

    /** Everything known, and how complete it is. */
    record FactsBody(FactReport report, Completeness completeness, AssessmentService.@Nullable Accepted accepted) {}

    /** Why somebody decides. */
    record Why(
            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason) {}

    /** Whether work of no database moves too, and why. */
    record OtherWorkChoice(
            @NotNull(message = "{form.needed}") Boolean moves,

            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason) {}

    /** Which SGA an instance gets, and why: {@code CURRENT}, {@code ADVICE}, or MB. */
    record SgaChoice(
            @NotBlank(message = "{form.needed}") String sga,

            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason) {}

    /** Which way a database takes, and why; {@code basis} of the assessment that the person saw, when it is closed. */
    record Choice(
            @NotNull(message = "{form.needed}") Method method,

            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason,

            @Nullable @Size(max = 64, message = "{form.long}")
            String basis) {}

    /** Why a production start is asked for although something stands against it; {@code playbook} null for the method's. */
    record StartWanted(
            @Nullable String playbook,

            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason) {}

    /** That a second person agrees to the word of that number, with words of their own or null for those of the first. */
    record StartAgreed(
            @NotNull(message = "{form.needed}") Long number,

            @Size(max = 1000, message = "{form.long}") @Nullable
            String reason) {}

    @OpenTo
    @GetMapping("/databases/{database}/facts")
    FactsBody facts(@PathVariable String program, @PathVariable String database) {
        require(program, database);
        return new FactsBody(
                desk.facts(program, database),
                desk.completeness(program, database),
                desk.accepted(program, database).orElse(null));
    }

    @OpenTo
    @GetMapping("/databases/{database}/completeness")
    Completeness completeness(@PathVariable String program, @PathVariable String database) {
        require(program, database);
        return desk.completeness(program, database);
    }

    /** Accepts that too little is known for a start in production. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/databases/{database}/completeness/accept")
    Completeness accept(
            @PathVariable String program,
            @PathVariable String database,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Why why) {
        require(program, database);
        return desk.acceptIncomplete(
                program, database, why.reason(), Person.current().name());
    }

    @OpenTo
    @GetMapping("/databases/{database}/sizing")
    DatabaseSizing sizing(@PathVariable String program, @PathVariable String database) {
        require(program, database);
        return UnfitException.made(() -> desk.sizing(program, database));
    }

    /** Accepts the sizing as it stands. */
    @OpenTo(Right.WORK)
    @PostMapping("/databases/{database}/sizing/confirm")
    DatabaseSizing confirm(
            @PathVariable String program,
            @PathVariable String database,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Why why) {
        require(program, database);
        return UnfitException.made(() -> desk.confirmSizing(
                program, database, why.reason(), Person.current().name()));
    }

    /** Decides on other work of the hosts. */
    @OpenTo(Right.WORK)
    @PostMapping("/databases/{database}/sizing/other-work")
    DatabaseSizing otherWork(
            @PathVariable String program,
            @PathVariable String database,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody OtherWorkChoice choice) {
        require(program, database);
        return UnfitException.made(() -> desk.decideOtherWork(
                program,
                database,
                choice.moves(),
                choice.reason(),
                Person.current().name()));
    }

    /** Decides on the SGA. */
    @OpenTo(Right.WORK)
    @PostMapping("/databases/{database}/sizing/sga")
    DatabaseSizing sga(
            @PathVariable String program,
            @PathVariable String database,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody SgaChoice choice) {
        require(program, database);
        return UnfitException.made(() -> desk.decideSga(
                program,
                database,
                choice.sga(),
                choice.reason(),
                Person.current().name()));
    }

    @OpenTo
    @GetMapping("/databases/{database}/methods")
    ResponseEntity<MethodReport> methods(@PathVariable String program, @PathVariable String database) {
        require(program, database);
        return answered(desk.methods(program, database));
    }

    /** Takes a method. */
    @OpenTo(Right.DECIDE)
    @PutMapping("/databases/{database}/methods/choice")
    ResponseEntity<MethodReport> choose(
            @PathVariable String program,
            @PathVariable String database,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @Valid @RequestBody Choice choice) {
        require(program, database);
        long expected = Etag.required(ifMatch);
        String by = Person.current().name();
        return answered(decided(() -> UnfitException.made(() ->
                choices.choose(program, database, choice.method(), choice.reason(), expected, choice.basis(), by))));
    }

    /** Takes a choice back. */
    @OpenTo(Right.DECIDE)
    @DeleteMapping("/databases/{database}/methods/choice")
    ResponseEntity<MethodReport> withdraw(
            @PathVariable String program,
            @PathVariable String database,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestParam String reason) {
        require(program, database);
        long expected = Etag.required(ifMatch);
        String by = Person.current().name();
        return answered(
                decided(() -> UnfitException.made(() -> choices.withdraw(program, database, reason, expected, by))));
    }

    @OpenTo
    @GetMapping("/methods")
    PageBody<MethodDemand.Way> demand(@PathVariable String program) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
        return new PageBody<>(demand.of(program), null);
    }

    @OpenTo
    @GetMapping("/databases/{database}/start")
    StartWaiverService.Start start(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(required = false) @Nullable String playbook) {
        require(program, database);
        return starts.start(program, database, named(playbook));
    }

    /** Asks for a start. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/databases/{database}/start/request")
    StartWaiverService.Start ask(
            @PathVariable String program,
            @PathVariable String database,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody StartWanted wanted) {
        require(program, database);
        return starts.ask(
                program,
                database,
                named(wanted.playbook()),
                wanted.reason(),
                Person.current().name());
    }

    /** Agrees to a start. */
    @OpenTo(
            value = Right.WORK,
            functions = {Function.MIGRATION_MANAGER, Function.CUTOVER_MANAGER, Function.APPROVER},
            token = Right.DECIDE)
    @PostMapping("/databases/{database}/start/agreement")
    StartWaiverService.Start agree(
            @PathVariable String program,
            @PathVariable String database,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody StartAgreed agreed) {
        require(program, database);
        String by = Person.current().name();
        return decided(() -> starts.agree(program, database, agreed.number(), agreed.reason(), by));
    }

    private static @Nullable String named(@Nullable String playbook) {
        return playbook == null || playbook.isBlank() ? null : playbook.strip();
    }

    @OpenTo
    @GetMapping("/databases/{database}/assessment")
    DatabaseAssessment assessment(@PathVariable String program, @PathVariable String database) {
        require(program, database);
        return UnfitException.made(() -> reports.database(program, database));
    }

    @OpenTo
    @GetMapping("/assessment")
    ProgramAssessment assessment(@PathVariable String program) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
        return UnfitException.made(() -> reports.program(program));
    }

    @OpenTo
    @GetMapping("/databases/{database}/changes")
    FactChanges changes(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) LocalDate from,
            @RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate to) {
        require(program, database);
        return UnfitException.made(() -> desk.changes(program, database, from, to));
    }

    @OpenTo
    @GetMapping("/databases/{database}/decisions")
    PageBody<DecisionRow> decisions(@PathVariable String program, @PathVariable String database) {
        require(program, database);
        return new PageBody<>(desk.decisions(program, database), null);
    }

    private static ResponseEntity<MethodReport> answered(MethodReport report) {
        return ResponseEntity.ok().eTag(Etag.of(report.decisions())).body(report);
    }

    private static <T> T decided(Supplier<T> decision) {
        try {
            return decision.get();
        } catch (StaleVersionException faster) {
            throw Refusal.precondition(
                    HttpStatus.PRECONDITION_FAILED,
                    "problem.version",
                    faster.stored(),
                    String.valueOf(faster.getMessage()));
        }
    }

    private void require(String program, String database) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
        if (databases.find(program, database).isEmpty()) {
            throw Refusal.notFound("problem.database", database, program);
        }
    }
}
