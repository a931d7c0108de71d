package io.gulliver.ui.api;

import io.gulliver.domain.landscape.LearntHostKey;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.service.migration.HostKeyService;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.OpenToAdministrators;
import io.gulliver.ui.person.Person;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** By which keys the servers are recognised that runs have built. */
@RestController
@RequestMapping("/api/v1/landscape/host-keys")
class HostKeyApi {
    private final HostKeyService keys;

    HostKeyApi(HostKeyService keys) {
        this.keys = keys;
    }

    /**
     * Keys of one host.
     *
     * @param host its name in the landscape
     * @param fingerprints as ssh-keygen -l prints them
     * @param run that read them from its console
     * @param learntAt when
     */
    record HostKey(String host, List<String> fingerprints, MigrationId run, Instant learntAt) {
        static HostKey of(LearntHostKey kept) {
            return new HostKey(kept.host(), kept.fingerprints(), kept.run(), kept.learntAt());
        }
    }

    /** Which keys were seen, and why they count no more. */
    record ReleasedKey(
            @NotEmpty(message = "{form.needed}") @Size(max = 10, message = "{form.long}")
            List<@NotBlank(message = "{form.needed}") @Size(max = 200, message = "{form.long}") String> fingerprints,

            @NotBlank(message = "{form.needed}") @Size(max = 1000, message = "{form.long}")
            String reason) {}

    @OpenTo(administrators = true)
    @GetMapping
    PageBody<HostKey> keys() {
        return new PageBody<>(keys.list().stream().map(HostKey::of).toList(), null);
    }

    /** Lets a host be recognised by what the landscape pins alone. */
    @OpenToAdministrators
    @PostMapping("/{host}/release")
    PageBody<HostKey> release(
            @PathVariable String host,
            @RequestHeader("Idempotency-Key") String idempotencyKey,
            @Valid @RequestBody ReleasedKey released) {
        keys.release(host, released.fingerprints(), Person.current().name(), released.reason());
        return keys();
    }
}
