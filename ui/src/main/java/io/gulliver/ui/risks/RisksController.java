package io.gulliver.ui.risks;

import io.gulliver.assessment.risk.RiskRules;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.risk.EntryChange;
import io.gulliver.domain.risk.EntryKind;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.EvidenceReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.ui.frame.Mark;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
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

/** The register of risks, assumptions, issues and decisions, the heat map of its risks, and the library to pick from. */
@Controller
class RisksController {
    /** So many databases are offered as boxes to tick; of more, a field takes names. */
    private static final int TICKS = 200;

    private final ProgramReader programs;
    private final RiskViews risks;
    private final RiskEditor editor;
    private final Words words;
    private final Register register;
    private final DatabaseReader databases;
    private final EvidenceReader evidence;

    RisksController(
            ProgramReader programs,
            RiskViews risks,
            RiskEditor editor,
            Words words,
            Register register,
            DatabaseReader databases,
            EvidenceReader evidence) {
        this.programs = programs;
        this.risks = risks;
        this.editor = editor;
        this.words = words;
        this.register = register;
        this.databases = databases;
        this.evidence = evidence;
    }

    /** One cell of the heat map. */
    record Cell(int score, String band, List<RiskView> risks) {}

    /** One row of the heat map: a probability. */
    record HeatRow(int probability, List<Cell> cells) {}

    /** A line of what changed in a week. */
    record Week(RiskView entry, String what, boolean up) {}

    @OpenTo
    @GetMapping("/programs/{program}/risks")
    String risks(
            @PathVariable String program,
            @RequestParam Map<String, String> asked,
            Model model,
            HttpServletResponse response) {
        requireProgram(program);
        RegisterQuery query = RegisterQuery.of(asked, "risk", "open");
        List<RiskView> entries = risks.entries(program);
        List<RiskView> all =
                entries.stream().filter(one -> one.kind() == EntryKind.RISK).toList();
        List<RiskView> open = all.stream().filter(risk -> risk.state().counts()).toList();
        LocalDate today = register.today(program);
        model.addAttribute("program", program);
        model.addAttribute("base", "/programs/" + program + "/risks");
        model.addAttribute("heat", heat(open));
        model.addAttribute("open", open);
        model.addAttribute("query", query);
        model.addAttribute("kinds", EntryKind.values());
        model.addAttribute("states", RiskState.values());
        model.addAttribute("register", register.narrowed(program, entries, query));
        model.addAttribute("today", today);
        model.addAttribute("high", count(open, "high"));
        model.addAttribute("mid", count(open, "mid"));
        model.addAttribute("low", count(open, "low"));
        model.addAttribute(
                "overdue", entries.stream().filter(one -> one.late(today)).count());
        model.addAttribute("counts", counts(entries));
        model.addAttribute("week", week(program, entries));
        model.addAttribute("weekQuery", RegisterQuery.ofTheWeek());
        model.addAttribute("owners", owners(program, entries));
        model.addAttribute("waves", register.waves(program));
        model.addAttribute("names", databaseNames(program));
        model.addAttribute(
                "lead",
                lead(
                        program,
                        open,
                        all.stream()
                                .filter(risk -> risk.state() == RiskState.PROPOSED)
                                .count()));
        response.addHeader("Vary", "HX-Request");
        return "risks/register";
    }

    private static List<HeatRow> heat(List<RiskView> open) {
        List<HeatRow> heat = new ArrayList<>();
        for (int probability = 5; probability >= 1; probability--) {
            List<Cell> cells = new ArrayList<>();
            for (int impact = 1; impact <= 5; impact++) {
                Integer p = probability;
                Integer i = impact;
                cells.add(new Cell(
                        p * i,
                        RiskView.band(p * i),
                        open.stream()
                                .filter(risk -> p.equals(risk.probability()) && i.equals(risk.impact()))
                                .toList()));
            }
            heat.add(new HeatRow(probability, cells));
        }
        return heat;
    }

