package io.gulliver.ui.api;

import io.gulliver.assessment.proof.Standing;
import io.gulliver.domain.proof.PartKind;
import io.gulliver.service.proof.ProofFile;
import io.gulliver.service.proof.ProofService;
import io.gulliver.service.proof.ProofService.Imported;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.OpenToAdministrators;
import io.gulliver.ui.person.Person;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What has met the real thing. */
@RestController
@RequestMapping("/api/v1/proofs")
class ProofApi {
    private final ProofService proofs;

    ProofApi(ProofService proofs) {
        this.proofs = proofs;
    }

    @OpenTo(administrators = true)
    @GetMapping
    PageBody<Standing> proofs(
            @RequestParam(required = false) @Nullable PartKind kind,
            @RequestParam(required = false) Standing.@Nullable State state,
            @RequestParam(defaultValue = "false") boolean unmet) {
        return new PageBody<>(
                proofs.standings(Person.current()::counts).stream()
                        .filter(one -> one.fits(kind, state, unmet))
                        .toList(),
                null);
    }

    /** Takes a signed file of results. */
    @OpenToAdministrators
    @PostMapping
    Imported take(@RequestHeader("Idempotency-Key") String idempotencyKey, HttpServletRequest request)
            throws IOException, HttpMediaTypeNotSupportedException {
        BodyType.require(request, MediaType.APPLICATION_OCTET_STREAM_VALUE);
        // one more than is taken: the service says that it is too large
        byte[] content = request.getInputStream().readNBytes(ProofFile.MAX_BYTES + 1);
        return proofs.take(content, Person.current().name());
    }
}
