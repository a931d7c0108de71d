package io.gulliver.ui.api;

import io.gulliver.domain.program.Program;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.window.WindowStore;
import io.gulliver.ui.access.WindowDesk;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.security.OpenTo;
import io.gulliver.ui.security.Person;
import io.gulliver.ui.security.Role;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Collection windows: how much of each database's load was seen, and which clients its samples showed. */
@RestController
@RequestMapping("/api/v1/programs/{program}")
class WindowApi {
    private final ProgramStore programs;
    private final DatabaseStore databases;
    private final WindowStore windows;
    private final WindowDesk desk;

    WindowApi(ProgramStore programs, DatabaseStore databases, WindowStore windows, WindowDesk desk) {
        this.programs = programs;
        this.databases = databases;
        this.windows = windows;
        this.desk = desk;
    }

    /** Whose windows to open; none for all. */
    record Wanted(
            @Nullable @Size(max = 10_000, message = "{form.long}")
            List<String> databases) {}

    /** How many windows there were not before. */
    record Opened(int opened) {}

    @OpenTo
    @GetMapping("/window")
    List<WindowDesk.Collecting> list(@PathVariable String program) {
        return desk.list(require(program));
    }

    /** Opens windows today; those that are open stay as they are. */
    @OpenTo({Role.PM, Role.DBA})
    @PostMapping("/window/open")
    Opened open(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Wanted wanted) {
        require(program);
        List<String> names = wanted.databases();
        return new Opened(desk.open(
                program, names == null ? List.of() : names, Person.current().name()));
    }

    /** The clients that samples of a database's sessions showed, those seen last first. */
    @OpenTo
    @GetMapping("/databases/{database}/clients")
    List<WindowStore.Client> clients(@PathVariable String program, @PathVariable String database) {
        require(program);
        String name = databases
                .find(program, database)
                .orElseThrow(() -> Refusal.notFound("problem.database", database, program))
                .name();
        return windows.clients(program, name);
    }

    private Program require(String program) {
        return programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }
}
