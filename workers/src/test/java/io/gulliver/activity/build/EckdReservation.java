package io.gulliver.activity.build;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.name.JdbcNameStore;
import io.gulliver.service.action.ReserveEckd;
import io.gulliver.testing.TestStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The step of the server that gives a guest of a {@link LabBuild} its ECKD devices, over a store of its own. */
final class EckdReservation implements AutoCloseable {
    static final String UNIT = "ds-1";
    static final String ZVM = "zvm-1";

    private final LabBuild build;
    private final StoreDatabase database = TestStore.open(Clock.systemUTC());
    private final ReserveEckd action;

    EckdReservation(LabBuild build) {
        this(build, ReserveEckd.Place.GUEST);
    }

    EckdReservation(LabBuild build, ReserveEckd.Place place) {
        this.build = build;
        this.action = new ReserveEckd(place, build::eckdRanges, new JdbcNameStore(database), (run, step) -> Map.of());
    }

    /** The facts of a server on ECKD volumes of the DS8000. */
    void choose() {
        build.otherFacts.putAll(Map.of(
                "server.volumes",
                "eckd",
                "server.array",
                UNIT,
                "server.pool",
                "",
                "server.data.volumes",
                List.of("d1", "d2"),
                "server.redo.volumes",
                List.of("r1")));
    }

    /** Sizes fit onto the largest volumes, unless the run has others. */
    void reserve(LabBuild.Run run) {
        if (run.outputs.get("size").equals(LabBuild.SIZED)) {
            Map<String, Object> size = new TreeMap<>(LabBuild.SIZED);
            size.put("data_gib", 40.0);
            size.put("redo_gib", 8.0);
            size.put("recovery_gib", 10.0);
            run.outputs.put("size", size);
        }
        run.outputs.put("eckd", invoke(run, Operation.RUN).outputs());
    }

    /** @return what it said */
    String release(LabBuild.Run run) {
        return invoke(run, Operation.UNDO).message();
    }

    private StepResult invoke(LabBuild.Run run, Operation operation) {
        StepCall call = run.callOf("eckd", operation);
        return action.invoke(call, (condition, seconds) -> condition.getAsBoolean());
    }

    @Override
    public void close() {
        database.close();
    }
}
