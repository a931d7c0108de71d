package io.gulliver.adapter.hmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.gulliver.adapter.hmc.JobObservation.State;
import io.gulliver.adapter.hmc.model.Adapter;
import io.gulliver.adapter.hmc.model.AdapterPorts;
import io.gulliver.adapter.hmc.model.Cpc;
import io.gulliver.adapter.hmc.model.CreatedStorageGroup;
import io.gulliver.adapter.hmc.model.Nic;
import io.gulliver.adapter.hmc.model.NicSpec;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.adapter.hmc.model.PartitionEntry;
import io.gulliver.adapter.hmc.model.PartitionSpec;
import io.gulliver.adapter.hmc.model.StorageGroup;
import io.gulliver.adapter.hmc.model.StorageGroupSpec;
import io.gulliver.adapter.hmc.model.StorageVolume;
import io.gulliver.adapter.hmc.model.StorageVolumeSpec;
import io.gulliver.adapter.hmc.model.VirtualSwitch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the lab's HMC and any other answer alike: the same steps with the same outcomes. */
final class HmcScenario {

    private static final String NONE = "gulliver.none (1)";

    private HmcScenario() {}

    /** Only looks. */
    static void readsWhatIsThere(HmcClient client) {
        assertThat(client.version().apiMajorVersion()).isPositive();
        assertThat(client.findCpc(NONE)).isEmpty();
        for (Cpc listed : client.cpcs()) {
            Cpc cpc = client.findCpc(listed.name()).orElseThrow();
            assertThat(cpc.objectUri()).isEqualTo(listed.objectUri());
            assertThat(client.findPartition(cpc.objectUri(), NONE)).isEmpty();
            assertThat(client.findStorageGroup(cpc.objectUri(), NONE)).isEmpty();
            for (PartitionEntry entry : client.partitions(cpc.objectUri())) {
                Partition partition = client.fetchPartition(entry.objectUri());
                assertThat(partition.name()).isEqualTo(entry.name());
                assertThat(partition.parent()).isEqualTo(cpc.objectUri());
                assertThat(client.nics(partition.objectUri()))
                        .hasSameSizeAs(partition.nicUris())
                        .allSatisfy(nic -> assertThat(nic.deviceNumber()).matches("[0-9a-f]{4}"));
            }
            for (Adapter adapter : client.adapters(cpc.objectUri(), "")) {
                AdapterPorts ports = client.adapterPorts(adapter.objectUri());
                assertThat(ports.objectUri()).isEqualTo(adapter.objectUri());
                List<String> uris =
                        ports.storagePortUris().isEmpty() ? ports.networkPortUris() : ports.storagePortUris();
                assertThat(uris.stream().map(client::portIndex))
                        .as("counted from 0 on, whatever their URIs end with")
                        .containsExactlyElementsOf(
                                IntStream.range(0, uris.size()).boxed().toList());
            }
            for (VirtualSwitch one : client.virtualSwitches(cpc.objectUri())) {
                assertThat(one.objectUri()).startsWith("/api/virtual-switches/");
            }
            for (StorageGroup group : client.storageGroups(cpc.objectUri())) {
                assertThat(group.type()).isEqualTo("fcp");
                assertThat(client.storageVolumes(group.objectUri())).hasSameSizeAs(group.storageVolumeUris());
            }
            if (cpc.dpmEnabled()) {
                assertThat(client.capacity(cpc.objectUri()).ifls()).isNotNegative();
            }
        }
        HmcException unknown =
                catchThrowableOfType(HmcException.class, () -> client.fetchPartition("/api/partitions/gulliver-none"));
        assertThat(unknown.is(404, 1)).isTrue();
    }

