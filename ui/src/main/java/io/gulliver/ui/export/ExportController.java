package io.gulliver.ui.export;

import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.plan.StageProgress;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.risk.EntryKind;
import io.gulliver.domain.task.Task;
import io.gulliver.persistence.view.CallLogReader;
import io.gulliver.persistence.view.ConnectionReader;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.FactReader;
import io.gulliver.persistence.view.Page;
import io.gulliver.persistence.view.PlanBars;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.persistence.view.RiskReader;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.persistence.view.TaskReader;
import io.gulliver.ui.databases.DatabaseGridReader;
import io.gulliver.ui.databases.DatabaseRow;
import io.gulliver.ui.databases.GridPage;
import io.gulliver.ui.databases.GridQuery;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.risks.Register;
import io.gulliver.ui.risks.RegisterQuery;
import io.gulliver.ui.risks.RiskView;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** Databases as they are filtered, plan, tasks, risks and facts as tables, and the dates of a program as a calendar. */
@Controller
class ExportController {
    private static final int ROWS = 1000;
    /** Of a table of calls: a database makes some thousand in its life. */
    private static final int CALLS = 50_000;

    private final ProgramReader programs;
    private final DatabaseReader databases;
    private final DatabaseGridReader grid;
    private final PlanBars plan;
    private final TaskReader tasks;
    private final RiskReader risks;
    private final Register register;
    private final FactReader facts;
    private final ConnectionReader connections;
    private final CallLogReader calls;
    private final ProgramCalendar calendar;
    private final Words words;

    ExportController(
            ProgramReader programs,
            DatabaseReader databases,
            DatabaseGridReader grid,
            PlanBars plan,
            TaskReader tasks,
            RiskReader risks,
            Register register,
            FactReader facts,
            ConnectionReader connections,
            CallLogReader calls,
            ProgramCalendar calendar,
            Words words) {
        this.programs = programs;
        this.databases = databases;
        this.grid = grid;
        this.plan = plan;
        this.tasks = tasks;
        this.risks = risks;
        this.register = register;
        this.facts = facts;
        this.connections = connections;
        this.calls = calls;
        this.calendar = calendar;
        this.words = words;
    }

    /** All rows that the address of the grid shows, in its order. */
    @OpenTo
    @GetMapping({
        "/programs/{program}/databases.csv",
        "/programs/{program}/databases.xlsx",
        "/programs/{program}/databases.json"
    })
    ResponseEntity<byte[]> databases(
            @PathVariable String program, @RequestParam Map<String, String> asked, HttpServletRequest request) {
        Program found = require(program);
        GridQuery query = GridQuery.of(asked);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        GridPage page;
        do {
            page = grid.page(program, query.startingAt(rows.size()));
            page.rows().forEach(row -> rows.add(line(row)));
        } while (!page.rows().isEmpty() && rows.size() < page.matching());
        List<String> columns = new ArrayList<>(List.of("database", "application", "wave", "environment"));
        Stream.of(Stage.values()).map(ExportController::column).forEach(columns::add);
        columns.addAll(List.of(
                "slip_minutes",
                "highest_risk",
                "method",
                "predicted_outage_minutes",
                "window_minutes",
                "size_gb",
                "size_source",
                "missing_facts",
                "open_risks",
                "can_cross",
                "source_release",
                "owner",
                "source_host"));
        return new Sheet(columns, rows)
                .answer(program + "-databases", SheetFormat.of(request), found, calendar.now(program));
    }

    private List<@Nullable Object> line(DatabaseRow row) {
        List<@Nullable Object> line =
                new ArrayList<>(Arrays.asList(row.name(), row.application(), row.wave(), row.environment()));
        row.stages()
                .forEach(cell -> line.add(words.text("status." + cell.status().key())));
        line.addAll(Arrays.asList(
                row.slip(),
                row.risk(),
                row.method() == null ? null : words.method(row.method()),
                row.outage(),
                row.window(),
                row.gigabytes(),
                row.sizeSource(),
                row.missing(),
                row.openRisks(),
                row.canBeDone(),
                row.version(),
                row.owner(),
                row.host()));
        return line;
    }

