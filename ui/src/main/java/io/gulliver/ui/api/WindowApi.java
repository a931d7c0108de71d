package io.gulliver.ui.api;

import io.gulliver.domain.people.Right;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.window.WindowTask;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.collection.CollectionWindowService;
import io.gulliver.service.collection.CollectionWindowService.Collecting;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Collection windows: how much of each database's load was seen. */
@RestController
@RequestMapping("/api/v1/programs/{program}")
class WindowApi {
    private final ProgramReader programs;
    private final DatabaseReader databases;
    private final CollectionWindowService windows;

    WindowApi(ProgramReader programs, DatabaseReader databases, CollectionWindowService windows) {
        this.databases = databases;
        this.programs = programs;
        this.windows = windows;
    }

    /** Whose windows to open; none for all. */
    record Wanted(
            @Nullable @Size(max = 10_000, message = "{form.long}")
            List<String> databases) {}

    /** How many windows there were not before. */
    record Opened(int opened) {}

    @OpenTo
    @GetMapping("/window")
    PageBody<Collecting> list(@PathVariable String program) {
        return new PageBody<>(windows.list(require(program)), null);
    }

    /** Opens windows today; those that are open stay as they are. */
    @OpenTo(Right.WORK)
    @PostMapping("/window/open")
    Opened open(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Wanted wanted) {
        Program found = require(program);
        List<String> names = wanted.databases();
        return new Opened(windows.open(
                found, names == null ? List.of() : names, Person.current().name()));
    }

    /** A later last day, and why. */
    record Longer(
            @NotNull(message = "{form.needed}") LocalDate to,

            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason) {}

    /** Why. */
    record Why(
            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason) {}

    /** Has a window last until a later day, and opens it again when it had ended. */
    @OpenTo(Right.WORK)
    @PostMapping("/window/{database}/extend")
    Collecting extend(
            @PathVariable String program,
            @PathVariable String database,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Longer longer) {
        Program found = require(program);
        String name = name(program, database);
        windows.extend(
                found, name, longer.to(), longer.reason(), Person.current().name());
        return one(found, name);
    }

    /** Ends a window today; its sessions are sampled no more. */
    @OpenTo(Right.WORK)
    @PostMapping("/window/{database}/end")
    Collecting end(
            @PathVariable String program,
            @PathVariable String database,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Why why) {
        Program found = require(program);
        String name = name(program, database);
        windows.end(found, name, why.reason(), Person.current().name());
        return one(found, name);
    }

    /** Says that a task of a window will not be done. */
    @OpenTo(Right.WORK)
    @PostMapping("/window/{database}/tasks/{kind}/decline")
    Collecting decline(
            @PathVariable String program,
            @PathVariable String database,
            @PathVariable WindowTask.Kind kind,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Why why) {
        Program found = require(program);
        String name = name(program, database);
        windows.decline(found, name, kind, why.reason(), Person.current().name());
        return one(found, name);
    }

    private String name(String program, String database) {
        return databases
                .find(program, database)
                .orElseThrow(() -> Refusal.notFound("problem.database", database, program))
                .name();
    }

    private Collecting one(Program program, String database) {
        return windows.list(program).stream()
                .filter(one -> one.database().equals(database))
                .findFirst()
                .orElseThrow(() -> Refusal.notFound("problem.database", database, program.key()));
    }

    private Program require(String program) {
        return programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }
}
