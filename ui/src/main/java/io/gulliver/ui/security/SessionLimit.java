package io.gulliver.ui.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Ends a session so long after its log-in, however busy it is, and one whose person is gone or has other roles now: roles and
 * a stolen cookie do not live for ever.
 */
final class SessionLimit extends OncePerRequestFilter {
    private final Duration limit;
    private final Clock clock;
    private final People people;

    SessionLimit(Duration limit, Clock clock, People people) {
        this.people = people;
        this.limit = limit;
        this.clock = clock;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        HttpSession session = request.getSession(false);
        if (session != null
                && (Instant.ofEpochMilli(session.getCreationTime()).plus(limit).isBefore(clock.instant())
                        || hasOtherRoles(session))) {
            session.invalidate();
        }
        chain.doFilter(request, response);
    }

    /** By the directory of now, which may have changed over a restart: sessions outlive it. */
    private boolean hasOtherRoles(HttpSession session) {
        Object context = session.getAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY);
        Person person =
                context instanceof SecurityContext remembered ? Person.of(remembered.getAuthentication()) : null;
        return person != null
                && people.canBeAsked()
                && !people.named(person.name()).map(Person::roles).equals(Optional.of(person.roles()));
    }
}
