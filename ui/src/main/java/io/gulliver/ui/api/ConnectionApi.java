package io.gulliver.ui.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.HostDependency;
import io.gulliver.domain.estate.RedirectMethod;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.connection.ConnectionStore;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.security.OpenTo;
import io.gulliver.ui.security.Person;
import io.gulliver.ui.security.Role;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Who comes to a database, who answers for each client, and what runs on its host. */
@RestController
@RequestMapping("/api/v1/programs/{program}/databases/{database}/connections")
class ConnectionApi {
    private final ProgramStore programs;
    private final DatabaseStore databases;
    private final ConnectionStore connections;

    ConnectionApi(ProgramStore programs, DatabaseStore databases, ConnectionStore connections) {
        this.programs = programs;
        this.databases = databases;
        this.connections = connections;
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
     * @param unknown how many clients have no owner or no redirect method
     */
    record ConnectionsBody(int unknown, List<ClientBody> clients, List<HostDependency> dependencies) {}

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
    ConnectionsBody list(@PathVariable String program, @PathVariable String database) {
        String known = require(program, database);
        List<ClientBody> clients =
                connections.list(program, known).stream().map(ClientBody::of).toList();
        return new ConnectionsBody(
                (int) clients.stream().filter(ClientBody::unknown).count(),
                clients,
                connections.dependencies(program, known));
    }

    /** Says who answers for a client and how it is led to the new place. */
    @OpenTo({Role.PM, Role.DBA, Role.NETWORK, Role.APPLICATION_OWNER})
    @PutMapping("/{id}")
    ResponseEntity<ClientBody> change(
            @PathVariable String program,
            @PathVariable String database,
            @PathVariable String id,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @Valid @RequestBody ClientEdit edit) {
        String known = require(program, database);
        try {
            ClientConnection changed = connections.edit(
                    program,
                    known,
                    id,
                    Etag.required(ifMatch),
                    orNull(edit.owner()),
                    edit.redirect(),
                    orNull(edit.note()),
                    Person.current().name(),
                    null);
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
