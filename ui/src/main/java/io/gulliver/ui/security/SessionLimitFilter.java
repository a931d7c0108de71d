package io.gulliver.ui.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.time.Instant;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.web.filter.OncePerRequestFilter;

/** Ends a session that is over by {@link SessionLimit}, before anything is done in its name, and notes who does something. */
final class SessionLimitFilter extends OncePerRequestFilter {
    /** Sent by {@code app.js} with what no person asked for. */
    static final String BY_ITSELF = "X-By-Itself";

    /** On a request whose session ended by its age alone, and was begun by an identity provider. */
    static final String RENEWED = "gulliver.renewed";

    private final SessionLimit limit;

    SessionLimitFilter(SessionLimit limit) {
        this.limit = limit;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        HttpSession session = request.getSession(false);
        if (session != null) {
            Instant begun = Instant.ofEpochMilli(session.getCreationTime());
            Object active = session.getAttribute(SessionLimit.ACTIVE);
            Object context = session.getAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY);
            if (limit.isOver(begun, active, context)) {
                if (limit.isRenewed(begun, active, context)) {
                    request.setAttribute(RENEWED, true);
                }
                session.invalidate();
            } else if (active == null || !byItself(request)) {
                limit.noted(active).ifPresent(now -> session.setAttribute(SessionLimit.ACTIVE, now));
            }
        }
        chain.doFilter(request, response);
    }

    /** Whether a page asks by itself: by its header, or by an address that nobody but a script asks for. */
    private static boolean byItself(HttpServletRequest request) {
        String path = request.getRequestURI();
        return request.getHeader(BY_ITSELF) != null
                || path.endsWith("/events")
                || path.endsWith("/store-notice")
                || path.endsWith("/sessions/left");
    }
}
