package io.gulliver.adapter.ds8000;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gulliver.adapter.ds8000.Ds8000Exception.Meaning;
import io.gulliver.adapter.ds8000.model.CreatedVolumes;
import io.gulliver.adapter.ds8000.model.Ds8000Volume;
import io.gulliver.adapter.ds8000.model.ExtentPool;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import io.gulliver.adapter.http.PassingFaults;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.ds8000.LabDs8000;
import io.gulliver.lab.ds8000.LabDs8000Spec;
import io.gulliver.lab.ds8000.LabDs8000Spec.PoolSpec;
import io.gulliver.lab.storage.VolumeContent;
import io.gulliver.testing.MatrixSlice;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The client against a storage unit that misbehaves; "once" is read from the lab's ledger, never from the final state. */
class Ds8000FaultTest {
    private static final String SYSTEM = "ds-1";
    private static final String PASSWORD = "canary/pass word\"7";
    private static final long GIB = 1L << 30;
    private static final List<String> PORTS = List.of("C050760000000001", "C050760000000002");
    private static final Duration LIMIT = Duration.ofSeconds(30);
    // A simulator that hangs does so for ever, so this limit only sets how long the test takes.
    private static final Duration IMPATIENT = Duration.ofSeconds(2);

    @TempDir
    Path folder;

    private final List<CallLog.Call> calls = new CopyOnWriteArrayList<>();
    private LabContext lab;
    private LabDs8000 storage;

    @BeforeEach
    void start() {
        lab = LabContext.open(folder.resolve("lab"), LabPace.max(), Clock.systemUTC());
        storage = LabDs8000.start(
                lab,
                LabDs8000Spec.of(
                                SYSTEM,
                                "gulliver",
                                PASSWORD,
                                List.of(
                                        PoolSpec.fixedBlock("P0", 100 * GIB),
                                        PoolSpec.fixedBlock("P1", 100 * GIB),
                                        PoolSpec.countKeyData("P2", 100 * GIB)))
                        .withGolden(List.of(new LabDs8000Spec.GoldenVolume(
                                "0000", "GOLD", "P0", 8 * GIB, new VolumeContent("RHEL", "9.4", true)))));
    }

    @AfterEach
    void stop() {
        storage.close();
        lab.close();
    }

    private HttpDs8000Client client(Duration limit, List<URI> addresses) {
        return new HttpDs8000Client(
                new Ds8000Properties(
                        SYSTEM,
                        addresses,
                        "gulliver",
                        "secret/ds-1",
                        lab.certificates().caFile(),
                        Duration.ofSeconds(5),
                        limit,
                        limit),
                () -> PASSWORD,
                calls::add);
    }

    private HttpDs8000Client client() {
        return client(LIMIT, List.of(storage.uri()));
    }

    private Ds8000Provisioner provisioner(Duration limit) {
        return new Ds8000Provisioner(SYSTEM, client(limit, List.of(storage.uri())));
    }

