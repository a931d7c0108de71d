package io.gulliver.ui.api;

import io.gulliver.assessment.change.FactChanges;
import io.gulliver.assessment.completeness.Completeness;
import io.gulliver.assessment.facts.FactReport;
import io.gulliver.assessment.question.DatabaseAssessment;
import io.gulliver.assessment.question.ProgramAssessment;
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
import io.gulliver.ui.person.Role;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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
@Tag(
        name = "assessment",
        description = "What is known of a database and what follows, each figure with its explanation")
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
    @Operation(
            summary = "What is known, with age and confidence, and what other sources said",
            description = "The newest word on a fact holds; others are shown beside it, contradictions marked")
    @ApiResponse(responseCode = "200", description = "Facts by name, and the completeness score")
    FactsBody facts(@PathVariable String program, @PathVariable String database) {
        require(program, database);
        return new FactsBody(
                desk.facts(program, database),
                desk.completeness(program, database),
                desk.accepted(program, database).orElse(null));
    }

    @OpenTo
    @GetMapping("/databases/{database}/completeness")
    @Operation(summary = "How much of what sizing, method and plan need is known, and how to get the rest")
    @ApiResponse(responseCode = "200", description = "Score in percent, what is known, assumed and missing")
    Completeness completeness(@PathVariable String program, @PathVariable String database) {
        require(program, database);
        return desk.completeness(program, database);
    }

    /** Accepts that too little is known for a start in production. */
    @OpenTo(Role.PM)
    @PostMapping("/databases/{database}/completeness/accept")
    @Operation(summary = "Accept that too little is known of a database, so that production may start")
    @ApiResponse(responseCode = "200", description = "The score that was accepted")
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
    @Operation(
            summary = "Memory, CPU, storage and network of the target, each figure with inputs, formula and rounding",
            description = "A part that lacks a fact says what to give, and has no figures")
    @ApiResponse(responseCode = "200", description = "Four parts, the server's group, and whether it is stale")
    DatabaseSizing sizing(@PathVariable String program, @PathVariable String database) {
        require(program, database);
        return UnfitException.made(() -> desk.sizing(program, database));
    }

    /** Accepts the sizing as it stands. */
    @OpenTo({Role.PM, Role.PLATFORM})
    @PostMapping("/databases/{database}/sizing/confirm")
    @Operation(summary = "Accept a sizing: its figures are built from then on, and building may begin")
    @ApiResponse(responseCode = "200", description = "The sizing, no longer stale")
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
    @OpenTo({Role.PM, Role.PLATFORM})
    @PostMapping("/databases/{database}/sizing/other-work")
    @Operation(
            summary = "Decide whether work of no database on the source hosts moves with this one, with a reason",
            description =
                    "On hosts of several databases it counts with none until somebody decides; on hosts that a database"
                            + " has to itself it moves with it")
    @ApiResponse(responseCode = "200", description = "The sizing with the decision")
    @ApiResponse(responseCode = "409", description = "It moves with another database already, or nobody knows of any")
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
    @OpenTo({Role.PM, Role.DBA, Role.PLATFORM})
    @PostMapping("/databases/{database}/sizing/sga")
    @Operation(
            summary = "Decide which SGA an instance gets, with a reason: CURRENT, ADVICE, or a size in MB",
            description = "Until somebody decides, the advice's size holds where it cuts reads, and today's otherwise")
    @ApiResponse(responseCode = "200", description = "The sizing with the decision")
    @ApiResponse(responseCode = "422", description = "No such choice, or there is no advice")
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
    @Operation(
            summary = "The ways across, ranked, a target to propose, and what was decided",
            description = "The ETag counts what persons decided; send it as If-Match with a choice")
    @ApiResponse(responseCode = "200", description = "All six ways with blockers, warnings, outage and reasons")
    ResponseEntity<MethodReport> methods(@PathVariable String program, @PathVariable String database) {
        require(program, database);
        return answered(desk.methods(program, database));
    }

    /** Takes a method. */
    @OpenTo(Role.PM)
    @PutMapping("/databases/{database}/methods/choice")
    @Operation(
            summary = "Take a method by a person's word, with a reason",
            description =
                    "Whoever takes a method that is closed accepts with the reason what closes it; send the basis of"
                            + " the methods that were seen, and it is refused when something else closes it by now. What comes up"
                            + " later ends the choice until somebody chooses again")
    @ApiResponse(responseCode = "200", description = "The methods with the choice")
    @ApiResponse(responseCode = "409", description = "The method is closed by what the caller did not see")
    @ApiResponse(responseCode = "412", description = "Somebody decided meanwhile")
    @ApiResponse(responseCode = "428", description = "If-Match is missing")
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
    @OpenTo(Role.PM)
    @DeleteMapping("/databases/{database}/methods/choice")
    @Operation(summary = "Take a choice back, with a reason: the preferred method holds again")
    @ApiResponse(responseCode = "200", description = "The methods without the choice")
    @ApiResponse(responseCode = "409", description = "Nobody chose")
    @ApiResponse(responseCode = "412", description = "Somebody decided meanwhile")
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
    @Operation(
            summary = "How many databases go by which method, and which wait because it has no approved playbook",
            description = "As of the last time the plan judged them; databases without a method come last, method null")
    @ApiResponse(responseCode = "200", description = "One line a method")
    PageBody<MethodDemand.Way> demand(@PathVariable String program) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
        return new PageBody<>(demand.of(program), null);
    }

    @OpenTo
    @GetMapping("/databases/{database}/start")
    @Operation(summary = "What a production start would run, what stands against it, and who agreed to it all the same")
    @ApiResponse(responseCode = "200", description = "Playbook, what stands against it, and the last word on it")
    StartWaiverService.Start start(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(required = false) @Nullable String playbook) {
        require(program, database);
        return starts.start(program, database, named(playbook));
    }

    /** Asks for a start. */
    @OpenTo({Role.PM, Role.CUTOVER})
    @PostMapping("/databases/{database}/start/request")
    @Operation(
            summary = "Ask, with a reason, for a production start that something stands against",
            description = "A second person agrees; it holds as long as nothing else stands against the start")
    @ApiResponse(responseCode = "200", description = "What stands against it, to be agreed to")
    @ApiResponse(responseCode = "409", description = "Nothing stands against it, or there is no playbook")
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
    @OpenTo({Role.PM, Role.CUTOVER, Role.APPROVER})
    @PostMapping("/databases/{database}/start/agreement")
    @Operation(
            summary = "Agree, as the second person, to the start that somebody asked for",
            description = "The number is that of the word that was seen, waiver.number")
    @ApiResponse(responseCode = "200", description = "Agreed: it may start")
    @ApiResponse(responseCode = "403", description = "The same person asked")
    @ApiResponse(responseCode = "409", description = "Nobody asked, or something else stands against it by now")
    @ApiResponse(responseCode = "412", description = "Somebody asked or agreed meanwhile")
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
    @Operation(
            summary = "The five questions about one database, with evidence and what is missing",
            description = "Costs carry quantity, unit, source, rate and who set it; without a rate there is a quantity"
                    + " and no amount")
    @ApiResponse(responseCode = "200", description = "Five answers and the cost, line by line")
    DatabaseAssessment assessment(@PathVariable String program, @PathVariable String database) {
        require(program, database);
        return UnfitException.made(() -> reports.database(program, database));
    }

    @OpenTo
    @GetMapping("/assessment")
    @Operation(summary = "The five questions about all databases of a program, with a row for each")
    @ApiResponse(responseCode = "200", description = "Five answers, and one row a database")
    ProgramAssessment assessment(@PathVariable String program) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
        return UnfitException.made(() -> reports.program(program));
    }

    @OpenTo
    @GetMapping("/databases/{database}/changes")
    @Operation(
            summary = "What changed of a database between two dates",
            description =
                    "Size, volumes, parameters, statistics, plans, patch, guest and host, each old and new with its"
                            + " source. A date is meant in the program's zone: what was true at the end of that day")
    @ApiResponse(responseCode = "200", description = "Changes by group, and how many facts are as they were")
    @ApiResponse(responseCode = "422", description = "The second date does not lie after the first")
    FactChanges changes(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam LocalDate from,
            @RequestParam(required = false) @Nullable LocalDate to) {
        require(program, database);
        return UnfitException.made(() -> desk.changes(program, database, from, to));
    }

    @OpenTo
    @GetMapping("/databases/{database}/decisions")
    @Operation(summary = "What people decided about a database, oldest first: who, when, what, why, on what basis")
    @ApiResponse(responseCode = "200", description = "Decisions on method, sizing and completeness")
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
