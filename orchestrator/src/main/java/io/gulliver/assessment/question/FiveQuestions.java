package io.gulliver.assessment.question;

import io.gulliver.assessment.completeness.Completeness;
import io.gulliver.assessment.cost.CostEstimate;
import io.gulliver.assessment.cost.Range;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.Feasibility;
import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskCounts;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.inputs.DatabaseSizing;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodReport;
import io.gulliver.planning.method.ProgramMethod;
import io.gulliver.planning.schedule.StageDurations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Answers the five questions from what the other decisions found. */
public final class FiveQuestions {
    private static final String UNKNOWN = Feasibility.UNKNOWN.word();
    private static final String YES = Feasibility.YES.word();
    private static final String AFTER_REMEDY = Feasibility.AFTER_REMEDY.word();
    private static final String NO = Feasibility.NO.word();

    private FiveQuestions() {}

    /**
     * All that answers about one database rest on.
     *
     * @param methods judged, with what a person decided
     * @param sizing of the target
     * @param completeness of the facts
     * @param cost line by line
     * @param durations of the stages
     * @param outages what is known of its outage, beside the agreed one: its headline figures
     * @param plannedFrom start of its first stage by the plan, or null
     * @param plannedTo end of its last, or null
     * @param risks that name it
     * @param span of the evidence
     */
    public record Known(
            MethodReport methods,
            DatabaseSizing sizing,
            Completeness completeness,
            CostEstimate cost,
            StageDurations durations,
            OutageFigures outages,
            @Nullable Instant plannedFrom,
            @Nullable Instant plannedTo,
            List<Risk> risks,
            EvidenceSpan span) {
        public Known {
            risks = List.copyOf(risks);
        }
    }

    /** About one database. */
    public static DatabaseAssessment of(Known known, Instant now) {
        return new DatabaseAssessment(
                known.methods().database(),
                now,
                known.methods().factsVersion(),
                known.completeness().percent(),
                List.of(canItBeDone(known), how(known), cost(known.cost()), howLong(known), risks(known.risks())),
                known.cost(),
                known.span());
    }

    private static MethodAssessment.@Nullable Judged taken(Known known) {
        Method method = known.methods().method();
        return method == null ? null : known.methods().assessment().judged(method);
    }

    private static Answer canItBeDone(Known known) {
        MethodAssessment assessment = known.methods().assessment();
        MethodAssessment.Judged taken = taken(known);
        List<Answer.Point> evidence = new ArrayList<>();
        assessment.reasons().forEach(reason -> evidence.add(new Answer.Point(reason, "rules on methods")));
        known.methods()
                .target()
                .warnings()
                .forEach(warning -> evidence.add(new Answer.Point(warning, "table of releases")));
        Feasibility feasible = known.methods().feasible();
        String sentence;
        List<MethodAssessment.Judged> open = taken == null ? assessment.open() : List.of();
        if (!open.isEmpty()) {
            sentence = "No way across fits with room to spare; open is "
                    + String.join(
                            "; ",
                            open.stream()
                                    .map(one -> word(one.method()) + ": " + String.join(", ", one.shortening()))
                                    .toList());
        } else if (taken == null) {
            sentence = feasible == Feasibility.UNKNOWN
                    ? "Too little is known to judge any way across"
                    : "No way across is open as things stand";
        } else if (taken.blockers().isEmpty() && taken.fitsTrimmed()) {
            sentence =
                    word(taken.method()) + " fits the window after a remedy: " + String.join(", ", taken.shortening());
        } else if (taken.blockers().isEmpty()) {
            sentence = feasible == Feasibility.UNKNOWN
                    ? word(taken.method()) + " is open, and how long it takes is not known"
                    : "It can cross by " + word(taken.method());
            sentence += known.outages()
                    .measured()
                    .filter(OutageFigures.Figure::over)
                    .map(one -> "; but " + told(one, known.outages().window()))
                    .orElse("");
        } else {
            sentence = word(taken.method())
                    + (feasible == Feasibility.AFTER_REMEDY ? " is open after " : " is closed by ")
                    + String.join(
                            "; ",
                            taken.blockers().stream()
                                    .map(reason -> reason.rule() + ": " + reason.text())
                                    .toList());
            taken.remedies().forEach(remedy -> evidence.add(new Answer.Point(remedy, "remedy")));
        }
        return new Answer("Can it be done?", feasible.word(), sentence, evidence, assessment.missing());
    }

