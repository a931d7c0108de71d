package io.gulliver.ui.risks;

import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.Difference;
import io.gulliver.ui.problem.Refusal;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Writes an edited risk for page and API; the second of two who edit at once is shown both versions. */
@Component
public class RiskEditor {
    private final RiskViews risks;
    private final Words words;
    private final Clock clock;

    RiskEditor(RiskViews risks, Words words, Clock clock) {
        this.risks = risks;
        this.words = words;
        this.clock = clock;
    }

    /** @throws Refusal 409 with both versions when somebody else was faster */
    public RiskView change(String program, String id, long version, RiskStatement statement, String by) {
        try {
            return risks.change(program, id, version, statement, by);
        } catch (StaleVersionException faster) {
            RiskView stored = risks.find(program, id).orElseThrow(() -> Refusal.notFound("problem.risk", id));
            throw Refusal.edited(
                    differences(statement, stored),
                    stored.changedBy(),
                    new Formats(clock, ZoneOffset.UTC).age(stored.changedAt()));
        }
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
