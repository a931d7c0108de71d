package io.gulliver.domain.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.domain.migration.EvaluationVerdict.Answer;
import io.gulliver.domain.migration.EvaluationVerdict.NotYet;
import io.gulliver.domain.migration.EvaluationVerdict.Seen;
import io.gulliver.domain.migration.EvaluationVerdict.Stop;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EvaluationVerdictTest {
    private static Seen fine(String key, Map<String, Object> inputs) {
        return new Seen(StepKey.parse(key), "Title of " + key, StepKind.ACTION, true, false, inputs, null, null, null);
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
                "Mend it");
    }

    @Test
    void runsWhereNothingStopsItAndEveryFigureIsKnown() {
        Seen gate = new Seen(StepKey.of("go"), "Go", StepKind.GATE, true, false, Map.of("a", "x"), null, null, null);
        EvaluationVerdict verdict = EvaluationVerdict.of(
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
        EvaluationVerdict verdict = EvaluationVerdict.of(List.of(
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
        EvaluationVerdict verdict = EvaluationVerdict.of(List.of(
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
        EvaluationVerdict verdict = EvaluationVerdict.of(
                List.of(failed("look", "LOGON_REFUSED", "ORA-01017"), fine("build", Map.of("mb", "«mb of look»"))));
        assertThat(verdict.answer()).isEqualTo(Answer.STOPPED);
        assertThat(verdict.unknown()).singleElement().matches(NotYet::stopped);
    }

    @Test
    void isNotAnsweredBeforeEveryStepWasLookedAtUnlessSomethingStopsItAlready() {
        Seen open = new Seen(StepKey.of("late"), "Late", StepKind.ACTION, false, false, Map.of(), null, null, null);
        assertThat(EvaluationVerdict.of(List.of(fine("look", Map.of()), open)).answer())
                .isEqualTo(Answer.EVALUATING);
        assertThat(EvaluationVerdict.of(List.of(failed("look", "X", "no"), open))
                        .answer())
                .isEqualTo(Answer.STOPPED);
        Seen skipped = new Seen(
                StepKey.of("pdb"), "Pdb", StepKind.ACTION, true, true, Map.of("a", "«b of c»"), null, null, null);
        assertThat(EvaluationVerdict.of(List.of(skipped)).unknown())
                .as("what would not be done needs nothing")
                .isEmpty();
    }

    @Test
    void theCodeIsTheOneOfTheCatalogue() {
        assertThat(EvaluationVerdict.NOT_YET_KNOWN).isEqualTo(FailureCode.NOT_YET_KNOWN.name());
    }
}
