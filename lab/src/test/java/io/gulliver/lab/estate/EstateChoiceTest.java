package io.gulliver.lab.estate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EstateChoiceTest {
    private final Estate estate = Estate.of(1726);

    @Test
    void twelveHaveEveryKindOfTheEstate() {
        for (String seed : new String[] {"da7a2fb", "2ad4b8f", "none"}) {
            Set<String> chosen = EstateChoice.of(estate, 12, seed);
            assertThat(chosen).hasSize(12);
            assertThat(kinds(chosen))
                    .isEqualTo(kinds(estate.databases().stream()
                            .map(EstateDatabase::database)
                            .collect(Collectors.toSet())));
        }
    }

    @Test
    void hasTheOneWhoseRowArrivesChanged() {
        String victim = estate.faults().get("bad-row").system();
        assertThat(estate.databases())
                .filteredOn(database -> EstateChoice.of(estate, 12, "x").contains(database.database()))
                .extracting(Estate::targetSystem)
                .contains(victim);
    }

    @Test
    void oneSeedChoosesAlikeAndManyChooseAll() {
        assertThat(EstateChoice.of(estate, 12, "a")).isEqualTo(EstateChoice.of(estate, 12, "a"));
        Set<String> all = new TreeSet<>();
        for (int seed = 0; seed < 100; seed++) {
            all.addAll(EstateChoice.of(estate, 12, Integer.toString(seed)));
        }
        assertThat(all).hasSize(50);
    }

    private Set<String> kinds(Set<String> names) {
        return estate.databases().stream()
                .filter(database -> names.contains(database.database()))
                .flatMap(database -> EstateChoice.kinds(database).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
