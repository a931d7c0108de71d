package io.gulliver.control.engine;

import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.failure.v1.Failure;
import io.temporal.common.converter.CodecDataConverter;
import io.temporal.common.converter.DataConverter;
import io.temporal.payload.context.SerializationContext;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The converter of a guarded engine: seals and opens by the {@link EncryptingCodec}, and takes nothing unsealed.
 *
 * <p>Three things the SDK's own converter does not do. What a handler does not ask for is never opened: a signal without
 * parameters is a hint, and whatever somebody sent with it can neither be read nor fail the workflow task (the SDK opens
 * all payloads first, and an exception of the codec there fails the task for ever). What a handler asks for must be
 * there: the SDK would call it with null. And a failure that claims to come from our code must carry our seal; without
 * one it is refused, as its message and type would be the sender's.
 */
final class SealedConverter implements DataConverter {
    private final CodecDataConverter inner;
    private final RefusedPayloads refusals;
    private final SealedFor run;

    SealedConverter(DataConverter plain, EncryptingCodec codec, RefusedPayloads refusals) {
        this(new CodecDataConverter(plain, List.of(codec), true), refusals, SealedFor.NO_RUN);
    }

    private SealedConverter(CodecDataConverter inner, RefusedPayloads refusals, SealedFor run) {
        this.inner = inner;
        this.refusals = refusals;
        this.run = run;
    }

    @Override
    public DataConverter withContext(SerializationContext context) {
        return new SealedConverter(inner.withContext(context), refusals, SealedFor.of(context));
    }

    @Override
    public <T> Optional<Payload> toPayload(@Nullable T value) {
        return inner.toPayload(value);
    }

    @Override
    public <T> T fromPayload(Payload payload, Class<T> valueClass, Type valueType) {
        return inner.fromPayload(payload, valueClass, valueType);
    }

    @Override
    public Optional<Payloads> toPayloads(@Nullable Object... values) {
        return inner.toPayloads(values);
    }

    @Override
    public <T> T fromPayloads(int index, Optional<Payloads> content, Class<T> valueType, Type valueGenericType) {
        return inner.fromPayloads(index, content, valueType, valueGenericType);
    }

    @Override
    public @Nullable Object[] fromPayloads(
            Optional<Payloads> content, Class<?>[] parameterTypes, Type[] genericParameterTypes) {
        int sent = content.map(Payloads::getPayloadsCount).orElse(0);
        if (parameterTypes.length == 0) {
            if (sent > 0 && !isReplaying()) {
                refusals.refused(RefusedPayloads.Reason.UNASKED, run);
            }
            return new Object[0];
        }
        if (sent < parameterTypes.length) {
            refusals.refused(RefusedPayloads.Reason.MISSING, run);
            throw new RefusedPayloadException("A message for " + run + " holds " + sent + " payloads, wanted "
                    + parameterTypes.length + ", so nobody of this installation wrote it. It is refused. Look who else"
                    + " can reach the engine.");
        }
        return inner.fromPayloads(content, parameterTypes, genericParameterTypes);
    }

    /** A signal that the history holds was counted when it came. */
    private static boolean isReplaying() {
        return WorkflowUnsafe.isWorkflowThread() && WorkflowUnsafe.isReplaying();
    }

    @Override
    public Failure exceptionToFailure(Throwable throwable) {
        return inner.exceptionToFailure(throwable);
    }

    /** Answers the failure's exception, or a {@link RefusedPayloadException} for one that does not carry our seal. */
    @Override
    public RuntimeException failureToException(Failure failure) {
        for (Failure part = failure; ; part = part.getCause()) {
            if (part.hasApplicationFailureInfo() && !part.hasEncodedAttributes()) {
                refusals.refused(RefusedPayloads.Reason.UNSEALED, run);
                return new RefusedPayloadException("A failure for " + run + " is not sealed, so nobody of this"
                        + " installation wrote it. It is refused. Look who else can reach the engine.");
            }
            if (!part.hasCause()) {
                break;
            }
        }
        try {
            return inner.failureToException(failure);
        } catch (RefusedPayloadException refused) {
            return refused;
        }
    }
}
