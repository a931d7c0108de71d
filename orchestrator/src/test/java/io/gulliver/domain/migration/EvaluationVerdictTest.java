package io.gulliver.domain.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.domain.migration.EvaluationVerdict.Answer;
import io.gulliver.domain.migration.EvaluationVerdict.NotYet;
import io.gulliver.domain.migration.EvaluationVerdict.Seen;
import io.gulliver.domain.migration.EvaluationVerdict.Stop;
import io.gulliver.domain.migration.EvaluationVerdict.Unmet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EvaluationVerdictTest {
    private static EvaluationVerdict verdict(List<Seen> steps) {
        return EvaluationVerdict.of(List.of(), steps, false);
    }

    private static Seen fine(String key, Map<String, Object> inputs) {
        return new Seen(
                StepKey.parse(key),
                "Title of " + key,
                StepKind.ACTION,
                true,
                false,
                inputs,
                null,
                null,
                null,
                List.of());
    }

    private static Seen failed(String key, String code, String message) {
        return new Seen(
                StepKey.parse(key),
                "Title of " + key,
                StepKind.ACTION,
                true,
                false,
                Map.of(),
                code,
                message,
                "Mend it",
                List.of());
    }

    @Test
    void runsWhereNothingStopsItAndEveryFigureIsKnown() {
        Seen gate = new Seen(
                StepKey.of("go"), "Go", StepKind.GATE, true, false, Map.of("a", "x"), null, null, null, List.of());
        EvaluationVerdict verdict = verdict(
                List.of(fine("look", Map.of("host", "h")), fine("build", Map.of("name", "«name of build»")), gate));
        assertThat(verdict.answer()).isEqualTo(Answer.RUNS);
        assertThat(verdict.unknown())
                .as("a name that Gulliver gives is nobody's to find")
                .isEmpty();
        assertThat(verdict.people()).containsExactly("go");
    }

    @Test
    void oneCauseIsToldOnceWithAllThatItStops() {
        String missing = "the fact landing.server has not been collected";
        EvaluationVerdict verdict = verdict(List.of(
                failed("create", "INPUT_INVALID", "Step create: input host: " + missing),
                failed("check", "UNREACHABLE", "Host h does not answer"),
                failed("fence", "INPUT_INVALID", "Step fence: input host: " + missing),
                failed("copy[a]", "INPUT_INVALID", "Step copy[a]: forEach.in: " + missing)));
        assertThat(verdict.answer()).isEqualTo(Answer.STOPPED);
        assertThat(verdict.stops())
                .containsExactly(
                        new Stop(missing, "Mend it", List.of("create", "fence", "copy[a]")),
                        new Stop("Host h does not answer", "Mend it", List.of("check")));
    }

    @Test
    void whatAStepFindsThatHasNotRunIsUnknownAndStopsNothing() {
        EvaluationVerdict verdict = verdict(List.of(
                fine("quiesce", Map.of()),
                fine("export", Map.of("scn", "«scn of quiesce»")),
                failed(
                        "copy[«dump_files of export»]",
                        EvaluationVerdict.NOT_YET_KNOWN,
                        "Step copy (x): the input 'size' is «bytes of export», wanted a number."),
                fine("import", Map.of("files", List.of("«dump_files of export»"), "at", "«scn of quiesce»"))));
        assertThat(verdict.answer()).isEqualTo(Answer.AS_FAR_AS_KNOWN);
        assertThat(verdict.stops()).isEmpty();
        assertThat(verdict.unknown())
                .containsExactly(
                        new NotYet("quiesce", "Title of quiesce", List.of("scn"), List.of("export", "import"), false),
                        new NotYet(
                                "export",
                                "Title of export",
                                List.of("bytes", "dump_files"),
                                List.of("copy[«dump_files of export»]", "import"),
                                false));
    }

    @Test
    void saysThatWhatIsUnknownComesFromAStepThatIsStopped() {
        EvaluationVerdict verdict = verdict(
                List.of(failed("look", "LOGON_REFUSED", "ORA-01017"), fine("build", Map.of("mb", "«mb of look»"))));
        assertThat(verdict.answer()).isEqualTo(Answer.STOPPED);
        assertThat(verdict.unknown()).singleElement().matches(NotYet::stopped);
    }

    @Test
    void isNotAnsweredBeforeEveryStepWasLookedAtUnlessSomethingStopsItAlready() {
        Seen open = new Seen(
                StepKey.of("late"), "Late", StepKind.ACTION, false, false, Map.of(), null, null, null, List.of());
        assertThat(verdict(List.of(fine("look", Map.of()), open)).answer()).isEqualTo(Answer.EVALUATING);
        assertThat(verdict(List.of(failed("look", "X", "no"), open)).answer()).isEqualTo(Answer.STOPPED);
        Seen skipped = new Seen(
                StepKey.of("pdb"),
                "Pdb",
                StepKind.ACTION,
                true,
                true,
                Map.of("a", "«b of c»"),
                null,
                null,
                null,
                List.of());
        assertThat(verdict(List.of(skipped)).unknown())
                .as("what would not be done needs nothing")
                .isEmpty();
    }

    @Test
    void whatAStartIsRefusedForStopsItBeforeAnyStep() {
        Stop refused = new Stop("DATA_PUMP is closed by OUTAGE", "Choose another method.", List.of());
        EvaluationVerdict verdict = EvaluationVerdict.of(
                List.of(refused), List.of(fine("look", Map.of()), failed("build", "X", "no room")), true);
        assertThat(verdict.answer()).isEqualTo(Answer.STOPPED);
        assertThat(verdict.stops()).containsExactly(refused, new Stop("no room", "Mend it", List.of("build")));
        assertThat(EvaluationVerdict.of(List.of(refused), List.of(fine("look", Map.of())), true)
                        .answer())
                .as("not one step is stopped")
                .isEqualTo(Answer.STOPPED);
    }

    @Test
    void whatAGateDemandsAndIsNotMetStopsItAndWhatOnlyTheRunMeasuresIsUnknown() {
        Seen gate = new Seen(
                StepKey.of("go"),
                "Go or no-go",
                StepKind.GATE,
                true,
                false,
                Map.of(),
                null,
                null,
                null,
                List.of(
                        new Unmet("outage-fits", "The outage fits", true, "facts.a <= facts.b [a 300, b 120]"),
                        new Unmet("answered", "All answered", false, "«steps[\"roll-call\"].outputs.answered == true»"),
                        new Unmet("licensed", "It is licensed", false, "facts.x: there is no x")));
        EvaluationVerdict verdict = verdict(List.of(fine("roll-call", Map.of()), gate));
        assertThat(verdict.answer()).isEqualTo(Answer.STOPPED);
        assertThat(verdict.stops())
                .extracting(Stop::cause, Stop::steps)
                .containsExactly(
                        tuple(
                                "'Go or no-go' wants: The outage fits. It is not met: facts.a <= facts.b [a 300, b 120]",
                                List.of("go")),
                        tuple(
                                "'Go or no-go' wants: It is licensed. It is not known: facts.x: there is no x",
                                List.of("go")));
        assertThat(verdict.stops().get(0).advice()).contains("a waiver that names outage-fits");
        assertThat(verdict.unknown())
                .containsExactly(
                        new NotYet("roll-call", "Title of roll-call", List.of("answered"), List.of("go"), false));
    }

    @Test
    void anEvaluationThatEndedEarlySaysSoAndIsNotEvaluatingForEver() {
        Seen open = new Seen(
                StepKey.of("late"), "Late", StepKind.ACTION, false, false, Map.of(), null, null, null, List.of());
        EvaluationVerdict nothing = EvaluationVerdict.of(List.of(), List.of(fine("look", Map.of()), open), true);
        assertThat(nothing.answer()).isEqualTo(Answer.BROKEN_OFF);
        assertThat(nothing.brokenOff()).isTrue();
        EvaluationVerdict stopped = EvaluationVerdict.of(List.of(), List.of(failed("look", "X", "no"), open), true);
        assertThat(stopped.answer()).isEqualTo(Answer.STOPPED);
        assertThat(stopped.brokenOff()).as("there may be more").isTrue();
        assertThat(EvaluationVerdict.of(List.of(), List.of(fine("look", Map.of())), true)
                        .brokenOff())
                .isFalse();
    }

    @Test
    void theCodeIsTheOneOfTheCatalogue() {
        assertThat(EvaluationVerdict.NOT_YET_KNOWN).isEqualTo(FailureCode.NOT_YET_KNOWN.name());
    }
}
