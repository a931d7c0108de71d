package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.ds8000.Ds8000Client;
import io.gulliver.adapter.ds8000.model.Ds8000Volume;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.model.StorageGroup;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.service.action.ReserveEckd;
import io.gulliver.testing.StepCalls;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A partition that starts from a LUN and has its databases on ECKD volumes over FICON. */
@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
class EckdPartitionTest {
    private static final String ONE = "blefuscu-44";
    private static final String HMC = "hmc-1";
    private static final String GROUP = "SGE_" + ONE;

    @TempDir
    Path directory;

    private LabBuild build;
    private EckdReservation reservation;

    @BeforeEach
    void openTheLab() throws IOException {
        build = new LabBuild(directory.toRealPath());
        reservation = new EckdReservation(build, ReserveEckd.Place.PARTITION);
        reservation.choose();
        build.otherFacts.put("server.recovery.volumes", List.of("fra01"));
        build.otherFacts.put(
                "server.recovery.mount", lab().resolve("../../u04").normalize().toString());
    }

    @AfterEach
    void closeTheLab() {
        reservation.close();
        build.close();
    }

    private LabBuild.Run reserved() {
        LabBuild.Run run = build.run(ONE);
        reservation.reserve(run);
        return run;
    }

    private HmcClient hmc() {
        return build.systems.hmc(HMC);
    }

    private String cpc() {
        return hmc().findCpc(String.valueOf(build.facts(ONE).values().get("server.cpc")))
                .orElseThrow()
                .objectUri();
    }

    private Path lab() {
        return build.lab.hosts().find(ONE).orElseThrow().root().resolve("var/lab");
    }

    private List<Ds8000Volume> ckd() {
        Ds8000Client unit = build.systems.ds8000(EckdReservation.UNIT);
        return List.of("24", "26").stream()
                .flatMap(lcu -> unit.fetchVolumesOfLss(lcu).stream())
                .toList();
    }

    @Test
    void itStartsFromALunAndHasItsDatabasesOnEckdVolumesAndAllIsGivenBack() throws IOException {
        LabBuild.Run run = reserved();

        run.build();

        StorageGroup group = hmc().findStorageGroup(cpc(), GROUP).orElseThrow();
        assertThat(group).returns("fc", StorageGroup::type).returns("complete", StorageGroup::fulfillmentState);
        assertThat(hmc().storageVolumes(hmc().findStorageGroup(cpc(), "SG_" + ONE)
                        .orElseThrow()
                        .objectUri()))
                .as("the group of LUNs is for the boot volume alone")
                .singleElement()
                .returns("boot", volume -> volume.usage());
        assertThat(ckd()).filteredOn(volume -> volume.capacityBytes() > 0).hasSize(4);
        assertThat(run.outputs.get("dasd")).containsEntry("aliases", 40L);
        assertThat(Files.readAllLines(lab().resolve("dasd-persistent"))).hasSize(4 + 40);
        assertThat(Files.readString(lab().resolve("lvm/oradata"))).contains("lv data 2 1024");
        assertThat(Files.readString(lab().resolve("lvm/orafra"))).contains("lv fra 1 ");
        assertThat(Files.readString(lab().resolve("mounts"))).contains("/u02 ", "/u03 ", "/u04 ");
        assertThat(String.valueOf(run.outputs.get("look-at-settings").get("facts")))
                .contains("storage.kind=eckd");

        run.undo();

        assertThat(hmc().findStorageGroup(cpc(), GROUP)).isEmpty();
        assertThat(hmc().findStorageGroup(cpc(), "SG_" + ONE)).isEmpty();
        assertThat(ckd()).isEmpty();
        assertThat(reservation.release(run)).contains("are free again", "2400");
    }

