package io.gulliver.ui.settings;

import io.gulliver.domain.landscape.LearntHostKey;
import io.gulliver.service.migration.HostKeyService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.OpenToAdministrators;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** By which keys the servers are recognised that runs have built; a person lets go of one when a server was installed anew. */
@Controller
@RequestMapping("/settings/host-keys")
class HostKeyController {
    private final HostKeyService keys;
    private final Words words;

    HostKeyController(HostKeyService keys, Words words) {
        this.keys = keys;
        this.words = words;
    }

    @OpenTo(administrators = true)
    @GetMapping
    String keys(Model model) {
        List<LearntHostKey> all = keys.list();
        model.addAttribute("keys", all);
        model.addAttribute("mayRelease", Person.current().administrator());
        model.addAttribute("lead", words.sentence("hostkeys.lead", all.size()));
        return "settings/host-keys";
    }

    @OpenToAdministrators
    @PostMapping
    String release(
            @RequestParam(defaultValue = "") String host,
            @RequestParam(defaultValue = "") String seen,
            @RequestParam(defaultValue = "") String reason,
            RedirectAttributes flash) {
        if (reason.isBlank() || reason.length() > 1000) {
            throw Refusal.invalid(List.of(new FieldProblem("/reason", words.text("hostkeys.reason.needed"))));
        }
        keys.release(host, List.of(seen.split(" ")), Person.current().name(), reason.strip());
        flash.addFlashAttribute("said", words.text("hostkeys.said", host));
        return "redirect:/settings/host-keys";
    }
}
