package io.gulliver.ui.people;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.program.CalendarYears;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.people.AccountService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenToAdministrators;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Everybody who may log in, with rights and functions; dates are days in UTC. */
@Controller
class PeopleController {
    /** Empty lines below those that are there. */
    private static final int SPARE = 2;

    private final AccountService accounts;
    private final PeopleEditor editor;
    private final ProgramReader programs;
    private final Words words;

    PeopleController(AccountService accounts, PeopleEditor editor, ProgramReader programs, Words words) {
        this.accounts = accounts;
        this.editor = editor;
        this.programs = programs;
        this.words = words;
    }

    /** A line of the form: of a right, a function or a deputy, or an empty one. */
    record Line(String program, String held, String from, String until) {}

    /** What may be chosen in a line, and its word. */
    record Choice(String value, String text) {}

    @OpenToAdministrators
    @GetMapping("/people")
    String people(Model model) {
        List<Account> all = accounts.list();
        Instant now = Instant.now();
        model.addAttribute("people", all);
        model.addAttribute("now", now);
        model.addAttribute("local", Account.LOCAL);
        model.addAttribute("every", Account.EVERY);
        model.addAttribute(
                "lead",
                words.sentence(
                        "people.lead",
                        all.stream().filter(one -> one.opens(now)).count(),
                        all.stream().filter(one -> !one.opens(now)).count()));
        return "people/people";
    }

    @OpenToAdministrators
    @PostMapping("/people")
    String add(
            @RequestParam(defaultValue = "") String name,
            @RequestParam(defaultValue = "") String title,
            @RequestParam(defaultValue = "") String email,
            HttpServletRequest request,
            Model model) {
        Account made = editor.add(
                name.strip(),
                new PersonForm(
                        title.isBlank() ? name.strip() : title,
                        email,
                        false,
                        false,
                        null,
                        List.of(),
                        List.of(),
                        List.of()),
                Person.current().name());
        model.addAttribute("said", words.text("people.added", made.name()));
        return link(made.name(), request, model);
    }

    @OpenToAdministrators
    @GetMapping("/people/person")
    String person(@RequestParam String name, Model model) {
        Account account = editor.require(name);
        model.addAttribute("account", account);
        model.addAttribute(
                "lead",
                words.sentence(
                        "people.person.lead",
                        account.title(),
                        account.opens(Instant.now()) ? 1 : 0,
                        account.rights().size(),
                        account.functions().size()));
        model.addAttribute(
                "rights",
                padded(account.rights().stream()
                        .map(held -> new Line(held.program(), held.right().name(), "", day(held.endsAt())))));
        model.addAttribute(
                "functions",
                padded(account.functions().stream()
                        .map(held -> new Line(held.program(), held.function().name(), "", day(held.endsAt())))));
        model.addAttribute(
                "deputies",
                padded(account.deputies().stream()
                        .map(one -> new Line("", one.name(), day(one.startsAt()), day(one.endsAt())))));
        model.addAttribute("ends", day(account.endsAt()));
        model.addAttribute("programs", places(account));
        model.addAttribute(
                "rightNames",
                Stream.of(Right.READ, Right.WORK, Right.DECIDE, Right.ADMINISTER)
                        .map(right -> new Choice(right.name(), words.text("right." + right)))
                        .toList());
        model.addAttribute(
                "functionNames",
                Stream.of(Function.values())
                        .map(function -> new Choice(function.name(), words.role(function.key())))
                        .toList());
        model.addAttribute("local", account.issuer().equals(Account.LOCAL));
        model.addAttribute("claimed", editor.claimed(account));
        model.addAttribute("issuer", editor.issuer());
        model.addAttribute("bound", account.ofIssuer());
        return "people/person";
    }

    @OpenToAdministrators
    @PostMapping("/people/person")
    String change(
            @RequestParam String name,
            @RequestParam long version,
            @RequestParam(defaultValue = "") String title,
            @RequestParam(defaultValue = "") String email,
            @RequestParam(defaultValue = "false") boolean administrator,
            @RequestParam(defaultValue = "false") boolean disabled,
            @RequestParam(defaultValue = "") String ends,
            HttpServletRequest request,
            RedirectAttributes flash) {
        List<PersonForm.RightLine> rights = new ArrayList<>();
        for (Line line : lines(request, "right")) {
            rights.add(new PersonForm.RightLine(
                    line.program(), one(Right.class, "/right", line.held()), moment("/right", line.until())));
        }
        List<PersonForm.FunctionLine> functions = new ArrayList<>();
        for (Line line : lines(request, "function")) {
            functions.add(new PersonForm.FunctionLine(
                    line.program(), one(Function.class, "/function", line.held()), moment("/function", line.until())));
        }
        List<PersonForm.DeputyLine> deputies = new ArrayList<>();
        for (Line line : lines(request, "deputy")) {
            Instant from = moment("/deputy", line.from());
            Instant until = moment("/deputy", line.until());
            if (from == null || until == null) {
                throw Refusal.invalid(
                        List.of(new FieldProblem("/deputy", words.text("people.deputy.wrong", line.held()))));
            }
            deputies.add(new PersonForm.DeputyLine(line.held().strip(), from, until));
        }
        Account before = editor.require(name);
        if (editor.claimed(before)) {
            // the page shows them and lets nobody change them
            rights = PersonForm.of(before).rights();
            functions = PersonForm.of(before).functions();
        }
        Account after = editor.change(
                name,
                version,
                new PersonForm(
                        title.isBlank() ? name : title,
                        email,
                        administrator,
                        disabled,
                        moment("/ends", ends),
                        rights,
                        functions,
                        deputies),
                Person.current().name());
        flash.addFlashAttribute("said", words.text("people.changed", after.name()));
        return "redirect:/people/person?name=" + encoded(after.name());
    }

