package io.gulliver.ui.api;

import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.task.GateApproval;
import io.gulliver.domain.task.GateCriterion;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.persistence.view.Claim;
import io.gulliver.persistence.view.Page;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.persistence.view.TaskReader;
import io.gulliver.service.migration.TaskService;
import io.gulliver.ui.command.CommandForm;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.OpenToQueues;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
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

/** Human work: tasks, gates, and what became of a command. */
@RestController
@RequestMapping("/api/v1")
class WorkApi {
    private final TaskReader tasks;
    private final TaskService service;
    private final CommandForm desk;

    WorkApi(TaskReader tasks, TaskService service, CommandForm desk) {
        this.tasks = tasks;
        this.service = service;
        this.desk = desk;
    }

    /** What completes a task. */
    record Completion(
            @NotBlank(message = "{form.needed}") String outcome,

            @Size(max = 1000, message = "{form.long}") @Nullable
            String reason,

            @Nullable Map<String, Object> outputs) {}

    /**
     * A word on a gate: approve or reject, on the evidence of that hash. Criteria that are not met are waived by their ids,
     * which needs a reason.
     */
    record Decision(
            @NotBlank(message = "{form.needed}") String outcome,

            @Size(max = 1000, message = "{form.long}") @Nullable
            String reason,

            @Nullable String evidenceHash,

            @Size(max = 20, message = "{form.long}") @Nullable
            List<String> waive) {}

    /** A gate with the words given so far. */
    record Gate(Task task, List<GateApproval> approvals) {}

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
    @GetMapping("/gates")
    PageBody<Gate> gates(
            @RequestParam(required = false) @Nullable String program,
            @RequestParam(defaultValue = "false") boolean closed,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "100") int limit) {
        PageBody<Task> page = list(TaskQuery.Scope.ALL, program, TaskKind.GATE, closed, cursor, limit);
        return new PageBody<>(
                page.items().stream()
                        .map(task -> new Gate(task, tasks.approvals(task.id())))
                        .toList(),
                page.next());
    }

    @OpenToQueues
    @PostMapping("/tasks/{id}/claim")
    Task claim(@PathVariable String id, @RequestHeader("Idempotency-Key") String idempotencyKey) {
        Claim claim = service.claim(id, CommandForm.speaker(Person.current()));
        if (!claim.won()) {
            throw Refusal.conflict(
                    "problem.claimed.api", String.valueOf(claim.task().claimedName()));
        }
        return claim.task();
    }

    @OpenToQueues
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

    @OpenToQueues
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
        return CommandBody.of(desk.find(id).orElseThrow(() -> Refusal.notFound("problem.command", id)));
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
        Task task = tasks.find(id).orElseThrow(() -> Refusal.notFound("problem.task", id));
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
                person.roleKeys(),
                program,
                kind,
                closed,
                false,
                cursor,
                Math.max(1, Math.min(1000, limit)))));
        return new PageBody<>(page.rows(), page.next());
    }
}
