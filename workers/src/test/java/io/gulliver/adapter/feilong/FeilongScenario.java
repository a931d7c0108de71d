package io.gulliver.adapter.feilong;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gulliver.adapter.feilong.FeilongException.Meaning;
import io.gulliver.adapter.feilong.model.ChannelUse;
import io.gulliver.adapter.feilong.model.DeploySpec;
import io.gulliver.adapter.feilong.model.DiskSpec;
import io.gulliver.adapter.feilong.model.FcpConnector;
import io.gulliver.adapter.feilong.model.FcpTemplate;
import io.gulliver.adapter.feilong.model.FcpUsage;
import io.gulliver.adapter.feilong.model.GuestDefinition;
import io.gulliver.adapter.feilong.model.GuestDefinition.Card;
import io.gulliver.adapter.feilong.model.GuestSpec;
import io.gulliver.adapter.feilong.model.ImageSpec;
import io.gulliver.adapter.feilong.model.Network;
import io.gulliver.adapter.feilong.model.NicSpec;
import io.gulliver.adapter.feilong.model.PowerState;
import io.gulliver.adapter.feilong.model.VolumeSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the lab and any real server answer alike: the same steps with the same outcomes. */
final class FeilongScenario {

    private FeilongScenario() {}

    /** Only looks. */
    static void readsWhatIsThere(FeilongClient client) {
        assertThat(client.version().version()).matches("\\d+(\\.\\d+)+.*");
        assertThat(client.host().name()).isNotBlank();
        assertThat(client.host().logicalCpus()).isPositive();
        assertThat(client.host().memoryMib()).isPositive();
        assertThat(client.switches()).isNotNull();
        assertThat(client.images()).isNotNull();
        for (String userid : client.guests()) {
            assertThat(client.findGuest(userid).orElseThrow().memoryMib())
                    .as(userid)
                    .isPositive();
        }
        assertThat(client.findGuest("GLVNONE")).isEmpty();
        assertThat(client.findSwitch("GLVNONE")).isEmpty();
        assertThat(client.findImage("gulliver-none")).isEmpty();
        assertThat(client.findDiskPool("ECKD:GLVNONE")).isEmpty();
        assertThat(client.findFcp("fffe")).isEmpty();
        FeilongException unknown = catchThrowableOfType(FeilongException.class, () -> client.powerState("GLVNONE"));
        assertThat(unknown.meaning()).isEqualTo(Meaning.ABSENT);
    }

    /**
     * Makes a guest of a user id that nobody has, and leaves nothing behind.
     *
     * @param image address of an image to be imported and deployed; null for none
     */
    static void makesAGuestAndDeletesItAgain(
            FeilongClient client, String pool, String vswitch, String userid, @Nullable String image) {
        GuestSpec spec = GuestSpec.linux(
                        userid, 2, 8, 4096, "16G", List.of(DiskSpec.boot("10g", pool), DiskSpec.raw("1g", pool)))
                .marked("GLVTRIAL", List.of("GULLIVER TRIAL"));
        assertThat(client.findGuest(userid)).as("nobody has this user id").isEmpty();
        try {
            assertThat(client.createGuest(spec)).hasSize(2);
            assertThat(refused(() -> client.createGuest(spec)).meaning()).isEqualTo(Meaning.EXISTS);
            assertThat(client.guests()).contains(userid);
            assertThat(client.createDisks(userid, List.of(DiskSpec.raw("1g", pool))))
                    .hasSize(1);
            assertThat(client.createNic(userid, new NicSpec("1000", null, false)))
                    .isEqualTo("1000");
            assertThat(refused(() -> client.createNic(userid, new NicSpec("1002", null, false)))
                            .meaning())
                    .isEqualTo(Meaning.EXISTS);
            assertThat(client.createInterfaces(
                            userid,
                            "rhel9.4",
                            List.of(new Network(
                                    "10.1.2.3", "10.1.2.0/24", "10.1.2.1", List.of("10.1.0.53"), null, null))))
                    .containsExactly("1003");
            client.deleteInterface(userid, "rhel9.4", "1003");
            client.grant(vswitch, userid);
            client.setVlan(vswitch, userid, 10);
            client.couple(userid, "1000", vswitch, 10);
            client.couple(userid, "1000", vswitch, 10);
            assertThat(refused(() -> client.grant("GLVNONE", userid)).meaning()).isEqualTo(Meaning.ABSENT);
            assertThat(refused(() -> client.couple(userid, "2000", vswitch, null))
                            .meaning())
                    .isEqualTo(Meaning.ABSENT);

            GuestDefinition made = client.findGuest(userid).orElseThrow();
            assertThat(made.memoryMib()).isEqualTo(4096);
            assertThat(made.maxMemoryMib()).isEqualTo(16 * 1024);
            assertThat(made.cpus()).isEqualTo(2);
            assertThat(made.maxCpus()).isEqualTo(8);
            assertThat(made.account()).isEqualTo("GLVTRIAL");
            assertThat(made.comments())
                    .isEqualTo(client.version().before("1.6.7") ? List.of() : List.of("GULLIVER TRIAL"));
            assertThat(made.disks()).hasSize(3);
            assertThat(made.nics()).containsExactly(new Card("1000", vswitch, 10));
            assertThat(client.nics(userid)).hasSize(1);

            client.resizeCpus(userid, 4);
            assertThat(client.findGuest(userid).orElseThrow().cpus()).isEqualTo(4);
            assertThat(refused(() -> client.resizeCpus(userid, 9)).meaning()).isEqualTo(Meaning.BEYOND_LIMIT);
            assertThat(refused(() -> client.liveResizeCpus(userid, 5)).meaning())
                    .isEqualTo(Meaning.WRONG_STATE);
            assertThat(refused(() -> client.resizeMemory(userid, 32 * 1024)).meaning())
                    .isEqualTo(Meaning.BEYOND_LIMIT);
            assertThat(refused(() -> client.deploy(userid, new DeploySpec("gulliver-none", null, null, null, null)))
                            .meaning())
                    .isEqualTo(Meaning.ABSENT);

            if (image != null) {
                client.importImage(new ImageSpec("gulliver-trial", image, "rhel9.4", null, null, null));
                assertThat(refused(() -> client.importImage(
                                        new ImageSpec("gulliver-trial", image, "rhel9.4", null, null, null)))
                                .meaning())
                        .isEqualTo(Meaning.EXISTS);
                assertThat(client.findImage("gulliver-trial").orElseThrow().osVersion())
                        .isEqualTo("rhel9.4");
                assertThat(client.rootDiskUnits("gulliver-trial")).isPositive();
                client.deploy(userid, new DeploySpec("gulliver-trial", null, "trial", null, null));
                assertThat(refused(() -> client.deploy(
                                        userid, new DeploySpec("gulliver-trial", "0199", null, null, null)))
                                .mayHaveHappened())
                        .isFalse();
                client.deleteImage("gulliver-trial");
                client.deleteImage("gulliver-trial");
            }
            client.start(userid);
            client.start(userid);
            assertThat(client.powerState(userid)).isEqualTo(PowerState.ON);
            assertThat(refused(() -> client.deleteDisks(userid, List.of("0102")))
                            .meaning())
                    .isEqualTo(Meaning.WRONG_STATE);
            assertThat(client.console(userid)).isNotNull();
            client.reset(userid);
            client.softStop(userid, Duration.ofSeconds(30));
            client.stop(userid);
            assertThat(client.powerState(userid)).isEqualTo(PowerState.OFF);
            assertThat(client.info(userid).answers()).isFalse();
            client.uncouple(userid, "1000");
            client.deleteNic(userid, "1000");
            client.deleteDisks(userid, List.of("0102"));
            assertThat(client.findGuest(userid).orElseThrow().disks()).hasSize(2);
        } finally {
            client.deleteGuest(userid);
        }
        client.deleteGuest(userid);
        assertThat(client.findGuest(userid)).isEmpty();
        assertThat(refused(() -> client.createGuest(
                                GuestSpec.linux(userid, 2, 8, 4096, "16G", List.of(DiskSpec.raw("9999g", pool)))))
                        .meaning())
                .isEqualTo(Meaning.FULL);
        client.deleteGuest(userid);
    }

