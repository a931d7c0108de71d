package io.gulliver.ui.database;

import io.gulliver.domain.migration.EvaluationVerdict;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.plan.LongestWait;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.view.CallLogReader;
import io.gulliver.persistence.view.CallRow;
import io.gulliver.persistence.view.CommandReader;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.persistence.view.EvidenceReader;
import io.gulliver.persistence.view.EvidenceRow;
import io.gulliver.persistence.view.JournalReader;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.persistence.view.TaskReader;
import io.gulliver.service.migration.EvaluationService;
import io.gulliver.service.migration.RunWaits;
import io.gulliver.service.migration.StepUndo;
import io.gulliver.ui.command.CommandForm;
import io.gulliver.ui.command.RunTakeOver;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Ramp;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.StageCell;
import io.gulliver.ui.frame.Status;
import io.gulliver.ui.frame.WaitWords;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.springframework.web.util.UriUtils;

/** One database: where it is, what it does, why it stopped, and what can be said to it. */
@Controller
class DatabaseController {
    private static final int LOG_LINES = 500;
    private static final int CALLS = 50;
    private static final Set<Verb> TYPED = Set.of(Verb.ABORT, Verb.ROLL_BACK, Verb.FALL_BACK);

    private final DatabaseViews reader;
    private final MigrationReader migrations;
    private final JournalReader journal;
    private final EvidenceReader evidence;
    private final CommandReader commands;
    private final CallLogReader calls;
    private final Scripts scripts;
    private final CommandForm desk;
    private final RunTakeOver takeOver;
    private final StepUndo undo;
    private final TaskReader tasks;
    private final EvaluationService evaluations;
    private final StartOffers offers;
    private final RunWaits waits;
    private final WaitWords waitWords;
    private final DatabaseBeside beside;
    private final Words words;
    private final ProgramCalendar calendar;
    private final Clock clock;