    private static String column(Enum<?> constant) {
        return constant.name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Each stage of each database with its times. */
    @OpenTo
    @GetMapping({"/programs/{program}/plan.csv", "/programs/{program}/plan.xlsx", "/programs/{program}/plan.json"})
    ResponseEntity<byte[]> plan(@PathVariable String program, HttpServletRequest request) {
        Program found = require(program);
        PlanBars.PlanView view = plan.plan(program);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        view.waves()
                .forEach(wave -> wave.databases()
                        .forEach(database -> stages(
                                rows, "W" + wave.wave().number(), wave.wave().title(), database)));
        view.unplanned().forEach(database -> stages(rows, null, null, database));
        return new Sheet(
                        List.of(
                                "wave",
                                "wave_title",
                                "database",
                                "stage",
                                "status",
                                "steps_done",
                                "steps",
                                "agreed_start",
                                "agreed_end",
                                "planned_start",
                                "planned_end",
                                "forecast_end",
                                "actual_start",
                                "actual_end"),
                        rows)
                .answer(program + "-plan", SheetFormat.of(request), found, calendar.now(program));
    }

    /** The plan for Microsoft Project. */
    @OpenTo
    @GetMapping("/programs/{program}/plan.xml")
    ResponseEntity<byte[]> project(@PathVariable String program) {
        Program found = require(program);
        return Sheet.file(
                program + "-plan.xml",
                MediaType.APPLICATION_XML,
                ProjectPlan.of(found, plan.plan(program), calendar.now(program), words));
    }

    private void stages(
            List<List<@Nullable Object>> rows,
            @Nullable String wave,
            @Nullable String title,
            PlanBars.DatabaseBars database) {
        for (StageProgress stage : database.stages()) {
            StageTimes times = stage.times();
            rows.add(Arrays.asList(
                    wave,
                    title,
                    database.name(),
                    words.text("stage." + times.stage().name()),
                    Sheet.word(stage.status()),
                    stage.done(),
                    stage.total(),
                    times.baselineStart(),
                    times.baselineEnd(),
                    times.plannedStart(),
                    times.plannedEnd(),
                    times.forecastEnd(),
                    times.actualStart(),
                    times.actualEnd()));
        }
    }

    /** Open work of people, those that block most first. */
    @OpenTo
    @GetMapping({"/programs/{program}/tasks.csv", "/programs/{program}/tasks.xlsx", "/programs/{program}/tasks.json"})
    ResponseEntity<byte[]> tasks(@PathVariable String program, HttpServletRequest request) {
        Program found = require(program);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        String cursor = null;
        do {
            Page<Task> page = tasks.list(new TaskQuery(
                    TaskQuery.Scope.ALL, "", Access.EVERYTHING, program, null, false, true, cursor, ROWS));
            page.rows()
                    .forEach(task -> rows.add(Arrays.asList(
                            task.id(),
                            Sheet.word(task.kind()),
                            task.title(),
                            task.database(),
                            task.stage() == null
                                    ? null
                                    : words.text("stage." + task.stage().name()),
                            words.role(task.role()),
                            task.claimedName(),
                            task.openedAt(),
                            task.snoozedUntil(),
                            task.blocks(),
                            task.fourEyes() ? "yes" : "no")));
            cursor = page.next();
        } while (cursor != null);
        return new Sheet(
                        List.of(
                                "task",
                                "kind",
                                "title",
                                "database",
                                "stage",
                                "for",
                                "taken_by",
                                "open_since",
                                "hidden_until",
                                "steps_that_wait",
                                "two_approvals"),
                        rows)
                .answer(program + "-tasks", SheetFormat.of(request), found, calendar.now(program));
    }

    /** The entries of the register that the address shows; all of it when the address asks for nothing. */
    @OpenTo
    @GetMapping({"/programs/{program}/risks.csv", "/programs/{program}/risks.xlsx", "/programs/{program}/risks.json"})
    ResponseEntity<byte[]> risks(
            @PathVariable String program, @RequestParam Map<String, String> asked, HttpServletRequest request) {
        Program found = require(program);
        Set<String> wanted = register.list(program, RegisterQuery.of(asked, "all", "all")).stream()
                .map(RiskView::id)
                .collect(Collectors.toSet());
        return new Sheet(
                        List.of(
                                "risk",
                                "state",
                                "score",
                                "probability",
                                "impact",
                                "event",
                                "cause",
                                "effect",
                                "owner",
                                "response",
                                "action",
                                "due",
                                "indicator",
                                "databases",
                                "raised_by",
                                "raised_at",
                                "closed_at",
                                "kind",
                                "severity",
                                "if_false",
                                "decided_by",
                                "options",
                                "decision",
                                "outcome",
                                "came_from",
                                "became",
                                "changed_at"),
                        risks.entries(program).stream()
                                .filter(risk -> wanted.contains(risk.key()))
                                .map(risk -> Arrays.<@Nullable Object>asList(
                                        risk.key(),
                                        Sheet.word(risk.state()),
                                        risk.kind() == EntryKind.RISK ? risk.score() : null,
                                        risk.kind() == EntryKind.RISK ? risk.probability() : null,
                                        risk.kind() == EntryKind.RISK ? risk.impact() : null,
                                        risk.event(),
                                        risk.cause(),
                                        risk.effect(),
                                        risk.owner(),
                                        risk.kind() == EntryKind.RISK ? Sheet.word(risk.response()) : null,
                                        risk.action(),
                                        risk.due(),
                                        risk.indicator(),
                                        String.join(" ", risk.databases()),
                                        risk.raisedBy(),
                                        risk.raisedAt(),
                                        risk.closedAt(),
                                        Sheet.word(risk.kind()),
                                        risk.details().severity(),
                                        risk.details().ifFalse(),
                                        risk.details().decider(),
                                        risk.details().options(),
                                        risk.details().decision(),
                                        risk.outcome(),
                                        risk.cameFrom(),
                                        String.join(" ", risk.became()),
                                        risk.changedAt()))
                                .toList())
                .answer(program + "-risks", SheetFormat.of(request), found, calendar.now(program));
    }

    /** Everything known of a database, the newest word on each. */
    @OpenTo
    @GetMapping({
        "/programs/{program}/databases/{database}/facts.csv",
        "/programs/{program}/databases/{database}/facts.xlsx",
        "/programs/{program}/databases/{database}/facts.json"
    })
    ResponseEntity<byte[]> facts(
            @PathVariable String program, @PathVariable String database, HttpServletRequest request) {
        Program found = require(program);
        String name = databases
                .find(program, database)
                .orElseThrow(() -> Refusal.notFound("problem.database", database, program))
                .name();
        return new Sheet(
                        List.of("fact", "value", "unit", "source", "as_of", "confidence"),
                        facts.list(program, name).stream()
                                .map((Fact fact) -> Arrays.<@Nullable Object>asList(
                                        fact.name(),
                                        fact.value() instanceof List<?> list
                                                ? String.join(
                                                        "\n",
                                                        list.stream()
                                                                .map(String::valueOf)
                                                                .toList())
                                                : fact.value(),
                                        fact.unit(),
                                        fact.source(),
                                        fact.at(),
                                        Sheet.word(fact.confidence())))
                                .toList())
                .answer(program + "-" + name + "-facts", SheetFormat.of(request), found, calendar.now(program));
    }

    /** Who calls a database and whom it calls, as the address of its connections shows them. */
    @OpenTo
    @GetMapping({
        "/programs/{program}/databases/{database}/connections.csv",
        "/programs/{program}/databases/{database}/connections.xlsx",
        "/programs/{program}/databases/{database}/connections.json"
    })
    ResponseEntity<byte[]> connections(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "false") boolean unknown,
            HttpServletRequest request) {
        Program found = require(program);
        String name = databases
                .find(program, database)
                .orElseThrow(() -> Refusal.notFound("problem.database", database, program))
                .name();
        ConnectionReader.Wanted wanted = new ConnectionReader.Wanted(q, unknown);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        List<ClientConnection> page;
        do {
            page = connections.page(program, name, wanted, rows.size(), ROWS);
            page.forEach(one -> rows.add(Arrays.asList(
                    words.text("connections." + one.direction()),
                    one.machine(),
                    one.program(),
                    one.service(),
                    String.join(" ", one.users()),
                    String.join(" ", one.addresses()),
                    String.join("\n", one.drivers()),
                    one.seen(),
                    one.first(),
                    one.last(),
                    String.join(" ", one.sources().keySet()),
                    one.owner(),
                    Sheet.word(one.redirect()),
                    one.note())));
        } while (page.size() == ROWS);
        return new Sheet(
                        List.of(
                                "direction",
                                "machine",
                                "program",
                                "service",
                                "users",
                                "addresses",
                                "drivers",
                                "seen",
                                "first_seen",
                                "last_seen",
                                "sources",
                                "owner",
                                "redirect",
                                "note"),
                        rows)
                .answer(program + "-" + name + "-connections", SheetFormat.of(request), found, calendar.now(program));
    }

