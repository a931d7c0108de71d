package io.gulliver.assessment.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RehearsalSource;
import io.gulliver.domain.migration.RehearsalSource.Kind;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.planning.method.Method;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RehearsalRulesTest {
    private static final RehearsalSource COPY = new RehearsalSource(Kind.COPY, "copy-1", null, "ORDCOPY");

    @ParameterizedTest
    @EnumSource(Method.class)
    void whatMakesItsSourceReadOnlyIsNotRehearsedOnTheLiveOne(Method method) {
        assertThat(RehearsalRules.violation(Purpose.REHEARSAL, false, RehearsalSource.live(), method.key())
                        .map(RuleViolation::message))
                .as(method.key())
                .isEqualTo(
                        method.transports()
                                ? java.util.Optional.of("Method " + method.key()
                                        + " makes its source read only, so it is not rehearsed on the live source. Name a"
                                        + " copy, a snapshot or a standby opened for it.")
                                : java.util.Optional.empty());
        assertThat(RehearsalRules.violation(Purpose.REHEARSAL, false, COPY, method.key()))
                .isEmpty();
    }

    @Test
    void aRehearsalNamesItsSourceAndNothingElseDoes() {
        assertThat(RehearsalRules.violation(Purpose.REHEARSAL, false, null, "data-pump"))
                .hasValueSatisfying(
                        violation -> assertThat(violation.message()).startsWith("A rehearsal names its source"));
        assertThat(RehearsalRules.violation(Purpose.REHEARSAL, true, null, "data-pump"))
                .isEmpty();
        assertThat(RehearsalRules.violation(Purpose.PRODUCTION, false, null, "data-pump"))
                .isEmpty();
        assertThat(RehearsalRules.violation(Purpose.PRODUCTION, false, COPY, "data-pump"))
                .isPresent();
    }

    @Test
    void aCopyHasAHostAndTheLiveSourceNone() {
        assertThatThrownBy(() -> new RehearsalSource(Kind.STANDBY, " ", null, null))
                .hasMessageContaining("is a standby: name the host");
        assertThatThrownBy(() -> new RehearsalSource(Kind.LIVE, "db-1", null, null))
                .hasMessageContaining("where the inventory says");
    }

    @ParameterizedTest
    @CsvSource({"CRM,,CRMR,", "COREBANK,,COREBANR,", "COREBANR,,COREBAN1,", "CDBHR,HRCORE,CDBHR,HRCORER"})
    void aRehearsalLandsUnderOtherNames(String database, String pdb, String otherDatabase, String otherPdb) {
        Landing landing = new Landing("p", "D", database, pdb, null, null, List.of("lnx1"));
        List<String> names = landing.rehearsalNames();
        assertThat(landing.rehearsed(names.get(0)))
                .isEqualTo(new Landing("p", "D", otherDatabase, otherPdb, null, null, List.of("lnx1")));
        assertThat(names)
                .hasSize(99)
                .doesNotHaveDuplicates()
                .allMatch(name -> name.length() <= (pdb == null ? 8 : 30))
                .noneMatch(landing::landsUnder);
    }
}
