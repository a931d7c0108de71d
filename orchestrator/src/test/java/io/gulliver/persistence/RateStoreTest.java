package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.plan.MeasuredRate;
import io.gulliver.domain.plan.MeasuredRate.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What was measured of rates and times: rows that are only added, once for each run. */
class RateStoreTest extends StoreContract {

    private MeasuredRate rate(@Nullable String database, String name, double value, @Nullable String migration) {
        return new MeasuredRate(
                "atlas",
                database,
                name,
                value,
                MeasuredRate.unitOf(name),
                new TreeMap<>(Map.of("parallel", "8")),
                migration == null ? "Mia" : "rehearsal " + migration,
                migration,
                migration == null ? null : Purpose.REHEARSAL,
                clock.instant());
    }

    @Test
    void keepsEachWordWithWhoWhenAndUnderWhichConditions() {
        stores.databases().add("atlas", List.of(DatabaseProfile.of("RATED", "app", Environment.TEST)), "Mia");
        long before = stores.rates().mark("atlas");
        MeasuredRate run = rate("RATED", "export", 212.5, "migration/atlas/RATED/1");
        MeasuredRate step = rate("RATED", MeasuredRate.step("data-pump", "import"), 754, "migration/atlas/RATED/1");
        MeasuredRate typed = rate(null, "network", 900, null);
        assertThat(stores.rates().add(List.of(run, step, typed))).isEqualTo(3);
        assertThat(stores.rates().mark("atlas")).isGreaterThan(before);
        assertThat(stores.rates().list("atlas")).contains(run, step, typed);
        assertThat(step.unit()).isEqualTo(Unit.SECONDS);
        assertThat(step.ofStep()).isTrue();
        assertThat(stores.audit().list("atlas", null, null, 500).rows())
                .anySatisfy(row -> assertThat(row.event().details())
                        .containsEntry("rate", "export")
                        .containsEntry("value", 212.5)
                        .containsEntry("unit", "MB/s")
                        .containsEntry("migration", "migration/atlas/RATED/1"));
    }

    @Test
    void whatARunToldTwiceIsKeptOnce() {
        stores.databases().add("atlas", List.of(DatabaseProfile.of("TWICE", "app", Environment.TEST)), "Mia");
        MeasuredRate first = rate("TWICE", "export", 212.5, "migration/atlas/TWICE/1");
        assertThat(stores.rates().add(List.of(first))).isEqualTo(1);
        long mark = stores.rates().mark("atlas");
        assertThat(stores.rates().add(List.of(rate("TWICE", "export", 99, "migration/atlas/TWICE/1"))))
                .isZero();
        assertThat(stores.rates().mark("atlas")).isEqualTo(mark);
        clock.advance(Duration.ofHours(1));
        assertThat(stores.rates().add(List.of(rate("TWICE", "export", 250, "migration/atlas/TWICE/2"))))
                .isEqualTo(1);
        assertThat(stores.rates().list("atlas").stream()
                        .filter(one -> "TWICE".equals(one.database()))
                        .map(MeasuredRate::value))
                .containsExactly(212.5, 250.0);
    }

    @Test
    void aDatabaseThatIsNotThereIsNamedAndNothingIsWritten() {
        long mark = stores.rates().mark("atlas");
        assertThatThrownBy(
                        () -> stores.rates().add(List.of(rate(null, "link", 5, null), rate("NOBODY", "link", 5, null))))
                .isInstanceOf(UnknownRowException.class)
                .hasMessageContaining("NOBODY");
        assertThat(stores.rates().mark("atlas")).isEqualTo(mark);
    }

    @Test
    void aRateThatNobodyKnowsOrInAnotherUnitIsRefused() {
        assertThatThrownBy(() -> rate(null, "exprot", 5, null)).hasMessageContaining("There is no rate 'exprot'");
        assertThatThrownBy(() -> rate(null, "export", 0, null)).hasMessageContaining("more than 0");
        assertThatThrownBy(() -> new MeasuredRate(
                        "atlas", null, "export", 5, Unit.SECONDS, new TreeMap<>(), "Mia", null, null, clock.instant()))
                .hasMessageContaining("is in MB/s");
    }
}
