package io.gulliver.assessment.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.proof.Standing.Line;
import io.gulliver.assessment.proof.Standing.Seen;
import io.gulliver.assessment.proof.Standing.State;
import io.gulliver.domain.proof.DatabaseReleases;
import io.gulliver.domain.proof.KeptProof;
import io.gulliver.domain.proof.Part;
import io.gulliver.domain.proof.PartKind;
import io.gulliver.domain.proof.ProductPart;
import io.gulliver.domain.proof.Proof;
import io.gulliver.domain.proof.ReleaseSpan;
import io.gulliver.domain.proof.ReleaseSpan.Side;
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
        List<Standing> all = Standings.of(List.of(new ProductPart(PART, null)), List.of(proofs), KEYS, Map.of());
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private static Standing.Here here(ReleaseSpan span, Map<DatabaseReleases, Integer> databases, KeptProof... proofs) {
        return Standings.of(List.of(new ProductPart(PART, span)), List.of(proofs), KEYS, databases)
                .get(0)
                .here();
    }

    @Test
    void whatNobodySawHasNeverMetIt() {
        assertThat(standing()).isEqualTo(new Standing(PartKind.STATEMENT, "users", NOW, State.NEVER, List.of(), null));
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
        assertThat(Standings.of(
                        parts.stream().map(part -> new ProductPart(part, null)).toList(), List.of(), KEYS, Map.of()))
                .extracting(Standing::id)
                .containsExactly("ssh", "roles", "users", "sar");
    }

    @Test
    void databasesCountWhoseReleaseLiesWithinThePart() {
        Map<DatabaseReleases, Integer> databases = Map.of(
                new DatabaseReleases("11.2.0.4.0", "19"), 3,
                new DatabaseReleases("10.2.0.5.0", "19.24.0.0.0"), 2,
                new DatabaseReleases("26ai", null), 1,
                new DatabaseReleases(null, null), 7);
        assertThat(here(new ReleaseSpan("11.2", null, Side.SOURCE), databases))
                .isEqualTo(new Standing.Here(4, 4, List.of(new Line("11.2", 3, false), new Line("23", 1, false))));
        assertThat(here(new ReleaseSpan("10.2", "11.1", Side.SOURCE), databases).databases())
                .as("11.2 is above 11.1")
                .isEqualTo(2);
        assertThat(here(new ReleaseSpan("10.2", "11.2.0.3", Side.SOURCE), databases)
                        .databases())
                .isEqualTo(2);
        assertThat(here(new ReleaseSpan("19", "19", Side.TARGET), databases))
                .as("each update of the line")
                .isEqualTo(new Standing.Here(5, 5, List.of(new Line("19", 5, false))));
        assertThat(here(new ReleaseSpan("10.2", null, Side.BOTH), databases).databases())
                .as("a database counts once")
                .isEqualTo(6);
        assertThat(here(new ReleaseSpan("12.1", "18", Side.BOTH), databases))
                .isEqualTo(new Standing.Here(0, 0, List.of()));
    }

    @Test
    void whatWorkedAtAnotherReleaseIsUnmetHere() {
        Map<DatabaseReleases, Integer> databases =
                Map.of(new DatabaseReleases("19.24", null), 3, new DatabaseReleases("21.3", null), 2);
        ReleaseSpan span = new ReleaseSpan("10.2", null, Side.BOTH);
        assertThat(here(span, databases, proof("users", NOW, "21.0.0.0.0", 0, true, "K1")))
                .isEqualTo(new Standing.Here(5, 3, List.of(new Line("19", 3, false), new Line("21", 2, true))));
        assertThat(here(span, databases, proof("users", BEFORE, "21.0", 0, true, "K1"))
                        .unmet())
                .as("as it was")
                .isEqualTo(5);
        assertThat(here(
                                span,
                                databases,
                                proof("users", NOW, "21.3", 0, true, "K1"),
                                proof("users", NOW, "21.4", 0, false, "K1"))
                        .unmet())
                .as("failed at one update of the line")
                .isEqualTo(5);
        assertThat(here(
                                span,
                                Map.of(new DatabaseReleases("19.24", "21.3"), 4),
                                proof("users", NOW, "21.0", 0, true, "K1"))
                        .unmet())
                .as("met at the target's release only")
                .isEqualTo(4);
    }

    @Test
    void whatMostDatabasesHaveNotMetComesFirst() {
        List<ProductPart> parts = List.of(
                new ProductPart(new Part(PartKind.ADAPTER, "ssh", NOW), null),
                new ProductPart(new Part(PartKind.STATEMENT, "few", NOW), new ReleaseSpan("10.2", "10.2", Side.BOTH)),
                new ProductPart(
                        new Part(PartKind.STATEMENT, "a-changed", NOW), new ReleaseSpan("10.2", null, Side.BOTH)),
                new ProductPart(new Part(PartKind.STATEMENT, "never", NOW), new ReleaseSpan("10.2", null, Side.BOTH)),
                new ProductPart(new Part(PartKind.STATEMENT, "all-met", NOW), new ReleaseSpan("19", null, Side.BOTH)));
        Map<DatabaseReleases, Integer> databases =
                Map.of(new DatabaseReleases("10.2.0.4", null), 1, new DatabaseReleases("19.3", null), 13);
        assertThat(Standings.of(
                        parts,
                        List.of(
                                proof("a-changed", BEFORE, "19.3", 0, true, "K1"),
                                proof("all-met", NOW, "19.3", 0, true, "K1")),
                        KEYS,
                        databases))
                .extracting(Standing::id)
                .containsExactly("never", "a-changed", "few", "ssh", "all-met");
    }
}
