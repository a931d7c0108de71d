package io.gulliver.ui.plan;

import io.gulliver.domain.plan.Slip;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;

/** The plan: what is late, by how much, and where it stands against what was agreed. */
@Controller
class PlanController {
    private final ProgramReader programs;
    private final PlanPageReader reader;
    private final Words words;
    private final Clock clock;

    PlanController(ProgramReader programs, PlanPageReader reader, Words words, Clock clock) {
        this.programs = programs;
        this.reader = reader;
        this.words = words;
        this.clock = clock;
    }

    @OpenTo
    @GetMapping("/programs/{program}/plan")
    String plan(
            @PathVariable String program,
            @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
            Model model,
            HttpServletResponse response) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
        PlanView plan = reader.plan(program);
        Formats fmt =
                model.getAttribute("fmt") instanceof Formats formats ? formats : new Formats(clock, ZoneOffset.UTC);
        PlanChart chart = PlanChart.of(plan, fmt.now());
        model.addAttribute("program", program);
        model.addAttribute("base", "/programs/" + program);
        model.addAttribute("plan", plan);
        model.addAttribute("chart", chart);
        model.addAttribute("lead", lead(chart, fmt));
        response.addHeader("Vary", "HX-Request");
        return htmx == null ? "plan/plan" : "plan/plan :: live";
    }

    Sentence lead(PlanChart chart, Formats fmt) {
        List<PlanChart.Row> waves =
                chart.rows().stream().filter(row -> row.wave() != null).toList();
        if (waves.isEmpty()) {
            return words.sentence("plan.lead.none");
        }
        List<PlanChart.Row> agreed =
                waves.stream().filter(row -> row.slip() != null).toList();
        Duration worst = Slip.worst(agreed.stream().map(PlanChart.Row::slip).toList());
        if (worst == null) {
            return words.sentence("plan.lead.unagreed", waves.size());
        }
        int open = waves.size() - agreed.size();
        String rest = open == 0 ? "" : " " + words.text("plan.lead.rest", open);
        if (worst.toSeconds() <= 0) {
            return words.sentence(
                    worst.toSeconds() < 0 ? "plan.lead.early" : "plan.lead.ontime",
                    agreed.size(),
                    fmt.coarse(worst.abs()),
                    open,
                    rest);
        }
        List<PlanChart.Row> late =
                agreed.stream().filter(row -> fmt.against(row.slip()) == 1).toList();
        String which = late.stream()
                .filter(row -> worst.equals(row.slip()))
                .map(row -> row.wave() == null ? "" : row.wave().key())
                .findFirst()
                .orElse("");
        return agreed.size() == 1
                ? words.sentence("plan.lead.late.only", fmt.coarse(worst), which, open, rest)
                : words.sentence("plan.lead.late", late.size(), agreed.size(), fmt.coarse(worst), which, open, rest);
    }
}
