package io.gulliver.adapter.feilong;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gulliver.adapter.feilong.FeilongException.Meaning;
import io.gulliver.adapter.feilong.model.DeploySpec;
import io.gulliver.adapter.feilong.model.DiskSpec;
import io.gulliver.adapter.feilong.model.GuestDefinition;
import io.gulliver.adapter.feilong.model.NicSpec;
import io.gulliver.adapter.feilong.model.PowerState;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import io.gulliver.adapter.http.PassingFaults;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults.Fault;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.testing.MatrixSlice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every fault in every change: what is looked for before it is done again is done once, by the ledger. */
class FeilongFaultTest {

    // A simulator that hangs does so for ever, so this limit only sets how long the test takes.
    private static final Duration IMPATIENT = Duration.ofSeconds(2);

    /** A change, and the look that tells whether it is done. */
    private enum Change {
        CREATE_GUEST(
                "create-guest",
                client -> client.createGuest(FeilongBench.guest("DB02")),
                client -> client.findGuest("DB02")
                        .filter(guest -> guest.disks().size() == 2)
                        .isPresent()),
        CREATE_DISKS(
                "create-disks",
                client -> client.createDisks("DB01", List.of(DiskSpec.raw("1g", FeilongBench.POOL))),
                client -> guest(client).disks().size() == 3),
        CREATE_NIC(
                "create-nic",
                client -> client.createNic("DB01", new NicSpec("2000", null, false)),
                client -> guest(client).nics().stream()
                        .anyMatch(card -> card.vdev().equals("2000"))),
        COUPLE(
                "couple-nic",
                client -> client.couple("DB01", "1000", "VSW1", 20),
                client -> guest(client).nics().stream().anyMatch(card -> "VSW1".equals(card.vswitch()))),
        SET_VLAN(
                "update-switch",
                client -> client.setVlan("VSW1", "DB01", 20),
                client -> client.findSwitch("VSW1").orElseThrow().users().contains("DB01")),
        START("start-guest", client -> client.start("DB01"), client -> client.powerState("DB01") == PowerState.ON),
        RESIZE(
                "resize-cpus",
                client -> client.resizeCpus("DB01", 6),
                client -> guest(client).cpus() == 6),
        IMPORT(
                "import-image",
                client -> client.importImage(FeilongBench.IMAGE),
                client -> client.findImage("rhel94").isPresent()),
        DELETE(
                "delete-guest",
                client -> client.deleteGuest("DB01"),
                client -> client.findGuest("DB01").isEmpty());

        private final String operation;
        private final Consumer<FeilongClient> act;
        private final Predicate<FeilongClient> isSo;

        Change(String operation, Consumer<FeilongClient> act, Predicate<FeilongClient> isSo) {
            this.operation = operation;
            this.act = act;
            this.isSo = isSo;
        }

        private static GuestDefinition guest(FeilongClient client) {
            return client.findGuest("DB01").orElseThrow();
        }
    }

    @TempDir
    Path directory;

    private FeilongBench bench;

