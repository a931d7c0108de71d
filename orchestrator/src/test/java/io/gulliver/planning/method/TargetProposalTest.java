package io.gulliver.planning.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.service.planning.RuleTables;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TargetProposalTest {
    private static final ReleaseTable TABLE = RuleTables.shipped().releases();
    private static final LocalDate DAY = LocalDate.of(2026, 3, 1);

    private static TargetProposal of(Map<String, Object> facts) {
        return TargetProposal.of(facts, TABLE, DAY);
    }

    @Test
    void takesTheLongTermReleaseThatIsCertifiedAndInSupport() {
        TargetProposal proposal = of(Map.of("source_release", "11.2.0.4", "source_edition", "enterprise"));
        assertThat(proposal.release()).isEqualTo("19");
        assertThat(proposal.edition()).isEqualTo("enterprise");
        assertThat(proposal.shape()).isEqualTo("single");
        assertThat(proposal.reasons())
                .contains("Not 11.2: its Premier Support ended on 2015-01-31", "Not 18: it is an innovation release")
                .anyMatch(reason ->
                        reason.startsWith("Not 23: it is not confirmed on s390x: ") && reason.contains("not for 26ai"))
                .anyMatch(reason -> reason.startsWith("19, its newest update")
                        && reason.contains("Premier Support to 2029-12-31")
                        && reason.contains("by the table of 2026-11-21: download page of 19.3 for Linux on System z"));
        assertThat(proposal.warnings()).isEmpty();
        assertThat(of(Map.of("source_release", "19.24.0.0.0")).release()).isEqualTo("19");
    }

    @Test
    void proposesNothingBelowTheSource() {
        TargetProposal proposal = of(Map.of("source_release", "23.6"));
        assertThat(proposal.release()).isNull();
        assertThat(proposal.reasons()).contains("Not 19: source_release is 23.6, above it");
        assertThat(proposal.warnings()).anyMatch(text -> text.startsWith("source_edition is unknown"));
    }

    @Test
    void followsTheTableAndTheDay() {
        ReleaseTable later = ReleaseTable.of(Map.of(
                "as_of",
                "2026-01-15",
                "releases",
                List.of(
                        Map.of("release", "19", "s390x", "certified", "kind", "long-term", "premier", "2029-12-31"),
                        Map.of(
                                "release",
                                "23",
                                "s390x",
                                "certified",
                                "kind",
                                "long-term",
                                "premier",
                                "2031-12-31",
                                "container_only",
                                true))));
        TargetProposal certified = TargetProposal.of(Map.of("source_release", "19.24"), later, DAY);
        assertThat(certified.release()).isEqualTo("23");
        assertThat(certified.shape()).isEqualTo("pdb");
        TargetProposal late = TargetProposal.of(Map.of("source_release", "19.24"), TABLE, LocalDate.of(2030, 1, 1));
        assertThat(late.release()).isNull();
        assertThat(late.warnings())
                .anyMatch(text -> text.startsWith("The table of releases is of 2026-11-21, more than 180 days old"));
    }

    @Test
    void aTableIsStaleTheDayAfterItsLimit() {
        LocalDate last = TABLE.asOf().plusDays(TABLE.staleAfterDays());
        assertThat(TargetProposal.of(Map.of("source_release", "19.24", "source_edition", "EE"), TABLE, last)
                        .warnings())
                .isEmpty();
        assertThat(TargetProposal.of(Map.of("source_release", "19.24", "source_edition", "EE"), TABLE, last.plusDays(1))
                        .warnings())
                .singleElement()
                .asString()
                .contains("look at the certification of the day", "as_of");
    }

    @Test
    void datesLieInOrderAndEveryCertifiedReleaseHasASource() {
        assertThat(TABLE.releases()).allSatisfy(release -> {
            assertThat(release.source()).as(release.release()).isNotBlank();
            assertThat(release.certified()).as(release.release()).isEqualTo(release.since() != null);
            if (release.since() != null) {
                assertThat(release.since()).as(release.release()).isBefore(release.premier());
            }
        });
        assertThat(TABLE.releases().stream()
                        .filter(ReleaseTable.Entry::certified)
                        .map(ReleaseTable.Entry::release))
                .containsExactly("11.2", "12.1", "12.2", "18", "19");
    }

    @Test
    void saysWhatSpeaksAgainstAReleaseThatTheInventoryAsksFor() {
        assertThat(of(Map.of("source_release", "19.24", "source_edition", "EE", "target_release", "19.26"))
                        .warnings())
                .isEmpty();
        assertThat(of(Map.of("source_release", "19.24", "source_edition", "EE", "target_release", "23ai"))
                        .warnings())
                .singleElement()
                .asString()
                .startsWith("target_release is 23, not 19: it is not confirmed on s390x");
        assertThat(of(Map.of("source_release", "19.24", "source_edition", "EE", "target_release", "12.1.0.2"))
                        .warnings())
                .singleElement()
                .asString()
                .startsWith("target_release is 12.1.0.2, not 19: its Premier Support ended on 2018-07-31");
        assertThat(of(Map.of("source_edition", "EE")).warnings())
                .containsExactly("source_release is unknown: whether the target lies below it cannot be judged");
    }

    @Test
    void keepsTheShapeButOfAClusterAndSaysWhatToLookAt() {
        TargetProposal rac =
                of(Map.of("source_release", "19.24", "source_topology", "RAC", "source_edition", "standard"));
        assertThat(rac.shape()).isEqualTo("single");
        assertThat(rac.reasons())
                .anySatisfy(
                        reason -> assertThat(reason).contains("builds no cluster", "Oracle Restart", "people make"));
        assertThat(rac.edition()).isEqualTo("standard");
        assertThat(rac.warnings()).hasSize(2);
        assertThat(of(Map.of("source_release", "19.24", "source_topology", "pdb"))
                        .shape())
                .isEqualTo("pdb");
    }

    @Test
    void refusesATableWithAWrongDateByName() {
        assertThatThrownBy(() -> ReleaseTable.of(Map.of(
                        "as_of",
                        "2026-01-15",
                        "releases",
                        List.of(Map.of(
                                "release", "19", "s390x", "certified", "kind", "long-term", "premier", "soon")))))
                .hasMessageContaining("Release 19: premier is 'soon'");
    }
}
