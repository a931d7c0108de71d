package io.gulliver.ui.security;

import io.gulliver.ui.person.Person;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.springframework.dao.DataAccessException;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Tells what lives longer than a request whether its session still does. */
@Component
public class OpenSessions {
    private final SessionRepository<? extends Session> sessions;
    private final SessionLimit limit;
    private final People people;

    OpenSessions(SessionRepository<? extends Session> sessions, SessionLimit limit, People people) {
        this.sessions = sessions;
        this.limit = limit;
        this.people = people;
    }

    /** How long the log-in of this request still lasts; empty without a session. */
    public Optional<SessionLeft> left(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        return session == null
                ? Optional.empty()
                : Optional.of(limit.left(
                        Instant.ofEpochMilli(session.getCreationTime()),
                        session.getAttribute(SessionLimit.ACTIVE),
                        session.getAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY)));
    }

    /**
     * Whether the session of this request is over, each time it is asked: logged out, ended, too old, left alone, its person is gone,
     * or no longer sees the program. As long as the store does not answer nothing is said to be over.
     */
    public BooleanSupplier over(HttpServletRequest request, String program) {
        HttpSession http = request.getSession(false);
        if (http == null) {
            return () -> false;
        }
        String id = http.getId();
        String person = Person.current().name();
        return () -> {
            try {
                Session session = sessions.findById(id);
                return session == null
                        || session.isExpired()
                        || !people.access(person).sees(program)
                        || limit.isOver(
                                session.getCreationTime(),
                                session.getAttribute(SessionLimit.ACTIVE),
                                session.getAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY));
            } catch (DataAccessException | TransactionException storeAway) {
                return false;
            }
        };
    }
}
