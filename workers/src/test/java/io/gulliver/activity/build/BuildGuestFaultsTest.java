package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.SystemLimits;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.adapter.feilong.model.DiskSpec;
import io.gulliver.adapter.feilong.model.GuestDefinition.Card;
import io.gulliver.adapter.feilong.model.GuestSpec;
import io.gulliver.adapter.feilong.model.NicSpec;
import io.gulliver.adapter.feilong.model.VolumeSpec;
import io.gulliver.adapter.feilong.model.ZvmLimits;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.testing.MatrixSlice;
import io.gulliver.testing.StepCalls;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each fault at each call of a guest's build: what passes ends right, the rest stops with a sentence, and every effect is there once. */
@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
class BuildGuestFaultsTest {
    private static final String ONE = LabBuild.GUEST;
    private static final String ZVM = "zvm-1";
    private static final String USERID = ZvmLimits.userid(ONE, List.of());

    /** Whatever hangs is given up soon. */
    private static final SystemLimits SHORT = new SystemLimits(
            Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofMillis(500), Duration.ofSeconds(2));

    /** Calls that change something and can be looked at; the copy of an image cannot. */
    private static final List<String> CHANGES = List.of(
            "create-guest",
            "import-image",
            "create-nic",
            "delete-nic",
            "get-connector",
            "attach-volume",
            "create-interface",
            "update-switch",
            "couple-nic",
            "start-guest");

    private static final List<String> LOOKS = List.of(
            "get-definition", "get-host", "list-images", "get-fcp", "get-power-state", "get-switch", "get-console");

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

    @TempDir
    Path directory;

    private LabBuild build;

    @BeforeEach
    void openTheLab() throws IOException {
        build = new LabBuild(directory.toRealPath());
        build.within(SHORT);
    }

    @AfterEach
    void closeTheLab() {
        build.close();
    }

    private FeilongClient feilong() {
        return build.systems.feilong(ZVM);
    }

    private long effects(String operation, Effect effect) {
        return build.lab.context().ledger().entries(ZVM, operation).stream()
                .filter(entry -> entry.effect() == effect)
                .count();
    }

    private long volumes() {
        return ((List<?>) build.facts(ONE).values().get("server.data.volumes")).size()
                + ((List<?>) build.facts(ONE).values().get("server.redo.volumes")).size();
    }

    private void assertEverythingOnce() {
        assertThat(effects("create-guest", Effect.CREATED))
                .as("guest and its disk")
                .isEqualTo(2);
        assertThat(effects("import-image", Effect.CREATED)).isEqualTo(1);
        assertThat(effects("deploy-image", Effect.CHANGED)).isEqualTo(1);
        assertThat(effects("get-connector", Effect.CHANGED)).isEqualTo(1);
        assertThat(effects("attach-volume", Effect.CREATED)).isEqualTo(volumes());
        assertThat(effects("create-interface", Effect.CREATED)).isEqualTo(1);
        assertThat(effects("start-guest", Effect.STARTED)).isEqualTo(1);
        assertThat(feilong().findGuest(USERID).orElseThrow().nics())
                .contains(new Card("1000", "VSWDB", 1726))
                .as("the mark of a copy whose end is known may stay, and is a card without a network")
                .hasSizeLessThanOrEqualTo(2);
    }

    static Stream<Arguments> everyFaultAtEveryCall() {
        List<Arguments> all = Stream.concat(CHANGES.stream(), LOOKS.stream())
                .flatMap(operation -> PASSING.stream().map(kind -> Arguments.of(operation, kind)))
                .toList();
        return MatrixSlice.of("guest-build-faults", all, one -> one.get()[0] + ":" + one.get()[1], 24).stream();
    }

