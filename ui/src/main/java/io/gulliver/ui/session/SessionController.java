package io.gulliver.ui.session;

import io.gulliver.domain.people.Account;
import io.gulliver.persistence.view.SessionRow;
import io.gulliver.service.people.AccountService;
import io.gulliver.service.people.SessionService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.security.OldPassword;
import io.gulliver.ui.security.OpenSessions;
import io.gulliver.ui.security.SessionLeft;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;

/** One's own log-ins; an administrator sees and ends everybody's. */
@Controller
class SessionController {
    private static final int ROWS = 200;

    private final SessionService sessions;
    private final Words words;
    private final AccountService accounts;
    private final OldPassword oldPassword;
    private final OpenSessions open;

    SessionController(
            SessionService sessions, Words words, AccountService accounts, OldPassword oldPassword, OpenSessions open) {
        this.open = open;
        this.accounts = accounts;
        this.oldPassword = oldPassword;
        this.sessions = sessions;
        this.words = words;
    }

    @OpenTo(everybody = true)
    @GetMapping("/sessions")
    String sessions(HttpServletRequest request, Model model) {
        HttpSession own = request.getSession(false);
        List<SessionRow> rows = sessions.list(whose(), own == null ? null : own.getId(), 0, ROWS);
        model.addAttribute(
                "mayChange",
                accounts.find(Person.current().name())
                        .filter(account -> account.issuer().equals(Account.LOCAL))
                        .isPresent());
        model.addAttribute("rows", rows);
        model.addAttribute(
                "lead",
                words.sentence(
                        whose() == null ? "sessions.lead.all" : "sessions.lead",
                        rows.size(),
                        rows.stream().map(SessionRow::person).distinct().count()));
        return "session/sessions";
    }

    @OpenTo(everybody = true)
    @PostMapping("/sessions/{id}/end")
    String end(@PathVariable String id) {
        sessions.end(id, whose(), Person.current().name());
        return "redirect:/sessions";
    }

    /**
     * How long one's log-in still lasts, and the token of forms: after a new log-in in another tab, what was typed in this
     * one can still be sent.
     */
    record Left(long idle, long end, String csrf) {}

    /** Asked by pages by themselves: it extends nothing. */
    @OpenTo(everybody = true)
    @GetMapping(path = "/sessions/left", produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseBody
    Left left(HttpServletRequest request, CsrfToken token) {
        SessionLeft left = open.left(request).orElse(new SessionLeft(0, 0, 0));
        return new Left(left.idle(), left.end(), token.getToken());
    }

    /** Whoever is asked whether somebody is there, and says so, has done something: the idle end begins anew. */
    @OpenTo(everybody = true)
    @PostMapping(path = "/sessions/extend", produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseBody
    Left extend(HttpServletRequest request, CsrfToken token) {
        return left(request, token);
    }

    /** Gives oneself another password, which ends all of one's log-ins. */
    @OpenTo(everybody = true)
    @PostMapping("/sessions/password")
    String password(
            @RequestParam(defaultValue = "") String old,
            @RequestParam(defaultValue = "") String password,
            @RequestParam(defaultValue = "") String again,
            HttpServletRequest request) {
        String name = Person.current().name();
        if (!password.equals(again)) {
            throw Refusal.invalid(List.of(new FieldProblem("/again", words.text("join.again"))));
        }
        oldPassword.change(request, name, "/old", old, password);
        return "redirect:/login?joined";
    }

    /** Null for everybody's. */
    private static @Nullable String whose() {
        Person person = Person.current();
        return person.administrator() ? null : person.name();
    }
}
