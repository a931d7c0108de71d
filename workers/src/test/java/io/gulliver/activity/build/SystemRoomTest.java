package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gulliver.activity.check.SystemActivitiesImpl;
import io.gulliver.activity.systems.Databases;
import io.gulliver.adapter.spectrumvirtualize.NewVolume;
import io.gulliver.contract.activity.CheckedSystem;
import io.gulliver.contract.activity.SystemCheck;
import io.gulliver.contract.activity.SystemRoom;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What machines and pools of the lab have, read by a worker where it is asked for. */
class SystemRoomTest {
    private static final String SERVER = "blefuscu-44";

    @TempDir
    Path directory;

    private LabBuild build;

    @BeforeEach
    void openTheLab() throws IOException {
        build = new LabBuild(directory.toRealPath());
    }

    @AfterEach
    void closeTheLab() {
        build.close();
    }

    private String fact(String name) {
        return String.valueOf(build.facts(SERVER).values().get(name));
    }

    private CheckedSystem check(SystemCheck check) {
        return new SystemActivitiesImpl(
                        build.systems,
                        new Databases(
                                new DatabaseAccess("", null, null, new TreeMap<>(), true),
                                new SecretSource(List.of(), new SecretRegistry(), Map.of())),
                        call -> {},
                        new SecretRegistry(),
                        Clock.systemUTC())
                .check(check);
    }

    private List<SystemRoom> rooms(String kind, String name, String... pools) {
        CheckedSystem seen = check(SystemCheck.of(kind, name).withRoom(List.of(pools)));
        assertThat(seen.good()).as(seen.message()).isTrue();
        return Objects.requireNonNull(seen.rooms());
    }

    private SystemRoom room(String kind, String name, String part, String what) {
        return rooms(kind, name).stream()
                .filter(room -> room.part().equals(part) && room.kind().equals(what))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aConsoleTellsMemoryAndIflsOfItsMachines() {
        SystemRoom memory = room("hmc", fact("server.hmc"), fact("server.cpc"), SystemRoom.MEMORY);
        assertThat(memory.unread()).isNull();
        assertThat(memory.total()).isPositive();
        assertThat(memory.free()).isBetween(0.0, memory.total());
        SystemRoom ifls = room("hmc", fact("server.hmc"), fact("server.cpc"), SystemRoom.IFLS);
        assertThat(ifls.total()).isPositive();
        assertThat(ifls.free()).isBetween(0.0, ifls.total());
    }

    @Test
    void anArrayTellsWhatIsLeftInAPoolAfterAVolumeWasMade() {
        String array = fact("server.array");
        String pool = fact("server.pool");
        SystemRoom before = room("spectrum-virtualize", array, pool, SystemRoom.SPACE);
        build.systems
                .array(array)
                .createVolume(new NewVolume("SOMEBODY_ELSE", pool, 64L << 30, "0", NewVolume.Provisioning.THICK));
        SystemRoom after = room("spectrum-virtualize", array, pool, SystemRoom.SPACE);
        assertThat(after.total()).isEqualTo(before.total());
        assertThat(before.free() - after.free()).isEqualTo(64.0);
    }

    @Test
    void aZvmSystemTellsItsMemoryItsProcessorsAndThePoolsThatAreAskedFor() {
        Map<String, Object> guest = build.facts(LabBuild.GUEST).values();
        String pool = String.valueOf(guest.get("server.boot.pool"));
        List<SystemRoom> rooms = rooms("feilong", String.valueOf(guest.get("server.zvm")), pool, "ECKD:NOWHERE");

        assertThat(rooms)
                .extracting(SystemRoom::part, SystemRoom::kind)
                .containsExactly(
                        tuple(SystemRoom.ZVM, SystemRoom.MEMORY),
                        tuple(SystemRoom.ZVM, SystemRoom.IFLS),
                        tuple(pool, SystemRoom.SPACE),
                        tuple("ECKD:NOWHERE", SystemRoom.SPACE));
        assertThat(rooms.subList(0, 3)).allSatisfy(room -> {
            assertThat(room.total()).isPositive();
            assertThat(room.free()).isBetween(0.0, room.total());
        });
        assertThat(rooms.get(3).unread()).contains("no such pool of minidisks");
        assertThat(rooms.get(3).total()).isNull();
    }

    @Test
    void aTestThatDoesNotAskForRoomReadsNone() {
        CheckedSystem seen = check(SystemCheck.of("hmc", fact("server.hmc")));
        assertThat(seen.good()).isTrue();
        assertThat(seen.rooms()).isNull();
    }

    @Test
    void aSystemThatIsNotThereHasNoRoomAndSaysWhy() {
        CheckedSystem seen = check(SystemCheck.of("hmc", "nowhere").withRoom(List.of()));
        assertThat(seen.good()).isFalse();
        assertThat(seen.rooms()).isNull();
        assertThat(seen.message()).contains("nowhere");
    }
}
