package io.gulliver.ui.database;

import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodReport;
import io.gulliver.service.planning.AssessmentService;
import io.gulliver.service.planning.MethodChoiceService;
import io.gulliver.service.planning.RateService;
import io.gulliver.service.planning.StartWaiverService;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Mark;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The ways across for a database side by side, and the word of a person on which one it takes. */
@Controller
class MethodsController {
    private static final String TAB = "methods";

    private final DatabaseFrame frame;
    private final AssessmentService desk;
    private final MethodChoiceService choices;
    private final StartWaiverService starts;
    private final RateService rates;
    private final StartOffers offers;
    private final Words words;

    MethodsController(
            DatabaseFrame frame,
            AssessmentService desk,
            MethodChoiceService choices,
            StartWaiverService starts,
            RateService rates,
            StartOffers offers,
            Words words) {
        this.frame = frame;
        this.desk = desk;
        this.choices = choices;
        this.starts = starts;
        this.rates = rates;
        this.offers = offers;
        this.words = words;
    }

    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/methods")
    String methods(@PathVariable String program, @PathVariable String database, Model model) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        MethodReport report = desk.methods(program, head.name());
        List<DecisionRow> decided = new ArrayList<>(desk.decisions(program, head.name()));
        Collections.reverse(decided);
        model.addAttribute("report", report);
        model.addAttribute("methods", report.assessment());
        model.addAttribute("picture", OutagePicture.of(report.assessment().methods(), report.meant(), head.window()));
        model.addAttribute("decided", decided);
        model.addAttribute("rates", rates.lines(program, head.name()));
        model.addAttribute("mayChoose", Person.current().may(Right.DECIDE));
        model.addAttribute("start", starts.start(program, head.name(), null));
        offers.put(program, head.name(), model);
        model.addAttribute("mayAsk", Person.current().may(Right.DECIDE));
        model.addAttribute(
                "mayAgree",
                Person.current().any(Function.MIGRATION_MANAGER, Function.CUTOVER_MANAGER, Function.APPROVER));
        model.addAttribute("lead", lead(program, head.name(), report, frame.fmt(model)));
        return "database/methods";
    }

    /** Takes a method by a person's word. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/programs/{program}/databases/{database}/methods/choice")
    String choose(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam Method method,
            @RequestParam(defaultValue = "") String reason,
            @RequestParam long decisions,
            @RequestParam(required = false) @Nullable String basis,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        Reasons.require(reason, words);
        String by = Person.current().name();
        decided(() ->
                UnfitException.made(() -> choices.choose(program, head.name(), method, reason, decisions, basis, by)));
        flash.addFlashAttribute("said", words.text("methods.chosen", words.method(method.name())));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/methods";
    }

    /** Takes a choice back. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/programs/{program}/databases/{database}/methods/withdraw")
    String withdraw(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(defaultValue = "") String reason,
            @RequestParam long decisions,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        Reasons.require(reason, words);
        String by = Person.current().name();
        decided(() -> UnfitException.made(() -> choices.withdraw(program, head.name(), reason, decisions, by)));
        flash.addFlashAttribute("said", words.text("methods.withdrawn"));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/methods";
    }

    /** Asks for a production start that something stands against. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/programs/{program}/databases/{database}/methods/start")
    String ask(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(defaultValue = "") String playbook,
            @RequestParam(defaultValue = "") String reason,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        Reasons.require(reason, words);
        starts.ask(
                program,
                head.name(),
                playbook.isBlank() ? null : playbook.strip(),
                reason,
                Person.current().name());
        flash.addFlashAttribute("said", words.text("start.asked"));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/methods#start";
    }

    /** Agrees, as the second person. */
    @OpenTo(
            value = Right.WORK,
            functions = {Function.MIGRATION_MANAGER, Function.CUTOVER_MANAGER, Function.APPROVER})
    @PostMapping("/programs/{program}/databases/{database}/methods/start/agree")
    String agree(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam long number,
            @RequestParam(defaultValue = "") String reason,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        String by = Person.current().name();
        decided(() -> starts.agree(program, head.name(), number, reason, by));
        flash.addFlashAttribute("said", words.text("start.agreed"));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/methods#start";
    }

    /** Two people who decide at once: the second reads what the first one said. */
    private static void decided(Supplier<?> decision) {
        try {
            decision.get();
        } catch (StaleVersionException faster) {
            throw Refusal.conflict("problem.decided");
        }
    }

    private Sentence lead(String program, String database, MethodReport report, Formats fmt) {
        Method method = report.method();
        MethodReport.Choice choice = report.choice();
        if (choice != null && !choice.holds()) {
            return words.sentence(
                    "methods.lead.broken",
                    database,
                    words.method(choice.method().name()));
        }
        if (method == null) {
            return words.sentence(
                    report.assessment().open().isEmpty() ? "methods.lead.none" : "methods.lead.tight", database);
        }
        MethodAssessment.Outage outage = report.outage();
        String name = words.method(method.name());
        String how = report.choice() != null
                ? "methods.lead.chosen"
                : report.forAll() != null
                        ? "methods.lead.program"
                        : report.assessment().afterRemedy() ? "methods.lead.remedy" : "methods.lead";
        return outage == null
                ? words.sentence("methods.lead.open", database, name)
                : words.sentence(
                        how,
                        database,
                        name,
                        Mark.of(
                                "outage.predicted",
                                program + "/" + database,
                                outage.likely().toSeconds(),
                                fmt.span(outage.likely())),
                        fmt.span(outage.shortest()),
                        fmt.span(outage.longest()),
                        fmt.range(outage.shortest(), outage.longest()) ? 1 : 0);
    }
}
