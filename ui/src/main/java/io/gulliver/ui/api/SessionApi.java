package io.gulliver.ui.api;

import io.gulliver.domain.people.Account;
import io.gulliver.persistence.view.SessionRow;
import io.gulliver.service.people.AccountService;
import io.gulliver.service.people.SessionService;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.security.OldPassword;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** One's own log-ins and password; an administrator sees and ends everybody's log-ins. A call itself is no log-in. */
@RestController
@RequestMapping("/api/v1")
class SessionApi {
    private final SessionService sessions;
    private final AccountService accounts;
    private final OldPassword oldPassword;

    SessionApi(SessionService sessions, AccountService accounts, OldPassword oldPassword) {
        this.sessions = sessions;
        this.accounts = accounts;
        this.oldPassword = oldPassword;
    }

    /**
     * A log-in of a page.
     *
     * @param id by which it is ended; opens nothing
     * @param person log-in name
     * @param since when it began
     * @param lastSeen when it asked for something last
     * @param endsAt when it ends if it asks for nothing more
     */
    record Row(String id, String person, Instant since, Instant lastSeen, Instant endsAt) {
        static Row of(SessionRow row) {
            return new Row(row.id(), row.person(), row.since(), row.lastSeen(), row.endsAt());
        }
    }

    /** A new password, and the one that it is to replace. */
    record NewPassword(
            @Schema(format = "password") @NotBlank(message = "{form.needed}")
            String currentPassword,

            @Schema(format = "password") @NotBlank(message = "{form.needed}")
            String newPassword) {
        /** Tells neither: what is read may stand in a log. */
        @Override
        public String toString() {
            return "NewPassword";
        }
    }

    @OpenTo(everybody = true)
    @GetMapping("/sessions")
    PageBody<Row> sessions(
            @RequestParam(required = false) @Nullable String person,
            @RequestParam(defaultValue = "0") String cursor,
            @RequestParam(defaultValue = "100") int limit) {
        String whose = whose();
        if (person != null) {
            whose = visible(person).orElse(null);
            if (whose == null) {
                return new PageBody<>(List.of(), null);
            }
        }
        int from = PageBody.row(cursor);
        int most = Math.max(1, Math.min(1000, limit));
        List<Row> rows =
                sessions.list(whose, null, from, most + 1).stream().map(Row::of).toList();
        return rows.size() <= most
                ? new PageBody<>(rows, null)
                : new PageBody<>(rows.subList(0, most), Integer.toString(from + most));
    }

    @OpenTo(everybody = true)
    @DeleteMapping("/sessions/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void end(@PathVariable String id) {
        sessions.end(id, whose(), Person.current().name());
    }

    @OpenTo(everybody = true)
    @DeleteMapping("/people/{name}/sessions")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void endAll(@PathVariable String name) {
        sessions.endAll(
                visible(name).orElseThrow(() -> Refusal.notFound("problem.person", name)),
                Person.current().name());
    }

    /** Gives oneself another password, which ends all of one's log-ins. */
    @OpenTo(everybody = true, personally = true)
    @PutMapping("/me/password")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void password(@Valid @RequestBody NewPassword wanted, HttpServletRequest request) {
        oldPassword.change(
                request, Person.current().name(), "/currentPassword", wanted.currentPassword(), wanted.newPassword());
    }

    /** The person of this name, as long as the caller may see that one's log-ins: to others nobody is there. */
    private Optional<String> visible(String name) {
        Person person = Person.current();
        return accounts.find(name)
                .map(Account::name)
                .filter(one -> person.administrator() || one.equals(person.name()));
    }

    /** Null for everybody's. */
    private static @Nullable String whose() {
        Person person = Person.current();
        return person.administrator() ? null : person.name();
    }
}
