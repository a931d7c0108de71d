package io.gulliver.ui.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
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

    OpenSessions(SessionRepository<? extends Session> sessions, SessionLimit limit) {
        this.sessions = sessions;
        this.limit = limit;
    }

    /**
     * Whether the session of this request is over, each time it is asked: logged out, ended, too old, or its person has other
     * roles. As long as the store does not answer nothing is said to be over.
     */
    public BooleanSupplier over(HttpServletRequest request) {
        HttpSession http = request.getSession(false);
        if (http == null) {
            return () -> false;
        }
        String id = http.getId();
        return () -> {
            try {
                Session session = sessions.findById(id);
                return session == null
                        || session.isExpired()
                        || limit.isOver(
                                session.getCreationTime(),
                                session.getAttribute(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY));
            } catch (DataAccessException | TransactionException storeAway) {
                return false;
            }
        };
    }
}
