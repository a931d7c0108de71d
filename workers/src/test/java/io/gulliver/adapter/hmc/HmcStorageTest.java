package io.gulliver.adapter.hmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.adapter.hmc.model.CreatedStorageGroup;
import io.gulliver.adapter.hmc.model.PartitionStatus;
import io.gulliver.adapter.hmc.model.StorageVolume;
import io.gulliver.adapter.hmc.model.VirtualStorageResource;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.hmc.StorageSide.SeenLun;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of steps that gives a partition its storage, from the request to the boot. */
class HmcStorageTest {

    private static final String TARGET = "5005076810110abc";
    private static final SeenLun BOOT = new SeenLun(TARGET, "0000000000000000", 32, "uuid-boot");
    private static final SeenLun DATA = new SeenLun(TARGET, "0001000000000000", 512, "uuid-data");

    @TempDir
    Path directory;

    private LabBench bench;
    private HttpHmcClient client;
    private String partition;
    private CreatedStorageGroup group;
    private String port;

    @BeforeEach
    void start() {
        bench = new LabBench(directory);
        client = bench.client;
        partition = bench.partition("DB01", 1, 1024);
        group = client.createStorageGroup(bench.group("SG01"));
        port = client.adapterPorts(client.adapters(bench.cpc(), "fcp").get(0).objectUri())
                .storagePortUris()
                .get(0);
        client.addCandidatePorts(group.objectUri(), List.of(port));
        client.attachStorageGroup(partition, group.objectUri());
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void givesEachPathAHostWwpnOfItsOwn() {
        List<VirtualStorageResource> paths = client.virtualStorageResources(group.objectUri());

        assertThat(paths).hasSize(2).allSatisfy(path -> {
            assertThat(path.partitionUri()).isEqualTo(partition);
            assertThat(path.adapterPortUri())
                    .as("the firmware chooses when it looks")
                    .isNull();
            assertThat(path.worldWidePortNameInfo()).isNotNull();
            assertThat(path.worldWidePortNameInfo().status()).isEqualTo("not-validated");
        });
        assertThat(paths)
                .extracting(path -> path.worldWidePortNameInfo().worldWidePortName())
                .doesNotHaveDuplicates()
                .allMatch(wwpn -> wwpn.matches("[0-9a-f]{16}"));
        discover();
        assertThat(client.virtualStorageResources(group.objectUri()))
                .extracting(VirtualStorageResource::adapterPortUri)
                .containsExactly(port, port);
    }

    @Test
    void letsAPathUseACandidatePortAndNoOther() {
        String path = client.virtualStorageResources(group.objectUri()).get(0).elementUri();
        String other = client.adapterPorts(
                        client.adapters(bench.cpc(), "fcp").get(1).objectUri())
                .storagePortUris()
                .get(0);
        assertThatThrownBy(() -> client.assignPort(path, other))
                .isInstanceOfSatisfying(
                        HmcException.class, e -> assertThat(e.is(409, 479)).isTrue());
        client.addCandidatePorts(group.objectUri(), List.of(other));

        client.assignPort(path, other);
        discover();

        assertThat(client.virtualStorageResources(group.objectUri()))
                .extracting(VirtualStorageResource::adapterPortUri)
                .as("what was chosen stays when the firmware looks")
                .containsExactly(other, other);
    }

    /** A LUN is seen over the port that it was told with, not over any. */
    @Test
    void aBootVolumeThatIsToldOverAPortThatNoPathUsesIsNotFound() {
        String other = client.adapterPorts(
                        client.adapters(bench.cpc(), "fcp").get(1).objectUri())
                .storagePortUris()
                .get(0);
        bench.lab.storageSide(wwpn -> List.of(BOOT, DATA));
        client.fulfillFcpVolume(group.elementUris().get(0), TARGET, "0000000000000000", other);

        discover();

        assertThat(state()).isEqualTo("configuration-error");
    }

    @Test
    void staysPendingUntilTheArrayHasMappedTheLuns() {
        discover();

        assertThat(state()).isEqualTo("pending");
    }

    @Test
    void becomesCompleteAndBootsOnceTheLunsAreThere() {
        bench.lab.storageSide(wwpn -> List.of(BOOT, DATA));
        client.fulfillFcpVolume(group.elementUris().get(0), TARGET, "0000000000000000", port);
        discover();
        client.bootFromVolume(partition, group.elementUris().get(0));
        bench.start(partition);

        assertThat(state()).isEqualTo("complete");
        assertThat(client.virtualStorageResources(group.objectUri()))
                .extracting(path -> path.worldWidePortNameInfo().status())
                .containsOnly("validated");
        assertThat(client.storageVolumes(group.objectUri()))
                .extracting(StorageVolume::fulfillmentState)
                .containsOnly("complete");
        assertThat(client.fetchPartition(partition).state()).isEqualTo(PartitionStatus.ACTIVE);
    }

    @Test
    void endsTerminatedWhenThereIsNothingToBootFrom() {
        client.bootFromVolume(partition, group.elementUris().get(0));

        bench.start(partition);

        assertThat(client.fetchPartition(partition).state()).isEqualTo(PartitionStatus.TERMINATED);
    }

    @Test
    void tellsALunOfTheWrongSize() {
        bench.lab.storageSide(wwpn -> List.of(BOOT, new SeenLun(TARGET, "0001000000000000", 500, "uuid-wrong")));

        discover();

        assertThat(state()).isEqualTo("pending-with-mismatches");
    }

    @Test
    void showsAMismatchWhenToldTo() {
        bench.context.faults().arm(LabBench.SYSTEM, "start-storage-discovery", FaultKind.MISMATCH, 1);

        discover();

        assertThat(state()).isEqualTo("pending-with-mismatches");
    }

    @Test
    void isIncompleteWhenOnePathSeesNothing() {
        String first = client.virtualStorageResources(group.objectUri())
                .get(0)
                .worldWidePortNameInfo()
                .worldWidePortName();
        bench.lab.storageSide(wwpn -> wwpn.equals(first) ? List.of(BOOT, DATA) : List.of());
        client.fulfillFcpVolume(group.elementUris().get(0), TARGET, "0000000000000000", port);

        discover();

        assertThat(state()).isEqualTo("incomplete");
    }

    @Test
    void refusesASecondAttachAndADeleteWhileAttached() {
        assertThatThrownBy(() -> client.attachStorageGroup(partition, group.objectUri()))
                .isInstanceOfSatisfying(
                        HmcException.class, e -> assertThat(e.httpStatus()).isEqualTo(409));
        assertThatThrownBy(() -> client.deleteStorageGroup(group.objectUri()))
                .isInstanceOfSatisfying(
                        HmcException.class, e -> assertThat(e.httpStatus()).isEqualTo(409));

        client.detachStorageGroup(partition, group.objectUri());
        client.deleteStorageGroup(group.objectUri());

        assertThat(client.findStorageGroup(bench.cpc(), "SG01")).isEmpty();
    }

    private void discover() {
        HmcJob job = client.startStorageDiscovery(group.objectUri());
        assertThat(client.observe(job).state()).isEqualTo(JobObservation.State.SUCCEEDED);
    }

    private String state() {
        return client.fetchStorageGroup(group.objectUri()).fulfillmentState();
    }
}
