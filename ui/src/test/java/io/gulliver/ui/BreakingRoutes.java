package io.gulliver.ui;

import io.gulliver.persistence.StaleVersionException;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.problem.Difference;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Fails in every way, as a page and in the API. */
@Controller
class BreakingRoutes {
    @OpenTo
    @GetMapping({"/break/{status}", "/api/v1/break/{status}"})
    String fail(@PathVariable int status) {
        throw switch (status) {
            case 401 -> new InsufficientAuthenticationException("gone");
            case 403 -> new AccessDeniedException("no");
            case 404 -> Refusal.notFound("problem.program", "nowhere");
            case 409 -> Refusal.edited(List.of(new Difference("Owner", "Ana", "Ben")), "ben", "20 s");
            case 410 -> new StaleVersionException("Changed by Ben at noon.", 7);
            case 422 -> Refusal.invalid(List.of(new FieldProblem("/owner", "is needed")));
            case 429 -> Refusal.tooMany("problem.logins", Duration.ofSeconds(42));
            // what H2 said of every write once it had closed itself
            case 514 ->
                new DataIntegrityViolationException(
                        "update", new SQLException("Check constraint invalid: secret", "23514", 23514));
            case 522 -> new DataIntegrityViolationException("update", new SQLException("secret is too long", "22001"));
            case 503 -> new DataAccessResourceFailureException("jdbc:h2:secret-path is locked");
            default -> new IllegalStateException("secret inner words");
        };
    }

    /** Fails behind more than any buffer of an answer holds. */
    @OpenTo
    @GetMapping("/break/late")
    String failLate(Model model) {
        model.addAttribute("half", "the first half ".repeat(10_000));
        model.addAttribute("end", (Supplier<String>) () -> {
            throw new IllegalStateException("secret inner words");
        });
        return "break-late";
    }

    /** Nobody said who may call this. */
    @GetMapping("/break/undeclared")
    String undeclared() {
        return "login/login";
    }
}
