package io.gulliver.ui.database;

import io.gulliver.assessment.completeness.Completeness;
import io.gulliver.assessment.facts.FactReport;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.service.planning.AssessmentService;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.StepTitles;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.risks.RiskView;
import io.gulliver.ui.risks.RiskViews;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What stands beside a database's run on its page: facts in words, findings, risks, decisions, history. */
@Component
class DatabaseBeside {
    private static final int LATEST = 10;
    private static final int FINDINGS = 6;

    private final AssessmentService desk;
    private final DatabaseReader databases;
    private final RiskViews risks;
    private final Words words;

    DatabaseBeside(AssessmentService desk, DatabaseReader databases, RiskViews risks, Words words) {
        this.desk = desk;
        this.databases = databases;
        this.risks = risks;
        this.words = words;
    }

    /**
     * A fact as people say it.
     *
     * @param key of its words
     * @param value with its unit
     * @param source where from, and how old
     * @param assumed nobody measured it
     */
    record Fact(String key, String value, String source, boolean assumed) {}

    /**
     * What was found out that somebody should act on.
     *
     * @param contradicted two sources differ; else something is missing
     * @param title what
     * @param act what to do
     */
    record Finding(boolean contradicted, String title, String act) {}

    /** Something that happened, or was decided. */
    record Event(Instant at, String who, String what) {}

    /**
     * All of it.
     *
     * @param facts the dozen
     * @param known how many facts there are in all
     * @param percent how much of what is needed is known, or null where nothing is collected
     * @param findings the first of them
     * @param found how many there are in all
     * @param risks open ones of this database, the highest first
     * @param decisions of people about it that hold, newest first
     * @param history what happened, newest first
     */
    record Beside(
            List<Fact> facts,
            int known,
            @Nullable Integer percent,
            List<Finding> findings,
            int found,
            List<RiskView> risks,
            List<Event> decisions,
            List<Event> history) {
        Beside {
            facts = List.copyOf(facts);
            findings = List.copyOf(findings);
            risks = List.copyOf(risks);
            decisions = List.copyOf(decisions);
            history = List.copyOf(history);
        }
    }

    /**
     * All of it.
     *
     * @param said commands of the run that is shown
     * @param titles of that run's steps, by id
     */
    Beside of(
            String program,
            String database,
            List<Migration> runs,
            List<CommandRow> said,
            Map<String, String> titles,
            Formats fmt) {
        List<Event> history = history(runs, said, titles);
        if (databases.find(program, database).isEmpty()) {
            return new Beside(List.of(), 0, null, List.of(), 0, risks(program, database), List.of(), history);
        }
        FactReport report = desk.facts(program, database);
        Completeness completeness = desk.completeness(program, database);
        List<Finding> findings = findings(report, completeness);
        List<Event> decisions = decisions(desk.decisions(program, database));
        return new Beside(
                KeyFacts.of(report).stream().map(line -> fact(line, fmt)).toList(),
                report.facts().size(),
                report.facts().isEmpty() ? null : completeness.percent(),
                findings.stream().limit(FINDINGS).toList(),
                findings.size(),
                risks(program, database),
                decisions,
                history);
    }

    private Fact fact(KeyFacts.Line line, Formats fmt) {
        return new Fact(
                line.key(),
                FactsController.shown(line.fact().value(), line.fact().unit()),
                words.text(
                        "database.facts.source",
                        words.source(line.fact().source()),
                        fmt.age(line.fact().at())),
                line.assumed());
    }

    private List<Finding> findings(FactReport report, Completeness completeness) {
        List<Finding> findings = new ArrayList<>();
        report.facts().stream()
                .filter(FactReport.Known::contradicted)
                .forEach(fact -> findings.add(new Finding(
                        true,
                        words.fact(fact.name()),
                        words.text(
                                "database.finding.differ",
                                FactsController.shown(fact.value(), fact.unit()),
                                words.source(fact.source())))));
        completeness.missing().forEach(missing -> findings.add(new Finding(false, missing.title(), "")));
        return findings;
    }

    private List<RiskView> risks(String program, String database) {
        return risks.list(program).stream()
                .filter(risk ->
                        risk.state() == RiskState.OPEN && risk.databases().contains(database))
                .toList();
    }

    /** The last of each kind, unless it was taken back. */
    private List<Event> decisions(List<DecisionRow> rows) {
        return rows.stream()
                .filter(row -> row.decided() != null
                        && rows.stream()
                                .noneMatch(other -> other.kind() == row.kind() && other.number() > row.number()))
                .sorted(Comparator.comparing(DecisionRow::at).reversed())
                .map(row -> new Event(row.at(), row.by(), decided(row)))
                .toList();
    }

    private String decided(DecisionRow row) {
        String what = row.decided() == null ? "" : row.decided();
        String said = switch (row.kind()) {
            case METHOD -> words.method(what);
            case OTHER_WORK, START -> words.text("decision.word." + what);
            case SGA ->
                what.matches("[0-9]+") ? words.text("decision.size", what) : words.text("decision.word." + what);
            case SIZING, COMPLETENESS -> "";
        };
        return words.text(
                "database.decided",
                words.text("decision." + row.kind()),
                said.isEmpty() ? "" : " " + said,
                row.reason());
    }

    private List<Event> history(List<Migration> runs, List<CommandRow> said, Map<String, String> titles) {
        List<Event> events = new ArrayList<>();
        for (Migration run : runs) {
            String name = words.text("database.run", run.number(), words.text("purpose." + run.purpose()));
            events.add(new Event(run.createdAt(), run.createdBy(), words.text("database.event.started", name)));
            if (run.endedAt() != null && run.outcome() != null) {
                events.add(new Event(
                        run.endedAt(),
                        "",
                        words.text("database.event.ended", name, words.text("outcome." + run.outcome()))));
            }
        }
        for (CommandRow row : said) {
            events.add(new Event(
                    row.recordedAt(),
                    row.order().by(),
                    words.text(
                            "database.event.said",
                            words.text("verb." + row.order().verb()),
                            words.text("command.state." + row.state()),
                            row.message() == null ? 0 : 1,
                            row.message() == null ? "" : StepTitles.in(row.message(), titles))));
        }
        events.sort(Comparator.comparing(Event::at).reversed());
        return events.stream().limit(LATEST).toList();
    }
}
