package io.gulliver.ui.security;

import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.ProblemWriter;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * What somebody may ask for before a log-in: so many requests of one address in a minute, stylesheets and the like not
 * counted, and no file, which the container would write to disk before anybody looks at roles. People behind one proxy
 * share its address, so that the limit is generous.
 */
final class StrangerLimit extends OncePerRequestFilter {
    private final RequestRate rate;
    private final ProblemWriter problems;

    StrangerLimit(RequestRate rate, ProblemWriter problems) {
        this.rate = rate;
        this.problems = problems;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        String path = request.getRequestURI();
        return path.startsWith("/css/")
                || path.startsWith("/js/")
                || path.startsWith("/img/")
                || path.startsWith("/vendor/")
                || path.startsWith("/webjars/");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (Person.isLoggedIn(SecurityContextHolder.getContext().getAuthentication())) {
            chain.doFilter(request, response);
        } else if (rate.exceeded(request.getRemoteAddr())) {
            problems.write(request, response, Refusal.tooMany("problem.strangers", RequestRate.WINDOW));
        } else if (multipart(request)) {
            problems.write(request, response, Refusal.forbidden("problem.files"));
        } else {
            chain.doFilter(request, response);
        }
    }

    private static boolean multipart(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && type.regionMatches(true, 0, "multipart/", 0, 10);
    }
}