    @Test
    void whereItsUserMayNotItWaitsForTheStorageAdministratorAndComparesWhatWasDone() {
        LabBuild.Run run = reserved().buildUntil("eckd-group");
        build.lab.hmc().administratorsFulfil(true);
        StepAction action = build.actions.get("hmc.fulfil-ficon-group");
        StepCall call = run.callOf("eckd-fulfilled", Operation.RUN);
        StepResult started = action.start(call, build.context);
        assertThat(started.message()).contains("the storage administrator does it on the HMC", "2400 is 2400");
        StepCall await = StepCalls.with(call, Operation.AWAIT, Map.of(), started.job(), 0);
        assertThat(action.await(await, build.context).finished()).isFalse();
        TreeMap<String, String> addresses = new TreeMap<>();
        ((Map<?, ?>) run.outputs.get("eckd").get("addresses"))
                .forEach((device, address) -> addresses.put(
                        String.valueOf(device).toLowerCase(),
                        String.valueOf(address).toLowerCase()));
        List<?> aliases = (List<?>) run.outputs.get("eckd").get("aliases");
        aliases.forEach(alias -> addresses.remove(String.valueOf(alias).toLowerCase()));
        String last = addresses.lastKey();

        addresses.forEach((device, address) ->
                build.lab.hmc().fulfil(GROUP, device, device.equals(last) ? address.substring(0, 2) + "1f" : address));
        assertThatThrownBy(() -> action.await(await, build.context))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name()))
                .hasMessageContaining("is fulfilled as volume " + last.substring(0, 2) + "1f, planned is " + last);
        build.lab.hmc().fulfil(GROUP, last, addresses.get(last));

        StepResult ended = action.await(await, build.context);
        assertThat(ended.finished()).isTrue();
        assertThat((List<?>) ended.outputs().get("aliases")).hasSize(40);
    }

    @Test
    void whatTheFiconConfigurationDoesNotHaveIsSaidBeforeAnythingIsMade() {
        LabBuild.Run run = reserved().buildUntil("partition");
        StepAction action = build.actions.get("hmc.create-ficon-group");
        StepCall call = run.callOf("eckd-group", Operation.RUN);
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.put("addresses", Map.of("2400", "7700"));
        assertThatThrownBy(() -> action.run(StepCalls.with(call, inputs), build.context))
                .hasMessageContaining("has no control unit with the logical address 77");
        inputs.put("addresses", Map.of("2400", "24"));
        assertThatThrownBy(() -> action.run(StepCalls.with(call, inputs), build.context))
                .hasMessageContaining("Device 2400 has the address '24'");
        assertThat(hmc().findStorageGroup(cpc(), GROUP)).isEmpty();
    }

    @Test
    void aMachineWithoutFiconAdaptersIsTold() {
        HmcClient without = (HmcClient) Proxy.newProxyInstance(
                HmcClient.class.getClassLoader(), new Class<?>[] {HmcClient.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).as("nothing else is asked").isEqualTo("adapters");
                    assertThat(arguments).containsExactly("/api/cpcs/c1", "fc");
                    return List.of();
                });
        assertThatThrownBy(() -> FiconConfiguration.of(without, "/api/cpcs/c1", "A1", Map.of("2400", "2400")))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.INPUT_INVALID.name()))
                .hasMessageContaining("Machine A1 has no FICON adapter");
    }

    @Test
    void evaluatingSaysWhatItWouldAskForAndChangesNothing() {
        Set<String> before = build.effects();
        LabBuild.Run run = build.run(ONE);
        // As a reservation that is only evaluated answers: which devices it would have stays open.
        run.outputs.put("eckd", Map.of("data_luns", List.of(), "redo_luns", List.of(), "recovery_luns", List.of()));

        assertThat(run.evaluate())
                .anySatisfy(text -> assertThat(text).startsWith("eckd-group: would ask for the ECKD volumes"))
                .anySatisfy(text -> assertThat(text).startsWith("eckd-fulfilled: would tell HMC hmc-1"))
                .noneMatch(text -> text.startsWith("data-volumes:"));

        assertThat(build.effects()).isEqualTo(before);
    }
}
