package io.gulliver.ui.plan;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.DurationOverride;
import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.domain.plan.PlanEdit;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.persistence.view.PlanReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.planning.schedule.StageDurations;
import io.gulliver.service.migration.RunDates;
import io.gulliver.service.planning.PlanProposalService;
import io.gulliver.service.planning.PlanService;
import io.gulliver.ui.command.CommandForm;
import io.gulliver.ui.database.DatabaseViews;
import io.gulliver.ui.frame.Links;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Where the plan is typed: waves, their databases and dates, freezes, and durations with their reasons. */
@Controller
@RequestMapping("/programs/{program}/plan")
class PlanEditController {
    private final ProgramReader programs;
    private final DatabaseReader databases;
    private final DatabaseViews heads;
    private final PlanReader plan;
    private final PlanService service;
    private final PlanProposalService proposals;
    private final PlanSaves saves;
    private final PlanForms forms;
    private final MigrationReader migrations;
    private final RunDates runs;
    private final Words words;
    private final ProgramCalendar calendar;
    private final Clock clock;

    PlanEditController(
            ProgramReader programs,
            DatabaseReader databases,
            DatabaseViews heads,
            PlanReader plan,
            PlanService service,
            PlanProposalService proposals,
            PlanSaves saves,
            PlanForms forms,
            MigrationReader migrations,
            RunDates runs,
            Words words,
            ProgramCalendar calendar,
            Clock clock) {
        this.programs = programs;
        this.databases = databases;
        this.heads = heads;
        this.plan = plan;
        this.service = service;
        this.proposals = proposals;
        this.saves = saves;
        this.forms = forms;
        this.migrations = migrations;
        this.runs = runs;
        this.words = words;
        this.calendar = calendar;
        this.clock = clock;
    }

    /** What a length is typed in. */
    enum Unit {
        MINUTES(ChronoUnit.MINUTES),
        HOURS(ChronoUnit.HOURS),
        DAYS(ChronoUnit.DAYS);

        private final ChronoUnit unit;

        Unit(ChronoUnit unit) {
            this.unit = unit;
        }
    }

    /**
     * A wave with how many databases are in it.
     *
     * @param wave as stored
     * @param members how many
     */
    record WaveLine(Wave wave, long members) {
        /** The waves that must have ended before, as {@code W1, W2}. */
        public String after() {
            return WaveForm.keys(wave.after());
        }
    }

    /**
     * A database of a wave.
     *
     * @param database its name
     * @param cutover typed by a person, in the program's zone, or null
     * @param usersOut planned, or null
     * @param usersIn planned, or null
     * @param end now expected, or null
     */
    record MemberLine(
            String database,
            @Nullable LocalDateTime cutover,
            @Nullable Instant usersOut,
            @Nullable Instant usersIn,
            @Nullable Instant end) {
        static MemberLine of(WaveMember member, ZoneId zone, @Nullable CutoverDates dates, @Nullable Instant end) {
            Instant typed = member.cutover();
            return new MemberLine(
                    member.database(),
                    typed == null ? null : LocalDateTime.ofInstant(typed, zone),
                    dates == null ? null : dates.usersOut(),
                    dates == null ? null : dates.usersIn(),
                    end);
        }
    }

    /**
     * A stage of a database in the plan.
     *
     * @param times the four times
     * @param duration as planned
     * @param words how it was computed
     * @param override set by a person, or null
     */
    record StageLine(
            StageTimes times,
            Duration duration,
            String words,
            @Nullable DurationOverride override) {}

    @OpenTo
    @GetMapping("/edit")
    String edit(@PathVariable String program, Model model) {
        Program shown = require(program);
        List<WaveMember> members = plan.members(program);
        List<Wave> waves = plan.waves(program);
        Set<String> placed = members.stream().map(WaveMember::database).collect(Collectors.toSet());
        model.addAttribute(
                "waves",
                waves.stream()
                        .map(wave -> new WaveLine(
                                wave,
                                members.stream()
                                        .filter(member -> member.wave() == wave.number())
                                        .count()))
                        .toList());
        model.addAttribute(
                "loose",
                databases.list(program).stream()
                        .map(database -> database.name())
                        .filter(name -> !placed.contains(name))
                        .toList());
        model.addAttribute("unplaced", proposals.loose(program).size());
        model.addAttribute("proposal", PlanProposalController.ProposalForm.usual(calendar.now(program), shown.zone()));
        model.addAttribute("freezes", plan.freezes(program));
        model.addAttribute("baselines", plan.baselines(program));
        model.addAttribute("next", waves.stream().mapToInt(Wave::number).max().orElse(0) + 1);
        model.addAttribute(
                "lead",
                words.sentence(
                        "plan.edit.lead",
                        waves.size(),
                        placed.size(),
                        plan.freezes(program).size()));
        return page(shown, "plan/edit", model);
    }

