package io.gulliver.ui.database;

import io.gulliver.domain.estate.Assignment;
import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.HostDependency;
import io.gulliver.domain.estate.RedirectMethod;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.people.Right;
import io.gulliver.evidence.client.ClientList;
import io.gulliver.evidence.client.ClientListReader;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.view.ConnectionReader;
import io.gulliver.persistence.view.ConnectionReader.Wanted;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.PeopleReader;
import io.gulliver.service.collection.ConnectionService;
import io.gulliver.service.collection.IntakeGate;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.springframework.web.util.UriComponentsBuilder;

/** Who comes to a database, with who answers for each client and how it is led to the new place. */
@Controller
class ConnectionsController {
    private static final String TAB = "connections";
    private static final int ROWS = 100;
    private static final int MOST_OWNERS = 500;
    private static final int LONGEST_OWNER = 200;
    private static final int LONGEST_NOTE = 2000;
    private static final int LONGEST_REASON = 1000;

    private final DatabaseFrame frame;
    private final ConnectionReader connections;
    private final ConnectionService intake;
    private final DatabaseReader databases;
    private final PeopleReader people;
    private final Words words;
    private final IntakeGate gate;

    ConnectionsController(
            DatabaseFrame frame,
            ConnectionReader connections,
            ConnectionService intake,
            DatabaseReader databases,
            PeopleReader people,
            Words words,
            IntakeGate gate) {
        this.gate = gate;
        this.frame = frame;
        this.intake = intake;
        this.databases = databases;
        this.people = people;
        this.connections = connections;
        this.words = words;
    }

