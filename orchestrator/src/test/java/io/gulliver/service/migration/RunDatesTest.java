package io.gulliver.service.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.plan.OutageBounds;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreContract;
import io.gulliver.service.planning.PlanEditService;
import io.gulliver.service.planning.PlanService;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.Services;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** T of a run comes from its wave, moves with it, and holds the outage until two persons say otherwise. */
class RunDatesTest extends StoreContract {
    private static final Speaker ANA = new Speaker("Ana", "ana", Set.of());
    private static final Speaker BEN = new Speaker("Ben", "ben", Set.of());

    private String program = "";
    private RunDates dates;
    private PlanEditService edits;
    private Instant typed = Instant.EPOCH;
    private final List<MigrationId> told = new ArrayList<>();

    @BeforeEach
    void planned() {
        program = "d" + UUID.randomUUID().toString().substring(0, 12);
        stores.programs().create(program, "Dated", ZoneOffset.UTC, Map.of(), "Mia");
        stores.databases().add(program, List.of(DatabaseProfile.of("A", "shop", Environment.PRODUCTION)), "Mia");
        PlanService planning = Services.plan(stores);
        dates = new RunDates(
                database,
                stores.programs(),
                stores.plans(),
                stores.databases(),
                stores.audit(),
                new PlanMoves(stores.migrations(), told::add),
                (key, name) -> planning.headline(key, name).map(Headline::outages));
        edits = new PlanEditService(database, stores.plans(), Services.plan(stores));
        edits.addWave(program, 1, "Pilot", clock.instant(), List.of(), List.of("A"), "Mia");
        typed = clock.instant().plus(Duration.ofDays(60));
        edits.place(program, 1, List.of("A"), typed, "Mia");
    }

    private Migration run(Purpose purpose) {
        return stores.migrations()
                .create(new NewMigration(
                        UUID.randomUUID().toString(),
                        program,
                        "A",
                        purpose,
                        Atlas.HASH,
                        null,
                        false,
                        null,
                        null,
                        "Mia"));
    }

    @Test
    void usersAreOutWhenTheWaveSaysAndNotWhenTheRunWasMade() {
        Migration run = run(Purpose.PRODUCTION);
        assertThat(dates.usersOut(run)).isEqualTo(typed);
        Instant later = typed.plus(Duration.ofDays(7));
        edits.place(program, 1, List.of("A"), later, "Mia");
        assertThat(dates.usersOut(run)).isEqualTo(later);
        CutoverDates planned = stores.plans().cutover(program, "A").orElseThrow();
        assertThat(dates.facts(run))
                .containsEntry("plan.users_out", later.toString())
                .containsEntry("plan.users_in", planned.usersIn().toString());
    }

    @Test
    void aRehearsalWaitsForNobodysWindow() {
        Migration run = run(Purpose.REHEARSAL);
        assertThat(dates.usersOut(run)).isEqualTo(run.createdAt());
        assertThat(dates.bounds(run)).isNull();
        assertThatThrownBy(() -> dates.letBegin(run, null, "late", ANA)).isInstanceOf(RefusedException.class);
    }

    @Test
    void twoPersonsLetItBeginForTheDateTheySaw() {
        Migration run = run(Purpose.PRODUCTION);
        Instant before = typed.minusSeconds(60);
        assertThat(bounds(run).refusal(before)).isPresent();
        assertThat(dates.letBegin(run, typed, "The link is down tomorrow", ANA)).isFalse();
        assertThat(told).isEmpty();
        assertThat(bounds(run).refusal(before)).isPresent();
        assertThatThrownBy(() -> dates.letBegin(run, typed, "Really", ANA))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("a second person must approve it");
        Atlas.account(stores, "ben", List.of(), List.of());
        Atlas.account(
                stores,
                "uma",
                List.of(new Account.HeldFunction(program, Function.MIGRATION_MANAGER, null)),
                List.of(new Account.Deputy(
                        "ben", clock.instant(), clock.instant().plusSeconds(3600))));
        assertThat(dates.letBegin(run, typed, "Agreed with the shop", BEN)).isTrue();
        assertThat(stores.audit()
                        .list(program, "migration/" + run.id(), null, 10)
                        .rows())
                .filteredOn(row -> row.event().action().startsWith("outage."))
                .extracting(row -> row.event().action() + " " + row.event().actor() + " "
                        + row.event().details().get("for"))
                .as("newest first")
                .containsExactly("outage.overridden Ben [uma]", "outage.override-asked Ana null");
        assertThat(bounds(run).refusal(before)).isEmpty();
        assertThat(told).as("the run need not wait any more").containsExactly(run.id());
        assertThat(bounds(run).override()).isEqualTo("Ana: The link is down tomorrow; Ben: Agreed with the shop");
        edits.place(program, 1, List.of("A"), typed.plus(Duration.ofDays(7)), "Mia");
        assertThat(bounds(run).refusal(before))
                .as("they said it of another date")
                .isPresent();
    }

    @Test
    void aWordForADateThatIsNoLongerPlannedDoesNotCount() {
        Migration run = run(Purpose.PRODUCTION);
        Instant later = typed.plus(Duration.ofDays(7));
        edits.place(program, 1, List.of("A"), later, "Mia");
        assertThatThrownBy(() -> dates.letBegin(run, typed, "The link is down tomorrow", ANA))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("on " + later + " by the plan, not on " + typed);
        assertThatThrownBy(() -> dates.letBegin(run, null, "The link is down tomorrow", ANA))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("no date was named");
        assertThat(stores.plans().outageWords(run.id())).isEmpty();
    }

    /** Two hours late it still ends as the freeze begins; a minute more and it would run into it. */
    @Test
    void aLateOutageDoesNotRunIntoAFreeze() {
        Migration run = run(Purpose.PRODUCTION);
        CutoverDates planned = stores.plans().cutover(program, "A").orElseThrow();
        Instant freeze = planned.usersIn().plus(Duration.ofHours(2));
        edits.addFreeze(new Freeze(0, program, freeze, freeze.plus(Duration.ofDays(1)), "Year-end close"), "Mia");
        assertThat(stores.plans().cutover(program, "A").orElseThrow().usersOut())
                .isEqualTo(typed);
        assertThat(bounds(run).refusal(typed)).isEmpty();
        assertThat(bounds(run).refusal(typed.plus(Duration.ofHours(2)))).isEmpty();
        assertThat(bounds(run).refusal(typed.plus(Duration.ofMinutes(121))))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("would run into the freeze 'Year-end close' from 2026-04-30 13:00 UTC"));
    }

    private OutageBounds bounds(Migration run) {
        OutageBounds bounds = dates.bounds(run);
        assertThat(bounds).isNotNull();
        return bounds;
    }
}
