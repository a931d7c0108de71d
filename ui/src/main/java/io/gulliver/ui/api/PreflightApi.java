package io.gulliver.ui.api;

import io.gulliver.assessment.preflight.PreflightCheck;
import io.gulliver.service.preflight.PreflightService;
import io.gulliver.ui.person.OpenToAdministrators;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What is missing before a first real migration can run. */
@RestController
@RequestMapping("/api/v1")
class PreflightApi {
    private final PreflightService preflight;

    PreflightApi(PreflightService preflight) {
        this.preflight = preflight;
    }

    @OpenToAdministrators
    @GetMapping("/preflight")
    PageBody<PreflightCheck> preflight() {
        return new PageBody<>(preflight.checks(), null);
    }
}
