package io.gulliver.ui.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.gulliver.domain.estate.Assignment;
import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.HostDependency;
import io.gulliver.domain.estate.RedirectMethod;
import io.gulliver.domain.people.Right;
import io.gulliver.evidence.client.ClientList;
import io.gulliver.evidence.client.ClientListReader;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.view.ConnectionReader;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.collection.ConnectionService;
import io.gulliver.service.collection.IntakeGate;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who comes to a database, who answers for each client, and what runs on its host. */
@RestController
@RequestMapping("/api/v1/programs/{program}/databases/{database}/connections")
class ConnectionApi {
    private static final int MOST = 5000;

    private final ProgramReader programs;
    private final DatabaseReader databases;
    private final ConnectionReader connections;
    private final ConnectionService intake;
    private final IntakeGate gate;

    ConnectionApi(
            ProgramReader programs,
            DatabaseReader databases,
            ConnectionReader connections,
            ConnectionService intake,
            IntakeGate gate) {
        this.gate = gate;
        this.programs = programs;
        this.databases = databases;
        this.connections = connections;
        this.intake = intake;
    }

    /**
     * A client.
     *
     * @param unknown whether it has no owner or no redirect method
     * @param version for If-Match
     */
    record ClientBody(
            String id,
            ClientDirection direction,
            String machine,
            String program,
            String service,
            List<String> users,
            List<String> addresses,
            List<String> drivers,
            Instant firstSeen,
            Instant lastSeen,
            long count,
            SortedMap<String, ClientConnection.Seen> sources,
            @Nullable String owner,
            @Nullable RedirectMethod redirect,
            @Nullable String note,
            boolean unknown,
            long version,
            String changedBy,
            Instant changedAt) {
        static ClientBody of(ClientConnection client) {
            return new ClientBody(
                    client.id(),
                    client.direction(),
                    client.machine(),
                    client.program(),
                    client.service(),
                    client.users(),
                    client.addresses(),
                    client.drivers(),
                    client.first(),
                    client.last(),
                    client.seen(),
                    client.sources(),
                    client.owner(),
                    client.redirect(),
                    client.note(),
                    client.unknown(),
                    client.version(),
                    client.changedBy(),
                    client.changedAt());
        }
    }

    /**
     * All that is known.
     *
     * @param items the clients of this page
     * @param next cursor of the next page, or null when this is the last
     * @param matching how many clients fit the question
     * @param unknown how many clients of all have no owner or no redirect method
     */
    record ConnectionsBody(
            List<ClientBody> items,
            @Nullable String next,
            int matching,
            int unknown,
            List<HostDependency> dependencies) {}

    /** What people say of a client; null takes it back. What is read beside it may come back with it. */
    @JsonIgnoreProperties({
        "id",
        "direction",
        "machine",
        "program",
        "service",
        "users",
        "addresses",
        "drivers",
        "firstSeen",
        "lastSeen",
        "count",
        "sources",
        "unknown",
        "version",
        "changedBy",
        "changedAt"
    })
    record ClientEdit(
            @Size(max = 200, message = "{form.long}") @Nullable
            String owner,

            @Nullable RedirectMethod redirect,

            @Size(max = 2000, message = "{form.long}") @Nullable
            String note) {}

