package io.gulliver.service.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.FailureKind;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.decision.DecisionStore;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.planning.SizingAge;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.Services;
import io.gulliver.testing.TestStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The step before the first thing is built, on a real store. */
@Tag("store")
class SizingFreshTest {
    private final MovableClock clock = new MovableClock();
    private StoreDatabase db;
    private Stores stores;
    private Instant sized;
    private SizingFresh action;

    @BeforeEach
    void open() {
        db = TestStore.open(clock);
        stores = Atlas.stores(db);
        Atlas.program(stores);
        stores.databases().add("atlas", List.of(DatabaseProfile.of("ORDERS", "orders", Environment.PRODUCTION)), "Mia");
        sized = clock.instant();
        SizingAge age = Services.sizingAge(stores);
        action = new SizingFresh(
                (migration, step) -> step.equals("size-target") ? Optional.of(sized) : Optional.empty(), age::of);
        used(100);
    }

    @AfterEach
    void close() {
        db.close();
    }

    private void used(double gigabytes) {
        said(gigabytes);
    }

    private void said(Object size) {
        stores.facts()
                .put(
                        "atlas",
                        "ORDERS",
                        List.of(new Fact("files_gb", size, "GB", "discovery", clock.instant(), Confidence.MEASURED)),
                        "Mia");
    }

    private void confirm() {
        stores.decisions()
                .add(
                        new DecisionStore.NewDecision(
                                "atlas",
                                "ORDERS",
                                DecisionRow.Kind.SIZING,
                                "CONFIRMED",
                                "looked at it",
                                "Mia",
                                1,
                                "0".repeat(64),
                                Map.of(
                                        "sizeGb",
                                        stores.facts()
                                                .sheet("atlas", "ORDERS")
                                                .values()
                                                .get("files_gb"))),
                        stores.decisions()
                                .last("atlas", "ORDERS", DecisionRow.Kind.SIZING)
                                .map(DecisionRow::number)
                                .orElse(0L));
    }

    private StepCall call(Map<String, Object> inputs) {
        return new StepCall(
                new MigrationId("atlas/orders/1"),
                "atlas",
                "ORDERS",
                Purpose.PRODUCTION,
                1,
                StepKey.of("size-fresh"),
                1,
                1,
                Operation.RUN,
                "sizing.fresh",
                Atlas.HASH,
                inputs,
                Map.of(),
                null,
                0);
    }

    private List<?> fresh() {
        return (List<?>)
                action.invoke(call(Map.of("used_gb", 100.0, "sized_by", "size-target")), (condition, s) -> true)
                        .outputs()
                        .get("reasons");
    }

    @Test
    void aFreshSizingLetsBuildingBegin() {
        clock.advance(Duration.ofDays(89));
        assertThat(fresh().toString()).contains("89 days ago, within 90");
    }

    @Test
    void anOldSizingStopsBuildingUntilItIsConfirmed() {
        clock.advance(Duration.ofDays(91));
        assertThatThrownBy(this::fresh)
                .isInstanceOfSatisfying(ControlAction.Refused.class, refused -> {
                    assertThat(refused.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
                    assertThat(refused.failure().kind())
                            .as("a person looks; trying again by itself would not help")
                            .isNotEqualTo(FailureKind.TRANSIENT);
                })
                .hasMessageContaining("91 days ago, more than 90");
        confirm();
        assertThat(fresh().toString()).contains("confirmed 0 days ago");
    }

    @Test
    void aGrownDatabaseStopsBuildingUntilItIsConfirmed() {
        clock.advance(Duration.ofDays(1));
        used(111);
        assertThatThrownBy(this::fresh).hasMessageContaining("changed by 11 %").hasMessageContaining("more than 10 %");
        confirm();
        assertThat(fresh().toString()).contains("as large as then, 111 GB");
        clock.advance(Duration.ofDays(1));
        used(125);
        assertThatThrownBy(this::fresh).hasMessageContaining("changed by 12.613 %");
    }

    /** As every other decision reads it: the word that nobody can read hides none that can. */
    @Test
    void aSizeThatCannotBeReadHidesNoGrowth() {
        clock.advance(Duration.ofDays(1));
        used(111);
        clock.advance(Duration.ofDays(1));
        said("many");
        assertThatThrownBy(this::fresh).hasMessageContaining("changed by 11 %");
    }

    @Test
    void theProgramSetsTheLimits() {
        var program = stores.programs().require("atlas");
        stores.programs()
                .update(
                        "atlas",
                        program.version(),
                        program.title(),
                        program.zone(),
                        Map.of("sizing", Map.of("staleAfterDays", 5)),
                        "Mia");
        clock.advance(Duration.ofDays(6));
        assertThatThrownBy(this::fresh).hasMessageContaining("more than 5");
    }

    @Test
    void aSizingThatWasNeverMadeIsSaidSo() {
        assertThatThrownBy(
                        () -> action.invoke(call(Map.of("used_gb", 1.0, "sized_by", "other")), (condition, s) -> true))
                .hasMessageContaining("has not ended");
        assertThatThrownBy(() -> action.invoke(call(Map.of()), (condition, s) -> true))
                .hasMessageContaining("does not know what was sized");
    }
}
