package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PathReportTest {
    private static final String WWID = "36005076d0281005ef000000000026803";
    private static final String OTHER = "36005076d0281005ef000000000026804";

    /** As multipath-tools prints them from 0.8 on: ports with 0x, states without brackets; the checker may be two words. */
    private static final String SAID = """
            map|36005076d0281005ef000000000026803|data01
            map|36005076d0281005ef000000000026804|36005076d0281005ef000000000026804
            path|36005076d0281005ef000000000026803|0:0:0:1|sda|active|running|0xc05076f1f0004ea0|0x500507680d7ad1fc|ready
            read|sda|0.0536241
            path|36005076d0281005ef000000000026803|1:0:0:1|sdb|active|running|0xc05076f1f0004ea4|0x500507680d7ad1fd|ready
            read|sdb|0.0541
            path|36005076d0281005ef000000000026804|0:0:0:2|sdc|active|running|0xc05076f1f0004ea0|0x500507680d7ad1fc|i/o pending
            unread|sdc|dd: failed to open '/dev/sdc': No such device or address
            path|36005076d0281005ef000000000026804|1:0:0:2|sdd|active|running|0xc05076f1f0004ea4|0x500507680d7ad1fd|ready
            read|sdd|5.3e-02
            """;

    private static SortedMap<String, String> volumes() {
        return new TreeMap<>(Map.of("data01", WWID, "data02", OTHER));
    }

    private static List<String> findings(String said, int wanted, String... ports) {
        return PathReport.parse(said).findings(volumes(), wanted, List.of(ports), 5, 64);
    }

    @Test
    void readsWhatMultipathdSaysOfEachPath() {
        PathReport report = PathReport.parse(SAID);
        assertThat(report.maps()).containsEntry(WWID, "data01").hasSize(2);
        assertThat(report.paths()).hasSize(4);
        assertThat(report.good()).isEqualTo(3);
        assertThat(report.paths().get(0).hostPort()).isEqualTo("c05076f1f0004ea0");
        assertThat(report.slowest(64)).isBetween(1182.0, 1184.0);
    }

    @Test
    void aPathThatTheCheckerWaitsForIsNoGoodOne() {
        assertThat(findings(SAID, 2, "C05076F1F0004EA0", "c05076f1f0004ea4"))
                .containsExactly(
                        "path 0:0:0:2 (sdc, port c05076f1f0004ea0 to 500507680d7ad1fc) to volume data02 is dead:"
                                + " active, running, i/o pending",
                        "volume data02 has 1 good paths, planned are 2");
    }

    @Test
    void statesInBracketsAndPortsThatAreNotKnownAreThoseOfAnOldVersion() {
        String old = SAID.replace("|active|running|", "|[active]|running|")
                .replace("|ready\n", "|[ready]\n")
                .replaceAll("0x[0-9a-f]{16}", "[undef]")
                .replace("i/o pending", "[ready]")
                .replaceAll("unread\\|sdc\\|.*", "read|sdc|0.05");
        assertThat(findings(old, 2, "c05076f1f0004ea9"))
                .as("without ports nobody can say that one is missing")
                .isEmpty();
        assertThat(PathReport.parse(old).good()).isEqualTo(4);
    }

    @Test
    void aVolumeWithPathsAndWithoutAMapIsNotThere() {
        assertThat(findings(SAID.replaceFirst("map\\|.*\n", ""), 1))
                .contains("volume data01 (" + WWID + ") is not there as a multipath device, though 2 paths lead to it");
        assertThat(findings("", 1))
                .containsExactly(
                        "volume data01 (" + WWID + ") is not there", "volume data02 (" + OTHER + ") is not there");
    }

    @Test
    void slowIsAgainstTheMedianOfTheOthersAndNotAgainstItself() {
        String slow = SAID.replace(
                        "unread|sdc|dd: failed to open '/dev/sdc': No such device or address", "read|sdc|0.5")
                .replace("i/o pending", "ready");
        assertThat(findings(slow, 2))
                .containsExactly(
                        "path 0:0:0:2 (sdc, port c05076f1f0004ea0 to 500507680d7ad1fc) to volume data02 is slow:"
                                + " 128 MB/s, the median of the others is 1193 MB/s");
        assertThat(PathReport.parse(slow).findings(volumes(), 2, List.of(), 10, 64))
                .isEmpty();
    }

    @Test
    void aLineThatIsNoneIsRefused() {
        assertThatThrownBy(() -> PathReport.parse("path|36005|0:0:0:1\n")).hasMessageContaining("path|36005|0:0:0:1");
        assertThatThrownBy(() -> PathReport.parse(SAID.replace("0.0541", ""))).hasMessageContaining("read|sdb|");
    }
}