    @OpenTo
    @GetMapping("/waves/{number}")
    String wave(@PathVariable String program, @PathVariable int number, Model model) {
        Program shown = require(program);
        Wave wave = requireWave(program, number);
        var times = plan.times(program);
        var cutovers = plan.cutovers(program);
        model.addAttribute("wave", wave);
        model.addAttribute("form", WaveForm.of(wave, shown.zone()));
        model.addAttribute("states", Wave.State.values());
        model.addAttribute("waves", plan.waves(program));
        model.addAttribute(
                "members",
                plan.members(program).stream()
                        .filter(member -> member.wave() == number)
                        .sorted(Comparator.comparing(WaveMember::database))
                        .map(member -> MemberLine.of(
                                member,
                                shown.zone(),
                                cutovers.get(member.database()),
                                end(times.getOrDefault(member.database(), List.of()))))
                        .toList());
        return page(shown, "plan/wave", model);
    }

    @OpenTo
    @GetMapping("/databases/{database}")
    String database(@PathVariable String program, @PathVariable String database, Model model) {
        Program shown = require(program);
        requireDatabase(program, database);
        model.addAttribute("head", heads.head(program, database).orElse(null));
        StageDurations durations = service.durations(program, database);
        List<DurationOverride> overrides = plan.overrides(program).stream()
                .filter(one -> one.database().equals(database))
                .toList();
        List<StageTimes> times = plan.times(program).getOrDefault(database, List.of());
        List<StageLine> stages = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            stages.add(new StageLine(
                    times.stream()
                            .filter(one -> one.stage() == stage)
                            .findFirst()
                            .orElse(StageTimes.unknown(stage)),
                    durations.of(stage),
                    Optional.ofNullable(durations.words().get(stage)).orElse(""),
                    overrides.stream()
                            .filter(one -> one.stage() == stage)
                            .findFirst()
                            .orElse(null)));
        }
        Optional<WaveMember> member = plan.members(program).stream()
                .filter(one -> one.database().equals(database))
                .findFirst();
        model.addAttribute("database", database);
        model.addAttribute("lines", stages);
        model.addAttribute("chart", PlanChart.of(stages, plan.freezes(program), calendar.now(program)));
        model.addAttribute("wave", member.map(WaveMember::wave).orElse(null));
        model.addAttribute(
                "cutover",
                member.map(WaveMember::cutover)
                        .map(at -> LocalDateTime.ofInstant(at, shown.zone()))
                        .orElse(null));
        Optional<Migration> run = run(program, database);
        model.addAttribute("run", run.map(Migration::number).orElse(null));
        model.addAttribute("let", run.map(one -> plan.outageWords(one.id())).orElse(List.of()));
        model.addAttribute(
                "mayLet",
                Person.current().any(Function.MIGRATION_MANAGER, Function.CUTOVER_MANAGER, Function.APPROVER));
        model.addAttribute("dates", plan.cutover(program, database).orElse(null));
        model.addAttribute(
                "dated",
                plan.cutover(program, database)
                        .map(dates -> durations.shape().dated(dates.usersOut()))
                        .orElse(List.of()));
        model.addAttribute(
                "lastStart",
                plan.cutover(program, database)
                        .map(dates -> dates.lasting(service.headline(program, database)
                                        .map(Headline::outages)
                                        .flatMap(OutageFigures::forecast)
                                        .map(OutageFigures.Figure::length)
                                        .orElse(null))
                                .lastStart(window(program, database)))
                        .orElse(null));
        model.addAttribute("waves", plan.waves(program));
        model.addAttribute("units", Unit.values());
        return page(shown, "plan/database", model);
    }

    /** The production run under way. */
    private Optional<Migration> run(String program, String database) {
        return migrations.running().stream()
                .filter(run -> run.program().equals(program)
                        && run.database().equals(database)
                        && run.purpose() == Purpose.PRODUCTION)
                .findFirst();
    }

    /** The agreed outage. */
    private @Nullable Duration window(String program, String database) {
        Integer minutes = databases.require(program, database).profile().outageWindowMinutes();
        return minutes == null ? null : Duration.ofMinutes(minutes);
    }

    private String page(Program program, String view, Model model) {
        model.addAttribute("program", program.key());
        model.addAttribute("zone", program.zone());
        model.addAttribute("base", "/programs/" + program.key());
        boolean mayEdit = Person.current().may(Right.DECIDE);
        model.addAttribute("mayEdit", mayEdit);
        model.addAttribute("undo", mayEdit ? saves.undoable(program) : null);
        return view;
    }

    @OpenTo(Right.DECIDE)
    @PostMapping("/waves")
    String add(
            @PathVariable String program,
            @Valid @ModelAttribute("form") WaveForm form,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response,
            RedirectAttributes flash) {
        Program changed = require(program);
        Wave wave = forms.added(changed, form, Person.current().name());
        return saves.send(
                changed,
                new PlanEdit.AddWave(wave, List.of()),
                "/programs/" + program + "/plan/waves/" + wave.number(),
                request,
                response,
                model,
                flash);
    }

    @OpenTo(Right.DECIDE)
    @PostMapping("/waves/{number}")
    String change(
            @PathVariable String program,
            @PathVariable("number") int wave,
            @Valid @ModelAttribute("form") WaveForm form,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response,
            RedirectAttributes flash) {
        Program changed = require(program);
        String by = Person.current().name();
        Wave stored = requireWave(program, wave);
        Wave mine = forms.changed(changed, stored, form, by);
        if (mine.version() != stored.version()) {
            throw forms.edited(changed, mine, stored);
        }
        try {
            return saves.send(
                    changed,
                    new PlanEdit.ChangeWave(mine),
                    "/programs/" + program + "/plan/waves/" + wave,
                    request,
                    response,
                    model,
                    flash);
        } catch (StaleVersionException faster) {
            throw forms.edited(changed, mine, requireWave(program, wave));
        }
    }

    @OpenTo(Right.DECIDE)
    @PostMapping("/waves/{number}/members")
    String place(
            @PathVariable String program,
            @PathVariable int number,
            @RequestParam(defaultValue = "") String databases,
            @RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME) @Nullable
                    LocalDateTime cutover,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response,
            RedirectAttributes flash) {
        Program changed = require(program);
        requireWave(program, number);
        return saves.send(
                changed,
                new PlanEdit.Place(
                        program, number, forms.members(changed, databases), PlanForms.instant(changed, cutover)),
                "/programs/" + program + "/plan/waves/" + number,
                request,
                response,
                model,
                flash);
    }

    /** Moves one database to a wave, or out of all of them, and says when it may cut over at the earliest. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/databases/{database}")
    String move(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(required = false) @Nullable Integer wave,
            @RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME) @Nullable
                    LocalDateTime cutover,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response,
            RedirectAttributes flash) {
        Program changed = require(program);
        requireDatabase(program, database);
        if (wave != null) {
            requireWave(program, wave);
        }
        return saves.send(
                changed,
                wave == null
                        ? new PlanEdit.TakeOut(database)
                        : new PlanEdit.Place(program, wave, List.of(database), PlanForms.instant(changed, cutover)),
                "/programs/" + program + "/plan/databases/" + Links.part(database),
                request,
                response,
                model,
                flash);
    }

    @OpenTo(Right.DECIDE)
    @PostMapping("/databases/{database}/durations")
    String duration(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam Stage stage,
            @RequestParam(required = false) @Nullable Double length,
            @RequestParam Unit unit,
            @RequestParam(defaultValue = "") String reason,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response,
            RedirectAttributes flash) {
        Program changed = require(program);
        requireDatabase(program, database);
        List<FieldProblem> wrong = new ArrayList<>();
        if (length == null) {
            wrong.add(new FieldProblem("/length", words.text("form.needed")));
        } else if (!(length >= 0 && length <= 100_000)) {
            wrong.add(new FieldProblem("/length", words.text("form.length")));
        }
        if (reason.isBlank()) {
            wrong.add(new FieldProblem("/reason", words.text("form.duration.reason")));
        } else if (reason.length() > 1000) {
            wrong.add(new FieldProblem("/reason", words.text("form.long")));
        }
        if (length == null || !wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        DurationOverride set = new DurationOverride(
                changed.key(),
                database,
                stage,
                Duration.ofSeconds(Math.round(length * unit.unit.getDuration().toSeconds())),
                reason.strip(),
                Person.current().name(),
                clock.instant());
        return saves.send(
                changed,
                new PlanEdit.SetLength(set),
                "/programs/" + program + "/plan/databases/" + Links.part(database),
                request,
                response,
                model,
                flash);
    }

    @OpenTo(Right.DECIDE)
    @PostMapping("/databases/{database}/durations/remove")
    String computed(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam Stage stage,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response,
            RedirectAttributes flash) {
        Program changed = require(program);
        requireDatabase(program, database);
        return saves.send(
                changed,
                new PlanEdit.ComputeLength(database, stage),
                "/programs/" + program + "/plan/databases/" + Links.part(database),
                request,
                response,
                model,
                flash);
    }

    @OpenTo(Right.DECIDE)
    @PostMapping("/freezes")
    String freeze(
            @PathVariable String program,
            @RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME) @Nullable
                    LocalDateTime from,
            @RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME) @Nullable
                    LocalDateTime to,
            @RequestParam(defaultValue = "") String reason,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response,
            RedirectAttributes flash) {
        Program changed = require(program);
        return saves.send(
                changed,
                new PlanEdit.AddFreeze(forms.freeze(changed, from, to, reason)),
                "/programs/" + program + "/plan/edit",
                request,
                response,
                model,
                flash);
    }

    @OpenTo(Right.DECIDE)
    @PostMapping("/freezes/{id}/remove")
    String thaw(
            @PathVariable String program,
            @PathVariable long id,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response,
            RedirectAttributes flash) {
        return saves.send(
                require(program),
                new PlanEdit.RemoveFreeze(id),
                "/programs/" + program + "/plan/edit",
                request,
                response,
                model,
                flash);
    }

    /** Takes a wave away; its databases stand in none then. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/waves/{number}/remove")
    String removeWave(
            @PathVariable String program,
            @PathVariable int number,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response,
            RedirectAttributes flash) {
        Program changed = require(program);
        requireWave(program, number);
        return saves.send(
                changed,
                new PlanEdit.RemoveWave(number),
                "/programs/" + program + "/plan/edit",
                request,
                response,
                model,
                flash);
    }

    /** Takes an edit back, by an edit of its own. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/edits/{id}/undo")
    String undo(@PathVariable String program, @PathVariable long id, RedirectAttributes flash) {
        flash.addFlashAttribute("said", saves.undo(require(program), id));
        return "redirect:/programs/" + program + "/plan";
    }

    /** Agrees on the plan: planned times are the baseline in force from now on, which slips are measured against. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/agree")
    String agree(
            @PathVariable String program, @RequestParam(defaultValue = "") String reason, RedirectAttributes flash) {
        require(program);
        if (reason.isBlank() || reason.length() > 1000) {
            throw Refusal.invalid(List.of(
                    new FieldProblem("/reason", words.text(reason.isBlank() ? "plan.agree.reason" : "form.long"))));
        }
        service.approve(program, reason.strip(), Person.current().name());
        flash.addFlashAttribute("said", words.text("plan.agreed"));
        return "redirect:/programs/" + program + "/plan";
    }

    /** Lets the outage of the run under way begin outside of the plan; it may when a second person says so too. */
    @OpenTo(
            value = Right.WORK,
            functions = {Function.MIGRATION_MANAGER, Function.CUTOVER_MANAGER, Function.APPROVER})
    @PostMapping("/databases/{database}/outage")
    String letBegin(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(defaultValue = "") String reason,
            @RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME) @Nullable
                    Instant usersOut,
            RedirectAttributes flash) {
        require(program);
        requireDatabase(program, database);
        if (reason.isBlank() || reason.length() > 1000) {
            throw Refusal.invalid(List.of(
                    new FieldProblem("/reason", words.text(reason.isBlank() ? "plan.let.reason" : "form.long"))));
        }
        Migration run = run(program, database).orElseThrow(() -> Refusal.conflict("problem.outage.run", database));
        boolean may = runs.letBegin(run, usersOut, reason, CommandForm.speaker(Person.current(), run.program()));
        flash.addFlashAttribute("said", words.text(may ? "plan.let.may" : "plan.let.second"));
        return "redirect:/programs/" + program + "/plan/databases/" + Links.part(database);
    }

    private static @Nullable Instant end(List<StageTimes> times) {
        return times.stream()
                .filter(one -> one.stage() == Stage.CUTOVER)
                .map(one -> one.actualEnd() != null ? one.actualEnd() : one.forecastEnd())
                .filter(java.util.Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private Program require(String program) {
        return programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }

    private Wave requireWave(String program, int number) {
        return plan.wave(program, number).orElseThrow(() -> Refusal.notFound("problem.wave", number));
    }

    private void requireDatabase(String program, String database) {
        if (databases.find(program, database).isEmpty()) {
            throw Refusal.notFound("problem.database", database, program);
        }
    }
}