    private static Answer how(Known known) {
        MethodAssessment.Judged taken = taken(known);
        MethodReport.Choice choice = known.methods().choice();
        List<Answer.Point> evidence = new ArrayList<>();
        if (choice != null) {
            evidence.add(new Answer.Point(
                    choice.method() + " was chosen: " + choice.reason()
                            + (choice.moved() ? "; the assessment is another one by now" : ""),
                    choice.by() + " at " + choice.at()));
        }
        ProgramMethod forAll = known.methods().forAll();
        if (choice == null && forAll != null) {
            evidence.add(new Answer.Point(
                    forAll.method() + " is taken for all databases: " + forAll.reason(), "the program's policy"));
        }
        known.methods().target().reasons().forEach(reason -> evidence.add(new Answer.Point(reason, "target proposal")));
        if (taken != null) {
            taken.warnings()
                    .forEach(warning -> evidence.add(new Answer.Point(
                            warning.text() + ": " + warning.remedy(), warning.rule() + ", " + warning.facts())));
            taken.space()
                    .forEach(space -> evidence.add(new Answer.Point(
                            "room on " + space.where() + ": " + Derivation.shown(Math.ceil(space.gigabytes())) + " GB",
                            space.formula())));
        }
        String release = known.methods().target().release();
        List<String> missing = new ArrayList<>();
        if (release == null) {
            missing.add("a release of the target that fits");
        }
        return new Answer(
                "How is it done?",
                taken == null ? UNKNOWN : word(taken.method()),
                taken == null
                        ? "No method is decided"
                        : "By " + word(taken.method()) + " into "
                                + (release == null ? "a release to be chosen" : "release " + release) + ", "
                                + shape(known.methods().target().shape()),
                evidence,
                missing);
    }

    private static Answer cost(CostEstimate cost) {
        List<Answer.Point> evidence = new ArrayList<>();
        cost.lines()
                .forEach(line -> evidence.add(new Answer.Point(
                        line.what() + (line.role() == null ? "" : ", " + line.role() + " in " + line.stage()) + ": "
                                + told(line.quantity()) + " " + line.unit() + ", "
                                + amount(line.amount(), cost.currency(), line.note()),
                        line.source())));
        cost.licences()
                .forEach(licence -> evidence.add(new Answer.Point(
                        licence.product() + ", " + licence.unit().told() + ": used " + shown(licence.used())
                                + ", owned "
                                + (licence.owned() == null
                                        ? "not said"
                                        : Derivation.shown(licence.owned().count()))
                                + ", needed "
                                + told(licence.needed()) + ", while both run " + told(licence.peak()) + ", "
                                + amount(licence.amount(), cost.currency(), licence.note()),
                        licence.metric())));
        List<String> missing = new ArrayList<>(cost.missing());
        long unpriced = cost.lines().size() + cost.licences().size() - cost.priced();
        if (unpriced > 0) {
            missing.add((unpriced == 1 ? "1 line has " : unpriced + " lines have ") + CostEstimate.NO_PRICE);
        }
        Range total = cost.total();
        return new Answer(
                "What will it cost?",
                total == null ? CostEstimate.NO_PRICE : told(total) + " " + cost.currency(),
                total == null
                        ? "Quantities are known as far as they are listed; " + CostEstimate.NO_PRICE
                        : told(total) + " " + cost.currency()
                                + (cost.complete() ? "" : " for the part that is priced; the rest has no amount"),
                evidence,
                missing);
    }

    private static Answer howLong(Known known) {
        List<Answer.Point> evidence = new ArrayList<>();
        Duration all = Duration.ZERO;
        for (Stage stage : Stage.values()) {
            all = all.plus(known.durations().adds(stage));
            evidence.add(new Answer.Point(
                    stage.name().toLowerCase(Locale.ROOT) + ": "
                            + told(known.durations().of(stage)),
                    known.durations().words().getOrDefault(stage, "")));
        }
        MethodAssessment.Outage outage = known.methods().outage();
        List<String> missing = new ArrayList<>();
        if (outage == null) {
            missing.add("the outage: choose a method and give the facts that it needs");
        } else {
            outage.terms()
                    .forEach(term -> evidence.add(new Answer.Point(
                            "outage, " + term.name() + ": " + seconds(term.seconds())
                                    + (term.least() == term.most()
                                            ? ""
                                            : " (" + seconds(term.least()) + " to " + seconds(term.most()) + ")"),
                            term.formula())));
        }
        Duration window = known.outages().window();
        known.outages().figures().stream()
                .filter(one -> one.kind() != OutageFigures.Kind.PREDICTED)
                .forEach(one -> evidence.add(new Answer.Point(told(one, window), "runs of this database")));
        if (window == null) {
            missing.add("the agreed outage (outage_window_minutes)");
        }
        if (known.plannedFrom() == null) {
            missing.add("a wave with dates");
        } else {
            evidence.add(new Answer.Point("planned from " + known.plannedFrom() + " to " + known.plannedTo(), "plan"));
        }
        Optional<OutageFigures.Figure> measured = known.outages().measured();
        String predicted = outage == null
                ? "the outage is not known"
                : "users are out for " + told(outage.likely()) + " (" + told(outage.shortest()) + " to "
                        + told(outage.longest()) + ")";
        return new Answer(
                "How long will it take?",
                measured.map(OutageFigures.Figure::length)
                        .or(() -> Optional.ofNullable(outage).map(MethodAssessment.Outage::likely))
                        .map(length -> "outage " + told(length))
                        .orElse(UNKNOWN),
                "About " + told(all) + " of work in six stages; "
                        + measured.map(one ->
                                        told(one, window) + (outage == null ? "" : "; by sizes and rates " + predicted))
                                .orElseGet(() -> predicted
                                        + (outage == null
                                                ? ""
                                                : agreed(known.outages().over(), window))),
                evidence,
                missing);
    }

