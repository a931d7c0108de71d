package io.gulliver.ui.api;

import io.gulliver.domain.estate.ApplicationPeople;
import io.gulliver.domain.people.Right;
import io.gulliver.evidence.inventory.InventoryProblem;
import io.gulliver.evidence.inventory.InventoryReader;
import io.gulliver.evidence.inventory.UnknownColumn;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.PeopleReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.collection.EvidenceAnswer;
import io.gulliver.service.collection.EvidenceService;
import io.gulliver.service.collection.EvidenceWithdrawal;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.collection.InventoryImport.Difference;
import io.gulliver.service.collection.ScriptService;
import io.gulliver.service.planning.InventoryService;
import io.gulliver.service.planning.PlanService;
import io.gulliver.ui.database.ScriptFile;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.swagger.v3.oas.annotations.Parameter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The estate: inventory in, evidence in, plan again. */
@RestController
@RequestMapping("/api/v1/programs/{program}")
class EstateApi {
    private static final String XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

    private final ProgramReader programs;
    private final DatabaseReader databases;
    private final InventoryService inventory;
    private final PeopleReader people;
    private final EvidenceService evidence;
    private final PlanService plan;
    private final ScriptService scripts;
    private final EvidenceWithdrawal withdrawals;

    EstateApi(
            ProgramReader programs,
            DatabaseReader databases,
            InventoryService inventory,
            PeopleReader people,
            EvidenceService evidence,
            PlanService plan,
            ScriptService scripts,
            EvidenceWithdrawal withdrawals) {
        this.withdrawals = withdrawals;
        this.programs = programs;
        this.databases = databases;
        this.inventory = inventory;
        this.people = people;
        this.evidence = evidence;
        this.plan = plan;
        this.scripts = scripts;
    }

    /**
     * What an import did or would do.
     *
     * @param applied false for a preview, and when a problem stopped it (422): then nothing was written
     * @param accepted names of new databases
     * @param updated databases with each field that changes
     * @param unchanged how many are as they were
     * @param people the same for the people of applications
     * @param unknown columns that nobody reads, each with the known one that is spelt most like it: nothing is written until
     *     the parameter {@code tags} names them, or the file is mended
     * @param remarks values that are taken as they are, and of which somebody should know what they mean, such as a release that no
     *     method takes
     * @param rejected every problem with sheet, line, column, value, reason and what to do
     */
    record InventoryAnswer(
            boolean applied,
            List<String> accepted,
            List<InventoryImport.Changed> updated,
            int unchanged,
            InventoryImport.PeopleDifference people,
            List<UnknownColumn> unknown,
            List<InventoryProblem> remarks,
            List<InventoryProblem> rejected) {
        static InventoryAnswer of(Difference difference) {
            return new InventoryAnswer(
                    difference.applied(),
                    difference.added().stream()
                            .map(InventoryImport.Added::database)
                            .toList(),
                    difference.changed(),
                    difference.unchanged(),
                    difference.people(),
                    difference.unknown(),
                    difference.remarks(),
                    difference.rejected());
        }
    }

    /**
     * Imports an inventory in CSV or XLSX, told from its content: all of it or nothing, unless {@code partial};
     * {@code preview} only shows the difference. A column that nobody knows is refused unless {@code tags} names it.
     */
    @OpenTo(Right.DECIDE)
    @PostMapping("/inventory")
    InventoryAnswer inventory(
            @PathVariable String program,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Parameter(description = "Import the lines without a problem, and leave out the others.")
                    @RequestParam(defaultValue = "false")
                    boolean partial,
            @Parameter(description = "Answer what would change, and write nothing.")
                    @RequestParam(defaultValue = "false")
                    boolean preview,
            @Parameter(
                            description =
                                    "Columns that are tags: kept with their databases and read by nobody. Separated by"
                                            + " commas, or named several times. Columns that databases of the program have already,"
                                            + " or that Gulliver reads, need not be named.",
                            example = "cost_centre,rack")
                    @RequestParam(defaultValue = "")
                    List<String> tags,
            HttpServletRequest request)
            throws IOException, HttpMediaTypeNotSupportedException {
        require(program);
        BodyType.require(
                request, "text/csv", XLSX, MediaType.TEXT_PLAIN_VALUE, MediaType.APPLICATION_OCTET_STREAM_VALUE);
        // one more than is taken: the reader says that it is too large
        byte[] content = request.getInputStream().readNBytes(InventoryReader.MAX_BYTES + 1);
        Difference difference = preview
                ? inventory.preview(program, content)
                : inventory.apply(
                        program, content, partial, tags, Person.current().name());
        InventoryAnswer answer = InventoryAnswer.of(difference);
        if (!preview && !difference.applied()) {
            throw Refusal.invalid(
                    difference.rejected().stream()
                            .map(problem -> new FieldProblem("", problem.text()))
                            .toList(),
                    answer);
        }
        return answer;
    }

