package io.gulliver.ui.api;

import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.PlaybookReader;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.playbook.PlaybookLoader;
import io.gulliver.service.collection.IntakeGate;
import io.gulliver.service.migration.PlaybookService;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Playbooks: what is there, a new one, and the second person's word on it. */
@RestController
@RequestMapping("/api/v1/playbooks")
class PlaybookApi {
    /** One more than a playbook may have: the loader says that it is too large. */
    private static final int MOST_BYTES = 512 * 1024 + 1;

    private final PlaybookReader playbooks;
    private final PlaybookService service;
    private final PlaybookLibrary library;
    private final IntakeGate gate;

    PlaybookApi(PlaybookReader playbooks, PlaybookService service, PlaybookLibrary library, IntakeGate gate) {
        this.gate = gate;
        this.playbooks = playbooks;
        this.service = service;
        this.library = library;
    }

    @OpenTo
    @GetMapping
    PageBody<PlaybookRow> list() {
        return new PageBody<>(playbooks.list(), null);
    }

    @OpenTo
    @GetMapping("/{name}/{version}")
    PlaybookRow read(@PathVariable String name, @PathVariable int version) {
        return require(name, version);
    }

    /**
     * Takes a playbook that a second person has still to approve. A broken one is refused with every problem, and
     * changes nothing; nor does another content under a name and version that are there. What is kept is complete: the steps
     * of the fragments that it includes stand in it, so that a later Gulliver runs it as it was approved.
     *
     * @param file its name for messages
     */
    @OpenTo(value = Right.READ, functions = Function.PLAYBOOK_ADMIN)
    @PostMapping
    ResponseEntity<PlaybookRow> upload(
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @RequestParam(defaultValue = "playbook.yaml") String file,
            HttpServletRequest request)
            throws IOException, HttpMediaTypeNotSupportedException {
        BodyType.require(
                request,
                "application/yaml",
                "text/yaml",
                MediaType.TEXT_PLAIN_VALUE,
                MediaType.APPLICATION_OCTET_STREAM_VALUE);
        byte[] content = request.getInputStream().readNBytes(MOST_BYTES);
        PlaybookLoader.Outcome outcome = gate.read("The playbook", () -> library.check(file, content));
        if (outcome instanceof PlaybookLoader.Refused refused) {
            throw Refusal.invalid(refused.problems().stream()
                    .map(problem -> new FieldProblem(pointer(problem.field()), problem.toString()))
                    .toList());
        }
        PlaybookRow row =
                service.keep((PlaybookLoader.Loaded) outcome, Person.current().name());
        return ResponseEntity.created(URI.create("/api/v1/playbooks/" + row.name() + "/" + row.version()))
                .body(row);
    }

    /** Lets a playbook be run: the word of somebody else than who uploaded it. */
    @OpenTo(value = Right.READ, functions = Function.APPROVER)
    @PostMapping("/{name}/{version}/approve")
    PlaybookRow approve(
            @PathVariable String name,
            @PathVariable int version,
            @RequestHeader("Idempotency-Key") String idempotencyKey) {
        return service.approve(require(name, version).hash(), Person.current().name());
    }

    private PlaybookRow require(String name, int version) {
        return playbooks.find(name, version).orElseThrow(() -> Refusal.notFound("problem.playbook", name, version));
    }

    /** {@code steps[3].inputs.size} as {@code /steps/3/inputs/size}. */
    private static String pointer(String field) {
        return field.isEmpty() || field.startsWith("/")
                ? field
                : "/" + field.replace("[", ".").replace("]", "").replace('.', '/');
    }
}
