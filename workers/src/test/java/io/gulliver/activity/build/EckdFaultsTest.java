package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.SystemLimits;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.service.action.ReserveEckd;
import io.gulliver.testing.MatrixSlice;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each fault at each call that gives a server ECKD volumes, on the storage unit, at z/VM and on the HMC: it passes, and every effect is
 * in the ledger once.
 */
@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
class EckdFaultsTest {
    private static final String PARTITION = "blefuscu-44";
    private static final String HMC = "hmc-1";

    /** Whatever hangs is given up soon. */
    private static final SystemLimits SHORT = new SystemLimits(
            Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofMillis(500), Duration.ofSeconds(2));

    private static final List<FaultKind> PASSING = List.of(
            FaultKind.RESET_BEFORE,
            FaultKind.RESET_AFTER,
            FaultKind.STATUS_500_AFTER,
            FaultKind.STATUS_409,
            FaultKind.STATUS_429,
            FaultKind.STATUS_500,
            FaultKind.STATUS_503,
            FaultKind.HTML_BODY,
            FaultKind.SESSION_EXPIRED,
            FaultKind.HANG,
            FaultKind.HANG_BEFORE);

    /** One fault at one call. */
    private record Row(String system, String operation, FaultKind kind) {}

    @TempDir
    Path directory;

    private LabBuild build;
    private EckdReservation reservation;

    private LabBuild.Run open(ReserveEckd.Place place, String server) throws IOException {
        build = new LabBuild(directory.toRealPath());
        build.within(SHORT);
        reservation = new EckdReservation(build, place);
        reservation.choose();
        LabBuild.Run run = build.run(server);
        reservation.reserve(run);
        return run;
    }

    @AfterEach
    void closeTheLab() {
        reservation.close();
        build.close();
    }

    private static List<Row> rows(String slice, int of, Map<String, List<String>> operations) {
        List<Row> all = operations.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMap(system -> system.getValue().stream()
                        .flatMap(operation -> PASSING.stream().map(kind -> new Row(system.getKey(), operation, kind))))
                .toList();
        return MatrixSlice.of(slice, all, row -> row.operation() + ":" + row.kind(), of);
    }

    private void arm(Row row) {
        build.lab.context().faults().arm(row.system(), row.operation(), row.kind(), 1);
    }

    private void struck(Row row) {
        assertThat(build.lab.context().faults().armed())
                .as("the fault has struck: " + row)
                .isEmpty();
    }

    private long effects(String system, String operation, Effect effect) {
        return build.lab.context().ledger().entries(system, operation).stream()
                .filter(entry -> entry.effect() == effect)
                .count();
    }

    /** As the engine does: what passes is tried again with the same key. */
    private static StepResult tried(Row row, Supplier<StepResult> step) {
        for (int tries = 1; ; tries++) {
            try {
                return step.get();
            } catch (StepFailedException e) {
                if (!e.failure().kind().retryable() || tries == 5) {
                    throw new AssertionError(row + ": " + e.getMessage(), e);
                }
            }
        }
    }

    private StepResult carryOut(Row row, LabBuild.Run run, String step, String name) {
        StepAction action = build.actions.get(name);
        StepCall call = run.callOf(step, Operation.RUN);
        StepResult result = tried(row, () -> action.run(call, build.context));
        run.outputs.put(step, result.outputs());
        return result;
    }

    private void takeBack(Row row, LabBuild.Run run, String step, String name, StepResult made) {
        StepCall undo = LabBuild.with(run.callOf(step, Operation.RUN), Operation.UNDO, made.outputs(), made.job());
        tried(row, () -> build.actions.get(name).undo(undo, build.context));
    }

