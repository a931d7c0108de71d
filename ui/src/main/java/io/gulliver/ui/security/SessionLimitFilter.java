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

/** Ends a session that is over by {@link SessionLimit}, before anything is done in its name. */
final class SessionLimitFilter extends OncePerRequestFilter {
    private final SessionLimit limit;

    SessionLimitFilter(SessionLimit limit) {
        this.limit = limit;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        HttpSession session = request.getSession(false);
        if (session != null
                && limit.isOver(
                        Instant.ofEpochMilli(session.getCreationTime()),
                        session.getAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY))) {
            session.invalidate();
        }
        chain.doFilter(request, response);
    }
}
