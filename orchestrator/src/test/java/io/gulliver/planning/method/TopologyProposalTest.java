package io.gulliver.planning.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.TargetKind;
import io.gulliver.planning.method.TopologyProposal.Lander;
import io.gulliver.service.planning.RuleTables;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TopologyProposalTest {
    private static final TopologyRules RULES = RuleTables.shipped().topology();
    private static final SortedSet<TargetKind> BOTH = new TreeSet<>(List.of(TargetKind.DPM, TargetKind.ZVM));

    private static Lander lander(
            String name,
            @Nullable TargetKind asked,
            Environment environment,
            @Nullable Integer criticality,
            double sgaGb,
            @Nullable Long ifls) {
        return new Lander(name, asked, environment, criticality, sgaGb * 1024, ifls);
    }

    private static TopologyProposal of(Lander... landers) {
        return TopologyProposal.of(List.of(landers), BOTH, RULES);
    }

    @Test
    void testsAreGuests() {
        TopologyProposal proposal = of(lander("CRMTEST", null, Environment.TEST, 1, 20, null));
        assertThat(proposal.kind()).isEqualTo(TargetKind.ZVM);
        assertThat(proposal.playbook()).contains("zvm-server");
        assertThat(proposal.reasons())
                .singleElement()
                .asString()
                .startsWith("a guest of z/VM: nothing of production lands there")
                .contains("guests share processors");
        assertThat(proposal.warnings()).isEmpty();
    }

    @Test
    void urgentProductionAndProductionOfUnknownCriticalityHavePartitions() {
        for (Integer criticality : new Integer[] {1, 2, null}) {
            TopologyProposal proposal = of(lander("CRM", null, Environment.PRODUCTION, criticality, 20, null));
            assertThat(proposal.kind()).isEqualTo(TargetKind.DPM);
            assertThat(proposal.playbook()).contains("dpm-server");
            assertThat(proposal.reasons())
                    .singleElement()
                    .asString()
                    .contains("CRM of production is of criticality 2 or above")
                    .contains("7 to 22 % shorter");
        }
        assertThat(of(lander("CRM", null, Environment.PRODUCTION, 3, 20, null)).kind())
                .isEqualTo(TargetKind.ZVM);
    }

    @Test
    void aServerIsJudgedByAllThatLandThere() {
        Lander test = lander("CRMTEST", null, Environment.TEST, 4, 60, 30L);
        assertThat(of(test).kind()).isEqualTo(TargetKind.ZVM);
        assertThat(of(test, lander("CRM", null, Environment.PRODUCTION, 1, 10, null))
                        .kind())
                .isEqualTo(TargetKind.DPM);
        TopologyProposal large = of(test, lander("CRMDEV", null, Environment.DEVELOPMENT, 4, 60, 30L));
        assertThat(large.kind()).isEqualTo(TargetKind.DPM);
        assertThat(large.reasons()).singleElement().asString().contains("SGAs of 120 GB are above 100 GB");
    }

    @Test
    void aGuestHasNoMoreProcessorsThanZvmGivesOne() {
        TopologyProposal proposal = of(lander("DWHTEST", null, Environment.TEST, 4, 20, 65L));
        assertThat(proposal.kind()).isEqualTo(TargetKind.DPM);
        assertThat(proposal.reasons()).singleElement().asString().contains("65 processors are more than the 64");
        TopologyProposal asked = of(lander("DWHTEST", TargetKind.ZVM, Environment.TEST, 4, 20, 65L));
        assertThat(asked.kind()).isEqualTo(TargetKind.ZVM);
        assertThat(asked.warnings()).singleElement().asString().contains("more than the 64 that a guest can have");
        TopologyProposal without = TopologyProposal.of(
                List.of(lander("DWHTEST", null, Environment.TEST, 4, 20, 65L)),
                new TreeSet<>(List.of(TargetKind.ZVM)),
                RULES);
        assertThat(without.kind()).isNull();
        assertThat(without.playbook()).isEmpty();
    }

    @Test
    void whatPeopleAskForHoldsAndTheRulesSpeakBesideIt() {
        TopologyProposal proposal = of(lander("CRM", TargetKind.ZVM, Environment.PRODUCTION, 1, 20, null));
        assertThat(proposal.kind()).isEqualTo(TargetKind.ZVM);
        assertThat(proposal.reasons()).containsExactly("a guest of z/VM: the inventory or the landing says so");
        assertThat(proposal.warnings())
                .singleElement()
                .asString()
                .startsWith("Asked for is a guest of z/VM; by the rules it would be a partition: ");
        assertThat(of(lander("CRM", TargetKind.AUTO, Environment.PRODUCTION, 1, 20, null))
                        .kind())
                .isEqualTo(TargetKind.DPM);
        assertThat(of(
                                lander("A", TargetKind.ZVM, Environment.TEST, 4, 1, null),
                                lander("B", TargetKind.DPM, Environment.TEST, 4, 1, null))
                        .warnings())
                .anyMatch(text -> text.contains("some are asked into a partition and some into a guest"));
    }

    @Test
    void followsWhatTheLandscapeHas() {
        Lander production = lander("CRM", null, Environment.PRODUCTION, 1, 20, null);
        TopologyProposal guestsAlone =
                TopologyProposal.of(List.of(production), new TreeSet<>(List.of(TargetKind.ZVM)), RULES);
        assertThat(guestsAlone.kind()).isEqualTo(TargetKind.ZVM);
        assertThat(guestsAlone.reasons()).containsExactly("a guest of z/VM: the landscape has nothing else");
        assertThat(guestsAlone.warnings())
                .singleElement()
                .asString()
                .startsWith("By the rules it would be a partition: ");
        assertThat(TopologyProposal.of(List.of(production), new TreeSet<>(), RULES))
                .satisfies(open -> {
                    assertThat(open.kind()).isNull();
                    assertThat(open.warnings())
                            .singleElement()
                            .asString()
                            .contains("names neither an HMC nor a Feilong");
                });
        assertThat(TopologyProposal.of(
                                List.of(lander("CRM", TargetKind.ZVM, Environment.TEST, 4, 20, null)),
                                new TreeSet<>(List.of(TargetKind.DPM)),
                                RULES)
                        .warnings())
                .containsExactly("The landscape names no Feilong server, so nobody can build a guest of z/VM");
    }

    @Test
    void aTableThatCannotBeReadIsRefusedByName() {
        Map<String, Object> good = new TreeMap<>(Map.of(
                "as_of", "2026-11-27",
                "large_sga_gb", 100,
                "large_sga_source", "s",
                "urgent_criticality", 2,
                "native_gain", "g",
                "native_gain_source", "s",
                "sharing", "t",
                "sharing_source", "s"));
        assertThat(TopologyRules.of(good).largeSgaGb()).isEqualTo(100);
        Map<String, Object> other = new TreeMap<>(good);
        other.put("urgent_criticality", 5);
        assertThatThrownBy(() -> TopologyRules.of(other)).hasMessageContaining("urgent_criticality is '5'");
        Map<String, Object> strange = new TreeMap<>(good);
        strange.put("large_sga", 5);
        assertThatThrownBy(() -> TopologyRules.of(strange)).hasMessageContaining("'large_sga' is no word");
        Map<String, Object> silent = new TreeMap<>(good);
        silent.remove("native_gain_source");
        assertThatThrownBy(() -> TopologyRules.of(silent)).hasMessageContaining("native_gain_source is missing");
    }
}
