package io.gulliver.ui.databases;

import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.planning.method.Method;
import io.gulliver.ui.command.BulkAction;
import io.gulliver.ui.command.BulkAnswer;
import io.gulliver.ui.command.BulkOrder;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.util.UriComponentsBuilder;

/** Acting on many databases of the grid: what would change, then what did, each with its sentence. */
@Controller
@RequestMapping("/programs/{program}/bulk")
class BulkController {
    /** How many databases one page shows. */
    private static final int LINES = 500;

    private final ProgramReader programs;
    private final DatabaseGridReader grid;
    private final KeptBulk orders;
    private final Words words;

    BulkController(ProgramReader programs, DatabaseGridReader grid, KeptBulk orders, Words words) {
        this.programs = programs;
        this.grid = grid;
        this.orders = orders;
        this.words = words;
    }

    /**
     * Looks what an order would do, and shows that on a page of its own.
     *
     * @param act what to do, with the number of the wave or the method behind a colon: {@code place:3}
     * @param all whether all databases are meant that the address shows
     * @param address query of the grid
     * @param database names that are ticked
     * @param picked further names, one a line
     */
    @OpenTo(Right.WORK)
    @PostMapping
    String preview(
            @PathVariable String program,
            @RequestParam(defaultValue = "") String act,
            @RequestParam(defaultValue = "") String reason,
            @RequestParam(defaultValue = "false") boolean all,
            @RequestParam(defaultValue = "") String address,
            @RequestParam(defaultValue = "") List<String> database,
            @RequestParam(defaultValue = "") String picked) {
        requireProgram(program);
        List<String> names = new ArrayList<>();
        GridQuery query = query(address);
        if (all) {
            names.addAll(grid.names(program, query));
        } else {
            names.addAll(database);
            picked.lines().map(String::strip).forEach(names::add);
            names.removeIf(String::isBlank);
        }
        BulkOrder order = order(act, reason, names);
        String back =
                "/programs/" + program + "/databases" + query.startingAt(0).address();
        return "redirect:/programs/" + program + "/bulk/" + orders.preview(program, back, order, Person.current());
    }

    /** What an order would do, or did; those that are refused stand first. */
    @OpenTo(Right.WORK)
    @GetMapping("/{key}")
    String show(
            @PathVariable String program,
            @PathVariable String key,
            @RequestParam(defaultValue = "0") int from,
            Model model) {
        KeptBulk.Kept kept = require(program, key);
        model.addAttribute("program", program);
        model.addAttribute("key", key);
        model.addAttribute("bulk", kept.answer());
        List<BulkAnswer.Line> lines = kept.answer().databases();
        int first = Math.max(0, Math.min(from, lines.size()));
        model.addAttribute("lines", lines.subList(first, Math.min(lines.size(), first + LINES)));
        model.addAttribute("end", Math.min(lines.size(), first + LINES));
        model.addAttribute("before", first == 0 ? null : Math.max(0, first - LINES));
        model.addAttribute("back", kept.back());
        model.addAttribute("reason", kept.order().reason());
        model.addAttribute("what", what(kept));
        model.addAttribute("lead", lead(kept.answer()));
        return "databases/bulk";
    }

    /** Does what was shown, for each database on its own; the same again does nothing. */
    @OpenTo(Right.WORK)
    @PostMapping("/{key}")
    String apply(@PathVariable String program, @PathVariable String key) {
        orders.apply(key, require(program, key), Person.current());
        return "redirect:/programs/" + program + "/bulk/" + key;
    }

    private KeptBulk.Kept require(String program, String key) {
        requireProgram(program);
        return orders.find(program, key, Person.current()).orElseThrow(() -> Refusal.notFound("problem.bulk.gone"));
    }

    private void requireProgram(String program) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
    }

    private static GridQuery query(String address) {
        try {
            return GridQuery.of(
                    UriComponentsBuilder.fromUriString(address)
                            .build(true)
                            .getQueryParams()
                            .toSingleValueMap()
                            .entrySet()
                            .stream()
                            .collect(Collectors.toMap(
                                    Map.Entry::getKey,
                                    entry -> entry.getValue() == null
                                            ? ""
                                            : URLDecoder.decode(entry.getValue(), StandardCharsets.UTF_8))));
        } catch (IllegalArgumentException unreadable) {
            throw Refusal.bad("problem.choice", address);
        }
    }

    private BulkOrder order(String act, String reason, List<String> names) {
        int colon = act.indexOf(':');
        String verb = colon < 0 ? act : act.substring(0, colon);
        String what = colon < 0 ? "" : act.substring(colon + 1);
        BulkAction action = choice(BulkAction.class, verb);
        return new BulkOrder(
                action,
                names,
                action == BulkAction.PLACE ? wave(what) : null,
                action == BulkAction.METHOD ? choice(Method.class, what) : null,
                reason);
    }

    private static @Nullable Integer wave(String number) {
        return number.matches("[0-9]{1,6}") ? Integer.valueOf(number) : null;
    }

    private <E extends Enum<E>> E choice(Class<E> type, String key) {
        try {
            return Enum.valueOf(type, key.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException unknown) {
            throw Refusal.invalid(List.of(new FieldProblem("/act", words.text("bulk.choose"))));
        }
    }

    private String what(KeptBulk.Kept kept) {
        BulkOrder order = kept.order();
        return words.text(
                "bulk.do." + order.action().key(),
                order.wave() != null
                        ? "W" + order.wave()
                        : order.method() != null ? words.method(order.method().name()) : "");
    }

    private Sentence lead(BulkAnswer answer) {
        return answer.preview()
                ? words.sentence("bulk.lead.preview", answer.changes(), answer.unchanged(), answer.refused())
                : words.sentence("bulk.lead.done", answer.done(), answer.unchanged(), answer.refused());
    }
}
