package io.gulliver.ui.session;

import io.gulliver.persistence.view.SessionRow;
import io.gulliver.service.people.SessionService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.person.Role;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** One's own log-ins; an administrator sees and ends everybody's. */
@Controller
class SessionController {
    private static final int ROWS = 200;

    private final SessionService sessions;
    private final Words words;

    SessionController(SessionService sessions, Words words) {
        this.sessions = sessions;
        this.words = words;
    }

    @OpenTo
    @GetMapping("/sessions")
    String sessions(HttpServletRequest request, Model model) {
        HttpSession own = request.getSession(false);
        List<SessionRow> rows = sessions.list(whose(), own == null ? null : own.getId(), ROWS);
        model.addAttribute("rows", rows);
        model.addAttribute(
                "lead",
                words.sentence(
                        whose() == null ? "sessions.lead.all" : "sessions.lead",
                        rows.size(),
                        rows.stream().map(SessionRow::person).distinct().count()));
        return "session/sessions";
    }

    @OpenTo
    @PostMapping("/sessions/{id}/end")
    String end(@PathVariable String id) {
        sessions.end(id, whose(), Person.current().name());
        return "redirect:/sessions";
    }

    /** Null for everybody's. */
    private static @Nullable String whose() {
        Person person = Person.current();
        return person.any(Role.ADMIN) ? null : person.name();
    }
}
