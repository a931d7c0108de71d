package io.gulliver.assessment.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.proof.Standing.Seen;
import io.gulliver.assessment.proof.Standing.State;
import io.gulliver.domain.proof.KeptProof;
import io.gulliver.domain.proof.Part;
import io.gulliver.domain.proof.PartKind;
import io.gulliver.domain.proof.Proof;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandingsTest {
    private static final String NOW = "a".repeat(64);
    private static final String BEFORE = "b".repeat(64);
    private static final Part PART = new Part(PartKind.STATEMENT, "users", NOW);
    private static final Instant DAY = Instant.parse("2026-11-20T10:00:00Z");
    private static final Map<String, String> KEYS = Map.of("K1", "rehearsal lab");

    private static KeptProof proof(String id, String hash, String release, int hours, boolean passed, String key) {
        return new KeptProof(
                new Proof(
                        new Part(PartKind.STATEMENT, id, hash),
                        release,
                        "Oracle " + release,
                        DAY.plusSeconds(hours * 3600L),
                        "suite",
                        "parsed",
                        passed),
                "Linux amd64",
                key);
    }

    private static Standing standing(KeptProof... proofs) {
        List<Standing> all = Standings.of(List.of(PART), List.of(proofs), KEYS);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @Test
    void whatNobodySawHasNeverMetIt() {
        assertThat(standing()).isEqualTo(new Standing(PartKind.STATEMENT, "users", NOW, State.NEVER, List.of()));
        assertThat(standing(proof("roles", NOW, "21.0", 0, true, "K1")).state()).isEqualTo(State.NEVER);
    }

    @Test
    void eachReleaseHasItsNewestResult() {
        Standing proven = standing(
                proof("users", NOW, "18.0", 0, false, "K1"),
                proof("users", NOW, "18.0", 5, true, "K1"),
                proof("users", NOW, "21.0", 1, true, "K1"));
        assertThat(proven.state()).isEqualTo(State.PROVEN);
        assertThat(proven.seen()).extracting(Seen::release).containsExactly("18.0", "21.0");
        assertThat(proven.seen()).allSatisfy(seen -> {
            assertThat(seen.same()).isTrue();
            assertThat(seen.signedBy()).isEqualTo("rehearsal lab");
        });
    }

    @Test
    void aFailureAtOneReleaseIsNotOutweighedByAnother() {
        assertThat(standing(
                                proof("users", NOW, "18.0", 0, false, "K1"),
                                proof("users", NOW, "21.0", 9, true, "K1"),
                                proof("users", NOW, "23.0", 12, true, "K1"))
                        .seen())
                .as("what failed first")
                .extracting(Seen::release)
                .containsExactly("18.0", "23.0", "21.0");
        assertThat(standing(proof("users", NOW, "18.0", 0, false, "K1"), proof("users", NOW, "21.0", 9, true, "K1"))
                        .state())
                .isEqualTo(State.FAILED);
        assertThat(standing(proof("users", NOW, "18.0", 0, true, "K1"), proof("users", NOW, "18.0", 0, false, "K1"))
                        .state())
                .as("of one instant the failed one")
                .isEqualTo(State.FAILED);
    }

    @Test
    void whatWasProvenOfAnotherTextIsChangedSince() {
        Standing changed =
                standing(proof("users", BEFORE, "18.0", 0, true, "K1"), proof("users", BEFORE, "21.0", 1, false, "K1"));
        assertThat(changed.state()).isEqualTo(State.CHANGED);
        assertThat(changed.seen())
                .hasSize(2)
                .allSatisfy(seen -> assertThat(seen.same()).isFalse());
        assertThat(standing(proof("users", BEFORE, "18.0", 9, true, "K1"), proof("users", NOW, "21.0", 1, true, "K1")))
                .satisfies(proven -> {
                    assertThat(proven.state()).isEqualTo(State.PROVEN);
                    assertThat(proven.seen()).extracting(Seen::release).containsExactly("21.0");
                });
    }

    @Test
    void whatFailedInAnotherTextProvesNothing() {
        Standing never = standing(proof("users", BEFORE, "18.0", 0, false, "K1"));
        assertThat(never.state()).isEqualTo(State.NEVER);
        assertThat(never.seen()).isEmpty();
    }

    @Test
    void whatAKeySignedThatIsTrustedNoMoreDoesNotCount() {
        assertThat(standing(proof("users", NOW, "18.0", 0, true, "K2")).state()).isEqualTo(State.NEVER);
    }

    @Test
    void partsComeByKindAndName() {
        List<Part> parts = List.of(
                new Part(PartKind.PARSED_FORMAT, "sar", NOW),
                new Part(PartKind.STATEMENT, "users", NOW),
                new Part(PartKind.STATEMENT, "roles", NOW),
                new Part(PartKind.ADAPTER, "ssh", NOW));
        assertThat(Standings.of(parts, List.of(), KEYS))
                .extracting(Standing::id)
                .containsExactly("ssh", "roles", "users", "sar");
    }
}
