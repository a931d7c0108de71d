package io.gulliver.ui.database;

import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Links;
import io.gulliver.ui.problem.Refusal;
import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** What every page of a database has: its name, its tabs, the way back. */
@Component
public class DatabaseFrame {
    /** Tabs in their order, by the last part of their address; the first is the run. */
    static final List<String> TABS =
            List.of("", "facts", "connections", "charts", "sizing", "methods", "checks", "changes", "assessment");

    private final DatabaseViews reader;
    private final Clock clock;

    DatabaseFrame(DatabaseViews reader, Clock clock) {
        this.reader = reader;
        this.clock = clock;
    }

    /**
     * Puts the frame into the model.
     *
     * @throws Refusal 404 when there is no such database
     */
    public DatabaseHead put(String program, String database, String tab, Model model) {
        DatabaseHead head = reader.head(program, database)
                .orElseThrow(() -> Refusal.notFound("problem.database", database, program));
        model.addAttribute("program", program);
        model.addAttribute("head", head);
        model.addAttribute("base", base(program, head.name()));
        model.addAttribute("tab", tab);
        return head;
    }

    /** Address of its first page, encoded. */
    static String base(String program, String database) {
        return Links.database(program, database);
    }

    /** Formats of the request. */
    public Formats fmt(Model model) {
        return Formats.of(model, clock);
    }
}
