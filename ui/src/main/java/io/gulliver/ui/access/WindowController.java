package io.gulliver.ui.access;

import io.gulliver.assessment.window.CollectionPolicy;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.ui.access.WindowDesk.Collecting;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.security.OpenTo;
import io.gulliver.ui.security.Person;
import io.gulliver.ui.security.Role;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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

/** How much of each database's load was seen, of how much is wanted, counted down by the day. */
@Controller
@RequestMapping("/programs/{program}/window")
class WindowController {
    private static final int ROWS = 200;
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH);

    private final ProgramStore programs;
    private final WindowDesk desk;
    private final Words words;

    WindowController(ProgramStore programs, WindowDesk desk, Words words) {
        this.programs = programs;
        this.desk = desk;
        this.words = words;
    }

    /**
     * A database as the page shows it.
     *
     * @param c its figures
     * @param opened first day in words, or null
     * @param seen days in words: {@code 12 of 35 days}
     * @param end month-end in words, or null when none is wanted
     * @param ready when all is seen if nothing is missed, in words; null when it is
     * @param css class of its mark
     * @param share of the days that were seen, in percent
     */
    record Row(
            Collecting c,
            @Nullable String opened,
            String seen,
            @Nullable String end,
            @Nullable String ready,
            String css,
            int share) {}

    @OpenTo
    @GetMapping
    String window(@PathVariable String program, @RequestParam(defaultValue = "0") int from, Model model) {
        Program found = require(program);
        List<Collecting> all = desk.list(found);
        int start = Math.max(0, Math.min(from, Math.max(0, all.size() - 1)));
        CollectionPolicy policy = CollectionPolicy.of(found.policy());
        String base = "/programs/" + program + "/window";
        model.addAttribute("program", program);
        model.addAttribute("base", base);
        model.addAttribute("policy", policy);
        model.addAttribute(
                "rows", all.stream().skip(start).limit(ROWS).map(this::row).toList());
        model.addAttribute("all", all.size());
        model.addAttribute("first", all.isEmpty() ? 0 : start + 1);
        model.addAttribute("last", Math.min(all.size(), start + ROWS));
        model.addAttribute("earlier", start == 0 ? null : base + "?from=" + Math.max(0, start - ROWS));
        model.addAttribute("later", start + ROWS >= all.size() ? null : base + "?from=" + (start + ROWS));
        model.addAttribute(
                "shut", all.stream().filter(one -> one.openedOn() == null).count());
        model.addAttribute(
                "proposals",
                all.stream().filter(one -> one.awrProposal() != null).count());
        model.addAttribute("lead", lead(all));
        return "access/window";
    }

    private Row row(Collecting one) {
        var coverage = one.coverage();
        if (coverage == null) {
            return new Row(one, null, words.text("window.shut"), null, null, "s-none", 0);
        }
        LocalDate end = coverage.monthEnd();
        LocalDate next = coverage.nextMonthEnd();
        LocalDate ready = coverage.readyOn();
        return new Row(
                one,
                one.openedOn() == null ? null : DAY.format(one.openedOn()),
                words.text("window.seen", coverage.seen(), coverage.wanted()),
                !coverage.monthEndWanted()
                        ? null
                        : end != null
                                ? words.text("window.end.seen", DAY.format(end))
                                : words.text("window.end.next", next == null ? "" : DAY.format(next)),
                ready == null ? null : DAY.format(ready),
                coverage.complete() ? "s-done" : "s-running",
                100 * coverage.seen() / coverage.wanted());
    }

    private Sentence lead(List<Collecting> all) {
        if (all.isEmpty()) {
            return words.sentence("access.lead.empty");
        }
        long done = all.stream()
                .filter(one -> one.coverage() != null && one.coverage().complete())
                .count();
        LocalDate last = all.stream()
                .map(one -> one.coverage() == null ? null : one.coverage().readyOn())
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
        return last == null
                ? words.sentence("window.lead", done, all.size())
                : words.sentence("window.lead.until", done, all.size(), DAY.format(last));
    }

    /** Opens windows: of one database, or of all that have none. */
    @OpenTo({Role.PM, Role.DBA})
    @PostMapping("/open")
    String open(@PathVariable String program, @RequestParam(defaultValue = "") String one, RedirectAttributes flash) {
        require(program);
        int opened = desk.open(
                program,
                one.isEmpty() ? List.of() : List.of(one),
                Person.current().name());
        flash.addFlashAttribute("said", words.text("window.said", opened));
        return "redirect:/programs/" + program + "/window";
    }

    private Program require(String program) {
        return programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }
}
