package io.gulliver.ui.access;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.assessment.window.CollectionPolicy;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.program.CalendarYears;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.window.WindowTask;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.persistence.view.WindowTaskReader.State;
import io.gulliver.service.collection.CollectionWindowService;
import io.gulliver.service.collection.CollectionWindowService.Collecting;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.time.Clock;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.springframework.web.util.UriComponentsBuilder;

/** How much of each database's load was seen, of how much is wanted, counted down by the day. */
@Controller
@RequestMapping("/programs/{program}/window")
class WindowController {
    private static final int ROWS = 100;
    private static final int LONGEST_REASON = 1000;

    private final ProgramReader programs;
    private final CollectionWindowService windows;
    private final Words words;
    private final ProgramCalendar calendar;
    private final Clock clock;

    WindowController(
            ProgramReader programs,
            CollectionWindowService windows,
            Words words,
            ProgramCalendar calendar,
            Clock clock) {
        this.clock = clock;
        this.calendar = calendar;
        this.programs = programs;
        this.windows = windows;
        this.words = words;
    }

    /**
     * A database as the page shows it.
     *
     * @param c its figures
     * @param opened first day in words, or null
     * @param ends until when it lasts, or when, by whom and why it ended; null while it is not open
     * @param seen days in words: {@code 12 of 35 days}
     * @param end month-end in words, or null when none is wanted
     * @param ready when all is seen if nothing is missed, in words; null when it is
     * @param css class of its mark
     * @param share of the days that were seen, in percent
     */
    record Row(
            Collecting c,
            @Nullable String opened,
            @Nullable String ends,
            String seen,
            @Nullable String end,
            @Nullable String ready,
            String css,
            int share) {}

