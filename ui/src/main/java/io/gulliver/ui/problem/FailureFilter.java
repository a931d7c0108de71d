package io.gulliver.ui.problem;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers what fails before or behind any route: a form without boundary, a parameter without a name, a store that gives no
 * connection for the session. Without it the container answers 500, after a second try of the same.
 */
@Component
class FailureFilter extends OncePerRequestFilter {
    private static final Logger LOG = LoggerFactory.getLogger(FailureFilter.class);

    private final ProblemWriter problems;

    FailureFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        long began = System.nanoTime();
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
        } catch (IOException e) {
            // A browser that left, mostly; a page that stops in its middle must be found somewhere all the same.
            LOG.info(
                    "Not sent whole: request={} method={} path={} ms={} cause={}",
                    RequestId.of(request),
                    request.getMethod(),
                    request.getRequestURI(),
                    (System.nanoTime() - began) / 1_000_000,
                    NestedExceptionUtils.getMostSpecificCause(e).toString());
            throw e;
        }
    }
}
