package io.gulliver.ui.server;

import io.gulliver.domain.build.BuildApproval;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.JournalReader;
import io.gulliver.persistence.view.JournalRow;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.planning.build.BuildLine;
import io.gulliver.planning.build.BuildPart;
import io.gulliver.planning.build.DesignStanding;
import io.gulliver.planning.build.Whence;
import io.gulliver.service.migration.MadeThings;
import io.gulliver.service.planning.BuildDesignService;
import io.gulliver.service.planning.ClusterService;
import io.gulliver.ui.command.CommandForm;
import io.gulliver.ui.command.RunStart;
import io.gulliver.ui.frame.Links;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Status;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The build of a server on one page, before it exists. */
@Controller
class BuildController {
    private static final String SERVER = "server:";

    private final ProgramReader programs;
    private final MigrationReader migrations;
    private final JournalReader journal;
    private final BuildDesignService designs;
    private final MadeThings things;
    private final ClusterService clusters;
    private final RunStart starter;
    private final Words words;

    BuildController(
            ProgramReader programs,
            MigrationReader migrations,
            JournalReader journal,
            BuildDesignService designs,
            MadeThings things,
            ClusterService clusters,
            RunStart starter,
            Words words) {
        this.programs = programs;
        this.migrations = migrations;
        this.journal = journal;
        this.designs = designs;
        this.things = things;
        this.clusters = clusters;
        this.starter = starter;
        this.words = words;
    }

    /**
     * Lines about one thing.
     *
     * @param lines what is said of it
     * @param left words of what the playbook leaves empty and nobody filled
     */
    record Part(BuildPart part, List<BuildLine> lines, List<String> left) {}

    /**
     * What a step of an evaluation saw.
     *
     * @param said what it would do, or why it could not say; null while it said nothing
     */
    record Look(StepRow step, Status status, @Nullable String said) {}

    @OpenTo
    @GetMapping("/programs/{program}/servers/{server}/build")
    String build(@PathVariable String program, @PathVariable String server, Model model) {
        programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
        List<String> landing = designs.landing(program, server);
        DesignStanding standing = designs.of(program, server).orElse(null);
        ClusterService.Standing cluster = clusters.of(program, server).orElse(null);
        if (standing == null && landing.isEmpty() && cluster == null) {
            throw Refusal.notFound("problem.server", server, program);
        }
        List<Migration> runs = designs.runs(program, server);
        Migration evaluation =
                runs.stream().filter(Migration::evaluateOnly).findFirst().orElse(null);
        model.addAttribute("program", program);
        model.addAttribute("server", server);
        model.addAttribute("base", base(program, server));
        model.addAttribute("run", Links.database(program, SERVER + server));
        model.addAttribute("landing", landing);
        model.addAttribute("standing", standing);
        model.addAttribute("cluster", cluster);
        model.addAttribute("parts", standing == null ? List.of() : parts(standing));
        model.addAttribute("history", designs.history(program, server));
        model.addAttribute(
                "built",
                runs.stream().filter(one -> !one.evaluateOnly()).findFirst().orElse(null));
        model.addAttribute("evaluation", evaluation);
        model.addAttribute("looks", evaluation == null ? List.of() : looks(evaluation));
        model.addAttribute(
                "made",
                things.list(program).stream()
                        .filter(one -> one.database().equals(SERVER + server))
                        .toList());
        model.addAttribute("lead", lead(server, standing, cluster));
        model.addAttribute("mayApprove", mayApprove(program, standing));
        model.addAttribute("mayEvaluate", standing != null && Person.current().may(Right.DECIDE));
        model.addAttribute("requestKey", UUID.randomUUID().toString());
        return "server/build";
    }

    private static String base(String program, String server) {
        return "/programs/" + Links.part(program) + "/servers/" + Links.part(server) + "/build";
    }