    /**
     * Clients of one direction.
     *
     * @param key of its words
     * @param link whether they are database links
     * @param clients by machine and program
     */
    record Group(String key, boolean link, List<ClientConnection> clients) {}

    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/connections")
    String connections(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "false") boolean unknown,
            @RequestParam(defaultValue = "0") int from,
            Model model) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        Wanted wanted = new Wanted(q, unknown);
        int matching = connections.count(program, head.name(), wanted);
        int start = Math.max(0, Math.min(from, Math.max(0, matching - 1)));
        List<ClientConnection> clients = connections.page(program, head.name(), wanted, start, ROWS);
        List<Group> groups = new ArrayList<>();
        for (ClientDirection direction : ClientDirection.values()) {
            List<ClientConnection> some =
                    clients.stream().filter(one -> one.direction() == direction).toList();
            if (!some.isEmpty()) {
                groups.add(new Group(direction.name(), direction != ClientDirection.INBOUND, some));
            }
        }
        int all = connections.count(program, head.name(), Wanted.ALL);
        model.addAttribute("groups", groups);
        model.addAttribute("map", ConnectionMap.of(head.name(), connections.list(program, head.name())));
        model.addAttribute("q", q);
        model.addAttribute("onlyUnknown", unknown);
        model.addAttribute("all", all);
        model.addAttribute("matching", matching);
        model.addAttribute("first", matching == 0 ? 0 : start + 1);
        model.addAttribute("last", Math.min(matching, start + ROWS));
        model.addAttribute(
                "earlier", start == 0 ? null : at(program, head.name(), q, unknown, Math.max(0, start - ROWS)));
        model.addAttribute(
                "later", start + ROWS >= matching ? null : at(program, head.name(), q, unknown, start + ROWS));
        model.addAttribute("owners", owners(program));
        model.addAttribute("dependencies", connections.dependencies(program, head.name()));
        model.addAttribute("choices", List.of(HostDependency.Choice.values()));
        model.addAttribute("mayDecide", Person.current().may(Right.WORK));
        model.addAttribute("redirects", List.of(RedirectMethod.values()));
        model.addAttribute("mayEdit", Person.current().may(Right.WORK));
        model.addAttribute(
                "lead",
                all == 0
                        ? words.sentence("connections.lead.none", head.name())
                        : words.sentence(
                                "connections.lead",
                                all,
                                head.name(),
                                connections.count(program, head.name(), new Wanted("", true))));
        return "database/connections";
    }

    private static String at(String program, String database, String q, boolean unknown, int from) {
        UriComponentsBuilder address = UriComponentsBuilder.fromPath("/programs/{p}/databases/{d}/connections");
        if (!q.isBlank()) {
            address.queryParam("q", "{q}");
        }
        if (unknown) {
            address.queryParam("unknown", true);
        }
        if (from > 0) {
            address.queryParam("from", from);
        }
        return address.encode()
                .buildAndExpand(Map.of("p", program, "d", database, "q", q))
                .toUriString();
    }

    /** Who can answer for a client as far as the program knows people: applications, and who answers for them. */
    private List<String> owners(String program) {
        TreeSet<String> owners = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        people.list(program)
                .forEach(one -> Stream.of(one.application(), one.businessOwner(), one.technicalOwner(), one.deputy())
                        .filter(Objects::nonNull)
                        .filter(name -> !name.isBlank())
                        .forEach(owners::add));
        databases.list(program).stream().map(SourceDatabase::profile).forEach(profile -> {
            owners.add(profile.application());
            if (profile.owner() != null && !profile.owner().isBlank()) {
                owners.add(profile.owner());
            }
        });
        return owners.stream().limit(MOST_OWNERS).toList();
    }

    /** Says of many clients at once who answers for them and how they are led to the new place. */
    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/databases/{database}/connections/assign")
    String assign(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(required = false) @Nullable List<String> client,
            @RequestParam(defaultValue = "false") boolean every,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "false") boolean unknown,
            @RequestParam(defaultValue = "") String owner,
            @RequestParam(defaultValue = "") String redirect,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        if (owner.length() > LONGEST_OWNER) {
            throw Refusal.invalid(List.of(new FieldProblem("/owner", words.text("form.long"))));
        }
        RedirectMethod method = method(redirect);
        if (owner.isBlank() && method == null) {
            throw Refusal.invalid(List.of(new FieldProblem("/owner", words.text("connections.assign.what"))));
        }
        List<String> ids = every
                ? connections.page(program, head.name(), new Wanted(q, unknown), 0, Integer.MAX_VALUE).stream()
                        .map(ClientConnection::id)
                        .toList()
                : client == null ? List.of() : client;
        if (ids.isEmpty()) {
            throw Refusal.invalid(List.of(new FieldProblem("/client", words.text("connections.assign.whom"))));
        }
        int changed;
        try {
            changed = intake.assign(
                    program,
                    head.name(),
                    ids,
                    new Assignment(orNull(owner), method, null),
                    Person.current().name());
        } catch (UnknownRowException gone) {
            throw Refusal.notFound("problem.client", "", head.name());
        }
        flash.addFlashAttribute("said", words.text("connections.assigned", changed, ids.size()));
        return "redirect:" + at(program, head.name(), q, unknown, 0);
    }

    /** Decides what becomes of a program on the host. */
    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/databases/{database}/connections/dependencies")
    String decide(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam String name,
            @RequestParam HostDependency.Choice choice,
            @RequestParam(defaultValue = "") String reason,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        if (reason.isBlank() || reason.length() > LONGEST_REASON) {
            throw Refusal.invalid(List.of(new FieldProblem("/reason", words.text("window.reason.needed"))));
        }
        try {
            intake.decide(
                    program,
                    head.name(),
                    name,
                    choice,
                    reason.strip(),
                    Person.current().name());
        } catch (UnknownRowException gone) {
            throw Refusal.notFound("problem.client", name, head.name());
        }
        flash.addFlashAttribute("said", words.text("connections.saved"));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/connections#dependencies";
    }

    /** Takes a list of clients as CSV; all of it, or nothing and every problem. */
    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/databases/{database}/connections/list")
    String list(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(required = false) @Nullable MultipartFile file,
            Model model,
            RedirectAttributes flash)
            throws IOException {
        DatabaseHead head = frame.put(program, database, TAB, model);
        if (file == null || file.isEmpty()) {
            throw Refusal.invalid(List.of(new FieldProblem("/file", words.text("connections.list.file"))));
        }
        byte[] content;
        try (InputStream in = file.getInputStream()) {
            // one more than is taken: the reader says that it is too large
            content = in.readNBytes(ClientListReader.MOST_BYTES + 1);
        }
        ClientList read = gate.read("The list of clients", () -> ClientListReader.read(content));
        if (!read.problems().isEmpty()) {
            throw Refusal.invalid(read.problems().stream()
                    .map(problem -> new FieldProblem("/file", problem))
                    .toList());
        }
        ConnectionService.Listed listed = intake.listed(
                program, head.name(), read.rows(), Person.current().name(), null);
        flash.addFlashAttribute("said", words.text("connections.listed", listed.added(), listed.changed()));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/connections";
    }

    /** Says who answers for a client and how it is led to the new place. */
    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/databases/{database}/connections/{id}")
    String change(
            @PathVariable String program,
            @PathVariable String database,
            @PathVariable String id,
            @RequestParam(defaultValue = "-1") long version,
            @RequestParam(defaultValue = "") String owner,
            @RequestParam(defaultValue = "") String redirect,
            @RequestParam(defaultValue = "") String note,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        if (owner.length() > LONGEST_OWNER) {
            throw Refusal.invalid(List.of(new FieldProblem("/owner", words.text("form.long"))));
        }
        if (note.length() > LONGEST_NOTE) {
            throw Refusal.invalid(List.of(new FieldProblem("/note", words.text("form.long"))));
        }
        try {
            intake.edit(
                    program,
                    head.name(),
                    id,
                    version,
                    new Assignment(orNull(owner), method(redirect), orNull(note)),
                    Person.current().name());
        } catch (UnknownRowException gone) {
            throw Refusal.notFound("problem.client", id, head.name());
        } catch (StaleVersionException faster) {
            throw Refusal.invalid(List.of(new FieldProblem("/version", words.text("connections.stale"))));
        }
        flash.addFlashAttribute("said", words.text("connections.saved"));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/connections";
    }

    private @Nullable RedirectMethod method(String text) {
        if (text.isBlank()) {
            return null;
        }
        for (RedirectMethod method : RedirectMethod.values()) {
            if (method.name().equals(text)) {
                return method;
            }
        }
        throw Refusal.invalid(List.of(new FieldProblem("/redirect", words.text("form.choice"))));
    }

    private static @Nullable String orNull(String text) {
        return text.isBlank() ? null : text.strip();
    }
}
