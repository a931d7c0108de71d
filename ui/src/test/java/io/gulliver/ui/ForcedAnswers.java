package io.gulliver.ui;

import io.gulliver.ui.problem.Difference;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.ProblemWriter;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.web.filter.OncePerRequestFilter;

/** Answers every form that is sent with the failure that the cookie {@code force} names. */
final class ForcedAnswers extends OncePerRequestFilter {
    private final ProblemWriter problems;

    ForcedAnswers(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String wanted = "";
        for (Cookie cookie : request.getCookies() == null ? new Cookie[0] : request.getCookies()) {
            wanted = cookie.getName().equals("force") ? cookie.getValue() : wanted;
        }
        if (wanted.isEmpty() || !"POST".equals(request.getMethod())) {
            chain.doFilter(request, response);
            return;
        }
        problems.write(
                request,
                response,
                switch (Integer.parseInt(wanted)) {
                    case 401 -> new InsufficientAuthenticationException("gone");
                    case 403 -> new AccessDeniedException("no");
                    case 404 -> Refusal.notFound("problem.program", "nowhere");
                    case 409 -> Refusal.edited(List.of(new Difference("Owner", "Ana", "Ben")), "Ben", "20 s");
                    case 422 -> Refusal.invalid(List.of(new FieldProblem("/owner", "is needed")));
                    case 429 -> Refusal.tooMany("problem.logins", Duration.ofSeconds(42));
                    case 503 -> new DataAccessResourceFailureException("locked");
                    default -> new IllegalStateException("broken");
                });
    }
}