    private static List<Part> parts(DesignStanding standing) {
        List<Part> parts = new ArrayList<>();
        for (BuildPart part : BuildPart.values()) {
            List<BuildLine> lines = standing.design().of(part);
            if (!lines.isEmpty()) {
                Map<Boolean, List<BuildLine>> left =
                        lines.stream().collect(Collectors.partitioningBy(BuildController::left));
                parts.add(new Part(
                        part,
                        left.get(false),
                        left.get(true).stream().map(BuildLine::words).toList()));
            }
        }
        return parts;
    }

    private static boolean left(BuildLine line) {
        return line.bound() && line.shown().isEmpty() && line.whence().origin() == Whence.Origin.PLAYBOOK;
    }

    /** Whom the page offers the form; what is approved is judged again when it comes. */
    private static boolean mayApprove(String program, @Nullable DesignStanding standing) {
        return standing != null
                && standing.approval() == null
                && standing.design().notYet().isEmpty()
                && BuildDesignService.mayApprove(CommandForm.speaker(Person.current(), program));
    }

    /** What the steps that make something would do, by the last thing that each said. */
    private List<Look> looks(Migration evaluation) {
        List<Look> looks = new ArrayList<>();
        for (StepRow step : migrations.steps(evaluation.id())) {
            if (step.kind() == StepKind.ACTION) {
                List<JournalRow> last =
                        journal.entriesBefore(evaluation.id(), step.run().key(), Long.MAX_VALUE, 1);
                looks.add(new Look(
                        step,
                        Status.of(step.run().state()),
                        Optional.ofNullable(step.run().failure())
                                .map(failure -> failure.message())
                                .orElse(last.isEmpty() ? null : last.get(0).message())));
            }
        }
        return looks;
    }

    private Sentence lead(String server, @Nullable DesignStanding standing, ClusterService.@Nullable Standing cluster) {
        if (standing == null && cluster != null) {
            return words.sentence(
                    "build.lead.cluster",
                    server,
                    cluster.cluster().name(),
                    String.valueOf(cluster.cluster().by()));
        }
        if (standing == null) {
            return words.sentence("build.lead.none", server);
        }
        int against = standing.design().notYet().size();
        BuildApproval last = standing.last();
        if (standing.approval() != null) {
            return words.sentence(
                    "build.lead.approved", server, standing.approval().by());
        }
        if (against > 0) {
            return words.sentence("build.lead.against", server, against);
        }
        return last == null
                ? words.sentence("build.lead.open", server)
                : words.sentence(
                        "build.lead.changed",
                        server,
                        last.by(),
                        standing.changes().size());
    }

    /** Approves the design that the person has read. */
    @OpenTo
    @PostMapping("/programs/{program}/servers/{server}/build/approve")
    String approve(
            @PathVariable String program,
            @PathVariable String server,
            @RequestParam String hash,
            @RequestParam(defaultValue = "") String reason,
            RedirectAttributes flash) {
        programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
        designs.approve(program, server, hash, reason, CommandForm.speaker(Person.current(), program));
        flash.addFlashAttribute("said", words.text("build.approved", server));
        return "redirect:" + base(program, server);
    }

    /** Has its run looked through without making anything. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/programs/{program}/servers/{server}/build/evaluate")
    String evaluate(
            @PathVariable String program,
            @PathVariable String server,
            @RequestParam String key,
            RedirectAttributes flash) {
        programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
        CommandForm.requireKey(key);
        String playbook =
                designs.builder(program, server).orElseThrow(() -> Refusal.notFound("problem.server", server, program));
        starter.start(
                new RunStart.Wanted(
                        key,
                        program,
                        SERVER + server,
                        Purpose.PRODUCTION,
                        true,
                        playbook,
                        null,
                        null,
                        null,
                        null,
                        null),
                Person.current().name());
        flash.addFlashAttribute("said", words.text("build.evaluates", server));
        return "redirect:" + base(program, server) + "#looks";
    }
}
