package io.gulliver.ui.database;

import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.RegisteredCluster;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.view.LandingReader;
import io.gulliver.service.planning.ClusterService;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import java.util.Arrays;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Where a database lands: on one server, or on a cluster that people made and registered. */
@Controller
class LandingController {
    private static final String TAB = "landing";

    private final DatabaseFrame frame;
    private final ClusterService clusters;
    private final LandingReader landings;
    private final Words words;

    LandingController(DatabaseFrame frame, ClusterService clusters, LandingReader landings, Words words) {
        this.frame = frame;
        this.clusters = clusters;
        this.landings = landings;
        this.words = words;
    }

    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/landing")
    String landing(@PathVariable String program, @PathVariable String database, Model model) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        Landing landing = landings.find(program, head.name()).orElse(null);
        List<String> servers = landing == null ? List.of() : landing.servers();
        model.addAttribute("servers", clusters.servers(program));
        model.addAttribute("clusters", clusters.list(program));
        model.addAttribute("now", servers);
        model.addAttribute("mayChoose", Person.current().may(Right.DECIDE));
        model.addAttribute("lead", lead(head.name(), servers));
        return "database/landing";
    }

    private Sentence lead(String database, List<String> servers) {
        return servers.isEmpty()
                ? words.sentence("landing.lead.none", database)
                : words.sentence("landing.lead", database, String.join(", ", servers), servers.size());
    }

    /** Chooses one of what is offered. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/programs/{program}/databases/{database}/landing")
    String choose(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam ClusterService.Way way,
            @RequestParam String where,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        Landing landing = clusters.land(
                program, head.name(), way, where.strip(), Person.current().name());
        flash.addFlashAttribute(
                "said", words.text("landing.chosen", head.name(), String.join(", ", landing.servers())));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/landing";
    }

    /** Registers a cluster that people made. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/programs/{program}/databases/{database}/landing/cluster")
    String register(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam String name,
            @RequestParam String nodes,
            @RequestParam String scan,
            @RequestParam int scanPort,
            @RequestParam int port,
            @RequestParam String gridHome,
            @RequestParam String oracleHome,
            @RequestParam String diskGroups,
            @RequestParam String databases,
            @RequestParam RegisteredCluster.Management management,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        RegisteredCluster cluster;
        try {
            cluster = new RegisteredCluster(
                    program,
                    name.strip(),
                    nodes(nodes),
                    scan.strip(),
                    scanPort,
                    port,
                    gridHome.strip(),
                    oracleHome.strip(),
                    listed(diskGroups),
                    listed(databases),
                    management,
                    null,
                    null);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(RuleViolation.Kind.NOT_SO, String.valueOf(e.getMessage()));
        }
        clusters.register(cluster, Person.current().name());
        flash.addFlashAttribute("said", words.text("landing.registered", cluster.name()));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/landing#clusters";
    }

    /** One a line, name and address. */
    private static List<RegisteredCluster.Node> nodes(String typed) {
        return typed.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(line -> line.split("[\\s,;=]+", 2))
                .map(parts -> new RegisteredCluster.Node(parts[0], parts.length < 2 ? "" : parts[1].strip()))
                .toList();
    }

    private static List<String> listed(String typed) {
        return Arrays.stream(typed.strip().split("[\\s,;]+"))
                .filter(one -> !one.isEmpty())
                .toList();
    }
}
