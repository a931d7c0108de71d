package io.gulliver.ui.database;

import io.gulliver.assessment.completeness.Completeness;
import io.gulliver.assessment.facts.FactReport;
import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.DatabaseEvidence;
import io.gulliver.persistence.view.EvidenceReader;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.service.collection.EvidenceAnswer;
import io.gulliver.service.collection.EvidenceService;
import io.gulliver.service.collection.EvidenceWithdrawal;
import io.gulliver.service.collection.ScriptService;
import io.gulliver.service.planning.AssessmentService;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** What is known of a database: facts with age and source, what is missing and how to get it, and evidence to give. */
@Controller
class FactsController {
    private static final int MOST_TOLD = 40;
    private static final String TAB = "facts";
    /** The fact that tells what discovery asked and was not told. */
    private static final String NOT_LEARNED = "not_learned";

    private final DatabaseFrame frame;
    private final AssessmentService desk;
    private final EvidenceService intake;
    private final EvidenceReader evidence;
    private final EvidenceWithdrawal withdrawals;
    private final ScriptService scripts;
    private final Words words;

    FactsController(
            DatabaseFrame frame,
            AssessmentService desk,
            EvidenceService intake,
            EvidenceReader evidence,
            EvidenceWithdrawal withdrawals,
            ScriptService scripts,
            Words words) {
        this.withdrawals = withdrawals;
        this.scripts = scripts;
        this.frame = frame;
        this.desk = desk;
        this.intake = intake;
        this.evidence = evidence;
        this.words = words;
    }

