package io.gulliver.evidence.host;

import static io.gulliver.evidence.EvidenceBytes.ORIGIN;
import static io.gulliver.evidence.EvidenceBytes.stream;
import static io.gulliver.evidence.EvidenceBytes.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.evidence.EvidenceBytes;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import io.gulliver.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HostReaderTest {
    private static Map<String, Object> read(String text) throws IOException {
        Reading reading = HostReader.read(stream(text), ORIGIN);
        assertThat(reading.problems()).isEmpty();
        return values(reading);
    }

    @Test
    void countsCpusByPolarization() throws IOException {
        assertThat(read("""
                        CPU NODE DRAWER BOOK SOCKET CORE L1d:L1i:L2 ONLINE CONFIGURED POLARIZATION ADDRESS
                          0    0      0    0      0    0 0:0:0         yes yes        vert-high    0
                          1    0      0    0      0    0 1:1:1         yes yes        vert-medium  1
                          2    0      0    0      0    1 2:2:2         yes yes        vert-low     2
                          3    0      0    0      0    1 3:3:3         no  yes        vert-low     3
                        """))
                .containsEntry("host.onlineCpus", 3L)
                .containsEntry("host.polarization", List.of("vert-high: 1", "vert-low: 1", "vert-medium: 1"))
                .containsEntry("host.verticalHighAndMedium", 2L);
    }

    @Test
    void readsLscpuOfLinuxOneAndTrustsAGuestsTopologyLess() throws IOException {
        Reading reading = HostReader.read(stream("""
                Architecture:             s390x
                  CPU op-mode(s):         32-bit, 64-bit
                  Byte Order:             Big Endian
                CPU(s):                   16
                Model name:               -
                  Machine type:           3931
                  Thread(s) per core:     2
                  Core(s) per socket:     8
                  Socket(s) per book:     1
                  Book(s) per drawer:     1
                  Drawer(s):              1
                  Dispatching mode:       horizontal
                Hypervisor:               z/VM 7.3.0
                Hypervisor vendor:        IBM
                """), ORIGIN);

        assertThat(values(reading))
                .containsEntry("host.cores", 8L)
                .containsEntry("host.machineType", "3931")
                .containsEntry("host.hypervisor", "z/VM 7.3.0")
                .doesNotContainKey("host.cpuModel");
        assertThat(reading.facts())
                .filteredOn(fact -> fact.name().equals("host.cores"))
                .allSatisfy(fact -> assertThat(fact.confidence().name()).isEqualTo("ASSUMED"));
    }

    @Test
    void countsPathsOfEachMultipathMap() throws IOException {
        assertThat(read("""
                        mpatha (36005076400810001a000000000000012) dm-0 IBM,2145
                        size=100G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
                        |-+- policy='service-time 0' prio=50 status=active
                        | |- 0:0:0:0 sda 8:0   active ready running
                        | `- 1:0:0:0 sdc 8:32  active ready running
                        `-+- policy='service-time 0' prio=10 status=enabled
                          |- 2:0:0:0 sde 8:64  active ready running
                          `- 3:0:0:0 sdg 8:96  failed faulty running
                        36005076400810001a000000000000013 dm-1 IBM,2145
                        size=1.0T features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
                        `-+- policy='service-time 0' prio=50 status=active
                          `- 0:0:0:1 sdb 8:16  active ready running
                        """))
                .containsEntry("host.multipath.maps", 2L)
                .containsEntry("host.multipath.fewestPaths", 1L)
                .containsEntry("host.multipath.failedPaths", 1L);
    }

    @Test
    void readsDasdWithAliasesAndThinVolumes() throws IOException {
        assertThat(read("""
                        Bus-ID    Status    Name      Device  Type         BlkSz  Size      Blocks
                        ================================================================================
                        0.0.0190  alias                      ECKD
                        0.0.0200  active    dasda     94:0    ECKD         4096   7043MB    1803060
                        0.0.0201  active(ro)  dasdb     94:4    ECKD (ESE)   4096   21129MB   5409180
                        0.0.0202  n/f       dasdc     94:8    ECKD
                        0.0.0203  offline
                        """))
                .containsEntry("host.dasd.volumes", 3L)
                .containsEntry("host.dasd.aliases", 1L)
                .containsEntry("host.dasd.gb", FACTOR);
    }

    private static final double FACTOR = Math.round((7043 + 21129) / 1024.0 * 1e4) / 1e4;

    @Test
    void countsPathsOfFcpVolumes() throws IOException {
        assertThat(read("""
                        0.0.3c00 host0
                        0.0.3d00 host1
                        0.0.3c00/0x500507680b21ac5e rport-0:0-0
                        0.0.3d00/0x500507680b22ac5e rport-1:0-0
                        0.0.3c00/0x500507680b21ac5e/0x0000000000000000 0:0:0:0
                        0.0.3d00/0x500507680b22ac5e/0x0000000000000000 1:0:0:0
                        0.0.3c00/0x500507680b21ac5e/0x0001000000000000 0:0:0:1
                            port_type           = "NPIV VPORT"
                        """))
                .containsEntry("host.fcp.adapters", 2L)
                .containsEntry("host.fcp.remotePorts", 2L)
                .containsEntry("host.fcp.luns", 2L)
                .containsEntry("host.fcp.fewestPaths", 1L)
                .containsEntry("host.fcp.portTypes", List.of("NPIV VPORT"));
    }

    @Test
    void countsAMultipathDiskOnceAndReadsSizesOfAnyNotation() throws IOException {
        assertThat(read("""
                        {
                           "blockdevices": [
                              {"name":"sda", "maj:min":"8:0", "rm":"0", "size":"107374182400", "ro":"0", "type":"disk", "mountpoint":null,
                                 "children": [
                                    {"name":"mpatha", "maj:min":"253:0", "size":"107374182400", "type":"mpath", "mountpoint":null}
                                 ]
                              },
                              {"name":"sdb", "size":107374182400, "type":"disk",
                                 "children": [
                                    {"name":"mpatha", "size":107374182400, "type":"mpath"}
                                 ]
                              },
                              {"name":"dasda", "size":"1,5G", "type":"disk"},
                              {"name":"sr0", "size":"1024M", "type":"rom"}
                           ]
                        }
                        """)).containsEntry("host.storage.disks", 2L).containsEntry("host.storage.disksGb", 109.0);
    }

    @Test
    void readsAddressesAndLinks() throws IOException {
        assertThat(read("""
                        [{"ifindex":1,"ifname":"lo","mtu":65536,"operstate":"UNKNOWN","addr_info":[]},{"ifindex":2,"ifname":"enc1000","mtu":8992,"operstate":"UP","addr_info":[{"family":"inet","local":"10.1.2.3","prefixlen":24,"scope":"global"},{"family":"inet6","local":"fe80::1","prefixlen":64,"scope":"link"}]}]
                        Settings for enc1000:
                        	Supported ports: [ FIBRE ]
                        	Speed: 25000Mb/s
                        	Duplex: Full
                        	Link detected: yes
                        """))
                .containsEntry("host.addresses", List.of("10.1.2.3/24 on enc1000"))
                .containsEntry("host.network.each", List.of("enc1000: up, MTU 8992"))
                .containsEntry("host.network.links", List.of("enc1000: 25000Mb/s, full, link yes"));
    }

    @Test
    void readsSettingsMemoryAndTheCommandLineOneAfterTheOther() throws IOException {
        assertThat(read("""
                        BOOT_IMAGE=0 root=/dev/mapper/rhel-root hugepagesz=1M hugepages=8256 topology=on
                        vm.nr_hugepages = 8256
                        net.ipv4.ip_local_port_range = 9000	65500
                        dev.cdrom.info = root=nothing
                        MemTotal:       32899072 kB
                        HugePages_Total:    8256
                        Hugepagesize:       1024 kB
                        """))
                .containsEntry("host.hugePages.atBoot", 8256L)
                .containsEntry("host.hugePages.pageKb", 1024L)
                .containsEntry(
                        "host.settings", List.of("net.ipv4.ip_local_port_range=9000 65500", "vm.nr_hugepages=8256"));
    }

    @Test
    void namesTheLineThatIsOfNoCommandAndTheCommandThatFailed() throws IOException {
        Reading reading = HostReader.read(
                stream("hello\n==== gulliver multipath\nbash: multipath: command not found\n==== gulliver lsblk-json\n"
                        + "{\"blockdevices\": [\n{\"name\":}\n"),
                ORIGIN);

        assertThat(reading.problems())
                .extracting(EvidenceProblem::line, EvidenceProblem::section)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1L, null),
                        org.assertj.core.groups.Tuple.tuple(3L, "multipath"),
                        org.assertj.core.groups.Tuple.tuple(6L, "lsblk-json"));
        assertThat(reading.coverage().sections())
                .filteredOn(section -> section.name().equals("multipath"))
                .extracting(SectionCoverage::state)
                .containsExactly(State.EMPTY);
    }

    @Test
    void givesBackTheModelWhateverTheOrderTheLineEndsAndThePacking() {
        Seeds.forAll(200, (seed, random) -> {
            Host model = new Host(random);
            List<String> parts = model.parts();
            Collections.shuffle(parts, random);
            String text = String.join(random.nextBoolean() ? "\n" : "", parts);
            byte[] bytes = (random.nextBoolean() ? text.replace("\n", "\r\n") : text).getBytes(StandardCharsets.UTF_8);

            Reading reading = HostReader.read(
                    new ByteArrayInputStream(random.nextBoolean() ? EvidenceBytes.gzip(bytes) : bytes), ORIGIN);

            assertThat(reading.problems()).isEmpty();
            assertThat(values(reading)).containsAllEntriesOf(model.expected());

            byte[] cut = Arrays.copyOf(EvidenceBytes.gzip(bytes), 40 + random.nextInt(100));
            assertThat(HostReader.read(new ByteArrayInputStream(cut), ORIGIN).problems())
                    .isNotEmpty();
        });
    }

    /** A host with figures that are known beforehand. */
    private static final class Host {
        private final int cpus;
        private final long memoryKb;
        private final long pages;
        private final int[] paths;
        private final int aliases;
        private final List<Long> disks = new ArrayList<>();

        Host(Random random) {
            cpus = 1 + random.nextInt(64);
            memoryKb = 1_000_000L + random.nextInt(1_000_000_000);
            pages = random.nextInt(100_000);
            paths = random.ints(1L + random.nextInt(20), 1, 9).toArray();
            aliases = random.nextInt(30);
            for (int i = 0; i < 1 + random.nextInt(9); i++) {
                disks.add(1_000_000L * (1 + random.nextInt(2_000_000)));
            }
        }

        List<String> parts() {
            List<String> parts = new ArrayList<>();
            parts.add("Architecture: s390x\nCPU(s): " + cpus + "\nThread(s) per core: 1\nCore(s) per socket: " + cpus
                    + "\nSocket(s): 1\n");
            parts.add("MemTotal:  " + memoryKb + " kB\nHugePages_Total: " + pages + "\nHugepagesize: 1024 kB\n");
            parts.add("vm.nr_hugepages = " + pages + "\nkernel.sem = 250\t32000\t100\t128\n");
            StringBuilder maps = new StringBuilder();
            for (int i = 0; i < paths.length; i++) {
                maps.append("mpath" + i + " (3600507640081" + i + ") dm-" + i + " IBM,2145\n")
                        .append("size=10G features='0' hwhandler='1 alua' wp=rw\n")
                        .append("`-+- policy='service-time 0' prio=50 status=active\n");
                for (int p = 0; p < paths[i]; p++) {
                    maps.append(p + 1 < paths[i] ? "  |- " : "  `- ")
                            .append(p + ":0:0:" + i + " sd" + (char) ('a' + p) + " 8:" + p
                                    + "  active ready running\n");
                }
            }
            parts.add(maps.toString());
            StringBuilder dasd = new StringBuilder("Bus-ID    Status    Name      Device  Type\n=====\n");
            for (int i = 0; i < aliases; i++) {
                dasd.append(String.format("0.0.%04x  alias                      ECKD%n", 0x1000 + i));
            }
            parts.add(dasd.toString().replace(System.lineSeparator(), "\n"));
            StringBuilder json = new StringBuilder("{\n   \"blockdevices\": [\n");
            for (int i = 0; i < disks.size(); i++) {
                json.append(i == 0 ? "" : ",\n")
                        .append("      {\"name\":\"sd" + i + "\", \"size\":" + disks.get(i) + ", \"type\":\"disk\"}");
            }
            parts.add(json + "\n   ]\n}\n");
            return parts;
        }

        Map<String, Object> expected() {
            double gb = Math.round(memoryKb / 1024.0 / 1024 * 1e4) / 1e4;
            double all =
                    Math.round(disks.stream().mapToDouble(Long::doubleValue).sum() / 1e8) / 10.0;
            return Map.of(
                    "host.cpus", (long) cpus,
                    "host.cores", (long) cpus,
                    "host.memoryGb", gb,
                    "host.hugePages.pages", pages,
                    "host.settings", List.of("kernel.sem=250 32000 100 128", "vm.nr_hugepages=" + pages),
                    "host.multipath.maps", (long) paths.length,
                    "host.multipath.fewestPaths",
                            (long) Arrays.stream(paths).min().orElseThrow(),
                    "host.dasd.aliases", (long) aliases,
                    "host.storage.disks", (long) disks.size(),
                    "host.storage.disksGb", all);
        }
    }
}
