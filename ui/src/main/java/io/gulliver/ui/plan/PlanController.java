package io.gulliver.ui.plan;

import io.gulliver.assessment.connections.LinkGraph;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.plan.Slip;
import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.view.ConnectionReader;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.PlanReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.planning.schedule.CriticalWay;
import io.gulliver.service.planning.PlanProposalService;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;

/** The plan: what is late, by how much, and where it stands against what was agreed. */
@Controller
class PlanController {
    private final ProgramReader programs;
    private final PlanPageReader reader;
    private final PlanReader store;
    private final DatabaseReader databases;
    private final ConnectionReader connections;
    private final PlanDependencies depends;
    private final BarMoves moves;
    private final PlanProposalService proposals;
    private final PlanSaves saves;
    private final Words words;
    private final Clock clock;

    PlanController(
            ProgramReader programs,
            PlanPageReader reader,
            PlanReader store,
            DatabaseReader databases,
            ConnectionReader connections,
            PlanDependencies depends,
            BarMoves moves,
            PlanProposalService proposals,
            PlanSaves saves,
            Words words,
            Clock clock) {
        this.programs = programs;
        this.reader = reader;
        this.store = store;
        this.databases = databases;
        this.connections = connections;
        this.depends = depends;
        this.moves = moves;
        this.proposals = proposals;
        this.saves = saves;
        this.words = words;
        this.clock = clock;
    }

    @OpenTo
    @GetMapping("/programs/{program}/plan")
    String plan(
            @PathVariable String program,
            @RequestParam(required = false) @Nullable String zoom,
            @RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate from,
            @RequestParam(required = false) @Nullable String by,
            @RequestParam(required = false) @Nullable String fold,
            @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
            Model model,
            HttpServletResponse response) {
        Program shown = programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
        PlanView plan = reader.plan(program);
        Formats fmt = Formats.of(model, clock);
        PlanLook look = PlanLook.of(zoom, from, by, fold);
        PlanView shownAs = grouped(plan, look, shown.key());
        Map<String, Instant> usersOut = new TreeMap<>();
        store.cutovers(program).forEach((database, dates) -> usersOut.put(database, dates.usersOut()));
        TypedPlan typed = store.typed(program);
        LinkGraph graph = links(program, typed);
        boolean mayMove = Person.current().may(Right.DECIDE);
        PlanChart.Known known = new PlanChart.Known(
                usersOut,
                CriticalWay.of(typed, store.times(program)),
                depends.of(typed, together(program), graph),
                mayMove ? moves.of(shown, typed, begins(plan), usersOut, fmt) : Map.of());
        PlanChart chart = PlanChart.of(shownAs, known, look, fmt.now(), shown.zone());
        model.addAttribute("look", look);
        model.addAttribute("zooms", PlanLook.Zoom.values());
        model.addAttribute("bys", PlanLook.By.values());
        model.addAttribute(
                "groups", shownAs.waves().stream().map(PlanView.Wave::key).toList());
        model.addAttribute("zone", shown.zone());
        model.addAttribute("waits", waits(program));
        model.addAttribute("together", together(program));
        model.addAttribute("linked", depends.words(graph));
        model.addAttribute(
                "lines",
                chart.rows().stream()
                        .flatMap(row -> row.lines().stream())
                        .map(PlanLines.Part::kind)
                        .distinct()
                        .sorted()
                        .toList());
        model.addAttribute("program", program);
        model.addAttribute("base", "/programs/" + program);
        model.addAttribute("plan", plan);
        model.addAttribute(
                "unplaced", plan.waves().isEmpty() ? proposals.loose(program).size() : 0);
        model.addAttribute("mayMove", mayMove);
        model.addAttribute("undo", mayMove ? saves.undoable(shown) : null);
        model.addAttribute("chart", chart);
        model.addAttribute("lead", lead(PlanChart.of(plan, fmt.now()), fmt));
        response.addHeader("Vary", "HX-Request");
        return htmx == null ? "plan/plan" : "plan/plan :: live";
    }