    @OpenTo
    @GetMapping
    ConnectionsBody list(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "false") boolean unknown,
            @RequestParam(defaultValue = "0") String cursor,
            @RequestParam(defaultValue = "1000") int limit) {
        String known = require(program, database);
        ConnectionReader.Wanted wanted = new ConnectionReader.Wanted(q, unknown);
        int from = PageBody.row(cursor);
        int matching = connections.count(program, known, wanted);
        List<ClientBody> rows =
                connections.page(program, known, wanted, from, Math.max(1, Math.min(limit, MOST))).stream()
                        .map(ClientBody::of)
                        .toList();
        int end = from + rows.size();
        return new ConnectionsBody(
                rows,
                end < matching ? Integer.toString(end) : null,
                matching,
                connections.count(program, known, new ConnectionReader.Wanted("", true)),
                connections.dependencies(program, known));
    }

    /**
     * Says of many clients who answers for them and how they are led to the new place; what is null stays.
     *
     * @param clients ids; empty for all that {@code q} and {@code unknown} find
     */
    record ManyEdit(
            @Size(max = 20_000, message = "{form.long}") @Nullable
            List<String> clients,

            @Nullable String q,
            boolean unknown,

            @Size(max = 200, message = "{form.long}") @Nullable
            String owner,

            @Nullable RedirectMethod redirect,

            @Size(max = 2000, message = "{form.long}") @Nullable
            String note) {}

    /** How many clients were changed; those that were so already are not counted. */
    record Changed(int changed) {}

    @OpenTo(Right.WORK)
    @PostMapping("/assign")
    Changed assign(
            @PathVariable String program,
            @PathVariable String database,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody ManyEdit edit) {
        String known = require(program, database);
        List<String> ids = edit.clients() != null && !edit.clients().isEmpty()
                ? edit.clients()
                : connections
                        .page(
                                program,
                                known,
                                new ConnectionReader.Wanted(Objects.requireNonNullElse(edit.q(), ""), edit.unknown()),
                                0,
                                Integer.MAX_VALUE)
                        .stream()
                        .map(ClientConnection::id)
                        .toList();
        Assignment to = new Assignment(orNull(edit.owner()), edit.redirect(), orNull(edit.note()));
        try {
            return new Changed(
                    intake.assign(program, known, ids, to, Person.current().name()));
        } catch (UnknownRowException gone) {
            throw Refusal.notFound("problem.client", ids.size() == 1 ? ids.get(0) : "of the list", known);
        }
    }

    /** What becomes of a program on the host, and why. */
    record Decided(
            @NotBlank(message = "{form.needed}") String name,
            @NotNull(message = "{form.needed}") HostDependency.Choice choice,

            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason) {}

    /** Decides what becomes of a program on the host, whatever the list says of its build. */
    @OpenTo(Right.WORK)
    @PostMapping("/dependencies")
    PageBody<HostDependency> decide(
            @PathVariable String program,
            @PathVariable String database,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody Decided decided) {
        String known = require(program, database);
        try {
            intake.decide(
                    program,
                    known,
                    decided.name(),
                    decided.choice(),
                    decided.reason().strip(),
                    Person.current().name());
        } catch (UnknownRowException gone) {
            throw Refusal.notFound("problem.client", decided.name(), known);
        }
        return new PageBody<>(connections.dependencies(program, known), null);
    }

    /**
     * Takes a list of clients, such as a configuration database has: who answers for each and how it is led to the new place.
     * All of it or nothing.
     */
    @OpenTo(Right.WORK)
    @PostMapping("/list")
    ConnectionService.Listed listed(
            @PathVariable String program,
            @PathVariable String database,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            HttpServletRequest request)
            throws IOException, HttpMediaTypeNotSupportedException {
        String known = require(program, database);
        BodyType.require(request, "text/csv", MediaType.TEXT_PLAIN_VALUE, MediaType.APPLICATION_OCTET_STREAM_VALUE);
        // one more than is taken: the reader says that it is too large
        byte[] content = request.getInputStream().readNBytes(ClientListReader.MOST_BYTES + 1);
        ClientList read = gate.read("The list of clients", () -> ClientListReader.read(content));
        if (!read.problems().isEmpty()) {
            throw Refusal.invalid(read.problems().stream()
                    .map(problem -> new FieldProblem("", problem))
                    .toList());
        }
        return intake.listed(program, known, read.rows(), Person.current().name(), idempotencyKey);
    }

    /** Says who answers for a client and how it is led to the new place. */
    @OpenTo(Right.WORK)
    @PutMapping("/{id}")
    ResponseEntity<ClientBody> change(
            @PathVariable String program,
            @PathVariable String database,
            @PathVariable String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @Valid @RequestBody ClientEdit edit) {
        String known = require(program, database);
        try {
            ClientConnection changed = intake.edit(
                    program,
                    known,
                    id,
                    Etag.required(ifMatch),
                    new Assignment(orNull(edit.owner()), edit.redirect(), orNull(edit.note())),
                    Person.current().name());
            return ResponseEntity.ok().eTag(Etag.of(changed.version())).body(ClientBody.of(changed));
        } catch (UnknownRowException gone) {
            throw Refusal.notFound("problem.client", id, known);
        } catch (StaleVersionException faster) {
            throw Refusal.precondition(
                    HttpStatus.PRECONDITION_FAILED,
                    "problem.version",
                    faster.stored(),
                    String.valueOf(faster.getMessage()));
        }
    }

    private static @Nullable String orNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    private String require(String program, String database) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
        return databases
                .find(program, database)
                .orElseThrow(() -> Refusal.notFound("problem.database", database, program))
                .name();
    }
}
