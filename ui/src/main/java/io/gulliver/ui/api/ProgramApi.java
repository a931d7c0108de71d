package io.gulliver.ui.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.planning.ProgramService;
import io.gulliver.ui.database.DatabaseHead;
import io.gulliver.ui.database.DatabaseViews;
import io.gulliver.ui.databases.DatabaseGridReader;
import io.gulliver.ui.databases.DatabaseRow;
import io.gulliver.ui.databases.GridPage;
import io.gulliver.ui.databases.GridQuery;
import io.gulliver.ui.frame.Status;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.OpenToAdministrators;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.program.ProgramMaker;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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

/** Programs and their databases. */
@RestController
@RequestMapping("/api/v1/programs")
class ProgramApi {
    private final ProgramReader programs;
    private final DatabaseGridReader grid;
    private final DatabaseViews databases;
    private final ProgramService service;
    private final ProgramMaker maker;
    private final Words words;
    private final Clock clock;

    ProgramApi(
            ProgramReader programs,
            DatabaseGridReader grid,
            DatabaseViews databases,
            ProgramService service,
            ProgramMaker maker,
            Words words,
            Clock clock) {
        this.programs = programs;
        this.grid = grid;
        this.databases = databases;
        this.service = service;
        this.maker = maker;
        this.words = words;
        this.clock = clock;
    }

    /** A program as the API shows it. */
    record ProgramBody(
            String key,
            String title,
            String zone,
            Map<String, Object> policy,
            long version,
            String changedBy,
            Instant changedAt) {
        static ProgramBody of(Program program) {
            return new ProgramBody(
                    program.key(),
                    program.title(),
                    program.zone().getId(),
                    program.policy(),
                    program.version(),
                    program.changedBy(),
                    program.changedAt());
        }
    }

    /** A program in a list: without its policy, which can be long. */
    record ProgramLine(String key, String title, String zone, long version, String changedBy, Instant changedAt) {
        static ProgramLine of(Program program) {
            return new ProgramLine(
                    program.key(),
                    program.title(),
                    program.zone().getId(),
                    program.version(),
                    program.changedBy(),
                    program.changedAt());
        }
    }

    /** What makes a program. */
    record NewProgram(
            @NotBlank(message = "{form.needed}") @Pattern(regexp = "[a-z0-9][a-z0-9-]{0,39}", message = "{form.key}")
            String key,

            @NotBlank(message = "{form.needed}") @Size(max = 200, message = "{form.long}")
            String title,

            @NotBlank(message = "{form.needed}") String zone,
            @Nullable Map<String, Object> policy) {}

    /** What can be changed of a program; what is read beside it may come back with it. */
    @JsonIgnoreProperties({"key", "version", "changedBy", "changedAt"})
    record ProgramEdit(
            @NotBlank(message = "{form.needed}") @Size(max = 200, message = "{form.long}")
            String title,

            @NotBlank(message = "{form.needed}") String zone,
            @Nullable Map<String, Object> policy) {}

    @OpenTo(everybody = true)
    @GetMapping
    PageBody<ProgramLine> list(@RequestParam(defaultValue = "false") boolean archived) {
        Set<String> aside = programs.archived();
        return new PageBody<>(
                programs.list().stream()
                        .filter(program -> Person.current().sees(program.key()))
                        .filter(program -> aside.contains(program.key()) == archived)
                        .map(ProgramLine::of)
                        .toList(),
                null);
    }

    @OpenTo(value = Right.ADMINISTER, administrators = true)
    @PostMapping
    ResponseEntity<ProgramBody> create(
            @RequestHeader("Idempotency-Key") String idempotencyKey, @Valid @RequestBody NewProgram wanted) {
        Program made = maker.create(
                wanted.key(),
                wanted.title(),
                wanted.zone(),
                stamped(Map.of(), wanted.policy()),
                Person.current().name());
        return ResponseEntity.created(URI.create("/api/v1/programs/" + made.key()))
                .eTag(Etag.of(made.version()))
                .body(ProgramBody.of(made));
    }

    @OpenTo
    @GetMapping("/{program}")
    ResponseEntity<ProgramBody> read(@PathVariable String program) {
        Program found = require(program);
        return ResponseEntity.ok().eTag(Etag.of(found.version())).body(ProgramBody.of(found));
    }

