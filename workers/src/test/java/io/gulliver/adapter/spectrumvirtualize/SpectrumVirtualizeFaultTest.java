package io.gulliver.adapter.spectrumvirtualize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.CannedSystem;
import io.gulliver.adapter.http.CannedSystem.Canned;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import io.gulliver.adapter.http.PassingFaults;
import io.gulliver.adapter.spectrumvirtualize.NewVolume.Provisioning;
import io.gulliver.adapter.spectrumvirtualize.model.FlashCopy;
import io.gulliver.adapter.spectrumvirtualize.model.Host;
import io.gulliver.adapter.spectrumvirtualize.model.Mapping;
import io.gulliver.adapter.spectrumvirtualize.model.Pool;
import io.gulliver.adapter.spectrumvirtualize.model.Volume;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.spectrumvirtualize.LabArray;
import io.gulliver.lab.spectrumvirtualize.LabArraySpec;
import io.gulliver.lab.spectrumvirtualize.LabArraySpec.PoolSpec;
import io.gulliver.lab.storage.VolumeContent;
import io.gulliver.testing.MatrixSlice;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The client against an array that misbehaves; "once" is read from the lab's ledger, never from the final state. */
class SpectrumVirtualizeFaultTest {

    private static final String SYSTEM = "fs-1";
    private static final String USER = "gulliver";
    private static final String PASSWORD = "canary/pass word\"7";
    private static final long GIB = 1L << 30;
    private static final NewVolume DATA01 =
            new NewVolume("ENS_DB01_DATA01", "Pool0", 10 * GIB, "0", Provisioning.THICK);
    private static final List<String> PORTS = List.of("C050760000000001", "C050760000000002");
    private static final VolumeContent RHEL = new VolumeContent("RHEL 9.4", "7", true);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    // A simulator that hangs does so for ever, so this limit only sets how long the test takes.
    private static final Duration IMPATIENT = Duration.ofSeconds(2);

    @TempDir
    Path folder;

    private final SettableClock clock = new SettableClock();
    private final List<CallLog.Call> calls = new CopyOnWriteArrayList<>();
    private LabContext lab;
    private LabArray array;
    private HttpSpectrumVirtualizeClient client;
    private ArrayProvisioner provisioner;

    @BeforeEach
    void start() {
        open(LabPace.max());
        client = client(LIMIT);
        provisioner = new ArrayProvisioner(SYSTEM, client);
    }

    private void open(LabPace pace) {
        lab = LabContext.open(folder.resolve("lab"), pace, clock);
        array = LabArray.start(
                lab, LabArraySpec.of(SYSTEM, USER, PASSWORD, List.of(PoolSpec.standard("Pool0", 100 * GIB))));
    }

    private HttpSpectrumVirtualizeClient client(Duration limit) {
        return TestArrays.client(array.uri(), lab, USER, PASSWORD, limit, calls::add);
    }

    @AfterEach
    void stop() {
        array.close();
        lab.close();
    }

    static Stream<Arguments> everyFaultInEveryChange() {
        List<Arguments> all = Stream.of("mkvolume", "mkhost", "mkvdiskhostmap")
                .flatMap(command -> PassingFaults.ALL.stream().map(kind -> Arguments.of(command, kind)))
                .toList();
        return MatrixSlice.of("array-faults", all, one -> one.get()[0] + ":" + one.get()[1], 12).stream();
    }

