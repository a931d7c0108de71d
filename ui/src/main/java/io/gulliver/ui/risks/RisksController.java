package io.gulliver.ui.risks;

import io.gulliver.domain.people.Right;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.ui.frame.Mark;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.validation.BindException;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The risk register and its heat map. */
@Controller
class RisksController {
    private final ProgramReader programs;
    private final RiskViews risks;
    private final RiskEditor editor;
    private final Words words;
    private final ProgramCalendar calendar;

    RisksController(ProgramReader programs, RiskViews risks, RiskEditor editor, Words words, ProgramCalendar calendar) {
        this.programs = programs;
        this.risks = risks;
        this.editor = editor;
        this.words = words;
        this.calendar = calendar;
    }

    /** One cell of the heat map. */
    record Cell(int score, String band, List<RiskView> risks) {}

    /** One row of the heat map: a probability. */
    record HeatRow(int probability, List<Cell> cells) {}

    @OpenTo
    @GetMapping("/programs/{program}/risks")
    String risks(
            @PathVariable String program,
            @RequestParam(defaultValue = "open") String show,
            Model model,
            HttpServletResponse response) {
        requireProgram(program);
        List<RiskView> all = risks.list(program);
        List<RiskView> open = all.stream().filter(risk -> risk.state().counts()).toList();
        RiskState shown = switch (show) {
            case "open" -> RiskState.OPEN;
            case "proposed" -> RiskState.PROPOSED;
            case "closed" -> RiskState.CLOSED;
            default -> throw Refusal.bad("problem.choice", show);
        };
        List<HeatRow> heat = new ArrayList<>();
        for (int probability = 5; probability >= 1; probability--) {
            List<Cell> cells = new ArrayList<>();
            for (int impact = 1; impact <= 5; impact++) {
                int p = probability;
                int i = impact;
                cells.add(new Cell(
                        p * i,
                        RiskView.band(p * i),
                        open.stream()
                                .filter(risk -> risk.probability() == p && risk.impact() == i)
                                .toList()));
            }
            heat.add(new HeatRow(probability, cells));
        }
        LocalDate today = LocalDate.ofInstant(calendar.now(program), ZoneOffset.UTC);
        model.addAttribute("program", program);
        model.addAttribute("base", "/programs/" + program + "/risks");
        model.addAttribute("heat", heat);
        model.addAttribute("open", open);
        model.addAttribute("shown", shown);
        model.addAttribute("states", RiskState.values());
        model.addAttribute(
                "register", all.stream().filter(risk -> risk.state() == shown).toList());
        model.addAttribute("all", all);
        model.addAttribute("today", today);
        model.addAttribute("high", count(open, "high"));
        model.addAttribute("mid", count(open, "mid"));
        model.addAttribute("low", count(open, "low"));
        model.addAttribute(
                "overdue",
                open.stream()
                        .filter(risk -> risk.due() != null && risk.due().isBefore(today))
                        .count());
        Map<String, Long> counts = new LinkedHashMap<>();
        for (RiskState state : RiskState.values()) {
            counts.put(
                    state.name(),
                    all.stream().filter(risk -> risk.state() == state).count());
        }
        model.addAttribute("counts", counts);
        model.addAttribute("lead", lead(program, open, counts.getOrDefault(RiskState.PROPOSED.name(), 0L)));
        response.addHeader("Vary", "HX-Request");
        return "risks/register";
    }

    @OpenTo
    @GetMapping("/programs/{program}/risks/{id}")
    String risk(@PathVariable String program, @PathVariable String id, Model model) {
        requireProgram(program);
        RiskView risk = risks.find(program, id).orElseThrow(() -> Refusal.notFound("problem.risk", id));
        return form(program, risk, RiskForm.of(risk), Map.of(), model);
    }

    @OpenTo(Right.WORK)
    @GetMapping("/programs/{program}/risks/new")
    String blank(@PathVariable String program, Model model) {
        requireProgram(program);
        return form(program, null, RiskForm.empty(), Map.of(), model);
    }

    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/risks")
    String add(
            @PathVariable String program,
            @RequestParam String key,
            @Valid @ModelAttribute("form") RiskForm form,
            BindingResult errors,
            @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
            Model model,
            HttpServletResponse response,
            RedirectAttributes flash)
            throws BindException {
        requireProgram(program);
        if (errors.hasErrors() && htmx != null) {
            // sent by script: only what is wrong, to stand in the form
            throw new BindException(errors);
        }
        if (errors.hasErrors()) {
            response.setStatus(422);
            return form(program, null, form, wrong(errors), model);
        }
        RiskView risk =
                editor.add(program, form.statement(), key, Person.current().name());
        flash.addFlashAttribute("said", words.text("risk.saved"));
        return "redirect:/programs/" + program + "/risks/" + risk.id();
    }

    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/risks/{id}")
    String change(
            @PathVariable String program,
            @PathVariable String id,
            @Valid @ModelAttribute("form") RiskForm form,
            BindingResult errors,
            @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
            Model model,
            HttpServletResponse response,
            RedirectAttributes flash)
            throws BindException {
        requireProgram(program);
        if (errors.hasErrors() && htmx != null) {
            // sent by script: only what is wrong, to stand in the form
            throw new BindException(errors);
        }
        if (errors.hasErrors()) {
            RiskView risk = risks.find(program, id).orElseThrow(() -> Refusal.notFound("problem.risk", id));
            response.setStatus(422);
            return form(program, risk, form, wrong(errors), model);
        }
        editor.change(
                program,
                id,
                form.readVersion(),
                form.statement(),
                Person.current().name());
        flash.addFlashAttribute("said", words.text("risk.saved"));
        return "redirect:/programs/" + program + "/risks/" + id;
    }

    /** Messages by field: the form is a record, which Thymeleaf's own field helper cannot read. */
    private static Map<String, List<String>> wrong(BindingResult errors) {
        Map<String, List<String>> wrong = new LinkedHashMap<>();
        errors.getFieldErrors()
                .forEach(error -> wrong.computeIfAbsent(error.getField(), field -> new ArrayList<>())
                        .add(error.getDefaultMessage() == null ? "" : error.getDefaultMessage()));
        return wrong;
    }

    private String form(
            String program, @Nullable RiskView risk, RiskForm form, Map<String, List<String>> wrong, Model model) {
        model.addAttribute("wrong", wrong);
        model.addAttribute("program", program);
        model.addAttribute("base", "/programs/" + program + "/risks");
        model.addAttribute("risk", risk);
        model.addAttribute("form", form);
        model.addAttribute("responses", RiskResponse.values());
        model.addAttribute("states", RiskState.values());
        model.addAttribute("requestKey", UUID.randomUUID().toString());
        model.addAttribute("mayEdit", Person.current().may(Right.WORK));
        return "risks/risk";
    }

    private void requireProgram(String program) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
    }

    private static long count(List<RiskView> open, String band) {
        return open.stream().filter(risk -> risk.band().equals(band)).count();
    }

    private Sentence lead(String program, List<RiskView> open, long proposed) {
        long high = count(open, "high");
        if (open.isEmpty()) {
            return words.sentence("risks.lead.none", proposed);
        }
        long rising = open.stream()
                .filter(risk -> risk.scores().size() > 1
                        && risk.score() > risk.scores().get(risk.scores().size() - 2))
                .count();
        return words.sentence(
                "risks.lead",
                high,
                Mark.of("risks", program, open.size(), Integer.toString(open.size())),
                rising,
                open.get(0).title());
    }
}