    DatabaseController(
            DatabaseViews reader,
            MigrationReader migrations,
            JournalReader journal,
            EvidenceReader evidence,
            CommandReader commands,
            CallLogReader calls,
            Scripts scripts,
            CommandForm desk,
            RunTakeOver takeOver,
            StepUndo undo,
            TaskReader tasks,
            EvaluationService evaluations,
            StartOffers offers,
            RunWaits waits,
            WaitWords waitWords,
            DatabaseBeside beside,
            Words words,
            ProgramCalendar calendar,
            Clock clock) {
        this.reader = reader;
        this.migrations = migrations;
        this.journal = journal;
        this.evidence = evidence;
        this.commands = commands;
        this.calls = calls;
        this.scripts = scripts;
        this.desk = desk;
        this.takeOver = takeOver;
        this.undo = undo;
        this.tasks = tasks;
        this.evaluations = evaluations;
        this.offers = offers;
        this.waits = waits;
        this.waitWords = waitWords;
        this.beside = beside;
        this.words = words;
        this.calendar = calendar;
        this.clock = clock;
    }

    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}")
    String database(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(name = "run", defaultValue = "") String wanted,
            @RequestParam(name = "step", defaultValue = "") String ofStep,
            @RequestParam(required = false) @Nullable Long at,
            @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
            Model model,
            HttpServletResponse response) {
        DatabaseHead head = reader.head(program, database)
                .or(() -> reader.shared(program, database))
                .orElseThrow(() -> Refusal.notFound("problem.database", database, program));
        List<Migration> runs = migrations
                .list(new MigrationQuery(program, database, null, Set.of(), null, 50))
                .rows();
        Migration shown = wanted.isEmpty() ? chosen(runs) : own(program, database, wanted);
        String step = ofStep.isEmpty() ? null : ofStep;
        RunView view = shown == null ? null : view(shown, step, at);
        if (step != null && (view == null || view.shown() == null)) {
            throw Refusal.notFound("problem.step", step);
        }
        String base = DatabaseFrame.base(program, database);
        model.addAttribute("program", program);
        model.addAttribute("head", head);
        model.addAttribute("runs", runs);
        model.addAttribute("run", view);
        model.addAttribute("base", base);
        model.addAttribute("here", here(base, shown, step, at));
        model.addAttribute("lines", here(base, shown, step, null));
        model.addAttribute(
                "attention", shown == null ? null : tasks.attention(shown.id()).orElse(null));
        model.addAttribute("actsFrom", shown == null ? null : actsLater(shown));
        model.addAttribute("requestKey", UUID.randomUUID().toString());
        model.addAttribute("stages", Stage.values());
        model.addAttribute("crossing", Ramp.crossing(head.stages()));
        if (head.builtFor() == null && runs.stream().allMatch(one -> one.mode() == RunMode.ENDED)) {
            offers.put(program, head.name(), model);
        }
        Formats fmt = Formats.of(model, clock);
        LongestWait wait = shown == null ? null : waits.of(shown).orElse(null);
        model.addAttribute("now", now(view, wait, fmt));
        model.addAttribute("next", next(view, fmt));
        model.addAttribute("late", late(head, view, wait, fmt));
        model.addAttribute("back", back(view));
        model.addAttribute("bars", view == null ? null : StepBars.of(view, calendar.now(program)));
        model.addAttribute(
                "beside",
                beside.of(
                        program,
                        head.name(),
                        runs,
                        view == null ? List.of() : view.commands(),
                        view == null ? Map.of() : view.titles(),
                        fmt));
        EvaluationVerdict verdict = shown == null || !shown.evaluateOnly() ? null : evaluations.of(shown.id());
        model.addAttribute("verdict", verdict);
        model.addAttribute(
                "lead",
                verdict == null
                        ? lead(head, view, wait, fmt)
                        : words.sentence("evaluation.lead", head.name(), words.evaluation(verdict)));
        response.addHeader("Vary", "HX-Request");
        return htmx == null ? "database/database" : "database/database :: live";
    }

    private @Nullable Instant actsLater(Migration run) {
        Instant from = run.actsFrom();
        return from != null && run.mode() != RunMode.ENDED && from.isAfter(clock.instant()) ? from : null;
    }

    /** The content of a piece of evidence: always as a download, never as a page of ours. */
    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/evidence/{sha256}")
    void evidence(
            @PathVariable String program,
            @PathVariable String database,
            @PathVariable String sha256,
            @RequestParam String run,
            HttpServletResponse response)
            throws IOException {
        Migration migration = own(program, database, run);
        EvidenceRow row = evidence.list(migration.id(), null).stream()
                .filter(one -> one.ref().sha256().equals(sha256) && one.kept())
                .findFirst()
                .orElseThrow(() -> Refusal.notFound("problem.evidence", sha256));
        response.setContentType("application/octet-stream");
        response.setHeader(
                "Content-Disposition",
                ContentDisposition.attachment()
                        .filename(row.ref().name(), java.nio.charset.StandardCharsets.UTF_8)
                        .build()
                        .toString());
        try (InputStream content = evidence.open(sha256)) {
            content.transferTo(response.getOutputStream());
        }
    }

    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/databases/{database}/actions")
    String act(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam String key,
            @RequestParam String run,
            @RequestParam Verb verb,
            @RequestParam(defaultValue = "") String step,
            @RequestParam(required = false) @Nullable Stage stage,
            @RequestParam(defaultValue = "") String reason,
            @RequestParam(defaultValue = "") String confirm,
            RedirectAttributes flash) {
        Migration migration = own(program, database, run);
        if (TYPED.contains(verb) && !confirm.strip().equals(database)) {
            throw Refusal.invalid(List.of(new FieldProblem("/confirm", words.text("command.confirm", database))));
        }
        CommandRow row = desk.record(
                new CommandForm.Entered(
                        key,
                        migration.id(),
                        verb,
                        step.isEmpty() ? null : UnfitException.made(() -> StepKey.parse(step)),
                        stage,
                        null,
                        reason,
                        Map.of(),
                        null),
                Person.current());
        flash.addFlashAttribute("said", words.text("command.said." + row.state().name()));
        return "redirect:" + here(DatabaseFrame.base(program, database), migration, null, null);
    }

    @OpenTo(Right.DECIDE)
    @PostMapping("/programs/{program}/databases/{database}/take-over")
    String takeOver(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam String run,
            @RequestParam(defaultValue = "") String reason,
            @RequestParam(defaultValue = "") String confirm,
            RedirectAttributes flash) {
        Migration migration = own(program, database, run);
        if (!confirm.strip().equals(database)) {
            throw Refusal.invalid(List.of(new FieldProblem("/confirm", words.text("command.confirm", database))));
        }
        Reasons.require(reason, words);
        takeOver.takeOver(migration.id(), Person.current().name(), reason.strip());
        flash.addFlashAttribute("said", words.text("command.taken.over"));
        return "redirect:" + here(DatabaseFrame.base(program, database), migration, null, null);
    }

    private Migration own(String program, String database, String run) {
        return migrations
                .find(UnfitException.made(() -> new MigrationId(run)))
                .filter(one -> one.program().equals(program) && one.database().equals(database))
                .orElseThrow(() -> Refusal.notFound("problem.migration", run));
    }

    private RunView view(Migration migration, @Nullable String step, @Nullable Long at) {
        List<StepRow> rows = migrations.steps(migration.id());
        StepKey key = step == null ? null : UnfitException.made(() -> StepKey.parse(step));
        LogPage log = log(migration.id(), key, at);
        List<EvidenceRow> attached = evidence.list(migration.id(), key);
        return RunView.of(
                migration,
                rows,
                step,
                calendar.now(migration.program()),
                log,
                attached,
                commands.list(migration.id(), 20),
                migrations.usual(migration),
                key == null
                        ? null
                        : new RunView.StepDetail(
                                journal.attempts(migration.id(), key).stream()
                                        .map(RunView.AttemptLine::of)
                                        .toList(),
                                oldestFirst(calls.list(migration.id(), key, CALLS)),
                                scripts.of(attached)));
    }

    /** The newest lines, or those around one. */
    private LogPage log(MigrationId run, @Nullable StepKey step, @Nullable Long at) {
        if (at == null) {
            return LogPage.of(journal.entriesBefore(run, step, Long.MAX_VALUE, LOG_LINES + 1), List.of(), LOG_LINES);
        }
        int half = LOG_LINES / 2;
        return LogPage.of(
                journal.entriesBefore(run, step, at, half + 1), journal.entries(run, step, at - 1, half + 1), half);
    }

    private static List<CallRow> oldestFirst(List<CallRow> newestFirst) {
        List<CallRow> turned = new ArrayList<>(newestFirst);
        Collections.reverse(turned);
        return turned;
    }

    /** The run that a database's page shows when none is named. */
    static @Nullable Migration chosen(List<Migration> runs) {
        return runs.stream()
                .filter(one -> one.purpose() == Purpose.PRODUCTION && !one.evaluateOnly())
                .findFirst()
                .orElse(runs.isEmpty() ? null : runs.get(0));
    }

    /** @param base already encoded; a name in it may have braces, which are no variables */
    private static String here(String base, @Nullable Migration run, @Nullable String step, @Nullable Long at) {
        String address = base;
        if (run != null) {
            address += "?run=" + UriUtils.encode(run.id().value(), StandardCharsets.UTF_8);
        }
        if (step != null) {
            address += (run == null ? "?" : "&") + "step=" + UriUtils.encode(step, StandardCharsets.UTF_8);
        }
        if (at != null) {
            address += (run == null && step == null ? "?" : "&") + "at=" + at;
        }
        return address;
    }

    /**
     * What goes on, in one line.
     *
     * @param status how it stands
     * @param title what
     * @param text more of it, or empty
     * @param out the way out, or empty
     */
    record Now(Status status, String title, String text, String out) {}

    /**
     * What a person does next.
     *
     * @param mine whether the reader may
     * @param title what
     * @param text why and until when
     * @param step its key
     */
    record Next(boolean mine, String title, String text, String step) {}

    /**
     * Why it is late, and the way out.
     *
     * @param title how late
     * @param why what it waits or waited for, or empty where nothing is known to have held it up
     * @param out who ends it, or empty
     */
    record Late(String title, String why, String out) {}

    /**
     * Whether a production run can still be backed out.
     *
     * @param open whether it can
     * @param text until when, or why not
     */
    record Back(boolean open, String text) {}

    private Now now(@Nullable RunView run, @Nullable LongestWait wait, Formats fmt) {
        if (run == null) {
            return new Now(Status.NONE, words.text("database.now.none"), "", "");
        }
        if (!run.open()) {
            return new Now(
                    run.migration().outcome() == RunOutcome.COMPLETED
                                    || run.migration().outcome() == RunOutcome.EVALUATED
                            ? Status.DONE
                            : Status.ROLLED,
                    words.text(
                            "database.now.ended",
                            words.text("outcome." + run.migration().outcome())),
                    fmt.moment(run.migration().endedAt()),
                    "");
        }
        List<RunView.StepLine> working = run.groups().stream()
                .flatMap(group -> group.steps().stream())
                .filter(step -> step.status() == Status.RUNNING)
                .toList();
        Optional<RunView.StepLine> failed =
                run.needs().stream().filter(RunView.StepLine::failed).findFirst();
        String why = wait == null ? "" : waitWords.why(wait, fmt);
        String out = wait == null ? "" : waitWords.out(wait, fmt);
        if (failed.isPresent()) {
            return new Now(Status.FAILED, words.text("database.now.stands"), why, out);
        }
        if (!working.isEmpty()) {
            RunView.StepLine first = working.get(0);
            String line = first.line() == null
                    ? words.text("database.now.for", fmt.age(first.row().run().startedAt()))
                    : first.line();
            return new Now(
                    Status.RUNNING,
                    words.text("database.now.runs", first.row().title(), working.size() - 1, line),
                    why,
                    run.needs().isEmpty() && wait == null ? words.text("database.now.nobody") : out);
        }
        if (run.paused()) {
            return new Now(Status.WAITING, words.text("database.now.paused"), words.text("database.now.resume"), "");
        }
        return wait == null
                ? new Now(Status.READY, words.text("database.now.idle"), "", "")
                : new Now(
                        run.needs().isEmpty() ? Status.BLOCKED : Status.WAITING,
                        words.text("database.now.waits"),
                        why,
                        out);
    }

    private @Nullable Next next(@Nullable RunView run, Formats fmt) {
        if (run == null || run.needs().isEmpty() || !run.open()) {
            return null;
        }
        RunView.StepLine step = run.needs().stream()
                .filter(RunView.StepLine::failed)
                .findFirst()
                .orElse(run.needs().get(0));
        String role = words.role(step.row().role());
        return new Next(
                Person.current().may(Right.WORK),
                step.row().title(),
                step.failed()
                        ? words.text("database.next.choose", role)
                        : words.text(
                                "database.next.do",
                                role,
                                fmt.age(step.row().run().waitedSince())),
                step.key());
    }

    private @Nullable Late late(DatabaseHead head, @Nullable RunView run, @Nullable LongestWait wait, Formats fmt) {
        Duration slip = head.slip();
        if (run == null || slip == null || fmt.against(slip) != 1) {
            return null;
        }
        String title = words.text("database.late", fmt.coarse(slip));
        String past = waits.past(run.migration(), rows(run))
                .map(one -> waitWords.past(one, fmt))
                .orElse("");
        if (wait == null) {
            return new Late(title, past.isEmpty() ? words.text("database.late.unknown") : past, "");
        }
        return new Late(title, (waitWords.why(wait, fmt) + " " + past).strip(), waitWords.out(wait, fmt));
    }

    private @Nullable Back back(@Nullable RunView run) {
        if (run == null
                || run.migration().purpose() != Purpose.PRODUCTION
                || !(run.migration().mode() == RunMode.RUNNING || run.paused())) {
            return null;
        }
        return undo.pointOfNoReturn(run.migration(), rows(run))
                .map(step -> {
                    boolean open = step.run().startedAt() == null;
                    return new Back(
                            open, words.text(open ? "database.back.open" : "database.back.passed", step.title()));
                })
                .orElse(null);
    }

    private static List<StepRow> rows(RunView run) {
        return run.groups().stream()
                .flatMap(group -> group.steps().stream())
                .map(RunView.StepLine::row)
                .toList();
    }

    private Sentence lead(DatabaseHead head, @Nullable RunView run, @Nullable LongestWait wait, Formats formats) {
        String name = head.name();
        StageCell last =
                head.stages().isEmpty() ? null : head.stages().get(head.stages().size() - 1);
        if (last != null && last.status() == Status.DONE) {
            return words.sentence("database.lead.across", name, formats.moment(last.actual()));
        }
        if (run == null) {
            return words.sentence("database.lead.none", name);
        }
        for (RunView.StepLine step : run.needs()) {
            if (step.failed()) {
                return words.sentence("database.lead.failed", name, step.row().title());
            }
        }
        if (!run.needs().isEmpty()) {
            RunView.StepLine step = run.needs().get(0);
            return words.sentence(
                    "database.lead.waits",
                    name,
                    words.role(step.row().role()),
                    formats.age(step.row().run().waitedSince()));
        }
        if (!run.open()) {
            return words.sentence(
                    "database.lead.ended",
                    name,
                    words.text("outcome." + run.migration().outcome()));
        }
        if (run.paused()) {
            return words.sentence("database.lead.paused", name);
        }
        Optional<Stage> working = head.stages().stream()
                .filter(stage -> stage.status() == Status.RUNNING)
                .map(StageCell::stage)
                .findFirst()
                .or(run::working);
        if (working.isPresent()) {
            String what = words.text("stage." + working.get());
            return last == null || last.end() == null
                    ? words.sentence("database.lead.running", name, what)
                    : words.sentence(
                            "database.lead.running.end",
                            name,
                            what,
                            formats.moment(last.end()),
                            formats.against(head.slip()),
                            head.slip() == null
                                    ? ""
                                    : formats.coarse(head.slip().abs()));
        }
        return wait == null
                ? words.sentence("database.lead.idle", name)
                : words.sentence("database.lead.stands", name, waitWords.why(wait, formats));
    }
}
