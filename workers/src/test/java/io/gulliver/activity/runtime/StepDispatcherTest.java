package io.gulliver.activity.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.conformance.ConformanceActions;
import io.gulliver.activity.conformance.ConformanceLedger;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.FailureKind;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.StepActivities;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.secret.SecretRegistry;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestActivityEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepDispatcherTest {
    private static final String SECRET = "hunter2-canary";
    private static final AtomicInteger ATTEMPTS = new AtomicInteger();

    private final SecretRegistry secrets = new SecretRegistry();
    private final List<OuterCall> calls = new CopyOnWriteArrayList<>();
    private final List<String> kept = new CopyOnWriteArrayList<>();
    private final TestActivityEnvironment environment = TestActivityEnvironment.newInstance();

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        environment.close();
    }

    /** What the store of evidence throws, or null while it takes it. */
    private @Nullable RuntimeException refuses;

    private StepActivities dispatcher(StepAction... more) {
        List<StepAction> actions = new ArrayList<>(List.of(more));
        actions.addAll(
                new ConformanceActions(new ConformanceLedger(folder.resolve("ledger.jsonl")), Clock.systemUTC()).all());
        StepDispatcher dispatcher = new StepDispatcher(
                actions,
                (name, kind, content) -> {
                    if (refuses != null) {
                        throw refuses;
                    }
                    kept.add(new String(content, java.nio.charset.StandardCharsets.UTF_8));
                    return new EvidenceRef(name, kind, HttpServerLink.sha256(content), content.length);
                },
                piece -> {
                    throw new AssertionError("no job prints here");
                },
                calls::add,
                secrets,
                Clock.systemUTC());
        environment.registerActivitiesImplementations(dispatcher);
        return environment.newActivityStub(StepActivities.class);
    }

    private static StepAction named(String name, java.util.function.BiFunction<StepCall, StepContext, StepResult> run) {
        return new StepAction() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public StepResult run(StepCall call, StepContext context) {
                return run.apply(call, context);
            }
        };
    }

    @Test
    void saysInWordsThatAnActionIsNotKnown() {
        StepFailure failure = failure(dispatcher(), call(Operation.RUN, "storage.paint", Map.of(), null));
        assertThat(failure.code()).isEqualTo("ACTION_UNKNOWN");
        assertThat(failure.message()).contains("storage.paint").contains("step-1");
    }

    @Test
    void takesAnInputThatOnlyTheRunWillKnowForNoMistakeWhileItEvaluates() {
        StepAction counting = new StepAction() {
            @Override
            public String name() {
                return "counting.run";
            }

            @Override
            public StepResult evaluate(StepCall call, StepContext context) {
                return StepResult.done(Map.of("n", Inputs.of(call).whole("n")), "counted");
            }
        };
        StepActivities steps = dispatcher(counting);
        assertThat(failure(steps, call(Operation.EVALUATE, "counting.run", Map.of("n", "«rows of export»"), null))
                        .code())
                .isEqualTo("NOT_YET_KNOWN");
        assertThat(failure(steps, call(Operation.EVALUATE, "counting.run", Map.of("n", "seven"), null))
                        .code())
                .isEqualTo("INPUT_INVALID");
    }

    @Test
    void blanksSecretsInResultsFailuresEvidenceAndCalls() {
        secrets.add(SECRET);
        StepActivities steps = dispatcher(
                named("leaky.run", (call, context) -> {
                    context.called("fs-1", "POST /x?p=" + SECRET, null, "200", Duration.ofMillis(3), SECRET);
                    EvidenceRef ref = context.evidence("x.log", "log", "password " + SECRET);
                    return new StepResult(
                            true,
                            Map.of("list", List.of(SECRET), "map", Map.of("a", "b " + SECRET)),
                            null,
                            null,
                            List.of(ref),
                            "did " + SECRET);
                }),
                named("leaky.fail", (call, context) -> {
                    throw new IllegalStateException("bad password " + SECRET);
                }));

        assertThat(steps.invoke(call(Operation.RUN, "leaky.run", Map.of(), null))
                        .toString())
                .doesNotContain(SECRET)
                .contains("did ******");
        assertThat(kept).containsExactly("password ******");
        assertThat(calls).hasSize(1);
        assertThat(calls.get(0).toString()).doesNotContain(SECRET).contains("step-1");

        StepFailure failure = failure(steps, call(Operation.RUN, "leaky.fail", Map.of(), null));
        assertThat(failure.code()).isEqualTo("INTERNAL");
        assertThat(failure.message()).contains("bad password ******");
    }

    @Test
    void aStepWhoseEvidenceCannotBeKeptIsTriedAgainAndIsNoBug() {
        secrets.add(SECRET);
        refuses = new UncheckedIOException(
                "Evidence 'x.log' cannot be kept", new IOException("No space left on device near " + SECRET));
        StepFailure failure = failure(
                dispatcher(named(
                        "keeping.run",
                        (call, context) -> StepResult.done(
                                Map.of(
                                        "ref",
                                        context.evidence("x.log", "log", "text").name()),
                                "kept"))),
                call(Operation.RUN, "keeping.run", Map.of(), null));
        assertThat(failure.code()).isEqualTo("TEMPORARILY_UNAVAILABLE");
        assertThat(failure.kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(failure.message())
                .isEqualTo("Evidence 'x.log' could not be kept: IOException: No space left on device near ******.");
        assertThat(failure.advice()).contains("df", "retry");
    }

    @Test
    void neverLetsTemporalRetry() {
        StepActivities steps = dispatcher(named("busy.run", (call, context) -> {
            throw new StepFailedException(FailureCode.TEMPORARILY_UNAVAILABLE, "busy", null);
        }));
        ApplicationFailure failure = applicationFailure(steps, call(Operation.RUN, "busy.run", Map.of(), null));
        assertThat(failure.isNonRetryable()).isTrue();
        assertThat(failure.getType()).isEqualTo("TEMPORARILY_UNAVAILABLE");
    }

    @Test
    void beatsWhileAnActionIsStuckInACall() {
        CountDownLatch beaten = new CountDownLatch(2);
        environment.setActivityHeartbeatListener(Object.class, details -> beaten.countDown());
        StepActivities steps = dispatcher(named("stuck.run", (call, context) -> {
            try {
                return StepResult.done(Map.of("beaten", beaten.await(30, TimeUnit.SECONDS)), "came back");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        assertThat(steps.invoke(call(Operation.RUN, "stuck.run", Map.of(), null))
                        .outputs())
                .as("two heartbeats within 30 s, without the action's help")
                .containsEntry("beaten", true);
    }

    @Test
    void refusesTwoActionsOfOneName() {
        StepAction a = named("a.run", (call, context) -> StepResult.done(Map.of(), "a"));
        assertThatThrownBy(() -> dispatcher(a, a)).hasMessageContaining("Two actions are called a.run");
    }

    @Test
    void conformanceEffectsHappenOnceHoweverOftenTheyAreAskedFor() {
        StepActivities steps = dispatcher();
        ConformanceLedger ledger = new ConformanceLedger(folder.resolve("ledger.jsonl"));

        Supplier<StepCall> make =
                () -> call(Operation.RUN, "conformance.make", Map.of("name", "thing-a", "size", 2.0), null);
        assertThat(steps.invoke(make.get()).outputs()).containsEntry("uid", "uid-thing-a");
        assertThat(steps.invoke(make.get()).message()).isEqualTo("thing-a was there already");
        Supplier<StepCall> note = () -> call(Operation.RUN, "conformance.note", Map.of("text", "hello"), null);
        assertThat(steps.invoke(note.get()).outputs()).containsEntry("noted", true);
        assertThat(steps.invoke(note.get()).outputs()).containsEntry("noted", false);
        Supplier<StepCall> undo = () -> call(Operation.UNDO, "conformance.make", Map.of("name", "thing-a"), null);
        assertThat(steps.invoke(undo.get()).message()).isEqualTo("removed thing-a");
        assertThat(steps.invoke(undo.get()).message()).isEqualTo("thing-a was not there");

        assertThat(ledger.entries())
                .extracting(ConformanceLedger.Entry::effect, ConformanceLedger.Entry::kind)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("created", "thing"),
                        org.assertj.core.groups.Tuple.tuple("created", "note"),
                        org.assertj.core.groups.Tuple.tuple("deleted", "thing"));
    }

    @Test
    void conformanceJobsAreWatchedFromAnywhere() {
        StepActivities steps = dispatcher();
        // Jobs last by the wall clock: one that outlasts any pause of this machine is looked at on its way.
        Map<String, Object> days = Map.of("from", "a", "to", "c", "megabytes", 100_000_000);
        StepResult begun = steps.invoke(call(Operation.START, "conformance.copy", days, null));
        StepResult impatient = steps.invoke(call(Operation.AWAIT, "conformance.copy", days, begun.job(), 0));
        assertThat(impatient.progress()).isNotNull();
        steps.invoke(call(Operation.STOP, "conformance.copy", days, begun.job()));

        Map<String, Object> inputs = Map.of("from", "a", "to", "b", "megabytes", 100);
        StepResult started = steps.invoke(call(Operation.START, "conformance.copy", inputs, null));
        assertThat(started.finished()).isFalse();
        StepResult ended = steps.invoke(call(Operation.AWAIT, "conformance.copy", inputs, started.job(), 30));
        assertThat(ended.finished()).isTrue();
        assertThat(ended.outputs()).containsEntry("copied", 100);
        assertThat(failure(steps, call(Operation.AWAIT, "conformance.copy", inputs, "copy elsewhere", 0))
                        .code())
                .isEqualTo("JOB_VANISHED");
    }

    private static StepFailure failure(StepActivities steps, StepCall call) {
        return applicationFailure(steps, call).getDetails().get(0, StepFailure.class);
    }

    private static ApplicationFailure applicationFailure(StepActivities steps, StepCall call) {
        ActivityFailure thrown = catchThrowableOfType(ActivityFailure.class, () -> steps.invoke(call));
        assertThat(thrown).as("the step should have failed").isNotNull();
        return (ApplicationFailure) thrown.getCause();
    }

    private static StepCall call(
            Operation operation,
            String action,
            Map<String, Object> inputs,
            @org.jspecify.annotations.Nullable String job) {
        return call(operation, action, inputs, job, 10);
    }

    private static StepCall call(
            Operation operation,
            String action,
            Map<String, Object> inputs,
            @org.jspecify.annotations.Nullable String job,
            int patience) {
        return new StepCall(
                new MigrationId("m-1"),
                "atlas",
                "orders",
                Purpose.REHEARSAL,
                1,
                StepKey.of("step-1"),
                ATTEMPTS.incrementAndGet(),
                1,
                operation,
                action,
                "hash",
                inputs,
                Map.of(),
                job,
                patience);
    }
}
