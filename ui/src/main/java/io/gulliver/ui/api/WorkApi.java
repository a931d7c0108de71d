package io.gulliver.ui.api;

import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.task.GateApproval;
import io.gulliver.domain.task.GateCriterion;
import io.gulliver.domain.task.GateEvidence;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskComment;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.view.Claim;
import io.gulliver.persistence.view.EvidenceReader;
import io.gulliver.persistence.view.EvidenceRow;
import io.gulliver.persistence.view.Page;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.persistence.view.TaskReader;
import io.gulliver.service.migration.AttachedFiles;
import io.gulliver.service.migration.TaskService;
import io.gulliver.ui.command.CommandForm;
import io.gulliver.ui.command.CommentForm;
import io.gulliver.ui.command.TaskAction;
import io.gulliver.ui.command.TaskAnswer;
import io.gulliver.ui.command.TaskChange;
import io.gulliver.ui.command.TaskOrder;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import io.gulliver.ui.security.People;
import io.swagger.v3.oas.annotations.Parameter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Human work: tasks, gates, and what became of a command. */
@RestController
@RequestMapping("/api/v1")
class WorkApi {
    private final TaskReader tasks;
    private final TaskService service;
    private final CommandForm desk;
    private final CommentForm comments;
    private final TaskChange bulk;
    private final EvidenceReader evidence;
    private final People people;
    private final Words words;

    WorkApi(
            TaskReader tasks,
            TaskService service,
            CommandForm desk,
            CommentForm comments,
            TaskChange bulk,
            EvidenceReader evidence,
            People people,
            Words words) {
        this.evidence = evidence;
        this.people = people;
        this.words = words;
        this.tasks = tasks;
        this.service = service;
        this.desk = desk;
        this.comments = comments;
        this.bulk = bulk;
    }

    /** What completes a task. */
    record Completion(
            @NotBlank(message = "{form.needed}") String outcome,

            @Size(max = 1000, message = "{form.long}") @Nullable
            String reason,

            @Nullable Map<String, Object> outputs) {}

    /**
     * A word on a gate: approve or reject, on the evidence of that hash, which an approval must name as the gate gives it. Criteria that are not met are waived by their ids,
     * which needs a reason.
     */
    record Decision(
            @NotBlank(message = "{form.needed}") String outcome,

            @Size(max = 1000, message = "{form.long}") @Nullable
            String reason,

            @Nullable String evidenceHash,

            @Size(max = 20, message = "{form.long}") @Nullable
            List<String> waive) {}

    /**
     * What shall be done to which tasks.
     *
     * @param tasks their ids
     * @param reason why; it is kept with a retry
     * @param seen what a preview answered as seen, by task: one that stands otherwise by now is refused; one that is not
     *     named is changed as it stands
     */
    record ManyTasks(
            @NotNull(message = "{form.needed}") TaskAction action,

            @NotNull(message = "{form.needed}") @Size(min = 1, max = TaskAction.MOST, message = "{tasks.bulk.size}")
            List<String> tasks,

            @Size(max = 1000, message = "{form.long}") @Nullable
            String reason,

            @Nullable Map<String, String> seen) {}

    /** To whom a task goes, by name. */
    record NewHolder(@NotBlank(message = "{form.needed}") String to) {}

    /**
     * What is said about a task.
     *
     * @param text Markdown of at most 4000 characters; {@code @name} calls somebody who sees the program
     * @param call log-in name of somebody who is called beside those of the text, or null
     */
    record NewComment(
            @NotBlank(message = "{form.needed}") String text,
            @Nullable String call) {}

    /** For how long a task is hidden; zero shows it again. */
    record Pause(@NotNull(message = "{form.needed}") Duration duration) {}

