package io.gulliver.ui.plan;

import io.gulliver.assessment.connections.LinkGraph;
import io.gulliver.assessment.connections.LinkGraph.Cluster;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.persistence.view.ConnectionReader;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.PlanReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.problem.Refusal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Who calls whom in a program, and what a move group must contain. */
@Controller
class LinksController {
    private final ProgramReader programs;
    private final DatabaseReader databases;
    private final ConnectionReader connections;
    private final PlanReader plan;
    private final Words words;

    LinksController(
            ProgramReader programs,
            DatabaseReader databases,
            ConnectionReader connections,
            PlanReader plan,
            Words words) {
        this.programs = programs;
        this.databases = databases;
        this.connections = connections;
        this.plan = plan;
        this.words = words;
    }

    /**
     * Databases that reach each other.
     *
     * @param cluster who, and by which links
     * @param picture of them, or null where they are too many
     */
    public record Together(Cluster cluster, @Nullable LinkPicture picture) {}

    @OpenTo
    @GetMapping("/programs/{program}/connections")
    String links(@PathVariable String program, Model model) {
        programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
        Map<String, Integer> waves =
                plan.members(program).stream().collect(Collectors.toMap(WaveMember::database, WaveMember::wave));
        LinkGraph graph = LinkGraph.of(
                connections.links(program),
                databases.list(program).stream().map(SourceDatabase::profile).toList(),
                waves);
        List<Together> together = graph.clusters().stream()
                .map(cluster -> new Together(cluster, LinkPicture.of(cluster)))
                .toList();
        model.addAttribute("base", "/programs/" + program);
        model.addAttribute("graph", graph);
        model.addAttribute("together", together);
        model.addAttribute("lead", lead(graph));
        return "plan/links";
    }

    private Sentence lead(LinkGraph graph) {
        if (graph.clusters().isEmpty()) {
            return words.sentence("links.lead.none");
        }
        return words.sentence("links.lead", graph.databases(), graph.links(), graph.apart());
    }
}
