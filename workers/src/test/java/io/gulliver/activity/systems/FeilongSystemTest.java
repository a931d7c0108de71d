package io.gulliver.activity.systems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gulliver.activity.FailureTranslation;
import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.adapter.feilong.FeilongException;
import io.gulliver.adapter.feilong.model.DiskSpec;
import io.gulliver.adapter.feilong.model.GuestSpec;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.HostPattern;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.landscape.OuterSystem;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.feilong.GuestListener;
import io.gulliver.lab.feilong.LabFeilong;
import io.gulliver.lab.feilong.LabFeilongSpec;
import io.gulliver.lab.feilong.LabFeilongSpec.Pool;
import io.gulliver.lab.feilong.LabFeilongSpec.Zvm;
import io.gulliver.secret.SecretGrant;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Feilong server as the landscape names it: found, tested, and its refusals in the catalogue's words. */
class FeilongSystemTest {
    private static final String TOKEN = "canary-token-of-the-server";

    @TempDir
    Path directory;

    private LabContext lab;
    private Path tokenFile;

    @BeforeEach
    void open() throws Exception {
        lab = LabContext.open(directory.resolve("lab"), LabPace.max(), Clock.systemUTC());
        tokenFile = directory.resolve("token.dat");
        Files.writeString(tokenFile, TOKEN + "\n");
        Files.setPosixFilePermissions(tokenFile, PosixFilePermissions.fromString("rw-------"));
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private LabFeilong server(@Nullable String token) {
        Zvm zvm = new Zvm(
                "VM1",
                16,
                512 * 1024,
                List.of("MAINT"),
                List.of(new Pool("ECKD:POOL1", 1, LabFeilongSpec.MODEL_54)),
                Map.of(),
                Map.of(),
                Map.of());
        return LabFeilong.start(
                lab, new LabFeilongSpec("zvm-1", token, "1.6.7", Duration.ofHours(1), zvm), GuestListener.none());
    }

    private Systems systems(LabFeilong server, @Nullable String secret) {
        OuterSystem system = new OuterSystem("zvm-1", "feilong", server.uri(), null, secret, null, true);
        return new Systems(
                new Landscape(
                        new TreeMap<>(Map.of("zvm-1", system)),
                        List.of(),
                        new DatabaseAccess(DatabaseAccess.ORACLE, null, null, new TreeMap<>(), true)),
                new SecretSource(
                        secret == null
                                ? List.of()
                                : List.of(new SecretGrant(
                                        SecretRef.parse(secret), "feilong", new HostPattern("localhost"))),
                        new SecretRegistry(),
                        Map.of()),
                SystemLimits.defaults());
    }

    @Test
    void isTestedWithItsToken() {
        try (LabFeilong server = server(TOKEN);
                Systems systems = systems(server, "file:" + tokenFile)) {
            assertThat(systems.checkDevice("feilong", "zvm-1", SystemLimits.defaults()))
                    .isEqualTo(
                            "Reached " + server.uri() + " with its token; Feilong 1.6.7, z/VM VM1 with 16 logical CPUs"
                                    + " and 512 GiB, 0 guests managed.");
        }
    }

    @Test
    void isTestedWithoutATokenWhereTheServerAsksForNone() {
        try (LabFeilong server = server(null);
                Systems systems = systems(server, null)) {
            assertThat(systems.checkDevice("feilong", "zvm-1", SystemLimits.defaults()))
                    .contains("without a token");
        }
    }

    @Test
    void saysThatATokenIsWantedWhereTheLandscapeNamesNone() {
        try (LabFeilong server = server(TOKEN);
                Systems systems = systems(server, null)) {
            assertThatThrownBy(() -> systems.checkDevice("feilong", "zvm-1", SystemLimits.defaults()))
                    .isInstanceOf(FeilongException.class)
                    .hasMessageContaining("token file");
        }
    }

    @Test
    void takesATakenUserIdForATakenName() {
        try (LabFeilong server = server(TOKEN);
                Systems systems = systems(server, "file:" + tokenFile)) {
            FeilongClient client = systems.feilong("zvm-1");
            GuestSpec spec = GuestSpec.linux("MAINT", 1, 2, 1024, "2G", List.of());

            FeilongException taken = catchThrowableOfType(FeilongException.class, () -> client.createGuest(spec));
            FeilongException gone = catchThrowableOfType(FeilongException.class, () -> client.start("DB01"));
            FeilongException full = catchThrowableOfType(
                    FeilongException.class,
                    () -> client.createGuest(
                            GuestSpec.linux("DB01", 1, 2, 1024, "2G", List.of(DiskSpec.raw("900g", "ECKD:POOL1")))));

            assertThat(code(taken)).isEqualTo(FailureCode.NAME_TAKEN.name());
            assertThat(code(gone)).isEqualTo(FailureCode.STATE_CONFLICT.name());
            assertThat(code(full)).isEqualTo(FailureCode.CAPACITY_EXHAUSTED.name());
        }
    }

    private static String code(FeilongException e) {
        return ((StepFailedException) FailureTranslation.translated(e))
                .failure()
                .code();
    }
}
