package io.gulliver.ui.api;

import io.gulliver.domain.audit.AuditVerdict;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.risk.EntryChange;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.persistence.view.AuditReader;
import io.gulliver.persistence.view.AuditRow;
import io.gulliver.persistence.view.Page;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.audit.CheckpointDelivery;
import io.gulliver.service.audit.CheckpointStatus;
import io.gulliver.ui.audit.AuditVerdicts;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import io.gulliver.ui.risks.Register;
import io.gulliver.ui.risks.RegisterAction;
import io.gulliver.ui.risks.RegisterAnswer;
import io.gulliver.ui.risks.RegisterChange;
import io.gulliver.ui.risks.RegisterOrder;
import io.gulliver.ui.risks.RegisterQuery;
import io.gulliver.ui.risks.RiskEditor;
import io.gulliver.ui.risks.RiskForm;
import io.gulliver.ui.risks.RiskView;
import io.gulliver.ui.risks.RiskViews;
import io.gulliver.ui.risks.TurnBody;
import io.gulliver.ui.settings.SystemReader;
import io.swagger.v3.oas.annotations.Parameter;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The register of risks, assumptions, issues and decisions, audit record and systems. */
@RestController
@RequestMapping("/api/v1")
class RecordApi {
    private final ProgramReader programs;
    private final RiskViews risks;
    private final RiskEditor editor;
    private final RegisterChange bulk;
    private final Register register;
    private final Words words;
    private final AuditReader audit;
    private final AuditVerdicts verdicts;
    private final CheckpointDelivery checkpoints;
    private final SystemReader systems;

    RecordApi(
            ProgramReader programs,
            RiskViews risks,
            RiskEditor editor,
            RegisterChange bulk,
            Register register,
            Words words,
            AuditReader audit,
            AuditVerdicts verdicts,
            CheckpointDelivery checkpoints,
            SystemReader systems) {
        this.programs = programs;
        this.risks = risks;
        this.editor = editor;
        this.bulk = bulk;
        this.register = register;
        this.words = words;
        this.audit = audit;
        this.verdicts = verdicts;
        this.checkpoints = checkpoints;
        this.systems = systems;
    }

    @OpenTo
    @GetMapping("/programs/{program}/risks")
    PageBody<RiskView> risks(
            @PathVariable String program,
            @RequestParam(defaultValue = "risk") String kind,
            @RequestParam(defaultValue = "all") String show,
            @RequestParam(defaultValue = "") String owner,
            @RequestParam(defaultValue = "false") boolean late,
            @RequestParam(defaultValue = "") String changed,
            @RequestParam(defaultValue = "") String wave,
            @RequestParam(defaultValue = "") String database) {
        requireProgram(program);
        Map<String, String> asked = Map.of(
                "kind", kind,
                "show", show,
                "owner", owner,
                "late", Boolean.toString(late),
                "changed", changed,
                "wave", wave,
                "database", database);
        return new PageBody<>(register.list(program, RegisterQuery.of(asked, kind, show)), null);
    }

    @OpenTo
    @GetMapping("/programs/{program}/risks/{id}")
    ResponseEntity<RiskView> risk(@PathVariable String program, @PathVariable String id) {
        requireProgram(program);
        return withTag(risks.find(program, id).orElseThrow(() -> Refusal.notFound("problem.risk", id)));
    }

    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/risks")
    ResponseEntity<RiskView> add(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody RiskForm risk) {
        requireProgram(program);
        RiskView made =
                editor.add(program, risk, idempotencyKey, Person.current().name());
        return ResponseEntity.created(URI.create("/api/v1/programs/" + program + "/risks/" + made.id()))
                .eTag(Etag.of(made.version()))
                .body(made);
    }

    @OpenTo(Right.WORK)
    @PutMapping("/programs/{program}/risks/{id}")
    ResponseEntity<RiskView> change(
            @PathVariable String program,
            @PathVariable String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @Valid @RequestBody RiskForm risk) {
        requireProgram(program);
        return withTag(editor.change(
                program, id, Etag.required(ifMatch), risk, Person.current().name()));
    }

    /** Who changed what of an entry, from what to what, oldest first. */
    @OpenTo
    @GetMapping("/programs/{program}/risks/{id}/changes")
    PageBody<EntryChange> changes(@PathVariable String program, @PathVariable String id) {
        requireProgram(program);
        return new PageBody<>(risks.changes(program, id), null);
    }

    /**
     * With whom an entry is accepted.
     *
     * @param owner who answers for it, or null for whom it has
     * @param due until when, or null for the day that it has
     */
    record Acceptance(
            @Size(max = 100, message = "{form.long}") @Nullable
            String owner,

            @Nullable LocalDate due) {}

    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/risks/{id}/accept")
    ResponseEntity<RiskView> accept(
            @PathVariable String program,
            @PathVariable String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Acceptance acceptance) {
        requireProgram(program);
        String owner = acceptance.owner();
        return withTag(risks.accept(
                program,
                id,
                Etag.required(ifMatch),
                owner == null || owner.isBlank() ? null : owner.strip(),
                acceptance.due(),
                Person.current().name()));
    }