    @OpenTo
    @GetMapping
    String window(
            @PathVariable String program,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "false") boolean open,
            @RequestParam(defaultValue = "0") int from,
            Model model) {
        Formats fmt = Formats.of(model, clock);
        Program found = require(program);
        List<Collecting> every = windows.list(found);
        String text = q.strip().toLowerCase(Locale.ROOT);
        List<Collecting> all = every.stream()
                .filter(one -> one.database().toLowerCase(Locale.ROOT).contains(text))
                .filter(one -> !open || one.tasks().stream().anyMatch(task -> task.state() == State.OPEN))
                .toList();
        int start = Math.max(0, Math.min(from, Math.max(0, all.size() - 1)));
        CollectionPolicy policy = ProgramPolicy.of(found).collection();
        String base = "/programs/" + program + "/window";
        model.addAttribute("program", program);
        model.addAttribute("base", base);
        model.addAttribute("q", q);
        model.addAttribute("onlyOpen", open);
        model.addAttribute("policy", policy);
        model.addAttribute(
                "tomorrow",
                LocalDate.ofInstant(calendar.now(program), found.zone()).plusDays(1));
        model.addAttribute(
                "rows",
                all.stream().skip(start).limit(ROWS).map(one -> row(one, fmt)).toList());
        model.addAttribute("all", every.size());
        model.addAttribute("matching", all.size());
        model.addAttribute("first", all.isEmpty() ? 0 : start + 1);
        model.addAttribute("last", Math.min(all.size(), start + ROWS));
        model.addAttribute("earlier", start == 0 ? null : here(base, q, open, Math.max(0, start - ROWS)));
        model.addAttribute("later", start + ROWS >= all.size() ? null : here(base, q, open, start + ROWS));
        model.addAttribute(
                "shut", every.stream().filter(one -> one.openedOn() == null).count());
        model.addAttribute(
                "todo",
                every.stream()
                        .filter(one -> one.tasks().stream().anyMatch(task -> task.state() == State.OPEN))
                        .count());
        model.addAttribute("lead", lead(every, fmt));
        return "access/window";
    }

    private static String here(String base, String q, boolean open, int from) {
        UriComponentsBuilder address = UriComponentsBuilder.fromPath(base);
        if (!q.isBlank()) {
            address.queryParam("q", "{q}");
        }
        if (open) {
            address.queryParam("open", true);
        }
        if (from > 0) {
            address.queryParam("from", from);
        }
        return address.encode().buildAndExpand(Map.of("q", q)).toUriString();
    }

    private Row row(Collecting one, Formats fmt) {
        var coverage = one.coverage();
        if (coverage == null) {
            return new Row(one, null, null, words.text("window.shut"), null, null, "s-none", 0);
        }
        LocalDate end = coverage.monthEnd();
        LocalDate next = coverage.nextMonthEnd();
        LocalDate ready = coverage.readyOn();
        return new Row(
                one,
                one.openedOn() == null ? null : fmt.date(one.openedOn()),
                ends(one, fmt),
                words.text("window.seen", coverage.seen(), coverage.wanted()),
                !coverage.monthEndWanted()
                        ? null
                        : end != null
                                ? words.text("window.end.seen", fmt.date(end))
                                : words.text("window.end.next", next == null ? "" : fmt.date(next)),
                ready == null || one.endedOn() != null ? null : fmt.date(ready),
                coverage.complete() ? "s-done" : one.endedOn() != null ? "s-warn" : "s-running",
                100 * coverage.seen() / coverage.wanted());
    }

    /** Until when it lasts, or when and why it ended. */
    private @Nullable String ends(Collecting one, Formats fmt) {
        LocalDate ended = one.endedOn();
        LocalDate last = one.closesOn();
        if (ended != null) {
            return words.text(
                    "window.ended", fmt.date(ended), String.valueOf(one.endedBy()), String.valueOf(one.endReason()));
        }
        return last == null ? null : words.text("window.until", fmt.date(last));
    }

    private Sentence lead(List<Collecting> all, Formats fmt) {
        if (all.isEmpty()) {
            return words.sentence("access.lead.empty");
        }
        long done = all.stream()
                .filter(one -> one.coverage() != null && one.coverage().complete())
                .count();
        LocalDate last = all.stream()
                .map(one -> one.coverage() == null || one.endedOn() != null
                        ? null
                        : one.coverage().readyOn())
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
        return last == null
                ? words.sentence("window.lead", done, all.size())
                : words.sentence("window.lead.until", done, all.size(), fmt.date(last));
    }

    /** Opens windows: of one database, or of all that have none. */
    @OpenTo(Right.WORK)
    @PostMapping("/open")
    String open(@PathVariable String program, @RequestParam(defaultValue = "") String one, RedirectAttributes flash) {
        int opened = windows.open(
                require(program),
                one.isEmpty() ? List.of() : List.of(one),
                Person.current().name());
        flash.addFlashAttribute("said", words.text("window.said", opened));
        return "redirect:/programs/" + program + "/window";
    }

    /** Has a window last longer, or opens again one that ended. */
    @OpenTo(Right.WORK)
    @PostMapping("/extend")
    String extend(
            @PathVariable String program,
            @RequestParam String one,
            @RequestParam(defaultValue = "") String to,
            @RequestParam(defaultValue = "") String reason,
            Model model,
            RedirectAttributes flash) {
        Program found = require(program);
        LocalDate day;
        try {
            day = CalendarYears.day(to.strip());
        } catch (DateTimeParseException e) {
            throw Refusal.invalid(List.of(new FieldProblem("/to", words.text("window.extend.day"))));
        }
        needsReason(reason);
        windows.extend(found, one, day, reason, Person.current().name());
        flash.addFlashAttribute(
                "said",
                words.text("window.extended", one, Formats.of(model, clock).date(day)));
        return "redirect:" + here("/programs/" + program + "/window", one, false, 0);
    }

    /** Ends a window before its day. */
    @OpenTo(Right.WORK)
    @PostMapping("/end")
    String end(
            @PathVariable String program,
            @RequestParam String one,
            @RequestParam(defaultValue = "") String reason,
            RedirectAttributes flash) {
        Program found = require(program);
        needsReason(reason);
        windows.end(found, one, reason, Person.current().name());
        flash.addFlashAttribute("said", words.text("window.ended.said", one));
        return "redirect:" + here("/programs/" + program + "/window", one, false, 0);
    }

    /** Says that a task will not be done, and why. */
    @OpenTo(Right.WORK)
    @PostMapping("/decline")
    String decline(
            @PathVariable String program,
            @RequestParam String one,
            @RequestParam WindowTask.Kind kind,
            @RequestParam(defaultValue = "") String reason,
            RedirectAttributes flash) {
        Program found = require(program);
        needsReason(reason);
        windows.decline(found, one, kind, reason, Person.current().name());
        flash.addFlashAttribute("said", words.text("window.task.declined", one));
        return "redirect:" + here("/programs/" + program + "/window", one, false, 0);
    }

    private void needsReason(String reason) {
        if (reason.isBlank() || reason.length() > LONGEST_REASON) {
            throw Refusal.invalid(List.of(new FieldProblem("/reason", words.text("window.reason.needed"))));
        }
    }

    private Program require(String program) {
        return programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }
}