    /** {@code rehearsed, the outage takes 3 h, longer than the 120 min agreed}. */
    private static String told(OutageFigures.Figure figure, @Nullable Duration window) {
        String length = told(figure.length());
        return switch (figure.kind()) {
                    case PREDICTED -> "predicted, the outage takes " + length;
                    case REHEARSED -> "rehearsed, the outage takes " + length;
                    case RUNNING -> "the outage goes on for " + length + " so far";
                    case ACTUAL -> "the outage was " + length;
                }
                + agreed(figure.over(), window);
    }

    private static String agreed(boolean over, @Nullable Duration window) {
        return window == null ? "" : (over ? ", longer than the " : " of ") + window.toMinutes() + " min agreed";
    }

    private static String seconds(double seconds) {
        return told(Duration.ofSeconds(Math.round(seconds)));
    }

    private static Answer risks(List<Risk> risks) {
        List<Risk> open = RiskCounts.open(risks).stream()
                .sorted(Comparator.comparingInt((Risk risk) -> -risk.probability() * risk.impact())
                        .thenComparing(Risk::number))
                .toList();
        int proposed = RiskCounts.of(risks).proposed();
        List<String> missing = open.stream()
                .filter(risk -> risk.owner() == null)
                .map(risk -> "an owner of risk R" + risk.number())
                .toList();
        return new Answer(
                "What are the risks?",
                open.isEmpty() ? "none" : String.valueOf(open.size()),
                (open.isEmpty()
                                ? "The register names none that is open"
                                : "The highest that is open: " + open.get(0).event())
                        + (proposed == 0 ? "" : "; " + proposed + (proposed == 1 ? " is" : " are") + " proposed"),
                open.stream()
                        .map(risk -> new Answer.Point(
                                "R" + risk.number() + ", " + risk.probability() * risk.impact() + " of 25: "
                                        + risk.event() + "; " + risk.action(),
                                risk.cause()))
                        .toList(),
                missing);
    }

    /** A database's answers in one row of the program's. */
    public static ProgramAssessment.Row row(Known known) {
        MethodAssessment.Judged taken = taken(known);
        MethodAssessment.Outage outage = known.methods().outage();
        return new ProgramAssessment.Row(
                known.methods().database(),
                known.methods().feasible().word(),
                taken == null ? null : taken.method().name(),
                outage == null ? null : (Long) outage.likely().toSeconds(),
                known.sizing().cpu().sizing() == null
                        ? null
                        : (Double) known.sizing().cpu().sizing().ifls().value(),
                known.completeness().percent(),
                known.cost().total(),
                known.cost().complete(),
                known.completeness().missing().size());
    }

    /**
     * All that answers about a program rest on.
     *
     * @param program its key
     * @param title of it
     * @param rows one for each database
     * @param cost of all together: what they share counts once
     * @param risks of the program
     * @param plannedTo end of the last stage of all by the plan, or null
     * @param undated databases without a date
     * @param lacks what is missing, and of how many databases
     * @param span of the evidence
     */
    public record KnownOfAll(
            String program,
            String title,
            List<ProgramAssessment.Row> rows,
            CostEstimate cost,
            List<Risk> risks,
            @Nullable Instant plannedTo,
            int undated,
            List<ProgramAssessment.Lack> lacks,
            EvidenceSpan span) {
        public KnownOfAll {
            rows = List.copyOf(rows);
            risks = List.copyOf(risks);
            lacks = List.copyOf(lacks);
        }
    }

