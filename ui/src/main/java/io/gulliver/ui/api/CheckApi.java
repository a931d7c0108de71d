package io.gulliver.ui.api;

import io.gulliver.assessment.check.Checked;
import io.gulliver.domain.check.CheckFinding;
import io.gulliver.domain.check.CheckMoment;
import io.gulliver.domain.check.CheckSubject;
import io.gulliver.domain.check.CheckWaiver;
import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.planning.CheckService;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What tuning checks found, and what people waived of it. */
@RestController
@RequestMapping("/api/v1/programs/{program}")
class CheckApi {
    private final ProgramReader programs;
    private final DatabaseReader databases;
    private final CheckService checks;

    CheckApi(ProgramReader programs, DatabaseReader databases, CheckService checks) {
        this.programs = programs;
        this.databases = databases;
        this.checks = checks;
    }

    /**
     * The newest look at one thing at one moment.
     *
     * @param kind of the thing
     * @param subject its name
     * @param moment before the build, or as it stands
     * @param at when, in the program's time
     * @param by a person, or the run whose step looked
     * @param rules which rules, 12 hex digits
     * @param blocking how many findings stop a gate
     * @param findings what stops a gate first; under the waivers of today
     */
    record CheckLook(
            CheckSubject.Kind kind,
            String subject,
            CheckMoment moment,
            Instant at,
            String by,
            String rules,
            int blocking,
            List<CheckFinding> findings) {
        static CheckLook of(Checked checked) {
            return new CheckLook(
                    checked.run().subject().kind(),
                    checked.run().subject().name(),
                    checked.run().moment(),
                    checked.run().at(),
                    checked.run().by(),
                    checked.run().rules(),
                    checked.blocking().size(),
                    checked.run().findings());
        }
    }

    /**
     * A waiver of a failed check.
     *
     * @param check id of the rule
     * @param kind of the thing that it is waived for
     * @param subject name of that
     * @param until the last day on which it counts
     * @param counts whether it has not ended
     * @param by who gave it
     * @param at when, in the program's time
     */
    record CheckWaived(
            String check,
            CheckSubject.Kind kind,
            String subject,
            String reason,
            LocalDate until,
            boolean counts,
            String by,
            Instant at) {
        static CheckWaived of(CheckWaiver waiver, LocalDate today) {
            return new CheckWaived(
                    waiver.check(),
                    waiver.subject().kind(),
                    waiver.subject().name(),
                    waiver.reason(),
                    waiver.until(),
                    waiver.counts(today),
                    waiver.by(),
                    waiver.at());
        }
    }

    /** Which check of which thing is waived, why, and until which day. */
    record NewWaiver(
            @NotBlank(message = "{form.needed}") @Size(max = 40, message = "{form.long}")
            String check,

            @NotNull(message = "{form.needed}") CheckSubject.Kind kind,

            @NotBlank(message = "{form.needed}") @Size(max = 200, message = "{form.long}")
            String subject,

            @NotNull(message = "{form.needed}") LocalDate until,

            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason) {}

    /** Whose waiver is taken back, and why. */
    record WithdrawnWaiver(
            @NotBlank(message = "{form.needed}") @Size(max = 40, message = "{form.long}")
            String check,

            @NotNull(message = "{form.needed}") CheckSubject.Kind kind,

            @NotBlank(message = "{form.needed}") @Size(max = 200, message = "{form.long}")
            String subject,

            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason) {}

    @OpenTo
    @GetMapping("/checks")
    PageBody<CheckLook> all(@PathVariable String program) {
        require(program);
        return looks(checks.all(program));
    }

    @OpenTo
    @GetMapping("/databases/{database}/checks")
    PageBody<CheckLook> of(@PathVariable String program, @PathVariable String database) {
        require(program);
        String name = databases
                .find(program, database)
                .orElseThrow(() -> Refusal.notFound("problem.database", database, program))
                .name();
        return looks(checks.of(program, name));
    }

    private static PageBody<CheckLook> looks(List<Checked> found) {
        return new PageBody<>(found.stream().map(CheckLook::of).toList(), null);
    }

    @OpenTo
    @GetMapping("/checks/waivers")
    PageBody<CheckWaived> waivers(@PathVariable String program) {
        require(program);
        return waived(program);
    }

    private PageBody<CheckWaived> waived(String program) {
        LocalDate today = checks.today(program);
        return new PageBody<>(
                checks.waivers(program).stream()
                        .map(waiver -> CheckWaived.of(waiver, today))
                        .toList(),
                null);
    }

    /** Lets a failed check stay as it is until a day. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/checks/waivers")
    ResponseEntity<PageBody<CheckWaived>> waive(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody NewWaiver wanted) {
        require(program);
        checks.waive(
                program,
                wanted.check(),
                new CheckSubject(wanted.kind(), wanted.subject()),
                wanted.reason(),
                wanted.until(),
                Person.current().name());
        return ResponseEntity.status(201).body(waived(program));
    }

    /** Takes a waiver back. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/checks/waivers/withdraw")
    PageBody<CheckWaived> withdraw(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody WithdrawnWaiver wanted) {
        require(program);
        checks.withdraw(
                program,
                wanted.check(),
                new CheckSubject(wanted.kind(), wanted.subject()),
                wanted.reason(),
                Person.current().name());
        return waived(program);
    }

    private void require(String program) {
        programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }
}
