package io.gulliver.planning.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gulliver.domain.build.DesignLine;
import io.gulliver.domain.landscape.AddressPool;
import io.gulliver.planning.build.BuildInputs.Figure;
import io.gulliver.planning.build.BuildInputs.LandingDatabase;
import io.gulliver.planning.build.BuildInputs.Setting;
import io.gulliver.planning.build.Whence.Origin;
import io.gulliver.planning.sizing.SharedBuild;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A design says everything that is built, with where it comes from, and has one hash however it was put together. */
class BuildDesignTest {
    private static final Whence POLICY = Whence.of(Origin.POLICY, "server lnx01");
    private static final Whence PLAYBOOK = Whence.of(Origin.PLAYBOOK, "dpm-server, version 2");
    private static final AddressPool NETWORK = new AddressPool(
            "db",
            "10.20.30.0/24",
            "10.20.30.10",
            "10.20.30.20",
            "10.20.30.1",
            812,
            "db.bank.example",
            List.of("10.1.1.53"),
            List.of("ntp1", "ntp2"));

    private final Map<String, Setting> settings = new TreeMap<>();
    private final Map<String, Object> figures = new TreeMap<>(
            Map.of("memory_gib", 64.0, "huge_pages", 32768L, "ifls", 3L, "data_gib", 120.0, "redo_gib", 16.0));
    private List<String> blocking = List.of();
    private List<String> tooSmall = List.of();
    private List<String> unsized = List.of();
    private Told address;
    private final TreeMap<String, String> portsets = new TreeMap<>();
    private final TreeMap<String, String> groups = new TreeMap<>();
    private List<LandingDatabase> databases = List.of(new LandingDatabase(
            "ORDERS",
            "database ORDERSZ of its own",
            List.of(
                    new Figure("sga_mb", "SGA of an instance", "8192", "MB", null),
                    new Figure("large_pages", "large pages", "ONLY", "", PLAYBOOK)),
            new Whence(Origin.PERSON, "its accepted sizing", List.of("ORDERS"), "Pat", null)));

    BuildDesignTest() {
        fact("server.name", "lnx01");
        fact("server.hmc", "hmc1");
        fact("server.cpc", "CPC1");
        fact("server.array", "fs1");
        fact("server.pool", "pool0");
        fact("server.memory.gib", 0.0);
        fact("server.ifls", 0L);
        fact("server.hugepages", 0L);
        fact("server.memory.maximum.gib", 0.0);
        fact("server.boot.gib", 20.0);
        fact("server.data.volumes", List.of("data1", "data2"));
        fact("server.data.gib", 0.0);
        fact("server.redo.volumes", List.of("redo1"));
        fact("server.redo.gib", 0.0);
        fact("server.recovery.volumes", List.of());
        fact("server.recovery.gib", 0.0);
        fact("server.recovery.mount", "/u04");
        fact("server.network", "switch1");
        fact("server.address_pool", "db");
        parameter("paths", 4L);
        parameter("live_memory_percent", 25L);
        parameter("provisioning", "thin");
        parameter("ask_for_sums", false);
    }

    private void fact(String name, Object value) {
        settings.put(name, new Setting(false, name, "", "", false, new Told(value, POLICY)));
    }

    private void parameter(String name, Object value) {
        settings.put(name, new Setting(true, name, "", "", false, new Told(value, PLAYBOOK)));
    }

    private BuildInputs inputs(List<Setting> values) {
        return new BuildInputs(
                "lnx01",
                "dpm-server, version 2",
                values,
                new SharedBuild(new TreeMap<>(figures), false, tooSmall, unsized, List.of(), List.of(), List.of()),
                List.of("ORDERS"),
                databases,
                blocking,
                new TreeMap<>(Map.of("db", NETWORK)),
                portsets,
                groups,
                address);
    }

    private BuildDesign design() {
        return BuildPlanner.of(inputs(new ArrayList<>(settings.values())));
    }

