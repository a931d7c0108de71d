package io.gulliver.ui.api;

import io.gulliver.contract.activity.FetchedRest;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.domain.migration.LogLevel;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RehearsalSource;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.plan.LongestWait;
import io.gulliver.domain.plan.PastWait;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.persistence.view.EvidenceReader;
import io.gulliver.persistence.view.EvidenceRow;
import io.gulliver.persistence.view.JournalReader;
import io.gulliver.persistence.view.JournalRow;
import io.gulliver.persistence.view.LogLine;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.persistence.view.Page;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.persistence.view.StepLog;
import io.gulliver.persistence.view.StepLogReader;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.service.collection.StepLogRestService;
import io.gulliver.service.migration.RunDates;
import io.gulliver.service.migration.RunWaits;
import io.gulliver.ui.command.CommandForm;
import io.gulliver.ui.command.RunStart;
import io.gulliver.ui.command.RunTakeOver;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Migrations: start, list, read with steps, and say something to one. */
@RestController
@RequestMapping("/api/v1")
class MigrationApi {
    private static final Set<Verb> ACTIONS =
            Set.of(Verb.PAUSE, Verb.RESUME, Verb.ABORT, Verb.RETRY, Verb.SKIP, Verb.ROLL_BACK, Verb.FALL_BACK);

    private final ProgramReader programs;
    private final MigrationReader migrations;
    private final JournalReader journal;
    private final EvidenceReader evidence;
    private final StepLogReader printed;
    private final StepLogRestService restOfLogs;
    private final CommandForm desk;
    private final RunStart starter;
    private final RunTakeOver takeOver;
    private final RunDates dates;
    private final RunWaits waits;
    private final Words words;

    MigrationApi(
            ProgramReader programs,
            MigrationReader migrations,
            JournalReader journal,
            EvidenceReader evidence,
            StepLogReader printed,
            StepLogRestService restOfLogs,
            CommandForm desk,
            RunStart starter,
            RunTakeOver takeOver,
            RunDates dates,
            RunWaits waits,
            Words words) {
        this.programs = programs;
        this.migrations = migrations;
        this.journal = journal;
        this.evidence = evidence;
        this.printed = printed;
        this.restOfLogs = restOfLogs;
        this.desk = desk;
        this.starter = starter;
        this.takeOver = takeOver;
        this.dates = dates;
        this.waits = waits;
        this.words = words;
    }

    /**
     * What starts a migration.
     *
     * @param playbook name of an approved playbook; null for that of the method which is decided, or else preferred
     * @param version of it; null for the newest approved
     * @param pauseAfter a stage by name, or a step by id; null for none
     * @param source what a rehearsal copies from; null for production and for an evaluation
     */
    record Start(
            @NotBlank(message = "{form.needed}") String database,
            @NotNull(message = "{form.needed}") Purpose purpose,
            @Nullable String playbook,
            @Nullable Integer version,
            @Nullable Integer wave,
            @Nullable String pauseAfter,
            @Nullable Boolean evaluateOnly,
            @Valid @Nullable Source source) {}

    /** What a rehearsal copies from: COPY, SNAPSHOT and STANDBY with their host, LIVE alone. */
    record Source(
            @NotNull(message = "{form.needed}") RehearsalSource.Kind kind,

            @Size(max = 253, message = "{form.long}") @Nullable
            String host,

            @Min(value = 1, message = "{form.port}") @Max(value = 65_535, message = "{form.port}") @Nullable
            Integer port,

            @Size(max = 128, message = "{form.long}") @Nullable
            String service) {
        RehearsalSource named() {
            return UnfitException.made(() -> new RehearsalSource(kind, host, port, service));
        }
    }

    /** What is said to a migration. */
    record Action(
            @NotBlank(message = "{form.needed}") String action,
            @Nullable String step,
            @Nullable String stage,

            @Size(max = 1000, message = "{form.long}") @Nullable
            String reason) {}

    /** Why a run is taken over, and the name of its database, typed again. */
    record TakeOver(
            @NotBlank(message = "{form.needed}") String confirm,

            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason) {}

    /**
     * Why an outage may begin outside of the plan.
     *
     * @param usersOut T as the plan shows it to whoever says so; null where no date is planned
     */
    record LetBegin(
            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason,

            @Nullable Instant usersOut) {}

    /**
     * Whose output is to be fetched.
     *
     * @param log number of the log within the step, as lines of the output carry it; null for the newest
     */
    record OutputRest(
            @NotBlank(message = "{form.needed}") String step,
            @Nullable Integer log) {}

    /**
     * What came from the host, in bytes of the program's own output.
     *
     * @param log number of the log within the step
     * @param bytes that were kept now
     * @param left that are on the host alone; ask again for them
     * @param whole whether all that was printed is kept now
     * @param failure why no more came, or null
     */
    record FetchedOutput(
            int log,
            long bytes,
            long left,
            boolean whole,
            @Nullable StepFailure failure) {}