    /** About all databases of a program. */
    public static ProgramAssessment of(KnownOfAll known, Instant now) {
        List<ProgramAssessment.Row> rows = known.rows();
        Map<String, Integer> verdicts = new TreeMap<>();
        Map<String, Integer> methods = new TreeMap<>();
        for (ProgramAssessment.Row row : rows) {
            verdicts.merge(row.canBeDone(), 1, Integer::sum);
            methods.merge(row.method() == null ? "undecided" : row.method(), 1, Integer::sum);
        }
        int unknown = verdicts.getOrDefault(UNKNOWN, 0);
        List<String> little = rows.stream()
                .filter(row -> row.canBeDone().equals(UNKNOWN))
                .map(row -> row.database() + ": too little is known, " + row.completenessPercent() + " %")
                .toList();
        Answer can = new Answer(
                "Can it be done?",
                rows.isEmpty() || unknown > 0
                        ? UNKNOWN
                        : verdicts.containsKey(NO) ? NO : verdicts.containsKey(AFTER_REMEDY) ? AFTER_REMEDY : YES,
                counted(verdicts, rows.size()),
                points(verdicts, "databases judged"),
                little);
        Answer how = new Answer(
                "How is it done?",
                plural(methods.size() - (methods.containsKey("undecided") ? 1 : 0), "method"),
                "Databases by method, as judged or chosen",
                points(methods, "methods"),
                rows.stream()
                        .filter(row -> row.method() == null)
                        .map(row -> row.database() + ": no method")
                        .toList());
        Instant plannedTo = known.plannedTo();
        int undated = known.undated();
        Answer howLong = new Answer(
                "How long will it take?",
                plannedTo == null ? UNKNOWN : "until " + plannedTo,
                plannedTo == null ? "Nothing is planned" : "The last database is across by " + plannedTo,
                rows.stream()
                        .filter(row -> row.outages().over())
                        .map(row -> new Answer.Point(
                                row.database() + ": "
                                        + told(
                                                row.outages().best().orElseThrow(),
                                                row.outages().window()),
                                "outage against window"))
                        .toList(),
                undated == 0
                        ? List.of()
                        : List.of(undated == 1 ? "1 database has no date" : undated + " databases have no date"));
        return new ProgramAssessment(
                known.program(),
                known.title(),
                now,
                known.span(),
                List.of(can, how, cost(known.cost()), howLong, risks(known.risks())),
                known.cost(),
                known.lacks(),
                rows,
                RiskCounts.of(known.risks()).open());
    }

    /** {@code 29 of 50 databases can cross as things stand, 21 are not known yet}: no verdict is left out. */
    private static String counted(Map<String, Integer> verdicts, int all) {
        int after = verdicts.getOrDefault(AFTER_REMEDY, 0);
        int no = verdicts.getOrDefault(NO, 0);
        int unknown = verdicts.getOrDefault(UNKNOWN, 0);
        return verdicts.getOrDefault(YES, 0) + " of " + all + " databases can cross as things stand"
                + (after == 0 ? "" : ", " + after + " after a remedy")
                + (no == 0 ? "" : ", " + no + " cannot")
                + (unknown == 0 ? "" : ", " + unknown + (unknown == 1 ? " is" : " are") + " not known yet");
    }

    private static String plural(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static List<Answer.Point> points(Map<String, Integer> counts, String source) {
        return counts.entrySet().stream()
                .map(entry -> new Answer.Point(entry.getKey() + ": " + entry.getValue(), source))
                .toList();
    }

    private static String shape(String shape) {
        return switch (shape) {
            case "single" -> "a single instance";
            case "rac" -> "a cluster (RAC)";
            case "pdb" -> "a pluggable database";
            default -> shape;
        };
    }

    private static String word(Method method) {
        return method.key();
    }

    private static String amount(@Nullable Range amount, @Nullable String currency, String note) {
        return amount == null ? note : told(amount) + " " + currency + ", " + note;
    }

    private static String told(@Nullable Range range) {
        if (range == null) {
            return UNKNOWN;
        }
        return range.low() == range.high()
                ? Derivation.shown(range.likely())
                : Derivation.shown(range.low()) + " / " + Derivation.shown(range.likely()) + " / "
                        + Derivation.shown(range.high());
    }

    private static String shown(@Nullable Double value) {
        return value == null ? UNKNOWN : Derivation.shown(value);
    }

    private static String told(Duration duration) {
        long minutes = Math.round(duration.toSeconds() / 60.0);
        if (minutes < 60) {
            return minutes + " min";
        }
        long hours = minutes / 60;
        return hours < 48
                ? hours + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min")
                : Derivation.shown(Math.round(hours / 2.4) / 10.0) + " d";
    }
}
