package io.gulliver.ui.database;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.RehearsalSource;
import io.gulliver.domain.people.Right;
import io.gulliver.service.planning.StartGate;
import io.gulliver.ui.command.CommandForm;
import io.gulliver.ui.command.RunStart;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Starts a run of a database by a button. */
@Controller
class StartController {
    private final RunStart starter;
    private final Words words;

    StartController(RunStart starter, Words words) {
        this.starter = starter;
        this.words = words;
    }

    /**
     * Starts it.
     *
     * @param key idempotency key of the page, so that a form sent twice starts once
     * @param what to start
     * @param playbook that stood on the page, or blank for that of the method
     * @param source what a rehearsal copies from
     * @param confirm the name of the database, typed again, for production
     */
    @OpenTo(Right.DECIDE)
    @PostMapping("/programs/{program}/databases/{database}/start")
    String start(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam String key,
            @RequestParam StartGate.Run what,
            @RequestParam(defaultValue = "") String playbook,
            @RequestParam(required = false) RehearsalSource.@Nullable Kind source,
            @RequestParam(defaultValue = "") String host,
            @RequestParam(required = false) @Nullable Integer port,
            @RequestParam(defaultValue = "") String service,
            @RequestParam(defaultValue = "") String confirm,
            RedirectAttributes to) {
        CommandForm.requireKey(key);
        if (what == StartGate.Run.PRODUCTION && !confirm.strip().equals(database)) {
            throw Refusal.invalid(List.of(new FieldProblem("/confirm", words.text("command.confirm", database))));
        }
        Migration made = starter.start(
                new RunStart.Wanted(
                        key,
                        program,
                        database,
                        what.purpose(),
                        what.evaluateOnly(),
                        playbook.strip(),
                        null,
                        null,
                        null,
                        null,
                        source == null || what != StartGate.Run.REHEARSAL
                                ? null
                                : UnfitException.made(
                                        () -> new RehearsalSource(source, given(host), port, given(service)))),
                Person.current().name());
        to.addFlashAttribute("said", words.text("start.said", words.text("start.run." + what)));
        to.addAttribute("run", made.id().value());
        return "redirect:/programs/{program}/databases/{database}";
    }

    private static @Nullable String given(String typed) {
        return typed.isBlank() ? null : typed.strip();
    }
}