    @ParameterizedTest(name = "{1} in {0}")
    @MethodSource("everyFaultInEveryChange")
    void makesOneVolumeOneHostAndOneMappingWhateverBreaks(String command, FaultKind kind) {
        boolean hangs = kind == FaultKind.HANG || kind == FaultKind.HANG_BEFORE;
        ArrayProvisioner provisioner = new ArrayProvisioner(SYSTEM, client(hangs ? IMPATIENT : LIMIT));
        lab.faults().arm(SYSTEM, command, kind, 1);

        Volume volume = retried(() -> provisioner.ensureVolume(DATA01));
        Host host = retried(() -> provisioner.ensureHost("DB01", PORTS, null));
        Mapping mapping = retried(() -> provisioner.ensureMapping(new NewMapping(DATA01.name(), "DB01", 1, false)));

        assertThat(created("mkvolume")).as("volumes created").isEqualTo(1);
        assertThat(created("mkhost")).as("hosts created").isEqualTo(1);
        assertThat(created("mkvdiskhostmap")).as("mappings created").isEqualTo(1);
        assertThat(lab.faults().armed()).as("faults that did not strike").isEmpty();
        assertThat(volume.capacityBytes()).isEqualTo(10 * GIB);
        assertThat(host.wwpns()).isEqualTo(PORTS);
        assertThat(mapping.fcpLun()).isEqualTo("0001000000000000");
        assertThat(volume.linuxWwid()).isEqualTo("3" + mapping.volumeUid().toLowerCase(java.util.Locale.ROOT));
    }

    @ParameterizedTest(name = "{0} while looking after the act")
    @MethodSource("faultsWhileLooking")
    void makesOneVolumeWhenTheSecondLookBreaks(FaultKind kind) {
        lab.faults().arm(new io.gulliver.lab.Faults.Fault(SYSTEM, "lsvdisk", kind, 1, 1));

        Volume volume = retried(() -> provisioner.ensureVolume(DATA01));

        assertThat(volume.name()).isEqualTo(DATA01.name());
        assertThat(created("mkvolume")).isEqualTo(1);
        assertThat(lab.faults().armed()).isEmpty();
    }

    static Stream<FaultKind> faultsWhileLooking() {
        return Stream.of(
                FaultKind.RESET_BEFORE, FaultKind.RESET_AFTER, FaultKind.STATUS_500, FaultKind.SESSION_EXPIRED);
    }

    /** What the engine does with a step: tries again after passing trouble, a few times. */
    private static <T> T retried(Supplier<T> step) {
        List<SpectrumVirtualizeException> seen = new ArrayList<>();
        while (seen.size() < 5) {
            try {
                return step.get();
            } catch (SpectrumVirtualizeException e) {
                if (e.kind() != Kind.TRANSIENT) {
                    throw e;
                }
                seen.add(e);
            }
        }
        throw new AssertionError("Still failing after " + seen);
    }

    private long created(String command) {
        return lab.ledger().entries(SYSTEM, command).stream()
                .filter(entry -> entry.effect() == Effect.CREATED)
                .count();
    }

