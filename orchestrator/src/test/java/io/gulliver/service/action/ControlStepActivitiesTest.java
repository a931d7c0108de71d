package io.gulliver.service.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepActivities;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.temporal.testing.TestActivityEnvironment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ControlStepActivitiesTest {
    private final TestActivityEnvironment environment = TestActivityEnvironment.newInstance();

    @AfterEach
    void close() {
        environment.close();
    }

    /** A store that answers slowly holds the call up somewhere below the action, which cannot beat by itself. */
    @Test
    void beatsWhileTheStoreDoesNotAnswer() {
        CountDownLatch beaten = new CountDownLatch(2);
        environment.setActivityHeartbeatListener(Object.class, details -> beaten.countDown());
        try (ControlStepActivities control = new ControlStepActivities(List.of(new ControlAction() {
            @Override
            public String name() {
                return "facts.record";
            }

            @Override
            public StepResult invoke(StepCall call, Patience patience) {
                try {
                    return StepResult.done(Map.of("beaten", beaten.await(30, TimeUnit.SECONDS)), "kept");
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }))) {
            environment.registerActivitiesImplementations(control);
            StepResult answer = environment
                    .newActivityStub(StepActivities.class)
                    .invoke(new StepCall(
                            new MigrationId("m-1"),
                            "atlas",
                            "orders",
                            Purpose.REHEARSAL,
                            1,
                            StepKey.of("keep-facts"),
                            1,
                            1,
                            Operation.RUN,
                            "facts.record",
                            "hash",
                            Map.of(),
                            Map.of(),
                            null,
                            0));
            assertThat(answer.outputs()).containsEntry("beaten", true);
        }
    }
}