    /** What was called of outside systems for a database, newest first: all of its runs, as long as calls are kept. */
    @OpenTo
    @GetMapping({
        "/programs/{program}/databases/{database}/calls.csv",
        "/programs/{program}/databases/{database}/calls.xlsx",
        "/programs/{program}/databases/{database}/calls.json"
    })
    ResponseEntity<byte[]> calls(
            @PathVariable String program, @PathVariable String database, HttpServletRequest request) {
        Program found = require(program);
        String name = databases
                .find(program, database)
                .orElseThrow(() -> Refusal.notFound("problem.database", database, program))
                .name();
        return new Sheet(
                        List.of("at", "run", "step", "system", "operation", "object", "status", "millis", "message"),
                        calls.of(program, name, CALLS).stream()
                                .map(call -> Arrays.<@Nullable Object>asList(
                                        call.at(),
                                        call.migration() == null
                                                ? null
                                                : call.migration().value(),
                                        call.step() == null ? null : call.step().toString(),
                                        call.system(),
                                        call.operation(),
                                        call.object(),
                                        call.status(),
                                        call.millis(),
                                        call.message()))
                                .toList())
                .answer(program + "-" + name + "-calls", SheetFormat.of(request), found, calendar.now(program));
    }

    /** When users of each database are out, and when no outage may be. */
    @OpenTo
    @GetMapping("/programs/{program}/calendar.ics")
    ResponseEntity<byte[]> calendar(@PathVariable String program) {
        Program found = require(program);
        PlanBars.PlanView view = plan.plan(program);
        Calendar file = new Calendar(found.title(), calendar.now(program));
        Stream.concat(view.waves().stream().flatMap(wave -> wave.databases().stream()), view.unplanned().stream())
                .forEach(database -> {
                    StageTimes times =
                            database.stages().get(Stage.CUTOVER.ordinal()).times();
                    Instant out = times.actualStart() != null ? times.actualStart() : times.plannedStart();
                    Instant in = times.actualEnd() != null ? times.actualEnd() : times.plannedEnd();
                    if (out != null && in != null && in.isAfter(out)) {
                        file.entry(
                                "cutover/" + program + "/" + database.name() + "@gulliver",
                                out,
                                in,
                                words.text("calendar.cutover", database.name()),
                                words.text("calendar.cutover.about", found.title()));
                    }
                });
        view.freezes()
                .forEach(freeze -> file.entry(
                        "freeze/" + program + "/" + freeze.id() + "@gulliver",
                        freeze.from(),
                        freeze.to(),
                        words.text("calendar.freeze", freeze.reason()),
                        words.text("calendar.freeze.about", found.title())));
        return Sheet.file(program + ".ics", new MediaType("text", "calendar", StandardCharsets.UTF_8), file.text());
    }

    private Program require(String program) {
        return programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }
}