    @Test
    void saysThatTheOutcomeIsUnknownWhenTheAnswerWasLost() {
        lab.faults().arm(SYSTEM, "mkvolume", FaultKind.RESET_AFTER, 1);

        SpectrumVirtualizeException lost =
                catchThrowableOfType(SpectrumVirtualizeException.class, () -> client.createVolume(DATA01));

        assertThat(lost.kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(lost.mayHaveHappened()).isTrue();
        assertThat(lost.httpStatus()).isZero();
        assertThat(created("mkvolume")).as("the work was done").isEqualTo(1);
    }

    @Test
    void givesUpAfterItsTimeLimitAlthoughTheWorkWasDone() {
        HttpSpectrumVirtualizeClient impatient = client(IMPATIENT);
        retried(impatient::fetchSystem);
        lab.faults().arm(SYSTEM, "mkvolume", FaultKind.HANG, 1);

        SpectrumVirtualizeException late =
                catchThrowableOfType(SpectrumVirtualizeException.class, () -> impatient.createVolume(DATA01));

        assertThat(late.mayHaveHappened()).isTrue();
        assertThat(late).hasMessageContaining("no answer within 2 s").hasMessageContaining("Look whether it was done");
        assertThat(client.findVolume(DATA01.name())).isPresent();
    }

    @Test
    void repeatsOnceAfterOneNewLogonWhenTheTokenHasExpired() {
        client.fetchSystem();
        calls.clear();
        clock.forward(Duration.ofMinutes(61));

        client.createVolume(DATA01);

        assertThat(calls.stream().map(call -> call.operation() + " " + call.status()))
                .containsExactly("mkvolume 403", "auth 200", "mkvolume 200");
        assertThat(created("mkvolume")).isEqualTo(1);
    }

    @Test
    void doesNotLogOnForEverWhenEveryTokenIsRefused() {
        lab.faults().arm(SYSTEM, "lssystem", FaultKind.SESSION_EXPIRED, 5);

        SpectrumVirtualizeException refused =
                catchThrowableOfType(SpectrumVirtualizeException.class, () -> client.fetchSystem());

        assertThat(refused.kind()).isEqualTo(Kind.EXTERNAL);
        assertThat(refused).hasMessageContaining("give user gulliver a wider role");
        assertThat(calls.stream().map(call -> call.operation() + " " + call.status()))
                .containsExactly("auth 200", "lssystem 403", "auth 200", "lssystem 403");
    }

    @Test
    void manyThreadsWithAnExpiredTokenMakeOneLogon() throws Exception {
        client.fetchSystem();
        calls.clear();
        clock.forward(Duration.ofMinutes(61));
        int threads = 8;
        CyclicBarrier together = new CyclicBarrier(threads);

        inParallel(threads, number -> {
            together.await(20, TimeUnit.SECONDS);
            return client.fetchSystem();
        });

        assertThat(calls.stream().filter(call -> call.operation().equals("auth")))
                .hasSize(1);
    }

    @Test
    void aPoolThatIsReallyFullIsAMatterOfCapacity() {
        for (int number = 1; number <= 10; number++) {
            provisioner.ensureVolume(new NewVolume("VOL" + number, "Pool0", 10 * GIB, "0", Provisioning.THICK));
        }

        SpectrumVirtualizeException full = catchThrowableOfType(
                SpectrumVirtualizeException.class,
                () -> provisioner.ensureVolume(new NewVolume("VOL11", "Pool0", 512, "0", Provisioning.THIN)));

        assertThat(full.kind()).isEqualTo(Kind.CAPACITY);
        assertThat(full).hasMessageContaining("CMMVC8710E").hasMessageContaining("choose another pool");
        assertThat(created("mkvolume")).isEqualTo(10);
        assertThat(client.fetchPools())
                .singleElement()
                .extracting(Pool::freeCapacityBytes)
                .isEqualTo(0L);
        assertThat(client.deleteVolume("VOL1", false)).isTrue();
        assertThat(provisioner.ensureVolume(new NewVolume("VOL11", "Pool0", 10 * GIB, "0", Provisioning.THICK)))
                .as("deleting gives the space back")
                .extracting(Volume::capacityBytes)
                .isEqualTo(10 * GIB);
    }

    @Test
    void aFullPoolCanBeArmedForGrowth() {
        client.createVolume(DATA01);
        lab.faults().arm(SYSTEM, "expandvdisksize", FaultKind.POOL_FULL, 1);

        assertThatThrownBy(() -> client.expandVolume(DATA01.name(), GIB))
                .isInstanceOfSatisfying(
                        SpectrumVirtualizeException.class,
                        e -> assertThat(e.kind()).isEqualTo(Kind.CAPACITY));

        client.expandVolume(DATA01.name(), GIB);
        assertThat(client.findVolume(DATA01.name()).orElseThrow().capacityBytes())
                .isEqualTo(11 * GIB);
    }

    @Test
    void leavesAnObjectOfTheSameNameAndOtherAttributesAlone() {
        client.createVolume(new NewVolume(DATA01.name(), "Pool0", GIB, "0", Provisioning.THIN));
        client.createHost("DB01", List.of("C050760000000009"));

        assertThatThrownBy(() -> provisioner.ensureVolume(DATA01))
                .isInstanceOfSatisfying(
                        SpectrumVirtualizeException.class,
                        e -> assertThat(e.kind()).isEqualTo(Kind.CONFLICT))
                .hasMessageContaining("capacity 1073741824 bytes, wanted 10737418240")
                .hasMessageContaining("thin, wanted thick");
        assertThatThrownBy(() -> provisioner.ensureHost("DB01", PORTS, null)).hasMessageContaining("C050760000000009");
        assertThat(created("mkvolume")).isEqualTo(1);
        assertThat(lab.ledger().entries(SYSTEM, "mkhost")).hasSize(1);
    }

    @Test
    void findsTheOwnerOfAPort() {
        client.createHost("DB01", List.of("C050760000000001"));
        client.createHost("DB02", List.of("C050760000000002"));

        assertThat(client.findHostByPort("c0:50:76:00:00:00:00:02").map(Host::name))
                .contains("DB02");
        assertThat(client.findHostByPort("C050760000000003")).isEmpty();
    }

    @Test
    void aWrongPasswordIsTheirsAndAppearsNowhere() {
        HttpSpectrumVirtualizeClient wrong =
                TestArrays.client(array.uri(), lab, USER, "wrong-canary-8", LIMIT, calls::add);

        SpectrumVirtualizeException refused =
                catchThrowableOfType(SpectrumVirtualizeException.class, wrong::fetchSystem);

        assertThat(refused.kind()).isEqualTo(Kind.EXTERNAL);
        assertThat(refused.cmmvcCode()).isEqualTo("CMMVC7017E");
        assertThat(refused).hasMessageContaining("secret/fs-1");
        assertThat(refused.getMessage() + calls + wrong).doesNotContain("wrong-canary-8");
    }

    private static final NewFlashCopy IMAGE = new NewFlashCopy("ENS_DB01_BOOT_IMAGE", "GOLD", "ENS_DB01_BOOT", 100);

    /** An array at the pace of a data centre with a golden volume of 10 GiB and an empty one as large. */
    private void withGolden(LabPace pace) {
        stop();
        lab = LabContext.open(folder.resolve("golden"), pace, clock);
        array = LabArray.start(
                lab,
                LabArraySpec.of(SYSTEM, USER, PASSWORD, List.of(PoolSpec.standard("Pool0", 100 * GIB)))
                        .withGolden(List.of(new LabArraySpec.GoldenVolume("GOLD", "Pool0", 10 * GIB, RHEL))));
        client = client(LIMIT);
        provisioner = new ArrayProvisioner(SYSTEM, client);
        provisioner.ensureVolume(new NewVolume("ENS_DB01_BOOT", "Pool0", 10 * GIB, "0", Provisioning.THIN));
    }

    private java.util.Optional<VolumeContent> onTarget() {
        return array.content(array.uid("ENS_DB01_BOOT").orElseThrow());
    }

    private FlashCopy image() {
        return client.findFlashCopy(IMAGE.name()).orElseThrow();
    }

    @Test
    void aCopyTakesItsTimeAndItsTargetStandsAloneOnlyAtTheEnd() {
        withGolden(LabPace.real());
        provisioner.ensureFlashCopy(IMAGE);
        assertThat(onTarget()).as("nothing before the start").isEmpty();

        client.startFlashCopy(IMAGE.name());
        assertThat(image().status()).isEqualTo("preparing");
        assertThat(onTarget()).isEmpty();
        clock.forward(Duration.ofSeconds(5));
        assertThat(onTarget())
                .as("through the mapping the source shows at once")
                .contains(RHEL);
        // 10 GiB at 64 MiB/s are 160 s.
        clock.forward(Duration.ofSeconds(80));
        assertThat(image().status()).isEqualTo("copying");
        assertThat(image().progress()).isBetween(40, 60);
        assertThat(image().complete()).isFalse();
        clock.forward(Duration.ofSeconds(80));
        assertThat(image().complete()).isTrue();
        assertThat(client.deleteFlashCopy(IMAGE.name(), false)).isTrue();
        assertThat(onTarget()).as("the copy stays without the mapping").contains(RHEL);
    }

    @Test
    void aMappingThatIsTakenAwayHalfWayLeavesNothingThatCanBeLoaded() {
        withGolden(LabPace.real());
        provisioner.ensureFlashCopy(IMAGE);
        client.startFlashCopy(IMAGE.name());
        clock.forward(Duration.ofSeconds(60));
        assertThatThrownBy(() -> client.deleteFlashCopy(IMAGE.name(), true)).hasMessageContaining("CMMVC5903E");

        assertThat(client.stopFlashCopy(IMAGE.name())).isTrue();
        assertThat(image().status()).isEqualTo("stopping");
        clock.forward(Duration.ofSeconds(5));
        assertThat(image().status()).isEqualTo("stopped");
        assertThat(client.findVolume("ENS_DB01_BOOT").orElseThrow().status()).isEqualTo("offline");
        assertThat(client.deleteFlashCopy(IMAGE.name(), true)).isTrue();

        assertThat(client.findVolume("ENS_DB01_BOOT").orElseThrow().status()).isEqualTo("online");
        assertThat(onTarget()).isEmpty();
        assertThat(array.content(array.uid("GOLD").orElseThrow())).contains(RHEL);
    }

    @Test
    void aVolumeIsWrittenByOneMappingAndIsNotDeletedUnderIt() {
        withGolden(LabPace.real());
        provisioner.ensureFlashCopy(IMAGE);

        assertThatThrownBy(() -> client.createFlashCopy(new NewFlashCopy("OTHER", "GOLD", "ENS_DB01_BOOT", 50)))
                .isInstanceOf(SpectrumVirtualizeException.class)
                .hasMessageContaining("CMMVC6305E");
        assertThatThrownBy(() -> client.deleteVolume("ENS_DB01_BOOT", true)).hasMessageContaining("CMMVC5840E");
        assertThatThrownBy(() -> client.deleteVolume("GOLD", true)).hasMessageContaining("CMMVC5840E");
    }

    @Test
    void aCopyGoesOnAcrossARestartOfTheArrayAndAnExpiredToken() {
        withGolden(LabPace.real());
        provisioner.ensureFlashCopy(IMAGE);
        client.startFlashCopy(IMAGE.name());
        clock.forward(Duration.ofSeconds(5));
        assertThat(image().status()).isEqualTo("copying");
        array.close();
        array = LabArray.start(
                lab, LabArraySpec.of(SYSTEM, USER, PASSWORD, List.of(PoolSpec.standard("Pool0", 100 * GIB))));
        clock.forward(Duration.ofHours(2));

        assertThat(retried(this::image).complete()).isTrue();
        assertThat(onTarget()).contains(RHEL);
    }

    static Stream<FaultKind> faultsWhileCopying() {
        return Stream.of(
                FaultKind.RESET_BEFORE,
                FaultKind.RESET_AFTER,
                FaultKind.STATUS_409,
                FaultKind.STATUS_429,
                FaultKind.STATUS_500_AFTER,
                FaultKind.HTML_BODY,
                FaultKind.SESSION_EXPIRED);
    }

    @ParameterizedTest(name = "{0} in mkfcmap")
    @MethodSource("faultsWhileCopying")
    void makesOneMappingWhateverBreaks(FaultKind kind) {
        withGolden(LabPace.max());
        lab.faults().arm(SYSTEM, "mkfcmap", kind, 1);

        FlashCopy made = retried(() -> provisioner.ensureFlashCopy(IMAGE));

        assertThat(made.startable()).isTrue();
        assertThat(created("mkfcmap")).isEqualTo(1);
        assertThat(lab.faults().armed()).isEmpty();
    }

    @Test
    void leavesAMappingOfTheSameNameAndOtherVolumesAlone() {
        withGolden(LabPace.max());
        provisioner.ensureVolume(new NewVolume("THEIRS", "Pool0", 10 * GIB, "0", Provisioning.THIN));
        client.createFlashCopy(new NewFlashCopy(IMAGE.name(), "GOLD", "THEIRS", 50));

        assertThatThrownBy(() -> provisioner.ensureFlashCopy(IMAGE))
                .hasMessageContaining("target THEIRS, wanted ENS_DB01_BOOT");
        assertThat(created("mkfcmap")).isEqualTo(1);
    }

    @Test
    void refusesACopyThatCouldNeverEndBeforeSending() {
        assertThatThrownBy(() -> new NewFlashCopy("M", "A", "B", 0)).hasMessageContaining("wanted 1 to 150");
        assertThatThrownBy(() -> new NewFlashCopy("M", "A", "A", 50)).hasMessageContaining("onto itself");
    }

    @Test
    void theCallLogHoldsEveryCallAndNoSecret() {
        List<String> tokens = new CopyOnWriteArrayList<>();
        try (CannedSystem echo = new CannedSystem(lab, request -> {
            tokens.add(String.valueOf(request.headers().getFirst("X-Auth-Token")));
            return request.path().endsWith("/auth")
                    ? new Canned(200, "{\"token\":\"canary-token-9\"}")
                    // A product that repeats what it was sent, the password in its JSON form too.
                    : new Canned(500, "you sent canary-token-9 and canary/pass word\\\"7 or canary%2Fpass+word%227");
        })) {
            HttpSpectrumVirtualizeClient careful =
                    TestArrays.client(echo.uri(), lab, USER, PASSWORD, LIMIT, calls::add);

            SpectrumVirtualizeException refused =
                    catchThrowableOfType(SpectrumVirtualizeException.class, careful::fetchSystem);

            assertThat(tokens).contains("canary-token-9");
            assertThat(calls).hasSize(2);
            assertThat(calls.get(0).request()).isEqualTo("POST /rest/v1/auth");
            assertThat(calls.get(0).response()).isEqualTo("{\"token\":\"******\"}");
            assertThat(calls.get(1))
                    .extracting(
                            CallLog.Call::system, CallLog.Call::operation, CallLog.Call::request, CallLog.Call::status)
                    .containsExactly(SYSTEM, "lssystem", "POST /rest/v1/lssystem", 500);
            assertThat(calls.get(1).requestBody()).isEqualTo("{\"bytes\":true}");
            assertThat(calls.get(1).response()).isEqualTo("you sent ****** and ****** or ******");
            assertThat(refused.getMessage()).doesNotContain("canary");
        }
    }

    @Test
    void blanksASecretThatItOnlyKnowsByItsName() {
        String echo =
                "{\"password\":\"canary-1\",\"note\":\"{\\\"token\\\":\\\"canary-2\\\"}\"} X-Auth-Token: canary-3";
        try (CannedSystem array = canned(500, echo)) {
            assertThatThrownBy(() -> client(array).fetchSystem()).hasMessageNotContaining("canary");
            assertThat(calls.toString()).contains("note").doesNotContain("canary");
        }
    }

    @Test
    void showsOfAnErrorPageOnlyItsWords() {
        String page =
                "<html><head><title>Proxy</title></head>\n<body>" + "no such place ".repeat(100) + "</body></html>";
        try (CannedSystem array = canned(502, page)) {
            SpectrumVirtualizeException refused = catchThrowableOfType(
                    SpectrumVirtualizeException.class, () -> client(array).fetchSystem());

            assertThat(refused).hasMessageContaining("Proxy no such place").hasMessageNotContaining("<");
            assertThat(refused.getMessage()).hasSizeLessThan(500);
        }
    }

    @Test
    void refusesACaFileThatHoldsNoCertificate() throws Exception {
        Path empty = Files.writeString(folder.resolve("empty.pem"), "");
        SpectrumVirtualizeProperties properties =
                new SpectrumVirtualizeProperties(SYSTEM, array.uri(), USER, "secret/fs-1", empty, null, null, null);

        assertThatThrownBy(() -> new HttpSpectrumVirtualizeClient(properties, () -> PASSWORD, calls::add))
                .isInstanceOf(SpectrumVirtualizeException.class)
                .hasMessageContaining(empty.toString())
                .hasMessageContaining("it holds no certificate");
    }

    private CannedSystem canned(int status, String body) {
        return new CannedSystem(
                lab,
                request -> request.path().endsWith("/auth")
                        ? new Canned(200, "{\"token\":\"canary-token-9\"}")
                        : new Canned(status, body));
    }

    private HttpSpectrumVirtualizeClient client(CannedSystem system) {
        return TestArrays.client(system.uri(), lab, USER, PASSWORD, LIMIT, calls::add);
    }

    @Test
    void aBrokenCallLogDoesNotBreakTheCall() {
        HttpSpectrumVirtualizeClient unlucky = TestArrays.client(array.uri(), lab, USER, PASSWORD, LIMIT, call -> {
            throw new IllegalStateException("log full");
        });

        assertThat(unlucky.createVolume(DATA01)).isEqualTo("0");
    }

    @Test
    void refusesAnArrayWhoseCertificateNobodyVouchesFor() {
        HttpSpectrumVirtualizeClient strict = new HttpSpectrumVirtualizeClient(
                new SpectrumVirtualizeProperties(SYSTEM, array.uri(), USER, "secret/fs-1", null, null, null, null),
                () -> PASSWORD,
                calls::add);

        SpectrumVirtualizeException refused =
                catchThrowableOfType(SpectrumVirtualizeException.class, strict::fetchSystem);

        assertThat(refused.kind()).isEqualTo(Kind.EXTERNAL);
        assertThat(refused)
                .hasMessageContaining("no password was sent")
                .hasMessageContaining("put it into the CA file");
    }

    @Test
    void nothingWasSentWhenNobodyListens() {
        URI address = array.uri();
        array.close();

        SpectrumVirtualizeException gone = catchThrowableOfType(
                SpectrumVirtualizeException.class,
                () -> TestArrays.client(address, lab, USER, PASSWORD).createVolume(DATA01));

        assertThat(gone.kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(gone.mayHaveHappened()).isFalse();
        assertThat(gone).hasMessageContaining("nothing was sent");
    }

    @Test
    void theArrayRemembersEverythingButTokensOverARestart() {
        Volume volume = provisioner.ensureVolume(DATA01);
        provisioner.ensureHost("DB01", PORTS, null);
        provisioner.ensureMapping(new NewMapping(DATA01.name(), "DB01", 1, false));
        stop();
        open(LabPace.max());
        calls.clear();

        assertThat(client.findVolume(DATA01.name())).contains(volume);
        assertThat(client.fetchMappingsOfHost("DB01"))
                .extracting(Mapping::scsiId)
                .containsExactly(1);
        assertThat(calls.stream().map(call -> call.operation() + " " + call.status()))
                .startsWith("lsvdisk 403", "auth 200", "lsvdisk 200");
        assertThat(created("mkvolume")).isEqualTo(1);
    }

    @Test
    void anIdentifierOnceSeenByAHostNeverReturns() {
        String first = provisioner.ensureVolume(DATA01).uid();
        client.deleteVolume(DATA01.name(), false);

        Volume second = provisioner.ensureVolume(DATA01);

        assertThat(second.id()).as("the number returns").isEqualTo("0");
        assertThat(second.uid()).matches("[0-9A-F]{32}").isNotEqualTo(first);
    }

    @Test
    void otherPartsOfTheLabSeeOnlyWhatIsMapped() {
        Volume volume = provisioner.ensureVolume(DATA01);
        provisioner.ensureHost("DB01", PORTS, null);
        assertThat(array.mappedVolumes(PORTS.get(0))).isEmpty();

        provisioner.ensureMapping(new NewMapping(DATA01.name(), "DB01", 256, false));

        assertThat(array.mappedVolumes("c0:50:76:00:00:00:00:02"))
                .singleElement()
                .satisfies(seen -> {
                    assertThat(seen.uid()).isEqualTo(volume.uid());
                    assertThat(seen.lun()).isEqualTo("4100000000000000");
                    assertThat(seen.targetWwpns())
                            .isEqualTo(client.fetchTargetPorts().stream()
                                    .filter(port -> port.hostIoPermitted())
                                    .map(port -> port.wwpn())
                                    .toList());
                });
        array.loggedIn(PORTS.get(0), true);
        assertThat(client.findHost("DB01").orElseThrow().status()).isEqualTo("degraded");
        assertThat(client.fetchLogins("DB01"))
                .hasSize(4)
                .allMatch(login -> login.state().equals("active"));
        assertThat(array.mappedVolumes("C050760000000009")).isEmpty();
    }

    @Test
    void refusalsOfChangesAreInTheLedger() {
        client.createVolume(DATA01);
        assertThatThrownBy(() -> client.createVolume(DATA01)).isInstanceOf(SpectrumVirtualizeException.class);

        assertThat(lab.ledger().entries(SYSTEM, "mkvolume"))
                .extracting(entry -> entry.effect(), entry -> entry.caller())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(Effect.CREATED, USER),
                        org.assertj.core.groups.Tuple.tuple(Effect.REFUSED, USER));
    }

    @Test
    void tooManyCommandsASecondArePassingTrouble() {
        stop();
        open(LabPace.real());
        HttpSpectrumVirtualizeClient hasty = client(LIMIT);
        for (int number = 0; number < 10; number++) {
            hasty.fetchSystem();
        }

        SpectrumVirtualizeException refused =
                catchThrowableOfType(SpectrumVirtualizeException.class, hasty::fetchSystem);

        assertThat(refused.httpStatus()).isEqualTo(429);
        assertThat(refused.kind()).isEqualTo(Kind.TRANSIENT);
        clock.forward(Duration.ofSeconds(1));
        assertThat(hasty.fetchSystem().name()).isEqualTo(SYSTEM);
    }

    @Test
    void changesGoOneAfterAnother() throws Exception {
        AtomicInteger arrivals = new AtomicInteger();
        CountDownLatch second = new CountDownLatch(1);
        AtomicBoolean met = new AtomicBoolean();
        try (CannedSystem slow = new CannedSystem(lab, request -> {
            if (request.path().endsWith("/auth")) {
                return new Canned(200, "{\"token\":\"t-1\"}");
            }
            // The first change stays until another comes in beside it; behind a client that keeps order it waits in
            // vain.
            if (arrivals.incrementAndGet() == 1) {
                met.set(opened(second, Duration.ofSeconds(1)));
            } else {
                second.countDown();
            }
            return new Canned(200, "{\"id\":\"1\",\"message\":\"Volume, id [1], successfully created\"}");
        })) {
            HttpSpectrumVirtualizeClient busy = TestArrays.client(slow.uri(), lab, USER, PASSWORD);

            inParallel(
                    2,
                    number -> busy.createVolume(new NewVolume("VOL" + number, "Pool0", GIB, "0", Provisioning.THIN)));

            assertThat(arrivals).hasValue(2);
            assertThat(met).as("two changes were with the array at once").isFalse();
        }
    }

    private static boolean opened(CountDownLatch latch, Duration limit) {
        try {
            return latch.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private interface Numbered<T> {
        T run(int number) throws Exception;
    }

    private static <T> void inParallel(int threads, Numbered<T> work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<T>> tasks = new ArrayList<>();
            for (int number = 0; number < threads; number++) {
                int mine = number;
                tasks.add(() -> work.run(mine));
            }
            for (Future<T> done : pool.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
                done.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static final class SettableClock extends Clock {

        private volatile Instant now = Instant.parse("2026-11-21T08:00:00Z");

        void forward(Duration by) {
            now = now.plus(by);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
