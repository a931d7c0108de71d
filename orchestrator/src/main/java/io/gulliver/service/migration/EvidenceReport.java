package io.gulliver.service.migration;

import io.gulliver.assessment.question.Answer;
import io.gulliver.assessment.question.DatabaseAssessment;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.OutageWord;
import io.gulliver.domain.plan.PlanBaseline;
import io.gulliver.domain.plan.Slip;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.task.GateCriterion;
import io.gulliver.domain.task.GateEvidence;
import io.gulliver.persistence.view.AuditRow;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.persistence.view.EvidenceRow;
import io.gulliver.persistence.view.StepRow;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The first page of an evidence pack: what was planned, judged, decided and done, for a person to read or print before the files
 * are opened. One HTML file without scripts, fonts or addresses of others.
 */
final class EvidenceReport {
    /** Everything that the report tells. */
    record Contents(
            Migration migration,
            String title,
            ZoneId zone,
            List<StepRow> steps,
            List<CommandRow> commands,
            List<EvidenceRow> attached,
            List<StageTimes> times,
            List<PlanBaseline> agreements,
            @Nullable CutoverDates dates,
            List<OutageWord> outageWords,
            @Nullable DatabaseAssessment assessment,
            @Nullable String unassessed,
            List<DecisionRow> decisions,
            List<Risk> risks,
            List<AuditRow> audit,
            List<PackedFile> files) {}

    /**
     * A file of the pack.
     *
     * @param name within it
     * @param sha256 of its content
     * @param bytes size
     */
    record PackedFile(String name, String sha256, long bytes) {}

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private static final String STYLE = """
            body{font:14px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:62rem;padding:0 1rem;color:#1a1d21;background:#fff}
            h1{font-size:1.6rem;margin:0 0 .3rem}h2{font-size:1.15rem;margin:2rem 0 .5rem;border-bottom:1px solid #c8ccd2;padding-bottom:.2rem}
            h3{font-size:1rem;margin:1.2rem 0 .3rem}table{border-collapse:collapse;width:100%;margin:.4rem 0}
            th,td{text-align:left;vertical-align:top;padding:.25rem .6rem .25rem 0;border-bottom:1px solid #e3e6ea}
            th{font-weight:600}pre{white-space:pre-wrap;background:#f4f5f7;padding:.6rem;margin:.4rem 0}code{font-size:.85em;word-break:break-all}
            .no{font-weight:700}.dim{color:#5c6470}@media print{body{margin:0;max-width:none}h2{break-after:avoid}tr,pre{break-inside:avoid}}
            @media (prefers-color-scheme:dark){body{color:#e4e7eb;background:#14171a}pre{background:#1f2429}th,td{border-color:#30363d}h2{border-color:#444c56}.dim{color:#9aa4af}}
            """;

    private final Contents all;
    private final StringBuilder html = new StringBuilder();

    private EvidenceReport(Contents all) {
        this.all = all;
    }

    static String html(Contents all) {
        return new EvidenceReport(all).write();
    }

