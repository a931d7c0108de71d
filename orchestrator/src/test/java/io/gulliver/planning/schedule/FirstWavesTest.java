package io.gulliver.planning.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.planning.schedule.FirstWaves.Kind;
import io.gulliver.planning.schedule.FirstWaves.Proposed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FirstWavesTest {
    private static DatabaseProfile database(
            String name,
            Environment environment,
            @Nullable Integer criticality,
            @Nullable Double gigabytes,
            @Nullable String group) {
        return new DatabaseProfile(
                name,
                "shop",
                environment,
                criticality,
                null,
                null,
                null,
                null,
                gigabytes,
                null,
                null,
                null,
                group,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                new TreeMap<>());
    }

    private static List<List<String>> names(List<Proposed> waves) {
        return waves.stream().map(Proposed::databases).toList();
    }

    @Test
    void whatMattersLeastCrossesFirstAndProductionInWavesOfItsOwn() {
        List<Proposed> waves = FirstWaves.of(
                List.of(
                        database("LEDGER", Environment.PRODUCTION, 1, 900.0, null),
                        database("SHOP", Environment.PRODUCTION, 3, 100.0, null),
                        database("SHOPT", Environment.TEST, 3, 100.0, null),
                        database("SHOPD", Environment.DEVELOPMENT, 4, 10.0, null),
                        database("LEDGERT", Environment.TEST, 1, 900.0, null)),
                1,
                4);
        assertThat(names(waves))
                .containsExactly(List.of("SHOPD"), List.of("SHOPT", "LEDGERT"), List.of("SHOP", "LEDGER"));
        assertThat(waves).extracting(Proposed::kind).containsExactly(Kind.PILOT, Kind.BEFORE, Kind.PRODUCTION);
        assertThat(waves).extracting(Proposed::ordinal).containsExactly(1, 1, 1);
    }

    @Test
    void aMoveGroupIsNeverPartedAndMovesWithTheMostImportantOfIt() {
        List<Proposed> waves = FirstWaves.of(
                List.of(
                        database("A", Environment.TEST, 4, 1.0, "pay"),
                        database("B", Environment.PRODUCTION, 2, 1.0, "pay"),
                        database("C", Environment.TEST, 2, 1.0, null),
                        database("D", Environment.TEST, 3, 1.0, null)),
                0,
                2);
        assertThat(names(waves)).containsExactly(List.of("D", "C"), List.of("A", "B"));
    }

    @Test
    void aGroupLargerThanAWaveHasOneAlone() {
        List<DatabaseProfile> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.add(database("G" + i, Environment.TEST, 2, 1.0, "big"));
        }
        all.add(database("X", Environment.TEST, 3, 1.0, null));
        all.add(database("Y", Environment.TEST, 1, 1.0, null));
        List<Proposed> waves = FirstWaves.of(all, 0, 3);
        assertThat(names(waves)).containsExactly(List.of("X"), List.of("G0", "G1", "G2", "G3", "G4"), List.of("Y"));
        assertThat(waves).extracting(Proposed::tooLarge).containsExactly(false, true, false);
    }

    @Test
    void whatNobodySaidCountsAsTheHighestCriticalityAndTheLargest() {
        assertThat(names(FirstWaves.of(
                        List.of(
                                database("U", Environment.TEST, null, null, null),
                                database("V", Environment.TEST, 1, 5.0, null),
                                database("W", Environment.TEST, 2, null, null)),
                        0,
                        1)))
                .containsExactly(List.of("W"), List.of("V"), List.of("U"));
    }

    @Test
    void aPilotIsNeverProductionAndWithoutAnythingElseThereIsNone() {
        assertThat(FirstWaves.of(List.of(database("P", Environment.PRODUCTION, 4, 1.0, null)), 3, 8))
                .singleElement()
                .satisfies(wave -> assertThat(wave.kind()).isEqualTo(Kind.PRODUCTION));
        assertThat(FirstWaves.of(List.of(), 3, 8)).isEmpty();
    }

    @Test
    void sizesOutOfBoundsAreRefused() {
        assertThatThrownBy(() -> FirstWaves.of(List.of(), 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FirstWaves.of(List.of(), 9, 8)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Whatever the estate: each database once, groups whole, production behind all else, no wave too full without a word. */
    @Test
    void holdsForAnyEstateInAnyOrder() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<DatabaseProfile> all = new ArrayList<>();
            int count = random.nextInt(60);
            for (int i = 0; i < count; i++) {
                all.add(database(
                        "DB" + i,
                        Environment.values()[random.nextInt(3)],
                        random.nextBoolean() ? random.nextInt(4) + 1 : null,
                        random.nextBoolean() ? (double) random.nextInt(5000) : null,
                        random.nextInt(3) == 0 ? "g" + random.nextInt(8) : null));
            }
            int most = random.nextInt(10) + 1;
            int pilot = random.nextInt(most + 1);
            List<Proposed> waves = FirstWaves.of(all, pilot, most);
            List<DatabaseProfile> mixed = new ArrayList<>(all);
            Collections.shuffle(mixed, random);
            assertThat(FirstWaves.of(mixed, pilot, most)).as("seed %d", seed).isEqualTo(waves);
            assertThat(waves.stream().flatMap(wave -> wave.databases().stream()))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(
                            all.stream().map(DatabaseProfile::database).toList());
            Map<String, Integer> groups = new HashMap<>();
            boolean production = false;
            for (int i = 0; i < waves.size(); i++) {
                Proposed wave = waves.get(i);
                assertThat(wave.databases()).as("seed %d", seed).isNotEmpty();
                int bound = wave.kind() == Kind.PILOT ? pilot : most;
                assertThat(wave.databases().size() > bound).as("seed %d", seed).isEqualTo(wave.tooLarge());
                production |= wave.kind() == Kind.PRODUCTION;
                assertThat(wave.kind() == Kind.PRODUCTION).as("seed %d", seed).isEqualTo(production);
                for (String name : wave.databases()) {
                    DatabaseProfile profile = all.get(Integer.parseInt(name.substring(2)));
                    if (profile.environment() == Environment.PRODUCTION) {
                        assertThat(production).as("seed %d: %s", seed, name).isTrue();
                    }
                    if (profile.moveGroup() != null) {
                        assertThat(groups.putIfAbsent(profile.moveGroup(), i))
                                .as("seed %d: %s", seed, profile.moveGroup())
                                .isIn(null, i);
                    }
                }
            }
        }
    }
}
