package io.gulliver.ui.database;

import io.gulliver.contract.activity.FetchedRest;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.domain.migration.LogLevel;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.program.ProgramClock;
import io.gulliver.persistence.view.CallLogReader;
import io.gulliver.persistence.view.CallRow;
import io.gulliver.persistence.view.EvidenceReader;
import io.gulliver.persistence.view.EvidenceRow;
import io.gulliver.persistence.view.JournalReader;
import io.gulliver.persistence.view.LogLine;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.persistence.view.ProgramTimeReader;
import io.gulliver.persistence.view.StepLog;
import io.gulliver.persistence.view.StepLogReader;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.service.collection.StepLogRestService;
import io.gulliver.service.migration.StepUndo;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
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

/** One step: is it fine, what its programs print, what went in and came out, and what taking it back would do. */
@Controller
class StepController {
    /** Tabs in their order. */
    static final List<String> TABS = List.of("log", "inputs", "outputs", "calls", "attempts", "undo");

    private static final int LINES = 300;
    private static final int HITS = 200;
    private static final int CALLS = 200;
    private static final int LAST = 8;
    private static final int RUNS = 50;

    private final MigrationReader migrations;
    private final JournalReader journal;
    private final EvidenceReader evidence;
    private final CallLogReader calls;
    private final StepLogReader logs;
    private final StepLogRestService rest;
    private final Scripts scripts;
    private final StepUndo undo;
    private final ProgramTimeReader times;
    private final ProgramCalendar calendar;
    private final Words words;
    private final Clock clock;

    StepController(
            MigrationReader migrations,
            JournalReader journal,
            EvidenceReader evidence,
            CallLogReader calls,
            StepLogReader logs,
            StepLogRestService rest,
            Scripts scripts,
            StepUndo undo,
            ProgramTimeReader times,
            ProgramCalendar calendar,
            Words words,
            Clock clock) {
        this.migrations = migrations;
        this.journal = journal;
        this.evidence = evidence;
        this.calls = calls;
        this.logs = logs;
        this.rest = rest;
        this.scripts = scripts;
        this.undo = undo;
        this.times = times;
        this.calendar = calendar;
        this.words = words;
        this.clock = clock;
    }

    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/step")
    String step(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(defaultValue = "") String run,
            @RequestParam String step,
            @RequestParam(defaultValue = "log") String tab,
            @RequestParam(defaultValue = "0") int log,
            @RequestParam(defaultValue = "0") long line,
            @RequestParam(name = "q", defaultValue = "") String text,
            @RequestParam(name = "level", defaultValue = "PLAIN") LogLevel least,
            @RequestParam(defaultValue = "false") boolean wrap,
            @RequestParam(defaultValue = "true") boolean follow,
            @RequestParam(defaultValue = "") String part,
            @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
            Model model,
            HttpServletResponse response) {
        Migration migration = own(program, database, run);
        StepKey key = UnfitException.made(() -> StepKey.parse(step));
        List<StepRow> rows = migrations.steps(migration.id());
        List<EvidenceRow> attached = evidence.list(migration.id(), key);
        RunView view = RunView.of(
                migration,
                rows,
                step,
                calendar.now(program),
                new LogPage(List.of(), null, null),
                attached,
                List.of(),
                migrations.usual(migration),
                null);
        RunView.StepLine shown = view.shown();
        if (shown == null || !TABS.contains(tab)) {
            throw Refusal.notFound("problem.step", step);
        }
        String base = DatabaseFrame.base(program, database);
        String self = base + "/step?run=" + encoded(migration.id().value()) + "&step=" + encoded(step);
        StepPage.Asked asked = new StepPage.Asked(log, line, text.strip(), least, wrap, follow);
        StepPage.Log printed = log(migration, key, asked);
        model.addAttribute("program", program);
        model.addAttribute("database", database);
        model.addAttribute("base", base);
        model.addAttribute("self", self);
        model.addAttribute("here", here(self, tab, asked));
        model.addAttribute("tab", tab);
        model.addAttribute("tabs", TABS);
        model.addAttribute("levels", LogLevel.values());
        model.addAttribute("run", view);
        model.addAttribute("s", shown);
        model.addAttribute("log", printed);
        model.addAttribute("one", printed.shown());
        model.addAttribute("asked", asked);
        model.addAttribute("last", shown.failed() ? last(migration, key, printed) : List.of());
        model.addAttribute("attempts", attempts(migration, key));
        model.addAttribute("calls", oldestFirst(calls.list(migration.id(), key, CALLS)));
        model.addAttribute("scripts", scripts.of(attached));
        model.addAttribute("undo", undo.of(migration, shown.row(), rows));
        model.addAttribute("requestKey", UUID.randomUUID().toString());
        model.addAttribute("lead", lead(database, shown, formats(model)));
        response.addHeader("Vary", "HX-Request");
        if (htmx == null) {
            return "step/step";
        }
        return part.equals("lines") && printed.shown() != null ? "step/step :: lines" : "step/step :: live";
    }