    /** Reserves devices of the first template for a guest that it makes, attaches a LUN, and gives all back. */
    static void reservesAndAttaches(FeilongClient client, String userid) {
        FcpTemplate template = client.fcpTemplates().get(0);
        assertThat(client.findGuest(userid)).as("nobody has this user id").isEmpty();
        client.createGuest(GuestSpec.linux(userid, 1, 2, 1024, "2G", List.of()));
        try {
            FcpConnector first = client.reserveFcp(userid, template.id(), channels(template, 0));
            assertThat(first.devices()).hasSizeGreaterThan(1);
            assertThat(first.wwpns()).hasSameSizeAs(first.devices()).allMatch(wwpn -> wwpn.matches("[0-9a-f]{16}"));
            assertThat(client.reserveFcp(userid, template.id(), Map.of()).devices())
                    .as("again the same, whatever is told of channels")
                    .isEqualTo(first.devices());
            String device = first.devices().get(0);
            assertThat(client.findFcp(device).orElseThrow()).isEqualTo(new FcpUsage(userid, true, 0, template.id()));
            VolumeSpec volume = new VolumeSpec(
                    userid,
                    first.devices(),
                    List.of("500507680b21bb34"),
                    "0000000000000000",
                    "rhel9.4",
                    "/dev/sdz",
                    false,
                    template.id());
            client.attachVolume(volume);
            client.attachVolume(volume);
            assertThat(client.findFcp(device).orElseThrow().connections())
                    .as("attached twice counts twice")
                    .isEqualTo(2);
            client.releaseFcp(userid, template.id());
            client.detachVolume(volume);
            client.detachVolume(volume);
            client.detachVolume(volume);
            assertThat(client.findFcp(device).orElseThrow().connections()).isZero();
            client.releaseFcp(userid, template.id());
            FcpUsage after = client.findFcp(device).orElseThrow();
            assertThat(after.reserved()).isFalse();
            assertThat(after.isOfAnother("SOMEBODY")).isFalse();
            assertThat(refused(() -> client.reserveFcp(userid, "gulliver-none", Map.of()))
                            .codes())
                    .isEqualTo("300/300/11");
        } finally {
            client.deleteGuest(userid);
        }
    }

    /** Every channel of a template, used so far. */
    static Map<String, ChannelUse> channels(FcpTemplate template, int allocated) {
        Map<String, ChannelUse> channels = new TreeMap<>();
        template.pchids().forEach(pchid -> channels.put(pchid, new ChannelUse(allocated, 128)));
        return channels;
    }

    private static FeilongException refused(Runnable call) {
        FeilongException refused = catchThrowableOfType(FeilongException.class, call::run);
        assertThat(refused).as("refused").isNotNull();
        return refused;
    }
}