    /** A link by which the person chooses a password, shown in this answer and nowhere else. */
    @OpenToAdministrators
    @PostMapping("/people/link")
    String link(@RequestParam String name, HttpServletRequest request, Model model) {
        String token = accounts.resetLink(name, Person.current().name());
        model.addAttribute(
                "link",
                request.getRequestURL().substring(0, request.getRequestURL().indexOf(request.getRequestURI()))
                        + "/join?token=" + token);
        return person(name, model);
    }

    /** From now on the person logs in by the identity provider alone. */
    @OpenToAdministrators
    @PostMapping("/people/bind")
    String bind(@RequestParam String name, @RequestParam(defaultValue = "") String subject, RedirectAttributes flash) {
        Account after = editor.bind(name, subject.strip(), Person.current().name());
        flash.addFlashAttribute("said", words.text("people.bound", after.name(), after.issuer(), after.subject()));
        return "redirect:/people/person?name=" + encoded(after.name());
    }

    /** From now on the person has a password here. */
    @OpenToAdministrators
    @PostMapping("/people/unbind")
    String unbind(@RequestParam String name, HttpServletRequest request, Model model) {
        Account after = editor.unbind(name, Person.current().name());
        model.addAttribute("said", words.text("people.unbound", after.name()));
        return link(after.name(), request, model);
    }

    /**
     * Programs to choose from. The first stands in an empty line, so every program comes last; one that is gone stays, as
     * the form would give its right in another.
     */
    private List<Choice> places(Account account) {
        Map<String, String> places = new LinkedHashMap<>();
        programs.list().forEach(program -> places.put(program.key(), program.title()));
        Stream.concat(
                        account.rights().stream().map(held -> held.program()),
                        account.functions().stream().map(held -> held.program()))
                .filter(program -> !program.equals(Account.EVERY))
                .forEach(program -> places.putIfAbsent(program, program));
        places.put(Account.EVERY, words.text("people.every"));
        return places.entrySet().stream()
                .map(place -> new Choice(place.getKey(), place.getValue()))
                .toList();
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    private static List<Line> padded(Stream<Line> lines) {
        List<Line> all = new ArrayList<>(lines.toList());
        for (int i = 0; i < SPARE; i++) {
            all.add(new Line("", "", "", ""));
        }
        return all;
    }

    /** Lines of the form that say something. */
    private static List<Line> lines(HttpServletRequest request, String kind) {
        String[] held = values(request, kind + "Held");
        String[] programs = values(request, kind + "Program");
        String[] from = values(request, kind + "From");
        String[] until = values(request, kind + "Until");
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < held.length; i++) {
            if (!held[i].isBlank()) {
                lines.add(new Line(at(programs, i), held[i], at(from, i), at(until, i)));
            }
        }
        return lines;
    }

    private static String[] values(HttpServletRequest request, String name) {
        String[] values = request.getParameterValues(name);
        return values == null ? new String[0] : values;
    }

    private static String at(String[] values, int i) {
        return i < values.length ? values[i] : "";
    }

    private static String day(@Nullable Instant moment) {
        return moment == null ? "" : moment.atZone(ZoneOffset.UTC).toLocalDate().toString();
    }

    private @Nullable Instant moment(String field, String day) {
        try {
            return day.isBlank()
                    ? null
                    : CalendarYears.day(day.strip())
                            .atStartOfDay(ZoneOffset.UTC)
                            .toInstant();
        } catch (DateTimeParseException wrong) {
            throw Refusal.invalid(List.of(new FieldProblem(field, words.text("people.day.wrong", day))));
        }
    }

    private <E extends Enum<E>> E one(Class<E> type, String field, String name) {
        try {
            return Enum.valueOf(type, name);
        } catch (IllegalArgumentException unknown) {
            throw Refusal.invalid(List.of(new FieldProblem(field, words.text("people.held.unknown", name))));
        }
    }
}
