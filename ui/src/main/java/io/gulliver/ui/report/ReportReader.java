package io.gulliver.ui.report;

import io.gulliver.assessment.question.ProgramAssessment;
import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.domain.plan.ProgramState;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskCounts;
import io.gulliver.domain.risk.RiskScore;
import io.gulliver.persistence.view.PlanReader;
import io.gulliver.persistence.view.RiskReader;
import io.gulliver.service.planning.AssessmentReports;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.UnfitException;
import io.gulliver.ui.program.BurnChart;
import io.gulliver.ui.program.ProgramLead;
import io.gulliver.ui.program.ProgramOverview;
import io.gulliver.ui.program.ProgramViews;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Makes the status report of what the store holds at this moment. */
@Component
class ReportReader {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final int WAVES = 6;
    private static final int DECISIONS = 6;
    private static final int DAYS = 8;
    private static final int RISKS = 10;
    /** Characters of a text that takes at most two lines of its column. */
    private static final int LINE = 90;

    private final ProgramViews programs;
    private final PlanReader plans;
    private final RiskReader risks;
    private final AssessmentReports assessments;
    private final ProgramLead told;
    private final ProgramCalendar calendar;
    private final Words words;

    ReportReader(
            ProgramViews programs,
            PlanReader plans,
            RiskReader risks,
            AssessmentReports assessments,
            ProgramLead told,
            ProgramCalendar calendar,
            Words words) {
        this.programs = programs;
        this.plans = plans;
        this.risks = risks;
        this.assessments = assessments;
        this.told = told;
        this.calendar = calendar;
        this.words = words;
    }

    StatusReport report(Program program) {
        String key = program.key();
        Instant now = calendar.now(key);
        ProgramAssessment assessment = UnfitException.made(() -> assessments.program(key));
        ProgramOverview overview = programs.overview(key);
        return new StatusReport(
                program.title(),
                now,
                plans.baselineAt(key).orElse(null),
                overview,
                BurnChart.of(overview, now),
                areas(overview, assessment),
                StatusReport.Part.of(
                        overview.waves().stream()
                                .filter(wave -> wave.across() < wave.databases().size()
                                        || wave.databases().isEmpty())
                                .map(wave -> new StatusReport.Wave(
                                        wave.key(),
                                        cut(wave.title(), LINE / 3),
                                        wave.across(),
                                        wave.databases().size(),
                                        wave.planned(),
                                        wave.forecast(),
                                        wave.slip()))
                                .toList(),
                        WAVES),
                StatusReport.Part.of(
                        overview.decisions().stream()
                                .map(one -> new ProgramOverview.Decision(
                                        one.task(), one.due(), cut(one.title(), LINE), one.role(), one.fourEyes()))
                                .toList(),
                        DECISIONS),
                StatusReport.Part.of(
                        overview.days().stream()
                                .map(day -> new ProgramOverview.DayLine(day.at(), cut(day.text(), LINE)))
                                .toList(),
                        DAYS),
                StatusReport.Part.of(
                        RiskCounts.open(risks.list(key)).stream()
                                .map(risk -> line(risk, now.minus(WEEK)))
                                .toList(),
                        RISKS),
                assessment.cost());
    }

    private List<StatusReport.Area> areas(ProgramOverview overview, ProgramAssessment assessment) {
        if (overview.databases() == 0) {
            return List.of();
        }
        List<StatusReport.Area> lines = new ArrayList<>();
        for (ProgramState.Area area : ProgramState.Area.values()) {
            List<ProgramState.Reason> reasons = overview.state().reasons(area);
            if (!reasons.isEmpty()) {
                lines.add(line(area, overview.state().health(area), reasons(reasons)));
            } else if (area == ProgramState.Area.OUTAGES) {
                lines.add(outages(assessment.databases()));
            } else {
                lines.add(line(area, ProgramState.Health.GREEN, words.text("report.green." + area)));
            }
        }
        return lines;
    }

    /** Green only where the outage of every database is known and agreed. */
    private StatusReport.Area outages(List<ProgramAssessment.Row> databases) {
        long open = databases.stream()
                .map(ProgramAssessment.Row::outages)
                .filter(ReportReader::open)
                .count();
        return open == 0
                ? line(ProgramState.Area.OUTAGES, ProgramState.Health.GREEN, words.text("report.green.OUTAGES"))
                : line(
                        ProgramState.Area.OUTAGES,
                        null,
                        words.text("report.outages.open", open, databases.size(), databases.size() - open));
    }

    private static boolean open(OutageFigures outages) {
        return outages.window() == null || outages.figures().isEmpty();
    }

    private StatusReport.Area line(ProgramState.Area area, ProgramState.@Nullable Health health, String because) {
        return new StatusReport.Area(words.text("report.area." + area), health, because);
    }

    private String reasons(List<ProgramState.Reason> reasons) {
        return Sentence.capital(
                told.reasons(reasons).stream().map(ProgramLead.Why::text).collect(Collectors.joining("; ")));
    }

    private static StatusReport.TopRisk line(Risk risk, Instant then) {
        Integer before = risk.scores().stream()
                .filter(score -> !score.at().isAfter(then))
                .reduce((one, other) -> other)
                .filter(score -> score.state().counts())
                .map(RiskScore::score)
                .orElse(null);
        return new StatusReport.TopRisk(
                risk.key(),
                risk.score(),
                switch (risk.band()) {
                    case HIGH -> "high";
                    case MIDDLE -> "mid";
                    case LOW -> "low";
                },
                before,
                cut(risk.event(), LINE),
                risk.owner() == null ? null : cut(risk.owner(), LINE / 3),
                risk.due());
    }

    private static String cut(String text, int room) {
        return text.codePointCount(0, text.length()) <= room
                ? text
                : text.substring(0, text.offsetByCodePoints(0, room - 1)).strip() + "…";
    }
}
