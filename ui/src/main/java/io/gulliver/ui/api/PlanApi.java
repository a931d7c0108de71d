package io.gulliver.ui.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.DurationOverride;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.PlanBaseline;
import io.gulliver.domain.plan.PlanEdit;
import io.gulliver.domain.plan.SavedEdit;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.PlanReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.planning.schedule.RunShape;
import io.gulliver.service.planning.PlanEditService;
import io.gulliver.service.planning.PlanService;
import io.gulliver.service.planning.PlanUndoService;
import io.gulliver.service.planning.UndoRefusedException;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UndoProblem;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The plan: waves with their databases, freezes, and the times that follow from them. */
@RestController
@RequestMapping("/api/v1/programs/{program}")
class PlanApi {
    /** As the page takes it: 100,000 days. */
    static final Duration LONGEST = Duration.ofDays(100_000);

    private final ProgramReader programs;
    private final DatabaseReader databases;
    private final PlanReader plan;
    private final PlanService service;
    private final PlanEditService edits;
    private final PlanUndoService undo;
    private final Words words;
    private final Clock clock;

    PlanApi(
            ProgramReader programs,
            DatabaseReader databases,
            PlanReader plan,
            PlanService service,
            PlanEditService edits,
            PlanUndoService undo,
            Words words,
            Clock clock) {
        this.clock = clock;
        this.programs = programs;
        this.databases = databases;
        this.plan = plan;
        this.service = service;
        this.edits = edits;
        this.undo = undo;
        this.words = words;
    }

    /**
     * A wave as the API shows it.
     *
     * @param usersOut T as it is typed, or null
     * @param goLive users in as it is typed, or null
     * @param databases its members by name
     */
    record WaveBody(
            int number,
            String title,
            @Nullable Instant start,
            List<Integer> after,
            Wave.State state,
            long version,
            @Nullable Instant usersOut,
            @Nullable Instant goLive,
            List<String> databases) {
        static WaveBody of(Wave wave, List<WaveMember> members) {
            return new WaveBody(
                    wave.number(),
                    wave.title(),
                    wave.start(),
                    wave.after(),
                    wave.state(),
                    wave.version(),
                    wave.usersOut(),
                    wave.goLive(),
                    members.stream()
                            .filter(member -> member.wave() == wave.number())
                            .map(WaveMember::database)
                            .sorted()
                            .toList());
        }
    }

    /**
     * What makes a wave.
     *
     * @param start when its first stage may begin; null while not planned
     * @param after numbers of waves that must have ended before
     * @param databases its members, taken out of the waves they were in
     * @param usersOut T of its databases, or null; go-live follows from the outage
     */
    record NewWave(
            @Min(value = 1, message = "{form.needed}") int number,

            @NotBlank(message = "{form.needed}") @Size(max = 200, message = "{form.long}")
            String title,

            @Nullable Instant start,
            @Nullable List<Integer> after,
            @Nullable List<String> databases,
            @Nullable Instant usersOut) {}

    /**
     * What can be changed of a wave; what is read beside it may come back with it.
     *
     * @param state null to leave it as it is
     * @param usersOut T of its databases, or null; of it and {@code goLive} one is typed, and the other follows
     */
    @JsonIgnoreProperties({"number", "version", "databases"})
    record WaveEdit(
            @NotBlank(message = "{form.needed}") @Size(max = 200, message = "{form.long}")
            String title,

            @Nullable Instant start,
            @Nullable List<Integer> after,
            Wave.@Nullable State state,
            @Nullable Instant usersOut,
            @Nullable Instant goLive) {}

    /**
     * Databases to put into a wave, all of them or none.
     *
     * @param cutover earliest begin of their outage, or null
     */
    record Members(
            @NotEmpty(message = "{form.needed}") @Size(max = 10_000, message = "{form.long}")
            List<String> databases,

            @Nullable Instant cutover) {}

    /** How long a stage of a database takes by a person's word, and why. */
    record NewDuration(
            @NotNull(message = "{form.needed}") Duration duration,

            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason) {}

    /** What makes a freeze: no cutover from {@code from} up to {@code to}. */
    record NewFreeze(
            @NotNull(message = "{form.needed}") Instant from,
            @NotNull(message = "{form.needed}") Instant to,

            @NotBlank(message = "{form.needed}") @Size(max = 400, message = "{form.long}")
            String reason) {}