    /**
     * A task with what belongs to it.
     *
     * @param approvals of a gate, given so far
     * @param evidence attached to its step
     * @param evidenceHash SHA-256 of {@code text}: what an approval of a gate names; null of other tasks
     * @param text what a gate shows, as it is kept with each decision; null of other tasks
     * @param outputs what is to be given in {@code outputs} when the task is completed, as its playbook declares it
     * @param looksAgain whether RETRY of its step has what an open gate goes by looked at once more; false of other tasks
     */
    record TaskBody(
            Task task,
            List<GateApproval> approvals,
            List<EvidenceRow> evidence,
            @Nullable String evidenceHash,
            @Nullable String text,
            List<WantedOutput> outputs,
            boolean looksAgain) {}

    /**
     * A value that whoever completes a task gives.
     *
     * @param name under which it is given
     * @param type string, int, double, bool, duration, list or map; of lists and maps with what they hold
     * @param unit or null
     * @param description for people, or null
     */
    record WantedOutput(
            String name,
            String type,
            @Nullable String unit,
            @Nullable String description) {}

    /**
     * A gate with the words given so far.
     *
     * @param task its open task
     * @param approvals given so far
     * @param evidenceHash SHA-256 of {@code text}: what an approval names
     * @param text what the gate shows, as it is kept with each decision
     * @param looksAgain whether RETRY of its step has what it goes by looked at once more; false where it is decided
     */
    record Gate(
            Task task,
            List<GateApproval> approvals,
            @Nullable String evidenceHash,
            @Nullable String text,
            boolean looksAgain) {}

