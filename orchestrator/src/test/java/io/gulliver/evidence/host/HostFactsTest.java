package io.gulliver.evidence.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostFactsTest {
    private static final String X86 = """
            ==== gulliver uname
            x86_64
            ==== gulliver os-release
            NAME="Oracle Linux Server"
            PRETTY_NAME="Oracle Linux Server 8.9"
            ==== gulliver lscpu
            Architecture:        x86_64
            CPU(s):              48
            Thread(s) per core:  2
            Core(s) per socket:  12
            Socket(s):           2
            ==== gulliver meminfo
            MemTotal:       263854120 kB
            HugePages_Total:   53760
            SwapTotal:      16777212 kB
            ==== gulliver sysctl
            vm.swappiness = 10
            ==== gulliver lsblk
            sda disk 107374182400
            sda1 part 1073741824
            sdb disk 1099511627776
            ==== gulliver df
            Filesystem 1024-blocks Used Available Capacity Mounted on
            """;
    private static final String LINUX_ONE = """
            ==== gulliver uname
            s390x
            ==== gulliver os-release
            PRETTY_NAME='Red Hat Enterprise Linux 9.4 (Plow)'
            ==== gulliver lscpu
            Architecture:           s390x
            CPU(s):                 8
            Thread(s) per core:     2
            Core(s) per socket:     4
            Socket(s) per book:     1
            Book(s) per drawer:     1
            Drawer(s):              1
            ==== gulliver meminfo
            MemTotal:       32899072 kB
            HugePages_Total:    8256
            ==== gulliver sysctl
            vm.nr_hugepages = 8256
            ==== gulliver lsblk
            ==== gulliver df
            """;

    @Test
    void readsAnX86Host() {
        HostFacts facts = HostFacts.read(X86);
        assertThat(facts.architecture()).isEqualTo("x86_64");
        assertThat(facts.operatingSystem()).isEqualTo("Oracle Linux Server 8.9");
        assertThat(facts.processors()).hasValue(48);
        assertThat(facts.cores()).hasValue(24);
        assertThat(facts.memoryMb()).hasValue(257670);
        assertThat(facts.hugePages()).hasValue(53760);
        assertThat(facts.swapMb()).hasValue(16383);
        assertThat(facts.disksGb()).hasValue(1206.9);
        assertThat(facts.settings()).containsEntry("vm.swappiness", "10");
        assertThat(facts.missing()).isEmpty();
    }

    @Test
    void readsALinuxOneGuestWithItsDrawersAndNamesWhatIsMissing() {
        HostFacts facts = HostFacts.read(LINUX_ONE);
        assertThat(facts.architecture()).isEqualTo("s390x");
        assertThat(facts.operatingSystem()).isEqualTo("Red Hat Enterprise Linux 9.4 (Plow)");
        assertThat(facts.cores()).hasValue(4);
        assertThat(facts.swapMb()).isEmpty();
        assertThat(facts.disksGb()).isEmpty();
        assertThat(facts.missing()).containsExactly("lsblk", "df");
    }

    @Test
    void guessesNothingFromRubbish() {
        HostFacts facts = HostFacts.read("bash: lscpu: command not found\n");
        assertThat(facts.architecture()).isNull();
        assertThat(facts.processors()).isEmpty();
        assertThat(facts.memoryMb()).isEmpty();
        assertThat(facts.missing()).containsExactlyElementsOf(HostFacts.PARTS);
    }
}
