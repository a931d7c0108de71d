package io.gulliver.ui.assessment;

import io.gulliver.assessment.question.DatabaseAssessment;
import io.gulliver.assessment.question.ProgramAssessment;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.planning.AssessmentReports;
import io.gulliver.ui.database.DatabaseFrame;
import io.gulliver.ui.database.DatabaseHead;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseBody;

/** Can it be done, how, what does it cost, how long does it take, what are the risks: as page, PDF and JSON. */
@Controller
class AssessmentController {
    private final DatabaseFrame frame;
    private final AssessmentReports reports;
    private final AssessmentPages pages;
    private final ProgramReader programs;

    AssessmentController(
            DatabaseFrame frame, AssessmentReports reports, AssessmentPages pages, ProgramReader programs) {
        this.frame = frame;
        this.reports = reports;
        this.pages = pages;
        this.programs = programs;
    }

    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/assessment")
    String database(@PathVariable String program, @PathVariable String database, Model model) {
        pages.put(program, database, model);
        return "assessment/database";
    }

    /** The same as a PDF. */
    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/assessment.pdf")
    void databasePdf(
            @PathVariable String program,
            @PathVariable String database,
            Model model,
            HttpServletRequest request,
            HttpServletResponse response)
            throws Exception {
        pages.pdf(program, database, model, request, response);
    }

    /** The same as JSON, as the API answers it. */
    @OpenTo
    @ResponseBody
    @GetMapping(path = "/programs/{program}/databases/{database}/assessment.json", produces = "application/json")
    DatabaseAssessment databaseJson(@PathVariable String program, @PathVariable String database, Model model) {
        DatabaseHead head = frame.put(program, database, "assessment", model);
        return UnfitException.made(() -> reports.database(program, head.name()));
    }

    @OpenTo
    @GetMapping("/programs/{program}/assessment")
    String program(@PathVariable String program, Model model) {
        pages.put(program, model);
        return "assessment/program";
    }

    /** The same as a PDF. */
    @OpenTo
    @GetMapping("/programs/{program}/assessment.pdf")
    void programPdf(@PathVariable String program, Model model, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        pages.programPdf(program, model, request, response);
    }

    /** The same as JSON, as the API answers it. */
    @OpenTo
    @ResponseBody
    @GetMapping(path = "/programs/{program}/assessment.json", produces = "application/json")
    ProgramAssessment programJson(@PathVariable String program) {
        if (programs.find(program).isEmpty()) {
            throw Refusal.notFound("problem.program", program);
        }
        return UnfitException.made(() -> reports.program(program));
    }
}
