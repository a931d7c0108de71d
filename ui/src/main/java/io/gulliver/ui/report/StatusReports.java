package io.gulliver.ui.report;

import io.gulliver.domain.program.Program;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.ui.assessment.Amounts;
import io.gulliver.ui.database.DatabaseFrame;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.paper.Paper;
import io.gulliver.ui.paper.PaperFormat;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.program.ProgramLead;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** The status report of a program in all its forms: the page, its files, and what a call answers say the same. */
@Component
public class StatusReports {
    private final ProgramReader programs;
    private final ReportReader reader;
    private final ProgramLead told;
    private final DatabaseFrame frame;
    private final Paper paper;
    private final Words words;

    StatusReports(
            ProgramReader programs,
            ReportReader reader,
            ProgramLead told,
            DatabaseFrame frame,
            Paper paper,
            Words words) {
        this.programs = programs;
        this.reader = reader;
        this.told = told;
        this.frame = frame;
        this.paper = paper;
        this.words = words;
    }

    /**
     * Puts what the page shows into the model, with the answer in one sentence as {@code lead} and how far it is as {@code sub}.
     *
     * @throws Refusal 404 when there is no such program
     */
    public StatusReport put(String key, Model model) {
        Program program = programs.find(key).orElseThrow(() -> Refusal.notFound("problem.program", key));
        StatusReport report = reader.report(program);
        Formats fmt = frame.fmt(model);
        model.addAttribute("program", key);
        model.addAttribute("base", "/programs/" + key);
        model.addAttribute("r", report);
        model.addAttribute("amounts", new Amounts(words));
        model.addAttribute("title", words.text("report.title", report.program()));
        model.addAttribute("lead", told.lead(report.overview(), fmt));
        model.addAttribute("sub", told.sub(report.overview()));
        model.addAttribute(
                "made",
                words.text(
                        "report.made",
                        report.program(),
                        fmt.full(report.at()),
                        report.agreedAt() == null ? 0 : 1,
                        fmt.day(report.agreedAt())));
        return report;
    }

    /**
     * Answers with the report on one page of A4.
     *
     * @throws Exception what the template throws
     */
    public void pdf(String key, Model model, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        StatusReport report = put(key, model);
        paper.answer(
                "report/pdf",
                PaperFormat.ONE_PAGE,
                key + "-report.pdf",
                String.valueOf(model.getAttribute("made")),
                report.at(),
                model,
                request,
                response);
    }

    /**
     * Answers with the report as a page that needs no server.
     *
     * @throws Exception what the template throws
     */
    public void html(String key, Model model, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        put(key, model);
        paper.answerPage("report/report", key + "-report.html", model, request, response);
    }
}
