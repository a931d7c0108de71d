package io.gulliver.ui.plan;

import io.gulliver.domain.people.Right;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.planning.PlanProposalService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Where Gulliver is asked to propose waves; what it proposes is previewed and saved as any edit of the plan. */
@Controller
@RequestMapping("/programs/{program}/plan")
class PlanProposalController {
    private final ProgramReader programs;
    private final PlanProposalService proposals;
    private final PlanSaves saves;
    private final Words words;

    PlanProposalController(ProgramReader programs, PlanProposalService proposals, PlanSaves saves, Words words) {
        this.programs = programs;
        this.proposals = proposals;
        this.saves = saves;
        this.words = words;
    }

    /**
     * How waves are wanted.
     *
     * @param start when the first may begin, in the program's zone
     * @param days between the starts of two
     * @param pilot how many databases the first holds at most, 0 for no pilot
     * @param most how many any other holds at most
     */
    record ProposalForm(
            @NotNull(message = "{form.needed}") @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME) @Nullable
            LocalDateTime start,

            @NotNull(message = "{form.needed}")
            @Min(value = 0, message = "{form.propose.days}")
            @Max(value = 365, message = "{form.propose.days}")
            @Nullable
            Integer days,

            @NotNull(message = "{form.needed}")
            @Min(value = 0, message = "{form.propose.pilot}")
            @Max(value = 500, message = "{form.propose.pilot}")
            @Nullable
            Integer pilot,

            @NotNull(message = "{form.needed}")
            @Min(value = 1, message = "{form.propose.most}")
            @Max(value = 500, message = "{form.propose.most}")
            @Nullable
            Integer most) {
        /** What stands in the form before anyone types: a pilot of three, waves of eight, one each Monday. */
        static ProposalForm usual(Instant now, ZoneId zone) {
            LocalDateTime monday = now.atZone(zone)
                    .toLocalDate()
                    .with(TemporalAdjusters.next(DayOfWeek.MONDAY))
                    .atTime(LocalTime.of(8, 0));
            return new ProposalForm(monday, 7, 3, 8);
        }
    }

    @OpenTo(Right.DECIDE)
    @PostMapping("/propose")
    String propose(
            @PathVariable String program,
            @Valid @ModelAttribute("proposal") ProposalForm form,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response,
            RedirectAttributes flash) {
        Program changed = programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
        if (form.start() == null || form.days() == null || form.pilot() == null || form.most() == null) {
            throw new IllegalStateException("a form is taken whose fields are missing");
        }
        if (form.pilot() > form.most()) {
            throw Refusal.invalid(List.of(new FieldProblem("/pilot", words.text("form.propose.pilot.most"))));
        }
        if (proposals.loose(program).isEmpty()) {
            throw Refusal.conflict("problem.propose", program);
        }
        return saves.send(
                changed,
                proposals.propose(
                        changed,
                        new PlanProposalService.Wish(form.start(), form.days(), form.pilot(), form.most()),
                        wave -> WaveTitles.of(words, wave),
                        Person.current().name()),
                "/programs/" + program + "/plan",
                request,
                response,
                model,
                flash);
    }
}
