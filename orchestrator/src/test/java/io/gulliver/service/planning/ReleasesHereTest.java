package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.proof.DatabaseReleases;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.testing.Services;
import io.gulliver.testing.TestStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("store")
class ReleasesHereTest {
    private static final Instant NOW = Instant.parse("2026-11-26T02:00:00Z");

    private final StoreDatabase db = TestStore.open(Clock.fixed(NOW, ZoneOffset.UTC));
    private final Stores stores = Stores.on(
            db,
            new LibraryPlans(PlaybookLibrary.shipped(), () -> {
                throw new AssertionError("no run is made here");
            }),
            SlotNames.asPlanned(),
            batch -> {});
    private final ReleasesHere here =
            new ReleasesHere(stores.programs(), stores.databases(), stores.facts(), Services.collectedFacts(stores));

    @AfterEach
    void close() {
        db.close();
    }

    private void program(String key, String... databases) {
        stores.programs().create(key, key, ZoneId.of("UTC"), Map.of(), "Mia");
        stores.databases()
                .add(
                        key,
                        List.of(databases).stream()
                                .map(name -> DatabaseProfile.of(name, "orders", Environment.TEST))
                                .toList(),
                        "Mia");
    }

    private void found(String program, String database, String fact, String release, int second) {
        stores.facts()
                .put(
                        program,
                        database,
                        List.of(new Fact(
                                fact, release, null, "discovery", NOW.plusSeconds(second), Confidence.MEASURED)),
                        "Mia");
    }

    private static DatabaseReleases moves(String source) {
        return new DatabaseReleases(source, null);
    }

    @Test
    void databasesOfProgramsAtWorkCountByWhatDiscoveryFound() {
        program("atlas", "A", "B", "C");
        program("other", "D");
        program("old", "E");
        found("atlas", "A", "source_release", "19.24.0.0.0", 0);
        found("atlas", "B", "database.version", "19.24.0.0.0", 0);
        found("other", "D", "source_release", "11.2.0.4.0", 0);
        found("old", "E", "source_release", "10.2.0.5.0", 0);
        stores.programs().archive("old", "Mia");
        assertThat(here.count(program -> true))
                .as("what only a capture tells counts, what nobody told has no release")
                .containsOnly(
                        Map.entry(moves("19.24.0.0.0"), 2),
                        Map.entry(new DatabaseReleases(null, null), 1),
                        Map.entry(moves("11.2.0.4.0"), 1));
        assertThat(here.count("other"::equals)).containsOnly(Map.entry(moves("11.2.0.4.0"), 1));
    }

    @Test
    void aNewFactIsSeen() {
        program("atlas", "A");
        assertThat(here.count(program -> true)).containsOnlyKeys(new DatabaseReleases(null, null));
        found("atlas", "A", "source_release", "12.1.0.2.0", 0);
        assertThat(here.count(program -> true)).containsOnlyKeys(moves("12.1.0.2.0"));
        found("atlas", "A", "source_release", "19.24.0.0.0", 60);
        assertThat(here.count(program -> true)).containsOnlyKeys(moves("19.24.0.0.0"));
        stores.programs()
                .update("atlas", 1, "atlas", ZoneId.of("UTC"), Map.of("facts", Map.of("target_release", "23")), "Mia");
        assertThat(here.count(program -> true)).containsOnlyKeys(new DatabaseReleases("19.24.0.0.0", "23"));
    }
}
