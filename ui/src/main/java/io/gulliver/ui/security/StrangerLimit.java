package io.gulliver.ui.security;

import io.gulliver.ui.problem.ProblemWriter;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * How much one address may ask for in a minute as long as nobody is logged in there; stylesheets and the like do not count.
 * People behind one proxy share its address, so that the limit is generous.
 */
final class StrangerLimit extends OncePerRequestFilter {
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int REMEMBERED = 10_000;

    private final int most;
    private final ProblemWriter problems;
    private final Map<String, Seen> addresses = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Seen> eldest) {
            return size() > REMEMBERED;
        }
    };

    private static final class Seen {
        private final long since = System.nanoTime();
        private int count;
    }

    StrangerLimit(int most, ProblemWriter problems) {
        this.most = most;
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
        if (Person.of(SecurityContextHolder.getContext().getAuthentication()) == null
                && over(request.getRemoteAddr())) {
            problems.write(request, response, Refusal.tooMany("problem.strangers", WINDOW));
        } else {
            chain.doFilter(request, response);
        }
    }

    private synchronized boolean over(String address) {
        Seen seen = addresses.get(address);
        if (seen == null || System.nanoTime() - seen.since > WINDOW.toNanos()) {
            seen = new Seen();
            addresses.put(address, seen);
        }
        return ++seen.count > most;
    }
}