    @ParameterizedTest(name = "{1} at {0}")
    @MethodSource("everyFaultAtEveryCall")
    void whatPassesEndsRight(String operation, FaultKind kind) {
        build.lab.context().faults().arm(ZVM, operation, kind, 1);

        LabBuild.Run run = build.run(ONE);
        // A token that has ended is renewed before anything is read.
        boolean lost = operation.equals("get-console") && kind != FaultKind.SESSION_EXPIRED;
        run.buildUntil(lost ? "start" : "first-boot");
        if (lost) {
            // What was read and lost is gone, so the fault strikes before anything is printed.
            StepAction action = build.actions.get("zvm.first-boot");
            StepCall call = run.callOf("first-boot", Operation.RUN);
            feilong().stop(USERID);
            assertThatThrownBy(() -> action.await(call, build.context))
                    .isInstanceOfSatisfying(
                            StepFailedException.class,
                            failure -> assertThat(failure.failure().kind().retryable())
                                    .as("a look is tried again")
                                    .isTrue());
            feilong().start(USERID);
            run.buildUntil("first-boot");
            assertThat(build.lab.context().faults().armed()).isEmpty();
            return;
        }

        assertThat(build.lab.context().faults().armed())
                .as("the fault has struck")
                .isEmpty();
        assertEverythingOnce();
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"STATUS_409", "STATUS_429", "STATUS_503", "SESSION_EXPIRED", "CAPACITY_EXHAUSTED"})
    void aCopyThatDidNotBeginIsBegunAgain(FaultKind kind) {
        build.lab.context().faults().arm(ZVM, "deploy-image", kind, 1);

        build.run(ONE).buildUntil("start");

        assertThat(build.lab.context().faults().armed()).isEmpty();
        assertThat(effects("deploy-image", Effect.CHANGED)).isEqualTo(1);
        assertThat(feilong().findGuest(USERID).orElseThrow().nics()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"RESET_BEFORE", "RESET_AFTER", "STATUS_500_AFTER", "STATUS_500", "HTML_BODY", "HANG"})
    void aCopyWhoseAnswerIsLostIsLeftToAPersonWhoseRetryCopiesAnew(FaultKind kind) {
        build.lab.context().faults().arm(ZVM, "deploy-image", kind, 1);
        LabBuild.Run run = build.run(ONE);

        StepFailedException lost = catchThrowableOfType(StepFailedException.class, () -> run.buildUntil("deploy"));

        assertThat(lost.failure().code()).isEqualTo(FailureCode.JOB_VANISHED.name());
        assertThat(lost.failure().kind().retryable()).isFalse();
        assertThat(lost)
                .hasMessageContaining("onto disk 0100 of guest " + USERID)
                .hasMessageContaining("the answer of Feilong zvm-1 was lost");
        assertThat(lost.failure().advice()).contains("until it says that the deployment of this guest has ended");
        long copies = effects("deploy-image", Effect.CHANGED);
        StepAction action = build.actions.get("zvm.deploy-image");
        StepCall call = run.callOf("deploy", Operation.RUN);
        assertThatThrownBy(() -> action.start(call, build.context))
                .as("another try of the same round, as after the loss of a worker")
                .hasMessageContaining("Nobody can ask it whether the copy still runs");
        assertThat(effects("deploy-image", Effect.CHANGED)).isEqualTo(copies);

        action.start(ofRound(call, 2), build.context);

        assertThat(effects("deploy-image", Effect.CHANGED)).isEqualTo(copies + 1);
        assertThat(feilong().findGuest(USERID).orElseThrow().nics())
                .as("no mark is left")
                .isEmpty();
    }

    @Test
    void aCopyThatTheServerSaysHasFailedIsToldAndCanBeTriedAgain() {
        build.lab.context().faults().arm(ZVM, "deploy-image", FaultKind.JOB_FAILS, 1);
        LabBuild.Run run = build.run(ONE);

        assertThatThrownBy(() -> run.buildUntil("deploy"))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.REQUEST_REFUSED.name());
                    assertThat(failure).hasMessageContaining("unpackdiskimage failed");
                });
        run.buildUntil("first-boot");

        assertEverythingOnce();
    }

    private static StepCall ofRound(StepCall call, int round) {
        return new StepCall(
                call.migration(),
                call.program(),
                call.database(),
                call.purpose(),
                call.generation(),
                call.step(),
                1,
                round,
                call.operation(),
                call.action(),
                call.playbookHash(),
                call.inputs(),
                call.outputs(),
                call.job(),
                call.patienceSeconds());
    }

    @Test
    void aPoolThatIsFullInBetweenLeavesAGuestThatTheRetryMakesWhole() {
        build.lab.context().faults().arm(ZVM, "create-guest", FaultKind.POOL_FULL, 1);
        LabBuild.Run run = build.run(ONE);

        assertThatThrownBy(() -> run.buildUntil("guest")).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.CAPACITY_EXHAUSTED.name());
            assertThat(failure).hasMessageContaining("Guest " + USERID + " of zvm-1 was made, and its disk was not");
            assertThat(failure.failure().advice()).contains("server.boot.pool");
        });
        run.buildUntil("guest");

        assertThat(effects("create-guest", Effect.CREATED)).isEqualTo(1);
        assertThat(effects("create-disks", Effect.CREATED)).isEqualTo(1);
        assertThat(feilong().findGuest(USERID).orElseThrow().disks()).hasSize(1);
    }

    @Test
    void whatIsGoneBetweenPlanAndCreateIsSaidBeforeAnythingIsMade() {
        LabBuild.Run run = build.run(ONE);
        assertThat(run.evaluate()).anySatisfy(text -> assertThat(text).contains("would create guest " + USERID));
        feilong().createGuest(GuestSpec.linux("THEIRS", 1, 2, 2000 * 1024L, "2000G", List.of()));
        for (int i = 0; i < 40; i++) {
            feilong().createDisks("THEIRS", List.of(DiskSpec.raw("51g", "ECKD:SYSTEM")));
        }
        build.otherFacts.put("server.boot.gib", 49.0);
        build.otherFacts.put("server.production", true);

        assertThatThrownBy(() -> run.buildUntil("guest")).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.CAPACITY_EXHAUSTED.name());
            assertThat(failure)
                    .hasMessageContaining("z/VM system ZVM1 behind zvm-1 lacks memory (its guests have 2048000 MiB")
                    .hasMessageContaining("room in pool ECKD:SYSTEM")
                    .hasMessageContaining("wanted are 3 virtual CPUs");
        });
        assertThat(feilong().findGuest(USERID)).isEmpty();
    }

    @Test
    void memoryMayBePromisedTwiceOnlyWhereNothingOfProductionLands() {
        feilong().createGuest(GuestSpec.linux("THEIRS", 1, 2, 2000 * 1024L, "2000G", List.of()));
        build.otherFacts.put("server.production", false);

        assertThat(build.run(ONE).buildUntil("guest").outputs).containsKey("guest");
    }

    @Test
    void roomThatIsOnNoSingleVolumeIsNoRoom() {
        feilong().createGuest(GuestSpec.linux("THEIRS", 1, 2, 1024, "2G", List.of()));
        for (int i = 0; i < 40; i++) {
            feilong().createDisks("THEIRS", List.of(DiskSpec.raw("50g", "ECKD:SYSTEM")));
        }

        assertThatThrownBy(() -> build.run(ONE).buildUntil("guest"))
                .hasMessageContaining("Guest " + USERID + " of zvm-1 was made, and its disk was not");
    }

    @Test
    void moreVirtualCpusThanLogicalOnesAreRefused() {
        build.otherFacts.put("server.cpus.maximum", 65);
        assertThatThrownBy(() -> build.run(ONE).buildUntil("guest")).hasMessageContaining("wanted 1 to 64");
        build.otherFacts.remove("server.cpus.maximum");

        StepCall call = build.run(ONE).buildUntil("names-known").callOf("guest", Operation.RUN);
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.put("cpus", 33);
        inputs.put("maximum_cpus", 40);
        assertThatThrownBy(() -> build.actions.get("zvm.create-guest").run(StepCalls.with(call, inputs), build.context))
                .hasMessageContaining("lacks logical CPUs (it has 32)");
    }

    @Test
    void pathsThatAreAllTakenAreSaid() {
        build.lab.context().faults().arm(ZVM, "get-connector", FaultKind.CAPACITY_EXHAUSTED, 1);
        LabBuild.Run run = build.run(ONE);

        assertThatThrownBy(() -> run.buildUntil("paths")).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.CAPACITY_EXHAUSTED.name());
            assertThat(failure).hasMessageContaining("No free FCP device left");
        });
        run.buildUntil("paths");
        assertThat(effects("get-connector", Effect.CHANGED)).isEqualTo(1);
    }

    @Test
    void aDeviceThatSomebodyTookMeanwhileIsNotTakenBack() {
        LabBuild.Run run = build.run(ONE).buildUntil("redo-mappings");
        List<?> devices = (List<?>) run.outputs.get("paths").get("devices");
        feilong().createGuest(GuestSpec.linux("THEIRS", 1, 2, 1024, "2G", List.of()));
        feilong()
                .attachVolume(new VolumeSpec(
                        "THEIRS",
                        List.of(String.valueOf(devices.get(0))),
                        List.of("500507680b21bb34"),
                        "0000000000000000",
                        "rhel9.4",
                        "/dev/theirs",
                        false,
                        "database"));

        assertThatThrownBy(() -> run.buildUntil("attach"))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.NAME_TAKEN.name());
                    assertThat(failure).hasMessageContaining("is used by THEIRS and not by " + USERID);
                });
        assertThat(effects("attach-volume", Effect.CREATED)).as("theirs alone").isEqualTo(1);
    }

    @Test
    void aCardInAnotherVlanIsCoupledAnew() {
        LabBuild.Run run = build.run(ONE).buildUntil("deploy");
        feilong().createNic(USERID, new NicSpec("1000", null, false));
        feilong().setVlan("VSWDB", USERID, 7);
        feilong().couple(USERID, "1000", "VSWDB", 7);

        run.buildUntil("network");

        assertThat(feilong().findGuest(USERID).orElseThrow().nics()).containsExactly(new Card("1000", "VSWDB", 1726));
    }

    static Stream<Arguments> everyFaultAtEveryUndo() {
        List<Arguments> all = Stream.of(
                        "delete-guest",
                        "detach-volume",
                        "get-connector",
                        "soft-stop-guest",
                        "delete-interface",
                        "update-switch")
                .flatMap(operation -> PASSING.stream().map(kind -> Arguments.of(operation, kind)))
                .toList();
        return MatrixSlice.of("guest-undo-faults", all, one -> one.get()[0] + ":" + one.get()[1], 12).stream();
    }

    @ParameterizedTest(name = "{1} at {0}")
    @MethodSource("everyFaultAtEveryUndo")
    void whateverHappensToAnAnswerNothingIsLeft(String operation, FaultKind kind) {
        LabBuild.Run run = build.run(ONE).buildUntil("first-boot");
        List<?> devices = (List<?>) run.outputs.get("paths").get("devices");
        build.lab.context().faults().arm(ZVM, operation, kind, 1);

        for (LabBuild.Made last : new ArrayList<>(run.made)) {
            if (!last.step().undoable()) {
                run.made.remove(last);
            }
        }
        while (!run.made.isEmpty()) {
            run.undoLast();
        }

        assertThat(build.lab.context().faults().armed())
                .as("the fault has struck")
                .isEmpty();
        assertThat(feilong().guests()).isEmpty();
        assertThat(feilong().findSwitch("VSWDB").orElseThrow().users()).isEmpty();
        assertThat(devices)
                .allSatisfy(device -> assertThat(feilong()
                                .findFcp(String.valueOf(device))
                                .orElseThrow()
                                .reserved())
                        .isFalse());
        assertThat(effects("delete-guest", Effect.DELETED)).isEqualTo(1);
    }
}