    /** Why the plan is agreed. */
    record Agreement(
            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason) {}

    /**
     * The whole plan.
     *
     * @param baselineAt when it was agreed last, or null
     * @param baselines every agreement, the one in force first
     * @param times of every database, in stage order
     * @param cutovers users out, users in, what follows and what does not hold, by database
     */
    record PlanBody(
            @Nullable Instant baselineAt,
            List<PlanBaseline> baselines,
            List<WaveBody> waves,
            List<Freeze> freezes,
            Map<String, List<StageTimes>> times,
            Map<String, CutoverDates> cutovers) {}

    /**
     * The plan of one database.
     *
     * @param times in stage order
     * @param cutover users out, users in, what follows and what does not hold; or null without a date
     * @param dated steps that hang on users out, with their dates
     * @param wave in which it is, or null
     * @param durations lengths of stages by a person's word
     */
    record DatabasePlan(
            List<StageTimes> times,
            @Nullable CutoverDates cutover,
            List<RunShape.Dated> dated,
            @Nullable Integer wave,
            List<DurationOverride> durations) {}

    /**
     * A change of the plan.
     *
     * @param kind what was changed
     * @param by who
     * @param at when
     * @param rows what it changed, as {@code wave/3}, {@code member/ORDERS}, {@code freeze/7}, {@code length/ORDERS/BUILD}
     * @param undoes the change that it takes back, or null
     * @param stays why it cannot be taken back, or null when it can
     */
    record EditBody(
            long id,
            PlanEdit.Kind kind,
            String by,
            Instant at,
            List<String> rows,
            @Nullable Long undoes,
            @Nullable String stays) {
        static EditBody of(SavedEdit edit, @Nullable String stays) {
            SortedSet<String> rows = edit.before().names();
            rows.addAll(edit.after().names());
            return new EditBody(edit.id(), edit.kind(), edit.by(), edit.at(), List.copyOf(rows), edit.undoes(), stays);
        }
    }

    @OpenTo
    @GetMapping("/waves")
    PageBody<WaveBody> waves(@PathVariable String program) {
        require(program);
        return new PageBody<>(bodies(program), null);
    }

    @OpenTo
    @GetMapping("/waves/{number}")
    ResponseEntity<WaveBody> wave(@PathVariable String program, @PathVariable int number) {
        require(program);
        return answered(program, requireWave(program, number));
    }

