package io.gulliver.ui.api;

import io.gulliver.assessment.cost.CostEstimate;
import io.gulliver.ui.assessment.AssessmentPages;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.program.ProgramOverview;
import io.gulliver.ui.report.StatusReport;
import io.gulliver.ui.report.StatusReports;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The status report of a program, and the files that its pages and those of an assessment give too. */
@RestController
@RequestMapping("/api/v1/programs/{program}")
class ReportApi {
    private final StatusReports reports;
    private final AssessmentPages assessments;

    ReportApi(StatusReports reports, AssessmentPages assessments) {
        this.reports = reports;
        this.assessments = assessments;
    }

    /**
     * The status report, in the order of the page: lists are cut to what one page has room for.
     *
     * @param title of the program
     * @param at when it was made, by the calendar of the program
     * @param agreedAt when its plan was agreed on last, or null
     * @param answer whether it will be done in time, in one sentence
     * @param standing how far it is, in one sentence
     * @param databases in the program
     * @param across how many run on LinuxONE
     * @param plannedAcross how many should by now, or null without a plan
     * @param agreedEnd of the last cutover by the agreed plan, or null
     * @param plannedEnd of the last cutover, or null without a plan
     * @param forecastEnd of the last cutover, or null
     * @param areas dates, outages, work and risks, each with its colour and reasons; none without databases
     * @param progress databases across over time, oldest first
     * @param waves that are not across, the next first
     * @param decisions that are open, soonest first
     * @param days what the plan has for the next 14 days
     * @param risks the ten highest that are open
     * @param cost as it is estimated
     */
    record ReportBody(
            String title,
            Instant at,
            @Nullable Instant agreedAt,
            String answer,
            String standing,
            int databases,
            int across,
            @Nullable Integer plannedAcross,
            @Nullable Instant agreedEnd,
            @Nullable Instant plannedEnd,
            @Nullable Instant forecastEnd,
            List<StatusReport.Area> areas,
            List<ProgramOverview.ProgressPoint> progress,
            StatusReport.Part<StatusReport.Wave> waves,
            StatusReport.Part<ProgramOverview.Decision> decisions,
            StatusReport.Part<ProgramOverview.DayLine> days,
            StatusReport.Part<StatusReport.TopRisk> risks,
            CostEstimate cost) {
        static ReportBody of(StatusReport report, String answer, String standing) {
            ProgramOverview overview = report.overview();
            return new ReportBody(
                    report.program(),
                    report.at(),
                    report.agreedAt(),
                    answer,
                    standing,
                    overview.databases(),
                    overview.across(),
                    overview.plannedAcross(),
                    overview.agreedEnd(),
                    overview.plannedEnd(),
                    overview.forecastEnd(),
                    report.areas(),
                    overview.progress(),
                    report.waves(),
                    report.decisions(),
                    report.days(),
                    report.risks(),
                    report.cost());
        }
    }

    @OpenTo
    @GetMapping("/report")
    ReportBody report(@PathVariable String program, Model model) {
        StatusReport report = reports.put(program, model);
        return ReportBody.of(report, plain(model, "lead"), plain(model, "sub"));
    }

    private static String plain(Model model, String name) {
        return model.getAttribute(name) instanceof Sentence sentence ? sentence.plain() : "";
    }

    /** The report as a file, {@code pdf} or {@code html}. */
    @OpenTo
    @GetMapping("/report/file")
    void reportFile(
            @PathVariable String program,
            @RequestParam(defaultValue = "pdf") String form,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response)
            throws Exception {
        if (pdf(form)) {
            reports.pdf(program, model, request, response);
        } else {
            reports.html(program, model, request, response);
        }
    }

    /** The assessment of a program as a file, {@code pdf} or {@code html}. */
    @OpenTo
    @GetMapping("/assessment/file")
    void assessmentFile(
            @PathVariable String program,
            @RequestParam(defaultValue = "pdf") String form,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response)
            throws Exception {
        if (pdf(form)) {
            assessments.programPdf(program, model, request, response);
        } else {
            assessments.programHtml(program, model, request, response);
        }
    }

    /** The assessment of a database as a file, {@code pdf} or {@code html}. */
    @OpenTo
    @GetMapping("/databases/{database}/assessment/file")
    void databaseFile(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(defaultValue = "pdf") String form,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response)
            throws Exception {
        if (pdf(form)) {
            assessments.pdf(program, database, model, request, response);
        } else {
            assessments.html(program, database, model, request, response);
        }
    }

    private static boolean pdf(String form) {
        return switch (form) {
            case "pdf" -> true;
            case "html" -> false;
            default -> throw Refusal.bad("problem.choice", form);
        };
    }
}