    /** All that is kept of what the step's jobs printed, one attempt after another. */
    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/step/log")
    void download(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(defaultValue = "") String run,
            @RequestParam String step,
            HttpServletResponse response)
            throws IOException {
        Migration migration = own(program, database, run);
        StepKey key = UnfitException.made(() -> StepKey.parse(step));
        if (migrations.steps(migration.id()).stream()
                .noneMatch(row -> row.run().key().equals(key))) {
            throw Refusal.notFound("problem.step", step);
        }
        response.setContentType("text/plain");
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.setHeader(
                "Content-Disposition",
                ContentDisposition.attachment()
                        .filename(database + "-" + step.replaceAll("[^a-z0-9-]+", "-") + ".log", StandardCharsets.UTF_8)
                        .build()
                        .toString());
        logs.copy(migration.id(), key, response.getOutputStream());
    }

    /** Has more of a log that is full fetched from its host, and shows where it begins. */
    @OpenTo
    @PostMapping("/programs/{program}/databases/{database}/step/log")
    String fetch(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(defaultValue = "") String run,
            @RequestParam String step,
            @RequestParam int log,
            Model model,
            RedirectAttributes flash) {
        Migration migration = own(program, database, run);
        StepKey key = UnfitException.made(() -> StepKey.parse(step));
        StepLog shown = logs.logs(migration.id(), key).stream()
                .filter(one -> one.number() == log)
                .findFirst()
                .orElseThrow(() -> Refusal.notFound("problem.log", log));
        FetchedRest came = rest.fetch(migration, key, shown, Person.current().name());
        flash.addFlashAttribute(came.failure() == null ? "said" : "failed", said(came, shown, formats(model)));
        return "redirect:" + DatabaseFrame.base(program, database) + "/step?run="
                + encoded(migration.id().value()) + "&step=" + encoded(step) + "&tab=log&log=" + log
                + (came.bytes() > 0 ? "&line=" + (shown.lines() + 1) : "");
    }

    private String said(FetchedRest came, StepLog log, Formats fmt) {
        StepFailure failure = came.failure();
        if (failure != null) {
            String why = failure.message() + (failure.advice() == null ? "" : " " + failure.advice());
            return came.bytes() == 0 ? why : words.text("step.log.fetched.part", fmt.bytes(came.bytes()), why);
        }
        if (came.bytes() == 0) {
            return words.text("step.log.fetched.nothing", log.system());
        }
        return came.left() == 0
                ? words.text("step.log.fetched.all", fmt.bytes(came.bytes()), log.system())
                : words.text("step.log.fetched", fmt.bytes(came.bytes()), log.system(), fmt.bytes(came.left()));
    }

    /** The run of this id, or the one that the database's page shows. */
    private Migration own(String program, String database, String run) {
        if (run.isEmpty()) {
            Migration chosen = DatabaseController.chosen(migrations
                    .list(new MigrationQuery(program, database, null, Set.of(), null, RUNS))
                    .rows());
            if (chosen == null) {
                throw Refusal.notFound("problem.migration", database);
            }
            return chosen;
        }
        return migrations
                .find(UnfitException.made(() -> new MigrationId(run)))
                .filter(one -> one.program().equals(program) && one.database().equals(database))
                .orElseThrow(() -> Refusal.notFound("problem.migration", run));
    }

    private StepPage.Log log(Migration migration, StepKey key, StepPage.Asked asked) {
        List<StepLog> all = logs.logs(migration.id(), key);
        ProgramClock time = times.time(migration.program());
        StepLog shown = all.stream()
                .filter(one -> one.number() == asked.log())
                .findFirst()
                .orElse(all.isEmpty() ? null : all.get(all.size() - 1));
        if (asked.log() != 0 && (shown == null || shown.number() != asked.log())) {
            throw Refusal.notFound("problem.log", asked.log());
        }
        if (shown == null) {
            return new StepPage.Log(all, null, asked, List.of(), null, null, null, !time.real());
        }
        if (asked.picks()) {
            List<LogLine> found = logs.search(
                    migration.id(),
                    key,
                    asked.text(),
                    asked.least(),
                    asked.log() == 0 ? 1 : asked.log(),
                    asked.line(),
                    HITS + 1);
            boolean more = found.size() > HITS;
            List<LogLine> hits = found.subList(0, Math.min(HITS, found.size()));
            return new StepPage.Log(
                    all,
                    shown,
                    asked,
                    shown(hits, asked.text(), time),
                    null,
                    null,
                    more ? hits.get(hits.size() - 1) : null,
                    !time.real());
        }
        long from = asked.line() > 0 ? Math.max(1, asked.line() - LINES / 3) : Math.max(1, shown.lines() - LINES + 1);
        List<LogLine> lines = logs.lines(migration.id(), key, shown.number(), from, LINES);
        long end = from + lines.size();
        return new StepPage.Log(
                all,
                shown,
                asked,
                shown(lines, "", time),
                from > 1 ? Long.valueOf(Math.max(1, from - LINES + LINES / 3)) : null,
                end <= shown.lines() ? Long.valueOf(end + LINES / 3) : null,
                null,
                !time.real());
    }