    private String write() {
        Migration run = all.migration();
        html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"UTF-8\"><meta name=\"viewport\"")
                .append(" content=\"width=device-width\"><title>")
                .append(escaped("Evidence of " + run.database()))
                .append("</title><style>")
                .append(STYLE)
                .append("</style></head><body>\n");
        tag("h1", "Evidence of " + run.database());
        tag(
                "p",
                all.title() + ", run " + run.id() + ", " + word(run.purpose())
                        + (run.evaluateOnly() ? ", only evaluated" : "")
                        + ", by playbook " + run.playbook() + " version " + run.playbookVersion() + ". "
                        + (run.outcome() == null ? "It has not ended." : "It ended: " + word(run.outcome()) + "."));
        table(
                List.of("", ""),
                List.of(
                        List.of("Started", moment(run.startedAt()) + " by " + run.createdBy()),
                        List.of("Ended", moment(run.endedAt())),
                        List.of("Playbook", run.playbookHash()),
                        List.of("Times are of", all.zone().getId())));
        index();
        plan();
        assessment();
        decisions();
        validation();
        timings();
        risks();
        audit();
        files();
        return html.append("</body></html>\n").toString();
    }

    private void index() {
        section("index", "Index");
        html.append("<ol>");
        for (String[] part : PARTS) {
            html.append("<li><a href=\"#")
                    .append(part[0])
                    .append("\">")
                    .append(part[1])
                    .append("</a></li>");
        }
        html.append("</ol>\n");
    }

    private static final String[][] PARTS = {
        {"plan", "Plan"},
        {"assessment", "Assessment"},
        {"decisions", "Decisions: what was shown, who decided"},
        {"validation", "Validation"},
        {"timings", "Timings"},
        {"risks", "Risks"},
        {"audit", "Audit record"},
        {"files", "Files"}
    };

    private void plan() {
        section("plan", "Plan");
        Integer wave = all.migration().wave();
        tag("p", wave == null ? "It is in no wave." : "Wave " + wave + ".");
        PlanBaseline agreed =
                all.agreements().isEmpty() ? null : all.agreements().get(0);
        tag(
                "p",
                agreed == null
                        ? "Nobody has agreed on the plan."
                        : "Agreed is what " + agreed.by() + " agreed on last, " + moment(agreed.at()) + ": "
                                + agreed.reason());
        List<List<String>> rows = new ArrayList<>();
        for (StageTimes one : all.times()) {
            rows.add(List.of(
                    word(one.stage()),
                    span(one.baselineStart(), one.baselineEnd()),
                    span(one.plannedStart(), one.plannedEnd()),
                    span(one.forecastStart(), one.forecastEnd()),
                    span(one.actualStart(), one.actualEnd()),
                    slip(Slip.of(one))));
        }
        table(List.of("Stage", "Agreed", "Planned", "Forecast", "As it was", "Against what was agreed"), rows);
        dates();
        if (!all.agreements().isEmpty()) {
            tag("h3", "Agreements on the plan");
            table(
                    List.of("Agreement", "When", "Who", "Why"),
                    all.agreements().stream()
                            .map(one -> List.of(String.valueOf(one.number()), moment(one.at()), one.by(), one.reason()))
                            .toList());
        }
    }

    private void dates() {
        CutoverDates dates = all.dates();
        if (dates == null) {
            tag("p", "No date is planned on which users are out.");
            return;
        }
        tag("h3", "Dates of the outage");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("Users out (T)", moment(dates.usersOut())));
        rows.add(List.of("Users in", moment(dates.usersIn())));
        rows.add(List.of("Outage as planned", length(dates.outage())));
        if (dates.hypercareEnds() != null) {
            rows.add(List.of("Last decision after the cutover", moment(dates.hypercareEnds())));
        }
        if (dates.retired() != null) {
            rows.add(List.of("The old source is gone", moment(dates.retired())));
        }
        table(List.of("Planned", "When"), rows);
        if (!dates.broken().isEmpty()) {
            tag("h3", "What does not hold with these dates");
            table(
                    List.of("What", "Which dates"),
                    dates.broken().stream()
                            .map(one -> List.of(word(one.kind()), one.words()))
                            .toList());
        }
    }

    private void assessment() {
        section("assessment", "Assessment");
        DatabaseAssessment assessment = all.assessment();
        if (assessment == null) {
            tag("p", "It could not be made: " + all.unassessed());
            return;
        }
        tag(
                "p",
                "As of " + moment(assessment.at()) + ", " + assessment.completenessPercent()
                        + " % of what it needs is known.");
        for (Answer answer : assessment.answers()) {
            tag("h3", answer.question() + " " + answer.verdict());
            tag("p", answer.sentence());
            table(
                    List.of("It rests on", "Said by"),
                    answer.evidence().stream()
                            .map(point -> List.of(point.text(), point.source()))
                            .toList());
        }
    }

    private void decisions() {
        section("decisions", "Decisions");
        for (DecisionRow row : all.decisions()) {
            tag("h3", word(row.kind()) + ": " + (row.decided() == null ? "taken back" : row.decided()));
            tag("p", row.by() + ", " + moment(row.at()) + ": " + row.reason());
            hash("What was seen has the SHA-256", row.basis());
        }
        for (OutageWord one : all.outageWords()) {
            tag("h3", "An outage outside of the plan");
            Instant planned = one.usersOut();
            tag(
                    "p",
                    one.by() + ", " + moment(one.at()) + ", with users out "
                            + (planned == null ? "not planned" : "planned for " + moment(planned)) + ": "
                            + one.reason());
        }
        int gates = 0;
        for (StepRow row : all.steps()) {
            if (row.kind() != StepKind.GATE) {
                continue;
            }
            gates++;
            StepRun run = row.run();
            tag("h3", row.title() + " (" + run.key() + ")" + (row.fourEyes() ? ", two persons" : ""));
            GateEvidence shown = GateEvidence.of(row.migration(), run.key(), row.title(), run.inputs())
                    .showing(EvidenceRow.shown(all.attached().stream()
                            .filter(one -> run.key().equals(one.step()))
                            .toList()));
            List<List<String>> criteria = GateCriterion.of(run.inputs()).stream()
                    .map(one -> List.of(one.title(), one.verdict(), one.why()))
                    .toList();
            table(List.of("Criterion", "Verdict", "Judged by"), criteria);
            List<CommandRow> said = all.commands().stream()
                    .filter(one -> one.order().verb() == Verb.DECIDE
                            && run.key().equals(one.order().step()))
                    .toList();
            if (said.isEmpty()) {
                tag("p", "Nobody has decided.");
            }
            for (CommandRow one : said) {
                said(one, shown);
            }
        }
        if (gates == 0 && all.decisions().isEmpty() && all.outageWords().isEmpty()) {
            tag("p", "None.");
        }
    }

    private void said(CommandRow row, GateEvidence shown) {
        CommandOrder order = row.order();
        List<String> waived = GateCriterion.waived(order.outputs());
        tag(
                "p",
                order.by() + ", " + moment(row.recordedAt()) + ": " + order.outcome()
                        + (waived.isEmpty() ? "" : ", waiving " + String.join(", ", waived))
                        + (order.reason() == null || order.reason().isBlank() ? "" : ": " + order.reason()) + " ("
                        + word(row.state()) + ")");
        String hash = row.evidenceHash();
        if (hash == null) {
            tag("p", "The decision names no evidence.");
        } else {
            hash(
                    hash.equals(shown.sha256())
                            ? "On what the gate shows, SHA-256"
                            : shown.under(hash).isPresent()
                                    ? "On what the gate shows, but for files that are attached to it, SHA-256"
                                    : "On something else than the gate shows now, SHA-256",
                    hash);
        }
    }

    private void validation() {
        section("validation", "Validation");
        List<List<String>> rows = new ArrayList<>();
        for (StepRow row : all.steps()) {
            if (row.stage() == Stage.VALIDATION && row.kind() == StepKind.ACTION) {
                rows.add(List.of(
                        row.title(),
                        word(row.run().state()),
                        row.run().failure() == null
                                ? values(row.run().outputs())
                                : String.valueOf(row.run().failure().message())));
            }
        }
        table(List.of("Check", "State", "Found"), rows);
    }

    private void timings() {
        section("timings", "Timings");
        List<List<String>> rows = new ArrayList<>();
        for (StepRow row : all.steps()) {
            StepRun run = row.run();
            Integer estimate = row.estimateSeconds();
            rows.add(List.of(
                    row.title()
                            + (run.key().item() == null ? "" : " (" + run.key().item() + ")"),
                    word(row.phase()),
                    word(run.state()),
                    moment(run.startedAt()),
                    moment(run.endedAt()),
                    estimate == null ? "" : length(Duration.ofSeconds(estimate)),
                    run.startedAt() == null || run.endedAt() == null
                            ? ""
                            : length(Duration.between(run.startedAt(), run.endedAt()))));
        }
        table(List.of("Step", "Phase", "State", "Began", "Ended", "Estimated", "Took"), rows);
    }

    private void risks() {
        section("risks", "Risks");
        List<List<String>> rows = new ArrayList<>();
        for (Risk risk : all.risks()) {
            rows.add(List.of(
                    risk.key(),
                    risk.event() + " (" + risk.cause() + ")",
                    risk.probability() + " x " + risk.impact(),
                    word(risk.state()),
                    risk.owner() == null ? "nobody" : risk.owner(),
                    risk.action()));
        }
        table(List.of("Risk", "What may happen", "Score", "State", "Owner", "What is done"), rows);
    }

    private void audit() {
        section("audit", "Audit record");
        tag(
                "p",
                "Every row about the run, its database, its tasks and risks, the plan, its wave and the freezes; the record of"
                        + " the whole program is in Gulliver.");
        List<List<String>> rows = new ArrayList<>();
        for (AuditRow row : all.audit()) {
            rows.add(List.of(
                    row.seq() == null ? "not sealed yet" : String.valueOf(row.seq()),
                    moment(row.event().at()),
                    row.event().actor(),
                    row.event().action(),
                    row.event().object(),
                    values(new TreeMap<>(row.event().details())),
                    row.hash()));
        }
        table(List.of("Place", "When", "Who", "What", "About", "Details", "SHA-256 of the row"), rows);
    }

    private void files() {
        section("files", "Files");
        tag(
                "p",
                "All of them with this page are listed in SHA256SUMS; where the pack is unpacked, sha256sum -c SHA256SUMS"
                        + " compares them.");
        html.append("<table><thead><tr><th>File</th><th>Bytes</th><th>SHA-256</th></tr></thead><tbody>");
        for (PackedFile file : all.files()) {
            html.append("<tr><td><a href=\"")
                    .append(escaped(file.name().replace("[", "%5B").replace("]", "%5D")))
                    .append("\">")
                    .append(escaped(file.name()))
                    .append("</a></td><td>")
                    .append(file.bytes())
                    .append("</td><td><code>")
                    .append(file.sha256())
                    .append("</code></td></tr>");
        }
        html.append("</tbody></table>\n");
    }

    // ---- parts

    private void section(String id, String title) {
        html.append("<h2 id=\"").append(id).append("\">").append(escaped(title)).append("</h2>\n");
    }

    private void tag(String tag, String text) {
        html.append('<')
                .append(tag)
                .append('>')
                .append(escaped(text))
                .append("</")
                .append(tag)
                .append(">\n");
    }

    private void hash(String what, String hash) {
        html.append("<p class=\"dim\">")
                .append(escaped(what))
                .append(" <code>")
                .append(escaped(hash))
                .append("</code>");
        all.files().stream()
                .filter(file -> file.sha256().equals(hash))
                .findFirst()
                .ifPresent(file -> html.append(", kept as <a href=\"")
                        .append(escaped(file.name().replace("[", "%5B").replace("]", "%5D")))
                        .append("\">")
                        .append(escaped(file.name()))
                        .append("</a>"));
        html.append("</p>\n");
    }

    private void table(List<String> head, List<List<String>> rows) {
        if (rows.isEmpty()) {
            tag("p", "None.");
            return;
        }
        html.append("<table>");
        if (head.stream().anyMatch(cell -> !cell.isEmpty())) {
            html.append("<thead><tr>");
            head.forEach(cell ->
                    html.append("<th scope=\"col\">").append(escaped(cell)).append("</th>"));
            html.append("</tr></thead>");
        }
        html.append("<tbody>");
        for (List<String> row : rows) {
            html.append("<tr>");
            row.forEach(cell -> html.append("<td>").append(escaped(cell)).append("</td>"));
            html.append("</tr>\n");
        }
        html.append("</tbody></table>\n");
    }

    private String moment(@Nullable Instant at) {
        return at == null ? "not yet" : MOMENT.format(at.atZone(all.zone()));
    }

    private String span(@Nullable Instant from, @Nullable Instant to) {
        return from == null && to == null ? "" : moment(from) + " to " + moment(to);
    }

    private static String slip(@Nullable Duration slip) {
        return slip == null
                ? ""
                : Math.abs(slip.toSeconds()) < 60
                        ? "as agreed"
                        : length(slip.abs()) + (slip.isNegative() ? " early" : " late");
    }

    private static String length(Duration taken) {
        long seconds = Math.max(0, taken.toSeconds());
        return seconds < 60
                ? seconds + " s"
                : seconds < 3600
                        ? seconds / 60 + " min " + seconds % 60 + " s"
                        : seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
    }

    private static String word(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String values(Map<String, Object> values) {
        Map<String, Object> sorted = new TreeMap<>(values);
        Map<String, String> shown = new LinkedHashMap<>();
        sorted.forEach((name, value) -> {
            String text = String.valueOf(value);
            shown.put(name.replace('_', ' '), text.length() <= 300 ? text : text.substring(0, 299) + "…");
        });
        StringBuilder text = new StringBuilder();
        shown.forEach((name, value) -> text.append(text.isEmpty() ? "" : "; ")
                .append(name)
                .append(": ")
                .append(value));
        return text.toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
