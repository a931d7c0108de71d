package io.gulliver.persistence.session;

import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.view.SessionRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Log-ins of pages. */
public interface SessionStore {
    /**
     * Those that are not over, the last seen first.
     *
     * @param person whose, or null for everybody's
     * @param own the asking session's own id, or null
     * @param from row at which the list begins
     * @param most rows
     */
    List<SessionRow> list(@Nullable String person, @Nullable String own, int from, int most);

    /**
     * Ends one: its next request is a stranger's.
     *
     * @param id of the row
     * @param person whose it must be, or null for anybody's
     * @param by who ends it
     * @throws UnknownRowException none of that id, or not that person's; it may be over already
     */
    void end(String id, @Nullable String person, String by);

    /**
     * Ends all of a person, or nothing where none is open.
     *
     * @param by who ends them
     */
    void endAll(String person, String by);
}
