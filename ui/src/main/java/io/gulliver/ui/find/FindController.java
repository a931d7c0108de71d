package io.gulliver.ui.find;

import io.gulliver.domain.risk.EntryKind;
import io.gulliver.persistence.view.FindReader;
import io.gulliver.persistence.view.FindReader.FoundDatabase;
import io.gulliver.persistence.view.FindReader.FoundProgram;
import io.gulliver.persistence.view.FindReader.FoundRisk;
import io.gulliver.persistence.view.FindReader.FoundTask;
import io.gulliver.persistence.view.FindReader.What;
import io.gulliver.ui.frame.Frame;
import io.gulliver.ui.frame.Links;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Finds databases, tasks, risks, programs, pages and what can be done by words, for the search field and the palette. Each
 * person finds what is there for that person.
 */
@Controller
class FindController {
    /** More of what is typed is not read. */
    private static final int LONGEST = 120;

    private static final int MOST_WORDS = 6;
    /** Pages of a database beside its run, as they are called in its address. */
    private static final List<String> TABS =
            List.of("facts", "connections", "charts", "sizing", "methods", "checks", "changes", "assessment");

    private final FindReader reader;
    private final Words words;

    FindController(FindReader reader, Words words) {
        this.reader = reader;
        this.words = words;
    }

    /**
     * What was asked for.
     *
     * @param words of it, in small letters
     * @param what kinds of things that lie in the store
     * @param does whether what can be done is asked for
     * @param pages whether pages are
     */
    private record Asked(List<String> words, Set<What> what, boolean does, boolean pages) {
        /** {@code >} asks for what can be done, {@code #} for tasks, {@code !} for risks, nothing for all. */
        static Asked of(String asked) {
            String text = typed(asked);
            return switch (text.isEmpty() ? ' ' : text.charAt(0)) {
                case '>' -> new Asked(split(text.substring(1)), EnumSet.noneOf(What.class), true, false);
                case '#' -> new Asked(split(text.substring(1)), EnumSet.of(What.TASKS), false, false);
                case '!' -> new Asked(split(text.substring(1)), EnumSet.of(What.RISKS), false, false);
                default -> new Asked(split(text), EnumSet.allOf(What.class), true, true);
            };
        }

        private static List<String> split(String text) {
            return Arrays.stream(text.toLowerCase(Locale.ROOT).split("\\s+"))
                    .filter(word -> !word.isEmpty())
                    .limit(MOST_WORDS)
                    .toList();
        }

        boolean in(String text) {
            String small = text.toLowerCase(Locale.ROOT);
            return words.stream().allMatch(small::contains);
        }
    }