    /** Open ones by kind. */
    private static Map<String, Long> counts(List<RiskView> entries) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (EntryKind kind : EntryKind.values()) {
            counts.put(
                    kind.name(),
                    entries.stream()
                            .filter(one -> one.kind() == kind && one.state().counts())
                            .count());
        }
        return counts;
    }

    /** What was raised or changed in seven days of the program's time, the last first. */
    private List<Week> week(String program, List<RiskView> entries) {
        return register.narrowed(program, entries, RegisterQuery.ofTheWeek()).stream()
                .sorted(Comparator.comparing(RiskView::changedAt).reversed().thenComparing(RiskView::id))
                .map(one -> {
                    int before = one.scores().size() < 2
                            ? one.score()
                            : one.scores().get(one.scores().size() - 2);
                    String what = one.version() == 1
                            ? "new"
                            : one.state().over()
                                    ? one.state().name().toLowerCase(Locale.ROOT)
                                    : one.score() > before ? "raised" : one.score() < before ? "lowered" : "changed";
                    return new Week(
                            one, words.text("risks.week." + what), !one.state().over() && one.score() > before);
                })
                .toList();
    }

    /** Those that entries have, as the filter offers them. */
    private Map<String, String> owners(String program, List<RiskView> entries) {
        Map<String, String> owners = new TreeMap<>();
        entries.stream()
                .map(RiskView::owner)
                .filter(owner -> !owner.isEmpty())
                .forEach(owner -> owners.put(owner, words.role(owner)));
        return owners;
    }

    private List<String> databaseNames(String program) {
        return databases.list(program).stream().map(SourceDatabase::name).toList();
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
    String blank(
            @PathVariable String program,
            @RequestParam(defaultValue = "risk") String kind,
            @RequestParam(defaultValue = "") String database,
            Model model) {
        requireProgram(program);
        EntryKind wanted = RegisterQuery.of(Map.of("kind", kind), "risk", "all").kind();
        return form(program, null, RiskForm.empty(wanted == null ? EntryKind.RISK : wanted, database), Map.of(), model);
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
        checkOwner(program, form.owner(), "", errors);
        if (errors.hasErrors() && htmx != null) {
            // sent by script: only what is wrong, to stand in the form
            throw new BindException(errors);
        }
        if (errors.hasErrors()) {
            response.setStatus(422);
            return form(program, null, form, wrong(errors), model);
        }
        RiskView risk = editor.add(program, form, key, Person.current().name());
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
        RiskView risk = risks.find(program, id).orElseThrow(() -> Refusal.notFound("problem.risk", id));
        checkOwner(program, form.owner(), risk.owner(), errors);
        if (errors.hasErrors() && htmx != null) {
            // sent by script: only what is wrong, to stand in the form
            throw new BindException(errors);
        }
        if (errors.hasErrors()) {
            response.setStatus(422);
            return form(program, risk, form, wrong(errors), model);
        }
        editor.change(program, id, form.readVersion(), form, Person.current().name());
        flash.addFlashAttribute("said", words.text("risk.saved"));
        return "redirect:/programs/" + program + "/risks/" + id;
    }

    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/risks/{id}/accept")
    String accept(
            @PathVariable String program,
            @PathVariable String id,
            @RequestParam long version,
            @RequestParam(defaultValue = "") String owner,
            @RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate due,
            RedirectAttributes flash) {
        requireProgram(program);
        RiskView risk = risks.find(program, id).orElseThrow(() -> Refusal.notFound("problem.risk", id));
        knownOwner(program, owner, risk.owner());
        risks.accept(
                program,
                id,
                version,
                owner.isBlank() ? null : owner.strip(),
                due,
                Person.current().name());
        flash.addFlashAttribute("said", words.text("risk.accepted"));
        return "redirect:/programs/" + program + "/risks/" + id;
    }

    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/risks/{id}/reject")
    String reject(
            @PathVariable String program,
            @PathVariable String id,
            @RequestParam long version,
            @RequestParam(defaultValue = "") String reason,
            RedirectAttributes flash) {
        requireProgram(program);
        risks.reject(program, id, version, reason, Person.current().name());
        flash.addFlashAttribute("said", words.text("risk.rejected"));
        return "redirect:/programs/" + program + "/risks/" + id;
    }

    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/risks/{id}/become")
    String become(
            @PathVariable String program,
            @PathVariable String id,
            @RequestParam long version,
            @RequestParam String key,
            @RequestParam EntryKind kind,
            @RequestParam(defaultValue = "") String title,
            @RequestParam(defaultValue = "3") int probability,
            @RequestParam(defaultValue = "3") int impact,
            @RequestParam(defaultValue = "") String reason,
            RedirectAttributes flash) {
        requireProgram(program);
        RiskView made = risks.become(
                program,
                id,
                version,
                TurnBody.turn(kind, title, probability, impact, reason),
                key,
                Person.current().name());
        flash.addFlashAttribute("said", words.text("risk.became", id, made.id()));
        return "redirect:/programs/" + program + "/risks/" + made.id();
    }

    @OpenTo(Right.WORK)
    @GetMapping("/programs/{program}/risks/library")
    String library(@PathVariable String program, Model model) {
        requireProgram(program);
        List<RiskViews.LibraryView> library = risks.library(program);
        model.addAttribute("program", program);
        model.addAttribute("base", "/programs/" + program + "/risks");
        model.addAttribute("library", library);
        model.addAttribute("owners", offered(program, null));
        model.addAttribute("untouched", risks.untouched(program));
        model.addAttribute(
                "lead",
                words.sentence(
                        "risks.library.lead",
                        library.size(),
                        library.stream().filter(one -> !one.free()).count()));
        return "risks/library";
    }

    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/risks/library")
    String pick(
            @PathVariable String program,
            @RequestParam(defaultValue = "") List<String> risk,
            @RequestParam(defaultValue = "") String owner,
            @RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate due,
            RedirectAttributes flash) {
        requireProgram(program);
        if (risk.isEmpty()) {
            throw Refusal.invalid(List.of(new FieldProblem("/risk", words.text("risks.library.which"))));
        }
        knownOwner(program, owner, "");
        int picked = risks.pick(
                        program,
                        risk,
                        owner.isBlank() ? null : owner.strip(),
                        due,
                        Person.current().name())
                .size();
        flash.addFlashAttribute("said", words.text("risks.library.picked", picked));
        return "redirect:/programs/" + program + "/risks?show=proposed";
    }

    /** What was once made of the whole library and nobody touched goes back to it. */
    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/risks/library/back")
    String putBack(@PathVariable String program, RedirectAttributes flash) {
        requireProgram(program);
        int back = risks.putBack(
                program,
                words.text("risks.library.back.reason"),
                Person.current().name());
        flash.addFlashAttribute("said", words.text("risks.library.back.done", back));
        return "redirect:/programs/" + program + "/risks/library";
    }

    private void checkOwner(String program, @Nullable String owner, String before, BindingResult errors) {
        if (isUnknown(program, owner, before)) {
            errors.rejectValue("owner", "form.owner", words.text("form.owner", owner));
        }
    }

    private void knownOwner(String program, String owner, String before) {
        if (isUnknown(program, owner, before)) {
            throw Refusal.invalid(List.of(new FieldProblem("/owner", words.text("form.owner", owner))));
        }
    }

    /** Whoever answers for it is chosen, or stays who it was. */
    private boolean isUnknown(String program, @Nullable String owner, String before) {
        return owner != null
                && !owner.isBlank()
                && !owner.equals(before)
                && !register.owners(program).contains(owner.strip());
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
        model.addAttribute(
                "states",
                risk != null && risk.state() == RiskState.REJECTED
                        ? RiskState.values()
                        : new RiskState[] {RiskState.PROPOSED, RiskState.OPEN, RiskState.CLOSED});
        EntryKind kind = risk == null ? form.kind() == null ? EntryKind.RISK : form.kind() : risk.kind();
        model.addAttribute("kind", kind);
        model.addAttribute("kinds", EntryKind.values());
        model.addAttribute(
                "turns",
                risk == null || risk.state().over()
                        ? List.of()
                        : Arrays.stream(EntryKind.values())
                                .filter(kind::becomes)
                                .toList());
        model.addAttribute("owners", offered(program, form.owner()));
        model.addAttribute("deciders", offered(program, form.decider()));
        List<String> chosen = form.databases() == null
                ? List.of()
                : Arrays.stream(form.databases().split("[,\\s]+"))
                        .filter(name -> !name.isBlank())
                        .toList();
        List<String> names = databaseNames(program);
        model.addAttribute("chosen", chosen);
        model.addAttribute("names", names);
        model.addAttribute(
                "ticks",
                names.size() <= TICKS
                        ? Stream.concat(names.stream(), chosen.stream().filter(name -> !names.contains(name)))
                                .toList()
                        : chosen);
        model.addAttribute("evidence", evidence(program, chosen, risk));
        model.addAttribute("history", risk == null ? List.of() : history(program, risk));
        model.addAttribute("ruleAt", risk == null ? null : ruleAt(program, risk.rule()));
        model.addAttribute("requestKey", UUID.randomUUID().toString());
        model.addAttribute("mayEdit", Person.current().may(Right.WORK));
        return "risks/risk";
    }

    /** Who may be chosen, and who was before. */
    private Map<String, String> offered(String program, @Nullable String now) {
        Map<String, String> offered = new LinkedHashMap<>();
        if (now != null && !now.isBlank()) {
            offered.put(now, words.role(now));
        }
        register.owners(program).forEach(name -> offered.put(name, words.role(name)));
        return offered;
    }

    /** Files given of its databases, by their hash, and the one that it was seen in. */
    private Map<String, String> evidence(String program, List<String> chosen, @Nullable RiskView risk) {
        Map<String, String> files = new LinkedHashMap<>();
        evidence.given(program)
                .forEach((database, given) -> given.forEach(file -> {
                    if (chosen.contains(database)
                            || risk != null && file.ref().sha256().equals(risk.evidence())) {
                        files.put(
                                file.ref().sha256(),
                                words.text(
                                        "risk.evidence.file",
                                        database,
                                        file.ref().name()));
                    }
                }));
        return files;
    }

    /** What was changed, with choices and names in words. */
    private List<EntryChange> history(String program, RiskView risk) {
        return risks.changes(program, risk.id()).stream()
                .map(one -> new EntryChange(
                        one.at(),
                        one.by(),
                        one.field(),
                        words(program, one.field(), one.before()),
                        words(program, one.field(), one.after())))
                .toList();
    }

    private String words(String program, String field, String value) {
        if (value.isEmpty()) {
            return words.text("risk.history.nothing");
        }
        return switch (field) {
            case "state" -> words.text("risk.state." + value);
            case "response" -> words.text("risk.response." + value);
            case "probability" -> words.text("risk.probability." + value);
            case "impact", "severity" -> words.text("risk.impact." + value);
            case "owner", "decider" -> words.role(value);
            case "evidence" ->
                evidence.given(program).values().stream()
                        .flatMap(List::stream)
                        .filter(file -> file.ref().sha256().equals(value))
                        .map(file -> file.ref().name())
                        .findFirst()
                        .orElseGet(() -> words.text("risk.evidence.gone"));
            default -> value;
        };
    }

    /** The page that shows what a rule looks at, or null. */
    private static @Nullable String ruleAt(String program, @Nullable String rule) {
        if (rule == null) {
            return null;
        }
        String base = "/programs/" + program;
        return switch (rule) {
            case RiskRules.WAITING -> "/tasks";
            case RiskRules.BROKEN_DATES -> base + "/plan";
            case RiskRules.UNANSWERED -> base + "/access";
            case RiskRules.NO_METHOD, RiskRules.LITTLE_KNOWN, RiskRules.OVER_WINDOW -> base + "/assessment";
            default -> base + "/databases";
        };
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
