package io.gulliver.adapter.ds8000;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.http.PythonPeer;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.ds8000.LabDs8000;
import io.gulliver.lab.ds8000.LabDs8000Spec;
import io.gulliver.lab.ds8000.LabDs8000Spec.PoolSpec;
import io.gulliver.lab.storage.VolumeContent;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lab's DS8000, tried by pyds8k: it answers a client that its vendor wrote, not ours alone. */
@Tag("process")
class LabOfDs8000ByPeerTest {
    private static final long GIB = 1L << 30;

    @Test
    void pyds8kMakesVolumesMapsThemAndLeavesNothing(@TempDir Path directory) throws Exception {
        LabDs8000Spec spec = LabDs8000Spec.of(
                        "ds-1", "gulliver", "canary/pass word\"7", List.of(PoolSpec.fixedBlock("P0", 100 * GIB)))
                .withGolden(List.of(new LabDs8000Spec.GoldenVolume(
                        "0000", "GOLD", "P0", 8 * GIB, new VolumeContent("RHEL", "9.4", true))));
        try (LabContext lab = LabContext.open(directory, LabPace.max(), Clock.systemUTC());
                LabDs8000 storage = LabDs8000.start(lab, spec)) {
            PythonPeer.tries(
                    "peer-of-ds8000.py",
                    "gulliver",
                    "canary/pass word\"7",
                    storage.uri().toString(),
                    lab.certificates().caFile().toString(),
                    "P0",
                    "00");

            for (String made : List.of("create-volumes", "create-mapping")) {
                assertThat(lab.ledger().entries("ds-1", made))
                        .as(made)
                        .filteredOn(entry -> entry.effect() == Effect.CREATED)
                        .isNotEmpty();
            }
        }
    }
}