    /** @param reason why it is no entry */
    record Rejection(
            @NotBlank(message = "{form.needed}") @Size(max = 2000, message = "{form.long}")
            String reason) {}

    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/risks/{id}/reject")
    ResponseEntity<RiskView> reject(
            @PathVariable String program,
            @PathVariable String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Rejection rejection) {
        requireProgram(program);
        return withTag(risks.reject(
                program,
                id,
                Etag.required(ifMatch),
                rejection.reason(),
                Person.current().name()));
    }

    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/risks/{id}/become")
    ResponseEntity<RiskView> become(
            @PathVariable String program,
            @PathVariable String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody TurnBody turn) {
        requireProgram(program);
        RiskView made = risks.become(
                program,
                id,
                Etag.required(ifMatch),
                turn.turn(),
                idempotencyKey,
                Person.current().name());
        return ResponseEntity.created(URI.create("/api/v1/programs/" + program + "/risks/" + made.id()))
                .eTag(Etag.of(made.version()))
                .body(made);
    }

    /**
     * What shall be done to which entries.
     *
     * @param entries keys of entries
     * @param owner who answers for them, for OWNER; with STATE, for whom nobody answers
     * @param due until when, for DUE; with STATE, the day with which they are opened
     * @param state OPEN, CLOSED or REJECTED, for STATE
     * @param reason how they ended, or why they are rejected, which needs one
     * @param seen what a preview answered as seen, by entry: one that stands otherwise by now is refused
     */
    record ManyEntries(
            @NotNull(message = "{form.needed}") RegisterAction action,

            @NotNull(message = "{form.needed}") @Size(min = 1, max = RegisterAction.MOST, message = "{risks.bulk.size}")
            List<String> entries,

            @Size(max = 100, message = "{form.long}") @Nullable
            String owner,

            @Nullable LocalDate due,
            @Nullable RiskState state,

            @Size(max = 2000, message = "{form.long}") @Nullable
            String reason,

            @Nullable Map<String, String> seen) {}

    /**
     * Changes owner, day or state of many entries, each on its own: what one is refused for stops no other, and the answer
     * names all of them.
     */
    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/risks/bulk")
    RegisterAnswer changeMany(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Parameter(description = "Answer what would change and what would be refused, and write nothing.")
                    @RequestParam(defaultValue = "false")
                    boolean preview,
            @Valid @RequestBody ManyEntries wanted) {
        requireProgram(program);
        RegisterOrder order = new RegisterOrder(
                wanted.action(), wanted.entries(), wanted.owner(), wanted.due(), wanted.state(), wanted.reason());
        return preview
                ? bulk.preview(program, order, Person.current())
                : bulk.apply(
                        program,
                        order,
                        wanted.seen() == null ? Map.of() : wanted.seen(),
                        idempotencyKey,
                        Person.current());
    }

    /** Ready-made risks, with the key of what the register has of them. */
    @OpenTo
    @GetMapping("/programs/{program}/risks/library")
    PageBody<RiskViews.LibraryView> library(@PathVariable String program) {
        requireProgram(program);
        return new PageBody<>(risks.library(program), null);
    }

    /**
     * What is picked.
     *
     * @param risks ids in the library
     * @param owner who answers for them, or null
     * @param due until when, or null
     */
    record Picked(
            @NotEmpty(message = "{form.needed}") List<String> risks,

            @Size(max = 100, message = "{form.long}") @Nullable
            String owner,

            @Nullable LocalDate due) {}

    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/risks/library")
    PageBody<RiskView> pick(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Picked picked) {
        requireProgram(program);
        return new PageBody<>(
                risks.pick(
                        program,
                        picked.risks(),
                        picked.owner(),
                        picked.due(),
                        Person.current().name()),
                null);
    }

    /** Rejects what was once made of the whole library and nobody touched: the library has it. */
    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/risks/library/back")
    PageBody<RiskViews.LibraryView> putBack(
            @PathVariable String program, @RequestHeader("Idempotency-Key") String idempotencyKey) {
        requireProgram(program);
        risks.putBack(
                program,
                words.text("risks.library.back.reason"),
                Person.current().name());
        return new PageBody<>(risks.library(program), null);
    }

    @OpenTo
    @GetMapping("/audit")
    PageBody<AuditRow> audit(
            @RequestParam(required = false) @Nullable String program,
            @RequestParam(required = false) @Nullable String object,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "100") int limit) {
        Page<AuditRow> page = UnfitException.made(() -> audit.list(
                Person.current().access(),
                Person.current().name(),
                program,
                object,
                cursor,
                Math.max(1, Math.min(1000, limit))));
        return new PageBody<>(page.rows(), page.next());
    }

    /**
     * Reads the whole record again: every row's digest, every link, every signed checkpoint. One at a time, and not again
     * within ten seconds: its {@code at} tells when.
     */
    @OpenTo(
            value = Right.READ,
            functions = {Function.AUDITOR, Function.APPROVER},
            administrators = true)
    @GetMapping("/audit/verdict")
    AuditVerdict verdict() {
        return verdicts.current();
    }

    /** The newest signed checkpoint, and how far the places outside of the store have come. */
    @OpenTo(
            value = Right.READ,
            functions = {Function.AUDITOR, Function.APPROVER},
            administrators = true)
    @GetMapping("/audit/checkpoints")
    CheckpointStatus checkpoints() {
        return checkpoints.status();
    }

    @OpenTo
    @GetMapping("/landscape")
    PageBody<SystemReader.SystemLine> landscape() {
        return new PageBody<>(systems.list(), null);
    }

    @OpenTo(value = Right.WORK, administrators = true)
    @PostMapping("/landscape/{system}/test")
    SystemReader.SystemLine test(
            @PathVariable String system,
            @RequestParam(required = false) @Nullable String address,
            @RequestHeader("Idempotency-Key") String idempotencyKey) {
        return systems.test(system, address);
    }

    private static ResponseEntity<RiskView> withTag(RiskView risk) {
        return ResponseEntity.ok().eTag(Etag.of(risk.version())).body(risk);
    }

    private void requireProgram(String program) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
    }
}
