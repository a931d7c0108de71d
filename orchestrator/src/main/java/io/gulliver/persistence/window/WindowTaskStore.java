package io.gulliver.persistence.window;

import io.gulliver.domain.window.WindowTask;
import io.gulliver.persistence.view.WindowTaskReader;
import java.util.List;
import java.util.Map;

/** What people must do so that enough load is seen and kept: opened and closed by evidence, declined by people. */
public interface WindowTaskStore extends WindowTaskReader {

    /** For how many databases a round opened and closed tasks. */
    record Followed(int opened, int closed) {}

    /**
     * Brings tasks up to date with what was decided now: opens what is to be done, closes what evidence shows, and what is
     * no longer wanted. What a person declined stays declined.
     */
    Followed follow(String program, Map<String, List<WindowTask>> now);

    /**
     * Says that a task will not be done.
     *
     * @throws io.gulliver.persistence.UnknownRowException there is no such open task
     * @throws io.gulliver.persistence.RefusedException no reason is given
     */
    void decline(String program, String database, WindowTask.Kind kind, String reason, String by);
}
