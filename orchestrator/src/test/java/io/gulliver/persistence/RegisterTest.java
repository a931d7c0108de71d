package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.risk.EntryChange;
import io.gulliver.domain.risk.EntryDetails;
import io.gulliver.domain.risk.EntryKind;
import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.service.planning.RiskService;
import io.gulliver.service.planning.RiskService.Turn;
import io.gulliver.service.planning.RuleTables;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Risks, assumptions, issues and decisions of one register. */
class RegisterTest extends StoreContract {
    private static final LocalDate DUE = LocalDate.of(2026, 7, 1);
    private String program = "";
    private RiskService register;

    @BeforeEach
    void freshProgram() {
        program = "r" + UUID.randomUUID().toString().substring(0, 12);
        stores.programs().create(program, "Fresh", ZoneId.of("Europe/Berlin"), Map.of(), "Mia");
        register = new RiskService(stores.risks(), RuleTables.shipped().risks());
    }

    private Risk add(EntryDetails details, RiskState state) {
        boolean risk = details.kind() == EntryKind.RISK;
        return register.add(
                program,
                new RiskStatement(
                        "The line is enough",
                        "measured once",
                        "the wave slips",
                        risk ? 3 : 0,
                        risk ? 4 : 0,
                        null,
                        RiskResponse.REDUCE,
                        "",
                        null,
                        "",
                        state,
                        List.of("ORDERS"),
                        details,
                        "",
                        null),
                UUID.randomUUID().toString(),
                "Mia");
    }

    @Test
    void countsAllKindsThroughAndKeepsTheirOwnFields() {
        assertThat(add(EntryDetails.RISK, RiskState.OPEN).key()).isEqualTo("R-01");
        Risk assumption = add(EntryDetails.assumption("Copies take twice as long"), RiskState.OPEN);
        assertThat(assumption.key()).isEqualTo("A-02");
        assertThat(assumption.details().ifFalse()).isEqualTo("Copies take twice as long");
        assertThat(assumption.scores()).isEmpty();
        assertThat(add(EntryDetails.issue(4), RiskState.OPEN).details().severity())
                .isEqualTo(4);
        Risk decision = add(EntryDetails.decision("migration-manager", "one wave, two waves", ""), RiskState.OPEN);
        assertThat(stores.risks().require(program, 4)).isEqualTo(decision);
        assertThat(decision.key()).isEqualTo("D-04");
    }

    @Test
    void countsOnlyRisksWhereRisksAreCounted() {
        add(EntryDetails.issue(5), RiskState.OPEN);
        add(EntryDetails.RISK, RiskState.OPEN);
        assertThat(stores.risks().list(program)).extracting(Risk::key).containsExactly("R-02");
        assertThat(stores.risks().entries(program)).extracting(Risk::key).containsExactly("I-01", "R-02");
        assertThat(stores.risks().ofDatabase(program, "ORDERS"))
                .extracting(Risk::key)
                .containsExactly("R-02");
        assertThat(stores.views().counts(program).openRisks()).isEqualTo(1);
    }

