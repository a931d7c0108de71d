package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.feilong.model.GuestDefinition;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.adapter.spectrumvirtualize.VolumeFilter;
import io.gulliver.testing.SizedLanding;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the accepted sizing on a real store to partition or guest, huge pages and volumes of the lab. */
@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
class SizedServerTest {
    private static final String ONE = "blefuscu-44";
    private static final String OTHER = "blefuscu-45";

    @TempDir
    Path directory;

    private LabBuild build;
    private SizedLanding landing;
    /** The kernel's settings of the guest that was built last, before it was rolled back. */
    private String built = "";

    @BeforeEach
    void open() throws IOException {
        build = new LabBuild(directory.toRealPath());
        landing = new SizedLanding();
    }

    @AfterEach
    void close() {
        landing.close();
        build.close();
    }

    private Map<String, Object> sized(String server) {
        var facts = build.facts(server).values();
        return landing.shared(
                "server",
                server,
                Map.of(
                        "data_volumes",
                        facts.get("server.data.volumes"),
                        "redo_volumes",
                        facts.get("server.redo.volumes")));
    }

    private Partition built(String server, Map<String, Object> sized) {
        LabBuild.Run run = build.run(server);
        run.outputs.put("size", sized);
        run.build();
        HmcClient hmc = build.systems.hmc("hmc-1");
        String cpc = hmc.findCpc(String.valueOf(build.facts(server).values().get("server.cpc")))
                .orElseThrow()
                .objectUri();
        return hmc.findPartition(cpc, server).orElseThrow();
    }

    private String kernel(String server) throws IOException {
        return Files.readString(
                build.lab.hosts().find(server).orElseThrow().root().resolve("etc/kernel"));
    }

    @Test
    void anotherSgaIsAnotherPartitionAndOtherHugePages() throws IOException {
        landing.lands("ORDERS," + ONE + ",ORDERS", "STOCK," + OTHER + ",STOCK")
                .known("ORDERS", 4096)
                .known("STOCK", 4096)
                .sga("STOCK", 12_288)
                .accept("ORDERS")
                .accept("STOCK");
        Map<String, Object> small = sized(ONE);
        Map<String, Object> large = sized(OTHER);

        Partition one = built(ONE, small);
        Partition other = built(OTHER, large);

        assertThat(kernel(ONE)).contains("vm.nr_hugepages=" + (4096 + 64) + "\n");
        assertThat(kernel(OTHER)).contains("vm.nr_hugepages=" + (12_288 + 64) + "\n");
        assertThat(one.initialMemory()).isEqualTo((long) ((double) small.get("memory_gib") * 1024));
        assertThat(other.initialMemory()).isEqualTo((long) ((double) large.get("memory_gib") * 1024));
        assertThat(other.initialMemory()).isGreaterThanOrEqualTo(one.initialMemory() + 8192);
        assertThat((long) one.iflProcessors()).isEqualTo(small.get("ifls"));
        String array = String.valueOf(build.facts(ONE).values().get("server.array"));
        List<Double> sizes =
                build.systems.array(array).fetchVolumes(VolumeFilter.namesBeginningWith(ONE + "_data01")).stream()
                        .map(volume -> volume.capacityBytes() / (double) (1L << 30))
                        .toList();
        assertThat(sizes).containsExactly((double) small.get("data_gib"));
    }

    @Test
    void anotherSgaIsAnotherGuestAndOtherHugePages() throws IOException {
        String guest = LabBuild.GUEST;
        landing.lands("ORDERS," + guest + ",ORDERS,zvm").known("ORDERS", 4096).accept("ORDERS");
        Map<String, Object> small = sized(guest);
        GuestDefinition one = builtGuest(small);
        assertThat(built).contains("vm.nr_hugepages=" + (4096 + 64) + "\n");

        landing.sga("ORDERS", 12_288).accept("ORDERS");
        Map<String, Object> large = sized(guest);
        GuestDefinition other = builtGuest(large);

        assertThat(built).contains("vm.nr_hugepages=" + (12_288 + 64) + "\n");
        assertThat(one.memoryMib()).isEqualTo((long) Math.ceil((double) small.get("memory_gib")) * 1024);
        assertThat(other.memoryMib()).isEqualTo((long) Math.ceil((double) large.get("memory_gib")) * 1024);
        assertThat(other.memoryMib()).isGreaterThanOrEqualTo(one.memoryMib() + 8192);
        assertThat((long) one.cpus()).isEqualTo(small.get("ifls"));
    }

    /** Builds the guest, reads it, and rolls it back, so that the next one is built anew. */
    private GuestDefinition builtGuest(Map<String, Object> sized) throws IOException {
        LabBuild.Run run = build.run(LabBuild.GUEST);
        run.outputs.put("size", sized);
        run.build();
        GuestDefinition guest = build.systems
                .feilong("zvm-1")
                .findGuest(String.valueOf(run.outputs.get("guest").get("userid")))
                .orElseThrow();
        built = kernel(LabBuild.GUEST);
        run.undo();
        return guest;
    }

    @Test
    void twoThatLandTogetherShareASumOfPages() throws IOException {
        landing.lands("ORDERS," + ONE + ",ORDERS", "STOCK," + ONE + ",STOCK")
                .known("ORDERS", 4096)
                .known("STOCK", 2048)
                .accept("ORDERS")
                .accept("STOCK");
        built(ONE, sized(ONE));
        assertThat(kernel(ONE)).contains("vm.nr_hugepages=" + (4096 + 2048 + 122) + "\n");
    }
}
