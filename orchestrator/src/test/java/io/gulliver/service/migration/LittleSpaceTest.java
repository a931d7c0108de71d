package io.gulliver.service.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.journal.JournalStore;
import io.temporal.failure.ApplicationFailure;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** While little space is left no step begins; what ends, stops and is undone is written for as long as it goes. */
class LittleSpaceTest {
    private final List<JournalBatch> written = new ArrayList<>();
    private final AtomicBoolean space = new AtomicBoolean();

    /** A store of which only the flush is used. */
    private final JournalStore journal = (JournalStore) Proxy.newProxyInstance(
            JournalStore.class.getClassLoader(), new Class<?>[] {JournalStore.class}, (proxy, method, arguments) -> {
                written.add((JournalBatch) arguments[0]);
                return null;
            });

    @SuppressWarnings("NullAway")
    private final ControlActivitiesImpl store = new ControlActivitiesImpl(null, journal, null, null, null, space::get);

    @ParameterizedTest
    @EnumSource(StepState.class)
    void onlyABeginningWaitsForSpace(StepState state) {
        JournalBatch batch = batch(state);
        if (state == StepState.RUNNING) {
            assertThatThrownBy(() -> store.flush(batch)).isInstanceOfSatisfying(ApplicationFailure.class, failure -> {
                assertThat(failure.getType()).isEqualTo(FailureCode.TEMPORARILY_UNAVAILABLE.name());
                assertThat(failure.isNonRetryable()).isFalse();
            });
            assertThat(written).isEmpty();
            space.set(true);
        }
        assertThatCode(() -> store.flush(batch)).doesNotThrowAnyException();
        assertThat(written).containsExactly(batch);
    }

    private static JournalBatch batch(StepState state) {
        StepRun run = with(StepRun.pending(StepKey.of("copy")), state);
        return new JournalBatch(
                new MigrationId("atlas.orders.1"),
                1,
                List.of(new JournalEntry(1, Instant.EPOCH, "step moved", run, null, null, List.of(), null)));
    }

    private static StepRun with(StepRun run, StepState state) {
        return Json.read(Json.write(run).replace("\"PENDING\"", "\"" + state.name() + "\""), StepRun.class);
    }
}
