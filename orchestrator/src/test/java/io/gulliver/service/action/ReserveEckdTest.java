package io.gulliver.service.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.domain.landscape.EckdRange;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.name.JdbcNameStore;
import io.gulliver.planning.build.EckdGeometry;
import io.gulliver.testing.TestStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("store")
class ReserveEckdTest {
    private final StoreDatabase database = TestStore.open(Clock.systemUTC());
    private final Map<String, Object> answer = new TreeMap<>();
    private final ReserveEckd action = new ReserveEckd(
            ReserveEckd.Place.GUEST,
            zvm -> zvm.equals("zvm-1")
                    ? List.of(
                            new EckdRange("2000", "2001", "20", "00", 65_520, "ds-1", true),
                            new EckdRange("20F0", "20F3", "20", "F0", 0, "ds-1", true),
                            new EckdRange("2200", "2201", "22", "00", 65_520, "", false),
                            new EckdRange("22F0", "22F3", "22", "F0", 0, "", false))
                    : List.of(),
            new JdbcNameStore(database),
            (run, step) -> step.equals("eckd-devices") ? answer : Map.of());

    @AfterEach
    void close() {
        database.close();
    }

    private Map<String, Object> run(Operation operation, String server, Map<String, Object> more) {
        Map<String, Object> inputs = new TreeMap<>(Map.of(
                "zvm",
                "zvm-1",
                "server",
                server,
                "storage",
                "eckd",
                "array",
                "ds-1",
                "data",
                List.of("d1", "d2"),
                "redo",
                List.of(),
                "data_gib",
                40.0,
                "redo_gib",
                8.0,
                "aliases",
                2L));
        inputs.put("asked", "eckd-devices");
        inputs.putAll(more);
        return action.invoke(
                        new StepCall(
                                new MigrationId("atlas/" + server + "/1"),
                                "atlas",
                                "server:" + server,
                                Purpose.PRODUCTION,
                                0,
                                StepKey.of("eckd"),
                                1,
                                1,
                                operation,
                                "zvm.reserve-eckd",
                                "0".repeat(64),
                                inputs,
                                Map.of(),
                                null,
                                60),
                        null)
                .outputs();
    }

    @Test
    void aServerKeepsItsDevicesUntilItIsRolledBackAndNoTwoHaveTheSame() {
        Map<String, Object> first = run(Operation.RUN, "lnx01", Map.of());
        assertThat(first)
                .containsEntry("data", Map.of("d1", "2000", "d2", "2200"))
                .containsEntry("devices", List.of("2000", "20F0", "20F1", "2200", "22F0", "22F1"))
                .containsEntry("made", List.of("2000"))
                .containsEntry("made_aliases", List.of("20F0", "20F1"));
        assertThat((Map<?, ?>) first.get("cylinders")).hasSize(2);
        assertThat(run(Operation.RUN, "lnx01", Map.of())).as("asked again").isEqualTo(first);
        assertThat(run(Operation.EVALUATE, "lnx02", Map.of()))
                .as("which volumes it has is not known yet, and that none is a LUN is")
                .isEqualTo(Map.of("data_luns", List.of(), "redo_luns", List.of(), "recovery_luns", List.of()));
        assertThat(first)
                .containsEntry("capacities", Map.of("d1", EckdGeometry.cylinders(40), "d2", 65_520))
                .containsEntry("data_luns", List.of());
        assertThat((Map<?, ?>) first.get("addresses"))
                .hasToString("{2000=2000, 20F0=20F0, 20F1=20F1, 2200=2200, 22F0=22F0, 22F1=22F1}");
        assertThat(run(Operation.RUN, "lnx02", Map.of()))
                .containsEntry("data", Map.of("d1", "2001", "d2", "2201"))
                .containsEntry("aliases", List.of("20F2", "20F3", "22F2", "22F3"));
        assertThatThrownBy(() -> run(Operation.RUN, "lnx03", Map.of()))
                .isInstanceOfSatisfying(ControlAction.Refused.class, refused -> {
                    assertThat(refused.failure().code()).isEqualTo(FailureCode.CAPACITY_EXHAUSTED.name());
                    assertThat(refused.failure().message()).contains("lnx03", "0 are free, and 2 are wanted for data");
                });

        run(Operation.UNDO, "lnx01", Map.of());
        run(Operation.UNDO, "lnx01", Map.of());

        assertThat(run(Operation.RUN, "lnx03", Map.of())).containsEntry("data", Map.of("d1", "2000", "d2", "2200"));
    }