    private BuildLine line(String key) {
        return design().lines().stream()
                .filter(line -> line.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line " + key + " in " + design().lines()));
    }

    @Test
    void everyLineSaysWhatItIsAndWhereItComesFrom() {
        assertThat(design().lines())
                .extracting(
                        BuildLine::part,
                        BuildLine::words,
                        BuildLine::shown,
                        line -> line.whence().origin())
                .contains(
                        tuple(BuildPart.PLACE, "built as", "a partition of its own", Origin.PLAYBOOK),
                        tuple(BuildPart.PLACE, "machine", "CPC1", Origin.POLICY),
                        tuple(BuildPart.SIZE, "memory at its start", "64 GiB", Origin.SIZING),
                        tuple(BuildPart.SIZE, "memory at most while it runs", "80 GiB", Origin.RULE),
                        tuple(BuildPart.SIZE, "IFLs", "3", Origin.SIZING),
                        tuple(BuildPart.STORAGE, "boot volume", "1 × 20 GiB", Origin.POLICY),
                        tuple(BuildPart.STORAGE, "volumes for data", "2 × 120 GiB", Origin.SIZING),
                        tuple(BuildPart.STORAGE, "volumes for redo logs", "1 × 16 GiB", Origin.SIZING),
                        tuple(BuildPart.STORAGE, "space of volumes for redo logs", "thick", Origin.PLAYBOOK),
                        tuple(BuildPart.PATHS, "paths to each volume", "4", Origin.PLAYBOOK),
                        tuple(BuildPart.PATHS, "ports of its paths", "chosen when it is made", Origin.LATER),
                        tuple(BuildPart.NETWORK, "name in the network", "lnx01.db.bank.example", Origin.LANDSCAPE),
                        tuple(BuildPart.NETWORK, "VLAN", "812", Origin.LANDSCAPE),
                        tuple(BuildPart.NETWORK, "time servers", "ntp1, ntp2", Origin.LANDSCAPE),
                        tuple(BuildPart.DATABASES, "ORDERS, SGA of an instance", "8,192 MB", Origin.PERSON),
                        tuple(BuildPart.DATABASES, "ORDERS, large pages", "ONLY", Origin.PLAYBOOK));
        assertThat(design().missing()).isEmpty();
        assertThat(design().lines()).isSortedAccordingTo((a, b) -> a.part().compareTo(b.part()));
    }

    @Test
    void aFigureInPlaceOfASumComesFromWhoGaveIt() {
        fact("server.memory.gib", 96.0);
        figures.put("memory_gib", 96.0);
        assertThat(line("memory_gib").whence()).isEqualTo(POLICY);
        assertThat(line("memory_maximum").shown()).isEqualTo("120 GiB");
        fact("server.memory.maximum.gib", 256.0);
        assertThat(line("memory_maximum").shown()).isEqualTo("256 GiB");
    }

    @Test
    void noLineIsTwice() {
        assertThat(design().lines()).extracting(BuildLine::key).doesNotHaveDuplicates();
    }

    @Test
    void theHashIsOneInWhateverOrderTheDesignWasPutTogether() {
        String hash = design().hash();
        List<Setting> turned = new ArrayList<>(settings.values());
        Collections.reverse(turned);
        assertThat(BuildPlanner.of(inputs(turned)).hash()).isEqualTo(hash).matches("[0-9a-f]{64}");
    }

    @Test
    void theHashIsOneForEveryWayToWriteTheSameNumber() {
        String hash = design().hash();
        figures.put("memory_gib", 64L);
        fact("server.boot.gib", 20L);
        parameter("paths", 4.0);
        assertThat(design().hash()).isEqualTo(hash);
    }

    @Test
    void whatIsLeftToTheStepThatMakesItSaysHowThatChooses() {
        fact("server.pool", "");
        fact("server.userid", "");
        assertThat(design().lines())
                .filteredOn(line -> line.whence().origin() == Origin.LATER)
                .extracting(
                        BuildLine::words,
                        BuildLine::value,
                        line -> line.whence().said())
                .contains(
                        tuple("pool", "chosen when it is made", "a pool of the array with room for it"),
                        tuple("user id of the guest", "chosen when it is made", "made of the server's name"));
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource({
        "server.cpc, CPC2",
        "server.pool, pool1",
        "server.data.mount, /u12",
        "server.something.new, whatever",
        "server.address_pool, ''"
    })
    void anotherFactIsAnotherDesign(String name, String value) {
        String hash = design().hash();
        fact(name, value);
        assertThat(design().hash()).isNotEqualTo(hash);
    }

    @Test
    void thePortsetOfTheLandscapeIsPartOfTheDesign() {
        String hash = design().hash();
        portsets.put("fs2", "windows");
        assertThat(design().hash()).as("of another array").isEqualTo(hash);
        portsets.put("fs1", "linux");
        assertThat(line("portset").value()).isEqualTo("linux");
        assertThat(line("portset").whence().origin()).isEqualTo(Origin.LANDSCAPE);
        assertThat(design().hash()).isNotEqualTo(hash);
    }

    @Test
    void theVolumeGroupOfTheLandscapeIsPartOfTheDesign() {
        parameter("restore_point_days", 14L);
        String hash = design().hash();
        assertThat(line("volume_group").value())
                .as("fs1 is no array with such groups")
                .isEqualTo("none");
        assertThat(line("volume_group").whence().said()).contains("array fs1 has no such groups");

        groups.put("fs1", "");
        assertThat(line("volume_group").value()).isEqualTo("none");
        assertThat(line("volume_group").whence().said()).contains("the landscape names none for array fs1");
        parameter("restore_point_days", 7L);
        assertThat(design().hash()).as("nothing is made of it").isEqualTo(hash);

        groups.put("fs1", "gv_{server}_db");
        assertThat(line("volume_group").value()).isEqualTo("gv_lnx01_db");
        assertThat(line("volume_group").whence().origin()).isEqualTo(Origin.LANDSCAPE);
        assertThat(line("parameter/restore_point_days").value()).isEqualTo("7");
        String grouped = design().hash();
        assertThat(grouped).isNotEqualTo(hash);
        parameter("restore_point_days", 14L);
        assertThat(design().hash()).as("how long it is kept is approved too").isNotEqualTo(grouped);
    }

    @Test
    void eckdVolumesAreInNoVolumeGroup() {
        groups.put("fs1", "gv_{server}_db");
        fact("server.volumes", "eckd");
        assertThat(line("volume_group").value()).isEqualTo("none");
        assertThat(line("volume_group").whence().said()).contains("ECKD volumes are in no such group");
    }

    @Test
    void aRecoveryAreaIsALineOnlyWhereItHasVolumes() {
        String hash = design().hash();
        fact("server.recovery.mount", "/somewhere");
        assertThat(design().hash()).as("nothing is built of it").isEqualTo(hash);
        fact("server.recovery.volumes", List.of("fra1", "fra2"));
        figures.put("recovery_gib", 48.0);
        assertThat(line("recovery_volumes").value()).isEqualTo("2 × 48 GiB");
        assertThat(line("fact/server.recovery.mount").value()).isEqualTo("/somewhere");
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource({"memory_gib, 65", "ifls, 4", "huge_pages, 32769", "data_gib, 121", "redo_gib, 17"})
    void anotherFigureIsAnotherDesign(String key, double value) {
        String hash = design().hash();
        figures.put(key, value);
        assertThat(design().hash()).isNotEqualTo(hash);
    }

    @Test
    void anotherParameterOrDatabaseOrBlockingCheckIsAnotherDesign() {
        String hash = design().hash();
        parameter("provisioning", "thick");
        String provisioned = design().hash();
        assertThat(provisioned).isNotEqualTo(hash);
        databases = List.of();
        String alone = design().hash();
        assertThat(alone).isNotEqualTo(provisioned);
        blocking = List.of("server lnx01: too little");
        assertThat(design().hash()).isNotEqualTo(alone);
    }

    @Test
    void whatIsChosenWhenItIsMadeAndWhoIsAskedIsNotApproved() {
        String hash = design().hash();
        address = new Told("10.20.30.11/24", Whence.of(Origin.FACT, "its run"));
        parameter("ask_for_sums", true);
        assertThat(design().hash()).isEqualTo(hash);
        assertThat(line("address").shown()).isEqualTo("10.20.30.11/24");
        assertThat(design().lines()).extracting(BuildLine::key).doesNotContain("parameter/ask_for_sums");
    }

    @Test
    void twoServersAreTwoDesignsThoughNothingElseDiffers() {
        BuildDesign one = design();
        BuildDesign other = new BuildDesign(
                "lnx02", one.lines(), one.missing(), one.blocking(), one.tooSmall(), one.refusals(), one.decide());
        assertThat(other.hash()).isNotEqualTo(one.hash());
    }

    @Test
    void whatWouldChangeAgainstAnApprovedDesignIsToldInWords() {
        List<DesignLine> approved = design().kept();
        assertThat(design().against(approved)).isEmpty();
        figures.put("memory_gib", 72.0);
        settings.remove("provisioning");
        fact("server.oracle.release", "19.26");
        assertThat(design().against(approved))
                .extracting(BuildDesign.Change::told)
                .containsExactly(
                        "release of the home: 19.26 would be built; the approved design does not say it",
                        "memory at its start: 64 GiB was approved, 72 GiB would be built",
                        "memory at most while it runs: 80 GiB was approved, 90 GiB would be built",
                        "space of boot volume and volumes for data: thin was approved; nobody says it any more",
                        "space of volumes for redo logs: thick was approved; nobody says it any more");
    }

    @Test
    void nobodyApprovesOnThePageWhatIsNotKnownOrBlockedOrTooSmall() {
        settings.put("server.golden", new Setting(false, "server.golden", "", "Golden volume. Of it.", false, null));
        settings.put("server.spare", new Setting(false, "server.spare", "", "", true, null));
        blocking = List.of("server lnx01: too little");
        tooSmall = List.of("memory 8 GiB of 64 GiB");
        unsized = List.of("huge pages");
        assertThat(design().notYet())
                .containsExactly(
                        "Nobody knows yet: huge pages",
                        "Nobody knows yet: golden volume",
                        "A tuning check is blocking: server lnx01: too little",
                        "Less than those who land there need: memory 8 GiB of 64 GiB");
    }

    @Test
    void withoutANetworkOfTheLandscapeAPersonIsAskedForTheAddress() {
        fact("server.address_pool", "");
        assertThat(line("address_from").shown()).isEqualTo("a task for the network people");
        assertThat(line("gateway").bound()).isFalse();
        fact("server.address_pool", "elsewhere");
        assertThat(design().missing()).containsExactly("network elsewhere, which the landscape does not have");
    }

    @Test
    void anInstallationIsDesignedByItsReleaseAndItsDocumentComesLater() {
        fact("server.image.way", "by-hand");
        assertThat(design().lines()).extracting(BuildLine::key).doesNotContain("document");
        fact("server.image.way", "installer");
        fact("server.image.server", "install-1");
        fact("server.image.version", "RHEL 9.4");
        String hash = design().hash();
        assertThat(line("document").bound()).isFalse();
        assertThat(line("document").whence().said()).contains("SHA-256");
        fact("server.image.version", "RHEL 9.5");
        assertThat(design().hash()).isNotEqualTo(hash);
    }

    @Test
    void aGuestHasNoMachineOfItsOwnAndStillADesign() {
        settings.remove("server.cpc");
        settings.remove("server.hmc");
        settings.remove("live_memory_percent");
        settings.remove("server.memory.maximum.gib");
        fact("server.zvm", "zvm1");
        assertThat(line("hypervisor").shown()).isEqualTo("a guest of z/VM");
        assertThat(line("fact/server.zvm").part()).isEqualTo(BuildPart.PLACE);
        assertThat(design().missing()).isEmpty();
    }
}