    /**
     * Facts of one part of the picture.
     *
     * @param key of its words
     * @param facts by name
     */
    record Group(String key, List<FactReport.Known> facts) {}

    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/facts")
    String facts(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(name = "q", defaultValue = "") String text,
            @RequestParam(defaultValue = "") String source,
            @RequestParam(defaultValue = "ALL") FactFilter.Only only,
            Model model) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        FactReport report = desk.facts(program, head.name());
        Completeness completeness = desk.completeness(program, head.name());
        Map<FactGroup, List<FactReport.Known>> groups = new EnumMap<>(FactGroup.class);
        List<FactReport.Known> learned = report.facts().stream()
                .filter(fact -> !fact.name().equals(NOT_LEARNED))
                .toList();
        FactFilter filter = new FactFilter(text.strip(), source, only);
        learned.stream()
                .filter(fact -> filter.has(fact, one -> shown(one.value(), one.unit()), words))
                .forEach(fact -> groups.computeIfAbsent(FactGroup.of(fact.name()), key -> new ArrayList<>())
                        .add(fact));
        model.addAttribute(
                "groups",
                groups.entrySet().stream()
                        .map(one -> new Group(one.getKey().key(), one.getValue()))
                        .toList());
        model.addAttribute("filter", filter);
        model.addAttribute("onlys", FactFilter.Only.values());
        model.addAttribute("sources", FactFilter.sources(learned, words));
        model.addAttribute("all", learned.size());
        model.addAttribute(
                "matching", groups.values().stream().mapToInt(List::size).sum());
        model.addAttribute("report", report);
        model.addAttribute("notLearned", notLearned(report));
        model.addAttribute("complete", completeness);
        model.addAttribute("accepted", desk.accepted(program, head.name()).orElse(null));
        model.addAttribute("given", evidence.given(program, head.name()));
        model.addAttribute("mayGive", Person.current().may(Right.WORK));
        model.addAttribute("mayAccept", Person.current().may(Right.DECIDE));
        model.addAttribute("megabytes", intake.limits().bytes() / 1024 / 1024);
        model.addAttribute("requestKey", UUID.randomUUID().toString());
        model.addAttribute("shown", (Shown) FactsController::shown);
        model.addAttribute("lead", lead(head.name(), report, completeness));
        return "database/facts";
    }

    /** Questions of the last look at the database that have no answer, each with the reason and what to do. */
    private static List<String> notLearned(FactReport report) {
        return report.facts().stream()
                .filter(fact -> fact.name().equals(NOT_LEARNED))
                .map(FactReport.Known::value)
                .filter(List.class::isInstance)
                .flatMap(list -> ((List<?>) list).stream())
                .map(String::valueOf)
                .toList();
    }

    /** Writes a value for the template. */
    interface Shown {
        /** The value with its unit. */
        String of(Object value, @Nullable String unit);
    }

    static String shown(Object value, @Nullable String unit) {
        String text;
        if (value instanceof Boolean yes) {
            text = yes ? "yes" : "no";
        } else if (value instanceof Number number) {
            text = Derivation.shown(number.doubleValue());
        } else if (value instanceof List<?> list) {
            text = list.isEmpty()
                    ? "none"
                    : list.stream().map(FactsController::line).collect(Collectors.joining(", "));
        } else {
            text = value.toString();
        }
        return unit == null || !(value instanceof Number) ? text : text + "\u00a0" + unit;
    }

    /** A line of a list, without the number of the question that it answers. */
    private static String line(Object value) {
        return String.valueOf(value).replaceFirst("^D\\d+[a-z]?: ", "");
    }

    private Sentence lead(String database, FactReport report, Completeness completeness) {
        if (report.facts().isEmpty()) {
            return words.sentence("facts.lead.none", database);
        }
        return words.sentence(
                completeness.below() ? "facts.lead.below" : "facts.lead",
                completeness.percent(),
                database,
                completeness.missing().size(),
                report.contradicted().size(),
                completeness.threshold() == null ? 0 : completeness.threshold());
    }

    /** Takes a file as evidence: its kind is told from its content. */
    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/databases/{database}/evidence")
    String give(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(required = false) @Nullable MultipartFile file,
            @RequestParam(defaultValue = "") String confirm,
            @RequestParam String key,
            Model model,
            RedirectAttributes flash)
            throws IOException {
        DatabaseHead head = frame.put(program, database, TAB, model);
        if (file == null || file.isEmpty()) {
            throw Refusal.invalid(List.of(new FieldProblem("/file", words.text("facts.file.needed"))));
        }
        EvidenceAnswer answer;
        try (InputStream content = file.getInputStream()) {
            String name = file.getOriginalFilename();
            answer = intake.take(
                    program,
                    head.name(),
                    name == null ? "capture" : name,
                    content,
                    confirm,
                    Person.current().name(),
                    key);
        }
        flash.addFlashAttribute("said", said(answer));
        flash.addFlashAttribute("told", told(answer));
        flash.addFlashAttribute("problems", problems(answer));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/facts#given";
    }

    private String said(EvidenceAnswer answer) {
        return answer.coverage() == null
                ? words.text("facts.given.not", answer.name(), answer.kind().title())
                : words.text(
                        "facts.given.said",
                        answer.name(),
                        answer.kind().title(),
                        answer.coverage().percent(),
                        answer.factsGained().size());
    }

    private ArrayList<String> told(EvidenceAnswer answer) {
        ArrayList<String> told = new ArrayList<>();
        if (!answer.factsGained().isEmpty()) {
            told.add(words.text(
                    "facts.given.gained",
                    answer.factsGained().stream()
                            .map(fact -> words.fact(fact.name()))
                            .distinct()
                            .limit(MOST_TOLD)
                            .collect(Collectors.joining(", "))));
        }
        if (answer.coverage() != null && !answer.coverage().missing().isEmpty()) {
            told.add(words.text(
                    "facts.given.lacks", String.join(", ", answer.coverage().missing())));
        }
        if (!answer.sectionsNotUnderstood().isEmpty()) {
            told.add(words.text("facts.given.strange", String.join(", ", answer.sectionsNotUnderstood())));
        }
        return told;
    }

    private ArrayList<String> problems(EvidenceAnswer answer) {
        return answer.problems().stream()
                .limit(MOST_TOLD)
                .map(one -> words.text(
                        one.line() > 0 ? "facts.problem.line" : "facts.problem",
                        one.message(),
                        one.advice(),
                        Long.toString(one.line())))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Takes back a file that was given by mistake. */
    @OpenTo(Right.WORK)
    @PostMapping("/programs/{program}/databases/{database}/evidence/{sha256}/withdraw")
    String withdraw(
            @PathVariable String program,
            @PathVariable String database,
            @PathVariable String sha256,
            @RequestParam(defaultValue = "") String reason,
            @RequestParam(defaultValue = "false") boolean erase,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        EvidenceWithdrawal.Withdrawn done = withdrawals.withdraw(
                program, head.name(), sha256, reason, erase, Person.current().name(), null);
        flash.addFlashAttribute("said", words.text("facts.withdrawn", done.file(), done.fellBack(), done.gone()));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/facts#given";
    }

    /** Accepts that too little is known for production. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/programs/{program}/databases/{database}/facts/accept")
    String accept(
            @PathVariable String program,
            @PathVariable String database,
            @RequestParam(defaultValue = "") String reason,
            Model model,
            RedirectAttributes flash) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        Reasons.require(reason, words);
        desk.acceptIncomplete(program, head.name(), reason, Person.current().name());
        flash.addFlashAttribute("said", words.text("facts.accepted"));
        return "redirect:" + DatabaseFrame.base(program, head.name()) + "/facts";
    }

    /** The script for a DBA's own run where Gulliver cannot ask: always as a download. */
    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/discovery-script")
    ResponseEntity<byte[]> script(@PathVariable String program, @PathVariable String database, Model model) {
        DatabaseHead head = frame.put(program, database, TAB, model);
        return ScriptFile.of(scripts.script(program, head.name(), null));
    }

    /** A file as it was given: always as a download, never as a page of ours. */
    @OpenTo
    @GetMapping("/programs/{program}/databases/{database}/given/{sha256}")
    void file(
            @PathVariable String program,
            @PathVariable String database,
            @PathVariable String sha256,
            Model model,
            HttpServletResponse response)
            throws IOException {
        DatabaseHead head = frame.put(program, database, TAB, model);
        DatabaseEvidence found = evidence.given(program, head.name()).stream()
                .filter(one -> one.ref().sha256().equals(sha256))
                .findFirst()
                .orElseThrow(() -> Refusal.notFound("problem.evidence", sha256));
        response.setContentType("application/octet-stream");
        response.setHeader(
                "Content-Disposition",
                ContentDisposition.attachment()
                        .filename(found.ref().name(), StandardCharsets.UTF_8)
                        .build()
                        .toString());
        try (InputStream content = evidence.open(sha256)) {
            content.transferTo(response.getOutputStream());
        }
    }
}