    @Test
    void volumesAliasesAndAGuestWithThemAreMadeAndUnmadeOnce() throws IOException {
        LabBuild.Run run = open(ReserveEckd.Place.GUEST, LabBuild.GUEST);
        Map<String, List<String>> operations = Map.of(
                EckdReservation.UNIT,
                List.of("create-volumes", "list-lss", "list-lss-volumes", "list-pools", "delete-volume"),
                EckdReservation.ZVM,
                List.of("create-guest", "get-definition", "delete-guest"));
        int devices = ((List<?>) run.outputs.get("eckd").get("devices")).size();
        for (Row row : rows("eckd-guest-faults", 24, operations)) {
            long made = effects(EckdReservation.UNIT, "create-volumes", Effect.CREATED);
            long deleted = effects(EckdReservation.UNIT, "delete-volume", Effect.DELETED);
            long guests = effects(EckdReservation.ZVM, "create-guest", Effect.CREATED);
            arm(row);
            StepResult volumes = carryOut(row, run, "eckd-volumes", "storage.create-eckd-volumes");
            StepResult guest = carryOut(row, run, "guest", "zvm.create-guest");
            assertThat(build.systems
                            .feilong(EckdReservation.ZVM)
                            .findGuest(String.valueOf(guest.outputs().get("userid"))))
                    .hasValueSatisfying(one -> assertThat(one.dedicated()).hasSize(devices));
            takeBack(row, run, "guest", "zvm.create-guest", guest);
            takeBack(row, run, "eckd-volumes", "storage.create-eckd-volumes", volumes);
            struck(row);
            assertThat(effects(EckdReservation.UNIT, "create-volumes", Effect.CREATED) - made)
                    .as("volumes and aliases: " + row)
                    .isEqualTo(devices);
            assertThat(effects(EckdReservation.UNIT, "delete-volume", Effect.DELETED) - deleted)
                    .as(row.toString())
                    .isEqualTo(devices);
            assertThat(effects(EckdReservation.ZVM, "create-guest", Effect.CREATED) - guests)
                    .as("guest and its disk: " + row)
                    .isEqualTo(2);
            assertThat(build.systems.feilong(EckdReservation.ZVM).guests()).isEmpty();
        }
    }

    @Test
    void aFiconGroupIsMadeFulfilledAndUnmadeOnce() throws IOException {
        LabBuild.Run run = open(ReserveEckd.Place.PARTITION, PARTITION).buildUntil("partition");
        carryOut(new Row("", "", FaultKind.HANG), run, "eckd-volumes", "storage.create-eckd-volumes");
        Map<String, List<String>> operations = Map.of(
                HMC,
                List.of(
                        "create-storage-group",
                        "attach-storage-group",
                        "fulfill-ficon-volume",
                        "list-adapters",
                        "list-storage-control-units",
                        "get-storage-control-unit",
                        "get-storage-subsystem",
                        "get-storage-site",
                        "list-storage-volumes",
                        "get-storage-volume",
                        "detach-storage-group",
                        "delete-storage-group"));
        StepAction fulfil = build.actions.get("hmc.fulfil-ficon-group");
        for (Row row : rows("ficon-faults", 24, operations)) {
            long made = effects(HMC, "create-storage-group", Effect.CREATED);
            long told = effects(HMC, "fulfill-ficon-volume", Effect.CHANGED);
            long deleted = effects(HMC, "delete-storage-group", Effect.DELETED);
            arm(row);
            StepResult group = carryOut(row, run, "eckd-group", "hmc.create-ficon-group");
            StepCall call = run.callOf("eckd-fulfilled", Operation.RUN);
            StepResult ended = tried(row, () -> {
                StepResult started = fulfil.start(call, build.context);
                return fulfil.await(LabBuild.with(call, Operation.AWAIT, Map.of(), started.job()), build.context);
            });
            assertThat(ended.finished()).as(row.toString()).isTrue();
            takeBack(row, run, "eckd-group", "hmc.create-ficon-group", group);
            struck(row);
            assertThat(effects(HMC, "create-storage-group", Effect.CREATED) - made)
                    .as(row.toString())
                    .isEqualTo(1);
            assertThat(effects(HMC, "fulfill-ficon-volume", Effect.CHANGED) - told)
                    .as("each volume once: " + row)
                    .isEqualTo(3);
            assertThat(effects(HMC, "delete-storage-group", Effect.DELETED) - deleted)
                    .as(row.toString())
                    .isEqualTo(1);
        }
    }
}