    @OpenTo(value = Right.ADMINISTER, administrators = true)
    @PutMapping("/{program}")
    ResponseEntity<ProgramBody> change(
            @PathVariable String program,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @Valid @RequestBody ProgramEdit edit) {
        Program before = require(program);
        try {
            Program changed = service.change(
                    program,
                    Etag.required(ifMatch),
                    edit.title().strip(),
                    maker.zone(edit.zone()),
                    stamped(before.policy(), edit.policy()),
                    Person.current().name());
            return ResponseEntity.ok().eTag(Etag.of(changed.version())).body(ProgramBody.of(changed));
        } catch (StaleVersionException faster) {
            throw Refusal.precondition(
                    HttpStatus.PRECONDITION_FAILED,
                    "problem.version",
                    faster.stored(),
                    String.valueOf(faster.getMessage()));
        }
    }

    /** Puts a program aside: lists no longer show it, and it can be deleted. Refused (409) while a run of it is open. */
    @OpenToAdministrators
    @PostMapping("/{program}/archive")
    ProgramBody archive(@PathVariable String program, @RequestHeader("Idempotency-Key") String idempotencyKey) {
        service.archive(require(program).key(), Person.current().name());
        return ProgramBody.of(require(program));
    }

    /** Takes an archived program up again. */
    @OpenToAdministrators
    @PostMapping("/{program}/restore")
    ProgramBody restore(@PathVariable String program, @RequestHeader("Idempotency-Key") String idempotencyKey) {
        service.restore(require(program).key(), Person.current().name());
        return ProgramBody.of(require(program));
    }

    /**
     * Deletes an archived program with everything that is its own; the audit record stays. Refused (409) while it is at work
     * or a run of it is open, (422) when the typed name is another.
     *
     * @param name the program's key, typed once more
     */
    @OpenToAdministrators
    @DeleteMapping("/{program}")
    ResponseEntity<Void> delete(
            @PathVariable String program,
            @RequestParam(defaultValue = "") String name,
            @RequestParam(defaultValue = "") String reason) {
        service.delete(
                require(program).key(), name.strip(), reason, Person.current().name());
        return ResponseEntity.noContent().build();
    }

    @OpenTo
    @GetMapping("/{program}/databases")
    PageBody<DatabaseRow> databases(
            @PathVariable String program,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "") String state,
            @RequestParam(defaultValue = "") String wave,
            @RequestParam(defaultValue = "") String owner,
            @RequestParam(defaultValue = "") String method,
            @RequestParam(defaultValue = "") String risk,
            @RequestParam(defaultValue = "") String sort,
            @RequestParam(defaultValue = "0") String cursor) {
        require(program);
        boolean descending = sort.startsWith("-");
        GridQuery query = new GridQuery(
                q.strip(),
                null,
                state.isEmpty() ? null : choice(Status.class, state),
                wave,
                owner,
                method,
                risk.isEmpty() ? null : choice(GridQuery.Risk.class, risk),
                null,
                sort.isEmpty()
                        ? GridQuery.Sort.NAME
                        : choice(GridQuery.Sort.class, descending ? sort.substring(1) : sort),
                descending,
                PageBody.row(cursor));
        GridPage page = grid.page(program, query);
        int end = query.from() + page.rows().size();
        return new PageBody<>(page.rows(), end < page.matching() ? Integer.toString(end) : null);
    }

    @OpenTo
    @GetMapping("/{program}/databases/{database}")
    DatabaseHead database(@PathVariable String program, @PathVariable String database) {
        require(program);
        return databases
                .head(program, database)
                .orElseThrow(() -> Refusal.notFound("problem.database", database, program));
    }

    /** The policy as given, when it can be; its rates say who set them. */
    private Map<String, Object> stamped(Map<String, Object> before, @Nullable Map<String, Object> policy) {
        return ProgramPolicy.stamped(
                before, PolicyCheck.accepted(policy, words), Person.current().name(), clock.instant());
    }

    private Program require(String program) {
        return programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }

    private static <E extends Enum<E>> E choice(Class<E> type, String text) {
        try {
            return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw Refusal.bad("problem.choice", text);
        }
    }
}
