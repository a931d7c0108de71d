package io.gulliver.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.temporal.api.common.v1.Payload;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.failure.v1.TimeoutFailureInfo;
import io.temporal.common.converter.DataConverter;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.payload.codec.PayloadCodecException;
import io.temporal.payload.context.ActivitySerializationContext;
import io.temporal.payload.context.SerializationContext;
import io.temporal.payload.context.WorkflowSerializationContext;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EncryptingCodecTest {
    private static final String CANARY = "canary-7f3e";

    record Word(String text, int number) {}

    /** The same record, as a release before knew it. */
    private static final class Older {
        record Word(String text) {}
    }

    @TempDir
    Path folder;

    @Test
    void opensWhatItSealed() {
        DataConverter converter = Payloads.encrypted(PayloadKeys.generate());
        Payload sealed = converter.toPayload(new Word(CANARY, 7)).orElseThrow();

        assertThat(sealed.toByteString().toStringUtf8()).doesNotContain(CANARY);
        assertThat(converter.fromPayload(sealed, Word.class, Word.class)).isEqualTo(new Word(CANARY, 7));
    }

    @Test
    void sealsTheSameWordDifferentlyEachTime() {
        DataConverter converter = Payloads.encrypted(PayloadKeys.generate());
        assertThat(converter.toPayload(CANARY)).isNotEqualTo(converter.toPayload(CANARY));
    }

    @Test
    void ignoresFieldsItDoesNotKnow() {
        DataConverter converter = Payloads.encrypted(PayloadKeys.generate());
        Payload sealed = converter.toPayload(new Word("a", 7)).orElseThrow();
        assertThat(converter.fromPayload(sealed, Older.Word.class, Older.Word.class))
                .isEqualTo(new Older.Word("a"));
    }

    @Test
    void hidesFailureMessagesAndStackTraces() {
        DataConverter converter = Payloads.encrypted(PayloadKeys.generate());
        var failure = converter.exceptionToFailure(ApplicationFailure.newFailure(CANARY, "TYPE", new Word(CANARY, 1)));

        assertThat(failure.toByteString().toStringUtf8()).doesNotContain(CANARY).doesNotContain("EncryptingCodecTest");
        assertThat(converter.failureToException(failure)).hasMessageContaining(CANARY);
    }

    @Test
    void readsOldPayloadsAfterARotation() {
        Path file = folder.resolve("keys.json");
        PayloadKeys first = PayloadKeys.loadOrCreate(file);
        Payload old = Payloads.encrypted(first).toPayload(CANARY).orElseThrow();

        first.rotate(file);
        PayloadKeys second = PayloadKeys.loadOrCreate(file);
        DataConverter rotated = Payloads.encrypted(second);
        Payload fresh = rotated.toPayload(CANARY).orElseThrow();

        assertThat(second.current()).isEqualTo("k2");
        assertThat(fresh.getMetadataOrThrow("encryption-key-id").toStringUtf8()).isEqualTo("k2");
        assertThat(rotated.fromPayload(old, String.class, String.class)).isEqualTo(CANARY);
        assertThat(Payloads.encrypted(first).fromPayload(fresh, String.class, String.class))
                .as("a process that runs finds the new key in the file")
                .isEqualTo(CANARY);
        assertThat(first.current()).as("and seals with it after its next start").isEqualTo("k1");
        PayloadKeys elsewhere = PayloadKeys.loadOrCreate(folder.resolve("elsewhere.json"));
        assertThatThrownBy(() -> Payloads.encrypted(elsewhere).fromPayload(fresh, String.class, String.class))
                .isInstanceOf(PayloadCodecException.class)
                .hasMessageContaining("Key k2 is not in the key file");
    }

    @Test
    void refusesAnotherKeyOfTheSameId() {
        Payload sealed =
                Payloads.encrypted(PayloadKeys.generate()).toPayload(CANARY).orElseThrow();
        assertThatThrownBy(() ->
                        Payloads.encrypted(PayloadKeys.generate()).fromPayload(sealed, String.class, String.class))
                .isInstanceOf(PayloadCodecException.class)
                .hasMessageContaining("key k1 cannot be opened");
    }

    @Test
    void noticesAChangedPayload() {
        EncryptingCodec codec = new EncryptingCodec(PayloadKeys.generate(), new RefusedPayloads());
        Payload sealed = codec.encode(List.of(Payload.getDefaultInstance())).get(0);
        byte[] bytes = sealed.getData().toByteArray();
        bytes[bytes.length - 1] ^= 1;
        Payload changed = sealed.toBuilder()
                .setData(com.google.protobuf.ByteString.copyFrom(bytes))
                .build();
        assertThatThrownBy(() -> codec.decode(List.of(changed))).hasMessageContaining("the payload was changed");
    }

    private static final WorkflowSerializationContext RUN =
            new WorkflowSerializationContext("gulliver", "migration/atlas.orders.1");
    private static final WorkflowSerializationContext OTHER_RUN =
            new WorkflowSerializationContext("gulliver", "migration/atlas.orders.2");
    private static final WorkflowSerializationContext CHILD =
            new WorkflowSerializationContext("gulliver", "migration/atlas.orders.1/copy");
    private static final ActivitySerializationContext ACTIVITY = new ActivitySerializationContext(
            "gulliver", "migration/atlas.orders.1", "Migration", "Step_Invoke", "host-default", false);

    static Stream<Arguments> otherPlaces() {
        return Stream.of(
                Arguments.of("another run", OTHER_RUN),
                Arguments.of(
                        "another namespace", new WorkflowSerializationContext("elsewhere", "migration/atlas.orders.1")),
                Arguments.of("a child of the run", CHILD),
                Arguments.of("an activity of the same run", ACTIVITY));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("otherPlaces")
    void refusesWhatWasSealedForAnotherPlace(String name, SerializationContext place) {
        RefusedPayloads refusals = new RefusedPayloads();
        DataConverter converter = Payloads.encrypted(PayloadKeys.generate(), refusals);
        Payload sealed = converter.withContext(RUN).toPayload(CANARY).orElseThrow();

        assertThat(converter.withContext(RUN).fromPayload(sealed, String.class, String.class))
                .isEqualTo(CANARY);
        assertThatThrownBy(() -> converter.withContext(place).fromPayload(sealed, String.class, String.class))
                .isInstanceOf(RefusedPayloadException.class)
                .hasMessageContaining("was sealed for run migration/atlas.orders.1 of namespace gulliver");
        assertThat(refusals.count(RefusedPayloads.Reason.OTHER_RUN)).isEqualTo(1);
    }

    private record Asked(String name) {}

    private record Answered(String name) {}

    @Test
    void refusesARecordThatWasSealedAsAnother() {
        RefusedPayloads refusals = new RefusedPayloads();
        DataConverter guarded =
                Payloads.encrypted(PayloadKeys.generate(), refusals).withContext(ACTIVITY);
        Payload asked = guarded.toPayload(new Asked(CANARY)).orElseThrow();
        Payload nothing = guarded.toPayload(Map.of("name", CANARY)).orElseThrow();

        assertThat(guarded.fromPayload(asked, Asked.class, Asked.class)).isEqualTo(new Asked(CANARY));
        for (Payload each : List.of(asked, nothing)) {
            assertThatThrownBy(() -> guarded.fromPayload(each, Answered.class, Answered.class))
                    .isInstanceOf(RefusedPayloadException.class)
                    .hasMessageContaining("wanted Answered")
                    .hasMessageNotContaining(CANARY);
        }
        assertThat(refusals.count(RefusedPayloads.Reason.OTHER_RECORD)).isEqualTo(2);
    }

    @Test
    void refusesAMessageThatLeavesOutWhatAHandlerAsksFor() {
        RefusedPayloads refusals = new RefusedPayloads();
        DataConverter guarded =
                Payloads.encrypted(PayloadKeys.generate(), refusals).withContext(RUN);
        assertThatThrownBy(() -> guarded.fromPayloads(
                        Optional.empty(), new Class<?>[] {String.class}, new Type[] {String.class}))
                .isInstanceOf(RefusedPayloadException.class)
                .hasMessageContaining("holds 0 payloads, wanted 1");
        assertThat(refusals.count(RefusedPayloads.Reason.MISSING)).isEqualTo(1);
    }

    @Test
    void refusesWhatWasSealedWithoutARunInsideOne() {
        DataConverter converter = Payloads.encrypted(PayloadKeys.generate());
        Payload sealed = converter.toPayload(CANARY).orElseThrow();
        assertThatThrownBy(() -> converter.withContext(RUN).fromPayload(sealed, String.class, String.class))
                .isInstanceOf(RefusedPayloadException.class)
                .hasMessageContaining("was sealed for no run");
    }

    @Test
    void refusesAPlainPayload() {
        RefusedPayloads refusals = new RefusedPayloads();
        DataConverter guarded =
                Payloads.encrypted(PayloadKeys.generate(), refusals).withContext(RUN);
        Payload plain = Payloads.plain().toPayload(CANARY).orElseThrow();

        assertThatThrownBy(() -> guarded.fromPayload(plain, String.class, String.class))
                .isInstanceOf(RefusedPayloadException.class)
                .hasMessageContaining("is not sealed");
        assertThat(refusals.count(RefusedPayloads.Reason.UNSEALED)).isEqualTo(1);
        assertThat(refusals.take())
                .isEqualTo(Map.of("migration/atlas.orders.1", Map.of(RefusedPayloads.Reason.UNSEALED, 1L)));
        assertThat(refusals.take()).as("told once").isEmpty();
    }

    @Test
    void neverOpensWhatAHandlerDoesNotAskFor() {
        DataConverter guarded = Payloads.encrypted(PayloadKeys.generate()).withContext(RUN);
        Optional<io.temporal.api.common.v1.Payloads> plain = Payloads.plain().toPayloads("rubbish");
        assertThat(guarded.fromPayloads(plain, new Class<?>[0], new Type[0])).isEmpty();
    }

    @Test
    void refusesAFailureThatIsNotSealed() {
        DataConverter guarded = Payloads.encrypted(PayloadKeys.generate()).withContext(ACTIVITY);
        Failure forged = Payloads.plain()
                .exceptionToFailure(ApplicationFailure.newNonRetryableFailure("all is lost", "JOB_FAILED"));
        Failure ours = guarded.exceptionToFailure(ApplicationFailure.newNonRetryableFailure(CANARY, "JOB_FAILED"));

        assertThat(guarded.failureToException(forged))
                .isInstanceOf(RefusedPayloadException.class)
                .hasMessageNotContaining("all is lost");
        assertThat(guarded.failureToException(ours)).hasMessageContaining(CANARY);
    }

    @Test
    void refusesAFailurePutTogetherFromRecordedParts() {
        DataConverter guarded = Payloads.encrypted(PayloadKeys.generate()).withContext(ACTIVITY);
        ApplicationFailure said = ApplicationFailure.newNonRetryableFailure(CANARY, "JOB_FAILED", "details", "call-7");
        Failure ours = guarded.exceptionToFailure(said);
        Failure other = guarded.exceptionToFailure(
                ApplicationFailure.newNonRetryableFailure("other", "OTHER", "of another", "call-8"));

        assertThat(guarded.failureToException(ours)).isInstanceOfSatisfying(ApplicationFailure.class, read -> {
            assertThat(read.getOriginalMessage()).isEqualTo(CANARY);
            assertThat(read.getType()).isEqualTo("JOB_FAILED");
            assertThat(read.getDetails().getSize()).isEqualTo(2);
            assertThat(read.getDetails().get(1, String.class)).isEqualTo("call-7");
        });
        Failure.Builder type = ours.toBuilder();
        type.getApplicationFailureInfoBuilder().setType("Call this number");
        Failure.Builder retried = ours.toBuilder();
        retried.getApplicationFailureInfoBuilder().setNonRetryable(false);
        Failure.Builder bare = ours.toBuilder();
        bare.getApplicationFailureInfoBuilder().clearDetails();
        Failure.Builder half = ours.toBuilder();
        half.getApplicationFailureInfoBuilder().getDetailsBuilder().removePayloads(1);
        Failure.Builder printless = ours.toBuilder();
        printless.getApplicationFailureInfoBuilder().getDetailsBuilder().removePayloads(2);
        Failure.Builder message = ours.toBuilder().setEncodedAttributes(other.getEncodedAttributes());
        Failure.Builder cause = ours.toBuilder().setCause(type.build());
        for (Failure.Builder each : List.of(type, retried, bare, half, printless, message, cause)) {
            assertThat(guarded.failureToException(each.build()))
                    .as(each.toString())
                    .isInstanceOf(RefusedPayloadException.class);
        }
    }

    @Test
    void readsACauseOfOurs() {
        DataConverter guarded = Payloads.encrypted(PayloadKeys.generate()).withContext(ACTIVITY);
        Failure ours = guarded.exceptionToFailure(ApplicationFailure.newFailureWithCause(
                "outer", "OUTER", ApplicationFailure.newFailure(CANARY, "INNER", 7)));
        assertThat(guarded.failureToException(ours))
                .hasMessageContaining("outer")
                .cause()
                .hasMessageContaining(CANARY);
    }

    @Test
    void takesTheEnginesOwnTimeOuts() {
        DataConverter guarded = Payloads.encrypted(PayloadKeys.generate()).withContext(ACTIVITY);
        Failure late = Failure.newBuilder()
                .setMessage("activity timeout")
                .setTimeoutFailureInfo(
                        TimeoutFailureInfo.newBuilder().setTimeoutType(TimeoutType.TIMEOUT_TYPE_HEARTBEAT))
                .build();
        assertThat(guarded.failureToException(late)).isInstanceOf(TimeoutFailure.class);
    }

    @Test
    void countsAFloodUnderOneName() {
        RefusedPayloads refusals = new RefusedPayloads();
        DataConverter converter = Payloads.encrypted(PayloadKeys.generate(), refusals);
        Payload plain = Payloads.plain().toPayload(CANARY).orElseThrow();
        for (int i = 0; i < 1000; i++) {
            DataConverter guarded = converter.withContext(new WorkflowSerializationContext("gulliver", "flood-" + i));
            assertThatThrownBy(() -> guarded.fromPayload(plain, String.class, String.class))
                    .isInstanceOf(RefusedPayloadException.class);
        }
        assertThat(refusals.take()).hasSizeLessThan(300).containsKey("(others)");
        assertThat(refusals.count(RefusedPayloads.Reason.UNSEALED)).isEqualTo(1000);
    }

    @Test
    void keepsTheKeyFileForItsOwnerAlone() throws Exception {
        Path file = folder.resolve("keys.json");
        PayloadKeys keys = PayloadKeys.loadOrCreate(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(keys.toString()).isEqualTo("PayloadKeys[current=k1, keys=[k1]]");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> PayloadKeys.loadOrCreate(file)).hasMessageContaining("chmod 600");
    }
}
