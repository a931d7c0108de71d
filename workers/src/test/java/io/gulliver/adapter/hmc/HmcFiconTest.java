package io.gulliver.adapter.hmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.adapter.hmc.model.ControlUnit;
import io.gulliver.adapter.hmc.model.CreatedStorageGroup;
import io.gulliver.adapter.hmc.model.StorageGroupSpec;
import io.gulliver.adapter.hmc.model.StorageVolume;
import io.gulliver.adapter.hmc.model.StorageVolumeSpec;
import io.gulliver.lab.hmc.PartitionListener;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ECKD volumes of a partition: a group of type fc, whose volumes nobody discovers. */
class HmcFiconTest {
    @TempDir
    Path directory;

    private LabBench bench;
    private HttpHmcClient client;
    private CreatedStorageGroup group;
    private ControlUnit unit;

    @BeforeEach
    void start() {
        bench = new LabBench(directory, PartitionListener.none(), LabBench.machine("A1"), LabBench.machine("A2"));
        client = bench.client;
        group = client.createStorageGroup(bench.ficon("SG01"));
        unit = client.controlUnits(bench.cpc(), "20").get(0);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    private List<StorageVolume> volumes() {
        return client.storageVolumes(group.objectUri());
    }

    private String state() {
        return client.fetchStorageGroup(group.objectUri()).fulfillmentState();
    }

    @Test
    void aMachineHasControlUnitsOfItsOwn() {
        assertThat(client.controlUnits(bench.cpc(), "20")).containsExactly(unit);
        assertThat(client.controlUnits(client.findCpc("A2").orElseThrow().objectUri(), "20"))
                .hasSize(1)
                .doesNotContain(unit);
        assertThat(client.controlUnits(bench.cpc(), "21")).isEmpty();
        assertThat(unit.volumeRanges())
                .containsExactly(new ControlUnit.Range("00", "0f", "base"), new ControlUnit.Range("f8", "ff", "alias"));
    }

    @Test
    void isCompleteWhenEachVolumeIsSaidAndBringsTheAliasesOfItsControlUnit() {
        String partition = bench.partition("DB01", 1, 1024);
        client.attachStorageGroup(partition, group.objectUri());
        assertThat(client.virtualStorageResources(group.objectUri()))
                .as("a partition sees volumes, and no adapter")
                .isEmpty();
        assertThat(volumes()).hasSize(2).noneMatch(StorageVolume::complete);

        client.fulfillFiconVolume(group.elementUris().get(0), unit.objectUri(), "00");
        assertThat(state()).isEqualTo("pending");
        client.fulfillFiconVolume(group.elementUris().get(1), unit.objectUri(), "0A");
        client.fulfillFiconVolume(group.elementUris().get(1), unit.objectUri(), "0A");

        assertThat(state()).isEqualTo("complete");
        assertThat(volumes()).filteredOn(volume -> !volume.alias()).allMatch(StorageVolume::complete);
        assertThat(volumes())
                .filteredOn(StorageVolume::alias)
                .hasSize(8)
                .allMatch(alias -> alias.fulfillmentState() == null)
                .extracting(StorageVolume::unitAddress)
                .containsExactly("f8", "f9", "fa", "fb", "fc", "fd", "fe", "ff");
        assertThat(bench.lab.eckdDevices("DB01")).hasSize(10).containsEntry("200a", "200a");
    }

    @Test
    void refusesWhatIsNoVolumeOfItsMachine() {
        String volume = group.elementUris().get(0);
        refused(() -> client.fulfillFiconVolume(volume, unit.objectUri(), "10"), 400, 7);
        refused(() -> client.fulfillFiconVolume(volume, unit.objectUri(), "f8"), 400, 7);
        ControlUnit other = client.controlUnits(
                        client.findCpc("A2").orElseThrow().objectUri(), "20")
                .get(0);
        refused(() -> client.fulfillFiconVolume(volume, other.objectUri(), "00"), 404, 2);
        client.fulfillFiconVolume(volume, unit.objectUri(), "00");
        refused(() -> client.fulfillFiconVolume(group.elementUris().get(1), unit.objectUri(), "00"), 409, 1);
        String lun =
                client.createStorageGroup(bench.group("SG02")).elementUris().get(0);
        refused(() -> client.fulfillFiconVolume(lun, unit.objectUri(), "01"), 409, 1);
        refused(() -> client.startStorageDiscovery(group.objectUri()), 409, 1);
        refused(
                () -> client.createStorageGroup(StorageGroupSpec.ficon(
                        bench.cpc(),
                        "SG03",
                        LabBench.KEY,
                        2,
                        List.of(
                                StorageVolumeSpec.eckd("a", 10_017, "2000"),
                                StorageVolumeSpec.eckd("b", 10_017, "2000")))),
                400,
                8);
        refused(
                () -> client.createStorageGroup(StorageGroupSpec.ficon(
                        bench.cpc(), "SG03", LabBench.KEY, 2, List.of(StorageVolumeSpec.data("a", 32)))),
                400,
                5);
    }

    private static void refused(ThrowingCallable call, int status, int reason) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        HmcException.class,
                        e -> assertThat(e.is(status, reason)).as(e.getMessage()).isTrue());
    }
}