    @Test
    void volumesForARecoveryAreaAreItsOwnAndGoBackWithTheOthers() {
        Map<String, Object> wanted =
                Map.of("data", List.of("d1"), "recovery", List.of("fra1", "fra2"), "recovery_gib", 10.0);
        Map<String, Object> found = run(Operation.RUN, "lnx01", wanted);
        assertThat(found)
                .containsEntry("data", Map.of("d1", "2000"))
                .containsEntry("recovery", Map.of("fra1", "2200", "fra2", "2001"))
                .containsEntry("made", List.of("2000", "2001"));
        assertThat((Map<?, ?>) found.get("cylinders"))
                .as("made as large as they are to be")
                .satisfies(cylinders -> assertThat(cylinders)
                        .hasToString("{2000=" + EckdGeometry.cylinders(40) + ", 2001=" + EckdGeometry.cylinders(10)
                                + ", 2200=" + EckdGeometry.cylinders(10) + "}"));
        assertThat(run(Operation.RUN, "lnx01", wanted)).as("asked again").isEqualTo(found);
        assertThatThrownBy(() -> run(Operation.RUN, "lnx02", wanted))
                .hasMessageContaining("1 are free, and 2 are wanted for the recovery area besides the 1");

        run(Operation.UNDO, "lnx01", Map.of());

        assertThat(run(Operation.RUN, "lnx02", wanted)).isEqualTo(found);
        assertThat(run(Operation.RUN, "lnx01", Map.of("recovery", List.of("fra1"), "storage", "fcp")))
                .containsEntry("devices", List.of());
    }

    @Test
    void aServerOnLunsHasNone() {
        Map<String, Object> none = new TreeMap<>(Map.of(
                "devices", List.of(),
                "data", Map.of(),
                "redo", Map.of(),
                "recovery", Map.of(),
                "aliases", List.of(),
                "made", List.of(),
                "cylinders", Map.of(),
                "made_aliases", List.of()));
        none.putAll(Map.of(
                "capacities", Map.of(),
                "addresses", Map.of(),
                "data_luns", List.of("d1", "d2"),
                "redo_luns", List.of(),
                "recovery_luns", List.of()));
        assertThat(run(Operation.RUN, "lnx01", Map.of("storage", "fcp"))).isEqualTo(none);
        assertThat(run(Operation.EVALUATE, "lnx01", Map.of("storage", "fcp")))
                .as("every output, so that an evaluation judges what comes after it")
                .isEqualTo(none);
    }

    @Test
    void whatAPersonNamesIsLookedAtAndKept() {
        answer.putAll(Map.of(
                "data_devices",
                "3000, 3100",
                "redo_devices",
                "none",
                "alias_devices",
                "30f0,30f1,31f0,31f1",
                "cylinders",
                65_520L));
        assertThat(run(Operation.RUN, "lnx01", Map.of("source", "asked")))
                .containsEntry("data", Map.of("d1", "3000", "d2", "3100"))
                .containsEntry("made", List.of());
        assertThatThrownBy(() -> run(Operation.RUN, "lnx02", Map.of("source", "asked")))
                .hasMessageContaining("3000 for volume d1 is reserved for another server");
        answer.put("data_devices", "3200");
        assertThatThrownBy(() -> run(Operation.RUN, "lnx02", Map.of("source", "asked")))
                .hasMessageContaining("1 devices are named for data, and it has 2 volumes for that");
        answer.put("data_devices", "3200, 3200");
        assertThatThrownBy(() -> run(Operation.RUN, "lnx02", Map.of("source", "asked")))
                .hasMessageContaining("'3200' is named twice");
        answer.put("data_devices", "3200, 3201");
        answer.put("recovery_devices", "3202");
        assertThatThrownBy(() -> run(Operation.RUN, "lnx02", Map.of("source", "asked")))
                .hasMessageContaining("1 devices are named for the recovery area, and it has 0 volumes for that");
        answer.clear();
        assertThatThrownBy(() -> run(Operation.RUN, "lnx02", Map.of("source", "asked")))
                .hasMessageContaining("nothing was answered");
        assertThatThrownBy(() -> run(Operation.RUN, "lnx02", Map.of("zvm", "zvm-2")))
                .hasMessageContaining("The z/VM system behind zvm-2 has no ECKD volumes in the landscape");
    }
}
