package io.gulliver.ui.databases;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.PlanReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.planning.method.Method;
import io.gulliver.service.migration.RunWaits;
import io.gulliver.service.planning.MethodDemand;
import io.gulliver.ui.command.BulkAction;
import io.gulliver.ui.frame.Ramp;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Status;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The grid of databases. */
@Controller
class DatabasesController {
    private static final List<Status> VIEWS = List.of(Status.WAITING, Status.BLOCKED, Status.FAILED, Status.RUNNING);
    private static final List<String> SLICES =
            IntStream.range(0, 6).mapToObj(Ramp::cell).toList();

    private final ProgramReader programs;
    private final DatabaseGridReader reader;
    private final ViewKeeping views;
    private final MethodDemand demand;
    private final RunWaits waits;
    private final PlanReader plan;
    private final Words words;

    DatabasesController(
            ProgramReader programs,
            DatabaseGridReader reader,
            ViewKeeping views,
            MethodDemand demand,
            RunWaits waits,
            PlanReader plan,
            Words words) {
        this.programs = programs;
        this.reader = reader;
        this.views = views;
        this.demand = demand;
        this.waits = waits;
        this.plan = plan;
        this.words = words;
    }

    @OpenTo
    @GetMapping("/programs/{program}/databases")
    String databases(
            @PathVariable String program,
            @RequestParam Map<String, String> asked,
            @RequestParam(name = "cols", defaultValue = "") List<String> columns,
            @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
            Model model,
            HttpServletResponse response) {
        requireProgram(program);
        // the form says each column on its own, the address all of them
        Map<String, String> meant = new HashMap<>(asked);
        meant.put("cols", String.join(",", columns));
        GridQuery query = GridQuery.of(meant);
        GridPage page = reader.page(program, query);
        model.addAttribute("program", program);
        model.addAttribute("query", query);
        model.addAttribute("grid", page);
        model.addAttribute(
                "waits",
                waits.of(program, page.rows().stream().map(DatabaseRow::name).toList()));
        model.addAttribute("unwritten", demand.waiting(program));
        model.addAttribute("stages", Stage.values());
        model.addAttribute("statuses", Status.values());
        model.addAttribute("views", VIEWS);
        model.addAttribute("columns", Column.ALL);
        model.addAttribute("chips", chips(query));
        if (Person.current().may(Right.WORK)) {
            model.addAttribute("acts", acts(program));
        }
        model.addAttribute("nameColumn", GridQuery.Sort.NAME);
        model.addAttribute("slices", SLICES);
        model.addAttribute("base", "/programs/" + program + "/databases");
        model.addAttribute("risks", GridQuery.Risk.values());
        model.addAttribute("saved", views.list(program, Person.current()));
        model.addAttribute("me", Person.current().name());
        model.addAttribute("lead", lead(page));
        response.addHeader("Vary", "HX-Request");
        if (htmx == null) {
            return "databases/grid";
        }
        if (query.from() > 0) {
            return "databases/grid :: rows";
        }
        response.setHeader("HX-Push-Url", "/programs/" + program + "/databases" + query.address());
        return "databases/grid :: result";
    }

    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/row")
    String row(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(defaultValue = "") String cols,
            Model model,
            HttpServletResponse response) {
        DatabaseRow row = reader.row(program, database)
                .orElseThrow(() -> Refusal.notFound("problem.database", database, program));
        model.addAttribute("program", program);
        model.addAttribute("base", "/programs/" + program + "/databases");
        model.addAttribute("query", GridQuery.of(Map.of("cols", cols)));
        model.addAttribute("row", row);
        model.addAttribute("waits", waits.of(program, List.of(row.name())));
        model.addAttribute("unwritten", demand.waiting(program));
        model.addAttribute("slices", SLICES);
        response.addHeader("Vary", "HX-Request");
        return "databases/parts :: row(row=${row})";
    }

    /** Keeps the view that is shown under a name; one of the same name is replaced. */
    @OpenTo
    @PostMapping("/programs/{program}/views")
    String keep(
            @PathVariable String program,
            @RequestParam(defaultValue = "") String name,
            @RequestParam(defaultValue = "") String address,
            @RequestParam(defaultValue = "false") boolean shared,
            RedirectAttributes flash) {
        requireProgram(program);
        views.keep(program, Person.current(), name, address, shared);
        flash.addFlashAttribute("said", words.text("databases.view.kept", name.strip()));
        return "redirect:/programs/" + program + "/databases" + address;
    }

    /** Forgets a view of one's own. */
    @OpenTo
    @PostMapping("/programs/{program}/views/drop")
    String drop(@PathVariable String program, @RequestParam String name, RedirectAttributes flash) {
        requireProgram(program);
        views.drop(program, Person.current(), name);
        flash.addFlashAttribute("said", words.text("databases.view.dropped", name));
        return "redirect:/programs/" + program + "/databases";
    }

    private void requireProgram(String program) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
    }

    /**
     * A filter that holds.
     *
     * @param name what is asked
     * @param value for what, in words
     * @param without address of the grid without it
     */
    record Chip(String name, String value, String without) {}

    private List<Chip> chips(GridQuery query) {
        List<Chip> chips = new ArrayList<>();
        for (GridQuery.Part part : GridQuery.Part.values()) {
            String value = query.value(part);
            if (!value.isEmpty()) {
                chips.add(new Chip(
                        words.text("databases.chip." + part.key()),
                        switch (part) {
                            case Q, WAVE, OWNER -> value;
                            case STAGE -> words.text("stage." + value.toUpperCase(Locale.ROOT));
                            case STATE -> words.text("status." + value);
                            case METHOD -> words.method(value);
                            case RISK -> words.text("databases.risk." + value);
                        },
                        query.without(part).address()));
            }
        }
        if (query.sort() != GridQuery.Sort.NAME || query.descending()) {
            chips.add(new Chip(
                    words.text("databases.chip.sort"),
                    words.text(
                            query.descending() ? "databases.chip.down" : "databases.chip.up",
                            words.text("databases.col." + query.sort().key())),
                    query.unsorted().address()));
        }
        return chips;
    }

    /**
     * Something that the person may do to many databases.
     *
     * @param value as {@link BulkController} takes it
     */
    record Act(String value, String title) {}

    private List<Act> acts(String program) {
        List<Act> acts = new ArrayList<>();
        for (BulkAction action : BulkAction.values()) {
            String title = "bulk.do." + action.key();
            if (!Person.current().may(action.right())) {
                continue;
            }
            switch (action) {
                case PLACE ->
                    plan.waves(program)
                            .forEach(wave -> acts.add(new Act(
                                    action.key() + ":" + wave.number(),
                                    words.text(title, words.text("bulk.wave", wave.key(), wave.title())))));
                case METHOD -> {
                    for (Method method : Method.values()) {
                        acts.add(new Act(
                                action.key() + ":" + method.name(), words.text(title, words.method(method.name()))));
                    }
                }
                case TAKE_OUT, DISCOVER, EVALUATE, PAUSE, RESUME ->
                    acts.add(new Act(action.key(), words.text(title, "")));
            }
        }
        return acts;
    }

    private Sentence lead(GridPage page) {
        if (page.total() == 0) {
            return words.sentence("databases.lead.none");
        }
        return words.sentence(
                "databases.lead",
                page.count(Status.RUNNING),
                page.count(Status.WAITING),
                page.count(Status.BLOCKED),
                page.count(Status.FAILED),
                page.across(),
                page.total());
    }
}
