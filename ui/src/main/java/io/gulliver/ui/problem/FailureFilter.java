package io.gulliver.ui.problem;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers what fails before or behind any route: a form without boundary, a parameter without a name, a store that gives no
 * connection for the session. Without it the container answers 500, after a second try of the same.
 */
@Component
class FailureFilter extends OncePerRequestFilter {
    private final ProblemWriter problems;

    FailureFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } catch (RuntimeException | ServletException e) {
            if (response.isCommitted()) {
                throw e;
            }
            Throwable cause = e instanceof ServletException wrapped && wrapped.getRootCause() != null
                    ? wrapped.getRootCause()
                    : e;
            problems.write(request, response, cause);
        }
    }
}