    private ExtentPool pool(String id) {
        return client().fetchPools().stream()
                .filter(pool -> pool.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private Ds8000Volume ensure(Ds8000Provisioner provisioner, String name, boolean thin) {
        return provisioner.ensureVolume(name, pool("P0"), List.of("P0"), Set.of("10", "12"), 10 * GIB, thin);
    }

    private static <T> T retried(Supplier<T> step) {
        List<Ds8000Exception> seen = new ArrayList<>();
        while (seen.size() < 5) {
            try {
                return step.get();
            } catch (Ds8000Exception e) {
                if (e.kind() != Kind.TRANSIENT) {
                    throw e;
                }
                seen.add(e);
            }
        }
        throw new AssertionError("Still failing after " + seen);
    }

    private long effects(String operation, Effect effect) {
        return lab.ledger().entries(SYSTEM, operation).stream()
                .filter(entry -> entry.effect() == effect)
                .count();
    }

    // --- fault by point -------------------------------------------------------------------------------------------

    static Stream<Arguments> everyFaultInEveryChange() {
        List<Arguments> all = Stream.of(
                        "create-volumes",
                        "create-host",
                        "create-host-port",
                        "create-mapping",
                        "create-flashcopy",
                        "delete-flashcopy",
                        "delete-mapping",
                        "delete-host",
                        "delete-volume")
                .flatMap(operation -> PassingFaults.ALL.stream().map(kind -> Arguments.of(operation, kind)))
                .toList();
        return MatrixSlice.of("array-faults", all, one -> one.get()[0] + ":" + one.get()[1], 24).stream();
    }

    @ParameterizedTest(name = "{1} in {0}")
    @MethodSource("everyFaultInEveryChange")
    void makesAndUnmakesEachOnceWhateverBreaks(String operation, FaultKind kind) {
        boolean hangs = kind == FaultKind.HANG || kind == FaultKind.HANG_BEFORE;
        Ds8000Provisioner once = provisioner(hangs ? IMPATIENT : LIMIT);
        lab.faults().arm(SYSTEM, operation, kind, 1);

        Ds8000Volume golden = once.findVolume("GOLD").orElseThrow();
        Ds8000Volume volume =
                retried(() -> once.ensureVolume("ENS_DB01", pool("P0"), List.of("P0"), Set.of("10"), 8 * GIB, true));
        retried(() -> once.ensureHost("DB01", PORTS));
        retried(() -> once.ensureRelation(golden, volume));
        retried(() -> once.deleteRelation(golden, volume));
        retried(() -> once.ensureMapping(volume, "DB01"));
        assertThat(once.portsOf("DB01")).containsExactlyElementsOf(PORTS);
        assertThat(storage.content("6005076306FFD2F0000000000000" + volume.id()))
                .isPresent();
        retried(() -> once.deleteMapping(volume, "DB01"));
        retried(() -> once.deleteHost("DB01"));
        retried(() -> once.deleteVolume(volume));

        assertThat(lab.faults().armed()).as("faults that did not strike").isEmpty();
        assertThat(effects("create-volumes", Effect.CREATED)).isEqualTo(1);
        assertThat(effects("create-host", Effect.CREATED)).isEqualTo(1);
        assertThat(effects("create-host-port", Effect.CREATED)).isEqualTo(2);
        assertThat(effects("create-mapping", Effect.CREATED)).isEqualTo(1);
        assertThat(effects("create-flashcopy", Effect.CREATED)).isEqualTo(1);
        assertThat(effects("delete-volume", Effect.DELETED)).isEqualTo(1);
        assertThat(effects("delete-host", Effect.DELETED)).isEqualTo(1);
        assertThat(once.findVolume("ENS_DB01")).isEmpty();
        assertThat(once.findVolume("GOLD")).isPresent();
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"RESET_BEFORE", "STATUS_500", "STATUS_503", "HTML_BODY", "SESSION_EXPIRED"})
    void oneVolumeIsMadeWhenTheLookAfterTheActBreaks(FaultKind kind) {
        lab.faults().arm(SYSTEM, "list-lss-volumes", kind, 1);

        retried(() -> ensure(provisioner(LIMIT), "ENS_DB01", true));
        retried(() -> ensure(provisioner(LIMIT), "ENS_DB01", true));

        assertThat(effects("create-volumes", Effect.CREATED)).isEqualTo(1);
    }

    // --- timeouts -------------------------------------------------------------------------------------------------

    @Test
    void aTimeoutWhoseVolumeIsSeenLaterMakesNoSecondOne() {
        lab.faults().arm(SYSTEM, "create-volumes", FaultKind.SLOW_TO_SETTLE, 1);
        Ds8000Provisioner once = provisioner(LIMIT);

        assertThatThrownBy(() -> ensure(once, "ENS_DB01", true))
                .isInstanceOfSatisfying(Ds8000Exception.class, e -> {
                    assertThat(e.kind()).isEqualTo(Kind.TRANSIENT);
                    assertThat(e.mayHaveHappened()).isTrue();
                })
                .hasMessageContaining("may still be being made under id");
        Ds8000Volume volume = retried(() -> ensure(once, "ENS_DB01", true));

        assertThat(volume.name()).isEqualTo("ENS_DB01");
        assertThat(effects("create-volumes", Effect.CREATED)).isEqualTo(1);
        assertThat(client().fetchVolumesOfPool("P0"))
                .extracting(Ds8000Volume::name)
                .containsOnlyOnce("ENS_DB01");
    }

    @Test
    void aTimeoutAfterWhichNothingIsThereIsMadeUpForUnderTheSameId() {
        lab.faults().arm(SYSTEM, "create-volumes", FaultKind.NEVER_SETTLES, 1);
        Ds8000Provisioner once = provisioner(LIMIT);
        Ds8000Exception lost = catchThrowableOfType(Ds8000Exception.class, () -> ensure(once, "ENS_DB01", false));

        Ds8000Volume volume = ensure(once, "ENS_DB01", false);

        assertThat(lost).hasMessageContaining("under id " + volume.id());
        assertThat(effects("create-volumes", Effect.CREATED)).isEqualTo(1);
    }

    // --- what parks -----------------------------------------------------------------------------------------------

    @Test
    void aPoolWithoutRoomIsToldWithItsFigures() {
        Ds8000Provisioner once = provisioner(LIMIT);
        // It was free when somebody planned.
        ExtentPool before = pool("P1");
        for (int i = 0; i < 9; i++) {
            client().createVolumes(NewVolumes.one("110" + i, "THEIRS" + i, "P1", 11 * GIB, false));
        }

        assertThatThrownBy(() -> once.ensureVolume("ENS_DB01", before, List.of(), Set.of(), 10 * GIB, false))
                .isInstanceOfSatisfying(Ds8000Exception.class, e -> {
                    assertThat(e.kind()).isEqualTo(Kind.CAPACITY);
                    assertThat(e.meaning()).isEqualTo(Meaning.POOL_FULL);
                })
                .hasMessageContaining("pool P1 has " + GIB + " bytes free, wanted " + 10 * GIB)
                .hasMessageContaining("not enough available extents");
    }

    @Test
    void aFullLssIsPassedOverAndOnlyAllOfThemPark() {
        lab.faults().arm(SYSTEM, "create-volumes", FaultKind.CAPACITY_EXHAUSTED, 1);
        Ds8000Provisioner once = provisioner(LIMIT);
        Ds8000Volume volume = ensure(once, "ENS_DB01", true);
        assertThat(volume.lss()).isIn("10", "12");

        lab.faults().arm(SYSTEM, "create-volumes", FaultKind.CAPACITY_EXHAUSTED, 2);
        assertThatThrownBy(() -> ensure(once, "ENS_DB02", true))
                .isInstanceOfSatisfying(
                        Ds8000Exception.class, e -> assertThat(e.kind()).isEqualTo(Kind.CAPACITY))
                .hasMessageContaining("no LSS that goes with pool P0 has a free id among [10, 12]");
    }

    @Test
    void ourNameOnSomebodysVolumeStopsAndTwoOfItAreNotChosenBetween() {
        client().createVolumes(NewVolumes.one("1000", "ENS_DB01", "P0", 3 * GIB, true));
        assertThatThrownBy(() -> ensure(provisioner(LIMIT), "ENS_DB01", true))
                .isInstanceOfSatisfying(Ds8000Exception.class, e -> {
                    assertThat(e.kind()).isEqualTo(Kind.CONFLICT);
                    assertThat(e.meaning()).isEqualTo(Meaning.TAKEN);
                })
                .hasMessageContaining("volume 1000 has the name ENS_DB01, but capacity " + 3 * GIB + " bytes, wanted")
                .hasMessageContaining("Nothing was changed");
        client().createVolumes(NewVolumes.one("1201", "ENS_DB01", "P0", 10 * GIB, true));
        assertThatThrownBy(() -> ensure(provisioner(LIMIT), "ENS_DB01", true))
                .hasMessageContaining("that of 2 volumes: [1000, 1201]");
        assertThat(effects("create-volumes", Effect.CREATED)).isEqualTo(2);
    }

    @Test
    void aPortOfAnotherHostIsNeverMoved() {
        client().createHost("THEIRS");
        client().createHostPort(PORTS.get(1), "THEIRS");
        assertThatThrownBy(() -> provisioner(LIMIT).ensureHost("DB01", PORTS))
                .hasMessageContaining("port C050760000000002 belongs to host THEIRS, wanted for DB01");
        assertThat(effects("create-host", Effect.CREATED)).isEqualTo(1);

        client().createHost("DB02");
        client().createHostPort("C0507600000000FF", "DB02");
        assertThatThrownBy(() -> provisioner(LIMIT).ensureHost("DB02", List.of(PORTS.get(0))))
                .hasMessageContaining("host DB02 has port C0507600000000FF, wanted are [C050760000000001]");
        assertThat(effects("move-host-port", Effect.CHANGED)).isZero();
    }

    @Test
    void aVolumeThatAnotherHostSeesIsNotMapped() {
        Ds8000Provisioner once = provisioner(LIMIT);
        Ds8000Volume volume = ensure(once, "ENS_DB01", true);
        client().createHost("THEIRS");
        client().createMapping("THEIRS", volume.id());
        once.ensureHost("DB01", PORTS);
        assertThatThrownBy(() -> once.ensureMapping(volume, "DB01"))
                .hasMessageContaining("is mapped to THEIRS, wanted for DB01 alone");
        assertThat(once.deleteMapping(volume, "DB01")).as("nothing of ours").isFalse();
        assertThatThrownBy(() -> once.deleteVolume(volume)).hasMessageContaining("is mapped to a host");
    }

    @Test
    void aRefusedLogonIsNotTriedAgain() {
        HttpDs8000Client wrong = new HttpDs8000Client(
                new Ds8000Properties(
                        SYSTEM,
                        List.of(storage.uri()),
                        "gulliver",
                        "secret/ds-1",
                        lab.certificates().caFile(),
                        LIMIT,
                        LIMIT,
                        LIMIT),
                () -> "wrong",
                calls::add);
        assertThatThrownBy(wrong::fetchUnit)
                .isInstanceOfSatisfying(Ds8000Exception.class, e -> {
                    assertThat(e.kind()).isEqualTo(Kind.EXTERNAL);
                    assertThat(e.code()).isEqualTo("BE7A002D");
                })
                .hasMessageContaining("the logon of user gulliver was refused")
                .hasMessageContaining("secret/ds-1");
        assertThat(calls).hasSize(1);
    }

    // --- sessions and HMCs ----------------------------------------------------------------------------------------

    @Test
    void whenItsHmcIsRestartedTheOtherOneIsAsked() {
        HttpDs8000Client both = client(LIMIT, List.of(storage.uri(), storage.secondUri()));
        Ds8000Provisioner once = new Ds8000Provisioner(SYSTEM, both);
        ExtentPool pool = pool("P0");
        ensure(once, "ENS_DB01", true);
        storage.firstHmcGoesDown();

        // It looks before it makes. A change alone could be sent into the connection that is just being closed, and
        // then
        // nobody can say whether it was done.
        once.ensureVolume("ENS_DB02", pool, List.of("P0"), Set.of("10", "12"), 10 * GIB, true);

        assertThat(both.fetchVolumesOfPool("P0")).extracting(Ds8000Volume::name).contains("ENS_DB01", "ENS_DB02");
        assertThat(effects("create-volumes", Effect.CREATED)).isEqualTo(2);
    }

    @Test
    void aChangeGoesToTheOtherHmcWhereTheFirstCannotBeReached() {
        storage.firstHmcGoesDown();

        client(LIMIT, List.of(storage.uri(), storage.secondUri()))
                .createVolumes(NewVolumes.one("1277", "ENS_DB02", "P0", GIB, true));

        assertThat(effects("create-volumes", Effect.CREATED)).isEqualTo(1);
    }

    @Test
    void aChangeThatMayHaveBegunIsNotSentToTheOtherHmc() {
        HttpDs8000Client both = client(LIMIT, List.of(storage.uri(), storage.secondUri()));
        both.fetchUnit();
        lab.faults().arm(SYSTEM, "create-volumes", FaultKind.RESET_AFTER, 1);

        assertThatThrownBy(() -> both.createVolumes(NewVolumes.one("1277", "ENS_DB02", "P0", GIB, true)))
                .isInstanceOfSatisfying(
                        Ds8000Exception.class,
                        e -> assertThat(e.mayHaveHappened()).isTrue());
        assertThat(lab.ledger().entries(SYSTEM, "create-volumes")).hasSize(1);
    }

    @Test
    void manyThreadsLogOnOnceAndChangeOneAfterAnother() throws Exception {
        HttpDs8000Client shared = client();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<CreatedVolumes>> work = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                String id = String.format("10%02X", i);
                work.add(() -> shared.createVolumes(NewVolumes.one(id, "V" + id, "P0", GIB, true)));
            }
            for (Future<CreatedVolumes> one : threads.invokeAll(work)) {
                assertThat(one.get().ids()).hasSize(1);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(calls.stream().filter(call -> call.operation().equals("create-token")))
                .hasSize(1);
    }

    @Test
    void neitherPasswordNorTokenIsInTheCallLog() {
        HttpDs8000Client client = client();
        client.fetchUnit();
        String shown = calls.toString();
        assertThat(shown).doesNotContain("canary").contains("create-token").contains("get-systems");
    }

    // --- the rest of what it speaks -------------------------------------------------------------------------------

    @Test
    void ofSeveralVolumesThoseThatWereMadeAndThoseThatWereNotAreTold() {
        lab.faults().arm(SYSTEM, "create-volumes", FaultKind.CAPACITY_EXHAUSTED, 1);
        CreatedVolumes created = client().createVolumes(new NewVolumes(
                new TreeMap<>(Map.of("1000", "A", "1001", "B", "1002", "C", "1003", "D")), "P0", GIB, true));

        assertThat(created.ids()).containsExactly("1000", "1001");
        assertThat(created.refused()).hasSize(2).allMatch(text -> text.contains("BE7A0031"));
    }

    @Test
    void eckdVolumesAndAliasesAreMadeInTheirControlUnit() {
        HttpDs8000Client client = client();
        client.createLcu("20", "FF20");
        client.createCkdVolume(new NewCkdVolume("2000", "ENS_CKD", "P2", 10_017, false));
        assertThat(client.createAliases(new NewAliases("20FF", 4, List.of("2000"))))
                .containsExactly("20FF", "20FE", "20FD", "20FC");
        assertThat(client.fetchVolumesOfLss("20"))
                .hasSize(5)
                .allMatch(volume -> volume.type().equals("ckd"));
    }

    @Test
    void aVolumeGrowsToASizeAndNeverShrinks() {
        HttpDs8000Client client = client();
        client.createVolumes(NewVolumes.one("1000", "ENS_DB01", "P0", 10 * GIB, false));
        client.growVolume("1000", 12 * GIB);
        assertThat(client.fetchVolumesOfLss("10"))
                .singleElement()
                .satisfies(volume -> assertThat(volume.capacityBytes()).isEqualTo(12 * GIB));
        assertThatThrownBy(() -> client.growVolume("1000", 10 * GIB))
                .isInstanceOfSatisfying(
                        Ds8000Exception.class, e -> assertThat(e.meaning()).isEqualTo(Meaning.REFUSED))
                .hasMessageContaining("does not shrink");
    }

    @Test
    void itIsKnownByItsIdOnLinux() {
        assertThat(client().fetchUnit().uidOf("10A3")).isEqualTo("6005076306FFD2F000000000000010A3");
    }
}
