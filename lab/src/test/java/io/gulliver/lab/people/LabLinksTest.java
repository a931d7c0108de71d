package io.gulliver.lab.people;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.lab.LabPace;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateDatabase;
import io.gulliver.lab.main.Lab;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The links between databases of the lab's program: what its page of them has to show. */
class LabLinksTest {
    @TempDir
    private Path directory;

    @Test
    void oneRunsInAMoveGroupAndOthersRunBetweenTwoWaves() throws Exception {
        Estate estate = Estate.of(1726);
        Map<String, Integer> waves = new HashMap<>();
        Lab.open(directory, estate, LabPace.max()).close();
        LabProgram.read(directory, Set.of(), null)
                .waves(Set.of())
                .forEach(wave -> wave.databases().forEach(name -> waves.put(name, wave.number())));
        List<String> together = new ArrayList<>();
        List<String> apart = new ArrayList<>();
        for (EstateDatabase from : estate.databases()) {
            String link = from.setting("link").orElse(null);
            if (link == null) {
                continue;
            }
            String[] parts = link.split("@");
            EstateDatabase to = estate.databases().stream()
                    .filter(one -> one.service().equals(parts[0].toLowerCase(Locale.ROOT))
                            && one.sourceHost().equals(parts[1]))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(from.database() + " has a link to nowhere: " + link));
            if (!from.moveGroup().isEmpty() && from.moveGroup().equals(to.moveGroup())) {
                together.add(from.database());
                assertThat(waves.get(from.database())).isEqualTo(waves.get(to.database()));
            } else if (!Objects.equals(waves.get(from.database()), waves.get(to.database()))) {
                apart.add(from.database());
            }
        }
        assertThat(together).contains("PAYCLEAR");
        assertThat(apart).contains("REPORTS", "SHIPPING");
    }
}
