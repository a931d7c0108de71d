package io.gulliver.ui.api;

import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessReach;
import io.gulliver.domain.access.DatabaseAccessState;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.view.AccessReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.collection.AccessCheckService;
import io.gulliver.ui.access.AccessRequestFile;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Whether databases can be reached and read, and the request to those who must open, grant and switch on. */
@RestController
@RequestMapping("/api/v1/programs/{program}/access")
class AccessApi {
    private static final int ROWS = 200;

    private final ProgramReader programs;
    private final AccessReader access;
    private final AccessCheckService sweeps;
    private final AccessRequestFile file;

    AccessApi(ProgramReader programs, AccessReader access, AccessCheckService sweeps, AccessRequestFile file) {
        this.programs = programs;
        this.access = access;
        this.sweeps = sweeps;
        this.file = file;
    }

    /**
     * The access to one database.
     *
     * @param missing grants that the user lacks
     * @param reached every connection that was tried, with the addresses of both ends
     * @param checkedAt when it was tried, or null
     * @param waiting whether it waits to be tried
     */
    record AccessBody(
            String database,
            List<AccessFinding> findings,
            List<String> missing,
            List<AccessReach> reached,
            @Nullable String zone,
            @Nullable String worker,
            @Nullable Instant checkedAt,
            boolean waiting) {
        static AccessBody of(DatabaseAccessState state) {
            return new AccessBody(
                    state.database(),
                    List.copyOf(state.findings().values()),
                    state.missing(),
                    state.reached(),
                    state.zone(),
                    state.worker(),
                    state.checkedAt(),
                    state.asked());
        }
    }

    /** Which databases to try; none for all. */
    record Wanted(
            @Nullable @Size(max = 10_000, message = "{form.long}")
            List<String> databases) {}

    /** How many databases are wanted now that were not before. */
    record Asked(int asked) {}

    /** Databases by name with what was seen last; {@code bad} only those of which something does not work. */
    @OpenTo
    @GetMapping
    PageBody<AccessBody> list(
            @PathVariable String program,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "false") boolean bad,
            @RequestParam(defaultValue = "0") String cursor) {
        require(program);
        int from = PageBody.row(cursor);
        List<AccessBody> rows = access.list(program, bad, q, from, ROWS).stream()
                .map(AccessBody::of)
                .toList();
        int end = from + rows.size();
        return new PageBody<>(rows, end < access.count(program, bad, q) ? Integer.toString(end) : null);
    }

    /** Has the workers try these databases; what they see stands under GET within seconds, or minutes for thousands. */
    @OpenTo(Right.WORK)
    @PostMapping("/check")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Asked check(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Wanted wanted) {
        require(program);
        List<String> databases = wanted.databases();
        return new Asked(sweeps.ask(
                program,
                databases == null ? List.of() : databases,
                Person.current().name()));
    }

    /**
     * One request for all that is missing: {@code csv} for firewalls, {@code sql} with the grants of each database,
     * {@code txt} in words.
     */
    @OpenTo
    @GetMapping("/request")
    ResponseEntity<byte[]> request(
            @PathVariable String program,
            @RequestParam(defaultValue = "txt") String form,
            @RequestParam(defaultValue = "false") boolean all,
            @RequestParam(defaultValue = "") String database) {
        return file.of(require(program), form, all, database);
    }

    private Program require(String program) {
        return programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }
}
