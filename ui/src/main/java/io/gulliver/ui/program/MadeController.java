package io.gulliver.ui.program;

import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.migration.MadeThings;
import io.gulliver.service.migration.MadeThings.Made;
import io.gulliver.service.migration.MadeThings.State;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.problem.Refusal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** What Gulliver made at outer systems for a program, for whom, and what is left over there. */
@Controller
class MadeController {
    private final ProgramReader programs;
    private final MadeThings things;
    private final Words words;

    MadeController(ProgramReader programs, MadeThings things, Words words) {
        this.programs = programs;
        this.things = things;
        this.words = words;
    }

    /**
     * What stands at one system.
     *
     * @param system its name
     * @param made by kind and name, what is left over first
     */
    public record AtSystem(String system, List<Made> made) {
        public AtSystem {
            made = List.copyOf(made);
        }

        private long leftOver() {
            return made.stream().filter(one -> one.state() == State.LEFT_OVER).count();
        }
    }

    /** Where something is left over first, then where most stands: consoles and arrays before hosts. */
    @OpenTo
    @GetMapping("/programs/{program}/made")
    String made(@PathVariable String program, Model model) {
        programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
        List<Made> all = things.list(program);
        Map<String, List<Made>> bySystem =
                all.stream().collect(Collectors.groupingBy(Made::system, TreeMap::new, Collectors.toList()));
        model.addAttribute("base", "/programs/" + program);
        model.addAttribute(
                "systems",
                bySystem.entrySet().stream()
                        .map(entry -> new AtSystem(entry.getKey(), leftOverFirst(entry.getValue())))
                        .sorted(Comparator.comparingLong(AtSystem::leftOver)
                                .thenComparingInt(at -> at.made().size())
                                .reversed()
                                .thenComparing(AtSystem::system))
                        .toList());
        model.addAttribute("lead", lead(all, bySystem.size()));
        return "program/made";
    }

    private static List<Made> leftOverFirst(List<Made> made) {
        return made.stream()
                .sorted((one, other) -> other.state().compareTo(one.state()))
                .toList();
    }

    private Sentence lead(List<Made> all, int systems) {
        if (all.isEmpty()) {
            return words.sentence("made.lead.none");
        }
        return words.sentence(
                "made.lead",
                all.size(),
                systems,
                all.stream().filter(one -> one.state() == State.LEFT_OVER).count(),
                all.stream().filter(one -> one.state() == State.UNSURE).count());
    }
}
