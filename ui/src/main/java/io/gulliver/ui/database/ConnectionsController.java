package io.gulliver.ui.database;

import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.RedirectMethod;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.connection.ConnectionStore;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.security.OpenTo;
import io.gulliver.ui.security.Person;
import io.gulliver.ui.security.Role;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Who comes to a database, with who answers for each client and how it is led to the new place. */
@Controller
class ConnectionsController {
    private static final String TAB = "connections";
    private static final int LONGEST_OWNER = 200;
    private static final int LONGEST_NOTE = 2000;

    private final DatabaseFrame frame;
    private final ConnectionStore connections;
    private final Words words;

    ConnectionsController(DatabaseFrame frame, ConnectionStore connections, Words words) {
        this.frame = frame;
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
    String connections(@PathVariable String program, @PathVariable String database, Model model) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        List<ClientConnection> clients = connections.list(program, head.name());
        List<Group> groups = new ArrayList<>();
        for (ClientDirection direction : ClientDirection.values()) {
            List<ClientConnection> some =
                    clients.stream().filter(one -> one.direction() == direction).toList();
            if (!some.isEmpty()) {
                groups.add(new Group(direction.name(), direction != ClientDirection.INBOUND, some));
            }
        }
        model.addAttribute("groups", groups);
        model.addAttribute("dependencies", connections.dependencies(program, head.name()));
        model.addAttribute("redirects", List.of(RedirectMethod.values()));
        model.addAttribute("mayEdit", Person.current().any(Role.PM, Role.DBA, Role.NETWORK, Role.APPLICATION_OWNER));
        model.addAttribute(
                "lead",
                clients.isEmpty()
                        ? words.sentence("connections.lead.none", head.name())
                        : words.sentence(
                                "connections.lead",
                                clients.size(),
                                head.name(),
                                clients.stream()
                                        .filter(ClientConnection::unknown)
                                        .count()));
        return "database/connections";
    }

    /** Says who answers for a client and how it is led to the new place. */
    @OpenTo({Role.PM, Role.DBA, Role.NETWORK, Role.APPLICATION_OWNER})
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
            connections.edit(
                    program,
                    head.name(),
                    id,
                    version,
                    orNull(owner),
                    method(redirect),
                    orNull(note),
                    Person.current().name(),
                    null);
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
