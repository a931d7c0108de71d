package io.gulliver.activity.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.ds8000.Ds8000Properties;
import io.gulliver.adapter.ds8000.HttpDs8000Client;
import io.gulliver.adapter.ds8000.NewVolumes;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.contract.storage.CopyRequest;
import io.gulliver.contract.storage.StorageCopy;
import io.gulliver.contract.storage.StoragePool;
import io.gulliver.contract.storage.StorageVolume;
import io.gulliver.contract.storage.VolumeRequest;
import io.gulliver.contract.storage.VolumeRequest.Provisioning;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.ds8000.LabDs8000;
import io.gulliver.lab.ds8000.LabDs8000Spec;
import io.gulliver.lab.ds8000.LabDs8000Spec.PoolSpec;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Ds8000StorageTest {
    private static final String UNIT = "ds-1";
    private static final long GIB = 1L << 30;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private LabContext lab;
    private LabDs8000 unit;
    private HttpDs8000Client client;
    private Ds8000Storage storage;

    @BeforeEach
    void start() {
        lab = LabContext.open(folder.resolve("lab"), LabPace.max(), Clock.systemUTC());
        open("88.33.26.0");
    }

    private void open(String bundle) {
        unit = LabDs8000.start(
                lab,
                new LabDs8000Spec(
                        UNIT,
                        "gulliver",
                        "secret",
                        bundle,
                        "5005076306FFD2F0",
                        Duration.ofMinutes(30),
                        List.of(PoolSpec.fixedBlock("P0", 100 * GIB), PoolSpec.countKeyData("P2", 100 * GIB)),
                        List.of()));
        client = new HttpDs8000Client(
                new Ds8000Properties(
                        UNIT,
                        List.of(unit.uri()),
                        "gulliver",
                        "secret/ds-1",
                        lab.certificates().caFile(),
                        LIMIT,
                        LIMIT,
                        LIMIT),
                () -> "secret",
                CallLog.none());
        storage = new Ds8000Storage(UNIT, client, Set.of("14"));
    }

    @AfterEach
    void stop() {
        unit.close();
        lab.close();
    }

    private StorageVolume volume(String name) {
        return storage.ensureVolume(new VolumeRequest(name, "P0", List.of(), 8 * GIB, Provisioning.THIN));
    }

    @Test
    void itsPoolsAreThoseOfFixedBlocksWithWhatTheyHavePromised() {
        client.createVolumes(NewVolumes.one("1000", "A", "P0", 10 * GIB, false));
        client.createVolumes(NewVolumes.one("1001", "B", "P0", 50 * GIB, true));

        assertThat(storage.pools())
                .containsExactly(new StoragePool("P0", true, 100 * GIB, 89 * GIB, 60 * GIB, 85, false));
    }

    @Test
    void volumesAreMadeInTheLssThatAreAllowed() {
        assertThat(volume("ENS_DB01").id()).startsWith("14");
    }

    @Test
    void aLevelThatTellsOtherUnitsIsNotServed() {
        unit.close();
        open("87.40.47.0");
        assertThatThrownBy(() -> storage.pools())
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("has code bundle 87.40.47.0");
    }

    @Test
    void aNameThatIsTooLongIsRefusedBeforeItIsSent() {
        assertThatThrownBy(() -> volume("a-name-of-17-char"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("wanted 1 to 16");
        assertThat(lab.ledger().entries(UNIT, "create-volumes")).isEmpty();
    }

    @Test
    void aCopyThatBecameInvalidIsBegunAnew() {
        volume("GOLD");
        volume("BOOT");
        CopyRequest request = new CopyRequest("unused", "GOLD", "BOOT", 100);
        lab.faults().arm(UNIT, "create-flashcopy", FaultKind.JOB_FAILS, 1);

        StorageCopy broken = storage.ensureCopy(request);
        assertThat(broken.atRest()).isTrue();
        assertThat(broken.status()).isEqualTo("invalid");
        assertThat(storage.ensureCopy(request).complete()).isTrue();
        storage.deleteCopy(request, false);
        assertThat(storage.findCopy(request)).isEmpty();
    }

    @Test
    void aCopyOfSomebodyElseOntoTheVolumeIsTold() {
        StorageVolume gold = volume("GOLD");
        StorageVolume boot = volume("BOOT");
        StorageVolume theirs = volume("THEIRS");
        client.createFlashRelation(theirs.id(), boot.id());

        assertThat(storage.otherCopiesOnto(new CopyRequest("unused", "GOLD", "BOOT", 100)))
                .containsExactly("FlashCopy relationship " + theirs.id() + ":" + boot.id());
        assertThat(storage.findCopy(new CopyRequest("unused", "GOLD", "BOOT", 100)))
                .isEmpty();
        assertThat(gold.uid()).isEqualTo("6005076306FFD2F0000000000000" + gold.id());
    }

    @Test
    void aCopyThatStandsStillIsUnderWayUntilItIsStopped() {
        volume("GOLD");
        volume("BOOT");
        CopyRequest request = new CopyRequest("unused", "GOLD", "BOOT", 100);
        lab.faults().arm(UNIT, "create-flashcopy", FaultKind.NEVER_ENDS, 1);

        assertThat(storage.ensureCopy(request).phase()).isEqualTo(StorageCopy.Phase.UNDER_WAY);
        storage.stopCopy(request);
        assertThat(storage.findCopy(request)).isEmpty();
    }
}
