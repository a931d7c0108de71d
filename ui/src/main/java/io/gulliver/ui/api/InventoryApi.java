package io.gulliver.ui.api;

import io.gulliver.control.InventoryImport;
import io.gulliver.control.InventoryImport.Difference;
import io.gulliver.control.PlanService;
import io.gulliver.evidence.inventory.InventoryProblem;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.security.OpenTo;
import io.gulliver.ui.security.Person;
import io.gulliver.ui.security.Role;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Brings databases in from a file. */
@RestController
@RequestMapping("/api/v1/programs/{program}/inventory")
class InventoryApi {
    private final ProgramStore programs;
    private final InventoryImport inventory;
    private final PlanService plan;

    InventoryApi(ProgramStore programs, InventoryImport inventory, PlanService plan) {
        this.programs = programs;
        this.inventory = inventory;
        this.plan = plan;
    }

    /**
     * What an import did, or would do.
     *
     * @param applied false for a preview, and when a line was refused and all or nothing was wanted
     * @param accepted new databases
     * @param updated databases with other values than before
     * @param unchanged how many are as they were
     * @param rejected what is wrong, by line and column, with the remedy
     */
    record Imported(
            boolean applied,
            List<String> accepted,
            List<String> updated,
            int unchanged,
            List<InventoryProblem> rejected) {
        static Imported of(Difference difference) {
            return new Imported(
                    difference.applied(),
                    difference.added().stream()
                            .map(InventoryImport.Added::database)
                            .toList(),
                    difference.changed().stream()
                            .map(InventoryImport.Changed::database)
                            .toList(),
                    difference.unchanged(),
                    difference.rejected());
        }
    }

    /** All or nothing unless {@code partial}; the same file twice changes nothing, so the key is not remembered. */
    @OpenTo(Role.PM)
    @PostMapping(consumes = {"text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"})
    ResponseEntity<Imported> load(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @RequestParam(defaultValue = "false") boolean partial,
            @RequestParam(defaultValue = "false") boolean preview,
            @RequestBody(required = false) byte[] file) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
        byte[] content = file == null ? new byte[0] : file;
        if (preview) {
            return ResponseEntity.ok(Imported.of(inventory.preview(program, content)));
        }
        String by = Person.current().name();
        Difference done = inventory.apply(program, content, partial, by);
        if (done.applied()) {
            plan.replan(program, by);
        }
        return ResponseEntity.status(done.applied() ? HttpStatus.OK : HttpStatus.UNPROCESSABLE_CONTENT)
                .body(Imported.of(done));
    }
}
