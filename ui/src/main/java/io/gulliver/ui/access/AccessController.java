package io.gulliver.ui.access;

import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessState;
import io.gulliver.domain.access.DatabaseAccessState;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.view.AccessReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.collection.AccessCheckService;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.springframework.web.util.UriComponentsBuilder;

/** Can we reach and read them all: a row for each database, a column for each thing that this needs. */
@Controller
@RequestMapping("/programs/{program}/access")
class AccessController {
    private static final int ROWS = 100;
    private static final int TODOS = 30;

    private final ProgramReader programs;
    private final AccessReader access;
    private final AccessCheckService sweeps;
    private final AccessRequestFile file;
    private final Words words;

    AccessController(
            ProgramReader programs,
            AccessReader access,
            AccessCheckService sweeps,
            AccessRequestFile file,
            Words words) {
        this.programs = programs;
        this.access = access;
        this.sweeps = sweeps;
        this.file = file;
        this.words = words;
    }

    /**
     * A database and its cells.
     *
     * @param name its name
     * @param cells in the order of the columns
     * @param work what must be done
     * @param checkedAt when it was tried, or null
     * @param worker who tried, or null
     * @param asked whether it waits to be tried
     */
    record Row(
            String name,
            List<Cell> cells,
            List<AccessFinding> work,
            @Nullable Instant checkedAt,
            @Nullable String worker,
            boolean asked) {
        static Row of(DatabaseAccessState state) {
            return new Row(
                    state.database(),
                    Arrays.stream(AccessItem.values())
                            .map(item -> Cell.of(state, item))
                            .toList(),
                    state.findings().values().stream()
                            .filter(finding -> finding.state() == AccessState.BAD)
                            .toList(),
                    state.checkedAt(),
                    state.worker(),
                    state.asked());
        }
    }

    /**
     * How one thing stands.
     *
     * @param key of its word
     * @param css class of its mark
     * @param seen in words, or null
     */
    record Cell(String key, String css, @Nullable String seen) {
        static Cell of(DatabaseAccessState state, AccessItem item) {
            AccessFinding finding = state.findings().get(item);
            AccessState stands = state.state(item);
            return new Cell(stands.name(), mark(stands), finding == null ? null : finding.seen());
        }
    }

    /** A column with how many databases stand how in it. */
    record Column(AccessItem item, int good, int bad) {}

    private static String mark(AccessState state) {
        return switch (state) {
            case GOOD -> "s-done";
            case BAD -> "s-failed";
            case UNKNOWN -> "s-none";
            case NEEDLESS -> "s-skipped";
        };
    }

    @OpenTo
    @GetMapping
    String access(
            @PathVariable String program,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "false") boolean bad,
            @RequestParam(defaultValue = "0") int from,
            @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
            Model model,
            HttpServletResponse response) {
        require(program);
        int start = Math.max(0, from);
        int matching = access.count(program, bad, q);
        int all = q.isBlank() && !bad ? matching : access.count(program, false, "");
        AccessReader.Count count = access.count(program);
        Map<AccessItem, Map<AccessState, Integer>> tally = access.tally(program);
        String base = "/programs/" + program + "/access";
        model.addAttribute("program", program);
        model.addAttribute("base", base);
        model.addAttribute("q", q);
        model.addAttribute("bad", bad);
        model.addAttribute("here", here(base, q, bad, start));
        model.addAttribute(
                "rows",
                access.list(program, bad, q, start, ROWS).stream().map(Row::of).toList());
        model.addAttribute(
                "columns",
                Arrays.stream(AccessItem.values())
                        .map(item -> new Column(
                                item,
                                tally.getOrDefault(item, Map.of()).getOrDefault(AccessState.GOOD, 0),
                                tally.getOrDefault(item, Map.of()).getOrDefault(AccessState.BAD, 0)))
                        .toList());
        model.addAttribute("todo", access.todo(program, TODOS));
        model.addAttribute("all", all);
        model.addAttribute("matching", matching);
        model.addAttribute("first", start + 1);
        model.addAttribute("last", Math.min(matching, start + ROWS));
        model.addAttribute("earlier", start == 0 ? null : here(base, q, bad, Math.max(0, start - ROWS)));
        model.addAttribute("later", start + ROWS >= matching ? null : here(base, q, bad, start + ROWS));
        model.addAttribute("waiting", count.waiting());
        model.addAttribute("zone", sweeps.zone());
        model.addAttribute("lead", lead(all, count));
        response.addHeader("Vary", "HX-Request");
        return htmx == null ? "access/access" : "access/access :: live";
    }

    private static String here(String base, String q, boolean bad, int from) {
        UriComponentsBuilder address = UriComponentsBuilder.fromPath(base);
        if (!q.isBlank()) {
            address.queryParam("q", "{q}");
        }
        if (bad) {
            address.queryParam("bad", true);
        }
        if (from > 0) {
            address.queryParam("from", from);
        }
        return address.encode().buildAndExpand(Map.of("q", q)).toUriString();
    }

    private Sentence lead(int all, AccessReader.Count count) {
        if (all == 0) {
            return words.sentence("access.lead.empty");
        }
        return words.sentence(
                count.tried() == 0 ? "access.lead.none" : "access.lead",
                count.tried() - count.bad(),
                all,
                count.bad(),
                all - count.tried());
    }

    /** Tries again: one, those that are ticked, or all. */
    @OpenTo(Right.WORK)
    @PostMapping("/check")
    String check(
            @PathVariable String program,
            @RequestParam(defaultValue = "") String one,
            @RequestParam(defaultValue = "false") boolean all,
            @RequestParam(required = false) @Nullable List<String> database,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "false") boolean bad,
            RedirectAttributes flash) {
        require(program);
        List<String> wanted = all ? List.of() : !one.isEmpty() ? List.of(one) : database == null ? List.of() : database;
        if (!all && wanted.isEmpty()) {
            throw Refusal.invalid(List.of(new FieldProblem("/database", words.text("access.choose"))));
        }
        int asked = sweeps.ask(program, wanted, Person.current().name());
        flash.addFlashAttribute("said", words.text("access.said", asked));
        return "redirect:" + here("/programs/" + program + "/access", q, bad, 0);
    }

    /** The request to those who must act, as a file. */
    @OpenTo
    @GetMapping("/request")
    ResponseEntity<byte[]> request(
            @PathVariable String program,
            @RequestParam(defaultValue = "txt") String form,
            @RequestParam(defaultValue = "false") boolean all,
            @RequestParam(defaultValue = "") String database) {
        return file.of(require(program), form, all, database);
    }

    private Program require(String program) {
        return programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }
}
