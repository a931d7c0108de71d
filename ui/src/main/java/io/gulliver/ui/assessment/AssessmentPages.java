package io.gulliver.ui.assessment;

import io.gulliver.assessment.question.Answer;
import io.gulliver.assessment.question.DatabaseAssessment;
import io.gulliver.assessment.question.EvidenceSpan;
import io.gulliver.assessment.question.ProgramAssessment;
import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.planning.AssessmentReports;
import io.gulliver.ui.database.DatabaseFrame;
import io.gulliver.ui.database.DatabaseHead;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Mark;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.paper.Paper;
import io.gulliver.ui.paper.PaperFormat;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** The assessment of a database or a program in all its forms: the page and its files say the same. */
@Component
public class AssessmentPages {
    /** Verdicts that have a mark; others are a word or a figure. */
    private static final Map<String, String> MARKS =
            Map.of("yes", "s-done", "after remedy", "s-warn", "no", "s-failed", "unknown", "s-none");

    private final DatabaseFrame frame;
    private final AssessmentReports reports;
    private final ProgramReader programs;
    private final Paper paper;
    private final Words words;

    AssessmentPages(DatabaseFrame frame, AssessmentReports reports, ProgramReader programs, Paper paper, Words words) {
        this.frame = frame;
        this.reports = reports;
        this.programs = programs;
        this.paper = paper;
        this.words = words;
    }

    /**
     * Puts what the page of a database shows into the model.
     *
     * @throws Refusal 404 when there is no such database
     */
    public void put(String program, String database, Model model) {
        show(program, database, model);
    }

    /**
     * Puts what the page of a program shows into the model.
     *
     * @throws Refusal 404 when there is no such program
     */
    public void put(String program, Model model) {
        show(program, model);
    }

    /** Of what an assessment is, and when it was made. */
    private record Shown(String of, Instant at) {}

    private Shown show(String program, String database, Model model) {
        DatabaseHead head = frame.put(program, database, "assessment", model);
        DatabaseAssessment assessment = UnfitException.made(() -> reports.database(program, head.name()));
        model.addAttribute("a", assessment);
        String subject = program + "/" + head.name();
        model.addAttribute("subject", subject);
        model.addAttribute("figures", figures(subject, assessment.headline(), assessment.answers()));
        model.addAttribute("title", words.text("assessment.title", head.name()));
        model.addAttribute("amounts", new Amounts(words));
        model.addAttribute("marks", MARKS);
        model.addAttribute(
                "made",
                made(programs.require(program).title(), assessment.at(), assessment.evidence(), frame.fmt(model)));
        model.addAttribute(
                "lead", lead(head.name(), assessment.answers(), assessment.completenessPercent(), frame.fmt(model)));
        return new Shown(head.name(), assessment.at());
    }

    private Shown show(String program, Model model) {
        Program found = require(program);
        ProgramAssessment assessment = UnfitException.made(() -> reports.program(program));
        model.addAttribute("program", program);
        model.addAttribute("base", "/programs/" + program);
        model.addAttribute("p", assessment);
        model.addAttribute(
                "figures",
                Arrays.asList(
                        Mark.of("feasible", program, assessment.answers().get(0).verdict(), ""),
                        null,
                        null,
                        null,
                        Mark.of("risks", program, assessment.openRisks(), "")));
        model.addAttribute("title", words.text("assessment.title", found.title()));
        model.addAttribute("amounts", new Amounts(words));
        model.addAttribute("marks", MARKS);
        model.addAttribute("made", made(found.title(), assessment.at(), assessment.evidence(), frame.fmt(model)));
        model.addAttribute(
                "lead",
                assessment.answers().isEmpty()
                        ? words.sentence("program.lead.empty")
                        : words.sentence(
                                "assessment.lead.program",
                                words.said(assessment.answers().get(0).sentence(), frame.fmt(model))));
        return new Shown(program, assessment.at());
    }

    /** The headline figure that each answer states, or null. */
    private static List<@Nullable Mark> figures(String subject, @Nullable Headline headline, List<Answer> answers) {
        return Arrays.asList(
                Mark.of("feasible", subject, answers.get(0).verdict(), ""),
                null,
                null,
                Mark.outage(subject, headline == null ? OutageFigures.NONE : headline.outages()),
                Mark.of("risks", subject, headline == null ? null : headline.openRisks(), ""));
    }

    /** Of which program, when, and from which evidence. */
    private String made(String title, Instant at, EvidenceSpan evidence, Formats fmt) {
        return evidence.oldest() == null
                ? words.text("assessment.made.none", title, fmt.full(at))
                : words.text(
                        "assessment.made",
                        title,
                        fmt.full(at),
                        fmt.full(evidence.oldest()),
                        fmt.full(evidence.newest()),
                        evidence.facts());
    }

    private Program require(String program) {
        return programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }

    private Sentence lead(String database, List<Answer> answers, int percent, Formats fmt) {
        return words.sentence(
                "assessment.lead",
                database,
                answers.isEmpty() ? "" : words.said(answers.get(0).sentence(), fmt),
                percent);
    }

    /**
     * Answers with the assessment of a database as a PDF.
     *
     * @throws Exception what the template throws
     */
    public void pdf(
            String program, String database, Model model, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        pdf(show(program, database, model), model, request, response);
    }

    /**
     * Answers with the assessment of a database as a page that needs no server.
     *
     * @throws Exception what the template throws
     */
    public void html(
            String program, String database, Model model, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        Shown shown = show(program, database, model);
        paper.answerPage("assessment/database", shown.of() + "-assessment.html", model, request, response);
    }

    /**
     * Answers with the assessment of a program as a PDF.
     *
     * @throws Exception what the template throws
     */
    public void programPdf(String program, Model model, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        pdf(show(program, model), model, request, response);
    }

    /**
     * Answers with the assessment of a program as a page that needs no server.
     *
     * @throws Exception what the template throws
     */
    public void programHtml(String program, Model model, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        put(program, model);
        paper.answerPage("assessment/program", program + "-assessment.html", model, request, response);
    }

    private void pdf(Shown shown, Model model, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        paper.answer(
                "assessment/pdf",
                PaperFormat.PAGES,
                shown.of() + "-assessment.pdf",
                String.valueOf(model.getAttribute("made")),
                shown.at(),
                model,
                request,
                response);
    }
}
