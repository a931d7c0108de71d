package io.gulliver.service.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreContract;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.JdbcAuditStore;
import io.gulliver.persistence.hostkey.HostKeyStore;
import io.gulliver.persistence.hostkey.JdbcHostKeyStore;
import io.gulliver.service.migration.HostKeyService;
import io.gulliver.testing.Atlas;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which host key a server has is said by the run that builds it, and by nobody else. */
class PinHostKeyTest extends StoreContract {
    private static final ControlAction.Patience ONE_LOOK = (condition, seconds) -> condition.getAsBoolean();
    private static final String KEY = "SHA256:dGhlIGtleSBvZiBhIGhvc3QgdGhhdCBpcyBub3QgaGV";
    private static final String OTHER = "SHA256:YW5vdGhlciBrZXkgb2YgdGhlIHNhbWUgaG9zdCAuLi4";

    private final Set<MigrationId> standing = new HashSet<>();
    private HostKeyStore keys;
    private PinHostKey action;

    @BeforeAll
    void prepare() {
        keys = new JdbcHostKeyStore(database);
        action = new PinHostKey(keys, standing::contains);
    }

    @BeforeEach
    void nothingIsKept() {
        database.jdbc().sql("delete from host_keys").update();
        standing.clear();
    }

    private StepResult say(String run, String database, Operation operation, Object host, Object shown) {
        return action.invoke(
                new StepCall(
                        new MigrationId(run),
                        "atlas",
                        database,
                        Purpose.PRODUCTION,
                        1,
                        StepKey.of("pin-key"),
                        1,
                        1,
                        operation,
                        "host.pin-key",
                        Atlas.HASH,
                        Map.of("host", host, "keys", shown),
                        Map.of(),
                        null,
                        1),
                ONE_LOOK);
    }

    private StepResult pin(String run, String... shown) {
        return say(run, "server:lnx01", Operation.RUN, "lnx01", List.of(shown));
    }

    private List<String> audited(String action) {
        return new JdbcAuditStore(database)
                .list(null, null, null, 50).rows().stream()
                        .filter(row -> row.event().action().equals(action))
                        .map(row -> row.event().object() + " " + row.event().details())
                        .toList();
    }

    @Test
    void aHostThatNoRunBuiltHasNoKey() {
        assertThat(keys.fingerprints("lnx01")).isEmpty();
    }

    @Test
    void theKeyOfTheConsoleIsKeptOnceAndAudited() {
        pin("atlas/r1", KEY);
        int before = audited("host-key.learnt").size();

        assertThat(pin("atlas/r1", KEY).finished()).as("tried again").isTrue();

        assertThat(keys.fingerprints("lnx01")).containsExactly(KEY);
        assertThat(audited("host-key.learnt")).hasSize(before);
        assertThat(audited("host-key.learnt").get(0)).contains("host/lnx01").contains(KEY);
    }

    @Test
    void theRunThatBuildsItAnewReplacesItsOwn() {
        pin("atlas/r1", KEY);
        pin("atlas/r1", OTHER, KEY);
        assertThat(keys.fingerprints("lnx01")).containsExactly(OTHER, KEY);
    }

    @Test
    void aKeyIsNotTakenOverWhileTheOtherRunStands() {
        pin("atlas/r1", KEY);
        standing.add(new MigrationId("atlas/r1"));

        assertThatThrownBy(() -> pin("atlas/r2", OTHER))
                .isInstanceOf(ControlAction.Refused.class)
                .hasMessageContaining("run atlas/r1 built");
        assertThat(keys.fingerprints("lnx01")).containsExactly(KEY);

        standing.clear();
        pin("atlas/r2", OTHER);
        assertThat(keys.fingerprints("lnx01")).containsExactly(OTHER);
    }

    @Test
    void undoingForgetsOnlyTheRunsOwn() {
        pin("atlas/r1", KEY);

        say("atlas/r2", "server:lnx01", Operation.UNDO, "lnx01", List.of());
        assertThat(keys.fingerprints("lnx01")).containsExactly(KEY);

        say("atlas/r1", "server:lnx01", Operation.UNDO, "lnx01", List.of());
        assertThat(keys.fingerprints("lnx01")).isEmpty();
        assertThat(audited("host-key.forgotten")).isNotEmpty();
        assertThat(say("atlas/r1", "server:lnx01", Operation.UNDO, "lnx01", List.of())
                        .finished())
                .isTrue();
    }

    @Test
    void onlyTheRunThatBuildsTheServerMaySayIt() {
        for (String database : List.of("ORDERS", "server:lnx02", "container:lnx01")) {
            assertThatThrownBy(() -> say("atlas/r1", database, Operation.RUN, "lnx01", List.of(KEY)))
                    .as(database)
                    .isInstanceOf(ControlAction.Refused.class)
                    .hasMessageContaining("names host lnx01");
        }
        assertThat(keys.fingerprints("lnx01")).isEmpty();
    }

    @Test
    void whatIsNoFingerprintIsRefused() {
        for (Object shown : List.of(List.of(), List.of("SHA256:short"), List.of(KEY, "md5"), "text")) {
            assertThatThrownBy(() -> say("atlas/r1", "server:lnx01", Operation.RUN, "lnx01", shown))
                    .as("%s", shown)
                    .isInstanceOf(ControlAction.Refused.class)
                    .hasMessageContaining("are no host keys of lnx01");
        }
    }

    @Test
    void evaluatingKeepsNothing() {
        say("atlas/r1", "server:lnx01", Operation.EVALUATE, "lnx01", List.of(KEY));
        assertThat(keys.fingerprints("lnx01")).isEmpty();
    }

    @Test
    void ofTwoRunsAtOnceOneIsRefused() throws Exception {
        standing.addAll(List.of(new MigrationId("atlas/r1"), new MigrationId("atlas/r2")));
        List<Callable<String>> both = new ArrayList<>();
        for (String run : List.of("atlas/r1", "atlas/r2")) {
            both.add(() -> {
                try {
                    pin(run, KEY);
                    return "kept";
                } catch (ControlAction.Refused e) {
                    return "refused";
                }
            });
        }
        assertThat(atOnce(both)).containsExactlyInAnyOrder("kept", "refused");
    }

    @Test
    void aPersonReleasesTheKeyOfAServerThatWasInstalledAnewAndOnlyTheOneThatWasSeen() {
        pin("atlas/lnx01/1", KEY);
        assertThat(keys.list()).satisfiesExactly(kept -> {
            assertThat(kept.host()).isEqualTo("lnx01");
            assertThat(kept.fingerprints()).containsExactly(KEY);
            assertThat(kept.run()).isEqualTo(new MigrationId("atlas/lnx01/1"));
        });
        HostKeyService service = new HostKeyService(keys);

        assertThatThrownBy(() -> service.release("lnx01", List.of(OTHER), "kim", "Installed anew"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("lnx01 is recognised by " + KEY + " by now");
        assertThatThrownBy(() -> service.release("lnx02", List.of(KEY), "kim", "Installed anew"))
                .isInstanceOf(UnknownRowException.class);
        assertThat(keys.fingerprints("lnx01")).containsExactly(KEY);

        service.release("lnx01", List.of(KEY), "kim", "Installed anew by its owner");

        assertThat(keys.fingerprints("lnx01")).isEmpty();
        assertThat(keys.list()).isEmpty();
        assertThat(audited("host-key.released").get(0))
                .contains("host/lnx01")
                .contains(KEY)
                .contains("Installed anew by its owner");
    }
}