    @Test
    void keepsWhoChangedWhatFromWhatToWhat() {
        Risk risk = add(EntryDetails.RISK, RiskState.PROPOSED);
        assertThat(stores.risks().changes(program, 1)).isEmpty();
        register.accept(program, 1, risk.version(), "ana", DUE, "Ben");
        assertThat(stores.risks().changes(program, 1))
                .allSatisfy(change -> assertThat(change.by()).isEqualTo("Ben"))
                .allSatisfy(change -> assertThat(change.at())
                        .isEqualTo(stores.risks().require(program, 1).changedAt()))
                .extracting(EntryChange::field, EntryChange::before, EntryChange::after)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("state", "PROPOSED", "OPEN"),
                        org.assertj.core.groups.Tuple.tuple("owner", "", "ana"),
                        org.assertj.core.groups.Tuple.tuple("due", "", "2026-07-01"));
    }

    @Test
    void acceptsOnlyWithSomebodyWhoAnswersAndADay() {
        Risk risk = add(EntryDetails.RISK, RiskState.PROPOSED);
        assertThatThrownBy(() -> register.accept(program, 1, risk.version(), null, DUE, "Ben"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("owner");
        assertThatThrownBy(() -> register.accept(program, 1, risk.version(), "ana", null, "Ben"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("due date");
        assertThat(stores.risks().require(program, 1)).isEqualTo(risk);
        Risk accepted = register.accept(program, 1, risk.version(), "ana", DUE, "Ben");
        assertThat(accepted.state()).isEqualTo(RiskState.OPEN);
        assertThatThrownBy(() -> register.accept(program, 1, accepted.version(), "ana", DUE, "Ben"))
                .isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> register.accept(program, 1, risk.version(), "ana", DUE, "Ben"))
                .isInstanceOf(StaleVersionException.class);
    }

    @Test
    void rejectsOnlyWithAReason() {
        Risk risk = add(EntryDetails.RISK, RiskState.PROPOSED);
        assertThatThrownBy(() -> register.reject(program, 1, risk.version(), " ", "Ben"))
                .isInstanceOf(RefusedException.class);
        Risk rejected = register.reject(program, 1, risk.version(), "Tested in March", "Ben");
        assertThat(rejected.state()).isEqualTo(RiskState.REJECTED);
        assertThat(rejected.outcome()).isEqualTo("Tested in March");
        assertThat(rejected.closedAt()).isNotNull();
        assertThat(stores.risks().ofDatabase(program, "ORDERS")).isEmpty();
    }

    @Test
    void aFalseAssumptionBecomesARiskThatBecomesAnIssueOnceEach() {
        Risk assumption = add(EntryDetails.assumption("Copies take twice as long"), RiskState.OPEN);
        Turn proved = new Turn(EntryKind.RISK, "", 4, 5, "The line carries 300 MB/s");
        Risk risk = register.become(program, 1, assumption.version(), proved, "turn-1", "Ben");
        assertThat(register.become(program, 1, assumption.version(), proved, "turn-1", "Ben"))
                .isEqualTo(risk);
        assertThat(risk.event()).isEqualTo("Copies take twice as long");
        assertThat(risk.score()).isEqualTo(20);
        assertThat(risk.state()).isEqualTo(RiskState.OPEN);
        assertThat(risk.cameFrom()).isEqualTo("A-01");
        assertThat(risk.databases()).containsExactly("ORDERS");
        assertThat(stores.risks().require(program, 1)).satisfies(before -> {
            assertThat(before.state()).isEqualTo(RiskState.CLOSED);
            assertThat(before.outcome()).isEqualTo("The line carries 300 MB/s");
            assertThat(before.became()).containsExactly("R-02");
        });
        Risk issue = register.become(
                program,
                2,
                risk.version(),
                new Turn(EntryKind.ISSUE, "Wave 2 is late", 0, 4, "It took twice as long"),
                "turn-2",
                "Ben");
        assertThat(issue.key()).isEqualTo("I-03");
        assertThat(issue.details().severity()).isEqualTo(4);
        assertThat(issue.cameFrom()).isEqualTo("R-02");
    }

    @Test
    void nothingBecomesWhatItCannotOrWithoutWhatWasSeenOrFromAnOldVersion() {
        Risk risk = add(EntryDetails.RISK, RiskState.OPEN);
        assertThatThrownBy(() -> register.become(
                        program, 1, 1, new Turn(EntryKind.DECISION, "", 0, 1, "so it is"), "turn-3", "Ben"))
                .isInstanceOf(RefusedException.class);
        assertThatThrownBy(
                        () -> register.become(program, 1, 1, new Turn(EntryKind.ISSUE, "", 0, 1, " "), "turn-4", "Ben"))
                .isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> register.become(
                        program, 1, 7, new Turn(EntryKind.ISSUE, "", 0, 1, "so it is"), "turn-5", "Ben"))
                .isInstanceOf(StaleVersionException.class);
        assertThat(stores.risks().entries(program)).containsExactly(risk);
    }

    @Test
    void anEntryStaysOfItsKind() {
        Risk risk = add(EntryDetails.RISK, RiskState.OPEN);
        assertThatThrownBy(
                        () -> register.change(program, 1, 1, risk.statement().as(EntryDetails.issue(3), 0, 0), "Ben"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aLibraryIsPickedFromAndFillsNothingByItself() {
        assertThat(stores.risks().entries(program)).isEmpty();
        assertThat(register.library(program)).hasSize(45).allMatch(RiskService.LibraryRisk::free);
        assertThat(register.pick(program, List.of("R-02", "R-07"), "ana", DUE, "Mia"))
                .extracting(Risk::state)
                .containsOnly(RiskState.PROPOSED);
        register.pick(program, List.of("R-02"), "ben", null, "Mia");
        assertThat(stores.risks().list(program)).hasSize(2).allMatch(risk -> "ana".equals(risk.owner()));
        assertThat(register.library(program))
                .filteredOn(risk -> !risk.free())
                .extracting(risk -> risk.seed().id())
                .containsExactly("R-02", "R-07");
        assertThatThrownBy(() -> register.pick(program, List.of("R-01", "R-99"), "ana", DUE, "Mia"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("R-99");
        assertThat(stores.risks().list(program)).hasSize(2);
    }

    @Test
    void whatWasRejectedOfTheLibraryCanBePickedAgain() {
        Risk picked = register.pick(program, List.of("R-02"), "ana", DUE, "Mia").get(0);
        register.reject(program, picked.number(), picked.version(), "Not here", "Ben");
        Risk again = register.pick(program, List.of("R-02"), "ben", null, "Mia").get(0);
        assertThat(again.number()).isEqualTo(picked.number());
        assertThat(again.state()).isEqualTo(RiskState.PROPOSED);
        assertThat(again.owner()).isEqualTo("ben");
        assertThat(again.due()).isEqualTo(DUE);
    }

    @Test
    void entriesOfTheWholeLibraryThatNobodyTouchedGoBackTogether() {
        for (int i = 1; i <= 3; i++) {
            RiskStatement seed = register.pick(program, List.of("R-0" + i), null, null, "Gulliver")
                    .get(0)
                    .statement();
            assertThat(seed.owner()).isNull();
        }
        register.accept(program, 2, 1, "ana", DUE, "Ben");
        assertThat(register.untouched(program)).extracting(Risk::number).containsExactly(1, 3);
        assertThat(register.putBack(program, "Back in the library", "Ben")).isEqualTo(2);
        assertThat(stores.risks().require(program, 2).state()).isEqualTo(RiskState.OPEN);
        assertThat(stores.risks().require(program, 3).state()).isEqualTo(RiskState.REJECTED);
        assertThat(register.putBack(program, "Back in the library", "Ben")).isZero();
    }
}