    @BeforeEach
    void start() {
        bench = new FeilongBench(directory);
        bench.client.createGuest(FeilongBench.guest("DB01"));
        bench.client.createNic("DB01", new NicSpec("1000", null, false));
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    static Stream<Arguments> everyFaultInEveryChange() {
        List<Arguments> all = Stream.of(Change.values())
                .flatMap(change -> PassingFaults.ALL.stream().map(kind -> Arguments.of(change, kind)))
                .toList();
        return MatrixSlice.of("feilong-faults", all, one -> one.get()[0] + ":" + one.get()[1], 25).stream();
    }

    @ParameterizedTest(name = "{1} in {0}")
    @MethodSource("everyFaultInEveryChange")
    void doesItOnceWhateverBreaks(Change change, FaultKind kind) {
        boolean hangs = kind == FaultKind.HANG || kind == FaultKind.HANG_BEFORE;
        FeilongClient client = hangs ? bench.client(IMPATIENT) : bench.client;
        int before = bench.context.ledger().entries().size();
        bench.context.faults().arm(FeilongBench.SYSTEM, change.operation, kind, 1);

        lookActLook(client, change);

        assertThat(bench.context.faults().armed()).as("the fault has struck").isEmpty();
        assertThat(change.isSo.test(bench.client)).isTrue();
        long effects = bench.context.ledger().entries().stream()
                .skip(before)
                .filter(entry ->
                        entry.effect() != Effect.REFUSED && !entry.object().contains("."))
                .count();
        long parts = bench.context.ledger().entries().stream()
                .skip(before)
                .filter(entry -> entry.object().contains("."))
                .map(entry -> entry.operation() + entry.object())
                .distinct()
                .count();
        long allParts = bench.context.ledger().entries().stream()
                .skip(before)
                .filter(entry -> entry.object().contains("."))
                .count();
        assertThat(effects).as("whole effects").isLessThanOrEqualTo(1);
        assertThat(allParts).as("disks and cards, each once").isEqualTo(parts);
        assertThat(effects + allParts).as("something was done").isPositive();
    }

    /** What an action does: look, act, look; again after a passing failure. */
    private static void lookActLook(FeilongClient client, Change change) {
        FeilongException last = null;
        for (int attempt = 0; attempt < 5; attempt++) {
            try {
                if (change.isSo.test(client)) {
                    return;
                }
                change.act.accept(client);
            } catch (FeilongException e) {
                if (e.kind() != Kind.TRANSIENT) {
                    throw e;
                }
                last = e;
            }
        }
        if (!change.isSo.test(client)) {
            throw new AssertionError("not done after 5 attempts", last);
        }
    }

    static Stream<Arguments> whatEachFaultSays() {
        return Stream.of(
                Arguments.of(FaultKind.RESET_BEFORE, Meaning.UNCERTAIN, true),
                Arguments.of(FaultKind.RESET_AFTER, Meaning.UNCERTAIN, true),
                Arguments.of(FaultKind.STATUS_409, Meaning.BUSY, false),
                Arguments.of(FaultKind.STATUS_429, Meaning.UNCERTAIN, true),
                Arguments.of(FaultKind.STATUS_500, Meaning.UNCERTAIN, true),
                Arguments.of(FaultKind.STATUS_500_AFTER, Meaning.UNCERTAIN, true),
                Arguments.of(FaultKind.STATUS_503, Meaning.BUSY, false),
                Arguments.of(FaultKind.HTML_BODY, Meaning.UNCERTAIN, true));
    }

    @ParameterizedTest
    @MethodSource("whatEachFaultSays")
    void saysWhetherItMayBeDone(FaultKind fault, Meaning meaning, boolean mayHaveHappened) {
        bench.context.faults().arm(FeilongBench.SYSTEM, "create-nic", fault, 1);

        FeilongException failure = catchThrowableOfType(
                FeilongException.class, () -> bench.client.createNic("DB01", new NicSpec("2000", null, false)));

        assertThat(failure.meaning()).isEqualTo(meaning);
        assertThat(failure.kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(failure.mayHaveHappened()).isEqualTo(mayHaveHappened);
        assertThat(failure).hasMessageContaining("zvm-1").hasMessageEndingWith(failure.advice());
    }

    @Test
    void givesUpOnASlowDeployByItsOwnLimitAndFindsItDone() {
        bench.client.importImage(FeilongBench.IMAGE);
        bench.context
                .faults()
                .arm(new Fault(FeilongBench.SYSTEM, "deploy-image", FaultKind.TAKES_LONG, 0, 1, Duration.ofSeconds(3)));

        bench.client.deploy("DB01", new DeploySpec("rhel94", null, null, null, null));
        bench.context.faults().arm(FeilongBench.SYSTEM, "deploy-image", FaultKind.HANG, 1);
        FeilongException slow = catchThrowableOfType(
                FeilongException.class,
                () -> bench.client(Duration.ofSeconds(1))
                        .deploy("DB01", new DeploySpec("rhel94", null, null, null, null)));

        assertThat(slow.mayHaveHappened()).isTrue();
        assertThat(slow).hasMessageContaining("no answer within 1 s");
        assertThat(bench.effects("deploy-image", Effect.CHANGED))
                .as("a copy done again is a copy")
                .isEqualTo(2);
    }

    @Test
    void waitsForADeployWhenTooManyRun() {
        bench.client.importImage(FeilongBench.IMAGE);
        bench.context.faults().arm(FeilongBench.SYSTEM, "deploy-image", FaultKind.CAPACITY_EXHAUSTED, 1);

        FeilongException busy = catchThrowableOfType(
                FeilongException.class,
                () -> bench.client.deploy("DB01", new DeploySpec("rhel94", null, null, null, null)));

        assertThat(busy.meaning()).isEqualTo(Meaning.BUSY);
        assertThat(busy.codes()).isEqualTo("503/503/1");
        assertThat(busy.mayHaveHappened()).isFalse();
    }

    @Test
    void saysThatACopyFailed() {
        bench.client.importImage(FeilongBench.IMAGE);
        bench.context.faults().arm(FeilongBench.SYSTEM, "deploy-image", FaultKind.JOB_FAILS, 1);

        FeilongException failed = catchThrowableOfType(
                FeilongException.class,
                () -> bench.client.deploy("DB01", new DeploySpec("rhel94", null, null, null, null)));

        assertThat(failed.meaning()).isEqualTo(Meaning.FAILED);
        assertThat(failed.kind()).isEqualTo(Kind.EXTERNAL);
        assertThat(failed.codes()).isEqualTo("300/300/3");
    }

    @Test
    void saysThatThePoolIsFullAndLeavesWhatWasMade() {
        bench.context.faults().arm(new Fault(FeilongBench.SYSTEM, "create-guest", FaultKind.POOL_FULL, 1, 1));

        FeilongException full = catchThrowableOfType(
                FeilongException.class, () -> bench.client.createGuest(FeilongBench.guest("DB02")));

        assertThat(full.meaning()).isEqualTo(Meaning.FULL);
        assertThat(full.kind()).isEqualTo(Kind.CAPACITY);
        assertThat(full.mayHaveHappened()).isTrue();
        assertThat(bench.client.findGuest("DB02").orElseThrow().disks()).hasSize(1);
    }

    @Test
    void refusesARequestThatTheServerWouldCutOff() {
        List<DiskSpec> many = Stream.generate(() -> DiskSpec.raw("1g", FeilongBench.POOL))
                .limit(80)
                .toList();
        int before = bench.calls.size();

        FeilongException large =
                catchThrowableOfType(FeilongException.class, () -> bench.client.createDisks("DB01", many));

        assertThat(large.kind()).isEqualTo(Kind.REQUEST);
        assertThat(large).hasMessageContaining("fewer disks");
        assertThat(bench.calls).hasSize(before);
    }
}