    @OpenTo(everybody = true)
    @GetMapping("/find")
    String find(
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "") String program,
            @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
            Model model,
            HttpServletResponse response) {
        response.addHeader("Vary", "HX-Request");
        Person person = Person.current();
        String here = here(program, person, model);
        Asked asked = Asked.of(q);
        FindReader.Found found = reader.find(person.access(), asked.words(), here, List.copyOf(asked.what()));
        List<Hit.Group> groups = groups(asked, found, person, here, htmx != null);
        model.addAttribute("q", typed(q));
        model.addAttribute("here", here);
        model.addAttribute("groups", groups);
        model.addAttribute("capped", capped(found));
        model.addAttribute("most", FindReader.MOST);
        if (htmx != null) {
            return "find/find :: options";
        }
        int many = groups.stream().mapToInt(group -> group.hits().size()).sum();
        model.addAttribute(
                "lead",
                asked.words().isEmpty()
                        ? words.sentence("find.lead.empty")
                        : many == 0 ? words.sentence("find.lead.none") : words.sentence("find.lead", many));
        return found.size() == 1 && asked.pages() ? "redirect:" + only(found).href() : "find/find";
    }

    @OpenTo(everybody = true)
    @GetMapping("/keys")
    String keys(
            @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
            Model model,
            HttpServletResponse response) {
        response.addHeader("Vary", "HX-Request");
        model.addAttribute("keys", keys());
        return htmx == null ? "find/keys" : "find/keys :: list";
    }

    /**
     * What one key does.
     *
     * @param pressed what is pressed, one after the other or together
     */
    public record Key(List<String> pressed, String does) {}

    /** Keys of one place, by the key of its heading. */
    public record KeyGroup(String key, List<Key> keys) {}

    private List<KeyGroup> keys() {
        String enter = words.text("keys.enter.key");
        return List.of(
                new KeyGroup(
                        "list",
                        List.of(
                                key("keys.next", "j"),
                                key("keys.previous", "k"),
                                key("keys.tick", "x"),
                                key("keys.tick.to", words.text("keys.shift"), "x"),
                                key("keys.enter", enter))),
                new KeyGroup(
                        "go",
                        List.of(
                                key("keys.go.program", "g", "p"),
                                key("keys.go.databases", "g", "d"),
                                key("keys.go.access", "g", "a"),
                                key("keys.go.plan", "g", "w"),
                                key("keys.go.risks", "g", "r"),
                                key("keys.go.tasks", "g", "t"),
                                key("keys.go.whatif", "g", "f"),
                                key("keys.go.audit", "g", "u"),
                                key("keys.go.settings", "g", "s"))),
                new KeyGroup(
                        "everywhere",
                        List.of(
                                key("keys.find", words.text("keys.ctrl"), "K"),
                                key("keys.slash", "/"),
                                key("keys.help", "?"),
                                key("keys.escape", "Esc"))));
    }

    private Key key(String does, String... pressed) {
        return new Key(List.of(pressed), words.text(does));
    }

    /** What was typed, as far as it is read. */
    private static String typed(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", " ").strip();
        return plain.substring(0, Math.min(LONGEST, plain.length())).strip();
    }

    /** The program that is asked from: that of the page, else that which the frame shows. */
    private static @Nullable String here(String program, Person person, Model model) {
        if (!program.isEmpty() && person.sees(program)) {
            return program;
        }
        return model.getAttribute("frame") instanceof Frame frame && frame.program() != null
                ? frame.program().key()
                : null;
    }

    private static boolean capped(FindReader.Found found) {
        return Stream.of(found.programs(), found.databases(), found.tasks(), found.risks())
                .anyMatch(one -> one.size() == FindReader.MOST);
    }

    private Hit only(FindReader.Found found) {
        return Stream.of(
                        found.databases().stream().map(this::hit),
                        found.tasks().stream().map(this::hit),
                        found.risks().stream().map(this::hit),
                        found.programs().stream().map(this::hit))
                .flatMap(one -> one)
                .findFirst()
                .orElseThrow();
    }

    private List<Hit.Group> groups(
            Asked asked, FindReader.Found found, Person person, @Nullable String here, boolean palette) {
        List<Hit.Group> groups = new ArrayList<>();
        add(groups, "databases", found.databases().stream().map(this::hit));
        add(groups, "tabs", tabs(asked, found, person, here));
        Stream<Hit> does = asked.does()
                ? Stream.concat(places(asked, person, here, true), palette ? looks(asked) : Stream.of())
                : Stream.of();
        if (!asked.words().isEmpty()) {
            add(groups, "do", does);
        }
        add(groups, "tasks", found.tasks().stream().map(this::hit));
        add(groups, "risks", found.risks().stream().map(this::hit));
        add(groups, "programs", found.programs().stream().map(this::hit));
        if (asked.pages()) {
            add(groups, "pages", places(asked, person, here, false));
        }
        if (asked.words().isEmpty()) {
            add(groups, "do", does);
        }
        return groups;
    }

    private static void add(List<Hit.Group> groups, String key, Stream<Hit> hits) {
        List<Hit> all = hits.toList();
        if (!all.isEmpty()) {
            groups.add(new Hit.Group(key, all));
        }
    }

    /** Pages of the one database that is meant: alone, or by its words and then the word of the page. */
    private Stream<Hit> tabs(Asked asked, FindReader.Found found, Person person, @Nullable String here) {
        if (!asked.pages() || asked.words().isEmpty()) {
            return Stream.of();
        }
        if (found.databases().size() == 1) {
            return TABS.stream().map(tab -> tab(found.databases().get(0), tab));
        }
        int last = asked.words().size() - 1;
        List<String> pages = last == 0
                ? List.of()
                : TABS.stream()
                        .filter(tab -> label(tab).startsWith(asked.words().get(last)))
                        .toList();
        if (pages.isEmpty()) {
            return Stream.of();
        }
        return reader
                .find(person.access(), asked.words().subList(0, last), here, List.of(What.DATABASES))
                .databases()
                .stream()
                .flatMap(database -> pages.stream().map(tab -> tab(database, tab)))
                .limit(FindReader.MOST);
    }

    private String label(String tab) {
        return words.text("database.tab." + tab).toLowerCase(Locale.ROOT);
    }

    private Hit tab(FoundDatabase database, String tab) {
        return Hit.of(
                address(database) + "/" + tab,
                words.text("find.tab", words.text("database.tab." + tab), database.name()),
                "",
                words.text("find.kind.page"),
                "i-right");
    }

    private Stream<Hit> places(Asked asked, Person person, @Nullable String here, boolean does) {
        return Arrays.stream(Place.values())
                .filter(place -> place.does() == does)
                .map(place -> {
                    String address = place.address(person, here);
                    return address == null
                            ? null
                            : Hit.of(
                                    address,
                                    words.text("find.place." + place.key()),
                                    words.text("find.also." + place.key()),
                                    words.text(does ? "find.kind.do" : "find.kind.page"),
                                    does ? "i-check" : "i-right");
                })
                .filter(hit -> hit != null && asked.in(hit.name() + " " + hit.note()));
    }

    /** What changes in the browser alone. */
    private Stream<Hit> looks(Asked asked) {
        return Stream.concat(
                        Stream.of("light", "dark", "system")
                                .map(theme -> new Hit(
                                        "/keys#look",
                                        words.text("find.theme." + theme),
                                        words.text("find.also.theme"),
                                        words.text("find.kind.do"),
                                        "i-theme",
                                        theme,
                                        null)),
                        Stream.of("on", "off")
                                .map(state -> new Hit(
                                        "/keys#switch",
                                        words.text("find.letters." + state),
                                        words.text("find.also.letters"),
                                        words.text("find.kind.do"),
                                        "i-check",
                                        null,
                                        state)))
                .filter(hit -> asked.in(hit.name() + " " + hit.note()));
    }

    private Hit hit(FoundDatabase database) {
        return Hit.of(
                address(database),
                database.name(),
                words.text("find.database", database.application(), database.program()),
                words.text("find.kind.database"),
                "i-right");
    }

    private Hit hit(FoundTask task) {
        return Hit.of(
                "/tasks?task=" + Links.part(task.id()),
                task.title(),
                words.text("find.task", task.database(), words.role(task.role())),
                words.text("tasks.kind." + task.kind()),
                switch (task.kind()) {
                    case TASK, GATE -> "s-waiting";
                    case ATTENTION -> "s-failed";
                });
    }

    private Hit hit(FoundRisk risk) {
        return Hit.of(
                "/programs/" + Links.part(risk.program()) + "/risks/" + id(risk),
                words.text("find.risk", id(risk), risk.event()),
                risk.program(),
                risk.kind() != EntryKind.RISK
                        ? words.text("risk.kind." + risk.kind())
                        : risk.closed() ? words.text("find.risk.closed") : words.text("find.risk.score", risk.score()),
                "i-alert");
    }

    /** As the register writes it. */
    private static String id(FoundRisk risk) {
        return risk.kind().key(risk.number());
    }

    private Hit hit(FoundProgram program) {
        return Hit.of(
                "/programs/" + Links.part(program.key()),
                program.title(),
                program.key(),
                words.text("find.kind.program"),
                "i-right");
    }

    private static String address(FoundDatabase database) {
        return Links.database(database.program(), database.name());
    }
}
