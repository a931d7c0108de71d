package io.gulliver.ui.program;

import io.gulliver.domain.plan.Slip;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.planning.MethodDemand;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Ramp;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Status;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
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
    private final Words words;
    private final Clock clock;

    ProgramController(
            ProgramReader programs,
            ProgramViews reader,
            MethodDemand demand,
            FirstSteps firstSteps,
            Words words,
            Clock clock) {
        this.programs = programs;
        this.reader = reader;
        this.demand = demand;
        this.firstSteps = firstSteps;
        this.words = words;
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
        Formats fmt =
                model.getAttribute("fmt") instanceof Formats formats ? formats : new Formats(clock, ZoneOffset.UTC);
        model.addAttribute("program", program);
        model.addAttribute("base", "/programs/" + program);
        model.addAttribute("o", overview);
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
        model.addAttribute("lead", lead(overview, fmt));
        model.addAttribute("reasons", overview.databases() == overview.across() ? List.of() : reasons(overview));
        model.addAttribute("sub", sub(overview));
        return htmx == null ? "program/program" : "program/program :: live";
    }

    private Sentence lead(ProgramOverview overview, Formats fmt) {
        if (overview.databases() == 0) {
            return words.sentence("program.lead.empty");
        }
        if (overview.across() == overview.databases()) {
            return words.sentence("program.lead.across", overview.databases());
        }
        Instant planned = overview.plannedEnd();
        Instant forecast = overview.forecastEnd();
        if (planned == null || forecast == null) {
            return words.sentence("program.lead.noplan", overview.across(), overview.databases());
        }
        Duration slip = Slip.between(overview.agreedEnd(), forecast);
        return words.sentence(
                "program.lead." + key(overview.state().health()),
                fmt.when(forecast),
                fmt.against(slip),
                apart(slip, fmt));
    }

    private static String key(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Why a program is not green, with where to look.
     *
     * @param text for people
     * @param href below the program's own address
     */
    record Why(String text, String href) {}

    private List<Why> reasons(ProgramOverview overview) {
        return overview.state().reasons().stream()
                .map(reason -> new Why(
                        words.text("program.why." + key(reason.kind()), reason.many()),
                        switch (reason.kind()) {
                            case PAST_LATEST, BROKEN, NOT_AGREED -> "/plan";
                            case OUTAGE_OVER -> "/databases?sort=-outage";
                            case FAILED -> "/databases?state=failed";
                            case BLOCKED -> "/databases?state=blocked";
                            case LATE -> "/databases?sort=-slip";
                            case HIGH_RISKS -> "/risks";
                        }))
                .toList();
    }

    private static String apart(@Nullable Duration slip, Formats fmt) {
        return slip == null ? "" : fmt.coarse(slip.abs());
    }

    private Sentence sub(ProgramOverview overview) {
        Integer planned = overview.plannedAcross();
        if (planned == null) {
            return words.sentence("program.sub.noplan", overview.across(), overview.databases());
        }
        int behind = planned - overview.across();
        return words.sentence(
                behind > 0 ? "program.sub.behind" : "program.sub.on",
                overview.across(),
                overview.databases(),
                Math.abs(behind));
    }
}
