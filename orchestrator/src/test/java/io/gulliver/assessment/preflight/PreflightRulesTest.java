package io.gulliver.assessment.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.preflight.PreflightCheck.State;
import io.gulliver.assessment.preflight.PreflightFacts.Installation;
import io.gulliver.assessment.preflight.PreflightFacts.Pages;
import io.gulliver.assessment.preflight.PreflightFacts.People;
import io.gulliver.assessment.preflight.PreflightFacts.ProgramFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PreflightRulesTest {
    private static final Instant NOW = Instant.parse("2027-03-06T20:00:00Z");
    private static final Installation NOTHING =
            new Installation(false, Pages.THIS_MACHINE, false, false, false, false, false, false, "dmz", 0, 0, 0, 0);
    private static final Installation ALL =
            new Installation(false, Pages.TLS, true, true, false, true, true, true, "dmz", 1, 1, 1, 1);
    private static final People MANY = people(2, 1, 1, "dba", "approver");

    private static People people(int open, int administrators, int withMail, String... held) {
        return new People(open, administrators, withMail, new TreeSet<>(List.of("dba")), new TreeSet<>(List.of(held)));
    }

    private static ProgramFacts program(boolean policy, int databases, Map<String, Integer> without) {
        return new ProgramFacts("atlas", policy, databases, new TreeMap<>(without));
    }

    private static PreflightFacts facts(
            Installation installation,
            People people,
            Map<String, Boolean> queues,
            Instant backup,
            ProgramFacts... all) {
        return new PreflightFacts(NOW, installation, people, new TreeMap<>(queues), List.of(), List.of(all), backup);
    }

    private static Map<String, State> states(PreflightFacts facts) {
        return PreflightRules.checks(facts).stream()
                .collect(Collectors.toMap(PreflightCheck::key, PreflightCheck::state));
    }

    private static PreflightCheck check(PreflightFacts facts, String key) {
        return PreflightRules.checks(facts).stream()
                .filter(check -> check.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void ofAnInstallationThatHasAllNothingIsMissing() {
        PreflightFacts facts =
                facts(ALL, MANY, Map.of("host-dmz", true), NOW.minus(Duration.ofDays(6)), program(true, 3, Map.of()));
        assertThat(states(facts))
                .allSatisfy((key, state) -> assertThat(state).as(key).isEqualTo(State.READY));
    }

    @Test
    void ofAnEmptyOneEverythingIsMissingAndSaysWhatToDo() {
        PreflightFacts facts = facts(NOTHING, people(0, 0, 0), Map.of("host-dmz", false), null);
        assertThat(states(facts))
                .hasSize(16)
                .allSatisfy((key, state) -> assertThat(state)
                        .as(key)
                        .isEqualTo(
                                key.equals("secrets")
                                        ? State.READY
                                        : List.of("storage", "proof").contains(key) ? State.ADVISED : State.MISSING));
        assertThat(PreflightRules.checks(facts)).allSatisfy(check -> {
            assertThat(List.of(check.seen(), check.why(), check.todo()))
                    .as(check.key())
                    .allSatisfy(sentence -> assertThat(sentence).endsWith("."));
        });
        assertThat(check(facts, "people").todo()).contains("person add NAME --administrator");
    }

    @Test
    void aFunctionThatPlaybooksAskForIsHeldBySomebody() {
        assertThat(check(facts(ALL, people(2, 1, 1, "approver"), Map.of(), null), "functions"))
                .satisfies(check -> assertThat(check.state()).isEqualTo(State.MISSING))
                .satisfies(check -> assertThat(check.seen()).isEqualTo("Nobody holds dba."));
        assertThat(check(facts(ALL, people(2, 1, 1, "dba"), Map.of(), null), "functions")
                        .seen())
                .isEqualTo("Nobody holds approver.");
    }

    @Test
    void aMailServerTellsNobodyWithoutAnAddress() {
        Installation mail =
                new Installation(false, Pages.PROXY, true, true, false, true, false, true, "dmz", 1, 1, 1, 1);
        assertThat(check(facts(mail, people(2, 1, 0), Map.of(), null), "notices")
                        .seen())
                .isEqualTo("A mail server is named, and nobody has an address.");
        assertThat(check(facts(mail, MANY, Map.of(), null), "notices").state()).isEqualTo(State.READY);
    }

    @Test
    void workersAreUnknownWhileTheEngineDoesNotAnswer() {
        assertThat(check(facts(ALL, MANY, Map.of(), null), "workers").state()).isEqualTo(State.UNKNOWN);
        assertThat(check(facts(ALL, MANY, Map.of("host-dmz", true, "device-dmz", false), null), "workers"))
                .satisfies(check -> assertThat(check.state()).isEqualTo(State.MISSING))
                .satisfies(
                        check -> assertThat(check.seen()).contains("device-dmz").doesNotContain("host-dmz"));
    }

    @Test
    void aTemporalBeyondThisMachineWantsTls() {
        Installation clear = new Installation(false, Pages.TLS, true, true, true, true, true, true, "dmz", 1, 1, 1, 1);
        assertThat(check(facts(clear, MANY, Map.of(), null), "engine"))
                .satisfies(check -> assertThat(check.state()).isEqualTo(State.MISSING))
                .satisfies(check -> assertThat(check.todo()).contains("gulliver.temporal.tls"));
    }

    @Test
    void theBackupIsOfTheLastSevenDays() {
        assertThat(check(facts(ALL, MANY, Map.of(), NOW.minus(Duration.ofDays(7))), "backup"))
                .satisfies(check -> assertThat(check.state()).isEqualTo(State.MISSING))
                .satisfies(check -> assertThat(check.seen()).contains("2027-02-27T20:00:00Z"));
    }

    @Test
    void eachMethodHasAnApprovedPlaybookAndEachProgramAPolicy() {
        PreflightFacts facts = facts(ALL, MANY, Map.of(), NOW, program(false, 3, Map.of("goldengate", 2)));
        assertThat(check(facts, "policy").seen()).isEqualTo("The policy says nothing in atlas.");
        assertThat(check(facts, "playbooks"))
                .satisfies(check -> assertThat(check.state()).isEqualTo(State.MISSING))
                .satisfies(check -> assertThat(check.seen()).contains("goldengate (2)"));
    }

    @Test
    void whatCannotBeReadIsSaid() {
        PreflightFacts facts = new PreflightFacts(
                NOW, ALL, MANY, new TreeMap<>(), List.of("Secret env:HMC_1: no such variable."), List.of(), NOW);
        assertThat(check(facts, "secrets"))
                .satisfies(check -> assertThat(check.state()).isEqualTo(State.MISSING))
                .satisfies(check -> assertThat(check.seen()).contains("env:HMC_1"));
    }
}
