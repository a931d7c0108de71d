package io.gulliver.service.people;

import io.gulliver.persistence.session.SessionStore;
import io.gulliver.persistence.view.SessionRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Log-ins of pages, shown and ended. */
public final class SessionService {
    private final SessionStore sessions;

    public SessionService(SessionStore sessions) {
        this.sessions = sessions;
    }

    /** Those that are not over, see {@link SessionStore#list}. */
    public List<SessionRow> list(@Nullable String person, @Nullable String own, int from, int most) {
        return sessions.list(person, own, from, most);
    }

    /** Ends one, see {@link SessionStore#end}. */
    public void end(String id, @Nullable String person, String by) {
        sessions.end(id, person, by);
    }

    /** Ends all of a person, see {@link SessionStore#endAll}. */
    public void endAll(String person, String by) {
        sessions.endAll(person, by);
    }
}