    /** Who answers for each application; of one application where it is named. */
    @OpenTo
    @GetMapping("/people")
    PageBody<ApplicationPeople> people(
            @PathVariable String program, @RequestParam(defaultValue = "") String application) {
        require(program);
        return new PageBody<>(
                application.isEmpty()
                        ? people.list(program)
                        : people.find(program, application).stream().toList(),
                null);
    }

    /**
     * Takes a capture as evidence of a database: its kind is told from its content, never from its name. One that says of itself
     * that it is of another database is refused unless {@code confirm} says why it is of this one.
     */
    @OpenTo(Right.WORK)
    @PostMapping("/databases/{database}/evidence")
    EvidenceAnswer evidence(
            @PathVariable String program,
            @PathVariable String database,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @RequestParam(defaultValue = "capture") String name,
            @RequestParam(defaultValue = "") String confirm,
            HttpServletRequest request)
            throws IOException {
        require(program);
        requireDatabase(program, database);
        EvidenceAnswer answer = evidence.take(
                program,
                database,
                name,
                request.getInputStream(),
                confirm,
                Person.current().name(),
                idempotencyKey);
        if (answer.sha256() == null) {
            // nothing was kept of it
            throw Refusal.invalid(
                    answer.problems().stream()
                            .map(problem -> new FieldProblem("", problem.message() + "; " + problem.advice()))
                            .toList(),
                    answer);
        }
        return answer;
    }

    /** Why a file must not count, and whether its bytes go at once. */
    record Withdrawal(
            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason,

            boolean erase) {}

    /**
     * Takes back a file that was given as evidence: what it told goes or falls back to the next source. The audit record
     * keeps hash and reason; the bytes go after {@code gulliver.intake.keep-withdrawn}, or at once.
     */
    @OpenTo(Right.WORK)
    @PostMapping("/databases/{database}/evidence/{sha256}/withdraw")
    EvidenceWithdrawal.Withdrawn withdraw(
            @PathVariable String program,
            @PathVariable String database,
            @PathVariable String sha256,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Withdrawal withdrawal) {
        require(program);
        requireDatabase(program, database);
        return withdrawals.withdraw(
                program,
                database,
                sha256,
                withdrawal.reason(),
                withdrawal.erase(),
                Person.current().name(),
                idempotencyKey);
    }

    /**
     * The read-only SQL*Plus script that asks a database all that discovery asks, for a DBA to run where nobody else gets in;
     * what it writes is given as evidence.
     *
     * @param release such as 10.2, where the inventory does not tell it or is wrong
     */
    @OpenTo
    @GetMapping("/databases/{database}/discovery-script")
    ResponseEntity<byte[]> script(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(required = false) @Nullable String release) {
        require(program);
        requireDatabase(program, database);
        return ScriptFile.of(scripts.script(program, database, release));
    }

    /** Databases that have no date, and why. */
    record Replanned(SortedMap<String, String> undated) {}

    /** Judges every database again and computes planned and expected times. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/plan")
    Replanned replan(@PathVariable String program, @RequestHeader("Idempotency-Key") String idempotencyKey) {
        require(program);
        return new Replanned(plan.replan(program));
    }

    private void require(String program) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
    }

    private void requireDatabase(String program, String database) {
        if (databases.find(program, database).isEmpty()) {
            throw Refusal.notFound("problem.database", database);
        }
    }
}