    /**
     * Makes a partition of a name that nobody has, with a network card and a storage group, starts and stops it, and leaves nothing
     * behind.
     *
     * @param port of a network adapter; null for the machine's first virtual switch
     */
    static void makesAPartitionAndDeletesItAgain(HmcClient client, String machine, String name, @Nullable String port) {
        String cpc = client.findCpc(machine).orElseThrow().objectUri();
        assertThat(client.findPartition(cpc, name)).as("nobody has this name").isEmpty();
        Partition made = client.ensurePartition(cpc, PartitionSpec.linux(name, "a trial", 1, 1024));
        try {
            assertThat(client.ensurePartition(cpc, PartitionSpec.linux(name, "a trial", 1, 1024))
                            .objectUri())
                    .isEqualTo(made.objectUri());
            assertThat(made.state().isDown()).isTrue();
            client.updatePartition(made.objectUri(), Map.of("initial-ifl-processing-weight", 200));
            assertThat(client.fetchPartition(made.objectUri()).initialIflProcessingWeight())
                    .isEqualTo(200);
            card(client, cpc, made.objectUri(), port);
            startsAndStops(client, made.objectUri());
            group(client, cpc, name);
        } finally {
            client.deletePartition(made.objectUri());
        }
        assertThat(client.findPartition(cpc, name)).isEmpty();
        assertThat(catchThrowableOfType(HmcException.class, () -> client.fetchPartition(made.objectUri()))
                        .is(404, 1))
                .isTrue();
    }

    private static void card(HmcClient client, String cpc, String partition, @Nullable String port) {
        String given = port == null ? client.virtualSwitches(cpc).get(0).objectUri() : null;
        String uri = client.createNic(partition, new NicSpec("trial", "a trial", "0a00", given, port, null));
        Nic nic = client.nics(partition).stream()
                .filter(each -> each.elementUri().equals(uri))
                .findFirst()
                .orElseThrow();
        assertThat(nic.name()).isEqualTo("trial");
        assertThat(nic.deviceNumber()).isEqualTo("0a00");
        assertThat(Optional.ofNullable(nic.virtualSwitchUri())).isEqualTo(Optional.ofNullable(given));
        client.deleteNic(uri);
        assertThat(client.nics(partition)).isEmpty();
    }

    private static void startsAndStops(HmcClient client, String partition) {
        ends(client, client.startPartition(partition));
        await().atMost(Duration.ofMinutes(10))
                .until(() -> client.fetchPartition(partition).state().isUp());
        HmcException running = catchThrowableOfType(HmcException.class, () -> client.deletePartition(partition));
        assertThat(running.is(409, 1)).isTrue();
        ends(client, client.stopPartition(partition));
        await().atMost(Duration.ofMinutes(10))
                .until(() -> client.fetchPartition(partition).state().isDown());
    }

    private static void ends(HmcClient client, HmcJob job) {
        await().atMost(Duration.ofMinutes(10)).until(() -> client.observe(job).ended());
        assertThat(client.observe(job).state()).isEqualTo(State.SUCCEEDED);
        client.forget(job);
        assertThat(client.observe(job).state()).isEqualTo(State.GONE);
        client.forget(job);
    }

    private static void group(HmcClient client, String cpc, String name) {
        StorageGroupSpec spec = StorageGroupSpec.fcp(
                cpc, name, "a trial", 2, List.of(StorageVolumeSpec.boot("boot", 32), StorageVolumeSpec.data("d1", 64)));
        CreatedStorageGroup made = client.createStorageGroup(spec);
        assertThat(made.elementUris()).hasSize(2);
        StorageGroup group = client.findStorageGroup(cpc, name).orElseThrow();
        assertThat(group.objectUri()).isEqualTo(made.objectUri());
        assertThat(group.fulfillmentState()).isEqualTo("pending");
        assertThat(client.storageVolumes(group.objectUri()))
                .extracting(StorageVolume::name)
                .containsExactlyInAnyOrder("boot", "d1");
        assertThat(client.virtualStorageResources(group.objectUri())).isEmpty();
        client.deleteStorageGroup(group.objectUri());
        assertThat(client.findStorageGroup(cpc, name)).isEmpty();
    }
}
