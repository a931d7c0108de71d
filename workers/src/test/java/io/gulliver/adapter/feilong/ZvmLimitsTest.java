package io.gulliver.adapter.feilong;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.adapter.feilong.model.DiskSpec;
import io.gulliver.adapter.feilong.model.GuestDefinition;
import io.gulliver.adapter.feilong.model.GuestSpec;
import io.gulliver.adapter.feilong.model.ZvmLimits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZvmLimitsTest {

    @Test
    void makesUserIdsWithinTheLimitsThatNobodyHas() {
        Random random = new Random(20261127);
        String alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFG0123456789-_.äß ";
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < 5000; i++) {
            StringBuilder name = new StringBuilder("a");
            for (int length = random.nextInt(40); length >= 0; length--) {
                name.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }

            String userid = ZvmLimits.userid(name.toString(), taken);

            assertThat(ZvmLimits.useridProblem(userid)).as(name.toString()).isEmpty();
            assertThat(taken.add(userid)).as("%s is taken already", userid).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"db01,DB01", "orders-1,ORDERS1", "12345,L12345", "a,A"})
    void keepsANameThatFits(String name, String userid) {
        assertThat(ZvmLimits.userid(name, List.of())).isEqualTo(userid);
    }

    @Test
    void makesTheSameUserIdEachTimeAndAnotherForAnotherServer() {
        String first = ZvmLimits.userid("orders-prod-01", List.of());

        assertThat(ZvmLimits.userid("orders-prod-01", List.of()))
                .isEqualTo(first)
                .startsWith("ORDE");
        assertThat(ZvmLimits.userid("orders-prod-02", List.of())).isNotEqualTo(first);
        assertThat(ZvmLimits.userid("orders-prod-01", List.of(first))).isNotEqualTo(first);
        assertThatThrownBy(() -> ZvmLimits.userid("---", List.of())).hasMessageContaining("---");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "db01", "TOOLONG01", "A-B", "SYSTEM", "ALL", "A B"})
    void refusesUserIdsThatZvmWouldBend(String userid) {
        assertThat(ZvmLimits.useridProblem(userid)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"4096,4G", "8193,8193M", "512,512M", "10238976,9999G"})
    void saysMemoryInFourDigits(long mebibytes, String text) {
        assertThat(ZvmLimits.storage(mebibytes)).isEqualTo(text);
        assertThat(ZvmLimits.mebibytes(text)).hasValue(mebibytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 10001, 10_240_000})
    void refusesMemoryThatFourDigitsCannotSay(long mebibytes) {
        assertThatThrownBy(() -> ZvmLimits.storage(mebibytes)).hasMessageContaining("four digits");
    }

    @Test
    void refusesAGuestBeyondTheLimitsWithAllReasons() {
        assertThatThrownBy(() -> new GuestSpec(
                        "db-1",
                        65,
                        32 * 1024,
                        List.of(DiskSpec.raw("1g", "ECKD:P"), DiskSpec.boot("1g", "ECKD:P")),
                        null,
                        65,
                        "16G",
                        "NINECHARS",
                        null,
                        null,
                        null,
                        null,
                        null))
                .hasMessageContaining("user id")
                .hasMessageContaining("65 CPUs")
                .hasMessageContaining("32768 MiB")
                .hasMessageContaining("NINECHARS")
                .hasMessageContaining("disk 2 is a boot disk");
    }

    @Test
    void readsADirectoryEntryOfEitherLevel() {
        List<String> lines = new ArrayList<>(List.of(
                "USER DB01 ****** 4096m 16G G ",
                "INCLUDE OSDFLT",
                "MACHINE ESA 8",
                "COMMAND DEFINE CPU 00 TYPE IFL",
                "COMMAND DEFINE CPU 01 TYPE IFL",
                "ACCOUNT GLV00001",
                "MDISK 0100 3390 0001 12632 VOL001 MR",
                "NICDEF 1000 TYPE QDIO",
                "NICDEF 1000 LAN SYSTEM VSW1 VLAN 10 PORTTYPE ACCESS",
                "SOMETHING ELSE",
                ""));

        GuestDefinition read = GuestDefinition.of("DB01", lines);

        assertThat(read.memoryMib()).isEqualTo(4096);
        assertThat(read.cpus()).isEqualTo(2);
        assertThat(read.nics()).containsExactly(new GuestDefinition.Card("1000", "VSW1", 10));
        assertThat(read.disks()).containsExactly(new GuestDefinition.Minidisk("0100", "3390", 12632, "VOL001"));
        lines.addAll(List.of("CPU 00", "CPU 01", "CPU 02"));
        assertThat(GuestDefinition.of("DB01", lines).cpus())
                .as("the short form counts where it stands")
                .isEqualTo(3);
    }
}
