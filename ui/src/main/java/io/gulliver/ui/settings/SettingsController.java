package io.gulliver.ui.settings;

import io.gulliver.domain.people.Right;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.view.PlaybookReader;
import io.gulliver.service.migration.PlaybookService;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;

/** Systems, playbooks and the tables that decide. They come from files: this page shows and tests, and changes nothing. */
@Controller
class SettingsController {
    private final SystemReader systems;
    private final PlaybookReader playbooks;
    private final PlaybookService playbookService;
    private final RuleTables tables;
    private final Words words;

    SettingsController(
            SystemReader systems,
            PlaybookReader playbooks,
            PlaybookService playbookService,
            RuleTables tables,
            Words words) {
        this.systems = systems;
        this.playbooks = playbooks;
        this.playbookService = playbookService;
        this.tables = tables;
        this.words = words;
    }

    @OpenTo(administrators = true)
    @GetMapping("/settings")
    String settings(Model model) {
        List<SystemReader.SystemLine> all = systems.list();
        model.addAttribute("systems", all);
        model.addAttribute("playbooks", playbooks.list());
        model.addAttribute("tables", tables.files());
        long down = all.stream()
                .filter(system -> Boolean.FALSE.equals(system.reachable()))
                .count();
        long unknown = all.stream().filter(system -> system.reachable() == null).count();
        model.addAttribute(
                "lead",
                all.isEmpty()
                        ? words.sentence("settings.lead.none")
                        : words.sentence("settings.lead", all.size(), down, unknown));
        return "settings/settings";
    }

    /** A table as it is in force: to read, and to start one of one's own from. */
    @OpenTo(administrators = true)
    @GetMapping("/settings/tables/{folder}/{name}")
    ResponseEntity<String> table(@PathVariable String folder, @PathVariable String name) {
        String wanted = folder + "/" + name;
        RuleTables.TableSource found = tables.files().stream()
                .filter(file -> file.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new UnknownRowException("There is no table " + wanted + "."));
        return ResponseEntity.ok()
                .contentType(new MediaType("text", "plain", StandardCharsets.UTF_8))
                .body(found.text());
    }

    /** A playbook as it is compiled, with its ids, and what it says otherwise than the version before. */
    @OpenTo(administrators = true)
    @GetMapping("/settings/playbooks/{name}/{version}")
    ResponseEntity<String> playbook(@PathVariable String name, @PathVariable int version) {
        return ResponseEntity.ok()
                .contentType(new MediaType("text", "plain", StandardCharsets.UTF_8))
                .body(String.join("\n", playbookService.described(name, version)) + "\n");
    }

    @OpenTo(value = Right.WORK, administrators = true)
    @PostMapping("/settings/systems/{name}/test")
    String test(
            @PathVariable String name,
            @RequestParam(required = false) @Nullable String address,
            @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
            Model model,
            HttpServletResponse response) {
        SystemReader.SystemLine system = systems.test(name, address);
        response.addHeader("Vary", "HX-Request");
        if (htmx == null) {
            return "redirect:/settings#" + system.anchor();
        }
        model.addAttribute("s", system);
        return "settings/parts :: system(s=${s})";
    }
}