    private static List<StepPage.ShownLine> shown(List<LogLine> lines, String text, ProgramClock time) {
        List<StepPage.ShownLine> shown = new ArrayList<>();
        String small = text.toLowerCase(Locale.ROOT);
        for (LogLine line : lines) {
            Instant at = time.real() ? null : time.program(line.hostAt() == null ? line.readAt() : line.hostAt());
            int hit =
                    small.isEmpty() ? -1 : line.text().toLowerCase(Locale.ROOT).indexOf(small);
            boolean found = hit >= 0 && hit + text.length() <= line.text().length();
            shown.add(
                    found
                            ? new StepPage.ShownLine(
                                    line,
                                    at,
                                    line.text().substring(0, hit),
                                    line.text().substring(hit, hit + text.length()),
                                    line.text().substring(hit + text.length()))
                            : new StepPage.ShownLine(line, at, line.text(), "", ""));
        }
        return shown;
    }

    /** The last lines of the newest log, for whoever asks why it failed. */
    private List<StepPage.ShownLine> last(Migration migration, StepKey key, StepPage.Log log) {
        if (log.logs().isEmpty()) {
            return List.of();
        }
        StepLog newest = log.logs().get(log.logs().size() - 1);
        return shown(
                logs.lines(migration.id(), key, newest.number(), Math.max(1, newest.lines() - LAST + 1), LAST),
                "",
                times.time(migration.program()));
    }

    private List<RunView.AttemptLine> attempts(Migration migration, StepKey key) {
        return journal.attempts(migration.id(), key).stream()
                .map(RunView.AttemptLine::of)
                .toList();
    }

    private static List<CallRow> oldestFirst(List<CallRow> newestFirst) {
        List<CallRow> turned = new ArrayList<>(newestFirst);
        Collections.reverse(turned);
        return turned;
    }

    private static String here(String self, String tab, StepPage.Asked asked) {
        StringBuilder here = new StringBuilder(self).append("&tab=").append(tab);
        if (asked.log() > 0) {
            here.append("&log=").append(asked.log());
        }
        if (asked.line() > 0) {
            here.append("&line=").append(asked.line());
        }
        if (!asked.text().isEmpty()) {
            here.append("&q=").append(encoded(asked.text()));
        }
        if (asked.least() != LogLevel.PLAIN) {
            here.append("&level=").append(asked.least());
        }
        return here.append(asked.wrap() ? "&wrap=true" : "")
                .append(asked.follow() ? "" : "&follow=false")
                .toString();
    }

    private static String encoded(String text) {
        return UriUtils.encode(text, StandardCharsets.UTF_8);
    }

    private Formats formats(Model model) {
        return Formats.of(model, clock);
    }

    private Sentence lead(String database, RunView.StepLine step, Formats fmt) {
        String title = step.row().title();
        var run = step.row().run();
        if (step.failed()) {
            return words.sentence(
                    "step.lead.failed", title, fmt.exact(run.endedAt() == null ? run.waitedSince() : run.endedAt()));
        }
        if (step.waits()) {
            return words.sentence(
                    "step.lead.waits", title, words.role(step.row().role()), fmt.age(run.waitedSince()));
        }
        return switch (run.state()) {
            case DONE -> words.sentence("step.lead.done", title, fmt.span(step.took()));
            case SKIPPED, UNDONE, STOPPED, PENDING ->
                words.sentence(
                        "step.lead.other",
                        title,
                        words.text("step.state." + run.state().name()));
            default ->
                step.usual() == null
                        ? words.sentence("step.lead.running", title, fmt.span(step.took()))
                        : words.sentence(
                                "step.lead.running.usual", title, fmt.span(step.took()), fmt.span(step.usual()));
        };
    }
}