    /** Adds a wave with its databases. The same again finishes what a call that broke off began. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/waves")
    ResponseEntity<WaveBody> add(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody NewWave wanted) {
        require(program);
        List<String> members = wanted.databases() == null ? List.of() : wanted.databases();
        List<Integer> after = wanted.after() == null ? List.of() : wanted.after();
        List<FieldProblem> wrong = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            if (databases.find(program, members.get(i)).isEmpty()) {
                wrong.add(new FieldProblem("/databases/" + i, words.text("form.database", members.get(i))));
            }
        }
        if (after.contains(wanted.number())) {
            wrong.add(new FieldProblem("/after", words.text("form.wave.itself")));
        }
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        String title = wanted.title().strip();
        plan.wave(program, wanted.number())
                .filter(existing -> !existing.title().equals(title))
                .ifPresent(existing -> {
                    throw Refusal.conflict("problem.wave.there", wanted.number(), existing.title());
                });
        Wave wave = edits.addWave(
                program,
                wanted.number(),
                title,
                wanted.start(),
                after,
                members,
                wanted.usersOut(),
                Person.current().name());
        return ResponseEntity.created(URI.create("/api/v1/programs/" + program + "/waves/" + wave.number()))
                .eTag(Etag.of(wave.version()))
                .body(WaveBody.of(wave, plan.members(program)));
    }

    /** Changes a wave when nobody else did since. */
    @OpenTo(Right.DECIDE)
    @PutMapping("/waves/{number}")
    ResponseEntity<WaveBody> change(
            @PathVariable String program,
            @PathVariable int number,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @Valid @RequestBody WaveEdit edit) {
        require(program);
        Wave stored = requireWave(program, number);
        long version = Etag.required(ifMatch);
        List<Integer> after = edit.after() == null ? List.of() : edit.after();
        List<FieldProblem> wrong = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
            int other = after.get(i);
            if (other == number) {
                wrong.add(new FieldProblem("/after/" + i, words.text("form.wave.itself")));
            } else if (plan.wave(program, other).isEmpty()) {
                wrong.add(new FieldProblem("/after/" + i, words.text("form.wave.unknown", other)));
            }
        }
        if (edit.usersOut() != null && edit.goLive() != null) {
            wrong.add(new FieldProblem("/goLive", words.text("form.wave.dates")));
        }
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        String by = Person.current().name();
        try {
            Wave changed = edits.changeWave(
                    new Wave(
                            program,
                            number,
                            edit.title().strip(),
                            edit.start(),
                            after,
                            edit.state() == null ? stored.state() : edit.state(),
                            version,
                            by,
                            clock.instant(),
                            edit.usersOut(),
                            edit.goLive()),
                    by);
            return answered(program, changed);
        } catch (StaleVersionException faster) {
            throw Refusal.precondition(
                    HttpStatus.PRECONDITION_FAILED,
                    "problem.version",
                    faster.stored(),
                    String.valueOf(faster.getMessage()));
        }
    }

    /** Puts databases into a wave, out of those they were in. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/waves/{number}/members")
    ResponseEntity<WaveBody> place(
            @PathVariable String program,
            @PathVariable int number,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Members members) {
        require(program);
        requireWave(program, number);
        List<FieldProblem> wrong = new ArrayList<>();
        for (int i = 0; i < members.databases().size(); i++) {
            if (databases.find(program, members.databases().get(i)).isEmpty()) {
                wrong.add(new FieldProblem(
                        "/databases/" + i,
                        words.text("form.database", members.databases().get(i))));
            }
        }
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        edits.place(
                program,
                number,
                members.databases(),
                members.cutover(),
                Person.current().name());
        return answered(program, requireWave(program, number));
    }

    /** Takes a database out of a wave; it is in none then. */
    @OpenTo(Right.DECIDE)
    @DeleteMapping("/waves/{number}/members/{database}")
    ResponseEntity<WaveBody> takeOut(
            @PathVariable String program, @PathVariable int number, @PathVariable String database) {
        require(program);
        requireWave(program, number);
        if (plan.members(program).stream()
                .noneMatch(
                        member -> member.wave() == number && member.database().equals(database))) {
            throw Refusal.notFound("problem.database", database, program);
        }
        edits.remove(program, database, Person.current().name());
        return answered(program, requireWave(program, number));
    }

    /** Takes a wave away; its databases are in none then, and no wave waits for it. */
    @OpenTo(Right.DECIDE)
    @DeleteMapping("/waves/{number}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void removeWave(@PathVariable String program, @PathVariable int number) {
        require(program);
        requireWave(program, number);
        edits.removeWave(program, number, Person.current().name());
    }

    /** Changes of the last day, the newest first, and whether each can be taken back. */
    @OpenTo
    @GetMapping("/plan/edits")
    PageBody<EditBody> edits(@PathVariable String program) {
        require(program);
        return new PageBody<>(
                undo.open(program).stream()
                        .map(entry -> EditBody.of(
                                entry.edit(),
                                entry.refused() == null
                                        ? null
                                        : words.text(
                                                UndoProblem.key(entry.refused().why()) + ".why",
                                                entry.refused().name())))
                        .toList(),
                null);
    }

    /** Takes a change of the plan back, by a change of its own. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/plan/edits/{id}/undo")
    EditBody undo(
            @PathVariable String program,
            @PathVariable long id,
            @RequestHeader("Idempotency-Key") String idempotencyKey) {
        require(program);
        try {
            return EditBody.of(undo.undo(program, id, Person.current().name()), null);
        } catch (UndoRefusedException refused) {
            throw UndoProblem.of(refused.refused());
        }
    }

    @OpenTo
    @GetMapping("/freezes")
    PageBody<Freeze> freezes(@PathVariable String program) {
        require(program);
        return new PageBody<>(plan.freezes(program), null);
    }

    /** Adds a freeze; the same stretch for the same reason is the same freeze. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/freezes")
    ResponseEntity<Freeze> freeze(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody NewFreeze wanted) {
        require(program);
        if (!wanted.to().isAfter(wanted.from())) {
            throw Refusal.invalid(List.of(new FieldProblem("/to", words.text("form.freeze.end"))));
        }
        Freeze freeze = edits.addFreeze(
                new Freeze(
                        0, program, wanted.from(), wanted.to(), wanted.reason().strip()),
                Person.current().name());
        return ResponseEntity.status(201).body(freeze);
    }

    /** Takes a freeze away. */
    @OpenTo(Right.DECIDE)
    @DeleteMapping("/freezes/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void thaw(@PathVariable String program, @PathVariable long id) {
        require(program);
        edits.removeFreeze(program, id, Person.current().name());
    }

    @OpenTo
    @GetMapping("/plan")
    PlanBody plan(@PathVariable String program) {
        require(program);
        List<PlanBaseline> baselines = plan.baselines(program);
        return new PlanBody(
                baselines.isEmpty() ? null : baselines.get(0).at(),
                baselines,
                bodies(program),
                plan.freezes(program),
                plan.times(program),
                plan.cutovers(program));
    }

    @OpenTo
    @GetMapping("/databases/{database}/plan")
    DatabasePlan plan(@PathVariable String program, @PathVariable String database) {
        require(program);
        requireDatabase(program, database);
        CutoverDates dates = plan.cutover(program, database).orElse(null);
        return new DatabasePlan(
                plan.times(program).getOrDefault(database, List.of()),
                dates,
                dates == null
                        ? List.of()
                        : service.durations(program, database).shape().dated(dates.usersOut()),
                plan.members(program).stream()
                        .filter(member -> member.database().equals(database))
                        .map(WaveMember::wave)
                        .findFirst()
                        .orElse(null),
                plan.overrides(program).stream()
                        .filter(one -> one.database().equals(database))
                        .toList());
    }

    /** Says how long a stage takes; the computed length holds no more. */
    @OpenTo(Right.DECIDE)
    @PutMapping("/databases/{database}/durations/{stage}")
    DatabasePlan setDuration(
            @PathVariable String program,
            @PathVariable String database,
            @PathVariable Stage stage,
            @Valid @RequestBody NewDuration wanted) {
        require(program);
        requireDatabase(program, database);
        if (wanted.duration().isNegative() || wanted.duration().compareTo(LONGEST) > 0) {
            throw Refusal.invalid(List.of(new FieldProblem("/duration", words.text("form.length"))));
        }
        edits.setDuration(new DurationOverride(
                program,
                database,
                stage,
                wanted.duration(),
                wanted.reason().strip(),
                Person.current().name(),
                clock.instant()));
        return plan(program, database);
    }

    /** Lets the computed length of a stage hold again. */
    @OpenTo(Right.DECIDE)
    @DeleteMapping("/databases/{database}/durations/{stage}")
    DatabasePlan removeDuration(
            @PathVariable String program, @PathVariable String database, @PathVariable Stage stage) {
        require(program);
        requireDatabase(program, database);
        edits.removeDuration(program, database, stage, Person.current().name());
        return plan(program, database);
    }

    /** Agrees on the plan: planned times are the baseline in force from now on, which slips are measured against. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/plan/baseline")
    PlanBody agree(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Agreement agreement) {
        require(program);
        service.approve(program, agreement.reason().strip(), Person.current().name());
        return plan(program);
    }

    private List<WaveBody> bodies(String program) {
        List<WaveMember> members = plan.members(program);
        return plan.waves(program).stream()
                .map(wave -> WaveBody.of(wave, members))
                .toList();
    }

    private ResponseEntity<WaveBody> answered(String program, Wave wave) {
        return ResponseEntity.ok().eTag(Etag.of(wave.version())).body(WaveBody.of(wave, plan.members(program)));
    }

    private Wave requireWave(String program, int number) {
        return plan.wave(program, number).orElseThrow(() -> Refusal.notFound("problem.wave", number));
    }

    private void requireDatabase(String program, String database) {
        databases.find(program, database).orElseThrow(() -> Refusal.notFound("problem.database", database, program));
    }

    private void require(String program) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
    }
}
