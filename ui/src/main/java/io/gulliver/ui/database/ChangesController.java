package io.gulliver.ui.database;

import io.gulliver.assessment.change.FactChanges;
import io.gulliver.control.AssessmentDesk;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.security.OpenTo;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private final AssessmentDesk desk;
    private final Words words;

    ChangesController(DatabaseFrame frame, AssessmentDesk desk, Words words) {
        this.frame = frame;
        this.desk = desk;
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
        LocalDate last = to == null ? LocalDate.ofInstant(fmt.now(), fmt.zone()) : to;
        LocalDate first = from == null ? last.minusDays(USUAL_DAYS) : from;
        if (!first.isBefore(last)) {
            throw Refusal.invalid(List.of(new FieldProblem("/from", words.text("changes.order"))));
        }
        FactChanges changes = desk.changes(program, head.name(), end(first, fmt.zone()), end(last, fmt.zone()));
        Map<FactChanges.Group, List<FactChanges.Change>> groups = new LinkedHashMap<>();
        changes.changes()
                .forEach(one -> groups.computeIfAbsent(one.group(), key -> new ArrayList<>())
                        .add(one));
        model.addAttribute("from", first);
        model.addAttribute("to", last);
        model.addAttribute("changes", changes);
        model.addAttribute("groups", groups);
        model.addAttribute("shown", (FactsController.Shown)
                (value, unit) -> value == null ? fmt.text(null) : FactsController.shown(value, unit));
        model.addAttribute(
                "lead",
                words.sentence(
                        "database.changes.lead",
                        fmt.day(start(first, fmt.zone())),
                        fmt.day(start(last, fmt.zone())),
                        changes.changes().size(),
                        head.name()));
        return "database/changes";
    }

    /** The last moment of a day, so that what became known in it counts. */
    private static Instant end(LocalDate day, ZoneId zone) {
        return day.plusDays(1).atStartOfDay(zone).toInstant().minusMillis(1);
    }

    private static Instant start(LocalDate day, ZoneId zone) {
        return day.atStartOfDay(zone).toInstant();
    }
}
