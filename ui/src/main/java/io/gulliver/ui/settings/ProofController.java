package io.gulliver.ui.settings;

import io.gulliver.assessment.proof.Standing;
import io.gulliver.assessment.proof.Standing.State;
import io.gulliver.domain.proof.PartKind;
import io.gulliver.service.proof.ProofFile;
import io.gulliver.service.proof.ProofService;
import io.gulliver.service.proof.ProofService.Imported;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.OpenToAdministrators;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.springframework.web.util.UriComponentsBuilder;

/** What has met the real thing, and what never has; signed results of suites are brought here. */
@Controller
@RequestMapping("/settings/proofs")
class ProofController {
    private static final int ROWS = 100;

    private final ProofService proofs;
    private final Words words;

    ProofController(ProofService proofs, Words words) {
        this.proofs = proofs;
        this.words = words;
    }

    @OpenTo(administrators = true)
    @GetMapping
    String proofs(
            @RequestParam(required = false) @Nullable PartKind kind,
            @RequestParam(required = false) @Nullable State state,
            @RequestParam(defaultValue = "false") boolean unmet,
            @RequestParam(defaultValue = "0") int from,
            Model model) {
        List<Standing> all = proofs.standings(Person.current()::counts);
        Map<State, Long> counts = new EnumMap<>(State.class);
        for (State one : State.values()) {
            counts.put(
                    one,
                    all.stream().filter(part -> part.fits(kind, one, unmet)).count());
        }
        List<Standing> parts =
                all.stream().filter(part -> part.fits(kind, state, unmet)).toList();
        int start = Math.max(0, Math.min(from, parts.size()));
        int end = Math.min(start + ROWS, parts.size());
        model.addAttribute("kinds", PartKind.values());
        model.addAttribute("kind", kind);
        model.addAttribute("states", State.values());
        model.addAttribute("state", state);
        model.addAttribute("unmet", unmet);
        model.addAttribute("counts", counts);
        model.addAttribute("parts", parts.subList(start, end));
        model.addAttribute("matching", parts.size());
        model.addAttribute("first", parts.isEmpty() ? 0 : start + 1);
        model.addAttribute("last", end);
        model.addAttribute("earlier", start == 0 ? null : here(kind, state, unmet, Math.max(0, start - ROWS)));
        model.addAttribute("later", end == parts.size() ? null : here(kind, state, unmet, end));
        model.addAttribute("any", here(kind, null, unmet, 0));
        model.addAttribute(
                "each",
                Stream.of(State.values())
                        .collect(Collectors.toMap(Function.identity(), one -> here(kind, one, unmet, 0))));
        model.addAttribute("mayImport", Person.current().administrator());
        model.addAttribute(
                "lead",
                words.sentence(
                        "proofs.lead",
                        of(all, State.PROVEN),
                        all.size(),
                        of(all, State.NEVER),
                        of(all, State.CHANGED),
                        of(all, State.FAILED),
                        all.stream().filter(part -> part.unmet() > 0).count()));
        return "settings/proofs";
    }

    private static String here(@Nullable PartKind kind, @Nullable State state, boolean unmet, int from) {
        return UriComponentsBuilder.fromPath("/settings/proofs")
                .queryParamIfPresent("kind", Optional.ofNullable(kind))
                .queryParamIfPresent("state", Optional.ofNullable(state))
                .queryParamIfPresent("unmet", unmet ? Optional.of(true) : Optional.empty())
                .queryParamIfPresent("from", from > 0 ? Optional.of(from) : Optional.empty())
                .toUriString();
    }

    private static long of(List<Standing> all, State state) {
        return all.stream().filter(part -> part.state() == state).count();
    }

    @OpenToAdministrators
    @PostMapping
    String take(@RequestParam(required = false) @Nullable MultipartFile file, RedirectAttributes flash)
            throws IOException {
        if (file == null || file.isEmpty()) {
            throw Refusal.invalid(List.of(new FieldProblem("/file", words.text("proofs.file.needed"))));
        }
        byte[] content;
        try (InputStream in = file.getInputStream()) {
            content = in.readNBytes(ProofFile.MAX_BYTES + 1);
        }
        Imported done = proofs.take(content, Person.current().name());
        flash.addFlashAttribute(
                "said",
                words.text(
                        done.added() ? "proofs.said" : "proofs.said.again",
                        done.results(),
                        done.signedBy(),
                        done.failed(),
                        done.changed(),
                        done.unknown()));
        return "redirect:/settings/proofs";
    }
}
