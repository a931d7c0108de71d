package io.gulliver.ui.program;

import io.gulliver.domain.people.Right;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.planning.ProgramService;
import io.gulliver.ui.frame.ProgramCounts;
import io.gulliver.ui.frame.ProgramCountsReader;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.OpenToAdministrators;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** All programs, those that were put aside as well; an administrator archives, takes up again and deletes. */
@Controller
class ProgramListController {
    /** UTC and those of places: what only counts hours knows no summer. */
    private static final List<String> ZONES = ZoneId.getAvailableZoneIds().stream()
            .filter(zone -> zone.equals("UTC")
                    || zone.contains("/") && !zone.startsWith("Etc/") && !zone.startsWith("SystemV/"))
            .sorted()
            .toList();

    private final ProgramReader programs;
    private final ProgramService service;
    private final ProgramMaker maker;
    private final ProgramCountsReader reader;
    private final Words words;

    ProgramListController(
            ProgramReader programs,
            ProgramService service,
            ProgramMaker maker,
            ProgramCountsReader reader,
            Words words) {
        this.programs = programs;
        this.service = service;
        this.maker = maker;
        this.reader = reader;
        this.words = words;
    }

    /**
     * A row.
     *
     * @param databases in it
     * @param across of these, how many run on LinuxONE
     * @param archivedAt when it was put aside, or null while it is at work
     * @param archivedBy by whom
     */
    record Line(
            String key,
            String title,
            int databases,
            int across,
            @Nullable Instant archivedAt,
            @Nullable String archivedBy) {}

    /** The first page: the only program, or the list. */
    @OpenTo(everybody = true)
    @GetMapping("/")
    String home(Model model) {
        List<Program> atWork = programs.atWork().stream()
                .filter(program -> Person.current().sees(program.key()))
                .toList();
        return atWork.size() == 1 ? "redirect:/programs/" + atWork.get(0).key() : list(model);
    }

    @OpenTo(everybody = true)
    @GetMapping("/programs")
    String list(Model model) {
        List<Line> all = programs.list().stream()
                .filter(program ->
                        Person.current().administrator() || Person.current().sees(program.key()))
                .map(this::line)
                .toList();
        List<Line> atWork =
                all.stream().filter(line -> line.archivedAt() == null).toList();
        model.addAttribute("programs", atWork);
        model.addAttribute(
                "archived",
                all.stream().filter(line -> line.archivedAt() != null).toList());
        model.addAttribute("mayRemove", Person.current().administrator());
        if (Person.current().administrator() || Person.current().may(Right.ADMINISTER)) {
            model.addAttribute("zones", ZONES);
        }
        model.addAttribute(
                "lead",
                atWork.isEmpty()
                        ? words.sentence(all.isEmpty() ? "programs.lead.none" : "programs.lead.archived")
                        : words.sentence("programs.lead", atWork.size()));
        return "program/programs";
    }

    /** Makes a program; whoever has no right in it takes one first. */
    @OpenTo(value = Right.ADMINISTER, administrators = true)
    @PostMapping("/programs")
    String create(
            @RequestParam(defaultValue = "") String key,
            @RequestParam(defaultValue = "") String title,
            @RequestParam(defaultValue = "") String zone,
            RedirectAttributes flash) {
        Program made = maker.create(
                key.strip(), title, zone.strip(), Map.of(), Person.current().name());
        boolean seen = Person.current().sees(made.key());
        flash.addFlashAttribute("said", words.text("programs.made", made.title(), seen ? 1 : 0));
        return seen ? "redirect:/programs/" + made.key() : "redirect:/programs";
    }

    @OpenToAdministrators
    @PostMapping("/programs/{program}/archive")
    String archive(@PathVariable String program, RedirectAttributes flash) {
        service.archive(require(program).key(), Person.current().name());
        flash.addFlashAttribute("said", words.text("programs.archived", program));
        return "redirect:/programs";
    }

    @OpenToAdministrators
    @PostMapping("/programs/{program}/restore")
    String restore(@PathVariable String program, RedirectAttributes flash) {
        service.restore(require(program).key(), Person.current().name());
        flash.addFlashAttribute("said", words.text("programs.restored", program));
        return "redirect:/programs";
    }

    @OpenToAdministrators
    @PostMapping("/programs/{program}/delete")
    String delete(
            @PathVariable String program,
            @RequestParam(defaultValue = "") String reason,
            @RequestParam(defaultValue = "") String confirm,
            RedirectAttributes flash) {
        String key = require(program).key();
        if (!confirm.strip().equals(key)) {
            throw Refusal.invalid(List.of(new FieldProblem("/confirm", words.text("programs.confirm", key))));
        }
        if (reason.isBlank()) {
            throw Refusal.invalid(List.of(new FieldProblem("/reason", words.text("command.reason"))));
        }
        service.delete(key, key, reason.strip(), Person.current().name());
        flash.addFlashAttribute("said", words.text("programs.deleted", key));
        return "redirect:/programs";
    }

    private Program require(String program) {
        return programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }

    private Line line(Program program) {
        ProgramCounts counts = reader.counts(program.key());
        ProgramReader.Archived archived = programs.archived(program.key()).orElse(null);
        return new Line(
                program.key(),
                program.title(),
                counts.databases(),
                counts.across(),
                archived == null ? null : archived.at(),
                archived == null ? null : archived.by());
    }
}
