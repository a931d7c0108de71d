package io.gulliver.assessment.question;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.completeness.Completeness;
import io.gulliver.assessment.cost.CostEstimate;
import io.gulliver.assessment.cost.CostModel;
import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.plan.MeasuredOutage;
import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.domain.plan.Rates;
import io.gulliver.planning.facts.FactResolver;
import io.gulliver.planning.inputs.DatabaseSizing;
import io.gulliver.planning.inputs.SizingPlanner;
import io.gulliver.planning.inputs.Subject;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodAssessor;
import io.gulliver.planning.method.MethodReport;
import io.gulliver.planning.method.TargetProposal;
import io.gulliver.planning.schedule.StageDurations;
import io.gulliver.planning.sizing.Staleness;
import io.gulliver.service.planning.RuleTables;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Five answers from the decisions themselves, with the shipped rules. */
class FiveQuestionsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");
    private final MethodAssessor assessor =
            new MethodAssessor(RuleTables.shipped().methods());
    private final SizingPlanner desk = new SizingPlanner(
            RuleTables.shipped().processors(),
            RuleTables.shipped().arrays(),
            new FactResolver(RuleTables.shipped().facts()));

    private FiveQuestions.Known known(
            String name, Map<String, Object> facts, @Nullable Integer window, @Nullable Method chosen) {
        return known(name, facts, window, chosen, List.of());
    }

    private FiveQuestions.Known known(
            String name,
            Map<String, Object> facts,
            @Nullable Integer window,
            @Nullable Method chosen,
            List<MeasuredOutage> measured) {
        MethodAssessment assessment =
                assessor.assess(facts, Rates.defaults(), window == null ? null : Duration.ofMinutes(window));
        Method method = chosen == null ? assessment.preferred() : chosen;
        MethodReport methods = new MethodReport(
                name,
                1,
                "0".repeat(64),
                assessment,
                TargetProposal.of(facts, RuleTables.shipped().releases(), LocalDate.of(2026, 3, 1)),
                method,
                chosen == null
                        ? null
                        : new MethodReport.Choice(
                                chosen, "a reason", "Mia", NOW, 1, "0".repeat(64), true, List.of(), List.of()),
                null,
                0);
        DatabaseSizing sizing = desk.size(
                new Subject(
                        DatabaseProfile.of(name, "app", Environment.TEST),
                        List.of(),
                        null,
                        List.of(),
                        List.of(),
                        false),
                List.of(),
                ProgramPolicy.parse(Map.of()).policy().sizing(),
                1,
                new Staleness(false, List.of()),
                NOW);
        return new FiveQuestions.Known(
                methods,
                sizing,
                Completeness.of(RuleTables.shipped().needs(), Map.of(), null),
                unsized(name),
                StageDurations.of(null, null, Rates.defaults(), Map.of()),
                OutageFigures.of(
                        methods.outage() == null ? null : methods.outage().likely(),
                        window == null ? null : Duration.ofMinutes(window),
                        method == null ? null : method.name(),
                        measured,
                        NOW),
                null,
                null,
                List.of(),
                EvidenceSpan.NONE);
    }

    private static CostEstimate unsized(String... databases) {
        return CostModel.estimate(
                new CostModel.Quantities(
                        Stream.of(databases)
                                .map(name -> new CostModel.Moved(
                                        name, null, List.of(), null, List.of(), null, List.of(), name, null, List.of(),
                                        false, null, null))
                                .toList(),
                        List.of(),
                        Stream.of(databases)
                                .map(name -> new CostModel.Server(name, null, null, null, null, List.of()))
                                .toList()),
                ProgramPolicy.parse(Map.of()).policy().cost());
    }

    private static ProgramAssessment program(List<ProgramAssessment.Row> rows, int undated) {
        return FiveQuestions.of(
                new FiveQuestions.KnownOfAll(
                        "atlas",
                        "Atlas",
                        rows,
                        unsized(rows.stream()
                                .map(ProgramAssessment.Row::database)
                                .toArray(String[]::new)),
                        List.of(),
                        null,
                        undated,
                        List.of(),
                        EvidenceSpan.NONE),
                NOW);
    }

    private static Map<String, Object> facts(Object... pairs) {
        Map<String, Object> facts = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            facts.put((String) pairs[i], pairs[i + 1]);
        }
        return facts;
    }

    private static Map<String, Object> small() {
        return facts("source_release", "19.22", "source_edition", "enterprise", "data_gb", 200.0, "index_gb", 60.0);
    }

    @Test
    void saysYesWithTheRowOfTheDecisionAndTheOutageAgainstTheWindow() {
        DatabaseAssessment assessment = FiveQuestions.of(known("ORDERS", small(), 240, null), NOW);
        assertThat(assessment.answers()).extracting(Answer::question).hasSize(5).doesNotHaveDuplicates();
        assertThat(assessment.answers().get(0).verdict()).isEqualTo("yes");
        assertThat(assessment.answers().get(0).evidence())
                .extracting(Answer.Point::text)
                .anyMatch(text -> text.startsWith("Row 3: data-pump is open"));
        assertThat(assessment.answers().get(1).sentence()).startsWith("By data-pump into release 19");
        assertThat(assessment.answers().get(3).sentence())
                .contains("1 h 26 min")
                .contains("240 min agreed");
        assertThat(assessment.answers().get(3).missing()).contains("a wave with dates");
    }

    /** Predicted 86 min, rehearsed 3 h, agreed 2 h: the reader of the paper hears what the page of the database shows red. */
    @Test
    void saysWhatARehearsalShowedOfTheOutageAndThatItIsLongerThanAgreed() {
        Instant out = NOW.minus(Duration.ofDays(3));
        MeasuredOutage rehearsal =
                new MeasuredOutage("r1", Purpose.REHEARSAL, "DATA_PUMP", out, out.plus(Duration.ofHours(3)));
        FiveQuestions.Known known = known("ORDERS", small(), 120, Method.DATA_PUMP, List.of(rehearsal));
        List<Answer> answers = FiveQuestions.of(known, NOW).answers();
        String rehearsed = "rehearsed, the outage takes 3 h, longer than the 120 min agreed";
        assertThat(answers.get(0).sentence()).endsWith("; but " + rehearsed);
        assertThat(answers.get(3).verdict()).isEqualTo("outage 3 h");
        assertThat(answers.get(3).sentence())
                .contains("; " + rehearsed + "; by sizes and rates users are out for 1 h 26 min (");
        assertThat(answers.get(3).evidence()).extracting(Answer.Point::text).contains(rehearsed);
        ProgramAssessment.Row row = FiveQuestions.row(known)
                .with(new Headline("ORDERS", known.outages(), null, 0, 0, null, "DATA_PUMP"), null);
        assertThat(row.outages().over()).isTrue();
        assertThat(row.outageSeconds()).isEqualTo(5167);
        assertThat(program(List.of(row), 0).answers().get(3).evidence())
                .extracting(Answer.Point::text)
                .containsExactly("ORDERS: " + rehearsed);
    }

    @Test
    void saysUnknownWhenNothingIsKnownAndNeverZero() {
        DatabaseAssessment assessment = FiveQuestions.of(known("CRM", facts(), null, null), NOW);
        assertThat(assessment.answers().get(0).verdict()).isEqualTo("unknown");
        assertThat(assessment.answers().get(0).missing()).contains("data_gb", "outage_window_minutes");
        assertThat(assessment.answers().get(2).verdict()).isEqualTo("no price set");
        assertThat(assessment.answers().get(2).missing()).contains("IFLs: not sized", "storage: not sized");
        assertThat(assessment.answers().get(3).verdict()).isEqualTo("unknown");
        assertThat(assessment.answers().get(4).verdict()).isEqualTo("none");
    }

    @Test
    void aMethodThatIsClosedByWhatCanBeCuredIsOpenAfterTheRemedy() {
        Map<String, Object> large = facts(
                "source_release",
                "19.22",
                "target_release",
                "19.22",
                "source_edition",
                "enterprise",
                "files_gb",
                10_000.0,
                "data_gb",
                6000.0,
                "index_gb",
                3000.0,
                "incremental_gb",
                40.0,
                "objects",
                60_000L,
                "tde_tablespace",
                true);
        Answer can =
                FiveQuestions.of(known("BIG", large, 240, null), NOW).answers().get(0);
        assertThat(can.verdict()).isEqualTo("after remedy");
        assertThat(can.sentence()).contains("xtts is open after R09");
        assertThat(can.evidence()).extracting(Answer.Point::text).anyMatch(text -> text.contains("decrypt"));
    }

    @Test
    void whatFixedTimesAloneMakeTooLongCanBeDoneAfterTrimmingThem() {
        Map<String, Object> tiny = facts(
                "source_release",
                "19.22",
                "source_edition",
                "enterprise",
                "data_gb",
                40.0,
                "files_gb",
                50.0,
                "incremental_gb",
                1.0,
                "objects",
                400L,
                "gg_none_gb",
                0.0);
        Answer can =
                FiveQuestions.of(known("TINY", tiny, 60, null), NOW).answers().get(0);
        assertThat(can.verdict()).isEqualTo("after remedy");
        assertThat(can.sentence()).contains("data-pump: trim checks from 1800 to 1566 s");
        Answer chosen = FiveQuestions.of(known("TINY", tiny, 60, Method.DATA_PUMP), NOW)
                .answers()
                .get(0);
        assertThat(chosen.verdict()).isEqualTo("after remedy");
        assertThat(chosen.sentence()).startsWith("data-pump fits the window after a remedy: trim checks");
    }

    @Test
    void aChoiceIsShownWithWhoAndThatTheAssessmentMovedSince() {
        Answer how = FiveQuestions.of(known("ORDERS", small(), 240, Method.DATA_PUMP_NETWORK_LINK), NOW)
                .answers()
                .get(1);
        assertThat(how.verdict()).isEqualTo("network-link");
        assertThat(how.evidence()).anySatisfy(point -> {
            assertThat(point.text()).contains("a reason").contains("another one by now");
            assertThat(point.source()).startsWith("Mia at ");
        });
    }

    @Test
    void theProgramAddsItsDatabasesUp() {
        List<ProgramAssessment.Row> rows = List.of(
                FiveQuestions.row(known("CRM", facts(), null, null)),
                FiveQuestions.row(known("ORDERS", small(), 240, null)));
        ProgramAssessment program = program(rows, 2);
        assertThat(program.answers()).hasSize(5);
        assertThat(program.answers().get(0).verdict()).isEqualTo("unknown");
        assertThat(program.answers().get(0).sentence())
                .isEqualTo("1 of 2 databases can cross as things stand, 1 is not known yet");
        assertThat(program.answers().get(0).missing())
                .singleElement()
                .asString()
                .startsWith("CRM");
        assertThat(program.answers().get(1).missing()).contains("CRM: no method");
        assertThat(program.answers().get(2).verdict()).isEqualTo("no price set");
        assertThat(program.answers().get(3).missing()).contains("2 databases have no date");
        assertThat(rows.get(1).outageSeconds()).isEqualTo(5167);
        assertThat(rows.get(0).ifls()).isNull();
    }

    private static ProgramAssessment.Row judged(String database, String verdict) {
        return new ProgramAssessment.Row(
                database, verdict, verdict.equals("yes") ? "DATA_PUMP" : null, null, null, 50, null, false, 0);
    }

    private static Answer can(ProgramAssessment.Row... rows) {
        return program(List.of(rows), 1).answers().get(0);
    }

    @Test
    void theProgramSaysNoOnlyWhenEveryDatabaseWasJudged() {
        Answer open = can(judged("A", "yes"), judged("B", "no"), judged("C", "unknown"), judged("D", "unknown"));
        assertThat(open.verdict()).isEqualTo("unknown");
        assertThat(open.sentence())
                .isEqualTo("1 of 4 databases can cross as things stand, 1 cannot, 2 are not known yet");
        assertThat(can(judged("A", "yes"), judged("B", "no")).verdict()).isEqualTo("no");
        assertThat(can(judged("A", "yes"), judged("B", "after remedy")).verdict())
                .isEqualTo("after remedy");
        assertThat(can(judged("A", "yes")).verdict()).isEqualTo("yes");
        assertThat(can().verdict()).isEqualTo("unknown");
    }

    @Test
    void countsOneOfAThingInTheSingular() {
        ProgramAssessment program = program(List.of(judged("A", "yes")), 1);
        assertThat(program.answers().get(1).verdict()).isEqualTo("1 method");
        assertThat(program.answers().get(2).missing()).contains("IFLs: not sized");
        assertThat(program.answers().get(3).missing()).containsExactly("1 database has no date");
    }
}