    @OpenTo
    @GetMapping("/tasks")
    PageBody<Task> tasks(
            @RequestParam(defaultValue = "TEAM") TaskQuery.Scope scope,
            @RequestParam(required = false) @Nullable String program,
            @RequestParam(required = false) @Nullable TaskKind kind,
            @RequestParam(defaultValue = "false") boolean closed,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "100") int limit) {
        return list(scope, program, kind, closed, cursor, limit);
    }

    @OpenTo
    @GetMapping("/tasks/{id}")
    ResponseEntity<TaskBody> task(@PathVariable String id) {
        Task task = require(id);
        StepKey key = task.step();
        boolean gate = task.kind() == TaskKind.GATE;
        GateEvidence shown = gate ? tasks.shown(task).orElse(null) : null;
        TaskBody body = new TaskBody(
                task,
                gate ? tasks.approvals(id) : List.of(),
                key == null ? List.of() : evidence.list(task.migration(), key),
                shown == null ? null : shown.sha256(),
                shown == null ? null : shown.text(),
                desk.wanted(task).stream()
                        .map(one -> new WantedOutput(one.name(), one.type().toString(), one.unit(), one.description()))
                        .toList(),
                desk.looksAgain(task));
        return ResponseEntity.ok().eTag(Etag.of(task.version())).body(body);
    }

    @OpenTo
    @GetMapping("/gates")
    PageBody<Gate> gates(
            @RequestParam(required = false) @Nullable String program,
            @RequestParam(defaultValue = "false") boolean closed,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "100") int limit) {
        PageBody<Task> page = list(TaskQuery.Scope.ALL, program, TaskKind.GATE, closed, cursor, limit);
        return new PageBody<>(page.items().stream().map(this::gate).toList(), page.next());
    }

    @OpenTo
    @GetMapping("/gates/{id}")
    Gate gate(@PathVariable String id) {
        return gate(tasks.find(id)
                .filter(task -> task.kind() == TaskKind.GATE && Person.current().sees(task.program()))
                .orElseThrow(() -> Refusal.notFound("problem.task", id)));
    }

    private Gate gate(Task task) {
        GateEvidence shown = tasks.shown(task).orElse(null);
        return new Gate(
                task,
                tasks.approvals(task.id()),
                shown == null ? null : shown.sha256(),
                shown == null ? null : shown.text(),
                desk.looksAgain(task));
    }

    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/claim")
    Task claim(@PathVariable String id, @RequestHeader("Idempotency-Key") String idempotencyKey) {
        Claim claim = service.claim(
                id, CommandForm.speaker(Person.current(), require(id).program()));
        if (!claim.won()) {
            throw Refusal.conflict(
                    "problem.claimed.api", String.valueOf(claim.task().claimedName()));
        }
        return claim.task();
    }

    /**
     * Does one thing to many tasks, each on its own: what one is refused for stops no other, and the answer names all of them.
     * What it takes for one it takes here: the function of the task's queue, and for RETRY the right WORK and a function that
     * steers runs or that of the queue.
     */
    @OpenTo(Right.READ)
    @PostMapping("/tasks/bulk")
    TaskAnswer change(
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Parameter(description = "Answer what would change and what would be refused, and write nothing.")
                    @RequestParam(defaultValue = "false")
                    boolean preview,
            @Valid @RequestBody ManyTasks wanted) {
        TaskOrder order = new TaskOrder(wanted.action(), wanted.tasks(), wanted.reason());
        return preview
                ? bulk.preview(order, Person.current())
                : bulk.apply(
                        order,
                        wanted.seen() == null ? Map.of() : wanted.seen(),
                        Map.of(),
                        idempotencyKey,
                        Person.current());
    }

    /** Gives a task back to its queue. */
    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/release")
    ResponseEntity<Task> release(
            @PathVariable String id,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
        require(id);
        return changed(() -> service.release(
                id,
                Etag.required(ifMatch),
                CommandForm.speaker(Person.current(), require(id).program())));
    }

    /** Hands a task over to somebody else who may have it. */
    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/hand-over")
    ResponseEntity<Task> handOver(
            @PathVariable String id,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @Valid @RequestBody NewHolder holder) {
        Task task = require(id);
        String name = holder.to().strip();
        Account other = people.open(name)
                .orElseThrow(() ->
                        Refusal.invalid(List.of(new FieldProblem("/to", words.text("tasks.handover.unknown", name)))));
        return changed(() -> service.handOver(
                id,
                Etag.required(ifMatch),
                CommandForm.speaker(Person.current(), require(id).program()),
                new Speaker(
                        other.name(), other.name(), people.access(other.name()).functions(task.program()))));
    }

    /** Hides a task for a while, from everybody's list. */
    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/snooze")
    ResponseEntity<Task> snooze(
            @PathVariable String id,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @Valid @RequestBody Pause pause) {
        require(id);
        if (!TaskService.snoozable(pause.duration())) {
            throw Refusal.invalid(List.of(new FieldProblem("/duration", words.text("tasks.snooze.range"))));
        }
        return changed(() -> service.snooze(
                id,
                Etag.required(ifMatch),
                pause.duration(),
                CommandForm.speaker(Person.current(), require(id).program())));
    }

    /** What was said about a task, oldest first. */
    @OpenTo
    @GetMapping("/tasks/{id}/comments")
    PageBody<TaskComment> comments(@PathVariable String id) {
        return new PageBody<>(tasks.comments(require(id).id()), null);
    }

    /** Says something about a task, open or closed. */
    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/comments")
    @ResponseStatus(HttpStatus.CREATED)
    TaskComment comment(
            @PathVariable String id,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody NewComment comment)
            throws IOException {
        return comments.say(
                require(id),
                idempotencyKey,
                comment.text(),
                comment.call() == null ? "" : comment.call(),
                List.of(),
                Person.current());
    }

    /** Says something about a task with a file beside it. */
    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/comments/file")
    @ResponseStatus(HttpStatus.CREATED)
    TaskComment commentWithFile(
            @PathVariable String id,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @RequestParam(defaultValue = "file") String name,
            @RequestParam(defaultValue = "") String text,
            HttpServletRequest request)
            throws IOException {
        return comments.say(
                require(id),
                idempotencyKey,
                text,
                "",
                List.of(new AttachedFiles.Sent(name, request::getInputStream)),
                Person.current());
    }

    /** A file of a comment, as it is kept. */
    @OpenTo
    @GetMapping("/tasks/{id}/files/{sha256}")
    void commentFile(@PathVariable String id, @PathVariable String sha256, HttpServletResponse response)
            throws IOException {
        comments.send(tasks.comments(require(id).id()), sha256, response);
    }

    /** Withdraws a file of a comment: by who brought it, or by an administrator. */
    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/comments/{comment}/files/{sha256}/withdraw")
    TaskComment withdrawFile(
            @PathVariable String id,
            @PathVariable long comment,
            @PathVariable String sha256,
            @RequestHeader("Idempotency-Key") String idempotencyKey) {
        return comments.withdraw(require(id), comment, sha256, Person.current());
    }

    /** Attaches a file to an open task, as evidence of what was done. */
    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/evidence")
    @ResponseStatus(HttpStatus.CREATED)
    PageBody<EvidenceRow> attach(
            @PathVariable String id,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @RequestParam(defaultValue = "evidence") String name,
            HttpServletRequest request)
            throws IOException {
        Task task = require(id);
        StepKey step = task.step();
        if (task.closedAt() != null) {
            throw Refusal.conflict("problem.closed", String.valueOf(task.outcome()));
        }
        if (step == null) {
            throw Refusal.conflict("problem.attention");
        }
        service.attach(task, name, request.getInputStream(), CommandForm.speaker(Person.current(), task.program()));
        return new PageBody<>(evidence.list(task.migration(), step), null);
    }

    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/complete")
    ResponseEntity<CommandBody> complete(
            @PathVariable String id,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Completion completion) {
        return said(
                id,
                idempotencyKey,
                Verb.COMPLETE,
                completion.outcome(),
                completion.reason(),
                completion.outputs() == null ? Map.of() : completion.outputs(),
                null);
    }

    @OpenTo(value = Right.READ, token = Right.DECIDE)
    @PostMapping({"/tasks/{id}/decide", "/gates/{id}/decide"})
    ResponseEntity<CommandBody> decide(
            @PathVariable String id,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Decision decision) {
        return said(
                id,
                idempotencyKey,
                Verb.DECIDE,
                decision.outcome(),
                decision.reason(),
                GateCriterion.waiving(decision.waive()),
                decision.evidenceHash());
    }

    @OpenTo
    @GetMapping("/commands/{id}")
    CommandBody command(@PathVariable String id) {
        return CommandBody.of(
                desk.find(id, Person.current()).orElseThrow(() -> Refusal.notFound("problem.command", id)));
    }

    /** A task of a program that is there for the caller. */
    private Task require(String id) {
        return tasks.find(id)
                .filter(task -> Person.current().sees(task.program()))
                .orElseThrow(() -> Refusal.notFound("problem.task", id));
    }

    private static ResponseEntity<Task> changed(Supplier<Task> change) {
        try {
            Task task = change.get();
            return ResponseEntity.ok().eTag(Etag.of(task.version())).body(task);
        } catch (StaleVersionException faster) {
            throw Refusal.precondition(
                    HttpStatus.PRECONDITION_FAILED,
                    "problem.version",
                    faster.stored(),
                    String.valueOf(faster.getMessage()));
        }
    }

    private ResponseEntity<CommandBody> said(
            String id,
            String key,
            Verb verb,
            String outcome,
            @Nullable String reason,
            Map<String, Object> outputs,
            @Nullable String evidenceHash) {
        // the same again after the task is closed answers what was recorded
        Task task = require(id);
        if (task.step() == null) {
            throw Refusal.conflict("problem.attention");
        }
        return CommandBody.accepted(desk.record(
                new CommandForm.Entered(
                        key, task.migration(), verb, task.step(), null, outcome, reason, outputs, evidenceHash),
                Person.current()));
    }

    private PageBody<Task> list(
            TaskQuery.Scope scope,
            @Nullable String program,
            @Nullable TaskKind kind,
            boolean closed,
            @Nullable String cursor,
            int limit) {
        Person person = Person.current();
        Page<Task> page = UnfitException.made(() -> tasks.list(new TaskQuery(
                scope,
                person.name(),
                person.access(),
                program,
                kind,
                closed,
                false,
                cursor,
                Math.max(1, Math.min(1000, limit)))));
        return new PageBody<>(page.rows(), page.next());
    }
}
