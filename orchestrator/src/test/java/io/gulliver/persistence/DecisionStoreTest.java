package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.persistence.decision.DecisionStore;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.persistence.view.DecisionRow.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What people decided about databases, and what every source said of them. */
class DecisionStoreTest extends StoreContract {

    private String database(String name) {
        stores.databases().add("atlas", List.of(DatabaseProfile.of(name, "app", Environment.TEST)), "Mia");
        return name;
    }

    private static DecisionStore.NewDecision said(String database, Kind kind, @Nullable String decided, String reason) {
        return new DecisionStore.NewDecision(
                "atlas", database, kind, decided, reason, "Mia", 3, "a".repeat(64), Map.of("preferred", "DATA_PUMP"));
    }

    @Test
    void everyWordStaysAndTheLastHolds() {
        String name = database("LAST");
        DecisionRow first = stores.decisions().add(said(name, Kind.METHOD, "GOLDENGATE", "no outage"), 0);
        assertThat(first.number()).isEqualTo(1);
        stores.decisions().add(said(name, Kind.METHOD, null, "licence refused"), 1);
        stores.decisions().add(said(name, Kind.SIZING, "CONFIRMED", "looked"), 0);
        assertThat(stores.decisions().last("atlas", name, Kind.METHOD)).hasValueSatisfying(last -> {
            assertThat(last.decided()).isNull();
            assertThat(last.number()).isEqualTo(2);
            assertThat(last.content()).containsEntry("preferred", "DATA_PUMP");
            assertThat(last.at()).isEqualTo(clock.instant());
        });
        assertThat(stores.decisions().last("atlas", Kind.SIZING)).containsKey(name);
        assertThat(stores.decisions().list("atlas", name)).hasSize(3);
        assertThat(stores.decisions().last("atlas", name, Kind.COMPLETENESS)).isEmpty();
    }

    @Test
    void twoWhoDecideAtOnceAreToldOfEachOther() throws Exception {
        String name = database("RACE");
        Callable<Boolean> decide = () -> {
            try {
                stores.decisions().add(said(name, Kind.METHOD, "DATA_PUMP", "simple"), 0);
                return true;
            } catch (StaleVersionException faster) {
                return false;
            }
        };
        assertThat(atOnce(List.of(decide, decide, decide))).containsExactlyInAnyOrder(true, false, false);
        assertThat(stores.decisions().list("atlas", name)).hasSize(1);
    }

    @Test
    void aDatabaseThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> stores.decisions().add(said("NOBODY", Kind.METHOD, "DATA_PUMP", "x"), 0))
                .isInstanceOf(UnknownRowException.class)
                .hasMessageContaining("'NOBODY'");
    }

    private void tell(String database, String source, Duration age, Object value) {
        Instant at = clock.instant().minus(age);
        stores.facts()
                .put(
                        "atlas",
                        database,
                        List.of(new Fact("files_gb", value, "GB", source, at, Confidence.MEASURED)),
                        "Mia");
    }

    @Test
    void everySourceKeepsItsLastWordAndTheNewestHolds() {
        String name = database("WORDS");
        tell(name, "step discover of atlas.words.1", Duration.ofDays(3), 100.0);
        tell(name, "sheet.txt", Duration.ofDays(9), 80.0);
        tell(name, "step discover of atlas.words.2", Duration.ofDays(1), 110.0);
        tell(name, "sheet.txt", Duration.ofDays(20), 60.0);
        assertThat(stores.facts().find("atlas", name, "files_gb"))
                .hasValueSatisfying(fact -> assertThat(fact.value()).isEqualTo(110.0));
        assertThat(stores.facts().words("atlas", name))
                .extracting(Fact::value)
                .as("newest first; the sheet's older word does not replace its newer one")
                .containsExactly(110.0, 80.0);
    }
}
