package io.gulliver.ui.internal;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.StepLogPiece;
import io.gulliver.contract.activity.StepLogState;
import io.gulliver.engine.PayloadKeys;
import io.gulliver.process.SpoolFile;
import io.gulliver.service.collection.WorkerService;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.start.UsesStore;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Takes evidence and call logs from workers that cannot reach the store, and gives them evidence and what their payload
 * keys must be. Not part of the public API.
 */
@RestController
@UsesStore
class InternalController {
    private static final int CALLS_AT_MOST = 1_000;

    private final WorkerService workers;
    private final PayloadKeys keys;

    /**
     * The key with which a worker seals.
     *
     * @param check tells another key of that id apart, and nothing of the key
     */
    record SealingKey(String id, String check) {}

    InternalController(WorkerService workers, PayloadKeys keys) {
        this.workers = workers;
        this.keys = keys;
    }

    /** Keeps a content whose hash is as announced; a cut or changed one is refused before anything is kept. */
    // Whoever gets here has shown the worker token, see InternalSecurity.
    @OpenTo(strangers = true)
    @PostMapping("/internal/evidence/{sha256}")
    ResponseEntity<?> evidence(
            @PathVariable String sha256, @RequestParam String name, @RequestParam String kind, InputStream body)
            throws IOException {
        Path file = SpoolFile.make("evidence");
        try {
            MessageDigest digest = sha256();
            try (DigestOutputStream out = new DigestOutputStream(Files.newOutputStream(file), digest)) {
                body.transferTo(out);
            }
            String found = HexFormat.of().formatHex(digest.digest());
            if (!found.equals(sha256)) {
                return ResponseEntity.badRequest()
                        .body(ProblemDetail.forStatusAndDetail(
                                HttpStatus.BAD_REQUEST,
                                "The content's SHA-256 is " + found + ", announced was another: it was cut or changed"
                                        + " on the way. Send it again."));
            }
            try (InputStream content = Files.newInputStream(file)) {
                EvidenceRef kept = workers.keep(name, kind, content);
                return ResponseEntity.ok(kept);
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** Gives a content that was kept, such as a file that a person uploaded for a database. */
    // Whoever gets here has shown the worker token, see InternalSecurity.
    @OpenTo(strangers = true)
    @GetMapping("/internal/evidence/{sha256}")
    void evidence(@PathVariable String sha256, HttpServletResponse response) throws IOException {
        Optional<Long> bytes = workers.size(sha256);
        if (bytes.isEmpty()) {
            response.sendError(HttpStatus.NOT_FOUND.value());
            return;
        }
        response.setContentType(MediaType.APPLICATION_OCTET_STREAM_VALUE);
        response.setContentLengthLong(bytes.get());
        try (InputStream content = workers.open(sha256)) {
            content.transferTo(response.getOutputStream());
        }
    }

    /** Keeps what a job printed; answers where the next piece begins. */
    // Whoever gets here has shown the worker token, see InternalSecurity.
    @OpenTo(strangers = true)
    @PostMapping("/internal/step-log")
    StepLogState printed(@RequestBody StepLogPiece piece) {
        return workers.printed(piece);
    }

    // Whoever gets here has shown the worker token, see InternalSecurity.
    @OpenTo(strangers = true)
    @PostMapping("/internal/calls")
    ResponseEntity<?> calls(@RequestBody List<OuterCall> made) {
        if (made.size() > CALLS_AT_MOST) {
            return ResponseEntity.badRequest()
                    .body(ProblemDetail.forStatusAndDetail(
                            HttpStatus.BAD_REQUEST,
                            "At most " + CALLS_AT_MOST + " calls at once; seen " + made.size()));
        }
        workers.called(made);
        return ResponseEntity.noContent().build();
    }

    /** The host keys that a host has to show, as the run that built it read them from its console. */
    // Whoever gets here has shown the worker token, see InternalSecurity.
    @OpenTo(strangers = true)
    @GetMapping("/internal/host-keys/{host}")
    List<String> hostKeys(@PathVariable String host) {
        return workers.hostKeys(host);
    }

    /** Notes a key that seals payloads from now on, and answers the check value of every key ever used, by id. */
    // Whoever gets here has shown the worker token, see InternalSecurity.
    @OpenTo(strangers = true)
    @PostMapping("/internal/payload-keys")
    ResponseEntity<?> payloadKeys(@RequestBody SealingKey sealing) {
        if (!keys.holds(sealing.id(), sealing.check())) {
            return ResponseEntity.status(HttpStatus.CONFLICT)
                    .body(ProblemDetail.forStatusAndDetail(
                            HttpStatus.CONFLICT,
                            "This server has no payload key of that id and check value, so it could not read what is"
                                    + " sealed with it. Copy the server's payload-keys.json to the worker."));
        }
        return ResponseEntity.ok(workers.seals(sealing.id(), sealing.check()));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
