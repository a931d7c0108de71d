package io.gulliver.ui.database;

import io.gulliver.assessment.change.FactChanges;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.planning.AssessmentService;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** What changed of a database between two days, as far as it is known. */
@Controller
class ChangesController {
    private static final int USUAL_DAYS = 30;

    private final DatabaseFrame frame;
    private final AssessmentService desk;
    private final ProgramReader programs;
    private final Words words;

    ChangesController(DatabaseFrame frame, AssessmentService desk, ProgramReader programs, Words words) {
        this.frame = frame;
        this.desk = desk;
        this.programs = programs;
        this.words = words;
    }

    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/changes")
    String changes(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate from,
            @RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate to,
            Model model) {
        DatabaseHead head = frame.put(program, database, "changes", model);
        Formats fmt = frame.fmt(model);
        ZoneId zone = programs.require(program).zone();
        LocalDate last = to == null ? LocalDate.ofInstant(fmt.now(), zone) : to;
        LocalDate first = from == null ? last.minusDays(USUAL_DAYS) : from;
        if (!first.isBefore(last)) {
            throw Refusal.invalid(List.of(new FieldProblem("/from", words.text("changes.order"))));
        }
        FactChanges changes = UnfitException.made(() -> desk.changes(program, head.name(), first, last));
        model.addAttribute("from", first);
        model.addAttribute("to", last);
        model.addAttribute("changes", changes);
        model.addAttribute("zone", zone.getId());
        model.addAttribute("shown", (FactsController.Shown)
                (value, unit) -> value == null ? fmt.text(null) : FactsController.shown(value, unit));
        model.addAttribute(
                "lead",
                changes.before() == 0
                        ? words.sentence("database.changes.lead.nothing", fmt.day(start(first, fmt)), head.name())
                        : words.sentence(
                                "database.changes.lead",
                                fmt.day(start(first, fmt)),
                                fmt.day(start(last, fmt)),
                                changes.changes().stream()
                                        .filter(one -> one.kind() != FactChanges.Kind.FIRST_SEEN)
                                        .count(),
                                head.name()));
        return "database/changes";
    }

    /** Of a day in the reader's zone, so that its date stays what was typed. */
    private static Instant start(LocalDate day, Formats fmt) {
        return day.atStartOfDay(fmt.zone()).toInstant();
    }
}
