package io.gulliver.service.planning;

import static io.gulliver.testing.Atlas.batch;
import static io.gulliver.testing.Atlas.entry;
import static io.gulliver.testing.Atlas.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.lease.LeaseRequest;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.Services;
import io.gulliver.testing.TestStore;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a program's policy limits is never held by more of its steps at once, on a real store. */
@Tag("store")
class SlotLimitsTest {
    private final MovableClock clock = new MovableClock();
    private StoreDatabase database;
    private Stores stores;
    private ProgramService programs;

    @BeforeEach
    void open() {
        database = TestStore.open(clock);
        stores = Stores.on(database, Atlas.plans(), SlotNames.ofProgram(), batch -> {});
        programs = Services.programs(stores);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Program program(String key, Map<String, Object> policy) {
        return programs.create(key, key, ZoneId.of("Europe/Berlin"), policy, "Mia");
    }

    /** Runs whose copy, of slots array and link, is ready. */
    private void waiting(String program, int runs) {
        for (int i = 0; i < runs; i++) {
            Migration made = stores.migrations()
                    .create(new NewMigration(
                            UUID.randomUUID().toString(),
                            program,
                            program.toUpperCase(java.util.Locale.ROOT) + i,
                            Purpose.PRODUCTION,
                            Atlas.HASH,
                            2,
                            false,
                            null,
                            null,
                            "Mia"));
            stores.journal().flush(batch(made.id(), 1, entry(1, run("copy", StepState.WAITING_SLOT))));
        }
    }

    private List<String> granted() {
        List<String> granted = new ArrayList<>();
        for (LeaseRequest request : stores.leases().grant(clock.instant())) {
            granted.add(stores.migrations().require(request.migration()).program());
        }
        return granted;
    }

    @Test
    void aPolicyLimitsItsOwnProgramAlone() {
        program("narrow", Map.of("limits", Map.of("array", 2, "link", 2)));
        program("wide", Map.of("limits", Map.of("array", 3, "link", 5)));
        waiting("narrow", 4);
        waiting("wide", 4);
        assertThat(granted()).containsExactlyInAnyOrder("narrow", "narrow", "wide", "wide", "wide");
        assertThat(granted()).as("all are taken").isEmpty();
    }

    @Test
    void whatAPolicyDoesNotLimitHasTheRoomOfItsKind() {
        program("plain", Map.of());
        waiting("plain", 3);
        assertThat(granted()).containsExactly("plain");
        assertThat(stores.leases().slots())
                .allSatisfy(slot -> assertThat(slot.capacity()).as(slot.name()).isEqualTo(1));
    }

    @Test
    void anotherPolicyHoldsAtOnce() {
        Program program = program("atlas", Map.of("limits", Map.of("array", 4, "link", 0)));
        waiting("atlas", 3);
        assertThat(granted()).as("0 holds all back").isEmpty();
        programs.change(
                "atlas",
                program.version(),
                "atlas",
                program.zone(),
                Map.of("limits", Map.of("array", 4, "link", 2)),
                "Mia");
        assertThat(granted()).hasSize(2);
        clock.advance(Duration.ofSeconds(1));
        stores.leases().limit("atlas", Map.of());
        programs.limit();
        assertThat(stores.leases().slots())
                .as("the policy's limits are made to hold again")
                .extracting(slot -> slot.name() + " " + slot.capacity())
                .contains("atlas:array 4", "atlas:link 2");
    }
}
