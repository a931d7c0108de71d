package io.gulliver.ui.api;

import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.persistence.view.SavedView;
import io.gulliver.ui.databases.ViewKeeping;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import jakarta.validation.Valid;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Views of the grid of databases that people keep. */
@RestController
@RequestMapping("/api/v1/programs/{program}/views")
class ViewApi {
    private final ProgramReader programs;
    private final ViewKeeping views;

    ViewApi(ProgramReader programs, ViewKeeping views) {
        this.programs = programs;
        this.views = views;
    }

    /**
     * What is kept under a name.
     *
     * @param address the query of the page of databases, with its question mark; null for all
     * @param shared whether everybody of the program sees it
     */
    record NewView(@Nullable String address, boolean shared) {}

    @OpenTo
    @GetMapping
    PageBody<SavedView> list(@PathVariable String program) {
        require(program);
        return new PageBody<>(views.list(program, Person.current()), null);
    }

    @OpenTo
    @PutMapping("/{name}")
    SavedView keep(@PathVariable String program, @PathVariable String name, @Valid @RequestBody NewView view) {
        require(program);
        return views.keep(
                program, Person.current(), name, Objects.requireNonNullElse(view.address(), ""), view.shared());
    }

    /** Forgets a view of one's own. */
    @OpenTo
    @DeleteMapping("/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void drop(@PathVariable String program, @PathVariable String name) {
        require(program);
        views.drop(program, Person.current(), name);
    }

    private void require(String program) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
    }
}
