package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.playbook.PlaybookLibrary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The conformance playbooks, carried by the real engine into the real store. */
@Timeout(300)
class ConformanceOnDevServerIT {
    @Test
    void everyPlaybookRunsToItsEndAndTheThreeRecordsAgree(@TempDir Path data) {
        assumeTrue(Gulliver.temporalIsThere(), Gulliver.NO_TEMPORAL);
        try (Gulliver gulliver = Gulliver.start(data).awaitConnected().withPeople()) {
            assertThat(gulliver.bean(PlaybookLibrary.class).playbooks())
                    .extracting(p -> p.name())
                    .filteredOn(name -> name.startsWith("conformance-"))
                    .as("no conformance playbook is left out")
                    .containsExactlyInAnyOrderElementsOf(Gulliver.PLAYBOOKS);
            List<MigrationId> ids = new ArrayList<>();
            for (String playbook : Gulliver.PLAYBOOKS) {
                ids.add(gulliver.run(playbook, playbook.substring("conformance-".length()))
                        .id());
            }
            gulliver.awaitEnd(ids, Duration.ofSeconds(150));
            Records.assertCompleted(gulliver, ids);
        }
    }
}
