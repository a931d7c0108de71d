package io.gulliver.ui.settings;

import io.gulliver.assessment.preflight.PreflightCheck;
import io.gulliver.assessment.preflight.PreflightCheck.State;
import io.gulliver.assessment.preflight.PreflightRules;
import io.gulliver.service.preflight.PreflightService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenToAdministrators;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** What is missing before a first real migration can run, what is missing first. */
@Controller
class PreflightController {
    private final PreflightService preflight;
    private final Words words;
    private final boolean lab;

    PreflightController(PreflightService preflight, Words words, @Value("${gulliver.lab.users:false}") boolean lab) {
        this.preflight = preflight;
        this.words = words;
        this.lab = lab;
    }

    @OpenToAdministrators
    @GetMapping("/settings/preflight")
    String preflight(Model model) {
        List<PreflightCheck> checks = preflight.checks();
        model.addAttribute(
                "open",
                checks.stream().filter(check -> check.state() != State.READY).toList());
        model.addAttribute(
                "ready",
                checks.stream().filter(check -> check.state() == State.READY).toList());
        model.addAttribute("lab", lab);
        model.addAttribute(
                "lead",
                words.sentence(
                        "preflight.lead",
                        PreflightRules.count(checks, State.MISSING),
                        PreflightRules.count(checks, State.ADVISED),
                        PreflightRules.count(checks, State.UNKNOWN)));
        return "settings/preflight";
    }
}