    /** Whether two persons have said so for the planned date of the run. */
    record MayBegin(boolean mayBegin) {}

    /**
     * A migration with its steps.
     *
     * @param waits what it waits for longest of all that it waits for now, who ends that and until when; null where it waits
     *     for nothing
     * @param waited what it has waited for longest so far, when it waits for it no more; null where nothing took a minute
     */
    record Detail(
            Migration migration,
            List<StepRow> steps,
            @Nullable LongestWait waits,
            @Nullable PastWait waited) {}

    @OpenTo
    @GetMapping("/programs/{program}/migrations")
    PageBody<Migration> list(
            @PathVariable String program,
            @RequestParam(required = false) @Nullable String database,
            @RequestParam(required = false) @Nullable Purpose purpose,
            @RequestParam(defaultValue = "") Set<RunMode> mode,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "100") int limit) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
        Page<Migration> page = UnfitException.made(() -> migrations.list(
                new MigrationQuery(program, database, purpose, mode, cursor, Math.max(1, Math.min(1000, limit)))));
        return new PageBody<>(page.rows(), page.next());
    }

    @OpenTo(Right.DECIDE)
    @PostMapping("/programs/{program}/migrations")
    ResponseEntity<Migration> start(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Start start) {
        Stage stage = null;
        String step = null;
        if (start.pauseAfter() != null && !start.pauseAfter().isBlank()) {
            stage = stage(start.pauseAfter());
            step = stage == null ? start.pauseAfter().strip() : null;
        }
        Migration made = starter.start(
                new RunStart.Wanted(
                        idempotencyKey,
                        program,
                        start.database(),
                        start.purpose(),
                        Boolean.TRUE.equals(start.evaluateOnly()),
                        start.playbook(),
                        start.version(),
                        start.wave(),
                        stage,
                        step,
                        start.source() == null ? null : start.source().named()),
                Person.current().name());
        return ResponseEntity.created(URI.create("/api/v1/programs/" + program + "/migrations/" + made.number()))
                .body(made);
    }

    @OpenTo
    @GetMapping("/programs/{program}/migrations/{id}")
    Detail read(@PathVariable String program, @PathVariable String id) {
        Migration migration = require(program, id);
        List<StepRow> steps = migrations.steps(migration.id());
        return new Detail(
                migration,
                steps,
                waits.of(migration).orElse(null),
                waits.past(migration, steps).orElse(null));
    }

    @OpenTo
    @GetMapping("/programs/{program}/migrations/{id}/log")
    PageBody<JournalRow> log(
            @PathVariable String program,
            @PathVariable String id,
            @RequestParam(required = false) @Nullable String step,
            @RequestParam(defaultValue = "0") long after,
            @RequestParam(required = false) @Nullable Long cursor,
            @RequestParam(defaultValue = "500") int limit) {
        Migration migration = require(program, id);
        int rows = Math.max(1, Math.min(1000, limit));
        List<JournalRow> lines = journal.entries(
                migration.id(),
                step == null ? null : UnfitException.made(() -> StepKey.parse(step)),
                cursor == null ? after : cursor,
                rows);
        return new PageBody<>(
                lines,
                lines.size() < rows
                        ? null
                        : Long.toString(lines.get(lines.size() - 1).seq()));
    }

    @OpenTo
    @GetMapping("/programs/{program}/migrations/{id}/evidence")
    PageBody<EvidenceRow> evidence(
            @PathVariable String program,
            @PathVariable String id,
            @RequestParam(required = false) @Nullable String step) {
        Migration migration = require(program, id);
        return new PageBody<>(
                evidence.list(migration.id(), step == null ? null : UnfitException.made(() -> StepKey.parse(step))),
                null);
    }

    @OpenTo
    @GetMapping("/programs/{program}/migrations/{id}/output")
    PageBody<LogLine> output(
            @PathVariable String program,
            @PathVariable String id,
            @RequestParam String step,
            @RequestParam(name = "q", defaultValue = "") String text,
            @RequestParam(defaultValue = "PLAIN") LogLevel level,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "500") int limit) {
        Migration migration = require(program, id);
        Line after = cursor == null ? new Line(1, 0) : Line.of(cursor);
        int rows = Math.max(1, Math.min(1000, limit));
        List<LogLine> lines = printed.search(
                migration.id(), of(migration, step), text.strip(), level, after.log(), after.number(), rows);
        return new PageBody<>(lines, lines.size() < rows ? null : Line.of(lines.get(lines.size() - 1)));
    }

    @OpenTo
    @GetMapping("/programs/{program}/migrations/{id}/output.txt")
    void outputFile(
            @PathVariable String program,
            @PathVariable String id,
            @RequestParam String step,
            HttpServletResponse response)
            throws IOException {
        Migration migration = require(program, id);
        StepKey key = of(migration, step);
        response.setContentType("text/plain");
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        printed.copy(migration.id(), key, response.getOutputStream());
    }

    /** Has a worker fetch more of a log that is full; waits for it, a minute at most. */
    @OpenTo(token = Right.READ)
    @PostMapping("/programs/{program}/migrations/{id}/output/rest")
    FetchedOutput fetchOutput(
            @PathVariable String program, @PathVariable String id, @Valid @RequestBody OutputRest wanted) {
        Migration migration = require(program, id);
        StepKey key = of(migration, wanted.step());
        Integer number = wanted.log();
        StepLog log = printed.logs(migration.id(), key).stream()
                .filter(one -> number == null || one.number() == number)
                .reduce((before, last) -> last)
                .orElseThrow(() -> Refusal.notFound("problem.log", number == null ? 1 : number));
        FetchedRest came =
                restOfLogs.fetch(migration, key, log, Person.current().name());
        boolean whole = printed.logs(migration.id(), key).stream()
                .anyMatch(one -> one.number() == log.number() && one.ended() && !one.full());
        return new FetchedOutput(log.number(), came.bytes(), came.left(), whole, came.failure());
    }

    /** The step of this key, which the run has. */
    private StepKey of(Migration migration, String step) {
        StepKey key = UnfitException.made(() -> StepKey.parse(step));
        if (migrations.steps(migration.id()).stream()
                .noneMatch(row -> row.run().key().equals(key))) {
            throw Refusal.notFound("problem.step", step);
        }
        return key;
    }

    /** A line that was printed, as a cursor says it: number of its log, and its own. */
    private record Line(int log, long number) {
        private static final Pattern CURSOR = Pattern.compile("([1-9][0-9]{0,8})\\.([0-9]{1,18})");

        static String of(LogLine line) {
            return line.log() + "." + line.number();
        }

        static Line of(String cursor) {
            Matcher said = CURSOR.matcher(cursor);
            if (!said.matches()) {
                throw Refusal.bad("problem.cursor");
            }
            return new Line(Integer.parseInt(said.group(1)), Long.parseLong(said.group(2)));
        }
    }

    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/migrations/{id}/actions")
    ResponseEntity<CommandBody> act(
            @PathVariable String program,
            @PathVariable String id,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Action action) {
        Migration migration = require(program, id);
        CommandRow row = desk.record(
                new CommandForm.Entered(
                        idempotencyKey,
                        migration.id(),
                        verb(action.action()),
                        action.step() == null || action.step().isBlank()
                                ? null
                                : UnfitException.made(() -> StepKey.parse(action.step())),
                        action.stage() == null || action.stage().isBlank() ? null : requiredStage(action.stage()),
                        null,
                        action.reason(),
                        Map.of(),
                        null),
                Person.current());
        return CommandBody.accepted(row);
    }

    /** Takes over from the run log what the engine no longer carries. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/programs/{program}/migrations/{id}/take-over")
    Migration takeOver(@PathVariable String program, @PathVariable String id, @Valid @RequestBody TakeOver wanted) {
        Migration migration = require(program, id);
        if (!wanted.confirm().strip().equals(migration.database())) {
            throw Refusal.invalid(
                    List.of(new FieldProblem("/confirm", words.text("command.confirm", migration.database()))));
        }
        return takeOver.takeOver(
                migration.id(), Person.current().name(), wanted.reason().strip());
    }

    /** Lets the outage of a production run begin outside of the plan; it may when a second person says so too. */
    @OpenTo(
            value = Right.WORK,
            functions = {Function.MIGRATION_MANAGER, Function.CUTOVER_MANAGER, Function.APPROVER},
            token = Right.DECIDE)
    @PostMapping("/programs/{program}/migrations/{id}/outage")
    MayBegin letBegin(
            @PathVariable String program,
            @PathVariable String id,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody LetBegin wanted) {
        return new MayBegin(dates.letBegin(
                require(program, id),
                wanted.usersOut(),
                wanted.reason(),
                CommandForm.speaker(Person.current(), program)));
    }

    private Migration require(String program, String id) {
        return NamedMigration.require(migrations, program, id);
    }

    private Verb verb(String action) {
        try {
            Verb verb = Verb.valueOf(action.toUpperCase(Locale.ROOT).replace('-', '_'));
            if (ACTIONS.contains(verb)) {
                return verb;
            }
        } catch (IllegalArgumentException unknown) {
            // refused below, like a verb that is none of an action's
        }
        throw Refusal.invalid(List.of(new FieldProblem("/action", words.text("form.action"))));
    }

    private Stage requiredStage(String name) {
        Stage stage = stage(name);
        if (stage == null) {
            throw Refusal.invalid(List.of(new FieldProblem("/stage", words.text("form.stage"))));
        }
        return stage;
    }

    private static @Nullable Stage stage(String name) {
        for (Stage stage : Stage.values()) {
            if (stage.name().equalsIgnoreCase(name.strip())) {
                return stage;
            }
        }
        return null;
    }
}
