package io.gulliver.ui.assessment;

import io.gulliver.assessment.cost.CostEstimate;
import io.gulliver.assessment.cost.CostRates;
import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.planning.AssessmentReports;
import io.gulliver.service.planning.ProgramService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** What things cost and which licences are owned: typed by a person, who is named beside every figure. */
@Controller
class RatesController {
    private final ProgramReader programs;
    private final ProgramService service;
    private final AssessmentReports reports;
    private final Words words;
    private final Clock clock;

    RatesController(
            ProgramReader programs, ProgramService service, AssessmentReports reports, Words words, Clock clock) {
        this.programs = programs;
        this.service = service;
        this.reports = reports;
        this.words = words;
        this.clock = clock;
    }

    @OpenTo
    @GetMapping("/programs/{program}/assessment/rates")
    String rates(@PathVariable String program, Model model) {
        Program found = require(program);
        return page(found, cost(found), RatesForm.of(ProgramPolicy.of(found).cost()), model);
    }

    /** Keeps what was typed, all of it or nothing. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/programs/{program}/assessment/rates")
    String save(
            @PathVariable String program,
            @RequestParam long version,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model,
            RedirectAttributes flash) {
        Program found = require(program);
        CostEstimate cost = cost(found);
        CostRates before = ProgramPolicy.of(found).cost();
        RatesForm form = RatesForm.of(request.getParameterMap());
        Map<String, Object> typed = form.entry(RatesForm.items(cost, before), RatesForm.products(cost, before), words);
        if (!form.wrong().isEmpty()) {
            response.setStatus(HttpStatus.UNPROCESSABLE_CONTENT.value());
            return page(found, cost, form, model);
        }
        String by = Person.current().name();
        Map<String, Object> policy = UnfitException.made(() -> ProgramPolicy.priced(found, typed, by, clock.instant()));
        try {
            service.change(program, version, found.title(), found.zone(), policy, by);
        } catch (StaleVersionException faster) {
            throw Refusal.conflict("problem.version", faster.stored(), String.valueOf(faster.getMessage()));
        }
        flash.addFlashAttribute("said", words.text("rates.saved"));
        return "redirect:/programs/" + program + "/assessment/rates";
    }

    private String page(Program program, CostEstimate cost, RatesForm form, Model model) {
        CostRates rates = ProgramPolicy.of(program).cost();
        model.addAttribute("program", program.key());
        model.addAttribute("base", "/programs/" + program.key());
        model.addAttribute("version", program.version());
        model.addAttribute("form", form);
        model.addAttribute("rates", rates);
        model.addAttribute("cost", cost);
        model.addAttribute("items", RatesForm.items(cost, rates));
        model.addAttribute("products", RatesForm.products(cost, rates));
        model.addAttribute("figures", RatesForm.names());
        model.addAttribute(
                "metrics",
                List.of(CostEstimate.Metric.values()).stream()
                        .map(CostRates::key)
                        .toList());
        model.addAttribute("amounts", new Amounts(words));
        model.addAttribute("mayEdit", Person.current().may(Right.DECIDE));
        long unpriced = cost.lines().size() + cost.licences().size() - cost.priced();
        model.addAttribute("lead", words.sentence("rates.lead", cost.priced(), unpriced));
        return "assessment/rates";
    }

    private CostEstimate cost(Program program) {
        return UnfitException.made(() -> reports.program(program.key())).cost();
    }

    private Program require(String program) {
        return programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }
}
