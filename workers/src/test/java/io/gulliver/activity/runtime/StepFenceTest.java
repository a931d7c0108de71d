package io.gulliver.activity.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StepFenceTest {
    private static final AtomicInteger ATTEMPTS = new AtomicInteger();

    private static StepCall call(String step, int generation, Operation operation) {
        return new StepCall(
                new MigrationId("atlas.orders.1"),
                "atlas",
                "orders",
                Purpose.REHEARSAL,
                generation,
                StepKey.of(step),
                ATTEMPTS.incrementAndGet(),
                1,
                operation,
                "hmc.create-partition",
                "0".repeat(64),
                Map.of(),
                Map.of(),
                null,
                0);
    }

    @Test
    void aCallOfAnEngineThatWasTakenOverDoesNotAct() {
        StepFence fence = new StepFence();
        fence.enter(call("one", 2, Operation.RUN)).close();

        assertThatThrownBy(() -> fence.enter(call("other", 1, Operation.RUN)))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        e -> assertThat(e.failure().code()).isEqualTo("GENERATION_SUPERSEDED"));
        fence.enter(call("other", 2, Operation.UNDO)).close();
    }

    @Test
    void aSecondCallOfAStepActsOnlyAfterTheFirst() {
        StepFence fence = new StepFence();
        StepFence.Pass first = fence.enter(call("one", 1, Operation.RUN));
        CompletableFuture<StepFence.Pass> second =
                CompletableFuture.supplyAsync(() -> fence.enter(call("one", 1, Operation.RUN)));
        fence.enter(call("two", 1, Operation.RUN)).close();
        fence.enter(call("one", 1, Operation.AWAIT)).close();
        fence.enter(call("one", 1, Operation.STOP)).close();
        await().during(Duration.ofMillis(200)).until(() -> !second.isDone());

        first.close();

        await().atMost(Duration.ofSeconds(20)).until(second::isDone);
        second.join().close();
    }

    @Test
    void aSecondCallIsRefusedWhileTheFirstGoesOn() {
        StepFence fence = new StepFence(Duration.ofMillis(20));
        StepFence.Pass first = fence.enter(call("one", 1, Operation.RUN));
        assertThatThrownBy(() -> fence.enter(call("one", 1, Operation.UNDO)))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("two must not act at once");

        first.close();
        fence.enter(call("one", 1, Operation.UNDO)).close();
    }

    /** Somebody at the engine has a recorded call given out again: its thing may have been taken away since. */
    @ParameterizedTest
    @EnumSource(names = {"RUN", "START", "UNDO", "STOP"})
    void aRecordedCallDoesNotActAgain(Operation operation) {
        StepFence fence = new StepFence();
        StepCall recorded = call("one", 1, operation);
        fence.enter(recorded).close();

        assertThatThrownBy(() -> fence.enter(recorded))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        e -> assertThat(e.failure().code()).isEqualTo("TEMPORARILY_UNAVAILABLE"))
                .hasMessageContaining("was begun before in this process");
        fence.enter(call("one", 1, operation)).close();
    }

    @ParameterizedTest
    @EnumSource(names = {"AWAIT", "EVALUATE"})
    void lookingAgainIsTheSameCall(Operation operation) {
        StepFence fence = new StepFence();
        StepCall look = call("one", 1, operation);
        fence.enter(look).close();
        assertThatCode(() -> fence.enter(look).close()).doesNotThrowAnyException();
    }
}
