package io.gulliver.ui.risks;

import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.risk.EntryKind;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.EvidenceReader;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.Difference;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Writes an entry of the register for page and API: of databases that there are; the second of two who edit at once is shown both versions. */
@Component
public class RiskEditor {
    private final RiskViews risks;
    private final DatabaseReader databases;
    private final EvidenceReader evidence;
    private final Words words;
    private final ProgramCalendar calendar;

    RiskEditor(
            RiskViews risks, DatabaseReader databases, EvidenceReader evidence, Words words, ProgramCalendar calendar) {
        this.evidence = evidence;
        this.risks = risks;
        this.databases = databases;
        this.words = words;
        this.calendar = calendar;
    }

    /**
     * Adds an entry; the same request id again answers the same entry.
     *
     * @throws Refusal 422 when it names a database that the program has not, or has not what its kind needs
     */
    public RiskView add(String program, RiskForm form, String requestId, String by) {
        EntryKind kind = form.kind() == null ? EntryKind.RISK : form.kind();
        return risks.add(program, known(program, statement(kind, form), null), requestId, by);
    }

    /**
     * @throws Refusal 409 with both versions when somebody else was faster, 422 when it names a database anew that the
     *     program has not, or has not what its kind needs
     */
    public RiskView change(String program, String id, long version, RiskForm form, String by) {
        RiskView before = risks.find(program, id).orElseThrow(() -> Refusal.notFound("problem.risk", id));
        if (form.kind() != null && form.kind() != before.kind()) {
            throw Refusal.invalid(List.of(new FieldProblem("/kind", words.text("form.kind.stays"))));
        }
        RiskStatement wanted = known(program, statement(before.kind(), form), before);
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

    private RiskStatement statement(EntryKind kind, RiskForm form) {
        List<FieldProblem> wrong = form.missing(kind).entrySet().stream()
                .map(one -> new FieldProblem("/" + one.getKey(), words.text(one.getValue())))
                .toList();
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        return form.statement(kind);
    }

    /** With databases as the program writes their names, and evidence of it; what the entry had before stays as it is. */
    private RiskStatement known(String program, RiskStatement statement, @Nullable RiskView entry) {
        List<String> before = entry == null ? List.of() : entry.databases();
        List<FieldProblem> wrong = new ArrayList<>();
        String seen = statement.evidence();
        if (seen != null
                && (entry == null || !seen.equals(entry.evidence()))
                && evidence.given(program).values().stream()
                        .flatMap(List::stream)
                        .noneMatch(one -> one.ref().sha256().equals(seen))) {
            wrong.add(new FieldProblem("/evidence", words.text("form.evidence")));
        }
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
        if (theirs.kind() == EntryKind.RISK) {
            compare(found, "probability", mine.probability(), Objects.requireNonNull(theirs.probability()));
            compare(found, "impact", mine.impact(), Objects.requireNonNull(theirs.impact()));
        }
        compare(
                found,
                "severity",
                Objects.toString(mine.details().severity(), ""),
                Objects.toString(theirs.severity(), ""));
        compare(found, "ifFalse", mine.details().ifFalse(), theirs.ifFalse());
        compare(
                found,
                "decider",
                Objects.toString(mine.details().decider(), ""),
                Objects.toString(theirs.decider(), ""));
        compare(found, "options", mine.details().options(), theirs.options());
        compare(found, "decision", mine.details().decision(), theirs.decision());
        compare(found, "outcome", mine.outcome(), theirs.outcome());
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
