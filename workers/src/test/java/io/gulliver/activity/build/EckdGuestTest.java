package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.ds8000.Ds8000Client;
import io.gulliver.adapter.ds8000.model.Ds8000Volume;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.check.CheckFinding;
import io.gulliver.domain.check.CheckVerdict;
import io.gulliver.testing.StepCalls;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A guest whose volumes are whole ECKD volumes with PAV aliases, from volumes that are made to file systems and back to nothing. */
@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
class EckdGuestTest {
    private static final String ONE = LabBuild.GUEST;

    @TempDir
    Path directory;

    private LabBuild build;
    private EckdReservation reservation;

    @BeforeEach
    void openTheLab() throws IOException {
        build = new LabBuild(directory.toRealPath());
        reservation = new EckdReservation(build);
        reservation.choose();
    }

    @AfterEach
    void closeTheLab() {
        reservation.close();
        build.close();
    }

    private Path lab() {
        return build.lab.hosts().find(ONE).orElseThrow().root().resolve("var/lab");
    }

    private StepResult dasd(LabBuild.Run run, int round) {
        StepCall call = StepCalls.ofRound(run.callOf("dasd", Operation.RUN), round);
        StepResult started = build.actions.get("host.prepare-dasd").start(call, build.context);
        StepCall await = LabBuild.with(call, Operation.AWAIT, Map.of(), started.job());
        return build.actions.get("host.prepare-dasd").await(await, build.context);
    }

    private List<String> volumes() {
        Ds8000Client unit = build.systems.ds8000(EckdReservation.UNIT);
        return List.of("20", "22").stream()
                .flatMap(lcu -> unit.fetchVolumesOfLss(lcu).stream())
                .filter(volume -> volume.capacityBytes() > 0)
                .map(Ds8000Volume::id)
                .sorted()
                .toList();
    }

    @Test
    void volumesAreMadeDedicatedFormattedMountedAndGivenBack() throws IOException {
        build.otherFacts.put("server.recovery.volumes", List.of("fra01", "fra02"));
        build.otherFacts.put(
                "server.recovery.mount", lab().resolve("../../u04").normalize().toString());
        LabBuild.Run run = build.run(ONE);
        reservation.reserve(run);
        run.buildUntil("reachable");
        FeilongClient feilong = build.systems.feilong(EckdReservation.ZVM);
        assertThat(volumes()).isEqualTo(run.outputs.get("eckd").get("made")).hasSize(5);
        String userid = String.valueOf(run.outputs.get("guest").get("userid"));
        assertThat(feilong.findGuest(userid))
                .hasValueSatisfying(guest -> assertThat(guest.dedicated())
                        .hasSize(5 + 2 * 20)
                        .containsExactlyElementsOf(texts(run.outputs.get("eckd").get("devices"))));

        // Somebody's data lies on the first of them: nothing is written to any.
        Path label = lab().resolve("dasd.d/0.0.2000/label");
        Files.writeString(label, "VOL1 VOL1PROD01");
        assertRefused(
                run, 2, FailureCode.CHECK_FAILED, "(0.0.2000) carries a label VOL1 already, and is left as it is");
        assertThat(Files.readString(label)).isEqualTo("VOL1 VOL1PROD01");
        Files.writeString(label, "CMS1 CMS1MINI01");
        assertRefused(run, 3, FailureCode.CHECK_FAILED, "carries a label CMS1 of CMS");
        Files.delete(label);
        Files.writeString(lab().resolve("dasd.d/0.0.2000/unreadable"), "");
        assertRefused(run, 4, FailureCode.CHECK_FAILED, "(0.0.2000) cannot be read");
        Files.delete(lab().resolve("dasd.d/0.0.2000/unreadable"));
        assertThat(lab().resolve("dasd-online")).as("all are offline again").isEmptyFile();
        try (var formatted = Files.walk(lab().resolve("dasd.d"))) {
            assertThat(formatted).noneMatch(file -> file.endsWith("formatted"));
        }

        run.build();

        assertThat(run.outputs.get("dasd")).containsEntry("aliases", 40L);
        assertThat(Files.readAllLines(lab().resolve("dasd-persistent")))
                .as("online at the next start")
                .hasSize(45);
        assertThat(((Map<?, ?>) run.outputs.get("dasd").get("recovery")).keySet())
                .hasToString("[fra01, fra02]");
        assertThat(Files.readString(lab().resolve("lvm/orafra")))
                .contains("lv fra 2 1024")
                .contains(texts(List.copyOf(((Map<?, ?>) run.outputs.get("dasd").get("recovery")).values())));
        assertThat(Files.readString(lab().resolve("lvm/oradata"))).contains("lv data 2 1024");
        assertThat(Files.readString(lab().resolve("mounts"))).contains("/u02 ", "/u03 ", "/u04 ");
        assertThat(build.context.evidence).containsKeys("prepare-dasd.sh", "prepare-dasd.log");
        Map<String, Object> facts = new TreeMap<>();
        ((Map<?, ?>) run.outputs.get("look-at-settings").get("facts"))
                .forEach((name, value) -> facts.put(String.valueOf(name), value));
        assertThat(facts).containsEntry("storage.kind", "eckd").containsEntry("storage.hyperpav", true);
        Map<String, CheckFinding> findings = CheckHostTest.judged(facts);
        assertThat(CheckHostTest.of(findings, CheckVerdict.FAIL)).isEmpty();
        assertThat(CheckHostTest.of(findings, CheckVerdict.PASS)).contains("STG-PAV-06");

        assertThat(dasd(run, 5).outputs()).as("again it finds all done").isEqualTo(run.outputs.get("dasd"));
        run.undo();

        assertThat(feilong.guests()).isEmpty();
        assertThat(volumes()).isEmpty();
        assertThat(build.systems.ds8000(EckdReservation.UNIT).fetchVolumesOfLss("20"))
                .isEmpty();
        assertThat(reservation.release(run)).contains("are free again", "2000");
    }

    @Test
    void aVolumeThatABuildGaveBackIsKnownAndOneWithAPartitionIsNot() throws IOException {
        LabBuild.Run run = build.run(ONE);
        reservation.reserve(run);
        run.buildUntil("dasd");
        while (!run.made.get(run.made.size() - 1).step().id().equals("dasd")) {
            run.undoLast();
        }
        run.undoLast();
        assertThat(lab().resolve("dasd-online")).isEmptyFile();
        assertThat(lab().resolve("dasd-persistent")).isEmptyFile();
        assertThat(Files.readString(lab().resolve("dasd.d/0.0.2000/label"))).startsWith("VOL1 VOL1GU2000");
        assertThat(lab().resolve("dasd.d/0.0.2000/part")).doesNotExist();

        assertThat(dasd(run, 2).finished()).as("its own label is known").isTrue();
        assertThat(build.context.evidence.get("prepare-dasd.log")).contains("aliases: 40");
        Files.delete(Path.of(String.valueOf(build.facts(ONE).values().get("server.etc")), ".gulliver-dasd"));
        assertRefused(run, 3, FailureCode.CHECK_FAILED, "is online here already, and not by this build");
        Files.writeString(lab().resolve("dasd-online"), "");
        assertRefused(run, 4, FailureCode.CHECK_FAILED, "partitions that this build did not make");
    }

    private void assertRefused(LabBuild.Run run, int round, FailureCode code, String words) {
        assertThatThrownBy(() -> dasd(run, round)).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(code.name());
            assertThat(failure).hasMessageContaining(words);
        });
    }

    private static List<String> texts(Object list) {
        return ((List<?>) list).stream().map(String::valueOf).toList();
    }
}
