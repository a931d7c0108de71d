package io.gulliver.ui.report;

import io.gulliver.ui.person.OpenTo;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** The status report of a program, as a page and as a PDF of one page. */
@Controller
class ReportController {
    private final StatusReports reports;

    ReportController(StatusReports reports) {
        this.reports = reports;
    }

    @OpenTo
    @GetMapping("/programs/{program}/report")
    String report(@PathVariable String program, Model model) {
        reports.put(program, model);
        return "report/report";
    }

    /** The same on one page of A4. */
    @OpenTo
    @GetMapping("/programs/{program}/report.pdf")
    void pdf(@PathVariable String program, Model model, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        reports.pdf(program, model, request, response);
    }
}