    /** What stands together: waves as they are, else databases by what the inventory says of them. */
    private PlanView grouped(PlanView plan, PlanLook look, String program) {
        if (look.by() == PlanLook.By.WAVE) {
            return plan;
        }
        Map<String, String> groups = new HashMap<>();
        databases.list(program).forEach(database -> {
            DatabaseProfile profile = database.profile();
            String group = switch (look.by()) {
                case APPLICATION -> profile.application();
                case SERVER -> profile.sourceHost();
                case OWNER -> profile.owner();
                case WAVE -> null;
            };
            if (group != null && !group.isBlank()) {
                groups.put(database.name(), group);
            }
        });
        SortedMap<String, List<PlanView.Item>> found = new TreeMap<>();
        plan.waves().stream()
                .flatMap(wave -> wave.databases().stream())
                .forEach(item -> found.computeIfAbsent(
                                groups.getOrDefault(item.name(), words.text("plan.by.none")), key -> new ArrayList<>())
                        .add(item));
        List<PlanView.Wave> waves = new ArrayList<>();
        found.forEach((group, items) -> waves.add(new PlanView.Wave(
                group,
                "",
                PlanView.Times.together(items.stream().map(PlanView.Item::times).toList()),
                items)));
        return new PlanView(waves, plan.freezes(), plan.broken(), plan.baselineAt());
    }

    private static Map<String, Instant> begins(PlanView plan) {
        Map<String, Instant> begins = new HashMap<>();
        for (PlanView.Wave wave : plan.waves()) {
            Instant start = wave.times().plannedStart();
            if (start != null) {
                begins.put(wave.key(), start);
            }
        }
        return begins;
    }

    private LinkGraph links(String program, TypedPlan typed) {
        return LinkGraph.of(
                connections.links(program),
                databases.list(program).stream().map(SourceDatabase::profile).toList(),
                typed.members().stream().collect(Collectors.toMap(WaveMember::database, WaveMember::wave)));
    }

    /** The waves that a wave waits for, by its key. */
    private Map<String, String> waits(String program) {
        Map<String, String> waits = new TreeMap<>();
        store.waves(program).stream()
                .filter(wave -> !wave.after().isEmpty())
                .forEach(wave -> waits.put(wave.key(), WaveForm.keys(wave.after())));
        return waits;
    }

    /** Move groups, by database. */
    private Map<String, String> together(String program) {
        Map<String, String> together = new TreeMap<>();
        databases.list(program).forEach(database -> {
            String group = database.profile().moveGroup();
            if (group != null) {
                together.put(database.name(), group);
            }
        });
        return together;
    }

    Sentence lead(PlanChart chart, Formats fmt) {
        List<PlanChart.Row> waves =
                chart.rows().stream().filter(row -> row.wave() != null).toList();
        if (waves.isEmpty()) {
            return words.sentence("plan.lead.none");
        }
        List<PlanChart.Row> agreed =
                waves.stream().filter(row -> row.slip() != null).toList();
        Duration worst = Slip.worst(agreed.stream().map(PlanChart.Row::slip).toList());
        if (worst == null) {
            return words.sentence("plan.lead.unagreed", waves.size());
        }
        int open = waves.size() - agreed.size();
        String rest = open == 0 ? "" : " " + words.text("plan.lead.rest", open);
        if (worst.toSeconds() <= 0) {
            return words.sentence(
                    worst.toSeconds() < 0 ? "plan.lead.early" : "plan.lead.ontime",
                    agreed.size(),
                    fmt.coarse(worst.abs()),
                    open,
                    rest);
        }
        List<PlanChart.Row> late =
                agreed.stream().filter(row -> fmt.against(row.slip()) == 1).toList();
        String which = late.stream()
                .filter(row -> worst.equals(row.slip()))
                .map(row -> row.wave() == null ? "" : row.wave().key())
                .findFirst()
                .orElse("");
        return agreed.size() == 1
                ? words.sentence("plan.lead.late.only", fmt.coarse(worst), which, open, rest)
                : words.sentence("plan.lead.late", late.size(), agreed.size(), fmt.coarse(worst), which, open, rest);
    }
}
