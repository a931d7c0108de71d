package io.gulliver.ui.database;

import io.gulliver.assessment.check.Checked;
import io.gulliver.domain.check.CheckFinding;
import io.gulliver.domain.check.CheckSubject;
import io.gulliver.domain.check.CheckVerdict;
import io.gulliver.domain.check.CheckWaiver;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.program.CalendarYears;
import io.gulliver.service.planning.CheckService;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** What tuning checks found on a database and on the servers that it lands on, and what was waived. */
@Controller
class ChecksController {
    private static final String TAB = "checks";

    private final DatabaseFrame frame;
    private final CheckService checks;
    private final Words words;

    ChecksController(DatabaseFrame frame, CheckService checks, Words words) {
        this.frame = frame;
        this.checks = checks;
        this.words = words;
    }

    /** How heavily findings weigh, in the order in which they are read. */
    enum Weight {
        /** A gate stops for it. */
        MUST("s-failed"),
        /** Failed, and lighter. */
        SHOULD("s-warn"),
        WAIVED("s-done"),
        UNMEASURED("s-none"),
        PASSED("s-done"),
        /** It says nothing about a thing like this. */
        OTHER("s-skipped");

        private final String css;

        Weight(String css) {
            this.css = css;
        }

        /** Class of its mark. */
        public String css() {
            return css;
        }

        /** Whether its findings are read one by one, with seen, wanted and remedy. */
        public boolean open() {
            return this == MUST || this == SHOULD || this == WAIVED;
        }

        static Weight of(CheckFinding finding) {
            return switch (finding.verdict()) {
                case FAIL -> finding.blocking() ? MUST : SHOULD;
                case WAIVED -> WAIVED;
                case NOT_MEASURED -> UNMEASURED;
                case PASS -> PASSED;
                case NOT_APPLICABLE -> OTHER;
            };
        }
    }

    /** Findings of one weight. */
    record Group(Weight weight, List<CheckFinding> findings) {}

    /**
     * One look at one thing.
     *
     * @param id of its section
     * @param groups by weight; those without a finding are left out
     */
    record Look(String id, Checked checked, List<Group> groups) {
        static Look of(Checked checked, int number) {
            List<Group> groups = new ArrayList<>();
            for (Weight weight : Weight.values()) {
                List<CheckFinding> some = checked.run().findings().stream()
                        .filter(finding -> Weight.of(finding) == weight)
                        .toList();
                if (!some.isEmpty()) {
                    groups.add(new Group(weight, some));
                }
            }
            return new Look("look-" + number, checked, groups);
        }

        /** Groups whose findings are read one by one. */
        public List<Group> open() {
            return groups.stream().filter(group -> group.weight().open()).toList();
        }

        /** Groups that are only named. */
        public List<Group> folded() {
            return groups.stream().filter(group -> !group.weight().open()).toList();
        }
    }

    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/checks")
    String checks(@PathVariable String program, @PathVariable String database, Model model) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        List<Checked> found = checks.of(program, head.name());
        List<Look> looks = new ArrayList<>();
        found.forEach(one -> looks.add(Look.of(one, looks.size() + 1)));
        List<CheckSubject> subjects = checks.subjects(program, head.name());
        List<Checked> earlier = subjects.stream()
                .flatMap(subject -> checks.history(program, subject).stream())
                .filter(one -> found.stream()
                        .noneMatch(newest -> newest.run().id() == one.run().id()))
                .toList();
        LocalDate today = checks.today(program);
        model.addAttribute("looks", looks);
        model.addAttribute("earlier", earlier);
        model.addAttribute(
                "waivers",
                checks.waivers(program).stream()
                        .filter(waiver -> subjects.contains(waiver.subject()))
                        .toList());
        model.addAttribute("today", today);
        model.addAttribute("latest", today.plusDays(CheckWaiver.LONGEST_DAYS));
        model.addAttribute("mayWaive", Person.current().may(Right.DECIDE));
        model.addAttribute("lead", lead(head.name(), found));
        return "database/checks";
    }

    private Sentence lead(String database, List<Checked> found) {
        if (found.isEmpty()) {
            return words.sentence("checks.lead.none", database);
        }
        long blocking = found.stream().mapToLong(one -> one.blocking().size()).sum();
        long failed = count(found, CheckVerdict.FAIL) - blocking;
        return words.sentence(
                "checks.lead",
                blocking,
                failed,
                count(found, CheckVerdict.WAIVED),
                count(found, CheckVerdict.NOT_MEASURED));
    }

    private static long count(List<Checked> found, CheckVerdict verdict) {
        return found.stream().mapToLong(one -> one.count(verdict)).sum();
    }

    /** Lets a failed check stay as it is until a day. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/programs/{program}/databases/{database}/checks/waive")
    String waive(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam String check,
            @RequestParam String kind,
            @RequestParam String subject,
            @RequestParam(defaultValue = "") String until,
            @RequestParam(defaultValue = "") String reason,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        Reasons.require(reason, words);
        checks.waive(
                program,
                check,
                own(program, head.name(), kind, subject),
                reason,
                day(until),
                Person.current().name());
        flash.addFlashAttribute("said", words.text("checks.waived", check));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/checks";
    }

    /** Takes a waiver back. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/programs/{program}/databases/{database}/checks/withdraw")
    String withdraw(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam String check,
            @RequestParam String kind,
            @RequestParam String subject,
            @RequestParam(defaultValue = "") String reason,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        Reasons.require(reason, words);
        checks.withdraw(
                program,
                check,
                own(program, head.name(), kind, subject),
                reason,
                Person.current().name());
        flash.addFlashAttribute("said", words.text("checks.withdrawn", check));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/checks";
    }

    /** The database itself, its container, or a server that it lands on: from its page nothing else is waived. */
    private CheckSubject own(String program, String database, String kind, String name) {
        return checks.subjects(program, database).stream()
                .filter(subject -> subject.kind().word().equals(kind.toLowerCase(Locale.ROOT))
                        && subject.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Refusal.invalid(List.of(new FieldProblem("/subject", words.text("form.choice")))));
    }

    private LocalDate day(String text) {
        try {
            return CalendarYears.day(text.strip());
        } catch (DateTimeException none) {
            throw Refusal.invalid(List.of(new FieldProblem("/until", words.text("form.needed"))));
        }
    }
}
