package io.gulliver.ui.risks;

import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.Difference;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Writes a risk for page and API: of databases that there are; the second of two who edit at once is shown both versions. */
@Component
public class RiskEditor {
    private final RiskViews risks;
    private final DatabaseReader databases;
    private final Words words;
    private final ProgramCalendar calendar;

    RiskEditor(RiskViews risks, DatabaseReader databases, Words words, ProgramCalendar calendar) {
        this.risks = risks;
        this.databases = databases;
        this.words = words;
        this.calendar = calendar;
    }

    /**
     * Adds a risk; the same request id again answers the same risk.
     *
     * @throws Refusal 422 when it names a database that the program has not
     */
    public RiskView add(String program, RiskStatement statement, String requestId, String by) {
        return risks.add(program, known(program, statement, List.of()), requestId, by);
    }

    /**
     * @throws Refusal 409 with both versions when somebody else was faster, 422 when it names a database anew that the
     *     program has not
     */
    public RiskView change(String program, String id, long version, RiskStatement statement, String by) {
        List<String> before = risks.find(program, id).map(RiskView::databases).orElse(List.of());
        RiskStatement wanted = known(program, statement, before);
        try {
            return risks.change(program, id, version, wanted, by);
        } catch (StaleVersionException faster) {
            RiskView stored = risks.find(program, id).orElseThrow(() -> Refusal.notFound("problem.risk", id));
            throw Refusal.edited(
                    differences(wanted, stored),
                    stored.changedBy(),
                    new Formats(calendar.now(program), ZoneOffset.UTC).age(stored.changedAt()));
        }
    }

    /** With databases as the program writes their names; those that the risk had before stay as they are. */
    private RiskStatement known(String program, RiskStatement statement, List<String> before) {
        List<FieldProblem> wrong = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String name : statement.databases()) {
            String there = before.contains(name)
                    ? name
                    : databases.find(program, name).map(SourceDatabase::name).orElse(null);
            if (there == null) {
                wrong.add(new FieldProblem("/databases", words.text("form.database", name)));
            } else {
                names.add(there);
            }
        }
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        return statement.of(names);
    }

    private List<Difference> differences(RiskStatement mine, RiskView theirs) {
        List<Difference> found = new ArrayList<>();
        compare(found, "title", mine.event(), theirs.title());
        compare(found, "cause", mine.cause(), theirs.cause());
        compare(found, "effect", mine.effect(), theirs.effect());
        compare(found, "probability", mine.probability(), theirs.probability());
        compare(found, "impact", mine.impact(), theirs.impact());
        compare(found, "owner", Objects.toString(mine.owner(), ""), theirs.owner());
        compare(
                found,
                "response",
                words.text("risk.response." + mine.response()),
                words.text("risk.response." + theirs.response()));
        compare(found, "action", mine.action(), theirs.action());
        compare(found, "due", Objects.toString(mine.due(), ""), Objects.toString(theirs.due(), ""));
        compare(found, "indicator", mine.indicator(), theirs.indicator());
        compare(found, "state", words.text("risk.state." + mine.state()), words.text("risk.state." + theirs.state()));
        compare(found, "databases", String.join(", ", mine.databases()), String.join(", ", theirs.databases()));
        return found;
    }

    private void compare(List<Difference> found, String field, Object mine, Object theirs) {
        if (!mine.equals(theirs)) {
            found.add(new Difference(words.text("risk." + field), mine.toString(), theirs.toString()));
        }
    }
}
