package io.gulliver.adapter.feilong;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.gulliver.adapter.feilong.FeilongException.Meaning;
import io.gulliver.adapter.feilong.model.CreatedDisk;
import io.gulliver.adapter.feilong.model.DeploySpec;
import io.gulliver.adapter.feilong.model.DiskSpec;
import io.gulliver.adapter.feilong.model.FcpTemplate;
import io.gulliver.adapter.feilong.model.GuestDefinition;
import io.gulliver.adapter.feilong.model.GuestDefinition.Card;
import io.gulliver.adapter.feilong.model.GuestSpec;
import io.gulliver.adapter.feilong.model.Network;
import io.gulliver.adapter.feilong.model.NicSpec;
import io.gulliver.adapter.feilong.model.PowerState;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.feilong.GuestListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A guest from nothing to a running one that has grown, and back to nothing. */
class FeilongLifecycleTest {

    @TempDir
    Path directory;

    private final List<String> told = new CopyOnWriteArrayList<>();

    private final GuestListener listener = new GuestListener() {
        @Override
        public void started(String userid, JsonNode definition) {
            told.add("started " + userid + " " + definition.path("image").asString("no image") + " "
                    + definition.path("interfaces").path(0).path("ip_addr").asString("no address"));
        }

        @Override
        public void stopped(String userid) {
            told.add("stopped " + userid);
        }
    };

    private FeilongBench bench() {
        return new FeilongBench(directory, listener, FeilongBench.spec(FeilongBench.TOKEN, "1.6.7"));
    }

