package io.gulliver.ui.report;

import io.gulliver.domain.program.Program;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.ui.assessment.Amounts;
import io.gulliver.ui.database.DatabaseFrame;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.paper.Paper;
import io.gulliver.ui.paper.PaperFormat;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.program.ProgramLead;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** The status report of a program, as a page and as a PDF of one page. */
@Controller
class ReportController {
    private final ProgramReader programs;
    private final ReportReader reader;
    private final ProgramLead told;
    private final DatabaseFrame frame;
    private final Paper paper;
    private final Words words;

    ReportController(
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

    @OpenTo
    @GetMapping("/programs/{program}/report")
    String report(@PathVariable String program, Model model) {
        put(program, model);
        return "report/report";
    }

    /** The same on one page of A4. */
    @OpenTo
    @GetMapping("/programs/{program}/report.pdf")
    void pdf(@PathVariable String program, Model model, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        put(program, model);
        paper.answer(
                "report/pdf",
                PaperFormat.ONE_PAGE,
                program + "-report.pdf",
                String.valueOf(model.getAttribute("made")),
                model,
                request,
                response);
    }

    private void put(String key, Model model) {
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
    }
}
