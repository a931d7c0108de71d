package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.DurationOverride;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.persistence.IdempotencyConflictException;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreContract;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.service.Services;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people change of the plan is written whole or not at all, and the dates follow by themselves. */
class PlanEditServiceTest extends StoreContract {
    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    private String program = "";
    private PlanEditService edits;

    @BeforeEach
    void freshProgram() {
        program = "e" + UUID.randomUUID().toString().substring(0, 12);
        stores.programs().create(program, "Fresh", ZONE, Map.of(), "Mia");
        stores.databases().add(program, List.of(database("A"), database("B")), "Mia");
        edits = new PlanEditService(database, stores.plans(), Services.plan(stores));
    }

    private static DatabaseProfile database(String name) {
        return DatabaseProfile.of(name, "shop", Environment.PRODUCTION);
    }

    private Wave pilot(String... databases) {
        return edits.addWave(program, 1, "Pilot", clock.instant(), List.of(), List.of(databases), "Mia");
    }

    private Instant end(String database) {
        return stores.plans()
                .times(program)
                .get(database)
                .get(Stage.CUTOVER.ordinal())
                .plannedEnd();
    }

    @Test
    void theSameWaveAgainFinishesWhatACallThatBrokeOffBegan() {
        Wave wave = pilot("A");
        Instant typed = clock.instant().plus(Duration.ofDays(60));
        edits.place(program, 1, List.of("A"), typed, "Mia");
        assertThat(pilot("A", "B")).isEqualTo(wave);
        assertThat(stores.plans().members(program))
                .as("A stays as it is")
                .containsExactly(new WaveMember(program, 1, "A", typed), new WaveMember(program, 1, "B", null));
        assertThat(end("B")).isNotNull();
    }

    @Test
    void anotherWaveOfTheSameNumberIsRefused() {
        pilot();
        assertThatThrownBy(() -> edits.addWave(program, 1, "Other", null, List.of(), List.of("A"), "Mia"))
                .isInstanceOf(IdempotencyConflictException.class);
        assertThat(stores.plans().members(program)).isEmpty();
    }

    @Test
    void aNameThatIsNoDatabaseLeavesEverythingAsItWas() {
        assertThatThrownBy(() -> pilot("A", "ELSEWHERE")).isInstanceOf(UnknownRowException.class);
        assertThat(stores.plans().waves(program)).isEmpty();
        pilot();
        assertThatThrownBy(() -> edits.place(program, 1, List.of("A", "ELSEWHERE"), null, "Mia"))
                .isInstanceOf(UnknownRowException.class);
        assertThat(stores.plans().members(program)).isEmpty();
    }

    @Test
    void theDatesFollowEveryEdit() {
        Wave wave = pilot("A", "B");
        Instant first = end("A");
        Wave later = edits.changeWave(
                new Wave(
                        program,
                        1,
                        "Pilot",
                        clock.instant().plus(Duration.ofDays(7)),
                        List.of(),
                        Wave.State.CONFIRMED,
                        wave.version(),
                        "Mia",
                        clock.instant()),
                "Mia");
        assertThat(Duration.between(first, end("A"))).isEqualTo(Duration.ofDays(7));
        assertThatThrownBy(() -> edits.changeWave(wave, "Ben"))
                .as("version %s is stored", later.version())
                .isInstanceOf(StaleVersionException.class);

        Instant before = end("A");
        edits.setDuration(new DurationOverride(
                program, "A", Stage.BUILD, Duration.ofDays(30), "Firewall", "Mia", clock.instant()));
        assertThat(end("A")).isAfter(before);
        edits.removeDuration(program, "A", Stage.BUILD, "Mia");
        assertThat(end("A")).isEqualTo(before);

        Freeze freeze = edits.addFreeze(
                new Freeze(0, program, clock.instant(), before.plus(Duration.ofDays(20)), "Year end"), "Mia");
        assertThat(end("A")).isAfter(freeze.to());
        edits.removeFreeze(program, freeze.id(), "Mia");
        assertThat(end("A")).isEqualTo(before);

        edits.remove(program, "A", "Mia");
        assertThat(stores.plans().members(program))
                .extracting(WaveMember::database)
                .containsExactly("B");
    }

    @Test
    void theSameFreezeTwiceIsOneFreeze() {
        Freeze wanted = new Freeze(0, program, clock.instant(), clock.instant().plusSeconds(3600), "Year end");
        assertThat(edits.addFreeze(wanted, "Mia")).isEqualTo(edits.addFreeze(wanted, "Mia"));
        assertThat(stores.plans().freezes(program)).hasSize(1);
    }

    @Test
    void anotherPolicyOfTheProgramReplansAndAnotherTitleDoesNot() {
        pilot("A");
        stores.plans().place(new WaveMember(program, 1, "B", null), "Mia");
        Services.programs(stores).change(program, 1, "Renamed", ZONE, Map.of(), "Mia");
        assertThat(end("B")).isNull();
        assertThatThrownBy(() -> Services.programs(stores).change(program, 1, "Late", ZONE, Map.of(), "Ben"))
                .isInstanceOf(StaleVersionException.class);
        Services.programs(stores).change(program, 2, "Renamed", ZONE, Map.of("rates", Map.of("link", 150)), "Mia");
        assertThat(end("B")).isNotNull();
    }
}
