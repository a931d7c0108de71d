package io.gulliver.ui.program;

import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.migration.RunWaits;
import io.gulliver.service.planning.MethodDemand;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Ramp;
import io.gulliver.ui.frame.Status;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;

/** The program's page: are we on plan, what is at risk, what happens next. */
@Controller
class ProgramController {
    private static final List<Status> PAIRS =
            List.of(Status.RUNNING, Status.WAITING, Status.BLOCKED, Status.FAILED, Status.ROLLED);

    private final ProgramReader programs;
    private final ProgramViews reader;
    private final MethodDemand demand;
    private final FirstSteps firstSteps;
    private final ProgramLead told;
    private final RunWaits waits;
    private final Clock clock;

    ProgramController(
            ProgramReader programs,
            ProgramViews reader,
            MethodDemand demand,
            FirstSteps firstSteps,
            ProgramLead told,
            RunWaits waits,
            Clock clock) {
        this.programs = programs;
        this.reader = reader;
        this.demand = demand;
        this.firstSteps = firstSteps;
        this.told = told;
        this.waits = waits;
        this.clock = clock;
    }

    @OpenTo
    @GetMapping("/programs/{program}")
    String program(
            @PathVariable String program,
            @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
            Model model,
            HttpServletResponse response) {
        programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
        ProgramOverview overview = reader.overview(program);
        response.addHeader("Vary", "HX-Request");
        Formats fmt = Formats.of(model, clock);
        model.addAttribute("program", program);
        model.addAttribute("base", "/programs/" + program);
        model.addAttribute("o", overview);
        model.addAttribute(
                "waits",
                waits.of(
                        program,
                        overview.threats().stream()
                                .map(ProgramOverview.Threat::database)
                                .toList()));
        model.addAttribute("pairs", PAIRS);
        model.addAttribute("path", firstSteps.open(program, overview));
        List<MethodDemand.Way> ways = demand.of(program);
        model.addAttribute("ways", ways);
        model.addAttribute(
                "waiting", ways.stream().mapToInt(way -> way.waiting().size()).sum());
        model.addAttribute("forAll", demand.forAll(program).orElse(null));
        model.addAttribute(
                "hero",
                Ramp.hero(
                        overview.stages().stream()
                                .map(ProgramOverview.StageTally::databases)
                                .toList(),
                        Math.max(1, overview.databases())));
        model.addAttribute("burn", BurnChart.of(overview, fmt.now()));
        model.addAttribute("lead", told.lead(overview, fmt));
        model.addAttribute(
                "reasons",
                overview.databases() == overview.across()
                        ? List.of()
                        : told.reasons(overview.state().reasons()));
        model.addAttribute("sub", told.sub(overview));
        return htmx == null ? "program/program" : "program/program :: live";
    }
}