    @Test
    void makesAGuestThatBootsAndDeletesItWithoutATrace() {
        try (FeilongBench bench = bench()) {
            HttpFeilongClient client = bench.client;
            client.importImage(FeilongBench.IMAGE);
            assertThat(client.rootDiskUnits("rhel94")).isEqualTo(10_016);

            List<CreatedDisk> disks = client.createGuest(
                    FeilongBench.guest("DB01").marked("GLV00001", List.of("Gulliver orders/create-guest")));
            assertThat(disks).extracting(CreatedDisk::vdev).containsExactly("0100", "0101");
            assertThat(client.createDisks("DB01", List.of(DiskSpec.raw("1g", FeilongBench.POOL))))
                    .extracting(CreatedDisk::vdev)
                    .containsExactly("0102");
            client.setVlan("VSW1", "DB01", 10);
            assertThat(client.createInterfaces(
                            "DB01",
                            "rhel9.4",
                            List.of(new Network(
                                    "10.1.2.3", "10.1.2.0/24", "10.1.2.1", List.of("10.1.0.53"), "1000", null))))
                    .containsExactly("1000");
            client.couple("DB01", "1000", "VSW1", 10);
            client.deploy("DB01", new DeploySpec("rhel94", "0100", "db01", null, null));

            GuestDefinition made = client.findGuest("DB01").orElseThrow();
            assertThat(made.memoryMib()).isEqualTo(4096);
            assertThat(made.maxMemoryMib()).isEqualTo(16_384);
            assertThat(made.cpus()).isEqualTo(2);
            assertThat(made.maxCpus()).isEqualTo(8);
            assertThat(made.account()).isEqualTo("GLV00001");
            assertThat(made.comments()).containsExactly("GULLIVER ORDERS/CREATE-GUEST");
            assertThat(made.disks()).extracting(GuestDefinition.Minidisk::vdev).containsExactly("0100", "0101", "0102");
            assertThat(made.nics()).containsExactly(new Card("1000", "VSW1", 10));
            assertThat(client.powerState("DB01")).isEqualTo(PowerState.OFF);

            client.start("DB01");
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(told).containsExactly("started DB01 rhel94 10.1.2.3"));
            assertThat(client.powerState("DB01")).isEqualTo(PowerState.ON);
            assertThat(client.info("DB01").answers()).isTrue();
            assertThat(client.console("DB01")).contains("login:");

            client.liveResizeCpus("DB01", 4);
            client.liveResizeMemory("DB01", 8192);
            assertThat(client.info("DB01").onlineCpus()).isEqualTo(4);
            assertThat(client.info("DB01").memoryKib()).isEqualTo(8192 * 1024);

            client.softStop("DB01", Duration.ofSeconds(10));
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(told).hasSize(2).last().isEqualTo("stopped DB01"));
            client.deleteGuest("DB01");
            client.deleteGuest("DB01");
            assertThat(client.findGuest("DB01")).isEmpty();
            assertThat(client.guests()).isEmpty();
            assertThat(client.findSwitch("VSW1").orElseThrow().users()).isEmpty();
            assertThat(client.findDiskPool(FeilongBench.POOL).orElseThrow().usedGib())
                    .isZero();
            assertThat(bench.effects("delete-guest", Effect.DELETED)).isEqualTo(1);
        }
    }

    /** {@link FeilongRealServerTest} does the same with a server that somebody names. */
    @ParameterizedTest
    @ValueSource(strings = {"1.6.3", "1.6.7"})
    void theLabAnswersAsTheServerDoes(String version) {
        try (FeilongBench bench =
                new FeilongBench(directory, listener, FeilongBench.spec(FeilongBench.TOKEN, version))) {
            FeilongScenario.readsWhatIsThere(bench.client);
            FeilongScenario.makesAGuestAndDeletesItAgain(
                    bench.client, FeilongBench.POOL, "VSW1", "GLVTEST", FeilongBench.IMAGE.url());
            assertThat(bench.client.guests()).isEmpty();
            assertThat(bench.client.images()).isEmpty();
        }
    }

    @Test
    void isOnAndNotBootedWhenNothingLiesOnItsDisk() {
        try (FeilongBench bench = bench()) {
            bench.client.createGuest(FeilongBench.guest("DB01"));

            bench.client.start("DB01");

            assertThat(bench.client.powerState("DB01")).isEqualTo(PowerState.ON);
            assertThat(bench.client.info("DB01").answers()).isFalse();
            assertThat(bench.client.console("DB01")).contains("disabled wait");
            assertThat(told).isEmpty();
        }
    }

    @Test
    void isOnLongBeforeItAnswers() {
        try (FeilongBench bench = bench()) {
            bench.client.importImage(FeilongBench.IMAGE);
            bench.client.createGuest(FeilongBench.guest("DB01"));
            bench.client.deploy("DB01", new DeploySpec("rhel94", null, null, null, null));
            bench.context.faults().arm(FeilongBench.SYSTEM, "start-guest", FaultKind.SLOW_TO_SETTLE, 1);

            bench.client.start("DB01");

            assertThat(bench.client.powerState("DB01")).isEqualTo(PowerState.ON);
            assertThat(bench.client.info("DB01").answers()).isFalse();
        }
    }

    @Test
    void findsItsGuestsAgainAfterARestart() {
        try (FeilongBench bench = bench()) {
            bench.client.importImage(FeilongBench.IMAGE);
            bench.client.createGuest(FeilongBench.guest("DB01"));
            bench.client.deploy("DB01", new DeploySpec("rhel94", null, null, null, null));
            bench.client.start("DB01");
            await().atMost(Duration.ofSeconds(60)).until(() -> told.size() == 1);
        }
        try (FeilongBench again = bench()) {
            assertThat(again.client.guests()).containsExactly("DB01");
            assertThat(again.client.powerState("DB01")).isEqualTo(PowerState.ON);
            await().atMost(Duration.ofSeconds(60)).until(() -> told.size() == 2);
        }
    }

    @Test
    void leavesAGuestBehindThatHasOnlySomeOfItsDisks() {
        try (FeilongBench bench = bench()) {
            // Both volumes together have room for it, and neither alone.
            FeilongException full = catchThrowableOfType(
                    FeilongException.class,
                    () -> bench.client.createGuest(GuestSpec.linux(
                            "DB01",
                            2,
                            8,
                            4096,
                            "16G",
                            List.of(DiskSpec.boot("10g", FeilongBench.POOL), DiskSpec.raw("60g", FeilongBench.POOL)))));

            assertThat(bench.client
                            .findDiskPool(FeilongBench.POOL)
                            .orElseThrow()
                            .availableGib())
                    .isGreaterThan(60);
            assertThat(full.meaning()).isEqualTo(Meaning.FULL);
            assertThat(full.mayHaveHappened()).isTrue();
            assertThat(bench.client.findGuest("DB01").orElseThrow().disks())
                    .extracting(GuestDefinition.Minidisk::vdev)
                    .containsExactly("0100");
        }
    }

    @Test
    void leavesUsersAloneThatTheServerDidNotMake() {
        try (FeilongBench bench = bench()) {
            FeilongException refused =
                    catchThrowableOfType(FeilongException.class, () -> bench.client.deleteGuest("MAINT"));
            FeilongException taken = catchThrowableOfType(
                    FeilongException.class, () -> bench.client.createGuest(FeilongBench.guest("MAINT")));

            assertThat(refused).hasMessageContaining("does not manage it");
            assertThat(taken.meaning()).isEqualTo(Meaning.EXISTS);
            assertThat(bench.client.guestsOnHost()).contains("MAINT");
            assertThat(bench.client.guests()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.6.3", "1.6.7"})
    void theLabHandsOutDevicesAsTheServerDoes(String version) {
        try (FeilongBench bench =
                new FeilongBench(directory, listener, FeilongBench.spec(FeilongBench.TOKEN, version))) {
            FeilongScenario.reservesAndAttaches(bench.client, "GLVTEST");

            assertThat(bench.client.guests()).isEmpty();
        }
    }

    @Test
    void saysWhenNoDevicesAreLeft() {
        try (FeilongBench bench = bench()) {
            FcpTemplate template = bench.client.fcpTemplates().get(0);
            for (String userid : List.of("DB01", "DB02")) {
                bench.client.createGuest(FeilongBench.guest(userid));
                bench.client.reserveFcp(userid, template.id(), FeilongScenario.channels(template, 0));
            }
            bench.client.createGuest(FeilongBench.guest("DB03"));

            FeilongException full = catchThrowableOfType(
                    FeilongException.class,
                    () -> bench.client.reserveFcp("DB03", template.id(), FeilongScenario.channels(template, 0)));
            FeilongException unsaid = catchThrowableOfType(
                    FeilongException.class, () -> bench.client.reserveFcp("DB03", template.id(), Map.of()));
            bench.client.deleteGuest("DB01");
            FeilongException crowded = catchThrowableOfType(
                    FeilongException.class,
                    () -> bench.client.reserveFcp("DB03", template.id(), FeilongScenario.channels(template, 128)));

            assertThat(full.meaning()).isEqualTo(Meaning.FULL);
            assertThat(full).hasMessageContaining("No free FCP device left");
            assertThat(unsaid.codes()).isEqualTo("300/300/11");
            assertThat(crowded.meaning()).as("a channel that is used up").isEqualTo(Meaning.FULL);
            assertThat(bench.client
                            .reserveFcp("DB03", template.id(), FeilongScenario.channels(template, 0))
                            .devices())
                    .as("the devices of a deleted guest")
                    .hasSize(2);
        }
    }

    @Test
    void givesACardThreeDeviceNumbers() {
        try (FeilongBench bench = bench()) {
            bench.client.createGuest(FeilongBench.guest("DB01"));
            assertThat(bench.client.createNic("DB01", new NicSpec("1000", null, false)))
                    .isEqualTo("1000");
            assertThat(bench.client.createNic("DB01", new NicSpec(null, null, false)))
                    .isEqualTo("1003");

            FeilongException taken = catchThrowableOfType(
                    FeilongException.class, () -> bench.client.createNic("DB01", new NicSpec("1005", null, false)));

            assertThat(taken.meaning()).isEqualTo(Meaning.EXISTS);
            assertThat(taken.codes()).isEqualTo("409/409/6");
            assertThat(bench.client.nics("DB01")).hasSize(2);
        }
    }

    @Test
    void speaksToAServerThatAsksForNoToken() {
        try (FeilongBench bench = new FeilongBench(directory, listener, FeilongBench.spec(null, "1.6.3"))) {
            HttpFeilongClient client =
                    FeilongBench.client(bench.lab.uri(), null, Duration.ofSeconds(30), bench.calls::add);
            client.createGuest(FeilongBench.guest("DB01").marked("GLV00001", List.of("Gulliver orders/create-guest")));

            GuestDefinition made = client.findGuest("DB01").orElseThrow();

            assertThat(made.account()).isEqualTo("GLV00001");
            assertThat(made.comments()).as("this level forgets them").isEmpty();
            assertThat(bench.calls).noneMatch(call -> call.operation().equals("create-token"));
        }
    }

    @Test
    void renewsATokenOnceAndShowsNoSecret() {
        try (FeilongBench bench = bench()) {
            bench.client.version();
            bench.lab.forgetTokens();

            bench.client.guests();

            assertThat(bench.calls)
                    .extracting(call -> call.operation() + " " + call.status())
                    .containsExactly(
                            "create-token 200",
                            "get-version 200",
                            "list-guests 401",
                            "create-token 200",
                            "list-guests 200");
            assertThat(bench.calls.toString()).doesNotContain(FeilongBench.TOKEN);
            HttpFeilongClient stranger =
                    FeilongBench.client(bench.lab.uri(), "wrong", Duration.ofSeconds(30), bench.calls::add);
            FeilongException refused = catchThrowableOfType(FeilongException.class, stranger::guests);
            assertThat(refused.meaning()).isEqualTo(Meaning.UNAUTHORIZED);
            assertThat(refused).hasMessageContaining("token file");
        }
    }
}
